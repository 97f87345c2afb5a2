"""Tables to lines; those of short plain texts that fit as they stand, as most do, by columns: a third of the cost."""

from __future__ import annotations

from lightterm.document.marks import MEDIA
from lightterm.document.model import ROOT, Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.layout import Layout
    from lightterm.document.model import Cell, Table

GUTTER = " │ "
CROSSING = "─┼─"

FIRST = 8
"""Rows that are looked at before the others: what is too wide mostly is so there."""

_NUMERIC = frozenset("0123456789.,+-−%$€£¥()  /:")


def add_table(layout: Layout, table: Table) -> None:
    """Append a table's lines: caption, then columns or records."""
    first, rest = layout.opening(table)
    inner = layout.inner(max(1, layout.width - len(rest)))
    inner.later = {} if layout.later is not None and layout.laid is None else None
    inner.add(table.caption)
    turned = layout.laid is None and _is_turned(table)
    even = None if turned or layout.laid is not None else _even_lines(table, inner)
    if layout.laid is not None:
        layout.laid.add(inner, table)
        layout.laid.starts = [len(layout.lines) + start * (i > 0) for i, start in enumerate(layout.laid.starts)]
    elif even is not None:
        inner.lines += even
    else:
        from lightterm.document.grid import add_uneven

        add_uneven(inner, table, turned)
    if inner.later or inner.spans:
        from lightterm.document.slices import add_inner

        add_inner(layout, inner, first if table.lead else rest, rest)
        return
    layout.lines += [((rest if i or not table.lead else first) + line).rstrip() for i, line in enumerate(inner.lines)]


def _is_turned(table: Table) -> bool:
    """Whether a table is right-to-left: as the first paragraph in it is said to be."""
    for row in table.rows[:2]:
        for cell in row:
            for block in cell.blocks:
                if isinstance(block, Paragraph):
                    return block.direction == "rtl"
    return False


def _even_lines(table: Table, layout: Layout) -> list[str] | None:
    """The lines of a table whose cells all are a line of ASCII in a row and column of their own; None of any other."""
    rows = table.rows
    if layout.rich or layout.pictures is not None or table.stacked or not rows:
        return None
    if len(rows) > FIRST and _columns(rows[:FIRST], layout) is None:
        return None
    columns = _columns(rows, layout)
    if columns is None:
        return None
    widths = [max(map(len, column)) for column in columns]
    if 0 in widths:
        return None  # a column of nothing is none
    head = head_rows(rows)
    by_column = zip(columns, zip(*rows, strict=True), widths, strict=True)
    padded = [_padded(texts, cells, room, head) for texts, cells, room in by_column]
    lines = [GUTTER.join(parts).rstrip(" ") for parts in zip(*padded, strict=True)]
    if head:
        lines.insert(head, CROSSING.join(["─" * room for room in widths]))
    return lines


def _columns(rows: list[list[Cell]], layout: Layout) -> list[list[str]] | None:
    """The texts of each column; None where a cell is not even, a row is empty, or they do not fit."""
    count = len(rows[0])
    texts: list[str] = []
    for row in rows:
        if len(row) != count:
            return None
        filled = False
        for cell in row:
            text = cell_text(cell, layout) if cell.columns == cell.rows == 1 else None
            if text is None:
                return None
            filled = filled or text != ""
            texts.append(text)
        if not filled:
            return None
    columns = [texts[at::count] for at in range(count)]
    room = sum([max(map(len, column)) for column in columns]) + len(GUTTER) * (count - 1)
    return columns if count and room <= layout.width else None


def _padded(texts: list[str], cells: Sequence[Cell], room: int, head: int) -> list[str]:
    """The texts of a column as wide as that, each at the side that its cell or the column keeps to."""
    body = [text for text, cell in zip(texts, cells, strict=True) if text and not cell.header]
    side = "right" if body and all(map(is_number, body)) else ""
    padded = aligned(texts, side, room)
    if head or any(cell.align for cell in cells):
        for i, (text, cell) in enumerate(zip(texts, cells, strict=True)):
            own = cell.align or ("center" if cell.header and i < head else side)
            if own != side:
                padded[i] = aligned((text,), own, room)[0]
    return padded


def aligned(texts: Sequence[str], side: str, room: int) -> list[str]:
    """Texts of ASCII in so many cells each, at a side or in the middle."""
    if side == "right":
        return [text.rjust(room) for text in texts]
    if side == "center":
        return [(" " * ((room - len(text)) // 2) + text).ljust(room) for text in texts]
    return [text.ljust(room) for text in texts]


def head_rows(rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows are the table's head: header cells all, but for an empty corner, with something below them."""
    head = 0
    while head < len(rows) - 1 and rows[head] and rows[head][-1].header:
        row = rows[head]
        if not all(cell.header or (not cell.blocks and cell is row[0]) for cell in row):
            break
        head += 1
    return head


def is_number(text: str) -> bool:
    """Whether a text is a number, with signs, units and spaces as numbers have."""
    return _NUMERIC.issuperset(text) and any(map(str.isdigit, text))


def cell_text(cell: Cell, layout: Layout) -> str | None:
    """The text of a cell that is one plain paragraph, else None."""
    blocks = cell.blocks
    if not blocks:
        return ""
    if len(blocks) == 1:
        block = blocks[0]
        if block.__class__ is Paragraph and block.frame is ROOT and not block.pre and not block.level:
            text = block.text(layout.numbers)
            if text.isascii() and "\n" not in text and (layout.pictures is None or MEDIA not in block.raw):
                return text
    return None
