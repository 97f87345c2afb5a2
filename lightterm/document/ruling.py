"""Lines between the rows of a table: whether tall cells need them, and how they are drawn."""

from __future__ import annotations

from lightterm.document.model import Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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
    if not all(is_words(placed) for row in rows for placed in row):
        return True
    return not set.intersection(*({placed.column for placed in row if len(placed.lines) == 1} for row in rows))


def is_words(placed: Placed) -> bool:
    """Whether a cell holds no more than a paragraph."""
    blocks = placed.cell.blocks
    return len(blocks) < 2 and all(isinstance(block, Paragraph) and not block.pre for block in blocks)


def rule(
    widths: list[int], open_: list[tuple[Placed, int]], below: list[Placed], above: Sequence[Placed], pad: int
) -> str:
    """A line between two rows, left open where a cell spans both."""
    spanned: set[int] = set()
    for placed, _ in open_:
        spanned.update(range(placed.column, placed.column + placed.columns))
    out = []
    for c, w in enumerate(widths):
        fill = " " if c in spanned else "─"
        out.append(fill * w)
        if c + 1 < len(widths):
            left, right = fill, " " if c + 1 in spanned else "─"
            out.append(f"{left * pad}{_joint(c, above, below, left, right)}{right * pad}")
    return "".join(out).rstrip(" ")


def _joint(column: int, above: Sequence[Placed], below: Sequence[Placed], left: str, right: str) -> str:
    up, down = (not any(p.column <= column < p.column + p.columns - 1 for p in row) for row in (above, below))
    if left == " " and right == " ":
        return "│" if up else " "  # within one cell that goes on, or between two
    if left == " ":
        return "├"
    if right == " ":
        return "┤"
    return {(True, True): "┼", (True, False): "┴", (False, True): "┬", (False, False): "─"}[up, down]
