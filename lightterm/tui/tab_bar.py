"""The open tabs in a line, hidden while there is only one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.strip import Strip

from lightterm.document.cells import cut, fitted, width
from lightterm.fetch.url_display import display_url
from lightterm.records import Record
from lightterm.safe import clean
from lightterm.tui.lined import Lined
from lightterm.tui.menu import open_tab_menu
from lightterm.tui.strips import words_in_order
from lightterm.tui.wheel import Wheeled

if TYPE_CHECKING:
    from rich.style import Style
    from textual import events
    from textual.geometry import Region

    from lightterm.session.tab import Tab, Tabs
    from lightterm.tui.app import Browser
    from lightterm.tui.palette import Palette

LONGEST = 24
"""Cells of a title."""

SHORTEST = 8
"""Cells of a title where there are many tabs; when even these do not fit, some tabs are out of sight."""


class Label(Record):
    """One tab in the line: which it is, from 0, its text and that in pieces, as it is painted."""

    index: int
    text: str
    pieces: tuple[Segment, ...]


def _label(at: int, tab: Tab, title: list[Segment], style: Style) -> Label:
    begin = f" {at + 1}{'*' if tab.pinned else ''} "
    text = f"{begin}{''.join(each.text for each in title)} "
    return Label(at, text, (Segment(begin, style), *title, Segment(" ", style)))


class TabBar(Wheeled, Lined):
    """One line above the page: clicked it selects, with the middle button it closes; tabs are dragged, and the wheel
    goes through them."""

    DEFAULT_CSS = "TabBar { height: 1; width: 1fr; display: none; }"

    def __init__(self) -> None:
        super().__init__()
        self._made: list[Label] = []
        self._shown: tuple[Tabs, Palette] | None = None
        self._stale = False
        self._first = 0
        self._dragged: Tab | None = None
        self._moved = False

    @property
    def browser(self) -> Browser:
        """The app."""
        return cast("Browser", self.app)

    def refresh_tabs(self, tabs: Tabs, palette: Palette) -> None:
        """Show these tabs."""
        self.display = len(tabs) > 1
        self._shown = tabs, palette
        self._stale = True
        self.refresh()

    @property
    def _labels(self) -> list[Label]:
        """The tabs in the line; made when it is painted, as a key may change them three times."""
        if self._stale and self._shown is not None:
            self._stale = False
            tabs, palette = self._shown
            order = self.browser.view.order
            room = max(SHORTEST, min(LONGEST, (self.app.size.width - 1) // max(1, len(tabs)) - 4))
            self._made = [
                _label(at, tab, words_in_order(_title(tab, room), order, style), style)
                for at, tab in enumerate(tabs)
                for style in (palette.tab_active if tab is tabs.active else palette.tab,)
            ]
            self._reveal(tabs.index if len(tabs) else 0)
        return self._made

    def _reveal(self, active: int) -> None:
        """Have the tab in front in sight, and as many others as there is room for."""
        wide = [width(label.text) for label in self._made]
        room = self.app.size.width - 2
        self._first = max(0, min(self._first, active, len(wide) - 1))
        while self._first < active and sum(wide[self._first : active + 1]) > room:
            self._first += 1
        while self._first and sum(wide[self._first - 1 :]) <= room:
            self._first -= 1

    def lines(self, crop: Region) -> list[Strip]:
        room, style = self.size.width, self._shown[1].tab if self._shown is not None else None
        labels = self._labels
        more = [Segment("‹", style)] if self._first else []
        line = Strip([*more, *(piece for label in labels[self._first :] for piece in label.pieces)])
        if line.cell_length > room:
            line = Strip([*line.crop(0, room - 1), Segment("›", style)])
        return [line.crop_extend(0, room, style).crop(crop.x, crop.right)] * crop.height

    def _at(self, x: int) -> int | None:
        """The tab at a cell; behind ‹ and › the nearest that is out of sight."""
        labels = self._labels
        end = 1 if self._first else 0
        if x < end:
            return self._first - 1
        for label in labels[self._first :]:
            end += width(label.text)
            if x < end:
                return label.index
        return None

    # --- the mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        at = self._at(event.x)
        self._moved = False
        if event.button == 1 and at is not None:
            self._dragged = self.browser.tabs[at]
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        app = self.browser
        if self._dragged is None or self._dragged not in tuple(app.tabs):
            return
        to = self._at(max(0, event.x))
        to = len(app.tabs) - 1 if to is None else to
        if app.tabs[to] is not self._dragged:
            self._moved = True
            app.tabs.move(self._dragged, to)
            app.tabs_changed()

    def on_mouse_up(self) -> None:
        self.release_mouse()
        self._dragged = None

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = self._at(event.x)
        app = self.browser
        if self._moved or app.mode == "prompt":
            return
        if at is None:
            if event.button == 1 and event.chain == 2:
                app.run_line("tab new")
        elif event.button == 3:
            open_tab_menu(app, at, event.x, self.region.y)
        else:
            app.run_line(f"tab {'close' if event.button == 2 else 'select'} {at + 1}")

    def wheel(self, by: int) -> None:
        self.browser.run_line(f"tab {'next' if by > 0 else 'previous'}")


def _title(tab: Tab, room: int) -> str:
    """What to call a tab: its page's title; of an address the end says more than its beginning."""
    visit = tab.visit
    if visit is None or visit.title:
        return fitted(clean(tab.title) or "…", room)
    address = display_url(visit.url).partition("://")[2] or display_url(visit.url)
    if width(address) <= room:
        return address
    start, address = address[: cut(address, room // 3)], address[-2 * room :]
    while width(address) > room - 1 - width(start):
        address = address[1:]
    return f"{start}…{address}"
