"""Ctrl-C is heard whenever it comes, also just before a wait.

Python hears a signal between two steps of a program. One that comes behind the last of them before a system call that
waits is heard when that returns, which may be a time limit later: it interrupts only a call that has begun. So a
thread is told of every signal by the C handler itself, and wakes the main thread until the handler in Python has run.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # built in, without stubs: signal itself loads enum
import _thread
import os
from time import monotonic, sleep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

EXIT = 130

HEARD_WITHIN = 1.0
"""Seconds after which a dump that did not hear of it ends all the same: it is in a call that cannot be interrupted."""

CLEARED_WITHIN = 5.0
"""Seconds for what is to be closed after it: also where the exception was lost, as in a finalizer."""

BETWEEN = 0.01


def raises() -> None:
    """Have it raise KeyboardInterrupt, where a start has it end the process."""
    if _signal.getsignal(_signal.SIGINT) == _signal.SIG_DFL:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def closes_first() -> None:
    """Have it raise KeyboardInterrupt as `raises` does, and the process end should that not end it soon."""
    if _signal.getsignal(_signal.SIGINT) != _signal.SIG_DFL:
        return
    if os.name != "posix":
        raises()
        return
    waker = Waker(ends=True)

    def came(_number: int, _frame: object) -> NoReturn:
        waker.heard += 1
        raise KeyboardInterrupt

    waker.watch()
    _signal.signal(_signal.SIGINT, came)


class Waker:
    """Wakes the main thread, which makes it, for each signal; handlers count in `heard` that they have run."""

    __slots__ = ("_ends", "_main", "_wake", "_woken", "heard")

    def __init__(self, ends: bool = False) -> None:
        """`ends`: Ctrl-C is to end the process in any case."""
        self.heard = 0
        self._ends, self._main = ends, _thread.get_ident()
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        # A signal that means nothing to anyone here, and yet interrupts what waits.
        _signal.signal(_signal.SIGURG, _nothing)
        _thread.start_new_thread(self._listen, ())

    def watch(self) -> None:
        """Be told of signals from now on, in the place of who was."""
        _signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)

    def _listen(self) -> None:
        while True:
            heard = self.heard
            came = set(os.read(self._woken, 64)) - {int(_signal.SIGURG)}
            if not came:
                continue
            until = monotonic() + HEARD_WITHIN
            sleep(BETWEEN)  # mostly it is heard by itself; two at once are an error of Python's in os.stat
            while self.heard == heard and monotonic() < until:
                _signal.pthread_kill(self._main, _signal.SIGURG)
                sleep(BETWEEN)
            if self._ends and _signal.SIGINT in came:
                if self.heard:
                    sleep(CLEARED_WITHIN)
                os._exit(EXIT)


def _nothing(_number: int, _frame: object) -> None:
    return
