"""What a full disk kept out of the store: written once there is room, as long as the run lasts."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from threading import Lock

from lightterm.errors import WriteFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from sqlite3 import Connection

    Work = Callable[[Connection], object]

MOST = 100
"""Things that are remembered, the latest of them: a page's text has up to 200,000 characters."""


class Owed:
    """Writes that failed, in their order."""

    def __init__(self) -> None:
        self._work: deque[Work] = deque(maxlen=MOST)
        self._lock = Lock()

    def note(self, work: Work) -> None:
        """Remember what could not be written."""
        with self._lock:
            self._work.append(work)

    def forget(self) -> None:
        """Remember none of it: what is to be forgotten may be among it."""
        with self._lock:
            self._work.clear()

    def pay(self, write: Callable[[Work], object]) -> None:
        """Write all of it, behind a write that went well; where that fails it goes on being owed.

        Who forgets waits until it is written, and what is to be forgotten is then found in the store.
        """
        if not self._work:
            return
        with self._lock, suppress(WriteFailed):
            write(self._together)
            self._work.clear()

    def _together(self, db: Connection) -> None:
        for work in self._work:
            work(db)
