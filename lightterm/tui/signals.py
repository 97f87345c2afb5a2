"""Signals that end the app in order."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lightterm.tui.app import Browser


OF_KEYS = (signal.SIGINT, signal.SIGQUIT)
"""What Ctrl-C and Ctrl-Backslash send where another program has the terminal."""


def heed(app: Browser, number: signal.Signals) -> None:
    """Have a signal end the app."""
    loop = asyncio.get_running_loop()
    if number in OF_KEYS:
        # Not by asyncio, which hears it whoever it is for: a program that has the terminal gets Ctrl-C too.
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(app.quit, 128 + number))
    else:
        loop.add_signal_handler(number, app.quit, 128 + number)
