"""A long table in parts of some rows that are laid out one by one, in columns that are fitted once to all of them.

A table of 10,000 rows took .8 s to lay out, at each letter of a search. What its parts share (the widths of columns,
their names in records, whether there are lines between rows) takes a tenth of that, at each width once. It is cut at
any width in the same places, where no cell reaches from one part into the next.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, compress
from operator import is_not

from lightterm.document.even import cell_text
from lightterm.document.grid import Placed, add_rows, head_of, lay_cells, place
from lightterm.document.layout import Layout
from lightterm.document.marks import MEDIA
from lightterm.document.measured import Measured
from lightterm.document.model import Paragraph, Table
from lightterm.document.parts import Sums
from lightterm.document.remeasured import remeasured
from lightterm.document.spacers import take_out
from lightterm.document.stacked import Names, add_bodies, add_records
from lightterm.document.within import paragraphs, row_of_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lightterm.document.model import Block, Cell

LONG = 48
"""Rows from which on a table has parts."""

ROWS = 12
"""Rows of a part: 1 ms with spans."""

CHARACTERS = 4000
"""Characters from which on a part takes no further row."""

WAYS = 6
"""Ways of laying a table out whose columns are kept: with numbers and without, as records, in a pane."""

Grid = list[list[Placed]]


class Rows:
    """The parts of one table; `like` are those of the table in whose place it is, which are cut in the same rows, and
    `others` the rows in which it may differ from that, where it is known."""

    def __init__(self, block: Table, like: Rows | None = None, others: Collection[int] = ()) -> None:
        self.block = block
        self.paragraphs = [0]
        """How many of the table's paragraphs are before each row."""
        self.weights = [0]
        """What is before each row in characters, which says what row it is at any width: no two rows have the same."""
        self.cuts = [0]
        """The first row of each part."""
        if like is not None:
            self.paragraphs, self.weights, self.cuts = like.paragraphs, like.weights, like.cuts
        elif self._weigh():
            self.cuts = self._cuts()
        self._fitted: dict[tuple[int, bool, bool], Fitted] = {}
        self._measured: dict[tuple[bool, bool], Measured] = {}
        self._like = like
        self._others = [] if like is None else sorted(others) or _others(like.block.rows, block.rows)
        """The rows that are not those of `like`: to look through 10,000 takes 0.5 ms."""

    def __len__(self) -> int:
        return len(self.cuts)

    def _weigh(self) -> bool:
        """Count what is before each row; whether there is nothing in it whose size changes, or is not known."""
        counts, sizes, plain = [], [], True
        for row in self.block.rows:
            count, size = 0, 1
            for cell in row:
                for block in cell.blocks:
                    for paragraph in (block,) if block.__class__ is Paragraph else paragraphs(block):
                        count += 1
                        size += len(paragraph.raw)
                        if paragraph.pre or MEDIA in paragraph.raw or paragraph.frame.folds:
                            plain = False
            counts.append(count)
            sizes.append(size)
        caption = sum(1 for block in self.block.caption for _ in paragraphs(block))
        self.paragraphs = [*accumulate(counts, initial=caption)]
        self.weights = [*accumulate(sizes, initial=0)]
        return plain

    def _cuts(self) -> list[int]:
        """The first row of each part: no cell reaches into it, or into the row before it."""
        rows, weights = self.block.rows, self.weights
        cuts, reached, before = [0], 0, 0
        head = head_of(place(rows[:LONG]))
        for r, row in enumerate(rows):
            large = r - cuts[-1] >= ROWS or weights[r + 1] - weights[cuts[-1]] > CHARACTERS
            if large and r > max(cuts[-1] + 1, head) and before <= r - 1 and reached <= r:
                cuts.append(r)
            before = reached
            for cell in row:
                if cell.rows != 1:
                    reached = max(reached, r + cell.rows if cell.rows else len(rows))
        return cuts

    # --- the parts

    def piece(self, part: int, room: int, numbers: bool) -> Table:
        """One part as a table."""
        block, (start, end) = self.block, self._range(part)
        gap, lead = (0, 0) if part else (block.gap, block.lead)
        return Table(block.rows[start:end], [] if part else block.caption, block.frame, gap, lead, block.stacked)

    def _range(self, part: int) -> tuple[int, int]:
        return self.cuts[part], self.cuts[part + 1] if part + 1 < len(self.cuts) else len(self.block.rows)

    def before(self, part: int, room: int, numbers: bool) -> Sums:
        """What stands before a part; of a table its characters are its paragraphs."""
        row = self.cuts[part]
        return Sums(characters=self.paragraphs[row] if part else 0, solid=self.weights[row])

    def with_solid(self, wanted: int, room: int, numbers: bool) -> int:
        """The part with the row that so much leads into."""
        return max(bisect_right(self.cuts, self.row(wanted)) - 1, 0)

    def with_character(self, wanted: int, room: int, numbers: bool) -> int:
        """The part with the paragraph that so many are before."""
        row = bisect_right(self.paragraphs, wanted) - 1
        return max(bisect_right(self.cuts, row) - 1, 0)

    def with_target(self, wanted: int, room: int, numbers: bool) -> int:
        """The part in which the target at that place of the page begins."""
        return max(bisect_right(self.cuts, row_of_place(self.block, wanted)) - 1, 0)

    def passed(self, wanted: int) -> int:
        """The paragraphs before the row that so much leads into."""
        row = self.row(wanted)
        return self.paragraphs[row] if row else 0

    def row(self, wanted: int) -> int:
        """The row that so much leads into."""
        return min(max(bisect_right(self.weights, wanted) - 1, 0), len(self.block.rows) - 1)

    def told(self, part: int, starts: Sequence[int], at: int) -> tuple[int, int]:
        """(what is before the row, lines in it) of a line of a part whose rows begin on `starts`."""
        row = max(bisect_right(starts, at) - 1, 0)
        return self.weights[self.cuts[part] + row], max(0, at - starts[row])

    def found(self, weight: int, lines: int, starts: Sequence[int], end: int) -> int:
        """The line of a part where so much is before the row, and so many lines of the row, as far as it goes."""
        row = self.row(weight)
        row -= self.cuts[bisect_right(self.cuts, row) - 1]
        last = max((starts[row + 1] if row + 1 < len(starts) else end) - 1, starts[row])
        return min(starts[row] + lines, last)

    def laid(self, part: int, room: int, numbers: bool, stacked: bool) -> Laid:
        """How a part is to be laid out."""
        start = self.cuts[part]
        return Laid(self._fit((room, numbers, stacked)), self.block.rows[start - 1] if part else None)

    def _fit(self, way: tuple[int, bool, bool]) -> Fitted:
        room, numbers, stacked = way
        fitted = self._fitted.pop(way, None) or Fitted(self.measured(numbers, stacked), Layout(room, numbers))
        self._fitted[way] = fitted  # the last of them; a thread may add another meanwhile
        for old in [*self._fitted][:-WAYS]:
            self._fitted.pop(old, None)
        return fitted

    def changed(self, before: Rows, room: int, numbers: bool, stacked: bool) -> Collection[int]:
        """The parts that have other lines than those of the table in whose place it is had, laid out in this way."""
        way = (room, numbers, stacked)
        fitted = before._fitted.get(way)
        if before.cuts is not self.cuts or fitted is None or not fitted.is_like(self._fit(way)):
            return range(len(self))
        last = len(self.block.rows) - 1
        rows = {*before._others, *self._others}
        rows |= {min(row + 1, last) for row in rows}  # one may be ruled off from the row before
        return {0, *(bisect_right(self.cuts, row) - 1 for row in rows)}  # the first part has the caption

    def measured(self, numbers: bool, stacked: bool) -> Measured:
        """What its rows need at any width."""
        way = (numbers, stacked)
        known = self._measured.get(way) or self._remeasured(way)
        if known is None:
            known = Measured(self.block, Layout(1 << 30, numbers), stacked)
        self._measured[way] = known
        return known

    def _remeasured(self, way: tuple[bool, bool]) -> Measured | None:
        """What its rows need by what those of a table need that differs in some texts, None where that is not known."""
        known = self._like._measured.get(way) if self._like is not None else None
        if known is None or self._like is None:
            return None
        old, new = self._like.block.rows, self.block.rows
        return remeasured(known, [(row, old[row], new[row]) for row in self._others], new, way[0])


