"""What a page that lives in an engine can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser


@verb("more")
def more(app: Browser, call: Invocation) -> None:
    times = call.number("times")
    if times is not None and times < 1:
        raise ValidationFailed("once at least", actions=())
    from lightterm.tui.pressing import scroll_live

    scroll_live(app, times or call.times)


@verb("act")
def act(app: Browser, call: Invocation) -> None:
    from lightterm.tui.pressing import act_live

    kind, value = call.text("action"), call.text("value")
    values = value.split() if kind not in ("mark", "type", "dialog") else [value] if value else []
    act_live(app, kind, call.number("target") or 0, values)
