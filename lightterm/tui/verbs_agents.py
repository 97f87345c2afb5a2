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
        app.say(f"agents are served: lightterm mcp --attach {app.agents.place.stem} ({app.agents.told_mode})")


@verb("take")
def take(app: Browser, call: Invocation) -> None:
    app.agents.take()
    app.say("you have control: agents wait until :give")


@verb("give")
def give(app: Browser, call: Invocation) -> None:
    if not app.agents.give():
        raise ValidationFailed("agents have control already", actions=())
    app.say("agents go on")


@verb("agents")
def agents(app: Browser, call: Invocation) -> None:
    """Change the mode, or show and hide the log."""
    what, delay = call.text("what") or "log", call.text("delay")
    if delay:
        try:
            seconds = float(delay)
        except ValueError:
            raise ValidationFailed(f"{delay!r} is no number of seconds", actions=()) from None
        app.session.configure(app.session.settings.with_session([("agents.delay", seconds)]))
    if what == "log":
        app.agents.pane.toggle()
        return
    app.agents.control.go(what)
    app.agents.pane.refresh()
    app.say(f"agents: {app.agents.told_mode}")


@verb("undo")
def undo(app: Browser, call: Invocation) -> None:
    app.agents.undo()
