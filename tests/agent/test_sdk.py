"""What lightterm needs of the SDK beyond its public face is still there; else lightterm/agent/sdk.py has to change."""

from __future__ import annotations

import inspect

from mcp.server import MCPServer
from mcp.server.lowlevel import Server

from lightterm.agent.sdk import low_level


def test_the_low_level_server_is_where_it_was() -> None:
    low = low_level(MCPServer("x"))
    assert isinstance(low, Server), "MCPServer keeps its low-level server elsewhere now: see lightterm/agent/sdk.py"
    assert list(inspect.signature(low.run).parameters)[:3] == ["read_stream", "write_stream", "initialization_options"]


def test_it_still_takes_no_streams_itself() -> None:
    taken = set(inspect.signature(MCPServer.run_stdio_async).parameters)
    assert taken == {"self"}, "the SDK can serve on given streams now: lightterm/agent/sdk.py may go"
