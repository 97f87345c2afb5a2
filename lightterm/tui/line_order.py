"""A line that is typed on as it is seen: text of two directions in its order, and the cursor on whole letters."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from lightterm.document.bidi import base_direction
from lightterm.document.cells import clusters, width
from lightterm.tui.visual_order import Shown, in_order, is_reordered

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lightterm.tui.visual_order import Order

_LRI, _RLI, _PDI = "\u2066", "\u2067", "\u2069"

NEAR = 200
"""Characters to either side of a place that clusters are told by: a field may hold 100,000, and each key asks."""

FULLEST = 4
"""Characters of a cell in the mean, at most, of text that is not made to be too much for a line."""

_JOINED = frozenset("\u200d\ufe0f\u20e3")
"""What makes several characters one sign, which is taken away as one; a letter loses its marks one by one."""


def runs_left(text: str) -> bool:
    """Whether a line that is typed on runs to the left, as its first letter does."""
    return not text.isascii() and base_direction(text) == "rtl"


@lru_cache(64)
def seen(text: str, order: Order | None, leftwards: bool) -> tuple[Shown, ...]:
    """The clusters of a line from left to right, each with its place in the text; `leftwards`: it begins at the right.

    As they are written where the terminal puts them in order itself.
    """
    wrapped = f"{_RLI if leftwards else _LRI}{text}{_PDI}"
    if order is None or order.bare or not is_reordered(wrapped, order):
        starts = list(accumulate(map(len, clusters(text)), initial=0))
        return tuple(Shown(at, end, text[at:end], False) for at, end in pairwise(starts))
    inner = (each for each in in_order(wrapped, order) if 0 < each.start <= len(text))
    return tuple(each._replace(start=each.start - 1, end=min(each.end - 1, len(text))) for each in inner)


def with_end(line: Sequence[Shown], size: int, leftwards: bool) -> tuple[Shown, ...]:
    """A line with the cell of a cursor behind its text."""
    end = Shown(size, size + 1, " ", leftwards)
    return (end, *line) if leftwards else (*line, end)


def cell_of(line: Iterable[Shown], position: int) -> int:
    """The cell that a character of the text begins in; the cells of all where it is not in the line."""
    cells = 0
    for each in line:
        if each.start <= position < each.end:
            return cells
        cells += width(each.text)
    return cells


def position_at(line: Sequence[Shown], cell: int, size: int) -> int:
    """The character at a cell; the text's end behind the line, on whichever side that is."""
    if cell < 0:
        return size if line and line[0].leftwards else 0
    for each in line:
        cell -= width(each.text)
        if cell < 0:
            return min(each.start, size)
    return 0 if line and line[0].leftwards and line[-1].leftwards else size


def beside(text: str, at: int, by: int) -> int:
    """The place one cluster further (1) or back (-1), as the text near it has it."""
    if text.isascii():
        return at + by
    first = max(0, at - NEAR)
    begin = first and next((i for i in range(first, at) if text[i].isascii()), first)  # what is ASCII goes on nothing
    ends = list(accumulate(map(len, clusters(text[begin : at + NEAR])), initial=begin))
    if by > 0:
        return next((end for end in ends if end > at), len(text))
    return next((end for end in reversed(ends) if end < at), 0)


def erased_from(text: str, at: int) -> int:
    """From where on what stands before a place is taken away by one key."""
    begin = beside(text, at, -1)
    cluster = text[begin:at]
    whole = not _JOINED.isdisjoint(cluster) or any(c >= "\U0001f000" for c in cluster)
    return begin if whole else at - 1


@lru_cache(4)
def window(text: str, begin: int, at: int, room: int) -> tuple[Shown, ...]:
    """The clusters of a long line that are in sight: from `begin` on, unless the cursor `at` a place is not there then.

    They stand as they are written, and take time by the room, however long the line is.
    """
    if not begin <= at <= begin + FULLEST * room or width(text[begin:at]) >= room:
        begin = at if at < begin else _back(text, at, room - 1)
    if begin and len(text) - begin < room and width(text[begin:]) < room - 1:
        begin = _back(text, len(text), room - 1)  # there is more room than there was
    found, cells = list[Shown](), 0
    for cluster in clusters(text[begin : begin + FULLEST * room]):
        end = begin + len(cluster)
        found.append(Shown(begin, end, cluster, False))
        begin, cells = end, cells + width(cluster)
        if cells >= room:
            break
    return tuple(found)


def _back(text: str, at: int, room: int) -> int:
    """From where on clusters before a place have so much room."""
    for cluster in reversed(list(clusters(text[max(0, at - FULLEST * room) : at]))):
        room -= width(cluster)
        if room < 0:
            break
        at -= len(cluster)
    return at
