"""Where the headings of the page in view are, found once: among the blocks of 10 MB it took 5 ms of every key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.model import Paragraph
from lightterm.document.posts import level_of_posts, posts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Document


class Outline:
    """The headings, and posts of a thread, of the document it was asked for last."""

    def __init__(self) -> None:
        self._document: Document | None = None
        self._places: Sequence[tuple[int, int]] = ()
        self._main: tuple[Document | None, int | None] = None, None

    def main(self, document: Document) -> int | None:
        """The block at which the main part begins, if any: it is looked for among all blocks, once."""
        if document is not self._main[0]:
            from lightterm.document.main_part import main_block

            self._main = document, main_block(document)
        return self._main[1]

    def places(self, document: Document) -> Sequence[tuple[int, int]]:
        """(block, level) of each heading in the order of the page; a file's own outline may be in any other."""
        if document is not self._document:
            self._document = document
            self._places = sorted((heading.block, heading.level) for heading in document.contents) or _places(document)
        return self._places


def _places(document: Document) -> list[tuple[int, int]]:
    """(block, level) of each heading and of each post of a thread."""
    headings = [
        (at, block.level)
        for at, block in enumerate(document.blocks)
        if block.__class__ is Paragraph and block.level and not (block.frame.folds and block.frame.hidden())
    ]
    begun = posts(document)
    if begun:
        level = level_of_posts(headings, begun[0])
        headings = sorted([*headings, *[(at, level) for at in begun]])
    return headings
