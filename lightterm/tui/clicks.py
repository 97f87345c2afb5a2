"""What clicks and selections with the mouse come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.navigate import open_pasted
from lightterm.errors import LighttermError
from lightterm.tui.menu import open_menu
from lightterm.tui.verbs_links import follow_target, target_numbered

if TYPE_CHECKING:
    from lightterm.tui.app import Browser
    from lightterm.tui.pointing import Clicked


def clicked(app: Browser, message: Clicked) -> None:
    """Follow a link, open its menu, or open what was selected elsewhere."""
    if message.button == 3:
        origin = app.view.region.offset
        open_menu(app, message.target, message.x + origin.x, message.y + origin.y)
        return
    try:
        if message.target:
            where = "background" if message.button == 2 or message.ctrl else "here"
            follow_target(app, target_numbered(app, message.target), where)
        elif message.button == 2 and app.session.settings.mouse.middle_click == "paste":
            app.clip.paste(lambda text: open_pasted(app, text, "here"), primary=True)
    except LighttermError as error:
        app.fail(error)


def selected(app: Browser) -> None:
    """Text was selected: it goes where settings say."""
    where = app.session.settings.copy.on_select
    text = app.view.selection
    if not text or where == "none":
        return
    if where in ("primary", "both"):
        app.clip.copy(text, primary=True)
    if where in ("clipboard", "both"):
        app.clip.copy(text)
        app.say(f"copied {len(text)} characters")
