"""Tables as they are heard, a row after the other: of a cell with nothing in it that is said, not its column alone."""

from __future__ import annotations

from lightterm.document.fill import TARGET
from lightterm.document.model import ROOT, Cell, Paragraph, Table
from lightterm.document.within import paragraphs
from lightterm.line.drawn import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block


def with_empty_said(block: Block) -> Block:
    """A table with a word in its empty cells, below names of columns; any other block, or one without, as it is."""
    if not isinstance(block, Table) or not _has_empty(block.rows):
        return block
    names = [any(map(_words, cell.blocks)) for cell in block.rows[0]]
    near = next((found for row in block.rows for cell in row for b in cell.blocks for found in paragraphs(b)), None)
    if near is None:
        return block
    rows: list[list[Cell]] = []
    place = near.first
    for row in block.rows:
        cells: list[Cell] = []
        for name, cell in zip(names, row, strict=True):
            for inner in cell.blocks:
                for found in paragraphs(inner):
                    place = found.first + len(TARGET.findall(found.raw))
            cells.append(_said(cell, near, place) if rows and name and not cell.blocks else cell)
        rows.append(cells)
    return Table(rows, block.caption, block.frame, block.gap, block.lead, block.stacked)


def _has_empty(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether a table whose first row names its columns, each cell in one of them, has cells without anything."""
    if len(rows) < 2 or not all(cell.header for cell in rows[0]):
        return False
    plain = all(len(row) == len(rows[0]) and all(c.columns == c.rows == 1 for c in row) for row in rows)
    return plain and any(not cell.blocks for row in rows[1:] for cell in row)


def _words(block: Block) -> bool:
    return isinstance(block, Paragraph) and bool(block.text().strip())


def _said(cell: Cell, near: Paragraph, place: int) -> Cell:
    said = Paragraph(EMPTY, ROOT, 0, 0, place)
    said.known = near.known
    return Cell([said], cell.columns, cell.rows, cell.header, cell.align)
