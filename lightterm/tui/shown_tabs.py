"""Which tabs show something else since one looked last."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.loading import Page
    from lightterm.tui.pages import Pages


class ShownTabs:
    """What the tabs of the app showed last.

    `changed` is told the key of each tab that shows another page, or has come to the front with one.
    """

    def __init__(self, app: Pages, changed: Callable[[int], None]) -> None:
        self._app = app
        self._changed = changed
        self._pages, self._front = self._now()

    def look(self) -> None:
        """Compare with what they show now."""
        before, front = self._pages, self._front
        self._pages, self._front = self._now()
        for key, page in self._pages.items():
            if page is not None and (before.get(key) is not page or (key == self._front and key != front)):
                self._changed(key)

    def _now(self) -> tuple[dict[int, Page | None], int]:
        """The page of each tab by its key, None for one that is still to come; and the tab in front, 0 for none."""
        tabs = self._app.tabs
        pages = {tab.key: tab.visit.page if tab.visit is not None else None for tab in tabs}
        return pages, tabs.active.key if len(tabs) else 0
