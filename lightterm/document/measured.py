"""What the rows of a long table need, told once for every width: columns are then fitted without looking at a cell.

The columns of 10,000 rows took 60 to 120 ms at each width: at a key that makes lines narrower, at each step of a window
that is resized. What they need, and which rows are tall, is summed up by column, and a new width takes a millisecond.
"""

from __future__ import annotations

from copy import copy

from lightterm.document.cells import width
from lightterm.document.grid import alignments, count_columns, fit_needs, head_of, needs, place
from lightterm.document.model import ROOT, Paragraph
from lightterm.document.row_lines import span_width
from lightterm.document.ruling import LOW, is_words
from lightterm.document.spacers import kept_columns, take_out
from lightterm.document.stacked import Names
from lightterm.document.wrap import breaks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.document.grid import Placed
    from lightterm.document.layout import Layout
    from lightterm.document.model import Cell, Table


class Measured:
    """A table's head, what its columns need, the sides they keep to and the names they give in records.

    `kept` are columns that are taken out, one time after another, as `kept_columns` tells.
    """

    def __init__(self, table: Table, layout: Layout, stacked: bool) -> None:
        grid = place(table.rows)
        count = count_columns(grid)
        stacked = table.stacked or stacked
        self.needs = None if stacked else needs(grid, layout)
        self.head = head_of(grid)
        left = count_columns(grid)
        self.names = Names(grid[: self.head], self.head, left, stacked)
        self.sides = [] if stacked else alignments(grid, left)
        self.spans = any(placed.columns > 1 or placed.rows > 1 for row in grid for placed in row)
        """Whether a cell stands in more than one row and column."""
        self.tallness = None if stacked else Tallness(grid[self.head :], layout.numbers)
        self.kept: list[list[int]] = []
        if left != count:
            grid = place(table.rows)
            while count_columns(grid) != left and (kept := kept_columns(grid)):
                self.kept.append(kept)
                take_out(grid, kept)

    def fit(self, layout: Layout) -> list[int] | None:
        """The width of each column, None where they cannot stand side by side; `layout.gutter` is what fits."""
        return None if self.needs is None else fit_needs(*self.needs, layout)


class Tallness:
    """How the rows of a table's body wrap at any width: whether they need lines between them."""

    def __init__(self, body: list[list[Placed]], numbers: bool) -> None:
        self._columns: dict[tuple[int, int], Column] = {}
        self._others: list[tuple[int, Placed]] = []
        """Cells that are more than a paragraph on a line, with their rows: they are laid out."""
        self._filled = bytearray(len(body))
        self._spans_rows = False
        for r, row in enumerate(body):
            for placed in row:
                self._spans_rows = self._spans_rows or placed.rows > 1
                size = _cells(placed, numbers)
                if size is None:
                    self._others.append((r, placed))
                elif size:
                    self._filled[r] = 1
                    key = placed.column, placed.columns
                    column = self._columns.get(key)
                    if column is None:
                        column = self._columns[key] = Column(placed)
                    column.sizes.append(size)
                    column.cells.append(placed.cell)
        for column in self._columns.values():
            column.most = max(column.sizes)

    def replaced(self, changed: Iterable[tuple[int, Cell, Cell, int]]) -> Tallness:
        """The same with other cells in the place of some: (column, the cell, the other, how long that is)."""
        other = copy(self)
        other._columns = dict(self._columns)
        for at, old, new, size in changed:
            column = other._columns[at, 1] = other._columns[at, 1].copy()
            place = column.cells.index(old)
            column.cells[place], column.sizes[place] = new, size
            column.most = max(column.sizes)
        return other

    def plain(self, column: int) -> tuple[list[int] | None, list[Cell]]:
        """How long the cells of a column are, and they; None where some are more than a plain paragraph, or heads."""
        known = self._columns[column, 1]
        if any(cell.header for cell in known.cells) or any(placed.column == column for _, placed in self._others):
            return None, []
        return known.sizes, known.cells

    def needs_rules(self, widths: list[int], layout: Layout) -> bool:
        """Whether there are lines between rows, as `needs_rules` tells of cells laid out; few have to be for this."""
        if self._spans_rows:
            return True
        tall = wordless = False
        ones: dict[int, int] = {}
        for column in self._columns.values():
            room = span_width(widths, column.like, layout.gutter)
            if column.most <= room:
                ones[column.like.column] = ones.get(column.like.column, 0) + len(column.sizes)
                continue
            tall = True
            if column.is_high(room, layout.numbers):
                return True
        rows = set[int]()
        for r, placed in self._others:
            lines = _lines(placed.cell, span_width(widths, placed, layout.gutter), layout)
            if lines > LOW:
                return True
            tall = tall or lines > 1
            ones[placed.column] = ones.get(placed.column, 0) + (lines == 1)
            if lines and not self._filled[r]:
                rows.add(r)
            wordless = wordless or (not is_words(placed) and bool(lines or self._filled[r]))
        return tall and (wordless or sum(self._filled) + len(rows) not in ones.values())


class Column:
    """The cells that are one paragraph, of one column or over some: how long each is."""

    __slots__ = ("cells", "like", "most", "sizes")

    def __init__(self, like: Placed) -> None:
        self.like = like
        self.sizes: list[int] = []
        self.cells: list[Cell] = []
        self.most = 0

    def copy(self) -> Column:
        """One that can be changed."""
        other = copy(self)
        other.sizes, other.cells = self.sizes[:], self.cells[:]
        return other

    def is_high(self, room: int, numbers: bool) -> bool:
        """Whether one of them has too many lines for the rows to be told apart without lines between them."""
        two = LOW * (room - 1)  # lines that follow one another, two and two, hold more than one can
        if 2 * self.most <= two:
            return False
        long = [at for at, size in enumerate(self.sizes) if 2 * size > two]
        long.sort(key=self.sizes.__getitem__, reverse=True)
        return any(len(breaks(self._text(at, numbers), room, room)) > 2 * LOW for at in long)

    def _text(self, at: int, numbers: bool) -> str:
        block = self.cells[at].blocks[0]
        assert isinstance(block, Paragraph)
        return block.text(numbers)


def _cells(placed: Placed, numbers: bool) -> int | None:
    """The cells of what is one plain paragraph on a line, None for anything else."""
    return len(placed.text) if placed.text is not None else plain_size(placed.cell, numbers)


def plain_size(cell: Cell, numbers: bool) -> int | None:
    """The cells that the only paragraph of a cell takes on its line, 0 of none; None for anything else."""
    blocks = cell.blocks
    if not blocks:
        return 0
    block = blocks[0] if len(blocks) == 1 else None
    if not isinstance(block, Paragraph) or block.frame is not ROOT or block.pre or block.level:
        return None
    text = block.text(numbers)
    return width(text) if text.strip() and "\n" not in text else None


def _lines(cell: Cell, room: int, layout: Layout) -> int:
    inner = layout.inner(room)
    inner.limit = max(inner.limit, room - 1)
    inner.add(cell.blocks)
    return len(inner.lines)
