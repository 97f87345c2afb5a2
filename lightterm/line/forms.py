"""Forms, a field at a time: each is asked for by what it is called, checked, and sent as the page says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lightterm.document.fill import filled
from lightterm.errors import ValidationFailed
from lightterm.session.controls import (
    BUTTONS,
    CHECKED,
    SUBMITS,
    Control,
    accepted,
    called,
    default_button,
    form_of,
    initial,
    put,
)
from lightterm.session.fillings import fillings
from lightterm.session.form_words import doubts, pairs, way
from lightterm.session.forms import checked, sending
from lightterm.session.validation import problem, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Field
    from lightterm.line.front import LineMode
    from lightterm.session.forms import Sending
    from lightterm.session.tab import Visit


def filled_blocks(visit: Visit) -> list[Block]:
    """The blocks of a visit's page with what was put into its fields."""
    assert visit.page is not None
    document = visit.page.document
    changed = fillings(document, visit.given)
    return [filled(block, changed) for block in document.blocks] if changed else document.blocks


# --- what is there


def shown(front: LineMode) -> Visit:
    """The page that is shown, loaded. Raises ValidationFailed."""
    visit = front.visit
    if visit is None or visit.page is None:
        raise ValidationFailed("no page is open", actions=())
    return visit


def field_of(front: LineMode, number: int) -> Field:
    """The control of a target number. Raises ValidationFailed."""
    targets = front.view.document.targets
    field = targets[number].field if 1 <= number <= len(targets) else None
    if field is None:
        raise ValidationFailed(f"[{number}] is no field", actions=())
    return field


def values_of(front: LineMode, number: int) -> tuple[str, ...]:
    """What stands in a field."""
    values = shown(front).given.get(number)
    return initial(field_of(front, number)) if values is None else values


# --- filling in


def act_on(front: LineMode, number: int, where: str) -> None:
    """Do what Enter on a field or button does: ask for its value, tick it, press it. Raises ValidationFailed."""
    field = field_of(front, number)
    if field.kind in SUBMITS:
        submit(front, number, where)
    elif field.kind == "reset":
        reset(front, number)
    elif field.kind == "button":
        raise ValidationFailed(f"{called(field)} does something only by a script of the page", actions=())
    elif field.kind in CHECKED:
        on = not values_of(front, number) or field.kind == "radio"
        fill_in(front, number, (field.value or "on",) if on else ())
    elif field.kind == "select":
        _choose(front, number, field)
    else:
        _type(front, number, field)


def _choose(front: LineMode, number: int, field: Field) -> None:
    options = [option for option in field.options if not option.disabled]
    now = values_of(front, number)
    labels = [option.label + " (chosen)" * (option.value in now) for option in options]
    at = front.choose(f"{called(field)} (Enter leaves it)", labels)
    if at is None:
        return
    value = options[at].value
    if field.multiple:
        fill_in(front, number, tuple(v for v in now if v != value) if value in now else (*now, value))
    else:
        fill_in(front, number, (value,))


def _type(front: LineMode, number: int, field: Field) -> None:
    if field.kind == "textarea" and front.console.asks:
        text = next(iter(values_of(front, number)), "")
        front.edit(text, ".txt", lambda edited: fill_in(front, number, accepted(field, [edited.removesuffix("\n")])))
        return
    asked = f"{called(field)}{' (required)' * field.required}: "
    if field.kind == "password":
        text_or_none = front.console.secret(asked)
    else:
        text_or_none = front.console.read(asked, next(iter(values_of(front, number)), ""))
    if text_or_none is not None:
        say_in(front, number, [text_or_none])


def say_in(front: LineMode, number: int, words: Sequence[str]) -> None:
    """Put in what a command says: a text, an option, on or off, a path. Raises ValidationFailed."""
    field = _changeable(front, number)
    values = accepted(field, words)
    if field.kind == "file":
        values = tuple(os.path.expanduser(path) for path in values)
        missing = [path for path in values if not os.path.isfile(path)]
        if missing:
            raise ValidationFailed(f"{missing[0]}: no such file", actions=())
    wrong = problem(Control(number, field.replace(required=False), values, True))
    if wrong:
        raise ValidationFailed(f"{called(field)}: {wrong}", actions=())
    fill_in(front, number, values)


