"""Abbreviations whose words stand beside them: their titles would say them a second time."""

from __future__ import annotations

from lightterm.document.marks import one_spaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.extract.dom import Node

ENOUGH = 120
"""Characters round an abbreviation from which on no more is looked at: a paragraph, or a cell."""

PARAGRAPH = 2000
"""Characters of a text in which words are near whatever stands in it."""

MOST = 1_000_000
"""Characters that are looked at in all."""


def leave_known(abbreviations: Iterable[Node]) -> None:
    """Take the titles away that stand in the text round the first abbreviation that has them."""
    decided: dict[str, bool] = {}
    room = MOST
    for node in abbreviations:
        title = one_spaced(node.attrs.get("title") or "").lower()
        if title and title not in decided and room > 0:
            text = _round(node)
            room -= len(text)
            decided[title] = len(text) <= PARAGRAPH and title in one_spaced(text).lower()
        if decided.get(title):
            del node.attrs["title"]


def _round(node: Node) -> str:
    """The text of the smallest element round an abbreviation that holds enough of it."""
    text = ""
    at: Node | None = node.parent
    while at is not None and at.tag not in ("body", "html") and len(text) < ENOUGH:
        wider = at.text(separator=" ")
        if len(wider) > PARAGRAPH:
            return text or wider
        text, at = wider, at.parent
    return text
