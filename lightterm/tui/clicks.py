"""What clicks and selections with the mouse come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events

from lightterm.commands.navigate import open_pasted
from lightterm.errors import LighttermError
from lightterm.tui.menu import open_menu
from lightterm.tui.verbs_links import follow_target, target_numbered

if TYPE_CHECKING:
    from lightterm.document.model import Target
    from lightterm.tui.app import Browser
    from lightterm.tui.pointing import Clicked

SIDE_BUTTONS = {8: "back", 9: "forward"}
"""What the buttons at the side of a mouse do, by the number that X gives them."""


def clicked(app: Browser, message: Clicked) -> None:
    """Follow a link, open its menu, or open what was selected elsewhere."""
    if message.button == 3:
        origin = app.view.region.offset
        picture = app.view.mouse.picture
        open_menu(app, message.target, message.x + origin.x, message.y + origin.y, picture)
        return
    try:
        if message.target:
            where = "background" if message.button == 2 or message.ctrl else "here"
            if where == "here" and app.mode == "command":
                app.command_line.do("cancel")  # left open it would have no keys behind the field that is edited
            chosen = target_numbered(app, message.target)
            if chosen.field is not None and chosen.field.kind == "image":
                app.forms.act(chosen.number, where, _pixel(app, chosen, message.x, message.y))
            elif chosen.field is not None and chosen.field.kind == "file" and message.button == 1:
                if app.fields.entry is not None:
                    app.fields.entry.leave()
                app.forms.paths(chosen.number, "".join(app.fields.values(chosen.number)[:1]))
            else:
                follow_target(app, chosen, where)
        elif message.button == 2 and app.session.settings.mouse.middle_click == "paste":
            app.clip.paste(lambda text: open_pasted(app, text, "here"), primary=True)
    except LighttermError as error:
        app.fail(error)


def withheld(app: Browser, event: events.Event) -> bool:
    """Take a button that is pressed or let go beside what waits for an answer; whether it was.

    A question is to be answered first; a menu goes away. A button pressed takes a message away, as a key does, and what
    is half typed; on the message itself it does nothing else. The buttons at the side go back and forward.
    """
    if not isinstance(event, events.MouseDown | events.MouseUp) or event.is_forwarded:
        return False
    if isinstance(event, events.MouseDown):
        if app.keyboard.typed:
            app.keyboard.reset()
        app.status.hushed = app.status.told
        if app.status.told:
            app.status.forget()
            app.status_changed()
    asked = app.asked
    if event.button in SIDE_BUTTONS and not asked.display:
        if isinstance(event, events.MouseDown):
            if app.mode == "command":
                app.command_line.do("cancel")
            app.run_line(SIDE_BUTTONS[event.button])
        return True
    if not asked.display or asked.region.contains(event.x, event.y):
        return False
    if isinstance(event, events.MouseUp) and asked is app.menu:
        app.menu.close()
    return True


def _pixel(app: Browser, chosen: Target, x: int, y: int) -> tuple[int, int]:
    """Where in the picture of an image button a cell of the view lies; without a size a cell is 8 by 16 pixels."""
    from lightterm.session.typed_values import attribute

    line, character = app.view.character_at(x, y)
    span = next(s for s in app.view.flow.spans(line) if s.target == chosen.number)
    assert chosen.field is not None
    wide, high = (attribute(chosen.field, name) for name in ("width", "height"))
    start = span.start + (len(f"[{chosen.number}]") if app.view.numbers else 0)
    cells = max(1, span.end - start)
    pixels = int(wide) if wide.isdecimal() and len(wide) < 6 else 8 * cells
    rows = int(high) if high.isdecimal() and len(high) < 6 else 16
    return (2 * max(0, character - start) + 1) * pixels // (2 * cells), rows // 2


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
        return
    keys = app.keymap.keys_of("yank selection")
    app.say(f"{len(text)} characters selected; {keys[0] if keys else 'the menu of a right click'} copies them")
