"""What agents do, as it happens: the last lines of the log above the status line."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.text import Text
from textual.widget import Widget

from lightterm.document.cells import fitted
from lightterm.safe import clean

if TYPE_CHECKING:
    from lightterm.tui.agents import Agents

LINES = 6


class AgentPane(Widget):
    """Hidden until it is asked for; the head says who has control."""

    DEFAULT_CSS = f"AgentPane {{ height: {LINES + 1}; width: 1fr; display: none; }}"

    def __init__(self, agents: Agents) -> None:
        super().__init__()
        self._agents = agents

    def toggle(self) -> None:
        """Show it, or put it away."""
        self.display = not self.display

    def render(self) -> Text:
        app = self._agents.app
        palette = app.palette
        width = max(1, self.size.width)
        text = Text(no_wrap=True, end="")
        head = fitted(f" agents: {self._agents.told_mode}", width)
        text.append(head + " " * max(0, width - Text(head).cell_len), palette.status)
        for line in self._agents.log[-LINES:]:
            at = time.strftime("%H:%M:%S", time.localtime(line.at))
            text.append("\n" + fitted(clean(f" {at} {line.owner} {line.words}"), width), palette.list)
        return text
