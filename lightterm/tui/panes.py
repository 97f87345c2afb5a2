"""Several pages at once: panes with a tab each, one of which has the keys."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, cast

from lightterm.document.model import Document
from lightterm.errors import ValidationFailed
from lightterm.tui import tiling
from lightterm.tui.look import set_up_once
from lightterm.tui.page_view import PageView
from lightterm.tui.pane_area import PaneArea, PaneTitle
from lightterm.tui.tiling import Box
from lightterm.tui.warming import AFTER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.app import Browser
    from lightterm.tui.pages import Pages
    from lightterm.tui.tiling import Tile

WIDE = 120
"""Columns from which on a pane that needs a second one is shared side by side."""


AMPLE = Box(0, 0, 1 << 12, 1 << 12)
"""Room for any panes: where the screen has none for all, they stand to each other as they would there."""


class Pane:
    """A view and the tab it shows; `name` is that of the frame it stands for, "" for none."""

    def __init__(self, panes: Panes, key: int, view: PageView, title: PaneTitle | None = None) -> None:
        self.key = key
        self.view = view
        self.tab: Tab | None = None
        self.name = ""
        self.title = title or PaneTitle(panes)
        self.title.pane = self


class Panes:
    """The panes on the screen. A tab is shown in one at most; `active` is the pane whose view and tab the app acts on.

    Whatever brings a tab to the front that a pane shows goes to that pane (`enter_tab`).
    """

    def __init__(self, app: Pages, view: PageView) -> None:
        self._app = app
        self._keys = count(1)
        self.active = Pane(self, 0, view)
        self._panes = {0: self.active}
        self._tile: Tile = 0
        self._before = self.active
        self._spare: Pane | None = None
        self.area = PaneArea(self)

    def __iter__(self) -> Iterator[Pane]:
        return (self._panes[key] for key in tiling.keys(self._tile))

    def __len__(self) -> int:
        return len(self._panes)

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return len(self._panes) > 1

    @property
    def tile(self) -> Tile:
        """How they stand."""
        return self._tile

    @property
    def framed(self) -> bool:
        """Whether one of them stands for a frame, which links may name."""
        return any(pane.name for pane in self._panes.values())

    def places(self, box: Box) -> Iterator[tuple[Pane, Box]]:
        """The panes that are seen in a room: where it is too small for all, the active one has it."""
        if not tiling.fits(self._tile, box):
            yield self.active, box
            return
        for key, place in tiling.places(self._tile, box).items():
            yield self._panes[key], place

    def of(self, tab: Tab | None) -> Pane | None:
        """The pane that shows a tab."""
        return next((pane for pane in self if pane.tab is tab), None)

    def view_of(self, tab: Tab) -> PageView | None:
        """The view that shows a tab, None where none does."""
        if len(self._app.tabs) and tab is self._app.tabs.active:
            return self._app.view
        pane = self.of(tab) if self.several else None
        return pane.view if pane is not None else None

    def visit_in(self, view: PageView) -> Visit | None:
        """The visit that a view shows."""
        tab = next((pane.tab for pane in self if pane.view is view), None)
        return tab.visit if tab is not None else None

    @property
    def other(self) -> Pane | None:
        """The pane that links are opened in beside this one: the one before it, else the next."""
        if self._before is not self.active and self._before.key in self._panes:
            return self._before
        return next((pane for pane in self if pane is not self.active), None)

    # --- going from one to another

    def enter(self, pane: Pane, leave: bool = False) -> None:
        """Have the keys act on a pane. What is asked keeps them unless they have to `leave`."""
        app = cast("Browser", self._app)
        if pane is self.active or pane.key not in self._panes:
            return
        asked = app.mode == "prompt"
        if asked and not leave:
            return
        if app.mode == "command":
            app.command_line.do("cancel")
        if app.fields.entry is not None:
            app.fields.entry.leave()
        app.hints.leave()
        app.keep_place()
        if app.mode not in ("normal", "prompt"):
            app.enter("normal")
        self._before, self.active = self.active, pane
        app.view = pane.view
        if pane.tab is not None and pane.tab in app.tabs:
            app.tabs.select(list(app.tabs).index(pane.tab))
        if not asked:
            app.enter("normal")
        self.area.screen.set_focus(pane.view)  # at once: focus() waits, and another view may take it meanwhile
        if not tiling.fits(self._tile, self.area.box):
            self._place()  # only this one is seen
        app.tabs_changed()

    def enter_tab(self, tab: Tab) -> bool:
        """Go to the pane that shows a tab, where another one than the active does; whether there is one."""
        pane = self.of(tab) if self.several else None
        if pane is None or pane is self.active:
            return False
        self.enter(pane)
        return True

    def step(self, by: int) -> None:
        """Go so many panes on, round and round. Raises ValidationFailed where there is only one."""
        panes = self._some()
        self.enter(panes[(panes.index(self.active) + by) % len(panes)])

    def go(self, way: str) -> None:
        """Go to the pane to the left, right, up or down. Raises ValidationFailed where there is none."""
        self._some()
        box = self.area.box
        boxes = tiling.places(self._tile, box if tiling.fits(self._tile, box) else AMPLE)
        key = tiling.towards(boxes, self.active.key, way)
        if key is None:
            side = {"left": "to the left", "right": "to the right", "up": "above", "down": "below"}[way]
            raise ValidationFailed(f"there is no pane {side}", actions=())
        self.enter(self._panes[key])

    def _some(self) -> list[Pane]:
        if not self.several:
            raise ValidationFailed("there is only one pane: pane below and pane beside make a second", actions=())
        return list(self)

    # --- opened and closed

    def split(self, tab: Callable[[], Tab], beside: bool | None = None, at: Pane | None = None) -> Pane:
        """A new pane for a tab beside a pane or below it (None: as there is room), the active one if none is named.

        Raises ValidationFailed where there is no room.
        """
        at = at or self.active
        if beside is None:
            beside = at.view.size.width >= WIDE
        key = next(self._keys)
        tile = tiling.split(self._tile, at.key, key, beside)
        if not tiling.fits(tile, self.area.box):
            raise ValidationFailed("there is no room for another pane", actions=())
        pane = self._make(key, tab())
        self._tile = tile
        self._changed()
        return pane

    def tab_beside(self) -> Tab:
        """The tab of the other pane, a new one in a new pane where there is none. Raises ValidationFailed."""
        other = self.other
        if other is not None and other.tab is not None:
            return other.tab
        tab = self.split(lambda: self._app.tabs.open(background=True)).tab
        assert tab is not None
        return tab

    def warm(self) -> None:
        """Have the widgets of another pane made and set up before one is asked for: 2 to 4 ms of the key that does.
        Those of one that is closed are kept for it, too."""
        if not self.area.is_attached:
            return
        held = self._app.view.counting.held
        if held > 0:
            self._app.set_timer(held, self.warm)
            return
        self._spare = self._spare or self._new()
        set_up_once(cast("Browser", self._app), self._spare.view)

    def _new(self) -> Pane:
        pane = Pane(self, next(self._keys), PageView())
        self.area.add(pane)
        return pane

    def _make(self, key: int, tab: Tab) -> Pane:
        self._app.set_timer(AFTER, self.warm)
        pane, self._spare = self._spare or self._new(), None
        self._panes[key] = pane
        pane.key, pane.tab = key, tab
        set_up_once(cast("Browser", self._app), pane.view)
        return pane

    def lay(self, tile: Tile) -> list[Pane]:
        """Put tiles in the place of the active pane, whose key in them is 0; the new panes, each with a new tab.

        Raises ValidationFailed where there is no room.
        """
        fresh = {own: next(self._keys) for own in tiling.keys(tile) if own}
        whole = tiling.replaced(self._tile, self.active.key, tiling.renamed(tile, {0: self.active.key, **fresh}))
        if not tiling.fits(whole, self.area.box):
            raise ValidationFailed("there is no room for so many panes", actions=())
        made = [self._make(key, self._app.tabs.open(background=True)) for key in fresh.values()]
        self._tile = whole
        self._changed()
        return made

    def arrange(self, tile: Tile, tabs: Mapping[int, Tab]) -> dict[int, Pane]:
        """Have panes stand as a tile says, for these tabs by its keys; the only one there is has the tab in front.

        Where the screen has no room for all, they are there when it has. The panes by the tile's keys.
        """
        own = next(key for key, tab in tabs.items() if tab is self._app.tabs.active)
        fresh = {key: next(self._keys) for key in tabs if key != own}
        made = {key: self._make(new, tabs[key]) for key, new in fresh.items()}
        self._tile = tiling.renamed(tile, {own: self.active.key, **fresh})
        self._changed()
        for key in fresh:
            self._app.show_tab(tabs[key])
        return {own: self.active, **made}

    def close(self, pane: Pane) -> None:
        """Close a pane; its tab stays open. Raises ValidationFailed for the only one."""
        panes = self._some()
        if pane is self.active:
            at = panes.index(pane)
            self.enter(self.other or panes[at - 1], leave=True)
        self._remove(pane)
        self._changed()

    def only(self) -> None:
        """Close all panes but the active one. Raises ValidationFailed where there is no other."""
        for pane in self._some():
            if pane is not self.active:
                self._remove(pane)
        self.active.name = ""
        self._changed()

    def _remove(self, pane: Pane) -> None:
        tile = tiling.without(self._tile, pane.key)
        assert tile is not None
        self._tile = tile
        del self._panes[pane.key]
        if self._before is pane:
            self._before = self.active
        _empty(pane.view)
        if self._spare is None and self._app.mouse_captured not in (pane.title, pane.view):
            self._spare = Pane(self, pane.key, pane.view, pane.title)
            self._app.set_timer(AFTER, self.warm)
        else:
            self.area.drop((pane.title, pane.view))

    # --- their room

    def resize(self, beside: bool, by: int, pane: Pane | None = None, leading: bool = False) -> bool:
        """Make a pane wider (`beside`) or taller by so many cells; whether there is one beside it that gives them."""
        tile = tiling.resized(self._tile, (pane or self.active).key, beside, by, self.area.box, leading)
        if tile is None:
            return False
        if tile != self._tile:
            self._tile = tile
            self._changed()
        return True

    def drag(self, pane: Pane, columns: int, rows: int) -> None:
        """A pane's title was moved by so many cells."""
        if columns:
            self.resize(True, -columns, pane, leading=True)
        if rows:
            self.resize(False, -rows, pane, leading=True)

    def even(self) -> None:
        """Make all of a row as large as each other. Raises ValidationFailed where there is only one pane."""
        self._some()
        self._tile = tiling.evened(self._tile)
        self._changed()

    def swap(self) -> None:
        """Put the active pane in the place of the other one, and that in its. Raises ValidationFailed without one."""
        self._some()
        assert self.other is not None
        self._tile = tiling.renamed(self._tile, {self.active.key: self.other.key, self.other.key: self.active.key})
        self._changed()

    def move(self, side: str) -> None:
        """Put the active pane at a side of the window, along all of it. Raises ValidationFailed where it cannot be."""
        self._some()
        tile = tiling.moved(self._tile, self.active.key, side)
        if not tiling.fits(tile, self.area.box):
            raise ValidationFailed("there is no room for the panes to stand so", actions=())
        self._tile = tile
        self._changed()

    # --- what changed

    def _changed(self) -> None:
        self._place()
        self._app.tabs_changed()

    def _place(self) -> None:
        titled = int(self.several)
        for pane, box in self.places(self.area.box):
            pane.view.make_room(box.width, box.height - titled)
        # Asked for by a child: an area keeps how it placed its own until one of them needs another place.
        self.active.title.refresh(layout=True)

    def settle(self) -> None:
        """Tabs may have been opened or closed: a pane whose tab is closed goes with it."""
        tabs = self._app.tabs
        if not len(tabs):
            return
        if self.several:
            gone = [pane for pane in self if pane is not self.active and (pane.tab is None or pane.tab not in tabs)]
            for pane in gone:
                self._remove(pane)
            if gone:
                self._place()
            holder = self.of(tabs.active)
            if holder is not None and holder is not self.active:
                self.enter(holder)
                return
        self.active.tab = tabs.active
        self.moved()

    def moved(self) -> None:
        """Titles or places may be others now."""
        if self.several:
            for pane in self:
                pane.title.refresh()

    def keep_places(self) -> None:
        """Note in each pane's visit where one is reading."""
        for pane in self:
            visit = pane.tab.visit if pane.tab is not None else None
            if visit is not None and visit.page is not None and visit.page.document is pane.view.document:
                visit.place, visit.cuts, visit.folds = pane.view.place, pane.view.flow.cuts, pane.view.folds.state
                visit.target = pane.view.target
                visit.cursor = pane.view.caret.hold()[0] if pane.view.caret.shown else None


def _empty(view: PageView) -> None:
    """Have a view let go of its page."""
    view.show(Document(url="about:blank"))
    view.pictures.close()
    view.worn = None
