"""When a page in lightpanda is done: its text has stopped changing, and what it still asks for brings none.

The network alone does not tell: a page that polls is never idle, one that waits for a timer is idle too early. Where
there is little text yet, more is waited for.
"""

from __future__ import annotations

import threading
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.light_tab import Tab

CALM = 0.25
"""Seconds without a change and without network after which a page with text is done."""
CALM_BARE = 0.8
"""The same for a page with little text: a timer may bring it."""
STEADY = 1.5
"""Seconds after which a page that goes on changing, but not in length, is done: clocks, carousels, counters."""
STEADY_BUSY = 2.0
"""The same while requests are open or follow each other: long polls and polling."""
STEADY_BARE = 6.0
"""The same where there is little text: an answer may be slow."""
BARE = 140
"""Characters up to which text is little."""
PATIENCE = 4.0
_PAUSE = 0.03


class Calm:
    """Watches one page until it is done."""

    def __init__(self, tab: Tab, patience: float = PATIENCE) -> None:
        """`patience`: seconds for which a script of the page may hold everything up."""
        self._tab = tab
        self._patience = patience
        self._length = -1
        self._steady_since = monotonic()
        self._moves = -1

    def wait(self, seconds: float) -> bool:
        """Whether the page was done within `seconds`. Raises Stuck, TimedOut, Closed."""
        until = monotonic() + seconds
        pause = threading.Event()
        while monotonic() < until:
            asked = monotonic()
            still, length, state = self._tab.ask(".quiet()", self._patience)
            cost = monotonic() - asked
            if self._done(still / 1e3, int(length), state):
                return True
            pause.wait(min(max(_PAUSE, 4 * cost), max(until - monotonic(), 0.0)))
        return False

    def _done(self, still: float, length: int, state: str) -> bool:
        now, watch = monotonic(), self._tab.watch
        if watch.moves != self._moves or abs(length - self._length) > max(2, self._length // 50):
            self._moves, self._length, self._steady_since = watch.moves, length, now
        steady, idle, bare = now - self._steady_since, watch.idle(), length < BARE
        if not watch.loaded:
            return state != "loading" and not bare and steady >= 2 * STEADY
        calm = CALM_BARE if bare else CALM
        if still >= calm and idle >= calm:
            return True
        if idle >= calm and not bare:
            return steady >= STEADY
        return steady >= (STEADY_BARE if bare else STEADY_BUSY)
