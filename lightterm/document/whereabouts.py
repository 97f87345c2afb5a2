"""Where on a page one is, in words."""

from __future__ import annotations

from bisect import bisect_right

from lightterm.document.posts import post_words
from lightterm.document.structure import heading_words, region_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.flow import Flow
    from lightterm.document.model import Document

MOST = 5000
"""Headings above a line that are looked through for those it stands under; none may be of the first level."""


def whereabouts(document: Document, flow: Flow, line: int) -> str:
    """The headings that a line of the page stands under, its region, and which of the lines it is: one line of text."""
    block = flow.block_at(line)
    headings = _over(flow.cuts.structure(document).places(), block)
    inside = [mark for mark in document.landmarks if mark.start <= block < mark.end]
    region = min(inside, key=lambda mark: mark.end - mark.start, default=None)
    lines = max(len(flow), 1)
    about = "" if flow.complete else "about "
    place = f"line {min(line + 1, lines)} of {about}{lines}"
    under = ": ".join(filter(None, (_called(document, at) for at in headings)))
    return "; ".join(filter(None, (under, region_words(region) if region else "", place)))


def _over(places: Sequence[tuple[int, int]], block: int) -> list[int]:
    """The blocks of the headings over a block, the widest first."""
    over: list[int] = []
    end = bisect_right(places, block, key=lambda place: place[0])
    lowest = 1 << 30
    for at, level in reversed(places[max(0, end - MOST) : end]):
        if level < lowest:
            over.insert(0, at)
            lowest = level
    return over


def _called(document: Document, block: int) -> str:
    """What the heading, or the post of a thread, at a block is called."""
    named = next((heading.text for heading in document.contents if heading.block == block), "")
    return named or heading_words(document.blocks, block) or post_words(document.blocks, block, block + 1)
