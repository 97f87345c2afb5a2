"""The whole vocabulary: importing this module registers every built-in command."""

from __future__ import annotations

from lightterm.commands import front_verbs, view_verbs  # noqa: F401
from lightterm.commands.registry import COMMANDS

__all__ = ["COMMANDS"]
