"""The frames of a page in panes, and the links between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lightterm.commands.frames import frames, in_frame, in_frame_called
from lightterm.document.place import Place
from lightterm.errors import ValidationFailed
from lightterm.extract.framesets import Frame, Frameset, arrangement, window_of
from lightterm.loading import onward
from lightterm.session.tab import Visit
from lightterm.tui.panes import WIDE
from lightterm.tui.tiling import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.fetch.model import Request
    from lightterm.tui.app import Browser
    from lightterm.tui.pages import Pages
    from lightterm.tui.tiling import Tile


def show(app: Browser) -> None:
    """Open the frames of the page in panes. Raises ValidationFailed where it has none, or there is no room."""
    page = app.tabs.page
    if page is None:
        raise ValidationFailed("there is no page", actions=())
    snapshot = page.snapshot
    whole = arrangement(snapshot.markup, snapshot.base or page.document.url)
    if whole is not None:
        shown = _frames(whole)
        made = app.panes.lay(_tile(whole, iter(range(len(shown)))))
        app.panes.active.name = shown[0].name
        app.open_link(shown[0].url)
        rest = shown[1:]
    else:
        rest = [Frame(each.name, each.url) for each in frames(app.view.document)]
        beside = app.view.size.width >= WIDE
        inner: Tile = Row(not beside, tuple(range(1, len(rest) + 1)), (1,) * len(rest)) if len(rest) > 1 else 1
        made = app.panes.lay(Row(beside, (0, inner), (1, 1)))
    for pane, frame in zip(made, rest, strict=True):
        pane.name = frame.name
        assert pane.tab is not None
        app.loads.begin(pane.tab, Visit(onward(page, frame.url)))
    app.tabs_changed()


def _frames(arranged: Frame | Frameset) -> list[Frame]:
    if isinstance(arranged, Frame):
        return [arranged]
    return [frame for part in arranged.parts for frame in _frames(part)]


def _tile(arranged: Frame | Frameset, keys: Iterator[int]) -> Tile:
    if isinstance(arranged, Frame):
        return next(keys)
    return Row(arranged.beside, tuple(_tile(part, keys) for part in arranged.parts), arranged.shares)


def within(app: Pages, url: str) -> bool:
    """Open a link of the page in a frame that is read within it, where it names one; whether it does."""
    page = app.tabs.page
    found = in_frame(page, url) if page is not None else None
    return found is not None and _shown(app, *found)


def sent(app: Pages, name: str, url: str) -> bool:
    """Open what a form asks for in the frame of a name that is read within the page; whether there is one."""
    page = app.tabs.page
    found = in_frame_called(page, name, url) if page is not None else None
    return found is not None and _shown(app, *found)


def _shown(app: Pages, request: Request, number: int) -> bool:
    view = app.view
    seen = not number or any(number == one for one, _, _ in view.in_sight())
    app.open(request, place=view.place if seen else Place(view.flow.block_of_target(number)))
    return True


def opened(app: Pages, url: str) -> bool:
    """Open a link of the page in the pane or window that it names; whether it names one."""
    page = app.tabs.page
    if page is None:
        return False
    name = window_of(page.snapshot.markup, page.snapshot.base or page.document.url, url)
    if name.lower() in ("", "_self"):
        return False
    if name.lower() in ("_top", "_parent"):
        app.panes.only()
        return False
    pane = next((pane for pane in app.panes if pane.name == name), None)
    if pane is None or pane.tab is None:
        app.open_link(url, "tab")
        return True
    app.keep_place()
    cast("Browser", app).loads.begin(pane.tab, Visit(onward(page, url)))
    app.tabs_changed()
    return True
