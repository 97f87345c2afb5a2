"""The matches of a search as numbers: 100,000 of them are freed within a millisecond, and take 2 MB, not 15."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import overload

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Match(Record):
    """One match: the block, which of its paragraphs (a table has many), and the range in that one's plain text."""

    block: int
    paragraph: int
    start: int
    end: int

    def __init__(self, block: int, paragraph: int, start: int, end: int) -> None:
        put = object.__setattr__  # there may be 100,000 of them
        put(self, "block", block)
        put(self, "paragraph", paragraph)
        put(self, "start", start)
        put(self, "end", end)


class Matches(Sequence[Match]):
    """Matches in reading order, each made when it is asked for."""

    __slots__ = ("_fields",)

    def __init__(self) -> None:
        self._fields = array("I"), array("I"), array("I"), array("I")

    def __len__(self) -> int:
        return len(self._fields[0])

    @overload
    def __getitem__(self, index: int) -> Match: ...
    @overload
    def __getitem__(self, index: slice) -> list[Match]: ...
    def __getitem__(self, index: int | slice) -> Match | list[Match]:
        blocks, paragraphs, starts, ends = self._fields
        if isinstance(index, slice):
            return list(map(Match, blocks[index], paragraphs[index], starts[index], ends[index]))
        return Match(blocks[index], paragraphs[index], starts[index], ends[index])

    def append(self, match: Match) -> None:
        """Take one that comes after all others."""
        blocks, paragraphs, starts, ends = self._fields
        blocks.append(match.block)
        paragraphs.append(match.paragraph)
        starts.append(match.start)
        ends.append(match.end)

    def put(self, low: int, high: int, matches: Iterable[Match]) -> None:
        """Have these in the place of those from `low` up to `high`."""
        new = Matches()
        for match in matches:
            new.append(match)
        for field, numbers in zip(self._fields, new._fields, strict=True):
            field[low:high] = numbers

    def after(self, *place: int) -> int:
        """The index of the first at or behind a place (block, paragraph, start)."""
        low, high = 0, len(self)
        for field, number in zip(self._fields, place[:-1], strict=False):
            low, high = bisect_left(field, number, low, high), bisect_right(field, number, low, high)
        return bisect_left(self._fields[len(place) - 1], place[-1], low, high)
