"""What a field may be called besides its label: what it is called in markup, what stands in it for an example, and what
browsers fill into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.near_words import named_nearly
from lightterm.session.controls import called
from lightterm.session.near_choices import nearest
from lightterm.session.same_words import is_same
from lightterm.session.typed_values import attribute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Field

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
    return [one for one in (field.placeholder, *filled, field.name) if one and one != called(field)]


def fields_near(key: str, there: Sequence[tuple[int, Field]]) -> list[int]:
    """The numbers of the fields that are nearly called so, by their labels first; none for none."""
    labels: dict[str, int] = {}
    for number, field in there:
        labels.setdefault(called(field).casefold(), number)
    if found := [labels[one] for one in named_nearly(key, list(labels))]:
        return found
    others: dict[str, int] = {}
    for number, field in there:
        for name in other_names(field):
            others.setdefault(name, number)
    return list(dict.fromkeys(others[one] for one in named_nearly(key, list(others))))


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
