"""Whether the rows of a table of tall cells need lines between them."""

from __future__ import annotations

from lightterm.document.model import Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.grid import Placed

LOW = 8
"""Lines of a row up to which one cell is enough to tell where it begins."""


def needs_rules(body: list[list[Placed]], heights: list[int]) -> bool:
    """Whether lines are to tell where a row begins: a column with one line in each row does where rows are but words.

    Lines below every row made a list of commands, whose explanations wrap, or of threads, whose titles do, half as long
    again.
    """
    if max(heights) > LOW or any(placed.rows > 1 for row in body for placed in row):
        return True
    rows = [row for row, height in zip(body, heights, strict=True) if height]
    if not all(_is_words(placed) for row in rows for placed in row):
        return True
    return not set.intersection(*({placed.column for placed in row if len(placed.lines) == 1} for row in rows))


def _is_words(placed: Placed) -> bool:
    blocks = placed.cell.blocks
    return len(blocks) < 2 and all(isinstance(block, Paragraph) and not block.pre for block in blocks)
