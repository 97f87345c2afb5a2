"""What a form sends: its entries, and the request that carries them (https://html.spec.whatwg.org/#form-submission)."""

from __future__ import annotations

from lightterm.errors import ExtractionFailed, ValidationFailed
from lightterm.fetch.model import Request
from lightterm.records import Record
from lightterm.session.controls import BUTTONS, controls, kind_of, named, pressed
from lightterm.session.form_encoding import Entry, body, encoding_name, urlencoded
from lightterm.session.hard_wrap import hard_wrapped
from lightterm.session.typed_values import STEPS, attribute, sanitized
from lightterm.session.validation import problems, told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document, Field, Form, Target
    from lightterm.session.controls import Control, Given
    from lightterm.session.validation import Problem


class Sending(Record):
    """A form about to be sent: where, how, and what. `method` is get, post or dialog, `target` the name of a window.

    `asks` is what the page asks before.
    """

    form: int
    url: str
    method: str
    enctype: str
    entries: tuple[Entry, ...]
    charset: str = "utf-8"
    target: str = ""
    page: str = ""
    asks: str = ""

    @property
    def has_secret(self) -> bool:
        """Whether a password that was filled in is sent."""
        return any(entry.is_secret and entry.value for entry in self.entries)

    @property
    def elsewhere(self) -> bool:
        """Whether it goes to another origin than the page's."""
        from lightterm.fetch.urls import origin

        return origin(self.url) != origin(self.page)

    def request(self) -> Request:
        """The request. Raises FileUnreadable, and ValidationFailed for a form that sends nothing."""
        if self.method == "dialog":
            raise ValidationFailed("the form closes a dialog of the page and sends nothing", actions=())
        asked = Request(url=self.url, asker="link", initiator=self.page, referrer=self.page)
        entries = list(self.entries)
        if self.method == "post":
            data, content_type = body(self.enctype, entries, self.charset)
            return asked.replace(method="POST", data=data, headers=(("Content-Type", content_type),))
        address, hash_, fragment = self.url.partition("#")
        query = urlencoded(entries, self.charset)
        there = asked.replace(url=f"{address.partition('?')[0]}?{query}{hash_}{fragment}")
        return there.replace(secret=self.has_secret)


def submission(document: Document, values: tuple[tuple[str, str], ...], charset: str = "") -> Request:
    """The request that submits the first form which has all the fields named in `values`, filled with them.

    A field is named by its name or, failing that, by its label; a checkbox takes "on" or "off" besides its own value,
    a file field the path of a file, a button any value: it is the one pressed. `charset` is the page's. Raises
    ExtractionFailed when no form has the fields, ValidationFailed for a value that does not pass the form's checks or
    a choice that does not exist, FileUnreadable.
    """
    names = {field.name for _, field in document.targets.fields()}
    values = tuple([_with_equals(name, value, names) for name, value in values])
    for form in range(len(document.forms)):
        given = named(document, form, values)
        if given is not None:
            button = pressed(document, form, values)
            wrong = checked(document, form, given, button)
            if wrong:
                raise told(wrong)
            return sending(document, form, given, charset, button).request()
    known = sorted({f.name for _, f in document.targets.fields() if f.name and f.form >= 0})
    wanted = ", ".join(name for name, _ in values)
    if not document.forms:
        raise ExtractionFailed("there is no form on the page", actions=(), url=document.url)
    there = f"; there are: {', '.join(known)}" if known else ""
    raise ExtractionFailed(f"no form on the page has a field {wanted}{there}", actions=(), url=document.url)


def _with_equals(name: str, value: str, names: set[str]) -> tuple[str, str]:
    """A name and a value that were told apart by the first `=`, which may stand in the name of a field."""
    longer, rest = name, value
    while longer not in names and "=" in rest:
        word, _, rest = rest.partition("=")
        longer = f"{longer}={word}"
    return (longer, rest) if longer in names else (name, value)


