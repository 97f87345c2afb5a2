"""Tables whose columns cannot, or shall not, stand side by side: rows as records, cells named by their columns."""

from __future__ import annotations

from lightterm.document.cells import width
from lightterm.document.even import cell_text
from lightterm.document.marks import FIELD, LINK, one_spaced
from lightterm.document.model import ROOT, Cell, Paragraph, Table
from lightterm.document.slices import add_inner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.grid import Placed
    from lightterm.document.layout import Layout
    from lightterm.document.model import Block, Document

BRIEF = 60
"""Characters of a cell spanning rows that are said again in each of their records."""


MANY = 7
"""Columns from which the short cells of a record share lines: one a line, a table of scores went on for pages."""

SHORT = 3
"""So many short cells stand on a line at least: one that takes more of it, with its name, has a line of its own."""

BESIDE = " · "
"""What stands between cells on a line."""

EMPTY = "–"
"""What stands behind the name of a cell with nothing in it."""


def stacked(block: Block) -> Block:
    """A block whose tables, nested ones too, are records at any width; any other block as it is."""
    if not isinstance(block, Table):
        return block
    rows = [[Cell([*map(stacked, c.blocks)], c.columns, c.rows, c.header, c.align) for c in row] for row in block.rows]
    return Table(rows, block.caption, block.frame, block.gap, block.lead, stacked=True)


def in_records(document: Document) -> Document:
    """The document with its tables as records."""
    return document.replace(blocks=[*map(stacked, document.blocks)])


class Names:
    """What cells are named by in records: the words of the head above their columns, of which there are `count`.

    A table that is `wanted` as records has a line for each cell, however many and short they are.
    """

    def __init__(self, grid: list[list[Placed]], head: int, count: int = 0, wanted: bool = False) -> None:
        self.count = count or max((placed.column + placed.columns for row in grid for placed in row), default=0)
        self.packed = self.count >= MANY and not wanted
        self.of = _names([row for row in grid[:head] if not _is_title(row, self.count)])
        self.labels = {column: f"{', '.join(parts)}: " for column, parts in self.of.items() if parts}

    def label(self, placed: Placed) -> str:
        """What stands before a cell."""
        return self.labels.get(placed.column, "") if placed.columns == 1 else _label(self.of, placed)


def add_records(layout: Layout, grid: list[list[Placed]], head: int, names: Names | None = None) -> list[int]:
    """Append each row but the first `head` as `Column: value` lines; records are kept apart by a blank line. The line
    that each row begins on."""
    names = Names(grid, head) if names is None else names
    starts = []
    for row in grid[:head]:
        starts.append(len(layout.lines))
        for placed in row:
            if _name(placed) is None or _is_title(row, names.count):
                _add_value(layout, placed, "")
    return starts + add_bodies(layout, grid[head:], names, apart=head > 0)


def add_bodies(layout: Layout, grid: list[list[Placed]], names: Names, apart: bool, after: int = 0) -> list[int]:
    """Append the rows of a table's body as records, `apart` from what is before; the line that each begins on.

    The first `after` of them tell how those after them go on, and are not appended.
    """
    above: list[Placed] = []
    pair = False
    begun, starts = len(layout.lines), []
    for i, row in enumerate(grid):
        if i == after > 0:
            ended = any(layout.lines[begun:]) and bool(layout.lines[-1])
            del layout.lines[begun:]
            for line in [line for line in layout.spans if line >= begun]:
                del layout.spans[line]
        else:
            ended = bool(layout.lines) and bool(layout.lines[-1])
        starts.append(len(layout.lines))
        if not any(placed.cell.blocks for placed in row):
            continue
        above = [placed for placed in above if placed.row + placed.rows > row[0].row]
        across = sorted([*above, *row], key=_column) if above else row
        label = "" if names.labels else _pair_label(across)
        if ended and not (pair and label) and (i or apart):
            layout.lines.append("")
        pair = bool(label)
        if label:
            _add_value(layout, across[1], label)
        elif _is_title(row, names.count):
            _add_value(layout, row[0], "")
        elif names.packed:
            _add_packed(layout, across, names)
        else:
            for placed in across:
                _add_value(layout, placed, names.label(placed))
        above += [again for placed in row if placed.rows > 1 and (again := _again(placed)) is not None]
    return starts[after:]


def _add_packed(layout: Layout, row: list[Placed], names: Names) -> None:
    """Append the cells of a row: the first, which mostly names it, then short ones on lines that they fill."""
    line: list[str] = []
    left = 0
    for placed in row:
        label = names.label(placed)
        brief = _brief(layout, placed, label) if placed is not row[0] and (label or not names.labels) else ""
        cells = width(brief) + len(BESIDE)
        if line and (not brief or cells > left):
            layout.add([Paragraph(BESIDE.join(line), ROOT, 0, 0, 1)])
            line = []
        if not brief:
            _add_value(layout, placed, label)
            continue
        left = (left if line else layout.width + len(BESIDE)) - cells
        line.append(brief)
    if line:
        layout.add([Paragraph(BESIDE.join(line), ROOT, 0, 0, 1)])


