"""The lead of an article: what its authors put between headline and text, and call so.

Sets differ in whether it is main text: with it F1 on trafilatura's rises by .002, on article-extraction-benchmark it
falls by .001. It is what a reader would miss.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.reader.blocks import Block, Element

NEAR = 6
"""Blocks before the text in which the lead may stand."""

TEXT = 120
"""Characters of a block that is kept from which it is text, and no headline."""

LEAST = 60
"""Characters of a lead."""

LIKELY = 0.15
"""How likely a block must be main text to be a lead."""

_CALLED = frozenset(
    "intro introduction lead lede leading excerpt standfirst subtitle dek deck chapeau chapo vorspann subheadline "
    "subhead sapo entradilla bajada copete einleitung preamble ingress abstract summary".split()
)
_NEVER = frozenset(
    "related recommended newsletter comment comments sidebar widget footer nav author bio tags share card cards more "
    "popular".split()
)


def with_lead(blocks: list[Block], probabilities: Sequence[float], kept: list[bool]) -> list[bool]:
    """What was kept and the lead before it, behind the last h1 there is."""
    shown = zip(blocks, kept, strict=True)
    first = next((i for i, (block, keep) in enumerate(shown) if keep and len(block.text) > TEXT), 0)
    start = next((i for i in range(first - 1, -1, -1) if blocks[i].element.tag == "h1"), 0)
    near = range(max(start, first - NEAR), first)
    leads = [i for i in near if probabilities[i] > LIKELY and is_lead(blocks[i])]
    return [keep or i in leads for i, keep in enumerate(kept)] if leads else kept


def is_lead(block: Block) -> bool:
    """Whether a block is called a lead, and is no row of links."""
    if len(block.text) < LEAST or 2 * block.linked > len(block.text):
        return False
    element, outer = block.element, block.element.parent
    return (_is_called(element) or (outer is not None and _is_called(outer))) and all(
        _NEVER.isdisjoint(around.tokens) for around in element.chain() if around.tag != "body"
    )


def _is_called(element: Element) -> bool:
    return not _CALLED.isdisjoint(element.tokens)
