"""Ctrl-C in line mode: it stops what goes on, and never lightterm itself."""

from __future__ import annotations

import os
import signal
from time import monotonic
from typing import TYPE_CHECKING

from lightterm.ctrl_c import Waker

if TYPE_CHECKING:
    from types import FrameType, TracebackType

_IMPORTS = ("importlib._bootstrap", "importlib._bootstrap_external", "_frozen_importlib", "_frozen_importlib_external")
LOCKING = frozenset(("threading", "contextlib", *_IMPORTS))
"""Modules written in Python whose locks stay taken where something is raised in the midst of them: what waits for such
a lock then waits for ever."""

PATIENCE = 0.1
"""Seconds after which it is raised there all the same: it waits, and what it holds is let go of as it should be."""


class Interrupts:
    """Raises KeyboardInterrupt for Ctrl-C while there is something to stop: as a context, while that is done.

    Between two things, or while the first Ctrl-C is told of, a second one would else end the session.
    """

    def __init__(self) -> None:
        self._stoppable = False
        self._waker: Waker | None = None
        self._came = 0.0
        """When a Ctrl-C came that is still to be raised, by the clock that never goes back; 0: none."""

    def watch(self) -> None:
        """Have Ctrl-C come here from now on."""
        if os.name == "posix":
            self._waker = Waker()
            signal.signal(signal.SIGURG, self._woken)
        signal.signal(signal.SIGINT, self._pressed)

    def _pressed(self, _number: int, frame: FrameType | None) -> None:
        self._came = monotonic()
        self._take(frame)

    def _woken(self, _number: int, frame: FrameType | None) -> None:
        if self._came:
            self._take(frame)

    def _take(self, frame: FrameType | None) -> None:
        """Raise it, where that is safe; else the waker has us asked again."""
        waker, late = self._waker, monotonic() - self._came > PATIENCE
        if self._stoppable and waker is not None and not late and _has_locks(frame):
            return
        self._came = 0.0
        if waker is not None:
            waker.heard += 1
        if self._stoppable:
            self._stoppable = False  # the next may come before this one has left what it stops
            raise KeyboardInterrupt

    def __enter__(self) -> None:
        if self._waker is not None:
            self._waker.watch()  # a prompt may have taken its place
        self._came = 0.0
        self._stoppable = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stoppable = False


def _has_locks(frame: FrameType | None) -> bool:
    """Whether something is at work that has taken a lock, maybe, and not yet come to where it would let go of it."""
    return frame is not None and frame.f_globals.get("__name__") in LOCKING
