"""Filling in a form on from the box, list or button that Tab led to: keys do there as in browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import LighttermError
from lightterm.session.controls import BUTTONS, CHECKED, radio_group
from lightterm.tui.options_list import OptionsList

if TYPE_CHECKING:
    from textual import events

    from lightterm.tui.app import Browser

STEPS = {"up": -1, "left": -1, "down": 1, "right": 1}


def fill_on(app: Browser, event: events.Key) -> bool:
    """Go on filling in a form; whether the key does that where the cursor is.

    Tab goes to the next field and edits it, so that what is typed next is text and no command; Space ticks, chooses or
    presses. Letters open a list and narrow it down: of a country that is typed the first letter may close the tab.
    Arrows open it too, and choose among radio buttons, but with keys whose arrows walk the links.
    """
    number = app.fields.filling
    if event.key in ("tab", "shift+tab"):
        app.forms.go(number, 1 if event.key == "tab" else -1)
        return True
    kind = app.fields.field(number).kind
    own = app.keymap.fields != "arrival"
    try:
        if event.key == "space" and kind in (*CHECKED, *BUTTONS, "select"):
            app.forms.act(number)
        elif own and kind == "radio" and event.key in STEPS:
            _choose_beside(app, number, STEPS[event.key])
        elif own and kind == "select" and (event.key in ("up", "down") or (event.character or "").isalnum()):
            _open(app, number, event.character or "")
        else:
            return False
    except LighttermError as error:
        app.fail(error)
    return True


def _choose_beside(app: Browser, number: int, by: int) -> None:
    """The next radio button of a group, round its ends, as in browsers."""
    group = radio_group(
        [(n, f) for n, f in app.view.document.targets.fields() if not f.disabled], app.fields.field(number)
    )
    if len(group) < 2:
        return
    to = group[(group.index(number) + by) % len(group)]
    app.view.choose(to)
    app.fields.tab_to(to)
    app.fields.toggle(to)


def _open(app: Browser, number: int, typed: str) -> None:
    app.forms.act(number)
    entry = app.fields.entry
    if typed and isinstance(entry, OptionsList):
        entry.filter(typed)
