"""Of long tables only the rows that were asked for and their headers: a table is a block, and may be a whole page."""

from __future__ import annotations

from lightterm.document.model import Table
from lightterm.document.subset import folded, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.model import Cell, Document

    Found = Callable[[Sequence[str]], list[bool]]
    """Which of some texts are found."""

MANY = 20
"""Rows up to which a table is shown whole."""


def narrowed(document: Document, filters: Sequence[Found], either: bool) -> Document:
    """The document with the rows of its long tables that all filters find, or any of them if `either`.

    A table of whose rows none is found by all is left with those that any finds; one with cells over several rows is
    left as it is. Targets keep their numbers, those of the rows left out count as folded.
    """
    blocks = [_narrowed(b, filters, either) if isinstance(b, Table) else b for b in document.blocks]
    if all(block is before for block, before in zip(blocks, document.blocks, strict=True)):
        return document
    return document.replace(blocks=blocks, folded=folded(document, blocks), access=None)


def _narrowed(table: Table, filters: Sequence[Found], either: bool) -> Table:
    if len(table.rows) <= MANY or any(cell.rows != 1 for row in table.rows for cell in row):
        return table
    texts = [_text(row) for row in table.rows]
    told = list(zip(*[found(texts) for found in filters], strict=True))
    wanted = [(any if either else all)(row) for row in told]
    if not any(wanted):
        wanted = [any(row) for row in told]
    if not any(wanted):
        return table  # what was looked for is said by several rows together, or by the caption
    kept = [row for row, want in zip(table.rows, wanted, strict=True) if want or _is_header(row)]
    return Table(kept, table.caption, table.frame, table.gap, table.lead, table.stacked)


def _text(row: list[Cell]) -> str:
    return "\n".join([plain(block) for cell in row for block in cell.blocks])


def _is_header(row: list[Cell]) -> bool:
    return bool(row) and all(cell.header for cell in row)
