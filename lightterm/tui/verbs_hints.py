"""Hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.tui.hints import Wanted
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


KINDS = {
    **dict.fromkeys(("image", "save-image"), "image"),
    **dict.fromkeys(("yank", "yank-markdown", "download", "edit-address", "read-later"), "link"),
}
"""What an action can be done with alone; with others it would be refused."""


@verb("hint")
def hint(app: Browser, call: Invocation) -> None:
    from lightterm.commands.navigate import where

    action = call.text("action", "follow")
    kind = call.text("kind") or KINDS.get(action, "")
    opened = where(call)
    rapid = call.has("rapid")
    if rapid and action == "follow" and opened == "here":
        opened = "background"  # the page with the hints on it stays in front
    app.hints.show(Wanted(action, opened, kind, rapid), call.has("first"))


@verb("hint mode")
def hint_mode(app: Browser, call: Invocation) -> None:
    hints, action = app.hints, call.text("action")
    if action == "accept":
        hints.accept()
    elif action == "cancel":
        hints.leave()
    elif action == "erase":
        hints.erase()
    else:
        hints.mark(1 if action == "next" else -1)
