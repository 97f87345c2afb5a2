"""When a page in lightpanda is done: its text has stopped changing, and what it still asks for brings none.

The network alone does not tell: a page that polls is never idle, one that waits for a timer is idle too early. Where
there is no text yet, or what there is says that more comes, more is waited for.
"""

from __future__ import annotations

import threading
from time import monotonic

from lightterm.engines.quiet import BARE, Awaited, Quiet, quiet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.light_tab import Tab

CALM = 0.25
"""Seconds without a change and without network after which a page with text is done."""
CALM_UNFINISHED = 0.8
"""The same for a page that says it is not finished, or nothing at all: a timer may bring the rest."""
CALM_LEAVING = 3.2
"""The same for a page whose own scripts lead on to another after a while: "in three seconds"."""
STEADY = 1.5
"""Seconds after which a page that goes on changing, but not in length, is done: clocks, carousels, counters."""
STEADY_BUSY = 2.0
"""The same while requests are open or follow each other: long polls and polling."""
STEADY_BARE = 6.0
"""The same where there is little text: an answer may be slow."""
EMPTY = 4
"""Characters up to which text is next to nothing."""
_UNFINISHED = (
    " && (document.querySelector('[aria-busy=true],[class*=skeleton],[class*=spinner],[class*=shimmer],progress')"
    " !== null || /loading|please wait|one moment|fetching|(\\.\\.\\.|\u2026)\\s*$/i"
    ".test(document.body ? document.body.innerText : ''))"
)
_LEAVES = (
    " && [...document.scripts].some((one) => one.text.length < 4000 && /setTimeout/.test(one.text)"
    " && /location(\\.href)?\\s*=[^=]|location\\.(replace|assign)\\s*\\(/.test(one.text))"
)
PATIENCE = 3.0
_PAUSE = 0.03


class Calm:
    """Watches one page until it is done."""

    def __init__(self, tab: Tab, patience: float = PATIENCE, acted: bool = False) -> None:
        """`patience`: seconds for which a script of the page may hold everything up; `acted`: it was acted on."""
        self._tab = tab
        self._acted = acted
        self._patience = patience
        self._length = -1
        self._steady_since = monotonic()
        self._moves = -1

    def wait(self, seconds: float) -> bool:
        """Whether the page was done within `seconds`. Raises Stuck, TimedOut, Closed."""
        begun = monotonic()
        until = begun + seconds
        pause = threading.Event()
        while monotonic() < until:
            # What the page's own scripts take while one waits for the answer is no reason to ask seldom.
            now = quiet(self._tab.ask(".quiet()", self._patience))
            if self._done(now):
                late = now.awaited and monotonic() - begun < self._tab.timer_seconds
                if not late or not self._announces(now):
                    return True
            pause.wait(min(max(_PAUSE, 4 * now.cost), max(until - monotonic(), 0.0)))
        return False

    def _done(self, page: Quiet) -> bool:
        now, watch, length = monotonic(), self._tab.watch, page.characters
        if watch.moves != self._moves or abs(length - self._length) > max(2, self._length // 50):
            self._moves, self._length, self._steady_since = watch.moves, length, now
            watch.news()
        steady, idle, bare = now - self._steady_since, watch.idle(), length < BARE
        if not watch.loaded:
            return page.state != "loading" and not bare and steady >= 2 * STEADY
        if steady < page.timed(self._acted):
            return False
        calm = min(page.still, idle)
        if calm >= CALM:
            return not bare or calm >= self._patience_for(length)
        if idle >= CALM and steady >= STEADY:
            return not bare or steady >= STEADY_BARE or not self._unfinished(length)
        return steady >= (STEADY_BARE if bare else STEADY_BUSY)

    def _patience_for(self, length: int) -> float:
        """Seconds of calm after which a page of little text is done."""
        if self._tab.ask(_LEAVES, self._patience):
            return CALM_LEAVING
        return CALM_UNFINISHED if self._unfinished(length) else CALM

    def _announces(self, page: Quiet) -> bool:
        """Whether the page's timers bring more of it: it says so, or has little text, only a late timer and no fault.

        Where a script failed, who asks again and again whether it is done may ask for ever.
        """
        failed = bool(self._tab.watch.failures)
        if page.awaited is Awaited.LATE and page.characters < BARE and not failed and not self._acted:
            return True
        if page.awaited is Awaited.AGAIN and failed:
            return False
        return bool(self._tab.ask(".announces()", self._patience))

    def _unfinished(self, length: int) -> bool:
        """Whether more is to be expected; `length` does not count what is in shadow trees."""
        if length < EMPTY and int(self._tab.ask(".read({}).text", self._patience)) < EMPTY:
            return True
        return bool(self._tab.ask(_UNFINISHED, self._patience))
