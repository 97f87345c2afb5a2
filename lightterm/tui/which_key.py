"""What can follow the keys typed so far, in a panel above the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.widget import Widget

from lightterm.document.cells import fitted, width

if TYPE_CHECKING:
    from textual.timer import Timer

    from lightterm.tui.app import Browser

WIDEST = 38
"""Cells of a column."""

APART = 2
"""Cells between columns."""


class WhichKey(Widget):
    """Hidden until a sequence has waited a while for its next key."""

    DEFAULT_CSS = """
    WhichKey { display: none; layer: above; dock: bottom; height: auto; width: 100%; max-height: 60%; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._following: tuple[tuple[str, str], ...] = ()

    @property
    def browser(self) -> Browser:
        """The app."""
        return cast("Browser", self.app)

    def wait(self, mode: str, keys: tuple[str, ...]) -> None:
        """A sequence was begun: show what can follow, at once when the panel is there already."""
        chosen = self.browser.session.settings.keys
        self._following = self.browser.keymap.which(mode, keys) if keys and chosen.which_key else ()
        self._stop()
        if not self._following:
            self.display = False
        elif self.display or not chosen.which_key_delay:
            self._open()
        else:
            self._timer = self.set_timer(chosen.which_key_delay, self._open)

    def close(self) -> None:
        """The sequence has ended."""
        self._stop()
        if self.display and self.is_attached:
            self.display = False

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _open(self) -> None:
        self._timer = None
        self.display = True
        self.refresh(layout=True)

    def render(self) -> Text:
        palette = self.browser.palette
        entries = [(key, line) for key, line in self._following]
        room = max(1, self.size.width or self.app.size.width)
        keys = max((width(key) for key, _ in entries), default=1)
        cells = min(WIDEST, max((keys + 1 + width(line) for key, line in entries), default=1), room)
        columns = max(1, (room + APART) // (cells + APART))
        rows = -(-len(entries) // columns)
        text = Text(no_wrap=True)  # a style of the whole would be added to that of the keys
        for row in range(rows):
            line = Text()
            for key, command in entries[row::rows]:
                line.append(" " * max(0, keys - width(key)) + key, palette.list_current)
                line.append(" " + fitted(command, cells - keys - 1), palette.list)
                line.append(" " * (APART + max(0, cells - keys - 1 - width(command))), palette.list)
            line.append(" " * max(0, room - line.cell_len), palette.list)
            line.truncate(room)
            text.append(line)
            if row + 1 < rows:
                text.append("\n")
        return text
