"""Data tables in cells: columns fitted to the width, or, where they cannot fit, each row as a record of its own."""

from __future__ import annotations

from lightterm.document.even import GUTTER, cell_text, head_rows, is_number
from lightterm.document.marks import MEDIA, longest
from lightterm.document.model import Cell, Paragraph, Table
from lightterm.document.row_lines import add_mixed_row, add_plain_row, span_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.document.layout import Layout, Span
    from lightterm.document.model import Block

NARROW = "│"
LEAST_COLUMN = 12
"""Cells a column may claim for its longest word: longer ones are broken. Below that a table is read as records."""

_NO_SPANS: Mapping[int, list[Span]] = {}


class Placed:
    """A cell at its place in the grid; `text` when it is one line of ASCII."""

    __slots__ = ("align", "aligned", "cell", "column", "columns", "lines", "row", "rows", "spans", "text")

    def __init__(self, cell: Cell, row: int, column: int, rows: int, columns: int) -> None:
        self.cell = cell
        self.align = cell.align
        self.row = row
        self.column = column
        self.rows = rows
        self.columns = columns
        self.text: str | None = None
        self.aligned = False
        self.lines: Sequence[str] = ()
        self.spans: Mapping[int, list[Span]] = _NO_SPANS


def add_uneven(inner: Layout, table: Table, turned: bool) -> None:
    """Append the lines of any table to a layout of its own: columns, or records where those cannot stand.

    With `turned` the columns begin at the right.
    """
    grid = place(table.rows)
    widths = None if table.stacked else fit(grid, inner)
    head = head_of(grid)
    if widths is None:
        from lightterm.document.stacked import Names, add_records

        add_records(inner, grid, head, Names(grid, head, wanted=table.stacked))
    elif turned:
        from lightterm.document.turned import turn

        begun = len(inner.lines)
        _add_columns(inner, grid, widths, head, turned)
        turn(inner, begun)
    else:
        _add_columns(inner, grid, widths, head)


def place(table: Sequence[Sequence[Cell]]) -> list[list[Placed]]:
    """The cells by the row they begin in, with columns assigned. https://html.spec.whatwg.org/#forming-a-table"""
    placed: list[list[Placed]] = []
    taken: dict[int, int] = {}
    height = len(table)
    for r, row in enumerate(table):
        out: list[Placed] = []
        column = 0
        for cell in row:
            while taken and taken.get(column, 0) > r:
                column += 1
            rows = height - r if cell.rows == 0 else min(cell.rows, height - r)
            out.append(Placed(cell, r, column, rows, cell.columns))
            if rows > 1:
                for c in range(column, column + cell.columns):
                    taken[c] = r + rows
            column += cell.columns
        placed.append(out)
    return placed


def head_of(grid: list[list[Placed]]) -> int:
    """How many rows of it are the table's head."""
    if not grid or not grid[0] or not grid[0][-1].cell.header:
        return 0
    like = next((r for r, row in enumerate(grid) if not row or not row[-1].cell.header), len(grid))
    return head_rows([[placed.cell for placed in row] for row in grid[: like + 1]])


def count_columns(grid: list[list[Placed]]) -> int:
    """How many columns it has."""
    return max((placed.column + placed.columns for row in grid for placed in row), default=0)


def _measure(blocks: list[Block], layout: Layout) -> tuple[int, int]:
    """(cells of the longest piece that should not be broken, cells of the longest line) of a cell's content."""
    from lightterm.document.cells import width
    from lightterm.document.wrap import longest_word

    least = most = 0
    for block in blocks:
        if block.frame.folds and block.frame.hidden(layout.opened):
            continue
        if isinstance(block, Paragraph):
            indent = len(block.frame.rest) + (block.level + 1 if block.level else 0)
            text = block.text(layout.numbers)
            rows = text.split("\n")
            longest = max(map(width, rows)) + indent
            most = max(most, longest)
            least = max(least, longest if block.pre else longest_word(text, LEAST_COLUMN) + indent)
            if layout.pictures is not None and MEDIA in block.raw:
                from lightterm.document.pictured import widest

                cells = widest(layout, block) + indent
                least, most = max(least, min(cells, LEAST_COLUMN)), max(most, cells)
        elif isinstance(block, Table):
            inner_least, inner_most, _ = needs(place(block.rows), layout)
            gaps = len(GUTTER) * max(0, len(inner_most) - 1)
            least, most = max(least, *inner_least, 0), max(most, sum(inner_most) + gaps)
    return least, most


