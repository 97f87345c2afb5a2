"""What a field may be called besides its label: what it is called in markup, what stands in it for an example, and what
browsers fill into it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lightterm.agent.near_words import named_nearly, sharing
from lightterm.errors import ValidationFailed
from lightterm.session import form_state
from lightterm.session.controls import TEXTS, called, kind_of
from lightterm.session.meant_values import day_of
from lightterm.session.near_choices import nearest
from lightterm.session.same_words import is_same, plain_words
from lightterm.session.typed_values import attribute

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lightterm.document.model import Document, Field

LEAST = 2
"""Letters of a name, or a word of a choice, that says nothing by itself, or is like too many others."""

AUTOFILL = {
    "name": "full name", "given-name": "first name", "family-name": "last name", "additional-name": "middle name",
    "postal-code": "post code", "street-address": "address", "address-line1": "address", "address-level2": "city",
    "address-level1": "state", "country-name": "country", "tel": "phone", "bday": "date of birth", "sex": "gender",
    "organization": "company", "cc-number": "card number", "cc-exp": "expiry date", "cc-csc": "security code",
    "cc-name": "name on card", "email": "email", "username": "user name", "country": "country", "url": "website",
}  # fmt: skip
"""What browsers fill in by themselves, by its name (https://html.spec.whatwg.org/#autofill), as people call it."""


def other_names(field: Field) -> list[str]:
    """By what else a field may be meant."""
    filled = [AUTOFILL[word] for word in attribute(field, "autocomplete").lower().split() if word in AUTOFILL]
    return [one for one in (field.placeholder, *filled, field.name) if len(one) > LEAST and one != called(field)]


def fields_near(key: str, there: Sequence[tuple[int, Field]]) -> list[int]:
    """The numbers of the fields that are nearly called so, by their labels first; none for none."""
    labels: dict[str, int] = {}
    for number, field in there:
        labels.setdefault(called(field).casefold(), number)
    if found := [labels[one] for one in named_nearly(key, list(labels))]:
        return found
    others: dict[str, list[int]] = {}  # radio buttons of a group have one name
    for number, field in there:
        for name in other_names(field):
            others.setdefault(name, []).append(number)
    return list(dict.fromkeys(number for one in named_nearly(key, list(others)) for number in others[one]))


def fitting_value(document: Document, number: int, value: Any) -> Any:
    """A value that is to go into a field, or what is meant by it; None where the field takes neither."""
    words = as_words(value)
    try:
        form_state.meant(document, number, words)
    except ValidationFailed as error:
        near, given = error.context.get("near"), error.context.get("given")
        if not isinstance(near, list) or not near:
            return None
        told = error.context.get("right")
        right = told if isinstance(told, list) else [near[0] if word == given else word for word in words]
        with suppress(ValidationFailed):
            form_state.meant(document, number, right)
            return right if isinstance(value, list) else right[0]
        return None
    return value


def as_words(value: Any) -> list[str]:
    """A value as the words that go into a field."""
    if isinstance(value, bool):
        return ["on" if value else "off"]
    return [str(word) for word in value] if isinstance(value, list) else [str(value)]


def taking(document: Document, numbers: Sequence[int], value: Any) -> tuple[int, Any] | None:
    """The first of these fields that takes a value, and the value as it takes it; None for none."""
    for number in numbers:
        if (found := fitting_value(document, number, value)) is not None:
            return number, found
    return None


def with_word(document: Document, key: str) -> list[int]:
    """The text field whose label has more words of a name than any other."""
    texts = {called(f): n for n, f in document.targets.fields() if kind_of(f) in TEXTS and f.kind != "password"}
    return [texts[one] for one in [sharing(key, list(texts))] if one]


def left_over(document: Document, used: Collection[int], value: Any) -> int:
    """The one field of choices, not used yet, that has what a value says, else the one plain text field that is left;
    0 where that is not plain."""
    words = as_words(value)
    if isinstance(value, bool) or len(words) != 1 or not words[0].strip():
        return 0
    free = [(n, f) for n, f in document.targets.fields() if n not in used and not f.disabled and not f.readonly]
    having = [n for n, f in free if f.kind == "select" and any(_says(one.label, words[0]) for one in f.options)]
    plain = _WORDS.search(words[0]) is not None and "@" not in words[0] and "://" not in words[0]
    plain = plain and day_of(words[0]) is None
    texts = [n for n, f in free if plain and kind_of(f) in PLAIN and fitting_value(document, n, value)]
    return having[0] if len(having) == 1 else texts[0] if len(texts) == 1 and not having else 0


PLAIN = ("text", "search", "textarea")

_WORDS = re.compile(r"[^\W\d_]{2,}")
"""Letters of a text: a number, a date or a time is asked for by fields of their own."""


def _says(choice: str, word: str) -> bool:
    """Whether a choice says a word, or means the same."""
    said = plain_words(word)
    return is_same(choice, word) or (len("".join(said)) > LEAST and set(said) <= set(plain_words(choice)))


def ticked(key: str, values: Sequence[str], group: Sequence[tuple[int, Field]], alike: bool = True) -> dict[str, str]:
    """What ticks the boxes, or the one radio button, that values name among those of a group, by number; nothing where
    one of them is not there. `alike`: what is nearly called so will do."""
    boxes = [(number, field) for number, field in group if field.kind in ("radio", "checkbox") and field.label]
    labels = {field.label: number for number, field in boxes}
    if not boxes or key in labels:
        return {}
    named = {word: [f.label for _, f in boxes if f.value == word or is_same(word, f.label)] for word in values}
    found = [one or (nearest(word, list(labels)) if alike else []) for word, one in named.items()]
    return {str(labels[one[0]]): "on" for one in found} if all(len(one) == 1 for one in found) else {}
