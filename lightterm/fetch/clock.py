"""Deadlines and cancellation: every wait of a load asks its clock how long it may last."""

from __future__ import annotations

import _thread
import time
from contextlib import contextmanager

from lightterm.errors import Cancelled, ReadTooLong, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.fetch.model import Request

# A wait that nothing can wake (a connect in progress, a lock) looks up this often when it can be cancelled.
SLICE = 0.1

DAY = 86_400.0
"""Seconds that a body may come where somebody looks on."""


class Cancel:
    """Stops a load from another thread; harmless when the load is over.

    `hop`, `head`, `piece` and `sheets` are called on the load's own thread as the reply comes; a subclass may look on,
    and end the load with a LighttermError. Where it `takes` the body, `piece` is all that sees it: it is neither kept
    in memory nor cached, and has only the bounds of the request. Where it is `watched`, somebody sees the body come and
    can stop it: the time it takes does not count, and stands in `given`, in seconds.
    """

    __slots__ = ("_lock", "_wakers", "cancelled", "given", "watched")
    takes = False

    def __init__(self) -> None:
        self.watched = False
        self.given = 0.0
        self._lock = _thread.allocate_lock()
        self._wakers: list[Callable[[], object]] = []
        self.cancelled = False

    def hop(self, request: Request, before: str) -> None:
        """A page is about to be asked for, sent on by a redirect from `before` ("": at first)."""

    def head(self, url: str, status: int, headers: tuple[tuple[str, str], ...]) -> None:
        """The head of a reply is there; what follows of `piece` is its body."""

    def piece(self, data: bytes) -> None:
        """Some of the body, decoded."""

    def sheets(self, coming: bool) -> None:
        """Style sheets of the page are being loaded, or have come."""

    def cancel(self) -> None:
        """Stop now: blocked reads are woken."""
        with self._lock:
            self.cancelled = True
            wakers = tuple(self._wakers)
        for wake in wakers:
            wake()

    def add(self, wake: Callable[[], object]) -> None:
        """Have `wake` called on cancel, at once if that has already come."""
        with self._lock:
            self._wakers.append(wake)
            late = self.cancelled
        if late:
            wake()

    def remove(self, wake: Callable[[], object]) -> None:
        """Forget a waker given to `add`."""
        with self._lock:
            if wake in self._wakers:
                self._wakers.remove(wake)


@contextmanager
def unseen(cancel: Cancel | None) -> Iterator[Cancel]:
    """What stops as `cancel` does and is told nothing of what comes: what a load asks for besides is not the file."""
    inner = Cancel()
    if cancel is not None:
        cancel.add(inner.cancel)
    try:
        yield inner
    finally:
        if cancel is not None:
            cancel.remove(inner.cancel)


class Clock:
    """The time left of a load or of one phase of it; `pace` is how many bytes of a page are read in a second."""

    __slots__ = ("_message", "_outer", "cancel", "end", "pace", "start")

    def __init__(
        self,
        seconds: float,
        message: str,
        cancel: Cancel | None = None,
        outer: Clock | None = None,
        pace: int = 0,
    ) -> None:
        self.pace = pace
        self.start = time.monotonic()
        self.end = self.start + seconds
        self._message = message
        self.cancel = cancel
        self._outer = outer

    def remaining(self) -> float:
        """Seconds left, more than 0. Raises TimedOut (what ran out is in the message) or Cancelled."""
        if self.cancel is not None and self.cancel.cancelled:
            raise Cancelled("the load was stopped")
        left = self.end - time.monotonic()
        if self._outer is not None:
            left = min(left, self._outer.remaining())
        if left <= 0:
            raise TimedOut(self._message)
        return left

    def met(self, fault: str) -> None:
        """Tell of a fault that another try is to mend, should that one end for want of time: it is the cause."""
        self._message += f"; before that, {fault}"

    def check(self, page: int = 0) -> None:
        """Raise as `remaining` does; and when reading so many bytes of a page takes all the time that is left."""
        left = self.remaining()
        if self.pace and left * self.pace < page:
            raise ReadTooLong(f"{self._message}, the time for reading what came of it included")

    @contextmanager
    def body(self) -> Iterator[None]:
        """While a body comes, which takes no time of a load that is watched."""
        if self.cancel is None or not self.cancel.watched:
            yield
            return
        start = time.monotonic()
        left = self.end - start
        self.end = start + DAY
        try:
            yield
        finally:
            now = time.monotonic()
            self.end = now + left
            self.cancel.given += now - start

    def phase(self, seconds: float, message: str) -> Clock:
        """A clock for one phase, which also stops when this one does."""
        return Clock(seconds, message, self.cancel, self)

    def elapsed_ms(self) -> float:
        """Milliseconds since the start."""
        return (time.monotonic() - self.start) * 1000

    def sleep(self, seconds: float) -> None:
        """Wait `seconds`; raises as `remaining` does when the time or the load ends first."""
        gate = _thread.allocate_lock()
        gate.acquire()
        self.acquire(gate, seconds)

    def acquire(self, lock: _thread.LockType, seconds: float | None = None) -> bool:
        """Take `lock`, waiting at most `seconds` (None: as long as there is time); whether it was taken."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            wait = self.remaining()
            if until is not None:
                wait = min(wait, max(0.0, until - time.monotonic()))
            if lock.acquire(timeout=wait if self.cancel is None else min(wait, SLICE)):
                return True
            if until is not None and time.monotonic() >= until:
                return False
