"""A list to choose from, in a panel above the bottom line: completions, commands, tabs, headings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, cast, overload

from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip

from lightterm.document.cells import fitted, width
from lightterm.records import Record
from lightterm.safe import clean
from lightterm.tui.lined import UNHEARD, Unscrolled
from lightterm.tui.strips import words_in_order
from lightterm.tui.wheel import Wheeled

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.style import Style
    from textual import events
    from textual.geometry import Region

    from lightterm.tui.app import Browser
    from lightterm.tui.visual_order import Order

MOST_ROWS = 20
"""Rows of the panel; never more than half of the screen."""


class Row(Record):
    """One line of a list: what it is, more about it, and what stands at its right (a key, say)."""

    text: str
    help: str = ""
    right: str = ""


class Rows(Sequence[Row]):
    """Rows each made when it is looked at: some twenty are seen. `more`: there is more than a text in some of them."""

    def __init__(self, count: int, row: Callable[[int], Row], more: bool = True) -> None:
        self._range = range(count)
        self._row = row
        self.more = more

    def __len__(self) -> int:
        return len(self._range)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        found = self._range[at]
        return self._row(found) if isinstance(found, int) else [self._row(each) for each in found]


class Texts(Rows):
    """Rows that are a text and no more: 2,000 headings of 10 MB took 17 ms."""

    def __init__(self, count: int, text: Callable[[int], str]) -> None:
        super().__init__(count, lambda at: Row(text(at)), more=False)


class Choices(Wheeled, Unscrolled):
    """Hidden until it is shown; `current` is the row marked, -1 for none."""

    DEFAULT_CSS = """
    Choices { display: none; layer: above; dock: bottom; width: 100%; height: 1; margin-bottom: 1; }
    """

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__()
        self.disable_messages(*UNHEARD)
        self.rows: Sequence[Row] = ()
        self.current = -1
        self._first = 0
        self._more = False
        """Whether there is more than a text in any of them."""

    def show(self, rows: Sequence[Row], current: int = -1) -> None:
        """Show rows; without any the panel is hidden."""
        self.rows = rows
        self._more = rows.more if isinstance(rows, Rows) else any(row.help or row.right for row in rows)
        self.current = current
        self._first = 0
        self.display = bool(rows)
        if rows:
            most = max(1, min(MOST_ROWS, self.app.size.height // 2))
            self.styles.height = min(len(rows), most)
            self._reveal()
        self.refresh()

    def close(self) -> None:
        """Hide the panel."""
        self.rows = ()
        self.current = -1
        if self.display and self.is_attached:
            self.display = False

    def move(self, by: int) -> int:
        """Mark another row, from the end on from the beginning, with none marked in between; the row, -1 for none."""
        if self.rows:
            self.current = (self.current + 1 + by) % (len(self.rows) + 1) - 1
            self._reveal()
            self.refresh()
        return self.current

    def _height(self) -> int:
        height = self.styles.height
        return int(height.value) if height is not None else 1

    def _reveal(self) -> None:
        room = self._height()
        if self.current < 0:
            self._first = 0
        elif self.current < self._first:
            self._first = self.current
        elif self.current >= self._first + room:
            self._first = self.current - room + 1

    def render_lines(self, crop: Region) -> list[Strip]:
        room = self.size.width
        column = self._column(room)
        rows = range(self._first + crop.y, self._first + crop.bottom)
        return [self._line(index, room, column).crop(crop.x, crop.right) for index in rows]

    def _line(self, index: int, room: int, column: int) -> Strip:
        browser = cast("Browser", self.app)
        palette, order = browser.palette, browser.view.order
        base = palette.base + palette.list
        if index >= len(self.rows):
            return Strip.blank(room, base)
        style = palette.base + palette.list_current if index == self.current else base
        note = style if index == self.current else base + palette.list_note
        row = self.rows[index]
        return _strip((row.text, row.help, row.right), style, note, room, column, order)

    def _column(self, room: int) -> int:
        """Cells for the texts: what they need, and where the notes need more than is left, two fifths of the room."""
        if not self._more:
            return room
        shown = self.rows[self._first : self._first + MOST_ROWS]
        wide = max((width(each.text) for each in shown), default=0)
        noted = max((width(each.help) + (width(each.right) + 3 if each.right else 0) for each in shown), default=0)
        return min(wide, room * 2 // 3, max(room * 2 // 5, room - noted - 2)) + 2

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if self._first + event.y < len(self.rows):
            self.post_message(self.Chosen(self._first + event.y))

    def wheel(self, by: int) -> None:
        """Show the rows further down or up; what is marked stays."""
        self._first = max(0, min(self._first + by, len(self.rows) - self._height()))
        self.refresh()


@lru_cache(maxsize=256)
def _strip(
    texts: tuple[str, str, str], style: Style, note: Style, room: int, column: int, order: Order | None
) -> Strip:
    """A row as it is painted; those painted last are known, as each `:` shows the same: 80 us a row."""
    text, help_, keys = map(clean, texts)
    right = f" {keys} " if keys else ""
    space = max(0, max(0, room - column) - width(right))
    shown = words_in_order(fitted(text, column - 2), order, style)
    said = Strip([Segment(" ", style), *shown]).extend_cell_length(column, style)
    told = Strip(words_in_order(fitted(help_, space - 1), order, note)).extend_cell_length(space, note)
    strip = Strip([*said, *told, Segment(right, note)])
    return strip if strip.cell_length == room else strip.crop_extend(0, room, style)
