"""The verbs by which a person lets agents in, looks at what they do, and takes over."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


@verb("mcp")
def mcp(app: Browser, call: Invocation) -> None:
    action, name = call.text("action") or "on", call.text("name")
    if action not in ("on", "off", "status"):
        near = get_close_matches(action, ("on", "off", "status"), 1)
        if near or name:
            hint = f"did you mean :mcp {near[0]}?" if near else "it is on, off, status or a name"
            raise ValidationFailed(f"{action!r}: {hint} (:mcp on NAME for any name)", actions=())
        action, name = "on", action
    if action == "on":
        app.agents.serve(name)
    elif action == "off":
        app.agents.stop()
        app.say("agents are served no more")
    elif app.agents.place is None:
        app.say(app.agents.told_place)
    else:
        app.say(f"{app.agents.told_place} ({app.agents.told_mode}; {app.agents.told_folders})")


@verb("take")
def take(app: Browser, call: Invocation) -> None:
    app.agents.take()
    app.say("you have control: agents wait until :give")


@verb("give")
def give(app: Browser, call: Invocation) -> None:
    if not app.agents.give(call.text("done") != "no"):
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
    app.agents.go(what)
    app.say(f"agents: {app.agents.told_mode}")


@verb("agents grant")
def grant(app: Browser, call: Invocation) -> None:
    kind, folder = call.text("what"), call.text("folder")
    if folder:
        app.agents.asking.grant(kind, "" if folder == "none" else folder)
    app.say(f"agents may use folders for {app.agents.told_folders}")


@verb("undo")
def undo(app: Browser, call: Invocation) -> None:
    app.agents.undo()
