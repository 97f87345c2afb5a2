"""In which order Tab goes through fields: as their page says, else as they stand on it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.session.typed_values import attribute

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.document.model import Field

_INTEGER = re.compile(r"[ \t\n\f\r]*([+-]?[0-9]{1,9})")


def tab_order(fields: Iterable[tuple[int, Field]]) -> list[int]:
    """The numbers of the fields that Tab goes to: those with a tabindex above 0 first, none with one below.

    https://html.spec.whatwg.org/multipage/interaction.html#the-tabindex-attribute
    """
    places = [(_tabindex(field), number) for number, field in fields if not field.disabled]
    if any(index for index, _ in places):
        places = sorted((index or 1 << 30, number) for index, number in places if index >= 0)
    return [number for _, number in places]


def beside(order: list[int], number: int, by: int) -> int:
    """The one after or before (1, -1) a number, 0 beyond the last; of one that is not among them as they stand."""
    if number in order:
        to = order.index(number) + by
        return order[to] if 0 <= to < len(order) else 0
    if by > 0:
        return min((n for n in order if n > number), default=0)
    return max((n for n in order if n < number), default=0)


def _tabindex(field: Field) -> int:
    found = _INTEGER.match(attribute(field, "tabindex")) if field.attributes else None
    return int(found[1]) if found else 0
