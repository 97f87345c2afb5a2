"""Whether somebody uses a page or an engine: calls that are under way, and for how long there was none."""

from __future__ import annotations

import time
from _thread import allocate_lock
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Use:
    """Calls of any threads, counted; once it has `ended` there are no more. Seconds by the monotonic clock."""

    def __init__(self) -> None:
        self._calls = 0
        self._last = time.monotonic()
        self._lock = allocate_lock()
        self._looked = 0.0
        self.ended = False

    @contextmanager
    def call(self, counts: bool = True) -> Iterator[bool]:
        """What goes on inside is a call, and use where it `counts`; whether it may begin."""
        with self._lock:
            may, self._calls = not self.ended, self._calls + 1
        try:
            yield may
        finally:
            with self._lock:
                self._calls -= 1
                if counts:
                    self._last = time.monotonic()

    def since(self) -> float:
        """Seconds since the last use ended, 0 while there is a call."""
        with self._lock:
            return 0.0 if self._calls else time.monotonic() - self._last

    def now(self) -> None:
        """It is of use, though nobody calls."""
        with self._lock:
            self._last = time.monotonic()

    def look(self) -> None:
        """Somebody looks whether anything has changed: no use by itself."""
        self._looked = time.monotonic()

    def is_watched(self, seconds: float) -> bool:
        """Whether somebody looked within the last so many."""
        return self._looked > 0 and time.monotonic() - self._looked < seconds

    def end(self) -> bool:
        """Let no call begin any more, unless one is under way; whether none was."""
        with self._lock:
            self.ended = self.ended or not self._calls
            return self.ended
