"""What laid-out documents are held to by more than one room."""

from __future__ import annotations

from lightterm.document.model import Paragraph, Table


def may_be_wide(block: object) -> bool:
    """Whether preformatted text is in the block, which no width breaks."""
    if isinstance(block, Table):
        inner = [b for row in block.rows for cell in row for b in cell.blocks]
        return any(map(may_be_wide, [*block.caption, *inner]))
    return isinstance(block, Paragraph) and block.pre