def _brief(layout: Layout, placed: Placed, label: str) -> str:
    """A short cell behind its name; "" of one that is long, is a head, or is more than plain words."""
    if placed.cell.header:
        return ""
    text = EMPTY
    for block in placed.cell.blocks:
        if block.__class__ is not Paragraph or block.frame is not ROOT or block.pre or text is not EMPTY:
            return ""
        text = block.raw
    from lightterm.document.layout import has_rtl

    text = label + text.replace("\xa0", " ")
    long = width(text) > layout.width // SHORT
    return "" if long or not text.isprintable() or has_rtl(text) else text


def _column(placed: Placed) -> int:
    return placed.column


def _is_title(row: list[Placed], count: int) -> bool:
    """Whether a row is one header cell over all columns: what follows has it as its title, not as its columns' name."""
    return len(row) == 1 < count and row[0].cell.header and row[0].columns >= count


def _pair_label(row: list[Placed]) -> str:
    """The label of a row that is a name and its value, "" of any other."""
    if len(row) != 2 or not row[0].cell.header or row[1].cell.header:
        return ""
    name = _name(row[0])
    return f"{name}: " if name else ""


def _name(placed: Placed) -> str | None:
    """The words of a cell, None when they are not all there is to it: saying them again must repeat no target."""
    if any(not isinstance(block, Paragraph) or LINK in block.raw or FIELD in block.raw for block in placed.cell.blocks):
        return None
    return _words(placed)


def _words(placed: Placed) -> str:
    """The words of a cell's paragraphs."""
    return one_spaced(" ".join(b.text() for b in placed.cell.blocks if isinstance(b, Paragraph)))


def _again(placed: Placed) -> Placed | None:
    """A cell over several rows as it stands in the records after its first: its words, long ones shortened, and no
    target a second time; None where it has no words."""
    words = _words(placed)
    if not words:
        return None
    if len(words) > BRIEF:
        words = f"{words[:BRIEF].rsplit(' ', 1)[0]} …"
    cell = Cell([Paragraph(words, ROOT, 0, 0, 1)], placed.columns, placed.rows, placed.cell.header, "")
    return type(placed)(cell, placed.row, placed.column, placed.rows, placed.columns)


def _names(head: list[list[Placed]]) -> dict[int, list[str]]:
    """By column, the words of the header cells above it, from the top."""
    names: dict[int, list[str]] = {}
    for row in head:
        for placed in row:
            words = _words(placed)
            for column in range(placed.column, placed.column + placed.columns):
                above = names.setdefault(column, [])
                if words and words not in above:
                    above.append(words)
    return names


def _label(names: dict[int, list[str]], placed: Placed) -> str:
    """The label of a cell over several columns: what their names have in common, else all of them."""
    over = [names.get(column, []) for column in range(placed.column, placed.column + placed.columns)]
    common = [parts[0] for parts in zip(*over, strict=False) if len(set(parts)) == 1]
    words = common or list(dict.fromkeys(", ".join(parts) for parts in over if parts))
    return f"{', '.join(words)}: " if words else ""


def _add_value(layout: Layout, placed: Placed, label: str) -> None:
    """Append one cell behind its label, or below it where they do not fit on a line or the cell has records too."""
    if label and not placed.cell.blocks:
        label += EMPTY  # a name alone reads as that of what follows
    text = cell_text(placed.cell, layout) if placed.text is None else placed.text
    nested = any(isinstance(block, Table) and block.stacked for block in placed.cell.blocks)
    indent = len(label) if label.isascii() else width(label)
    room = layout.width - indent
    if text is not None and len(text) <= room:
        if not layout.rich:
            if text or label:
                layout.lines.append((label + text).rstrip())
            return
        room = len(text)
    elif label and (indent > layout.width // 2 or nested):
        layout.add([Paragraph(label.rstrip(), ROOT, 0, 0, 1)])
        indent = min(2, layout.width // 4)
        label = " " * indent
        room = layout.width - indent
    inner = layout.inner(room)
    inner.later = {} if layout.later is not None else None
    inner.add(placed.cell.blocks)
    if inner.later or inner.spans:
        add_inner(layout, inner, label, " " * indent, nested)
        return
    for i, line in enumerate(inner.lines or [""] if label else inner.lines):
        lead = " " * indent if i else label
        if line or lead.strip() or nested:
            layout.lines.append((lead + line).rstrip())
