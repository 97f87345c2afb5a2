"""Widgets that the mouse's wheel turns; elsewhere it scrolls the page below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events


class Wheeled(Widget):
    """Takes the wheel for itself."""

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.wheel(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.wheel(-1)

    def wheel(self, by: int) -> None:
        """Go on by so many, back with less than 0."""
        raise NotImplementedError
