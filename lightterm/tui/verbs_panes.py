"""Panes: split, gone to, given room, closed; frames in panes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.navigate import address_of
from lightterm.commands.pane_verbs import WAYS
from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.session.tab import Tab
    from lightterm.tui.app import Browser

STEPS = {"taller": (False, 1), "shorter": (False, -1), "wider": (True, 1), "narrower": (True, -1)}


@verb("pane")
def pane(app: Browser, call: Invocation) -> None:
    which = call.text("which")
    if which in WAYS:
        app.panes.go(which)
    elif which == "recent" and app.panes.other is not None:
        app.panes.enter(app.panes.other)
    else:
        app.panes.step(-call.times if which == "previous" else call.times)


@verb("pane below")
def below(app: Browser, call: Invocation) -> None:
    _split(app, call, beside=False)


@verb("pane beside")
def beside(app: Browser, call: Invocation) -> None:
    _split(app, call, beside=True)


def _split(app: Browser, call: Invocation, beside: bool) -> None:
    typed = call.text("address")
    address = address_of(typed, app.session.settings) if typed else ""
    app.keep_place()
    if address:
        made = app.panes.split(lambda: app.tabs.open(background=True), beside)
    else:
        here = app.tabs.active
        made = app.panes.split(lambda: app.tabs.clone(background=True), beside)
        if made.tab is not None:
            made.tab.twins = here.twins = here.twins or here.key
    app.panes.enter(made)
    if address:
        app.open(address)
    else:
        app.show_visit()


@verb("pane close")
def close(app: Browser, call: Invocation) -> None:
    tab = app.tabs.active
    app.panes.close(app.panes.active)
    _drop_repeated(app, [tab])


@verb("pane only")
def only(app: Browser, call: Invocation) -> None:
    tabs = [pane.tab for pane in app.panes if pane is not app.panes.active and pane.tab is not None]
    app.panes.only()
    _drop_repeated(app, tabs)


def _drop_repeated(app: Browser, tabs: list[Tab]) -> None:
    """Close the tabs of panes that were closed, where a split made them and they show what another one does."""
    for tab in tabs:
        if any(tab.repeats(other) for other in app.tabs):
            app.close_tab(tab)


@verb("pane resize")
def resize(app: Browser, call: Invocation) -> None:
    across, by = STEPS[call.text("how")]
    if not app.panes.resize(across, by * call.times):
        raise ValidationFailed(f"there is no pane {'beside' if across else 'above or below'} this one", actions=())


@verb("pane even")
def even(app: Browser, call: Invocation) -> None:
    app.panes.even()


@verb("pane swap")
def swap(app: Browser, call: Invocation) -> None:
    app.panes.swap()


@verb("pane move")
def move(app: Browser, call: Invocation) -> None:
    app.panes.move(call.text("side"))


@verb("pane frames")
def frames(app: Browser, call: Invocation) -> None:
    from lightterm.tui.frame_panes import show

    show(app)
