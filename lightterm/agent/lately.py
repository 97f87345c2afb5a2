"""What a client did a moment ago and may still speak of: tabs that it closed, and what made a page ask a question."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.addresses import address_told
from lightterm.errors import Action

if TYPE_CHECKING:
    from lightterm.agent.desk import Desk
    from lightterm.errors import SessionError
    from lightterm.session.tab import Tab, Visit

MOST = 20
"""Tabs that are remembered after they were closed."""

_YES = re.compile(r"(?:the )?(?:ok|okay|yes|confirm|accept|ja|oui|s[ií])(?: button)?", re.IGNORECASE)
"""What a question of a page is agreed to by, which is no target of the page."""


class Lately:
    """Closed tabs by their numbers, and by the keys of tabs the action at which their pages asked something."""

    def __init__(self) -> None:
        self._closed: dict[int, str] = {}
        self._asking: dict[int, tuple[str, int]] = {}

    def closed(self, number: int, tab: Tab) -> None:
        """A tab is about to be closed."""
        if tab.visit is not None:
            self._closed[number] = tab.visit.url
            for oldest in list(self._closed)[:-MOST]:
                del self._closed[oldest]
        self._asking.pop(tab.key, None)

    def number_for(self, tab: Tab, visit: Visit) -> dict[int, int]:
        """The number that a new tab has by its key, as its page was that of a closed one; nothing for no such."""
        number = next((one for one, url in self._closed.items() if url == visit.url), 0)
        return {tab.key: number} if self._closed.pop(number, "") else {}

    def acted(self, tab: Tab, kind: str, number: int, asked: bool) -> None:
        """An action was done, at which the page asked something or did not."""
        self._asking.pop(tab.key, None)
        if asked and number:
            self._asking[tab.key] = (kind, number)

    def answered(self, tab: Tab, words: str) -> tuple[str, int] | None:
        """The action at which the page asked what words agree to; None where they do not, or it asked nothing."""
        return self._asking.get(tab.key) if _YES.fullmatch(words.strip(" []'\"")) else None

    def no_tab(self, desk: Desk, number: int) -> SessionError:
        """The error of a tab that is not there, with the page that it had."""
        step = Action("open_page", "Open a page first.", 1, None, "open")
        url, alone = self._closed.get(number, ""), len(desk.tabs) == 1
        if not number:
            return desk.missing("no page is open", step)
        words = f"there is no tab {number}{f' any more: it had {address_told(url)}' if url else ''}"
        error = desk.missing(words, step)
        error.context |= {"closed": url, "alone": alone}
        return error
