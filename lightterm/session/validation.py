"""HTML's checks of what stands in a form, with messages in plain words.

https://html.spec.whatwg.org/#constraints
"""

from __future__ import annotations

from lightterm.errors import ValidationFailed
from lightterm.records import Record
from lightterm.session.controls import BUTTONS, CHECKED, kind_of
from lightterm.session.typed_values import (
    EXAMPLES,
    STEPS,
    as_color,
    attribute,
    limits,
    step_of,
    to_number,
    to_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from lightterm.document.model import Field
    from lightterm.session.controls import Control

REQUIRED = {
    "checkbox": "tick it",
    "radio": "choose one of them",
    "select": "choose one",
    "file": "choose a file",
}
_ATOM = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$%&'*+/=?^_`{|}~-")
_NOT_CHECKED = (*BUTTONS, "hidden")
_PATTERNED = ("text", "search", "url", "tel", "email", "password")
_SIZED = (*_PATTERNED, "textarea")


class Problem(Record):
    """What is wrong with a control: its target number, what it is called, and what to do about it in words."""

    number: int
    name: str
    message: str
    missing: bool = False


def problems(controls: Sequence[Control]) -> tuple[Problem, ...]:
    """What is wrong with the controls of a form, in their order; a group of radio buttons is one."""
    found = []
    groups: set[str] = set()
    for control in controls:
        field = control.field
        if field.kind == "radio" and field.name:
            if field.name in groups:
                continue
            own = [c for c in controls if c.field.kind == "radio" and c.field.name == field.name]
            if any(c.field.required for c in own):
                groups.add(field.name)
                if not any(c.values for c in own):
                    found.append(Problem(control.number, field.name, REQUIRED["radio"], True))
            continue
        message = problem(control)
        if message:
            found.append(Problem(control.number, control.name, message, _is_missing(control)))
    return tuple(found)


def told(wrong: Sequence[Problem]) -> ValidationFailed:
    """The problems as an error whose context has the `fields`."""
    missing = [p.name for p in wrong if p.missing]
    words = [f"required and not filled in: {', '.join(missing)}"] if missing else []
    words += [f"{p.name}: {p.message}" for p in wrong if not p.missing]
    return ValidationFailed("; ".join(words), fields=tuple(p.name for p in wrong))


def problem(control: Control) -> str:
    """What is wrong with one control, "" for nothing."""
    field = control.field
    if kind_of(field) in _NOT_CHECKED or field.disabled or (field.readonly and field.kind not in CHECKED):
        return ""
    if _is_missing(control):
        return REQUIRED.get(field.kind, "fill it in")
    if not control.text or kind_of(field) in (*CHECKED, "select", "file"):
        return ""
    for check in (_kind, _size, _pattern, _range, _step):
        message = check(control)
        if message:
            return message
    return ""


def _is_missing(control: Control) -> bool:
    field = control.field
    if not field.required or field.kind in ("range", "color"):
        return False
    return not any(control.values)


# --- one check each


def _kind(control: Control) -> str:
    field, text = control.field, control.text
    if field.kind in STEPS:
        return "" if to_number(field.kind, text) is not None else _unread(field, text)
    if field.kind == "color":
        return "" if as_color(text) else f"{text!r} is not {EXAMPLES['color']}"
    if field.kind == "email":
        for part in text.split(",") if field.multiple else (text,):
            message = _mail(part.strip())
            if message:
                return message
    if field.kind == "url" and not _is_absolute(text):
        return f"{text!r} is no full address: it begins with a scheme, as in https://example.org/"
    return ""


def _unread(field: Field, text: str) -> str:
    """What is wrong with a text that is no number, date or time as it stands."""
    from lightterm.session.said_values import readings

    several = readings(field, text)
    if len(several) > 1:
        return f"{text.strip()!r} may be {' or '.join(several)}; write the one you mean"
    return f"{text!r} is not {EXAMPLES[field.kind]}"


def _mail(text: str) -> str:
    """What is wrong with a mail address. https://html.spec.whatwg.org/#valid-e-mail-address"""
    local, at, domain = text.rpartition("@")
    if not at:
        return f"{text!r} is no mail address: there is no @ in it"
    if not local or not domain:
        return f"{text!r} is no mail address: nothing stands {'behind' if local else 'before'} the @"
    if not _ATOM.issuperset(local):
        return f"{text!r} is no mail address: {local!r} cannot stand before the @"
    labels = _ascii(domain).split(".")
    sound = all(
        0 < len(label) < 64 and label[0] != "-" and label[-1] != "-" and label.replace("-", "").isalnum()
        for label in labels
    )
    return "" if sound and _ascii(domain).isascii() else f"{text!r} is no mail address: {domain!r} is no host"


def _ascii(domain: str) -> str:
    if domain.isascii():
        return domain
    from lightterm.errors import UrlInvalid
    from lightterm.fetch.hosts import to_ascii

    try:
        return to_ascii(domain)
    except UrlInvalid:
        return domain


def _is_absolute(text: str) -> bool:
    scheme, colon, rest = text.partition(":")
    if not colon or not scheme[:1].isalpha() or not scheme.isascii():
        return False
    if not scheme.replace("+", "").replace("-", "").replace(".", "").isalnum():
        return False
    if scheme.lower() not in ("http", "https", "ftp", "ws", "wss"):
        return True
    from lightterm.errors import RefusedError
    from lightterm.fetch.weburl import parse

    try:
        return bool(parse(f"https:{rest}").authority)
    except RefusedError:
        return False


def _size(control: Control) -> str:
    """Lengths are checked of what was typed only, and counted in UTF-16 units as JavaScript does."""
    field = control.field
    if not control.edited or kind_of(field) not in _SIZED:
        return ""
    size = len(control.text.encode("utf-16-le", "surrogatepass")) // 2
    least, most = _count(field, "minlength"), _count(field, "maxlength")
    if most is not None and size > most:
        return f"at most {most} characters, there are {size}"
    return f"at least {least} characters, there are {size}" if least is not None and size < least else ""


def _count(field: Field, name: str) -> int | None:
    text = attribute(field, name).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _pattern(control: Control) -> str:
    field = control.field
    source = attribute(field, "pattern")
    if not source or kind_of(field) not in _PATTERNED:
        return ""
    from lightterm.session.js_pattern import matches

    parts = control.text.split(",") if field.kind == "email" and field.multiple else [control.text]
    if all(matches(source, part) for part in parts):
        return ""
    title = attribute(field, "title")
    named = title and title != field.label
    return f"not as asked for: {title}" if named else f"it does not match the pattern {source}"


def _range(control: Control) -> str:
    field = control.field
    if field.kind not in STEPS:
        return ""
    number = to_number(field.kind, control.text)
    low, high = limits(field)
    if number is None:
        return ""
    if field.kind == "time" and low is not None and high is not None and low > high:
        within = number >= low or number <= high  # over midnight
        return "" if within else f"from {_shown(field, low)} to {_shown(field, high)}"
    if low is not None and number < low:
        return f"not before {_shown(field, low)}" if field.kind in _DATED else f"at least {_shown(field, low)}"
    if high is not None and number > high:
        return f"not after {_shown(field, high)}" if field.kind in _DATED else f"at most {_shown(field, high)}"
    return ""


_DATED = ("date", "month", "week", "time", "datetime-local")


def _shown(field: Field, number: Fraction) -> str:
    return to_text(field.kind, number) or str(number)


def _step(control: Control) -> str:
    field = control.field
    number = to_number(field.kind, control.text) if field.kind in STEPS else None
    step = step_of(field) if number is not None else None
    if number is None or step is None or (number - step[1]) % step[0] == 0:
        return ""
    below = step[1] + (number - step[1]) // step[0] * step[0]
    low, high = limits(field)
    near = [n for n in (below, below + step[0]) if (low is None or n >= low) and (high is None or n <= high)]
    return f"the nearest values are {' and '.join(_shown(field, n) for n in near)}"
