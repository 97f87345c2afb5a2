"""Where panes stand on the screen, each under a line with its title."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region
from textual.layout import Layout, WidgetPlacement
from textual.strip import Strip
from textual.widget import Widget

from lightterm.document.cells import fitted, width
from lightterm.safe import clean
from lightterm.tui.lined import Lined, Unscrolled
from lightterm.tui.status_line import position
from lightterm.tui.strips import words_in_order
from lightterm.tui.tiling import Box

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.app import App, ComposeResult
    from textual.geometry import Offset, Size
    from textual.screen import Screen

    from lightterm.tui.app import Browser
    from lightterm.tui.panes import Pane, Panes


class _Tiles(Layout):
    """Places each pane's title and view as the tiles say; a pane alone has no title."""

    name = "tiles"

    def __init__(self, panes: Panes) -> None:
        self._panes = panes

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> list[WidgetPlacement]:
        placements: list[WidgetPlacement] = []

        def put(widget: Widget, region: Region) -> None:
            if widget in children:  # one that is on its way in has its turn when it is there
                placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, widget))

        for pane, box in self._panes.places(Box(0, 0, size.width, size.height)):
            titled = int(self._panes.several)
            if titled:
                put(pane.title, Region(box.x, box.y, box.width, 1))
            put(pane.view, Region(box.x, box.y + titled, box.width, box.height - titled))
        return placements


class PaneArea(Unscrolled):
    """The room of all panes."""

    BLANK = True
    """Nothing of its own is seen; to make its lines cost .3 ms of each key that paints all of the page."""
    DEFAULT_CSS = "PaneArea { height: 1fr; width: 1fr; }"

    def __init__(self, panes: Panes) -> None:
        super().__init__()
        self._panes = panes
        self._tiles = _Tiles(panes)

    def compose(self) -> ComposeResult:
        for pane in self._panes:
            yield pane.title
            yield pane.view

    def on_mount(self) -> None:
        """Have the pictures of all panes follow the layout, and what happens to the terminal."""
        self.screen.screen_layout_refresh_signal.subscribe(self, self._follow, immediate=True)
        self.app.app_resume_signal.subscribe(self, self._send_again)

    def _follow(self, _: Screen[object]) -> None:
        for pane in self._panes:
            pane.view.pictures.placements.follow()

    def _send_again(self, _: App[object]) -> None:
        for pane in self._panes:
            pane.view.pictures.send_again()

    @property
    def layout(self) -> Layout:
        """How Textual places what is in it."""
        return self._tiles

    @property
    def box(self) -> Box:
        """Its room."""
        return Box(0, 0, self.size.width, self.size.height)

    def add(self, pane: Pane) -> None:
        """Have a new pane's widgets on the screen."""
        self.mount(pane.title, pane.view)

    def drop(self, widgets: Iterable[Widget]) -> None:
        """Take widgets off the screen."""
        for widget in widgets:
            widget.remove()


class PaneTitle(Lined):
    """The line above a pane: its tab's number and title, and how far down one is. It is dragged to make room."""

    DEFAULT_CSS = "PaneTitle { height: 1; }"
    ALLOW_SELECT: ClassVar[bool] = False

    pane: Pane

    def __init__(self, panes: Panes) -> None:
        super().__init__()
        self._panes = panes
        self._held: Offset | None = None
        """Where the mouse was last while it holds the title."""

    def lines(self, crop: Region) -> list[Strip]:
        app, pane = cast("Browser", self.app), self.pane
        style = app.palette.tab_active if pane is self._panes.active else app.palette.tab
        view, tab = pane.view, pane.tab
        room = self.size.width
        words = " … "
        if tab is not None and tab in app.tabs:
            words = f" {list(app.tabs).index(tab) + 1} {clean(tab.title) or '…'} "
        if tab is not None and app.loads.of(tab) is not None:
            words = f" …{words}"
        where = f" {position(view.first, view.height, len(view.flow))} "
        left = words_in_order(fitted(words, max(0, room - len(where))), view.order, style)
        gap = max(0, room - len(where) - sum(width(each.text) for each in left))
        return [Strip([*left, Segment(" " * gap + where, style)]).crop(crop.x, crop.right)] * crop.height

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        self._panes.enter(self.pane)
        if event.button == 1:
            self._held = event.screen_offset
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._held is not None:
            way = event.screen_offset - self._held
            self._held = event.screen_offset
            self._panes.drag(self.pane, way.x, way.y)

    def on_mouse_up(self) -> None:
        self._held = None
        self.release_mouse()
