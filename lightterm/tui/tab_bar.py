"""The open tabs in a line, hidden while there is only one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.message import Message
from textual.widget import Widget

from lightterm.safe import clean

if TYPE_CHECKING:
    from textual import events

    from lightterm.session.tab import Tabs
    from lightterm.tui.palette import Palette

LONGEST = 24
"""Cells of a title."""


class TabBar(Widget):
    """One line above the page."""

    DEFAULT_CSS = "TabBar { height: 1; width: 1fr; display: none; }"

    class Chosen(Message):
        """A tab was clicked; the middle button closes it."""

        def __init__(self, index: int, button: int) -> None:
            super().__init__()
            self.index = index
            self.button = button

    def __init__(self) -> None:
        super().__init__()
        self._line = Text()

    def refresh_tabs(self, tabs: Tabs, palette: Palette) -> None:
        """Show these tabs."""
        self.display = len(tabs) > 1
        room = max(4, min(LONGEST, (self.app.size.width - 1) // max(1, len(tabs)) - 4))
        line = Text(no_wrap=True)
        for at, tab in enumerate(tabs):
            title = clean(tab.title) or "…"
            title = title if len(title) <= room else title[: room - 1] + "…"
            style = palette.tab_active if tab is tabs.active else palette.tab
            line.append(f" {at + 1}{'*' if tab.pinned else ''} {title} ", style + Style(meta={"tab": at}))
        line.append(" " * max(0, self.app.size.width - line.cell_len), palette.tab)
        self._line = line
        self.refresh()

    def render(self) -> Text:
        return self._line

    def on_click(self, event: events.Click) -> None:
        index = event.style.meta.get("tab")
        if isinstance(index, int):
            self.post_message(self.Chosen(index, event.button))
