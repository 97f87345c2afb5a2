"""Replies that show nothing: a tab goes on showing its page, and one that was opened for such a reply is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.report import absence
from lightterm.errors import Unconfirmed, UnsupportedType

if TYPE_CHECKING:
    from lightterm.errors import LighttermError
    from lightterm.session.tab import Tab
    from lightterm.tui.app import Browser
    from lightterm.tui.loads import Going


def unshown(app: Browser, going: Going) -> str:
    """What is said of a reply that is no page, where there is something else to go on with; "" of any other."""
    page, visit = going.load.page, going.tab.visit
    if page is None or going.shown or (visit.page is None if visit is not None else len(app.tabs) < 2):
        return ""
    return absence(page)


def leave(app: Browser, tab: Tab, said: str) -> None:
    """Close a tab that nothing came into, for the one before it, and say why."""
    before = app.tabs.previous if tab is app.tabs.active else None
    app.close_tab(tab)
    if before in tuple(app.tabs):
        app.select_tab(tuple(app.tabs).index(before))
    app.say(f"{said}: its tab is closed", "warning")


def stays(going: Going, problem: LighttermError | None) -> bool:
    """Whether a tab goes on showing its page: what comes is no page, or is not to come unless a person says so."""
    once_more = isinstance(problem, UnsupportedType) and going.visit.request.method == "GET"
    asked = once_more or isinstance(problem, Unconfirmed)
    return asked and bool(going.tab.visits) and not going.shown and not going.again