def fit(grid: list[list[Placed]], layout: Layout) -> list[int] | None:
    """The width of each column, or None when the columns cannot stand side by side; `layout.gutter` is what fits."""
    return fit_needs(*needs(grid, layout), layout)


def fit_needs(least: list[int], most: list[int], brief: list[int], layout: Layout) -> list[int] | None:
    """The width of columns that need so many cells at least and at most, `brief` with heads in two lines, as `fit`."""
    count = len(most)
    room = layout.width - len(GUTTER) * (count - 1)
    if count == 0 or room < count:
        return None
    least = [max(1, n) for n in least]
    most = [max(a, b) for a, b in zip(most, least, strict=True)]
    if sum(most) <= room:
        return most
    if sum(least) <= room:
        from lightterm.document.sharing import share

        return share(least, most, room)
    from lightterm.document.sharing import narrow

    layout.gutter = NARROW
    return narrow(least, most, brief, layout.width - len(NARROW) * (count - 1))


def needs(grid: list[list[Placed]], layout: Layout) -> tuple[list[int], list[int], list[int]]:
    """The least and the most cells that each column can use, and what it needs with its head's words one below the
    other; columns that hold nothing are taken out of the grid."""
    count = count_columns(grid)
    if count > layout.width:
        from lightterm.document.spacers import drop_empty_columns

        if drop_empty_columns(grid):
            return needs(grid, layout)
    least, most, brief, spanning = _needs(grid, count, layout)
    if 0 in most:
        from lightterm.document.spacers import drop_empty_columns

        if drop_empty_columns(grid):
            return needs(grid, layout)
    for placed, low, high in spanning:
        _widen(least, placed, low)
        _widen(most, placed, high)
        _widen(brief, placed, low)
    return least, most, brief


def _needs(
    grid: list[list[Placed]], count: int, layout: Layout
) -> tuple[list[int], list[int], list[int], list[tuple[Placed, int, int]]]:
    """What each column can use, as `needs` gives it, and the least and the most of every cell over several of them."""
    least, most, brief = [0] * count, [0] * count, [0] * count
    spanning: list[tuple[Placed, int, int]] = []
    for row in grid:
        for placed in row:
            text = placed.text = cell_text(placed.cell, layout)
            c = placed.column
            if text is None:
                low, high = _measure(placed.cell.blocks, layout)
            else:
                high = len(text)
                if placed.columns == 1 and high <= brief[c] and min(high, LEAST_COLUMN) <= least[c]:
                    continue
                low = high if high <= LEAST_COLUMN else min(LEAST_COLUMN, longest(text))
            if placed.columns > 1:
                spanning.append((placed, low, high))
                continue
            if high > most[c]:
                most[c] = high
            if low > least[c]:
                least[c] = low
            if high > brief[c]:
                brief[c] = max(brief[c], _least_of_head(placed.cell, high, layout) if placed.cell.header else high)
    return least, most, brief, spanning


def _least_of_head(cell: Cell, whole: int, layout: Layout) -> int:
    from lightterm.document.heads import least_of_head

    return least_of_head(cell, whole, layout)


