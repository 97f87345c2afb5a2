"""Whether the rows of a table of tall cells need lines between them."""

from __future__ import annotations

from lightterm.document.model import Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.grid import Placed

LOW = 8
"""Lines of a row up to which its first cell is enough to tell where it begins."""


def needs_rules(body: list[list[Placed]], heights: list[int]) -> bool:
    """Whether lines are to tell where a row begins: first cells of one line do where rows are but words that wrap.

    Lines below every row made a list of commands, whose explanations wrap, half as long again.
    """
    if max(heights) > LOW or any(placed.rows > 1 for row in body for placed in row):
        return True
    return not all(
        row[0].column == 0 and len(row[0].lines) == 1 and all(map(_is_words, row))
        for row, height in zip(body, heights, strict=True)
        if height
    )


def _is_words(placed: Placed) -> bool:
    blocks = placed.cell.blocks
    return len(blocks) < 2 and all(isinstance(block, Paragraph) and not block.pre for block in blocks)
