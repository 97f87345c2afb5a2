"""When the screen is painted: once for all that a key has changed."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.dom import DOMNode
    from textual.screen import Screen

PERIOD = 1 / 60
"""Seconds between two paintings at least: of what changes faster each second one would not be seen."""

TURNS = 16
"""Turns of the loop for which what is on its way is waited for: a message goes through four widgets to the app."""


class Repainting:
    """Paints a screen when all that a key began has been done.

    Textual paints when the first widget has asked for it, and again what the others ask for a moment later: each line
    that was opened laid the screen out twice and painted it twice, which is half of such a key.
    """

    def __init__(self, screen: Screen[None], paint: Callable[[], None]) -> None:
        self._screen = screen
        self._paint = paint
        self._handle: asyncio.Handle | None = None
        self._painted = self._held = 0.0
        self._turns = 0

    @property
    def pending(self) -> bool:
        """Whether a painting has been asked for and not come yet."""
        return self._handle is not None

    def soon(self) -> None:
        """Paint as soon as it is quiet."""
        if self._handle is None:
            self._turns = 0
            wait = max(self._painted + PERIOD, self._held) - monotonic()
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(wait, self._turn) if wait > 0 else loop.call_soon(self._turn)

    def hold(self) -> None:
        """A page is asked for: one that is there within a `PERIOD`, as one of ours is, is painted at once, and not what
        stands there meanwhile before."""
        if self._held < monotonic():
            self._held = monotonic() + PERIOD
            self._again()

    def release(self) -> None:
        """What was waited for is there."""
        self._held = 0.0
        self._again()

    def _again(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
            self.soon()

    def _turn(self) -> None:
        self._turns += 1
        if self._turns < TURNS and self._busy():
            self._handle = asyncio.get_running_loop().call_soon(self._turn)
            return
        self._handle = None
        try:
            self._paint()
        except Exception as error:
            self._screen.app._handle_exception(error)
        self._painted = monotonic()

    def _busy(self) -> bool:
        """Whether a message is on its way, which may change more."""
        pumps: list[DOMNode] = [self._screen.app]  # walk_children takes four times as long, in each turn
        for pump in pumps:
            if not pump._message_queue.empty():
                return True
            pumps.extend(pump._nodes)
        return False
