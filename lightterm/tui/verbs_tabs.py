"""Tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.session.tab import Tab
    from lightterm.tui.app import Browser


def tab_of(app: Browser, call: Invocation) -> Tab:
    """The tab a command means: the one of the number given, else the one shown. Raises ValidationFailed."""
    number = call.number("number")
    if number is None:
        return app.tabs.active
    if not 1 <= number <= len(app.tabs):
        raise ValidationFailed(f"there is no tab {number}: they go from 1 to {len(app.tabs)}", actions=())
    return app.tabs[number - 1]


@verb("tab new")
def new(app: Browser, call: Invocation) -> None:
    app.open(call.text("address") or app.home, "background" if call.has("background") else "tab")


@verb("tab close")
def close(app: Browser, call: Invocation) -> None:
    app.close_tab(tab_of(app, call))


@verb("tab undo")
def undo(app: Browser, call: Invocation) -> None:
    app.keep_place()
    for _ in range(call.times):
        if app.tabs.undo_close() is None:
            raise ValidationFailed("no closed tab is left", actions=())
    app.show_visit()


@verb("tab next")
def following(app: Browser, call: Invocation) -> None:
    app.select_tab(app.tabs.index + call.times)


@verb("tab previous")
def previous(app: Browser, call: Invocation) -> None:
    app.select_tab(app.tabs.index - call.times)


@verb("tab first")
def first(app: Browser, call: Invocation) -> None:
    app.select_tab(0)


@verb("tab last")
def last(app: Browser, call: Invocation) -> None:
    app.select_tab(len(app.tabs) - 1)


@verb("tab recent")
def recent(app: Browser, call: Invocation) -> None:
    tab = app.tabs.previous
    if tab is None:
        raise ValidationFailed("there is no other tab", actions=())
    app.select_tab(list(app.tabs).index(tab))


@verb("tab select")
def select(app: Browser, call: Invocation) -> None:
    wanted = call.text("tab").strip()
    if wanted.isdecimal() and 1 <= int(wanted) <= len(app.tabs):
        app.select_tab(int(wanted) - 1)
        return
    folded = wanted.casefold()
    for at, tab in enumerate(app.tabs):
        visit = tab.visit
        if visit is not None and (folded in tab.title.casefold() or folded in visit.url.casefold()):
            app.select_tab(at)
            return
    raise ValidationFailed(f"no tab has {wanted!r} in its title or address", actions=())


@verb("tab move")
def move(app: Browser, call: Invocation) -> None:
    to = call.text("to")
    here, count = app.tabs.index, len(app.tabs)
    places = {"left": here - 1, "right": here + 1, "first": 0, "last": count - 1}
    app.tabs.move(app.tabs.active, places[to] if to in places else int(to) - 1)
    app.tabs_changed()


@verb("tab pin")
def pin(app: Browser, call: Invocation) -> None:
    tab = tab_of(app, call)
    app.tabs.pin(tab, not tab.pinned)
    app.tabs_changed()


@verb("tab clone")
def clone(app: Browser, call: Invocation) -> None:
    app.clone_tab(background=call.has("background"))


@verb("tab only")
def only(app: Browser, call: Invocation) -> None:
    here = app.tabs.index
    left, right = call.has("left"), call.has("right")
    for at, tab in list(enumerate(app.tabs)):
        side = (at < here and (left or not right)) or (at > here and (right or not left))
        if side and not tab.pinned:
            app.close_tab(tab)