def checked(document: Document, form: int, given: Given, button: int = 0) -> tuple[Problem, ...]:
    """What is wrong with what stands in a form, in its order; nothing where form or button want no checks."""
    own = document.targets[button].field if button else None
    if document.forms[form].novalidate or (own is not None and _has(own, "formnovalidate")):
        return ()
    return problems(controls(document, form, given))


def sending(
    document: Document, form: int, given: Given, charset: str = "", button: int = 0, at: tuple[int, int] = (0, 0)
) -> Sending:
    """What submitting a form sends, by the button of that target number (0: none); nothing is checked.

    `at` is where an image button was clicked, in its pixels; (0, 0) is what a key gives.
    What the button says of action, method, encoding and window goes before what the form says.
    """
    from lightterm.fetch.urls import resolve

    own = document.forms[form]
    field = document.targets[button].field if button else None
    said = dict(field.attributes) if field is not None else {}
    used = _sent_in(own, charset)
    method = said.get("formmethod", own.method).lower()
    return Sending(
        form=form,
        url=resolve(document.url, said["formaction"]) if said.get("formaction") else own.action,
        method=method if method in ("post", "dialog") else "get",
        enctype=said.get("formenctype", own.enctype).lower(),
        entries=tuple(_entries(document, form, given, (button, *at), used)),
        charset=used,
        target=said.get("formtarget", own.target).lower(),
        page=document.url,
        asks=_asked(own, document.targets[button] if button else None),
    )


def _asked(form: Form, button: Target | None) -> str:
    """What the page asks before; where a form is sent by scripts, they do."""
    if form.scripted or (button is not None and button.handle):
        return ""
    return (button.asks if button is not None else "") or form.asks


def _has(field: Field, name: str) -> bool:
    return any(key == name for key, _ in field.attributes)


def _entries(document: Document, form: int, given: Given, button: tuple[int, int, int], charset: str) -> list[Entry]:
    """The entry list. https://html.spec.whatwg.org/#constructing-the-form-data-set"""
    entries: list[Entry] = []
    for control in controls(document, form, given):
        field = control.field
        if field.kind in BUTTONS:
            if control.number == button[0]:
                entries += _button_entries(field, *button[1:])
        elif field.name and not field.disabled:
            entries += _control_entries(control, document.direction or "ltr", charset)
    return entries


def _control_entries(control: Control, direction: str, charset: str) -> list[Entry]:
    field, kind = control.field, kind_of(control.field)
    if kind == "hidden" and field.name.lower() == "_charset_":
        return [Entry(field.name, encoding_name(charset))]
    if kind == "file":
        return [Entry(field.name, path, True) for path in control.values or ("",)]
    values = control.values
    if kind in STEPS or kind == "color":
        values = tuple(sanitized(field, value) for value in values)
    elif kind == "textarea" and attribute(field, "wrap").lower() == "hard":
        values = tuple(hard_wrapped(field, value) for value in values)
    entries = [Entry(field.name, value, False, kind == "password") for value in values]
    towards = attribute(field, "dirname")
    return [*entries, Entry(towards, direction)] if towards else entries


def _button_entries(button: Field, x: int, y: int) -> list[Entry]:
    if button.kind == "image":
        prefix = f"{button.name}." if button.name else ""
        return [Entry(f"{prefix}x", str(x)), Entry(f"{prefix}y", str(y))]
    return [Entry(button.name, button.value)] if button.name else []


def _sent_in(form: Form, page_charset: str) -> str:
    """The charset to send in: the first known one of accept-charset, else the page's; never UTF-16, as none may."""
    from lightterm.fetch.charset import canonical_label

    asked = (canonical_label(label) for label in form.accept_charset.split())
    charset = next(filter(None, asked), "") or canonical_label(page_charset) or "utf-8"
    return "utf-8" if charset.startswith("utf-16") or charset == "replacement" else charset
