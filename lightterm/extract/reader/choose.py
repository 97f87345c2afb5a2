"""Which blocks make up the main text."""

from __future__ import annotations

from lightterm.extract.reader.beside import COMMENTS, CONTROLS, without_beside
from lightterm.extract.reader.kind import KINDS
from lightterm.extract.reader.lead import with_lead
from lightterm.extract.reader.sharing import is_sharing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.reader.blocks import Block, Element

LEAST = 60
"""Characters below which what was chosen is no main text, and more is taken."""

REPEATED = 25
"""Characters from which a text that is kept is not to be kept again."""

BYLINE = 50
"""Characters up to which what follows such a text in both places goes with it."""

LOWEST, HIGHEST = 0.25, 0.55
"""Bounds of the bar that a block's probability must pass."""

PRODUCT = 0.45
"""The least bar on a product's page: what may be of it (reviews, the shop's terms, others' goods) is more than it is,
and stands or falls together, which the expected F1 does not know. On products this raises F1 by .025, with other
forests by .007 to .012.
"""

ALIKE = 3
"""Elements from a text outwards, of the same tag and names, within which it is the same value of another item, as in a
row or a card, and no copy. F1 rises by .0008 on WCXB (standard error .0003; 38 pages gain, 11 lose; listings .004),
.0004 on article-extraction-benchmark; two gain a third of that, four add as many pages that lose as that gain.
"""

HOLDERS = range(800, 200_000)
"""Characters of a block that may be the whole text once more, its paragraphs run together, for programs."""

HELD = 64
"""Texts that are looked for in such a block: the longest."""


PARTS_OF = {COMMENTS: ("article", 0.6), CONTROLS: ("collection", 0.5)}
"""What is beside the text of some pages only, and how likely a page must be of what kind for that. Without comments F1
rises by .004 on Readability's pages.
"""

LED = 0.3
"""How likely a page must be an article for it to have a lead."""


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


def chosen(blocks: list[Block], probabilities: list[float], kinds: Sequence[float] = ()) -> list[bool]:
    """Whether each block is main text; `kinds` is how likely the page is of each of KINDS, where that is known."""
    likely = dict(zip(KINDS, kinds, strict=False))
    sizes = [len(block.text) for block in blocks]
    least = bar(probabilities, sizes, LOWEST + (PRODUCT - LOWEST) * likely.get("product", 0.0))
    kept = [p > least for p in probabilities]
    if blocks and sum(size for size, keep in zip(sizes, kept, strict=True) if keep) < LEAST:
        least = 0.6 * max(probabilities)
        kept = [p >= least for p in probabilities]
    kept = _not_whole(blocks, _once(blocks, kept))
    stays = {part for part, (kind, least) in PARTS_OF.items() if likely.get(kind, 0.0) <= least}
    kept = without_beside(blocks, kept, LEAST, stays)
    return with_lead(blocks, probabilities, kept) if likely.get("article", 0.0) > LED else kept


def _once(blocks: list[Block], kept: list[bool]) -> list[bool]:
    """What was kept without buttons for sharing, and without texts that stand elsewhere a second time: quotes of posts,
    copies for other screens, with the bylines in them, which would stand under other texts.

    A text may stand twice beside itself, in two parts of one article, and at the same place of parts that are alike.
    On forums this raises F1 by .04, on all pages by .006.
    """
    seen: dict[str, Element] = {}
    after: dict[str, str] = {}
    before = ""
    is_copy = False
    only: list[bool] = []
    for block, keep in zip(blocks, kept, strict=True):
        follows = after.get(block.text) == before
        after.setdefault(block.text, before)
        before = block.text
        if keep and len(before) >= REPEATED and before in seen:
            keep = _are_together(seen[before], block.element)
            is_copy = not keep
        elif keep and is_copy and follows and len(before) < BYLINE and before[-1:] != ".":
            keep = False
        else:
            is_copy = is_copy and follows
            if keep and len(before) >= REPEATED:
                seen[before] = block.element
        only.append(keep and not is_sharing(block))
    return only if any(only) else kept


def _are_together(one: Element, other: Element) -> bool:
    """Whether two elements have one parent, parents that are parts of one article, or one place in parts alike."""
    a, b = one.parent, other.parent
    if a is b:
        return True
    if a is not None and b is not None and a.parent is b.parent and _is_article(a.parent):
        return True
    return _are_alike(one, other)


def _are_alike(one: Element, other: Element) -> bool:
    for _ in range(ALIKE):
        if one.tag != other.tag or one.tokens != other.tokens or one.parent is None or other.parent is None:
            return False
        one, other = one.parent, other.parent
        if one is other:
            return True
    return False


def _is_article(element: Element | None) -> bool:
    return element is not None and element.tag in ("article", "main")


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
