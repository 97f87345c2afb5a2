"""Signals that end the app: in order where it can, and in any case."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.tui.driver import TerminalDriver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

    from lightterm.tui.app import Browser


OF_KEYS = (signal.SIGINT, signal.SIGQUIT)
"""What Ctrl-C and Ctrl-Backslash send where another program has the terminal."""

PATIENCE = 10.0
"""Seconds from a signal to the end of the app; what still runs then (a script of the person's that never ends, a loop
that waits for what does not come) is left to its fate. All that is kept is kept by then, as after kill -9."""


class Ending:
    """Has signals end an app."""

    def __init__(self, app: Browser, numbers: Iterable[signal.Signals]) -> None:
        self._app = app
        self._loop = asyncio.get_running_loop()
        self._hard: threading.Timer | None = None
        self._numbers = tuple(numbers)
        # Not by asyncio, which hears a signal only between two pieces of work, and whoever it is for: a program that
        # has the terminal gets Ctrl-C too.
        for number in self._numbers:
            signal.signal(number, self._heard)
        # That asyncio listens for one, which nobody sends, has every signal wake its loop: one that comes just before
        # the loop waits is else heard with the next key.
        self._loop.add_signal_handler(signal.SIGURG, lambda: None)

    def _heard(self, number: int, _frame: FrameType | None) -> None:
        self.begin(128 + number)

    def begin(self, code: int) -> None:
        """End the app, by its own loop or without it; from any thread."""
        with suppress(RuntimeError):  # the loop is over already
            self._loop.call_soon_threadsafe(self._app.quit, code)
        if self._hard is None:
            self._hard = _after(PATIENCE, self._leave, code)

    def _leave(self, code: int) -> None:
        _after(PATIENCE / 5, os._exit, code)  # should the terminal not take it
        driver = self._app._driver
        if isinstance(driver, TerminalDriver):
            driver.let_go()
        os._exit(code)

    @property
    def begun(self) -> bool:
        """Whether a signal came that ends the app."""
        return self._hard is not None

    def over(self) -> None:
        """The app has ended: a signal that comes now has its usual effect, but for those of keys."""
        if self._hard is not None:
            self._hard.cancel()
        for number in self._numbers:
            if number not in OF_KEYS:
                signal.signal(number, signal.SIG_DFL)


def _after(seconds: float, function: Callable[[int], object], code: int) -> threading.Timer:
    timer = threading.Timer(seconds, function, (code,))
    timer.daemon = True
    timer.start()
    return timer
