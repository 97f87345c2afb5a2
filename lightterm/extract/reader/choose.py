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


def bar(probabilities: list[float], sizes: list[int]) -> float:
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
    return min(HIGHEST, max(LOWEST, best / 2))


def chosen(blocks: list[Block], probabilities: list[float]) -> list[bool]:
    """Whether each block is main text."""
    sizes = [len(block.text) for block in blocks]
    least = bar(probabilities, sizes)
    kept = [p > least for p in probabilities]
    if blocks and sum(size for size, keep in zip(sizes, kept, strict=True) if keep) < LEAST:
        least = 0.6 * max(probabilities)
        kept = [p >= least for p in probabilities]
    return _once(blocks, kept)


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
