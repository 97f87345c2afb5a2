"""The whole vocabulary: importing this module registers every built-in command."""

from __future__ import annotations

from lightterm.commands import (  # noqa: F401  (each registers its commands)
    agent_verbs,
    download_verbs,
    feed_verbs,
    files,
    front_verbs,
    library,
    navigate,
    pages,
    pane_verbs,
    places,
    program,
    quick_searches,
    settings_verbs,
    socket_verbs,
    tab_verbs,
    tier_verbs,
    transfer,
    view_verbs,
)
from lightterm.commands.registry import COMMANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.registry import Registry
    from lightterm.settings import Settings

__all__ = ["COMMANDS", "vocabulary"]


def vocabulary(settings: Settings) -> Registry:
    """The built-in commands with the user's own: scripts and aliases. What is wrong with them is in `problems`."""
    from lightterm.commands.scripts import add_scripts

    registry = COMMANDS.copy()
    add_scripts(registry)
    registry.aliases = {name: line for name, line in settings.commands.aliases if line}
    return registry
