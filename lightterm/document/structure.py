"""Where the headings, the main part and the disclosures of a page are, found once: in 10 MB it took 5 to 15 ms."""

from __future__ import annotations

from collections import Counter

from lightterm.document.model import Paragraph
from lightterm.document.posts import heading_paragraphs, level_of_posts, post_words, posts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Document, Landmark


class Structure:
    """The headings, the posts of a thread, the main part, the disclosures, tables and lists of a document, each looked
    for when it is asked for."""

    __slots__ = ("_begun", "_disclosures", "_main", "_places", "document")

    def __init__(self, document: Document) -> None:
        self.document = document
        self._main: tuple[int | None] | None = None
        self._places: Sequence[tuple[int, int]] | None = None
        self._disclosures: dict[int, bool] | None = None
        self._begun: dict[str, list[int]] | None = None

    def prepare(self) -> None:
        """Look for all of them, perhaps in another thread, and have the page's fields and access keys found."""
        self.document.targets.fields()
        self.document.targets.access_keys()
        self.places()
        self.main()
        self.disclosures()
        self.begun()

    def main(self) -> int | None:
        """The block at which the main part begins, if any."""
        if self._main is None:
            from lightterm.document.main_part import main_block

            self._main = (main_block(self.document),)
        return self._main[0]

    def disclosures(self) -> dict[int, bool]:
        """The disclosures by their target's number: whether the page has them open."""
        if self._disclosures is None:
            from lightterm.document.folding import disclosures

            self._disclosures = disclosures(self.document.blocks)
        return self._disclosures

    def begun(self) -> dict[str, list[int]]:
        """The blocks at which tables, lists and quotations begin."""
        if self._begun is None:
            from lightterm.document.elements import begun

            self._begun = begun(self.document.blocks)
        return self._begun

    def places(self) -> Sequence[tuple[int, int]]:
        """(block, level) of each heading in the order of the page; a file's own outline may be in any other."""
        if self._places is None:
            document = self.document
            self._places = sorted((heading.block, heading.level) for heading in document.contents) or _places(document)
        return self._places


_WORDS = {"contentinfo": "footer", "banner": "header", "complementary": "aside"}
"""What people call the regions whose roles are words of a standard only."""


def region_words(region: Landmark) -> str:
    """What a region is called: its role, in the word that people have for it, and its name."""
    return f"{_WORDS.get(region.role, region.role)} {region.name}".rstrip()


def outline_regions(document: Document) -> list[tuple[Landmark, str]]:
    """The regions that stand in an outline, and what each is called: of one that is called as others are also how it
    begins. A section that begins with the heading it is named after stands there by that.
    """
    blocks, count = document.blocks, Counter(map(region_words, document.landmarks))
    found = []
    for mark in document.landmarks:
        if mark.role == "region" and heading_words(blocks, mark.start) == mark.name:
            continue
        words = region_words(mark)
        begun = post_words(blocks, mark.start, mark.end) if count[words] > 1 else ""
        found.append((mark, f"{words}: {begun}" if begun else words))
    return found


def heading_words(blocks: Sequence[Block], at: int) -> str:
    """What a heading that stands there says."""
    block = blocks[at] if at < len(blocks) else None
    return " ".join(block.text().split()) if isinstance(block, Paragraph) and block.level else ""


def _places(document: Document) -> list[tuple[int, int]]:
    """(block, level) of each heading and of each post of a thread."""
    headings = [(at, block.level) for at, block in heading_paragraphs(document)]
    begun = posts(document)
    if begun:
        level = level_of_posts(headings, begun[0])
        headings = sorted([*headings, *[(at, level) for at in begun]])
    return headings
