"""What the first keys need is loaded while nobody waits for it: a moment after the first page stands."""

from __future__ import annotations

import threading
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lightterm.tui.app import Browser

AFTER = 0.5
"""Seconds from the first page to the loading: who presses a key at once gets it first."""


MODULES = (
    "commands.about_lists",
    "commands.about_page",
    "commands.advice",
    "commands.elsewhere",
    "commands.settings_asking",
    "document.main_part",
    "extract.listing",
    "extract.other",
    "session.store.bookmarks",
    "session.store.completion",
    "session.store.downloads",
    "session.store.inputs",
    "session.store.marks",
    "session.tab_order",
    "settings_edit",
    "tui.answers",
    "tui.error_page",
    "tui.forms",
    "tui.frame_panes",
    "tui.hint_actions",
    "tui.pressing",
)
"""What the first key of some kind would import: .5 to 6 ms of it, up to half."""


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
    if view.order is not None:
        from bidi import mirror  # noqa: F401  2 ms of the key that shows the first word from right to left
    for name in MODULES:
        import_module(f"lightterm.{name}")
    from lightterm.tui.completing import completions

    completions(app, "", 0)
    app.keymap.by_command(app.registry)
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
        if not app.command_line.display:
            app.command_line.prepare(app.size.width)
