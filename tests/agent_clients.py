"""A real MCP client on a server of ours: in memory, over standard input, a Unix socket or TCP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client
from mcp_types import CallToolResult

from lightterm import settings
from lightterm.agent.desk import Desk
from lightterm.agent.grants import Grants
from lightterm.agent.server import make_server
from lightterm.session.session import Session

HOME = Grants(asker="person")
"""The rights with which tests reach their server on loopback."""


class Agent:
    """Calls tools, and keeps the answer in the shape that a test asks about."""

    def __init__(self, client: Client, desk: Desk | None = None) -> None:
        self.client = client
        self.desk = desk

    async def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool."""
        result = await self.result(name, **arguments)
        assert result.structured_content is not None
        return dict(result.structured_content)

    async def result(self, name: str, **arguments: Any) -> CallToolResult:
        """The whole answer of a tool."""
        return await self.client.call_tool(name, arguments)


@asynccontextmanager
async def agent(grants: Grants = HOME, mode: str = "auto", **values: Any) -> AsyncIterator[Agent]:
    """An agent with a server of its own in this process; `values` are settings."""
    chosen = settings.load().with_request([(key.replace("__", "."), value) for key, value in values.items()])
    with Session(chosen) as session:
        desk = Desk(session)
        async with Client(make_server(desk, grants), mode=mode) as client:
            yield Agent(client, desk)
