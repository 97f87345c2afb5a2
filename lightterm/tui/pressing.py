"""Buttons that only a script of the page listens to: pressed where the page lives, which is begun for it if need be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.acting import Acting
from lightterm.agent.live import press
from lightterm.errors import ValidationFailed
from lightterm.fetch.clock import Cancel
from lightterm.loading import has_script
from lightterm.session.controls import called
from lightterm.tui.app_desk import AppDesk

if TYPE_CHECKING:
    from lightterm.document.model import Target
    from lightterm.tui.app import Browser

_HANDLER = re.compile(rb"\son[a-z]+\s*=", re.IGNORECASE)
"""A handler in the markup itself."""


def press_live(app: Browser, target: Target) -> None:
    """Press a target of the page in front; what comes of it is shown and told. Raises ValidationFailed."""
    tab = app.tabs.active
    page = tab.visit.page if tab.visit is not None else None
    if page is None or (page.snapshot.live is None and not _is_scripted(page.snapshot.markup)):
        name = called(target.field) if target.field is not None else target.text
        raise ValidationFailed(f"{name} does something only by a script of the page, and there is none", actions=())
    seconds = app.session.settings.network.timeout
    doing = Acting(AppDesk(app.agents), tab, seconds, Cancel())
    app.say(f"running the scripts of the page for [{target.number}]")
    app.behind(lambda: press(doing, target))


def _is_scripted(markup: bytes) -> bool:
    return has_script(markup) or _HANDLER.search(markup) is not None