def _others(old: Sequence[Sequence[Cell]], new: Sequence[Sequence[Cell]]) -> list[int]:
    return [*compress(range(len(old)), map(is_not, old, new))]


class Fitted:
    """What the rows of a table share in lines of some cells: where its columns stand, or what they are named."""

    __slots__ = ("gutter", "head", "kept", "names", "ruled", "sides", "widths")

    def __init__(self, measured: Measured, layout: Layout) -> None:
        self.widths = measured.fit(layout)
        self.gutter = layout.gutter
        self.head = measured.head
        self.kept = measured.kept
        self.sides = measured.sides
        tallness = measured.tallness
        self.ruled = self.widths is not None and tallness is not None and tallness.needs_rules(self.widths, layout)
        self.names: Names | None = measured.names if self.widths is None else None

    def is_like(self, other: Fitted) -> bool:
        """Whether rows that are the same are laid out the same in both."""
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def placed(self, rows: Sequence[Sequence[Cell]], layout: Layout) -> Grid:
        """Some rows in the table's columns."""
        grid = place(rows)
        for kept in self.kept:
            take_out(grid, kept)
        for row in grid:
            for placed in row:
                placed.text = cell_text(placed.cell, layout)
        return grid


class Laid:
    """A part of a table for a layout; `starts` are the lines that its rows begin on, once it is laid out.

    `above` is the row before, None of the first part, which has the head.
    """

    def __init__(self, fitted: Fitted, above: Sequence[Cell] | None) -> None:
        self.fitted = fitted
        self.above = above
        self.starts: list[int] = []

    def add(self, layout: Layout, table: Table) -> None:
        """Append the lines of a part, which stands in `table`, to a layout of its own."""
        fitted, above = self.fitted, self.above
        layout.gutter = fitted.gutter
        rows = table.rows if above is None or fitted.names is None else [above, *table.rows]
        grid = fitted.placed(rows, layout)
        if fitted.names is not None:
            if above is None:
                self.starts = add_records(layout, grid, fitted.head, fitted.names)
            else:
                self.starts = add_bodies(layout, grid, fitted.names, apart=True, after=1)
            return
        assert fitted.widths is not None
        heights = lay_cells(layout, grid, fitted.widths)
        before = fitted.placed([above], layout)[0] if above is not None and fitted.ruled else ()
        head = fitted.head if above is None else -1
        self.starts = add_rows(layout, grid, heights, fitted.widths, fitted.sides, head, fitted.ruled, before)


def has_parts(block: Block) -> bool:
    """Whether a block may be a table with parts: a right-to-left one is laid out by all of its lines."""
    if block.__class__ is not Table or len(block.rows) < LONG:
        return False
    return not any(
        isinstance(inner, Paragraph) and inner.direction == "rtl"
        for row in block.rows[:2]
        for cell in row
        for inner in cell.blocks
    )
