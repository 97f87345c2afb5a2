"""Settings of a session that an agent made for itself: how it reads, never what it may reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.answer import Answer
from lightterm.agent.calling import caller
from lightterm.agent.calls import Calls
from lightterm.agent.clients import FIRST
from lightterm.agent.deed import Deed
from lightterm.commands.settings_verbs import show_value, told_setting
from lightterm.errors import Action, ActionRefused, ValidationFailed

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.fetch.clock import Cancel
    from lightterm.settings import Settings

    Call = Context[Any, Any]

SETTABLE = (
    "tiers.only", "tiers.min", "tiers.max", "tiers.preset", "tiers.remember", "extraction.css", "extraction.frames",
    "extraction.min_length", "extraction.readability_mode", "extraction.strip_navigation", "extraction.strip_footers",
    "extraction.pdf_pages", "network.timeout", "network.accept_language", "session.cookie_mode", "cache.enabled",
    "output.link_style", "output.tables",
)  # fmt: skip
"""What an agent may set in a session of its own; of all else it would reach more than it was let."""

OWN = Action("create_session", "Make a session of its own first.", 1, None, "session", {"do": "create"})


class ConfigWorks(Calls):
    """The work of `config`."""

    async def config(self, _context: Call, key: str, value: str | None) -> CallToolResult:
        def work(_cancel: Cancel) -> Answer:
            session = self.desk.session
            if key and key not in SETTABLE:
                words = f"agents may not see or set {key[:60]!r}; they may {', '.join(SETTABLE)}"
                raise ValidationFailed(words, actions=(), argument="key")
            if value is not None:
                if not key:
                    raise ValidationFailed("a value needs the key it is for", actions=(), argument="value")
                if caller().client.session == FIRST:
                    raise ActionRefused("the first session has the person's settings", actions=(OWN,))
                session.configure(session.settings.with_session([told_setting(key, value)]))
            told = {name: _value(session.settings, name) for name in ((key,) if key else SETTABLE)}
            return Answer(
                text="\n".join(f"{name}: {shown}" for name, shown in told.items()),
                data={"session": caller().client.session, "settings": told},
            )

        return await self._do(work, tab=None, deed=Deed("config", f"{key} {value or ''}".strip()))


def _value(settings: Settings, key: str) -> str:
    section, _, name = key.partition(".")
    return show_value(getattr(getattr(settings, section), name))
