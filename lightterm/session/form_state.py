"""The fields and forms of a page in a visit: read, filled in, put back and made ready to be sent; for every front end.

What was put in lies in the visit's `drafts`, passwords in its `secrets`; what is wrong is a ValidationFailed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

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
    kind_of,
    put,
    typed,
)
from lightterm.session.forms import sending
from lightterm.session.meant_values import likely
from lightterm.session.validation import problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lightterm.document.model import Document, Field
    from lightterm.fetch.model import Request
    from lightterm.loading import Page
    from lightterm.session.controls import Given
    from lightterm.session.forms import Sending
    from lightterm.session.tab import Visit

ALWAYS_CHANGEABLE = (*CHECKED, "select", "file", "range", "color")
"""Kinds that `readonly` does not apply to (https://html.spec.whatwg.org/#the-readonly-attribute)."""


# --- what is there


def field_of(document: Document, number: int) -> Field:
    """The control of a target number. Raises ValidationFailed."""
    targets = document.targets
    field = targets[number].field if number in targets else None
    if field is None:
        raise ValidationFailed(f"[{number}] is no field", actions=())
    return field


def values_of(visit: Visit, document: Document, number: int) -> tuple[str, ...]:
    """What stands in a field. Raises ValidationFailed."""
    given = visit.given.get(number)
    return initial(field_of(document, number)) if given is None else given


def stated(field: Field, values: Sequence[str], name: str = "") -> str:
    """A field, by `name` or what it is `called`, and what stands in it, in words; of a password only whether there is
    one, of files their names.

    A radio button without a label is called by a name it shares with others: which one it is its value says.
    """
    if field.kind == "password":
        text = "filled in" if any(values) else "empty"
    elif field.kind == "radio" and values and not field.label:
        text = ", ".join(values)
    elif field.kind in CHECKED:
        text = "on" if values else "off"
    elif field.kind == "select":
        text = ", ".join(option.label for option in field.options if option.value in values) or "nothing chosen"
    else:
        shown = (os.path.basename(v) if field.kind == "file" else v.replace("\n", " / ") for v in values)
        text = ", ".join(shown) or "empty"
    return f"{name or called(field)}: {text}"


# --- filling in


def changeable(document: Document, number: int) -> Field:
    """The control, if it can be changed. Raises ValidationFailed."""
    field = field_of(document, number)
    if field.kind in BUTTONS:
        raise ValidationFailed(f"[{number}] is a button", actions=())
    if field.disabled or (field.readonly and field.kind not in ALWAYS_CHANGEABLE):
        raise ValidationFailed(f"{called(field)} cannot be changed", actions=())
    return field


def said(document: Document, number: int, text: str) -> tuple[str, str]:
    """What a person means by a text in a field that does not take it as it stands: (value, words to tell).

    Value "" where that is not plain; no words where nothing is to be told.
    """
    field = field_of(document, number)
    wrong = problem(Control(number, field.replace(required=False), (typed(field, text),), True))
    if not wrong or field.kind == "password":
        return "", ""
    from datetime import datetime

    from lightterm.session.field_words import name_on_page
    from lightterm.session.said_values import refusal, said_value

    now = datetime.now()
    value = said_value(field, text, now)
    if value:
        return value, f"{name_on_page(document, number)}: {value} will be sent for {text.strip()!r}"
    return "", f"{name_on_page(document, number)}: {refusal(field, text, now) or wrong}"


def said_words(document: Document, number: int, words: Sequence[str]) -> tuple[Sequence[str], str]:
    """The words of a person for a field as it takes them, and what is to be told of that; see `said`.

    Raises ValidationFailed for words that the field does not take.
    """
    if len(words) != 1 or kind_of(field_of(document, number)) in (*CHECKED, "select", "file"):
        return words, ""
    value, told = said(document, number, words[0])
    if told and not value:
        raise ValidationFailed(told, actions=())
    return ([value], told) if value else (words, "")


def meant(document: Document, number: int, words: Sequence[str]) -> tuple[str, ...]:
    """What is to stand in a field for what is said of it, checked as HTML checks it. Raises ValidationFailed."""
    field = changeable(document, number)
    values = accepted(field, words)
    wrong = problem(Control(number, field.replace(required=False), values, True))
    if wrong:
        said = f"{called(field)}: {wrong}"
        raise ValidationFailed(said, actions=(), **likely(field, "\n".join(words)))
    return values


def put_in(visit: Visit, document: Document, number: int, values: tuple[str, ...]) -> list[int]:
    """Put values into a field; the numbers of all that stand otherwise now. Raises ValidationFailed."""
    if changeable(document, number).kind == "password":
        visit.secrets[number] = values
        return [number]
    return [number, *put(document, visit.drafts, number, values)]


def empty(visit: Visit, numbers: Iterable[int]) -> None:
    """Take out what was put into fields: the page's own values stand there again."""
    for number in numbers:
        visit.drafts.pop(number, None)
        visit.secrets.pop(number, None)


# --- whole forms


def form_number(document: Document, number: int) -> int:
    """The form of a field, or with 0 the page's only one. Raises ValidationFailed."""
    if number:
        field = field_of(document, number)
        form_of(document, field)
        return field.form
    if not document.forms:
        raise ValidationFailed("there is no form on the page", actions=())
    if len(document.forms) > 1:
        raise ValidationFailed("the page has several forms: say which, by the number of a field", actions=())
    return 0


def fields_of(document: Document, form: int) -> list[int]:
    """The target numbers of a form's fields, without its buttons."""
    return [n for n, f in document.targets.fields() if f.form == form and f.kind not in BUTTONS]


def pressed_button(document: Document, number: int) -> int:
    """The number, where it is a button that sends; else 0."""
    return number if number and field_of(document, number).kind in SUBMITS else 0


def to_be_sent(
    visit: Visit,
    document: Document,
    form: int,
    button: int = 0,
    at: tuple[int, int] = (0, 0),
    given: Given | None = None,
) -> Sending:
    """What a form sends by a button, else by its first one; `at` is the pixel of a picture pressed, `given` what is put
    in, else what is now."""
    charset = visit.page.snapshot.charset if visit.page is not None else ""
    given = visit.given if given is None else given
    return sending(document, form, given, charset, button or default_button(document, form), at)


def request_of(ready: Sending, page: Page) -> Request:
    """The request that sends a form of a page, with what goes along from page to page. Raises FileUnreadable."""
    from lightterm.loading import onward

    request = ready.request()
    ahead = onward(page, request.url)
    headers = request.headers + ahead.headers
    return ahead.replace(method=request.method, data=request.data, headers=headers, secret=request.secret)
