"""Ctrl-C in line mode: it stops what goes on, and never lightterm itself."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from lightterm.ctrl_c import Waker

if TYPE_CHECKING:
    from types import TracebackType


class Interrupts:
    """Raises KeyboardInterrupt for Ctrl-C while there is something to stop: as a context, while that is done.

    Between two things, or while the first Ctrl-C is told of, a second one would else end the session.
    """

    def __init__(self) -> None:
        self._stoppable = False
        self._waker: Waker | None = None

    def watch(self) -> None:
        """Have Ctrl-C come here from now on."""
        if os.name == "posix":
            self._waker = Waker()
        signal.signal(signal.SIGINT, self._came)

    def _came(self, _number: int, _frame: object) -> None:
        if self._waker is not None:
            self._waker.heard += 1
        if self._stoppable:
            self._stoppable = False  # the next may come before this one has left what it stops
            raise KeyboardInterrupt

    def __enter__(self) -> None:
        if self._waker is not None:
            self._waker.watch()  # a prompt may have taken its place
        self._stoppable = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stoppable = False
