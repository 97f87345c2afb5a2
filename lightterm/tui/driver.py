"""Textual's driver, which goes on from the first screen instead of clearing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App

ALTERNATE = "\x1b[?1049h"


class TakingOver(LinuxDriver):
    """Starts on the alternate screen that was painted before it; some terminals clear it when it is entered again."""

    _entered = True

    def write(self, data: str) -> None:
        if self._entered and data == ALTERNATE:
            self._entered = False
            return
        super().write(data)


def type_ahead(app: App[int], typed: bytes) -> None:
    """Have the app take what was typed while it started."""
    if typed:
        for event in XTermParser().feed(typed.decode("utf-8", "replace")):
            app.post_message(event)


def driver_class(painted: bool) -> type[LinuxDriver]:
    """The driver for a screen that was painted already, or not."""
    return TakingOver if painted else LinuxDriver
