"""The controls of a page's forms as they stand: what the page has in them, and over it what was put in.

What stands in a control is a tuple of strings, whatever its kind: the text of a text field, the value of a checkbox or
radio button that is on (none when it is off), the values of the options chosen, the paths of files.
"""

from __future__ import annotations

import re
from contextlib import suppress

from lightterm.errors import ValidationFailed
from lightterm.records import Record
from lightterm.session.spelling import spelled
from lightterm.session.typed_values import STEPS, as_color, sanitized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.document.model import Document, Field, Form, Target

    Given = Mapping[int, tuple[str, ...]]
    """What was put into controls, by target number; -1 is a form's first hidden field, -2 its second."""

CHECKED = ("checkbox", "radio")
SUBMITS = ("submit", "image")
BUTTONS = (*SUBMITS, "reset", "button")
TEXTS = ("text", "search", "tel", "url", "email", "password", "number", "date", "month", "week", "time", "color",
         "datetime-local", "range", "textarea")  # fmt: skip
_WORDS = {
    "color": "colour",
    "datetime-local": "date and time",
    "email": "mail address",
    "image": "button",
    "radio": "radio button",
    "range": "number",
    "reset": "button",
    "select": "list",
    "submit": "button",
    "tel": "telephone number",
    "textarea": "lines of text",
    "url": "address",
}
"""What people call the kinds of controls that HTML has other words for."""

_ON = ("on", "true", "1", "yes", "checked", "ticked", "selected")
_OFF = ("off", "false", "0", "no", "unchecked", "unticked", "")
SHOWN = 20
"""Choices that a message names at most."""


class Control(Record):
    """One control of a form: its target number (less than 0 for a hidden field), what it is, and what stands in it."""

    number: int
    field: Field
    values: tuple[str, ...]
    edited: bool = False

    @property
    def text(self) -> str:
        """The first value, "" for none."""
        return self.values[0] if self.values else ""

    @property
    def name(self) -> str:
        """What to call it in a message."""
        return called(self.field)


def called(field: Field) -> str:
    """What to call a control: its label, else what stands in it for an example, and only then its name, for programs.

    https://www.w3.org/TR/html-aam-1.0/#accname-computation
    """
    return field.label.strip(" :*") or field.placeholder.strip(" :*") or field.name or kind_in_words(field)


def read_as(field: Field) -> str:
    """What to call a control to a person: as `called`, but of its name the words."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[\W_]+", " ", field.name).strip()
    said = words if len(words) > 2 and not any(map(str.isdigit, words)) else ""
    return field.label.strip(" :*") or field.placeholder or said or kind_in_words(field)


def kind_in_words(field: Field) -> str:
    """What the kind of a control is called: a date and time, no datetime-local."""
    return _WORDS.get(field.kind, field.kind)


def words_on(button: Target) -> str:
    """What stands on a button: an input's words may be its value, its picture's, or the browser's own."""
    return button.text.removeprefix("[").removesuffix("]").strip()


def name_of(target: Target) -> str:
    """What a target is called."""
    return called(target.field) if target.field is not None else target.text


def plain_name(target: Target) -> str:
    """The same as names are compared (`spelled`)."""
    return spelled(name_of(target))


def kind_of(field: Field) -> str:
    """The kind of a control; an input of a type that nobody knows is a text field."""
    return field.kind if field.kind in (*TEXTS, *CHECKED, *BUTTONS, "select", "file", "hidden") else "text"


def initial(field: Field) -> tuple[str, ...]:
    """What the page has in a control."""
    kind = kind_of(field)
    if kind in CHECKED:
        return (field.value or "on",) if field.checked else ()
    if kind == "select":
        chosen = tuple(o.value for o in field.options if o.selected and not o.disabled)
        return chosen if field.multiple else chosen[-1:]
    if kind == "file":
        return ()
    return (sanitized(field, field.value),)


def controls(document: Document, form: int, given: Given) -> tuple[Control, ...]:
    """The controls of a form with buttons and hidden fields, in the order in which they are sent."""
    own = document.forms[form]
    place = document.targets.place
    seen = [((place(n), 0), _control(n, f, given)) for n, f in document.targets.fields() if f.form == form]
    hidden = [((f.after, i), _control(-i, f, given)) for i, f in enumerate(own.hidden, 1)]
    return tuple(control for _, control in sorted((*seen, *hidden), key=lambda placed: placed[0]))


def _control(number: int, field: Field, given: Given) -> Control:
    values = given.get(number)
    return Control(number, field, initial(field) if values is None else values, values is not None)


def radio_group(fields: Sequence[tuple[int, Field]], field: Field) -> list[int]:
    """The numbers of the radio buttons of which only one is on at a time."""
    return [n for n, f in fields if f.kind == "radio" and f.name == field.name and f.form == field.form and f.name]


