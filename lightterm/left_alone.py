"""Work that is left alone when its time is over, whatever it is doing."""

from __future__ import annotations

from threading import Event, Lock, Thread
from typing import Generic, TypeVar

from lightterm.errors import ReadTooLong
from lightterm.fetch.clock import Cancel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.model import Headers, Request

T = TypeVar("T")


class _Relay(Cancel):
    """Stops one try alone, and is stopped with the load; who looks on at the load sees what comes."""

    __slots__ = ("_outer",)

    def __init__(self, outer: Cancel | None) -> None:
        super().__init__()
        self._outer = outer

    def hop(self, request: Request, before: str) -> None:
        if self._outer is not None:
            self._outer.hop(request, before)

    def head(self, url: str, status: int, headers: Headers) -> None:
        if self._outer is not None:
            self._outer.head(url, status, headers)

    def piece(self, data: bytes) -> None:
        if self._outer is not None:
            self._outer.piece(data)


class InTime(Generic[T]):
    """Work in a thread of its own, left alone once its `seconds` are over; what it comes to after that is undone.

    It is given what it is to be stopped with, which `outer` stops too.
    """

    def __init__(
        self, work: Callable[[Cancel], T], seconds: float, outer: Cancel | None, undo: Callable[[T], None]
    ) -> None:
        self._work = work
        self._seconds = seconds
        self._outer = outer
        self._undo = undo
        self._cancel = _Relay(outer)
        self._done = Event()
        self._lock = Lock()
        self._left = False
        self._came: list[T] = []
        self._error: BaseException | None = None

    def run(self) -> T:
        """What it comes to; raises what it raises, ReadTooLong when that is nothing in time."""
        outer = self._outer
        if outer is not None:
            outer.add(self._cancel.cancel)
        Thread(target=self._run, name="engine", daemon=True).start()
        self._done.wait(self._seconds)
        with self._lock:  # what came while the wait ended is neither lost nor left as it is
            self._left = not self._came and self._error is None
        if outer is not None:
            outer.remove(self._cancel.cancel)
        if self._left:
            self._cancel.cancel()
            raise ReadTooLong(f"the engine took longer than {self._seconds:.1f} s")
        if self._error is not None:
            raise self._error
        return self._came[0]

    def _run(self) -> None:
        try:
            came = self._work(self._cancel)
            with self._lock:
                if not self._left:
                    self._came.append(came)
            if self._left or self._cancel.cancelled:
                self._undo(came)
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()
