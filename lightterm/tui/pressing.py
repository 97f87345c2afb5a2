"""Buttons that only a script of the page listens to: pressed where the page lives, which is begun for it if need be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.acting import Acting
from lightterm.agent.live import press
from lightterm.fetch.clock import Cancel
from lightterm.tui.app_desk import AppDesk

if TYPE_CHECKING:
    from lightterm.document.model import Target
    from lightterm.tui.app import Browser


def press_live(app: Browser, target: Target) -> None:
    """Press a target of the page in front; what comes of it is shown and told."""
    tab = app.tabs.active
    seconds = app.session.settings.network.timeout
    doing = Acting(AppDesk(app.agents), tab, seconds, Cancel())
    app.say(f"running the scripts of the page for [{target.number}]")
    app.behind(lambda: press(doing, target))