def put(document: Document, given: dict[int, tuple[str, ...]], number: int, values: tuple[str, ...]) -> list[int]:
    """Put values into the control of a target number; the numbers of all that hold something else now."""
    fields = list(document.targets.fields())
    field = dict(fields)[number]
    changed = [number]
    if field.kind == "radio" and values:
        changed += [n for n in radio_group(fields, field) if n != number]
    before = [given.get(n) for n in changed]
    for n in changed:
        given[n] = values if n == number else ()
    return [n for n, old in zip(changed, before, strict=True) if old != given[n]]


def _several(field: Field, words: str) -> list[str]:
    """The options that are named between commas, or set off otherwise, unless one is called so itself."""
    with suppress(ValidationFailed):
        choice(field, words)
        return [words]
    for between in (" and ", " & ", ";", " + "):
        with suppress(ValidationFailed):
            parts = words.replace(",", between).split(between)
            return [choice(field, part.strip()) for part in parts if part.strip()] or [words]
    return [word for part in words.split(",") if (word := part.strip())] or [words]


def accepted(field: Field, words: Sequence[str]) -> tuple[str, ...]:
    """What is to stand in a control for what a person or an agent says of it.

    A checkbox or radio button takes on, off or its own value, a select the values or labels of options (of several
    also between commas), a file field paths, any other control one text. Raises
    ValidationFailed for a choice that is not there.
    """
    kind = kind_of(field)
    if kind in CHECKED:
        own = field.value or "on"
        for word in words:
            if word not in (own, field.label) and word.lower() not in _ON + _OFF:
                raise _no_choice(field, word, [own])
        return (own,) if any(w in (own, field.label) or w.lower() in _ON for w in words) else ()
    if kind == "select":
        if field.multiple:
            words = [one for word in words for one in _several(field, word)]
        values = _choices(field, words)
        return values if field.multiple else values[-1:]
    if kind == "file":
        return tuple(word for word in words if word)
    return (typed(field, "\n".join(words)),)


def typed(field: Field, text: str) -> str:
    """What stands in a text field when a person typed this: what is no date or number stays, to be mended."""
    if field.kind == "color":
        return as_color(text) or text.strip()
    if field.kind in STEPS:
        return sanitized(field, text) if field.kind != "range" and sanitized(field, text) else text.strip()
    return sanitized(field, text)


def _choices(field: Field, words: Sequence[str]) -> tuple[str, ...]:
    """The values of the options that words say. Raises ValidationFailed, which knows what is meant by all of them."""
    values: list[str] = []
    right: list[str] = []
    wrong: ValidationFailed | None = None
    for word in words:
        try:
            values.append(choice(field, word))
            right.append(word)
        except ValidationFailed as error:
            wrong, near = wrong or error, error.context.get("near")
            right += near[:1] if isinstance(near, list) else []
    if wrong is None:
        return tuple(values)
    if len(words) > 1 and len(right) == len(words):
        wrong.context["right"] = right
    raise wrong


def choice(field: Field, word: str) -> str:
    """The value of the option that has this value or label. Raises ValidationFailed."""
    there = [o for o in field.options if not o.disabled]
    folded = word.casefold().strip()
    for option in there:
        if word in (option.value, option.label):
            return option.value
    for option in there:
        if option.label.casefold() == folded:
            return option.value
    values = {o.value.casefold(): o for o in there}
    if folded and folded in values:
        return values[folded].value
    raise _no_choice(field, word, [o.label for o in field.options])


def _no_choice(field: Field, word: str, there: Sequence[str]) -> ValidationFailed:
    named = ", ".join(there[:SHOWN])
    words = f"{called(field)} has no choice {word!r}; there are: {named}"
    begun = word.casefold().split()[:1]
    called_so = field.kind in CHECKED and word.strip() and word.casefold().strip() in field.label.casefold()
    if called_so or (field.kind in CHECKED and begun and begun[0] in _ON + _OFF):
        near = ["on" if called_so or begun[0] in _ON else "off"]
        return ValidationFailed(words, actions=(), fields=(field.name,), given=word, near=near)
    from lightterm.session.likeness import closest
    from lightterm.session.near_choices import counted, nearest

    what, told, bare = word[:100].partition("=")  # as other tools say it: index=1, label=North
    if told and what.strip() == "index":
        near = counted(bare, there)
    elif word.strip().isdecimal() and not any(map(str.isdecimal, "".join(there))):
        near = counted(word, there)
    else:
        said = bare if told and what.strip() in ("label", "value", "text") else word[:100]
        near = nearest(said, there) or _without_label(field, said) or closest(said, there)
    return ValidationFailed(words, actions=(), fields=(field.name,), given=word, near=near)


