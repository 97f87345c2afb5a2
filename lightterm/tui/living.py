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
    wait = EVERY
    while not pause.wait(wait) and app.is_running and app.lives():
        begun = time.monotonic()
        if _may_change(app):
            try:
                with TURN:
                    _renew(app, begun - looked)
            except LighttermError:
                return  # it has ended: what it showed stays
            looked = begun
        wait = max(EVERY, COST * (time.monotonic() - begun))


def _renew(app: Browser, since: float) -> None:
    """Read the page anew, where it has changed in these seconds."""
    tab = app.tabs.active
    visit = tab.visit
    live = visit.page.snapshot.live if visit is not None and visit.page is not None else None
    if live is None:
        return
    if live.still(EVERY) <= since:
        renew(AppDesk(app.agents), tab)
    came = live.came()
    if came.downloads:
        for path in kept(came, app.downloads.folder(), app.session.store.downloads):
            app.call_from_thread(app.say, f"downloaded {clean(path)}")


def _may_change(app: Browser) -> bool:
    """Whether nothing is lost when lines change: not while one types, chooses, searches or selects."""
    return app.mode == "normal" and app.fields.entry is None and app.view.search is None
