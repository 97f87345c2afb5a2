"""Tables as they are heard, a row after the other: of a cell with nothing in it that is said, not its column alone.

Where no row names the columns they are told apart by counting: a cell that is empty is said before one that is not.
"""

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
    """A table with a word in its empty cells; any other block, or one without, as it is."""
    if not isinstance(block, Table) or not _has_empty(block.rows):
        return block
    named = all(cell.header for cell in block.rows[0])
    names = _named(block.rows[0]) if named else _used(block.rows)
    near = next((found for row in block.rows for cell in row for b in cell.blocks for found in paragraphs(b)), None)
    if near is None:
        return block
    rows: list[list[Cell]] = []
    place = near.first
    for row in block.rows:
        cells: list[Cell] = []
        told = (0 if row is block.rows[0] else len(row)) if named else _filled(row)
        for at, (name, cell) in enumerate(zip(names, row, strict=True)):
            for inner in cell.blocks:
                for found in paragraphs(inner):
                    place = found.first + len(TARGET.findall(found.raw))
            cells.append(_said(cell, near, place) if name and at < told and not cell.blocks else cell)
        rows.append(cells)
    return Table(rows, block.caption, block.frame, block.gap, block.lead, block.stacked)


def _has_empty(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether a table of several rows, each cell in one column, has cells without anything."""
    if len(rows) < 2:
        return False
    plain = all(len(row) == len(rows[0]) and all(c.columns == c.rows == 1 for c in row) for row in rows)
    return plain and any(not cell.blocks for row in rows for cell in row)


def _named(row: Sequence[Cell]) -> list[bool]:
    return [any(map(_words, cell.blocks)) for cell in row]


def _used(rows: Sequence[Sequence[Cell]]) -> list[bool]:
    """Of each column whether anything stands in it: others are only there for space."""
    return [any(cell.blocks for cell in column) for column in zip(*rows, strict=True)]


def _filled(row: Sequence[Cell]) -> int:
    """How many cells there are up to the last that is not empty."""
    return max((at for at, cell in enumerate(row, 1) if cell.blocks), default=0)


def _words(block: Block) -> bool:
    return isinstance(block, Paragraph) and bool(block.text().strip())


def _said(cell: Cell, near: Paragraph, place: int) -> Cell:
    said = Paragraph(EMPTY, ROOT, 0, 0, place)
    said.known = near.known
    return Cell([said], cell.columns, cell.rows, cell.header, cell.align)
