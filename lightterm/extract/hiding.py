"""What the reader's filter lists hide of a page is taken out of its tree."""

from __future__ import annotations

from lightterm.extract import dom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.dom import Node, Tree
    from lightterm.extract.prepare import Removal
    from lightterm.extract.view import View

REASON = "filter lists"
"""What is said of what went."""


def hide(tree: Tree, url: str, markup: bytes, view: View, removal: Removal) -> None:
    """Take out what is hidden of the page at `url`; `markup` is what the tree was made of."""
    if view.hidden is not None:
        for selector in view.hidden(url, markup):
            removal.take(_found(tree, selector), REASON)


def _found(tree: Tree, selector: str) -> list[Node]:
    """The elements; none for what is no selector here."""
    try:
        return dom.select(tree, selector)
    except Exception:  # the parser's own kind, which only `dom` may know
        return []
