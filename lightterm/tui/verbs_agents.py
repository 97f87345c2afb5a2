"""The verbs by which a person lets agents in, looks at what they do, and takes over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


@verb("mcp")
def mcp(app: Browser, call: Invocation) -> None:
    action = call.text("action") or "on"
    if action == "on":
        app.agents.serve(call.text("name"))
    elif action == "off":
        app.agents.stop()
        app.say("agents are served no more")
    elif app.agents.place is None:
        app.say("no agents are served; :mcp begins")
    else:
        held = ", and you have control" if app.agents.held else ""
        app.say(f"agents are served: lightterm mcp --attach {app.agents.place.stem}{held}")


@verb("take")
def take(app: Browser, call: Invocation) -> None:
    app.agents.take()
    app.say("you have control: agents wait until :give")


@verb("give")
def give(app: Browser, call: Invocation) -> None:
    if not app.agents.held:
        raise ValidationFailed("agents have control already", actions=())
    app.agents.give()
    app.say("agents go on")


@verb("undo")
def undo(app: Browser, call: Invocation) -> None:
    app.agents.undo()
