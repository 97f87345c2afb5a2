"""What a tab has shown to an agent: its pages by revision, in which the numbers it uses are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lightterm.document.model import Target
    from lightterm.loading import Page

REVISIONS_KEPT = 6
"""Pages of a tab whose numbers are still understood."""


class Shown:
    """The pages that a tab has shown to the agent, newest last, by revision."""

    def __init__(self) -> None:
        self.number = 0
        self.pages: dict[int, Page] = {}

    def revision(self, page: Page) -> int:
        """The revision of the page that is there now; a page that was not seen before is a new one."""
        if self.pages.get(self.number) is not page:
            self.number += 1
            self.pages[self.number] = page
            self.pages.pop(self.number - REVISIONS_KEPT, None)
        return self.number

    def last(self, number: int) -> tuple[int, Target] | None:
        """The latest revision of the page that lives here in which a number was a target, and that target."""
        now = self.pages[self.number].snapshot.live
        for revision, page in sorted(self.pages.items(), reverse=True):
            if now is not None and page.snapshot.live is now and number in page.document.targets:
                return revision, page.document.targets[number]
        return None
