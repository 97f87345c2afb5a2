"""What a tab has shown to an agent: its pages by revision, in which the numbers it uses are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.growing import SLICE, lines_growing
from lightterm.agent.reading import lines_of, page_lines
from lightterm.agent.stale import LOOK_AGAIN
from lightterm.errors import StaleTarget
from lightterm.extract.computing import few_at_once
from lightterm.session.fillings import filled_blocks

if TYPE_CHECKING:
    from lightterm.agent.growing import Growing
    from lightterm.agent.points import Taken
    from lightterm.document.model import Document, Target
    from lightterm.loading import Page
    from lightterm.session.tab import Visit

    Made = tuple[Document, tuple[dict[int, tuple[str, ...]], frozenset[int]], list[str]]

REVISIONS_KEPT = 6
"""Pages of a tab whose numbers are still understood."""


class Shown:
    """The pages that a tab has shown to the agent, newest last, by revision."""

    def __init__(self) -> None:
        self.number = 0
        self.pages: dict[int, Page] = {}
        self.picture: Taken | None = None
        """The last picture that the agent has of it."""
        self._made: Made | None = None
        self._asks: tuple[Document, bool] | None = None

    def lines(self, visit: Visit) -> list[str]:
        """The lines of the tab's page as it is being filled in, made once: a page of 200,000 links takes 3 s of CPU.

        Whoever gets them changes nothing in them.
        """
        assert visit.page is not None
        document, given, made = visit.page.document, (visit.given, visit.unfolded), self._made
        if made is None or made[0] is not document or made[1] != given:
            with few_at_once():
                made = self._made = document, given, page_lines(visit)
        return made[2]

    def begun(self, visit: Visit) -> list[str] | Growing:
        """The same for an answer that begins with them: of a large page as far as they are asked for."""
        assert visit.page is not None
        document, blocks = visit.page.document, filled_blocks(visit)
        made = self._made is not None and self._made[0] is document
        return self.lines(visit) if made or len(blocks) <= SLICE else lines_growing(blocks, document)

    def asks_password(self, document: Document) -> bool:
        """Whether the tab's page has a field for a password, looked for once: 10,000 fields take .15 s of CPU."""
        known = self._asks
        if known is None or known[0] is not document:
            asks = any(field.kind == "password" for _, field in document.targets.fields())
            known = self._asks = document, asks
        return known[1]

    def known(self, revision: int) -> list[str]:
        """The lines of an earlier revision. Raises StaleTarget where it is no longer kept."""
        page = self.pages.get(revision)
        if page is None:
            raise StaleTarget(f"revision {revision} is not kept any more", actions=(LOOK_AGAIN,))
        return lines_of(page.document.blocks, page.document)

    def revision(self, page: Page) -> int:
        """The revision of the page that is there now; a page that was not seen before is a new one."""
        if self.pages.get(self.number) is not page:
            self.number += 1
            self.pages[self.number] = page
            self.pages.pop(self.number - REVISIONS_KEPT, None)
        return self.number

    def before(self, number: int) -> tuple[int, Target] | None:
        """The latest revision before the page that is there in which a number was a target, and that target."""
        for revision, page in sorted(self.pages.items(), reverse=True):
            if revision != self.number and number in page.document.targets:
                return revision, page.document.targets[number]
        return None

    def last(self, number: int) -> tuple[int, Target] | None:
        """The latest revision of the page that lives here in which a number was a target, and that target."""
        now = self.pages[self.number].snapshot.live
        for revision, page in sorted(self.pages.items(), reverse=True):
            if now is not None and page.snapshot.live is now and number in page.document.targets:
                return revision, page.document.targets[number]
        return None
