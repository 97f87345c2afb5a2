"""How a page is shown: numbers, wrapping, width, charset, the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.files import loaded
from lightterm.commands.settings_verbs import change
from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser

LEAST_WIDTH = 20
"""Cells of the longest line that `width by` leaves."""


def switched(call: Invocation, now: bool) -> bool:
    """The state that a command asks for: on, off, or without a word the other one."""
    state = call.text("state")
    return not now if not state else state == "on"


@verb("numbers")
def numbers(app: Browser, call: Invocation) -> None:
    on = switched(call, app.view.numbers)
    change(app, "output.numbers", on, keep=False)
    app.say(f"numbers are {'shown' if on else 'left out'}")


@verb("wrap")
def wrap(app: Browser, call: Invocation) -> None:
    view = app.view
    view.folds.wrap = switched(call, view.folds.wrap)
    view.left = 0
    view.relayout()
    app.say("long lines are wrapped" if view.folds.wrap else "long lines are shifted into sight with h and l")


@verb("width")
def width(app: Browser, call: Invocation) -> None:
    _set_width(app, call.number("cells") or 0)


@verb("width by")
def width_by(app: Browser, call: Invocation) -> None:
    _set_width(app, max(LEAST_WIDTH, app.view.columns + (call.number("cells") or 0)))


def _set_width(app: Browser, cells: int) -> None:
    """Set the longest line; what the screen has no room for is the screen's width."""
    if cells < 0:
        raise ValidationFailed("a width is a number of cells, or 0 for all of the screen", actions=())
    room = max(1, app.view.size.width - 1)
    change(app, "tui.width", cells if cells < room else 0, keep=False)
    app.say(f"lines of {app.view.columns} cells")


@verb("encoding")
def encoding(app: Browser, call: Invocation) -> None:
    from lightterm.fetch.charset import canonical_label
    from lightterm.session.tab import Visit

    wanted = call.text("charset")
    if not wanted:
        app.say(f"read as {loaded(app).document.metadata.charset or loaded(app).response.charset or 'utf-8'}")
        return
    label = canonical_label(wanted)
    if not label:
        raise ValidationFailed(f"there is no charset {wanted}", actions=())
    app.keep_place()
    tab = app.tabs.active
    visit = tab.visit
    if visit is None:
        raise ValidationFailed("no page is open", actions=())
    again = Visit(visit.request.replace(charset=label), visit.title, visit.place)
    app.loads.begin(tab, again, again=True)


@verb("redraw")
def redraw(app: Browser, call: Invocation) -> None:
    app.write_to_terminal("\x1b[2J")
    app.view.repaint()
    app.refresh(layout=True)


@verb("status")
def status(app: Browser, call: Invocation) -> None:
    app.status.wanted = switched(call, app.status.wanted)
    app.status.display = app.status.wanted
