"""Where the tables, lists and quotations of a page begin, for who goes from one to the next."""

from __future__ import annotations

from lightterm.document.model import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Frame

TARGETS = ("link", "field", "button")
BEGUN = ("table", "list", "quote")
HEADINGS = tuple(f"h{level}" for level in range(1, 7))
ELEMENTS = (*TARGETS, "heading", *HEADINGS, *BEGUN)
"""What one can go to the next of, as people who do not see the page do."""


def level_of(kind: str) -> int:
    """The level of the headings that are meant, 0 for any."""
    return HEADINGS.index(kind) + 1 if kind in HEADINGS else 0


def in_words(kind: str) -> str:
    """What a person calls it."""
    level = level_of(kind)
    return f"heading of level {level}" if level else "quotation" if kind == "quote" else kind


_FRAMES = {"item": "list", "quote": "quote"}


def begun(blocks: Sequence[Block]) -> dict[str, list[int]]:
    """The blocks at which tables, lists and quotations begin, by what they are; those within another are not told."""
    found: dict[str, list[int]] = {kind: [] for kind in BEGUN}
    last: Frame | None = None
    inside: frozenset[str] = frozenset()
    for at, block in enumerate(blocks):
        if block.__class__ is Table:
            found["table"].append(at)
        if block.frame is not last:
            last = block.frame
            now = _around(last)
            for kind in now - inside:
                found[kind].append(at)
            inside = now
    return found


def _around(frame: Frame | None) -> frozenset[str]:
    """What a frame stands in, of lists and quotations."""
    kinds = set()
    while frame is not None:
        if frame.kind in _FRAMES:
            kinds.add(_FRAMES[frame.kind])
        frame = frame.parent
    return frozenset(kinds)
