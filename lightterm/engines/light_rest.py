"""When pages in lightpanda are used and when they rest: what nobody uses is let go of, and then its process."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager, contextmanager, suppress
from weakref import WeakSet

from lightterm.engines.in_use import Use
from lightterm.errors import BrowserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    from lightterm.engines.light_tab import Tab

    class Resting(Protocol):
        """Who has pages that may rest."""

        def rest(self) -> float:
            """Let go of what was not used for long; the seconds after which it is."""


WATCHED = 30.0
"""Seconds within which a page was looked at for it to be watched: who looks seldom looks every four."""

LONGEST_LOOK, SHORTEST_LOOK = 30.0, 0.5
_HOLDS = "indexedDB.databases().then((all) => all.length > 0)"

_resting: WeakSet[Resting] = WeakSet()
_lock = threading.Lock()
_woken = threading.Event()
_keeper: threading.Thread | None = None


class Turn:
    """Calls on one page come one after the other, whatever threads they are of; to enter it is use of the page."""

    def __init__(self) -> None:
        self.use = Use()
        self._lock = threading.RLock()
        self._entered: list[AbstractContextManager[None]] = []
        self._seen = 0

    def __enter__(self) -> None:
        turn = self._turn(True)
        turn.__enter__()
        self._entered.append(turn)

    def __exit__(self, *fault: Any) -> None:
        self._entered.pop().__exit__(*fault)

    def look(self, watches: bool = False) -> AbstractContextManager[None]:
        """A call that is no use by itself; who `watches` waits for news."""
        if watches:
            self.use.look()
        return self._turn(False)

    def seen(self, markup: str) -> None:
        """What a look has seen, which was of use where it is new."""
        before, self._seen = self._seen, hash(markup)
        if before != self._seen:
            self.use.now()

    @contextmanager
    def _turn(self, counts: bool) -> Iterator[None]:
        with self.use.call(counts) as may:
            if not may:
                raise BrowserError("the page was let go of: nobody had used it for a while")
            with self._lock:
                yield


def at_work(tab: Tab, watched: bool, seconds: float) -> bool:
    """Whether a page does or holds what would be lost: it saves a file, has a database, or hears news when watched.

    lightpanda tells nobody what is in a database.
    """
    return tab.files.under_way or bool(tab.run(_HOLDS, seconds)) or (watched and bool(tab.ask(".listens()", seconds)))


def look_after(user: Resting) -> None:
    """Have a user let go of what it does not use, as long as there is one."""
    global _keeper
    with _lock:
        _resting.add(user)
        if _keeper is None:
            _keeper = threading.Thread(target=_look_after, name="looks after lightpanda", daemon=True)
            _keeper.start()


def leave(user: Resting) -> None:
    """A user has ended."""
    with _lock:
        _resting.discard(user)
    _woken.set()


def _look_after() -> None:
    global _keeper
    pause = SHORTEST_LOOK
    while True:
        _woken.wait(pause)
        _woken.clear()
        with _lock:
            if not _resting:
                _keeper = None
                return
        pause = _look()


def _look() -> float:
    """Have all let go of what they do not use; the seconds until the next look."""
    pause = LONGEST_LOOK
    with _lock:
        users = tuple(_resting)
    for user in users:
        with suppress(Exception):  # whatever becomes of one session's pages, the others are looked after
            pause = min(pause, max(user.rest(), SHORTEST_LOOK))
    return pause