def _without_label(field: Field, word: str) -> list[str]:
    """The one choice that is meant by the words of a value which the field is not called by: "dbl room" of "Room"."""
    from lightterm.session.near_choices import nearest
    from lightterm.session.same_words import plain_words

    own = set(plain_words(called(field)))
    said = [one for one in plain_words(word) if one not in own and one.removesuffix("s") not in own]
    by_value = [o.label for o in field.options if len(o.value) > 1 and o.value.casefold() in said and not o.disabled]
    if len(by_value) == 1 or not said:
        return by_value[:1] if len(by_value) == 1 else []
    return nearest(" ".join(said), [o.label for o in field.options]) if len(said) < len(plain_words(word)) else []


# --- values by name, as `--form NAME=VALUE` and agents give them


def named(document: Document, form: int, values: Sequence[tuple[str, str]]) -> dict[int, tuple[str, ...]] | None:
    """What is given to controls by name or label, by number; None when the form lacks one of them.

    Several controls of one name take one value each, in order; the last, and one that holds many, takes the rest.
    Buttons take nothing. Raises ValidationFailed for a choice that is not there.
    """
    there = [c for c in controls(document, form, {}) if not c.field.disabled]
    words: dict[str, list[str]] = {}
    for wanted, value in values:
        name = _find([c.field for c in there], wanted)
        if name is None:
            return None
        words.setdefault(name, []).append(value)
    given: dict[int, tuple[str, ...]] = {}
    for name, own in words.items():
        _share([c for c in there if c.field.name == name and c.field.kind not in BUTTONS], own, given)
    return given


def _find(fields: Sequence[Field], wanted: str) -> str | None:
    """The name of the field that `wanted` means."""
    if any(f.name == wanted for f in fields):
        return wanted
    folded = wanted.casefold().strip(" :*")
    return next((f.name for f in fields if f.name and f.label.casefold().strip(" :*") == folded), None)


def _share(own: list[Control], words: list[str], given: dict[int, tuple[str, ...]]) -> None:
    """Give the words to the controls of one name."""
    checked = [c for c in own if c.field.kind in CHECKED]
    _check_choices(checked, words)
    there = [c.field.value or "on" for c in checked]
    for control in checked:
        value = control.field.value or "on"
        switched = control.field.kind == "checkbox" and any(w in _ON and w not in there for w in words)
        given[control.number] = (value,) if value in words or switched else ()
    rest = [c for c in own if c.field.kind not in CHECKED]
    left = list(words)
    for control in rest:
        count = len(left) if control is rest[-1] or control.field.multiple else 1
        taken, left = left[:count], left[count:]
        if not taken:
            continue
        many = control.field.multiple or control.field.kind in ("select", "file")
        given[control.number] = accepted(control.field, taken) if many else tuple(taken)


def _check_choices(checked: list[Control], words: list[str]) -> None:
    there = [c.field.value or "on" for c in checked]
    switches = _ON + _OFF if any(c.field.kind == "checkbox" for c in checked) else ()
    for word in words if checked else ():
        if word not in there and word not in switches:
            field = checked[0].field
            raise _no_choice(field.replace(label=""), word, there)


def pressed(document: Document, form: int, values: Sequence[tuple[str, str]]) -> int:
    """The number of the button that submits: the one named, else the form's first, 0 for none."""
    fields = [(n, f) for n, f in document.targets.fields() if f.form == form]
    buttons = [(n, f) for n, f in fields if f.kind in (*SUBMITS, "button") and not f.disabled]
    buttons.sort(key=lambda each: each[1].kind == "button")  # a plain one only where there is no other
    for name, value in values:
        own = [(n, f) for n, f in buttons if f.name == name]
        if own:
            return next((n for n, f in own if value in (f.value, f.label)), own[0][0])
    return buttons[0][0] if buttons else 0


def default_button(document: Document, form: int) -> int:
    """The number of a form's first submit button that can be pressed, 0 for none."""
    return next((n for n, f in document.targets.fields() if f.form == form and f.kind in SUBMITS), 0)


BLOCKING = ("text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local",
            "number")  # fmt: skip


def submits_implicitly(document: Document, form: int) -> bool:
    """Whether Enter in a text field sends the form: it has a submit button, or only one such field.

    https://html.spec.whatwg.org/#implicit-submission
    """
    if default_button(document, form):
        return True
    return is_only_text(document, form)


def is_only_text(document: Document, form: int) -> bool:
    """Whether a form has no more than one line of text to fill in."""
    texts = [f for _, f in document.targets.fields() if f.form == form and kind_of(f) in BLOCKING]
    return len(texts) <= 1


def form_of(document: Document, field: Field) -> Form:
    """The form a control belongs to. Raises ValidationFailed."""
    if not 0 <= field.form < len(document.forms):
        raise ValidationFailed(f"{called(field)} belongs to no form", actions=())
    return document.forms[field.form]
