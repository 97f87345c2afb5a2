"""What goes into the configuration of MCP clients, so that they start us."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Start = dict[str, str | list[str]]


def started(words: Sequence[str]) -> Start:
    """The command by which a client starts us with these options.

    In a virtual environment it is the whole path: clients with windows know nothing of the shell's PATH.
    """
    own = os.path.join(os.path.dirname(sys.executable), "lightterm")
    there = sys.prefix != sys.base_prefix and os.path.exists(own)
    return {"command": own if there else "lightterm", "args": ["mcp", *words]}


def usual(start: Start) -> str:
    """JSON as most clients take it (Claude, Cursor, Gemini CLI, Windsurf, Cline ...)."""
    return json.dumps({"mcpServers": {"lightterm": start}}, indent=2, ensure_ascii=False)


def elsewhere(start: Start) -> str:
    """The same for clients that want it otherwise: VS Code, and Codex with its TOML, whose strings JSON's are."""
    code = json.dumps({"servers": {"lightterm": {"type": "stdio", **start}}}, ensure_ascii=False)
    toml = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in start.items())
    return f"in VS Code's mcp.json: {code}\nwhere it is TOML (config.toml):\n[mcp_servers.lightterm]\n{toml}"
