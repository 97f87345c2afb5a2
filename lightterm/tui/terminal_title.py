"""What the terminal's window is called while the app runs: the title of the page in front, as other browsers do.

Terminals, tmux and screen show it in lists of windows and tabs.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lightterm.document.cells import fitted
from lightterm.fetch.url_display import display_url
from lightterm.safe import clean
from lightterm.tui.driver import TerminalDriver

if TYPE_CHECKING:
    from lightterm.tui.app import Browser

NAME = "lightterm"
PRIVATE = f"{NAME} (private)"
"""Of a private session the page is not told: desktops keep lists of what windows were called."""

LONGEST = 120
"""Cells of a title."""

WITHOUT = ("linux", "dumb", "vt", "cons", "sun", "wyse")
"""How the names of terminals (TERM) begin that have no title, and may print the sequence."""


class TerminalTitle:
    """Keeps the window's title to the page in front."""

    def __init__(self, app: Browser) -> None:
        self._app = app
        self._can = bool(term := os.environ.get("TERM", "")) and not term.startswith(WITHOUT)
        app.on_tabs.append(self.show)

    def show(self) -> None:
        """Call the window what is in front now, or what it was called before, where that is set."""
        driver = self._app._driver
        if self._can and isinstance(driver, TerminalDriver):
            driver.entitle(self._title() if self._app.session.settings.tui.terminal_title else "")

    def _title(self) -> str:
        app = self._app
        if app.session.settings.session.private:
            return PRIVATE
        visit = app.tabs.active.visit if len(app.tabs) else None
        if visit is None:
            return NAME
        title = fitted(clean(visit.title or display_url(visit.url)), LONGEST).strip()
        return f"{title} - {NAME}" if title else NAME
