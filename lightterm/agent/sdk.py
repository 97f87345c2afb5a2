"""The one place that looks behind the SDK's public face; tests/agent/test_sdk.py fails when that has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp.server import MCPServer
    from mcp.server.lowlevel import Server


def low_level(server: MCPServer[Any]) -> Server[Any]:
    """The SDK's low-level server, public itself, behind its MCPServer, which shows it to nobody.

    It is needed to serve on streams of our own: MCPServer.run and run_stdio_async take none, and messages that would
    end the SDK's reader in silence (lightterm.agent.guard) must not reach it.
    """
    return server._lowlevel_server
