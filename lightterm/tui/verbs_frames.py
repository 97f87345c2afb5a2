"""Frames: gone to, opened alone, and back to the page that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.frames import back_to_holder, beside, frames
from lightterm.tui.choices import Row
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.frames import Framed
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


@verb("frame")
def frame(app: Browser, call: Invocation) -> None:
    which = call.text("which")
    if which == "parent":
        app.move(back_to_holder(app.tabs.active))
        return
    found = frames(app.view.document)
    if which == "open":
        here = [each for each in found if each.number == app.view.target]
        _open(app, here or found)
        return
    chosen = beside(app.view.document, found, app.view.target, call.times if which == "next" else -call.times)
    app.view.choose(chosen.number)
    app.say(f"frame {found.index(chosen) + 1} of {len(found)}: {chosen.name}")


def _open(app: Browser, found: Sequence[Framed]) -> None:
    from lightterm.fetch.url_display import display_url

    if len(found) == 1:
        app.open_link(found[0].url, framed=False)
        return
    rows = [Row(each.name, display_url(each.url)) for each in found]
    app.command_line.pick(rows, lambda index: app.open_link(found[index].url, framed=False))
