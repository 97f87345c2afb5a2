"""What the status line tells of a page besides its name: the tier it came by, and what it costs an agent to read."""

from __future__ import annotations

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

AT_ONCE = 100
"""Blocks that are counted before the line is painted: a few milliseconds."""

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

    def _count(self, document: Document) -> None:
        if document is self._of:
            return
        self._of, self._tokens = document, 0
        if len(document.blocks) <= AT_ONCE:
            self._tokens = _tokens(document.blocks)
            return

        def counted(count: int) -> None:
            if self._of is document:
                self._tokens = count
                self.app.status_changed()

        self.app.background.do(lambda: _tokens(document.blocks), counted)


def _tokens(blocks: Sequence[Block]) -> int:
    from lightterm.output.tokens import tokens

    count = seen = blocks_seen = 0
    for block in blocks:
        if seen > COUNTED:
            break
        blocks_seen += 1
        for paragraph in paragraphs((block,)):
            text = paragraph.text()
            seen += len(text)
            count += tokens(text)
    return count * len(blocks) // max(1, blocks_seen)
