"""Heads of columns in less room: the number of a link or button in a head may stand above its words."""

from __future__ import annotations

from lightterm.document.marks import FIELD, LINK
from lightterm.document.model import Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.layout import Layout
    from lightterm.document.model import Block, Cell

APART = "\u200b"


def loose(blocks: list[Block]) -> list[Block]:
    """The blocks of a head; a line may end behind the number of a target, where its words are as wide as the column."""
    return [_loose(block) if isinstance(block, Paragraph) else block for block in blocks]


def _loose(block: Paragraph) -> Paragraph:
    raw = block.raw
    if LINK not in raw and FIELD not in raw:
        return block
    return block.with_raw(raw.replace(LINK, LINK + APART).replace(FIELD, FIELD + APART))


def least_of_head(cell: Cell, whole: int, layout: Layout) -> int:
    """The cells that a head of columns needs with its words one below the other; `whole` where that is not to be."""
    from lightterm.document.wrap import longest_word

    least = 0
    for block in cell.blocks:
        if not isinstance(block, Paragraph) or block.pre or block.level or block.frame.rest or "\n" in block.raw:
            return whole
        least = max(least, longest_word(_loose(block).text(layout.numbers), whole))
    return least
