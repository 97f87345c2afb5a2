"""Going back and forward, loading again, stopping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


@verb("back")
def back(app: Browser, call: Invocation) -> None:
    _move(app, call, -call.times)


@verb("forward")
def forward(app: Browser, call: Invocation) -> None:
    _move(app, call, call.times)


def _move(app: Browser, call: Invocation, by: int) -> None:
    tab = app.tabs.active
    to = min(max(tab.index + by, 0), len(tab.visits) - 1)
    if not tab.visits or to == tab.index:
        raise ValidationFailed(f"there is no page to go {'back' if by < 0 else 'forward'} to", actions=())
    if call.has("tab") or call.has("background"):
        app.clone_tab(background=call.has("background"), move=by)
        return
    app.keep_place()
    tab.move(by)
    app.show_visit()


@verb("reload")
def reload(app: Browser, call: Invocation) -> None:
    tabs = list(app.tabs) if call.has("all") else [app.tabs.active]
    for tab in tabs:
        app.reload(tab, fresh=call.has("fresh"))


@verb("stop")
def stop(app: Browser, call: Invocation) -> None:
    if not app.stop(app.tabs.active):
        raise ValidationFailed("nothing is being loaded", actions=())