def _changeable(front: LineMode, number: int) -> Field:
    field = field_of(front, number)
    if field.kind in BUTTONS:
        raise ValidationFailed(f"[{number}] is a button: follow {number} presses it", actions=())
    if field.disabled or field.readonly:
        raise ValidationFailed(f"{called(field)} cannot be changed", actions=())
    return field


def fill_in(front: LineMode, number: int, values: tuple[str, ...]) -> None:
    """Put values into a field and say so. Raises ValidationFailed."""
    field = _changeable(front, number)
    visit = shown(front)
    if field.kind == "password":
        visit.secrets[number] = values
    else:
        put(front.view.document, visit.drafts, number, values)
    front.view.refill(filled_blocks(visit))
    front.say(f"[{number}] {stated(field, values)}")


def stated(field: Field, values: Sequence[str]) -> str:
    """A field and what stands in it, in words; of a password only whether there is one."""
    if field.kind == "password":
        text = "filled in" if any(values) else "empty"
    elif field.kind in CHECKED:
        text = "on" if values else "off"
    elif field.kind == "select":
        text = ", ".join(option.label for option in field.options if option.value in values) or "nothing chosen"
    else:
        text = ", ".join(value.replace("\n", " / ") for value in values) or "empty"
    return f"{called(field)}: {text}"


# --- whole forms


def form_number(front: LineMode, number: int) -> int:
    """The form of a field, or the page's only one. Raises ValidationFailed."""
    document = front.view.document
    if number:
        field = field_of(front, number)
        form_of(document, field)
        return field.form
    if not document.forms:
        raise ValidationFailed("there is no form on the page", actions=())
    if len(document.forms) > 1:
        raise ValidationFailed("the page has several forms: say which, by the number of a field", actions=())
    return 0


def to_be_sent(front: LineMode, number: int) -> Sending:
    """What the form of a field or button sends now. Raises ValidationFailed."""
    form = form_number(front, number)
    visit, document = shown(front), front.view.document
    pressed = number if number and field_of(front, number).kind in SUBMITS else default_button(document, form)
    charset = visit.page.snapshot.charset if visit.page is not None else ""
    return sending(document, form, visit.given, charset, pressed)


def submit(front: LineMode, number: int, where: str) -> None:
    """Send a form, after a question where it goes to another site or a password could be seen on the way."""
    ready = to_be_sent(front, number)
    pressed = number if number and field_of(front, number).kind in SUBMITS else 0
    visit = shown(front)
    wrong = checked(front.view.document, ready.form, visit.given, pressed)
    if wrong:
        raise told(wrong)
    doubtful = doubts(ready)
    if not doubtful:
        _send(front, ready, where)
        return

    def answered(answer: str) -> None:
        if answer == "send":
            _send(front, ready, where)
        else:
            front.say("nothing was sent")

    front.ask("\n".join([*doubtful, *described(ready)]), ("send", "no"), "no", answered)


def described(ready: Sending) -> list[str]:
    """What is sent, and where, a line each."""
    return [way(ready), *(f"{name}: {value}" for name, value in pairs(ready))]


def _send(front: LineMode, ready: Sending, where: str) -> None:
    from lightterm.loading import onward

    visit = shown(front)
    request = ready.request()
    assert visit.page is not None
    ahead = onward(visit.page, request.url)
    request = ahead.replace(method=request.method, data=request.data, headers=request.headers + ahead.headers)
    for number, field in front.view.document.targets.fields():
        if field.form == ready.form:
            visit.drafts.pop(number, None)
            visit.secrets.pop(number, None)
    front.open(request, where)


def reset(front: LineMode, number: int) -> None:
    """Put back what the page had in a form."""
    form = form_number(front, number)
    visit = shown(front)
    for target, field in front.view.document.targets.fields():
        if field.form == form:
            visit.drafts.pop(target, None)
            visit.secrets.pop(target, None)
    front.view.refill(filled_blocks(visit))
    front.say("the form is as the page had it")
