"""What the status line tells of a page besides its name: the tier it came by, and what it costs an agent to read."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from lightterm.document.subset import paragraphs
from lightterm.settings import TIERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Document
    from lightterm.loading import Page
    from lightterm.tui.app import Browser

ROOM = 100
"""Cells of a status line that has room for it beside the address."""

AT_ONCE = 20_000
"""Characters that are counted before the line is painted: 2 ms."""

COUNTED = 1_000_000
"""Characters that are counted, 0.1 s; of a longer page the rest is taken to be like them."""


def tier_words(page: Page) -> str:
    """The tier that a page came by, whether it is probably not all there, and whether it was let go of for a while."""
    live = page.snapshot.live
    rests = " at rest" if live is not None and live.gone else ""
    return TIERS[page.tier - 1] + ("?" if page.hint else "") + rests


class PageFacts:
    """Counts the tokens of the page in front once, a long one's in the background."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self._of: Document | None = None
        self._tokens = 0
        self._leaves: tuple[Document, tuple[int, ...]] | None = None

    def words(self, cells: int) -> str:
        """The tier and tokens, in a line of so many cells; "" where they are not wanted or not known yet."""
        app = self.app
        wanted = app.session.settings.tui.facts
        page = app.tabs.page
        if page is None or wanted == "never":
            return ""
        if wanted == "auto" and cells < ROOM and app.agents.place is None:
            return ""
        self._count(app.view.document)
        tier = tier_words(page)
        return f"{tier}  {self._tokens:,} tokens" if self._tokens else tier

    def leaves(self) -> tuple[int, ...]:
        """The blocks that the pages of a PDF begin with, in their order; none on other pages."""
        document = self.app.view.document
        if document.content_type != "application/pdf":
            return ()
        if self._leaves is None or self._leaves[0] is not document:
            found = [block for name, block in document.anchors if name.startswith("page=")]
            self._leaves = document, tuple(sorted(found))
        return self._leaves[1]

    def leaf(self) -> str:
        """Which page of a PDF is being read, "" on other pages."""
        leaves, view = self.leaves(), self.app.view
        if not leaves:
            return ""
        return f"p {max(1, bisect_right(leaves, view.flow.block_at(view.first)))}/{len(leaves)}"

    def _count(self, document: Document) -> None:
        if document is self._of:
            return
        self._of, self._tokens = document, 0
        if _is_short(document.blocks):
            self._tokens = _tokens(document.blocks)
            return

        def counted(count: int) -> None:
            if self._of is document:
                self._tokens = count
                self.app.status_changed()

        self.app.background.do(lambda: _tokens(document.blocks), counted)


def _is_short(blocks: Sequence[Block]) -> bool:
    """Whether what is to be counted is little, whatever it is in: a block may be a table of 10,000 rows."""
    left = AT_ONCE
    for paragraph in paragraphs(blocks):
        left -= len(paragraph.raw)
        if left < 0:
            return False
    return True


def _tokens(blocks: Sequence[Block]) -> int:
    from lightterm.output.tokens import tokens

    count = seen = blocks_seen = 0
    for block in blocks:
        if seen > COUNTED:
            break
        blocks_seen += 1
        for paragraph in paragraphs((block,)):
            text = paragraph.text()
            part = text[:COUNTED]
            seen += len(part)
            count += tokens(part) * len(text) // max(1, len(part))
    return count * len(blocks) // max(1, blocks_seen)
