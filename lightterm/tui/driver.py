"""Textual's driver, which goes on from the first screen instead of clearing it."""

from __future__ import annotations

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

ALTERNATE = "\x1b[?1049h"


class TakingOver(LinuxDriver):
    """Starts on the alternate screen that was painted before it; some terminals clear it when it is entered again."""

    _entered = True

    def write(self, data: str) -> None:
        if self._entered and data == ALTERNATE:
            self._entered = False
            return
        super().write(data)


def typed_ahead(typed: bytes) -> list[events.Key]:
    """The key presses that were read while the terminal was asked."""
    parsed = XTermParser().feed(typed.decode("utf-8", "replace")) if typed else ()
    return [event for event in parsed if isinstance(event, events.Key)]


def driver_class(painted: bool) -> type[LinuxDriver]:
    """The driver for a screen that was painted already, or not."""
    return TakingOver if painted else LinuxDriver
