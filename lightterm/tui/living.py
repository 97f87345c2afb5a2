"""The page in front is read anew while it changes by itself where it lives: clocks, progress, what others write."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from lightterm.agent.renewing import renew
from lightterm.agent.saved import kept
from lightterm.errors import LighttermError
from lightterm.safe import clean
from lightterm.tui.app_desk import AppDesk
from lightterm.tui.pressing import TURN

if TYPE_CHECKING:
    from lightterm.tui.app import Browser

EVERY = 1.0
"""Seconds from one look at a page to the next."""

SELDOM = 4.0
"""The same for a page that has long been still, while nobody presses a key."""

STILL = 15.0
"""Times the pause between two looks that a page has been still for: after a minute it is looked at every 4 s."""

COST = 10.0
"""Times what a look took that is waited at least, so that a large page takes a tenth of a processor."""


_looking: WeakKeyDictionary[Browser, threading.Thread] = WeakKeyDictionary()


def watch(app: Browser) -> None:
    """Look at the page in front as long as it lives, in a thread that ends with it; there is one at a time."""
    thread = _looking.get(app)
    if thread is None or not thread.is_alive():
        thread = _looking[app] = threading.Thread(target=_look, args=(app,), name="look at a live page", daemon=True)
        thread.start()


def _look(app: Browser) -> None:
    pause, looked = threading.Event(), time.monotonic()
    wait, still = EVERY, 0.0
    while not pause.wait(wait) and app.is_running and app.lives():
        wait = EVERY
        if _may_change(app):
            try:
                with TURN:  # a key has it for seconds, which are none of the look's cost
                    begun = time.monotonic()
                    still = _renew(app, begun - looked)
            except LighttermError:
                if not _goes_on(app):
                    app.in_loop(app.status_changed)
                    return  # it has ended: what it showed stays
                wait = SELDOM  # a script held it up: what it brings is seen once it is over
                continue
            looked = begun
            now = time.monotonic()
            wait = pause_after(now - begun, min(still, now - app.keyboard.pressed))


def pause_after(took: float, still: float) -> float:
    """Seconds until the next look at a page, where one took so long and it has been still for so many seconds."""
    return max(EVERY, COST * took, min(SELDOM, still / STILL))


def _renew(app: Browser, since: float) -> float:
    """Read the page anew, where it has changed in these seconds; for how long it has been still."""
    tab = app.tabs.active
    visit = tab.visit
    live = visit.page.snapshot.live if visit is not None and visit.page is not None else None
    if live is None:
        return 0.0
    still = live.still(EVERY)
    if still <= since:
        renew(AppDesk(app.agents), tab)
    came = live.came()
    if came.downloads:
        for path in kept(came, app.downloads.folder(), app.session.store.downloads):
            app.in_loop(app.say, f"downloaded {clean(path)}")
    return still


def _goes_on(app: Browser) -> bool:
    """Whether the page in front lives still, though it did not answer in time."""
    page = app.tabs.page
    return page is not None and page.snapshot.live is not None and not page.snapshot.live.gone


def _may_change(app: Browser) -> bool:
    """Whether nothing is lost when lines change: not while one types, chooses, searches or selects."""
    return app.mode == "normal" and app.fields.entry is None and app.view.search is None
