"""Asks the feeds that are followed for what is new, from time to time while the app runs, where a setting says so."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.timer import Timer

    from lightterm.tui.app import Browser

FIRST = 1.0
"""Seconds until it looks for the first time: the first page goes before."""

LOOK = 60.0
"""Seconds from one look at what is due to the next, and the shortest time between two requests for one feed."""


class FeedClock:
    """Looks which feeds were not asked for as long as `tui.refresh_feeds` says."""

    def __init__(self, app: Browser) -> None:
        self._app = app
        self._seconds = 0.0
        self._timers: list[Timer] = []
        self._asking = False

    def configured(self) -> None:
        """Begin, or end, as the settings say now."""
        seconds = self._app.session.settings.tui.refresh_feeds
        if seconds == self._seconds:
            return
        for timer in self._timers:
            timer.stop()
        self._seconds, self._timers = seconds, []
        if seconds:
            self._timers = [self._app.set_timer(FIRST, self._look), self._app.set_interval(LOOK, self._look)]

    def _look(self) -> None:
        if self._asking or self._app.session.settings.network.offline:
            return
        self._asking = True
        self._app.behind(self._ask)

    def _ask(self) -> str:
        """Ask what is due; what is said of it: only what is new."""
        from lightterm.session.feeds import LIST
        from lightterm.session.following import refresh

        session = self._app.session
        try:
            before = time.time() - max(LOOK, self._seconds)
            due = [feed for feed in session.store.followed.all() if feed.asked <= before and feed.wait <= time.time()]
            if not due:
                return ""
            found = refresh(session, due)
            self._app.renew(LIST)
            return f"feeds: {found}; :feed list shows them" if found.entries else ""
        finally:
            self._asking = False
