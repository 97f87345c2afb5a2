"""Which blocks make up the main text."""

from __future__ import annotations

from lightterm.extract.reader.sharing import is_sharing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.reader.blocks import Block

LEAST = 60
"""Characters below which what was chosen is no main text, and more is taken."""

REPEATED = 25
"""Characters from which a text that is kept is not to be kept again."""

LOWEST, HIGHEST = 0.25, 0.55
"""Bounds of the bar that a block's probability must pass."""

PRODUCT = 0.45
"""The least bar on a product's page: what may be of it (reviews, the shop's terms, others' goods) is more than it is,
and stands or falls together, which the expected F1 does not know. On products this raises F1 by .025.
"""

HOLDERS = range(800, 200_000)
"""Characters of a block that may be the whole text once more, its paragraphs run together, for programs."""

HELD = 64
"""Texts that are looked for in such a block: the longest."""


def floor(product: float) -> float:
    """The least bar for a page that is with this probability a product's."""
    return LOWEST + (PRODUCT - LOWEST) * product


def bar(probabilities: list[float], sizes: list[int], lowest: float = LOWEST) -> float:
    """The probability from which blocks are taken, so that the expected F1 of the text is greatest.

    The best set is all blocks above half the F1 it reaches (Lewis 1995; Lipton et al. 2014,
    https://arxiv.org/abs/1402.1892), so a page on which little is certain has a lower bar.
    """
    expected = sum([p * size for p, size in zip(probabilities, sizes, strict=True)])
    right = taken = best = 0.0
    for p, size in sorted(zip(probabilities, sizes, strict=True), reverse=True):
        right += p * size
        taken += size
        best = max(best, 2 * right / (taken + expected))
    return min(HIGHEST, max(lowest, best / 2))


def chosen(blocks: list[Block], probabilities: list[float], lowest: float = LOWEST) -> list[bool]:
    """Whether each block is main text; none is whose probability is below `lowest`, but on pages without text."""
    sizes = [len(block.text) for block in blocks]
    least = bar(probabilities, sizes, lowest)
    kept = [p > least for p in probabilities]
    if blocks and sum(size for size, keep in zip(sizes, kept, strict=True) if keep) < LEAST:
        least = 0.6 * max(probabilities)
        kept = [p >= least for p in probabilities]
    return _not_whole(blocks, _once(blocks, kept))


def _once(blocks: list[Block], kept: list[bool]) -> list[bool]:
    """What was kept without buttons for sharing, and without texts that stand elsewhere a second time: quotes of posts,
    copies for other screens.

    A text may stand twice beside itself. On forums this raises F1 by .04, on all pages by .006.
    """
    seen: dict[str, object] = {}
    only: list[bool] = []
    for block, keep in zip(blocks, kept, strict=True):
        parent = block.element.parent
        if keep and len(block.text) >= REPEATED:
            keep = seen.setdefault(block.text, parent) is parent
        only.append(keep and not is_sharing(block))
    return only if any(only) else kept


def _not_whole(blocks: list[Block], kept: list[bool]) -> list[bool]:
    """What was kept without a block that is made of three other ones or more and of little else."""
    sizes = [len(block.text) if keep else 0 for block, keep in zip(blocks, kept, strict=True)]
    least = sum(sizes) // 5
    holders = [i for i, size in enumerate(sizes) if size in HOLDERS and size > least]
    if not holders:
        return kept
    shown = sorted([block.text for block, size in zip(blocks, sizes, strict=True) if size > REPEATED], key=len)[-HELD:]
    only = list(kept)
    for i in holders:
        held = [len(text) for text in shown if len(text) < sizes[i] and text in blocks[i].text]
        only[i] = len(held) < 3 or 2 * sum(held) < sizes[i]
    return only
