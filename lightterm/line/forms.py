"""Forms, a field at a time: each is asked for by what it is called, checked, and sent as the page says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lightterm.commands.complete import Offer
from lightterm.errors import ValidationFailed
from lightterm.fetch.url_display import display_url
from lightterm.line.choices import choices
from lightterm.session import form_state
from lightterm.session.controls import BUTTONS, CHECKED, SUBMITS, accepted, initial, kind_in_words, read_as, words_on
from lightterm.session.fillings import filled_blocks
from lightterm.session.form_words import DOTS, doubts, pairs, way
from lightterm.session.forms import checked
from lightterm.session.heard import is_heard
from lightterm.session.mail_forms import is_mail, mail_address
from lightterm.session.typed_values import EXAMPLES, attribute
from lightterm.session.validation import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.commands.complete import Source
    from lightterm.document.model import Document, Field
    from lightterm.line.front import LineMode
    from lightterm.session.forms import Sending
    from lightterm.session.tab import Visit

SUGGESTED = 8
"""Suggestions of a field that are read out."""

NAMED = frozenset("date month week time datetime-local color number range password email url file".split())
"""Kinds of fields that are told where fields are listed: what stands in them does not say it."""


# --- what is there


def shown(front: LineMode) -> Visit:
    """The page that is shown, loaded. Raises ValidationFailed."""
    visit = front.visit
    if visit is None or visit.page is None:
        raise ValidationFailed("no page is open", actions=())
    return visit


def values_of(front: LineMode, number: int) -> tuple[str, ...]:
    """What stands in a field. Raises ValidationFailed."""
    return form_state.values_of(shown(front), front.view.document, number)


def listed(front: LineMode) -> list[str]:
    """Every field of the page by its number, and what stands in it, form by form. Raises ValidationFailed."""
    document = front.view.document
    fields = list(document.targets.fields())
    if not fields:
        raise ValidationFailed("the page has no fields", actions=())
    lines: list[str] = []
    of, chosen = None, choices(document)
    for number, field in fields:
        if field.form != of:
            of = field.form
            lines.append(f"Form {of + 1}, {_way(document, of)}" if of >= 0 else "In no form")
        if number in chosen:
            lines.append(f"{chosen[number]}:")
        lines.append(field_in_words(front, number, field))
    return lines


def field_in_words(front: LineMode, number: int, field: Field) -> str:
    """A field or button in a line, with its number and what stands in it. Raises ValidationFailed."""
    said = (
        f"{words_on(front.view.document.targets[number]) or read_as(field)} (button)"
        if field.kind in BUTTONS
        else form_state.stated(field, shown(front).given.get(number, initial(field)), read_as(field))
    )
    notes = [
        note
        for note in ("required" * field.required, kind_in_words(field) if field.kind in NAMED else "")
        if note and note not in said.lower()
    ]
    return f"[{number}] {said}{' (' + ', '.join(notes) + ')' if notes else ''}"


def _way(document: Document, form: int) -> str:
    """How a form is sent, and where."""
    sent = document.forms[form]
    return f"{sent.method.upper()} to {display_url(sent.action)}"


# --- filling in


def act_on(front: LineMode, number: int, where: str) -> None:
    """Do what Enter on a field or button does: ask for its value, tick it, press it. Raises ValidationFailed."""
    field = form_state.field_of(front.view.document, number)
    if field.kind in SUBMITS and field.form >= 0:
        submit(front, number, where)
    elif field.kind == "reset":
        reset(front, number)
    elif field.kind in BUTTONS:
        from lightterm.line.pressing import press_live

        press_live(front, front.view.document.targets[number])
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
    if field.multiple:
        several = front.choose_several(f"{read_as(field)}, each number chooses or drops one (Enter leaves it)", labels)
        turned = {options[at].value for at in several}
        if several:
            fill_in(front, number, tuple(o.value for o in options if (o.value in now) != (o.value in turned)))
        return
    at = front.choose(f"{read_as(field)} (Enter leaves it)", labels)
    if at is not None:
        fill_in(front, number, (options[at].value,))


def _type(front: LineMode, number: int, field: Field) -> None:
    if field.kind == "textarea" and front.console.asks:
        _type_lines(front, number, field)
        return
    wanted = _wanted(field)
    asked = f"{read_as(field)}{f' ({wanted})' if wanted else ''}: "
    if field.kind == "password":
        text_or_none = front.console.secret(asked)
    else:
        text_or_none = front.console.read(asked, next(iter(values_of(front, number)), ""), offers=_offers(field))
    if text_or_none is not None:
        say_in(front, number, [text_or_none])


def _offers(field: Field) -> Source | None:
    """What may stand in a field, where that can be told: files, or what the page suggests."""
    if field.kind == "file":
        from lightterm.commands.sources import paths

        return paths
    known = [option.value or option.label for option in field.options]
    if not known:
        return None

    def fitting(typed: str) -> Iterator[Offer]:
        return (Offer(text) for text in known if text.casefold().startswith(typed.casefold()))

    return fitting


def _wanted(field: Field) -> str:
    """What is to be put into a field, as far as the page says so: nobody is to find it out by mistakes."""
    least, most = attribute(field, "min"), attribute(field, "max")
    known = [option.label or option.value for option in field.options]
    parts = [
        "required" * field.required,
        EXAMPLES.get(field.kind, ""),
        f"from {least}" * bool(least) + " " * bool(least and most) + f"to {most}" * bool(most),
        attribute(field, "title") if attribute(field, "pattern") else "",
        f"suggestions: {', '.join(known[:SUGGESTED])}{', …' * (len(known) > SUGGESTED)}" if known else "",
    ]
    return "; ".join(part for part in parts if part)


def _type_lines(front: LineMode, number: int, field: Field) -> None:
    """Ask for several lines, as mail does: an editor would paint the screen, where a person has to ask for that."""
    text = next(iter(values_of(front, number)), "")
    told = [f"{read_as(field)}: type its lines; a dot alone ends, ~e opens the editor", *text.splitlines()]
    front.console.tell("\n".join([*told, *(["These stay if you type none."] if text else [])]))

    def take(text: str) -> None:
        fill_in(front, number, accepted(field, [text]))

    lines: list[str] = []
    while (line := front.console.read("> ")) not in (None, "."):
        if line == "~e":
            front.edit("\n".join(lines) or text, ".txt", lambda edited: take(edited.removesuffix("\n")))
            return
        lines.append(line[1:] if line[:2] in ("..", "~~") else line)
    if lines:
        take("\n".join(lines))


def say_in(front: LineMode, number: int, words: Sequence[str]) -> None:
    """Put in what a command says: a text, an option, on or off, a path. Raises ValidationFailed."""
    field = _changeable(front, number)
    if field.kind == "file":
        words = [os.path.expanduser(path) for path in _paths(field, words)]
        missing = [path for path in words if path and not os.path.isfile(path)]
        if missing:
            raise ValidationFailed(f"{missing[0]}: no such file", actions=())
    words, told = form_state.said_words(front.view.document, number, words)
    fill_in(front, number, form_state.meant(front.view.document, number, words), told)


def _paths(field: Field, words: Sequence[str]) -> Sequence[str]:
    """The files that a person names; several in a line, as a shell takes them, where the field takes several."""
    if not field.multiple or len(words) != 1 or os.path.isfile(os.path.expanduser(words[0])):
        return words
    import shlex

    try:
        return shlex.split(words[0]) or words
    except ValueError:  # a quotation mark in a name
        return words


def _changeable(front: LineMode, number: int) -> Field:
    field = form_state.field_of(front.view.document, number)
    if field.kind in BUTTONS:
        raise ValidationFailed(f"[{number}] is a button: follow {number} presses it", actions=())
    return form_state.changeable(front.view.document, number)


def fill_in(front: LineMode, number: int, values: tuple[str, ...], told: str = "") -> None:
    """Put values into a field and say so, or what is `told` of it. Raises ValidationFailed."""
    field = _changeable(front, number)
    visit = shown(front)
    form_state.put_in(visit, front.view.document, number, values)
    front.view.refill(filled_blocks(visit))
    front.say(f"[{number}] {told or form_state.stated(field, values, read_as(field))}")
    from lightterm.line.pressing import is_heard, tell_scripts

    if is_heard(front, front.view.document.targets[number]):
        tell_scripts(front, number, values)


# --- whole forms


def to_be_sent(front: LineMode, number: int) -> Sending:
    """What the form of a field or button sends now. Raises ValidationFailed."""
    visit, document = shown(front), front.view.document
    form = form_state.form_number(document, number)
    return form_state.to_be_sent(visit, document, form, form_state.pressed_button(document, number))


def submit(front: LineMode, number: int, where: str) -> None:
    """Send a form, after a question where it goes to another site or a password could be seen on the way."""
    ready = to_be_sent(front, number)
    visit, document = shown(front), front.view.document
    wrong = checked(document, ready.form, visit.given, form_state.pressed_button(document, number))
    if wrong:
        raise told([each.replace(name=f"[{each.number}] {each.name}") for each in wrong])
    doubtful, button = doubts(ready), form_state.pressed_button(document, number)
    if not doubtful:
        _send(front, ready, where, button)
        return

    def answered(answer: str) -> None:
        if answer == "send":
            _send(front, ready, where, button)
        else:
            front.say("nothing was sent")

    front.ask("\n".join([*doubtful, *described(front, ready)]), ("send", "no"), "no", answered)


def described(front: LineMode, ready: Sending) -> list[str]:
    """What is sent, and where, a line each."""
    hidden = "filled in, not shown" if front.view.aloud else DOTS
    shown = ((name, hidden if value == DOTS else value) for name, value in pairs(ready))
    return [way(ready), *(f"{name}: {value or 'empty'}" for name, value in shown)]


def _send(front: LineMode, ready: Sending, where: str, button: int) -> None:
    visit = shown(front)
    assert visit.page is not None
    form, page = front.view.document.forms[ready.form], visit.page
    if page.snapshot.live is not None or is_heard(front.session, page, form):
        own = next((n for n, f in front.view.document.targets.fields() if f.form == ready.form), 0)
        if button or own:
            from lightterm.line.pressing import press_live

            press_live(front, front.view.document.targets[button or own], "click" if button else "submit")
            return
    if is_mail(ready):
        from lightterm.commands.elsewhere import is_ours

        is_ours(front, mail_address(ready), ready.page)
        return
    request = form_state.request_of(ready, visit.page)
    for number in form_state.fields_of(front.view.document, ready.form):
        visit.secrets.pop(number, None)  # the others are there when one goes back to correct what was sent
    front.open(request, where)


def reset(front: LineMode, number: int) -> None:
    """Put back what the page had in a form."""
    visit, document = shown(front), front.view.document
    form_state.empty(visit, form_state.fields_of(document, form_state.form_number(document, number)))
    front.view.refill(filled_blocks(visit))
    front.say("the form is as the page had it")
