"""What the first keys need is loaded while nobody waits for it: a moment after the first page stands."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lightterm.tui.app import Browser

AFTER = 0.5
"""Seconds from the first page to the loading: who presses a key at once gets it first."""


def begin(app: Browser) -> None:
    """Load it in a moment, in a thread, and make what a second pane needs."""
    app.set_timer(AFTER, app.panes.warm)
    app.set_timer(AFTER, lambda: threading.Thread(target=_load, args=(app,), name="warm", daemon=True).start())


def _load(app: Browser) -> None:
    from lightterm.tui import verbs

    verbs.known()  # 2 to 5 ms of the first key
    view = app.view
    if view.document.media and view.pictures.way != "none":
        from lightterm.graphics import decode  # noqa: F401  Pillow: 25 ms of the key that has a picture in sight first
    from lightterm.commands import elsewhere, settings_asking  # noqa: F401  .7 ms of the first link that is followed
    from lightterm.session.store import inputs  # noqa: F401
    from lightterm.tui import forms, frame_panes, hint_actions, pressing  # noqa: F401  half of the first key that does
    from lightterm.tui.completing import completions

    completions(app, "", 0)
    app.in_loop(_prepare, app)


def _prepare(app: Browser) -> None:
    """Make what can be made in the loop alone, when no key was pressed a moment before."""
    held = app.view.counting.held
    if not (app.is_running and app.view.is_attached):
        return  # it ended meanwhile
    if held > 0:
        app.set_timer(held, lambda: _prepare(app))
    else:
        app.forms.prepare()
        app.status.prepare()
