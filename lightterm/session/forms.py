"""What a form sends: its entries, and the request that carries them (https://html.spec.whatwg.org/#form-submission)."""

from __future__ import annotations

from lightterm.errors import ExtractionFailed, FileUnreadable, ValidationFailed
from lightterm.fetch.model import Request
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Document, Field, Form

_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._")
URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"
_CHECKED = ("checkbox", "radio")
_SUBMITS = ("submit", "button", "image")
_BUTTONS = (*_SUBMITS, "reset")
_ON = ("on", "true", "1", "yes")
_OFF = ("off", "false", "0", "no", "")


class Entry(Record):
    """One name and value that a form sends; of a file, `value` is its path ("" for none chosen)."""

    name: str
    value: str
    is_file: bool = False

    @property
    def text(self) -> str:
        """The value where only text can be sent: of a file its name."""
        return self.value.replace("\\", "/").rpartition("/")[2] if self.is_file else self.value


def submission(document: Document, values: tuple[tuple[str, str], ...], charset: str = "") -> Request:
    """The request that submits the first form which has all the fields named in `values`, filled with them.

    A field is named by its name or, failing that, by its label; a checkbox takes "on" or "off" besides its own value,
    a file field the path of a file, a button any value: it is the one pressed. `charset` is the page's. Raises
    ExtractionFailed when no form has the fields, ValidationFailed when a required field stays empty or a choice does
    not exist, FileUnreadable.
    """
    fields = [t.field for t in document.targets if t.field is not None]
    for index, form in enumerate(document.forms):
        own = [f for f in fields if f.form == index]
        chosen = [_find(own, form, name) for name, _ in values]
        if all(chosen):
            names = tuple((name or "", value) for name, (_, value) in zip(chosen, values, strict=True))
            button = _pressed(own, names)
            return _request(form, button, _Filled(own, form, names).entries(button), document.url, charset)
    known = sorted({f.name for f in fields if f.name and f.form >= 0})
    wanted = ", ".join(name for name, _ in values)
    if not document.forms:
        raise ExtractionFailed("there is no form on the page", actions=(), url=document.url)
    there = f"; there are: {', '.join(known)}" if known else ""
    raise ExtractionFailed(f"no form on the page has a field {wanted}{there}", actions=(), url=document.url)


def _find(fields: list[Field], form: Form, wanted: str) -> str | None:
    """The name of the field that `wanted` means."""
    if any(f.name == wanted for f in (*fields, *form.hidden)):
        return wanted
    folded = wanted.casefold().strip(" :*")
    for field in fields:
        if field.name and field.label.casefold().strip(" :*") == folded:
            return field.name
    return None


def _pressed(fields: list[Field], values: tuple[tuple[str, str], ...]) -> Field | None:
    """The button that submits: the one named, else the form's first; a plain button only where there is no other."""
    buttons = sorted((f for f in fields if f.kind in _SUBMITS and not f.disabled), key=lambda f: f.kind == "button")
    for name, value in values:
        named = [f for f in buttons if f.name == name]
        if named:
            return next((f for f in named if value in (f.value, f.label)), named[0])
    return next(iter(buttons), None)


class _Filled:
    """A form being filled in: each value given goes to one control of its name."""

    def __init__(self, fields: list[Field], form: Form, values: tuple[tuple[str, str], ...]) -> None:
        self.controls = [f for f in (*form.hidden, *fields) if f.name and not f.disabled and f.kind not in _BUTTONS]
        self.given: dict[str, list[str]] = {}
        for name, value in values:
            self.given.setdefault(name, []).append(value)

    def entries(self, button: Field | None) -> list[Entry]:
        """The entry list. Raises ValidationFailed."""
        for name, given in self.given.items():
            _check_choices([f for f in self.controls if f.name == name and f.kind in _CHECKED], given)
        entries: list[Entry] = []
        missing: list[str] = []
        sent: set[str] = set()
        for place, field in enumerate(self.controls):
            values = self.values(place, field)
            if any(values):
                sent.add(field.name)
            elif field.required and field.kind != "radio":
                missing.append(field.label or field.name)
            entries += [Entry(field.name, value, field.kind == "file") for value in values]
        radios = {f.name for f in self.controls if f.kind == "radio" and f.required}
        missing += sorted(radios - sent)
        if missing:
            raise ValidationFailed(f"required and not filled in: {', '.join(missing)}", fields=tuple(missing))
        if button is not None:
            entries += _button_entries(button)
        return entries

    def values(self, place: int, field: Field) -> list[str]:
        """What one control contributes."""
        given = self.given.get(field.name)
        if field.kind in _CHECKED:
            return _checked(field, given, [f.value for f in self.controls if f.name == field.name])
        if given is None:
            if field.kind == "select":
                return [o.value for o in field.options if o.selected and not o.disabled]
            return [""] if field.kind == "file" else [field.value]
        # Several controls of one name take one value each, in order; the last, and one that holds many, takes the rest.
        last = all(f.name != field.name for f in self.controls[place + 1 :])
        count = len(given) if last or field.multiple else 1
        taken, given[:] = given[:count], given[count:]
        if field.kind == "select":
            return [_choice(field, value) for value in taken]
        return taken or [field.value]