def _widen(widths: list[int], placed: Placed, need: int) -> None:
    """Let the columns under a spanning cell hold it."""
    span = range(placed.column, placed.column + placed.columns)
    have = sum(widths[c] for c in span) + len(GUTTER) * (placed.columns - 1)
    lack = need - have
    for i, c in enumerate(span):
        if lack > 0:
            part = -(-lack // (placed.columns - i))
            widths[c] += part
            lack -= part


def _cell_lines(placed: Placed, width: int, layout: Layout, waits: bool) -> None:
    """Lay a cell out in its column; one too long `waits` until its lines are asked for."""
    text = placed.text
    if text is not None and layout.pictures is None and len(text) <= width and not layout.rich:
        placed.lines = [text] if text else []
        return
    blocks = placed.cell.blocks
    if text and len(text) <= width and _is_bare(blocks[0], text):
        placed.lines = [text]
        return
    inner = layout.inner(width)
    inner.limit = max(inner.limit, width - 1)  # a column has room for a word beside what it is indented
    inner.later = {} if waits else None
    if placed.cell.header and width < LEAST_COLUMN:
        from lightterm.document.heads import loose

        blocks = loose(blocks)
    inner.add(blocks)
    placed.aligned = any(isinstance(block, Paragraph) and block.align for block in blocks)
    if inner.later:
        from lightterm.document.tall import Tall

        placed.lines = Tall(blocks, inner)
        return
    placed.lines = inner.lines
    placed.spans = inner.spans


def _is_bare(block: Block, text: str) -> bool:
    """Whether a paragraph is its text and no more: nothing is marked, and it keeps to no side."""
    return isinstance(block, Paragraph) and block.raw is text and not block.align and not block.direction


def alignments(grid: list[list[Placed]], count: int) -> list[str]:
    """The side each column keeps to: right when its body holds numbers only."""
    numeric = [True] * count
    seen = [0] * count
    for row in grid:
        for placed in row:
            if placed.cell.header or placed.columns > 1:
                continue
            text = placed.text if placed.text is not None else ""
            if placed.text is None or (text and not is_number(text)):
                numeric[placed.column] = False
            elif text:
                seen[placed.column] += 1
    return ["right" if numeric[c] and seen[c] else "" for c in range(count)]


def _add_columns(layout: Layout, grid: list[list[Placed]], widths: list[int], head: int, turned: bool = False) -> None:
    """Append the table as columns, ruled under its head, and between rows that run into each other."""
    sides = [""] * len(widths) if turned else alignments(grid, len(widths))
    heights = lay_cells(layout, grid, widths, turned)
    ruled = any(h > 1 for h in heights[head:]) or any(p.rows > 1 for row in grid[head:] for p in row)
    if ruled:
        from lightterm.document.ruling import needs_rules

        ruled = needs_rules(grid[head:], heights[head:])
    if layout.later is not None and any(p.lines.__class__ is not list for row in grid for p in row):
        from lightterm.document.slices import put
        from lightterm.document.tall import tall_rows

        put(layout, tall_rows(layout, grid, heights, widths, sides, head, ruled))
        return
    add_rows(layout, grid, heights, widths, sides, head, ruled)


def lay_cells(layout: Layout, grid: list[list[Placed]], widths: list[int], turned: bool = False) -> list[int]:
    """Lay the cells out in their columns; the lines that each row takes."""
    waits, count = layout.later is not None and not turned, len(widths)
    for row in grid:
        for placed in row:
            at = placed.column
            room = widths[at] if placed.columns == 1 and at < count else span_width(widths, placed, layout.gutter)
            _cell_lines(placed, room, layout, waits)
    if turned:
        from lightterm.document.turned import unmove

        unmove(grid)
    heights = [max((len(p.lines) for p in row if p.rows == 1), default=0) for row in grid]
    heights = [h or int(any(p.rows > 1 for p in row)) for h, row in zip(heights, grid, strict=True)]
    for row in grid:
        for placed in row:
            if placed.rows > 1:
                under = range(placed.row, placed.row + placed.rows)
                lack = len(placed.lines) - sum(heights[r] for r in under)
                if lack > 0:
                    heights[placed.row + placed.rows - 1] += lack
    return heights


def add_rows(
    layout: Layout,
    grid: list[list[Placed]],
    heights: list[int],
    widths: list[int],
    sides: list[str],
    head: int,
    ruled: bool,
    above: Sequence[Placed] = (),
) -> list[int]:
    """Append rows whose cells are laid out; the line that each begins on. `above` is the row before the first of them,
    where that is not the table's first; then `head` is -1."""
    open_: list[tuple[Placed, int]] = []
    starts: list[int] = []
    for r, row in enumerate(grid):
        starts.append(len(layout.lines))
        if (r or above) and ((r == head and any(heights[:r])) or (ruled and r > head and heights[r])):
            from lightterm.document.ruling import rule

            layout.lines.append(rule(widths, open_, row, above, len(layout.gutter) // 2))
        open_ = [(p, done) for p, done in open_ if p.row + p.rows > r]
        is_simple = not open_ and len(row) == len(widths)
        above = row
        if is_simple and add_plain_row(layout, row, widths, heights[r], sides, r < head):
            continue
        across = sorted([*open_, *((p, 0) for p in row)], key=lambda item: item[0].column)
        above = [p for p, _ in across]
        add_mixed_row(layout, across, widths, heights[r], sides, r < head)
        open_ = [(p, done + heights[r]) for p, done in across if p.row + p.rows > r + 1]
    return starts
