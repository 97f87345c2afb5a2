"""Which blocks make up the main text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.reader.blocks import Block

LEAST = 60
"""Characters below which what was chosen is no main text, and more is taken."""

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
    return kept
