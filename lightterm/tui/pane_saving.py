"""Panes that outlive the run: how they stand is saved with the tabs, and comes back with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands import saving
from lightterm.tui import tiling

if TYPE_CHECKING:
    from lightterm.session.store.model import SavedSession
    from lightterm.session.tab import Tab
    from lightterm.tui.app import Browser


def state(app: Browser) -> SavedSession:
    """All tabs as they are and how their panes stand, without what is not to be kept."""
    saved = saving.state(app)
    if not app.panes.several:
        return saved
    kept = {one.key for one in saved.tabs}
    tile: tiling.Tile | None = app.panes.tile
    keys, frames = {}, {}
    for pane in app.panes:
        if pane.tab is not None and str(pane.tab.key) in kept:
            keys[pane.key] = pane.tab.key
            frames[str(pane.tab.key)] = pane.name
        elif tile is not None:
            tile = tiling.without(tile, pane.key)
    if tile is None or isinstance(tile, int):
        return saved
    tabs = tuple(one.replace(frame=frames.get(one.key, "")) for one in saved.tabs)
    return saved.replace(tabs=tabs, panes=tiling.written(tiling.renamed(tile, keys)))


def restore(app: Browser, saved: SavedSession, clear: bool, select: bool = True) -> None:
    """Open saved tabs, behind those that are open or in their place: then in panes as they stood."""
    if clear and app.panes.several:
        app.panes.only()
    opened = saving.restore(app, saved, clear, select)
    tile = tiling.read(saved.panes) if clear and saved.panes else None
    if tile is not None:
        _arrange(app, saved, opened, tile)


def _arrange(app: Browser, saved: SavedSession, opened: dict[str, Tab], tile: tiling.Tile) -> None:
    left: tiling.Tile | None = tile
    for key in tiling.keys(tile):
        if str(key) not in opened and left is not None:
            left = tiling.without(left, key)
    if left is None or isinstance(left, int):
        return
    tabs = {key: opened[str(key)] for key in tiling.keys(left)}
    if app.tabs.active not in tabs.values():
        app.select_tab(list(app.tabs).index(next(iter(tabs.values()))))
    panes = app.panes.arrange(left, tabs)
    for one in saved.tabs:
        if one.frame and one.key.isdecimal() and int(one.key) in panes:
            panes[int(one.key)].name = one.frame