def _check_choices(controls: list[Field], given: list[str]) -> None:
    """Raises ValidationFailed for a value that no checkbox or radio button of the name has."""
    there = [control.value or "on" for control in controls]
    switches = _ON + _OFF if any(control.kind == "checkbox" for control in controls) else ()
    for value in given if controls else ():
        if value not in there and value not in switches:
            words = f"{controls[0].name} has no choice {value!r}; there are: {', '.join(there[:20])}"
            raise ValidationFailed(words, fields=(controls[0].name,))


def _checked(field: Field, given: list[str] | None, there: list[str]) -> list[str]:
    """What a checkbox or radio button contributes; `there` are the values of all of its name."""
    own = field.value or "on"
    if given is None:
        on = field.checked
    else:
        on = own in given or (field.kind == "checkbox" and any(v in _ON and v not in there for v in given))
    return [own] if on else []


def _choice(field: Field, value: str) -> str:
    for option in field.options:
        if value in (option.value, option.label) and not option.disabled:
            return option.value
    choices = ", ".join(o.label for o in field.options[:20])
    words = f"{field.label or field.name} has no choice {value!r}; there are: {choices}"
    raise ValidationFailed(words, fields=(field.name,))


def _button_entries(button: Field) -> list[Entry]:
    if button.kind == "image":
        prefix = f"{button.name}." if button.name else ""
        return [Entry(f"{prefix}x", "0"), Entry(f"{prefix}y", "0")]
    return [Entry(button.name, button.value)] if button.name else []


def _request(form: Form, button: Field | None, entries: list[Entry], page: str, charset: str) -> Request:
    """The request; what the pressed button says of action, method and enctype goes before what the form says."""
    from lightterm.fetch.urls import resolve

    own = dict(button.attributes) if button is not None else {}
    action = resolve(page, own["formaction"]) if own.get("formaction") else form.action
    method = own.get("formmethod", form.method).lower()
    charset = _sent_in(form, charset)
    entries = [e.replace(value=charset) if e.name == "_charset_" and not e.value else e for e in entries]
    request = Request(url=action, asker="link", initiator=page, referrer=page)
    if method == "post":
        body, content_type = _body(own.get("formenctype", form.enctype).lower(), entries, charset)
        return request.replace(method="POST", data=body, headers=(("Content-Type", content_type),))
    address = action.partition("#")[0].partition("?")[0]
    return request.replace(url=f"{address}?{urlencoded(entries, charset)}")


def _sent_in(form: Form, page_charset: str) -> str:
    """The charset to send in: the first known one of accept-charset, else the page's; never UTF-16, as none may."""
    from lightterm.fetch.charset import canonical_label

    asked = (canonical_label(label) for label in form.accept_charset.split())
    charset = next(filter(None, asked), "") or canonical_label(page_charset) or "utf-8"
    return "utf-8" if charset.startswith("utf-16") or charset == "replacement" else charset


def _body(enctype: str, entries: list[Entry], charset: str) -> tuple[bytes, str]:
    if enctype == MULTIPART:
        return multipart(entries, charset)
    if enctype == PLAIN:
        return _encoded("".join(f"{_crlf(e.name)}={_crlf(e.text)}\r\n" for e in entries), charset), PLAIN
    return urlencoded(entries, charset).encode("ascii"), URLENCODED


def urlencoded(entries: list[Entry], charset: str) -> str:
    """application/x-www-form-urlencoded: line ends as CRLF, space as +. https://url.spec.whatwg.org/#urlencoded-serializing"""
    return "&".join(f"{_percent(e.name, charset)}={_percent(e.text, charset)}" for e in entries)


def _percent(text: str, charset: str) -> str:
    raw = _encoded(_crlf(text), charset)
    return "".join(chr(b) if b in _SAFE else "+" if b == 32 else f"%{b:02X}" for b in raw)


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def _encoded(text: str, charset: str) -> bytes:
    from lightterm.fetch.charset import encode

    return encode(text, charset)


def multipart(entries: list[Entry], charset: str) -> tuple[bytes, str]:
    """(multipart/form-data body, its content type with the boundary). RFC 7578; raises FileUnreadable."""
    from secrets import token_hex

    boundary = "----lightterm" + token_hex(16)
    out = []
    for entry in entries:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(_crlf(entry.name))}"'
        if entry.is_file:
            content = _read(entry.value) if entry.value else b""
            head += f'; filename="{_quoted(entry.text)}"\r\nContent-Type: {_type_of(entry.text)}'
        else:
            content = _encoded(_crlf(entry.value), charset)
        out.append(_encoded(head, charset) + b"\r\n\r\n" + content + b"\r\n")
    out.append(f"--{boundary}--\r\n".encode())
    return b"".join(out), f"{MULTIPART}; boundary={boundary}"


def _type_of(name: str) -> str:
    from lightterm.fetch.media_types import type_of_name

    return type_of_name(name) or "application/octet-stream"


def _quoted(name: str) -> str:
    return name.replace("\r\n", "%0D%0A").replace("\n", "%0A").replace("\r", "%0D").replace('"', "%22")


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise FileUnreadable(f"{path!r}: {error.strerror}", path=path) from None
