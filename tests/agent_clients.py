"""A real MCP client on a server of ours: in memory, over standard input, a Unix socket or TCP."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
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

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The structured answer of a tool."""
        result = await self.result(name, **arguments)
        assert result.structured_content is not None
        return dict(result.structured_content)

    async def result(self, name: str, /, **arguments: Any) -> CallToolResult:
        """The whole answer of a tool."""
        return await self.client.call_tool(name, arguments)


@asynccontextmanager
async def agent(grants: Grants = HOME, mode: str = "auto", **values: Any) -> AsyncIterator[Agent]:
    """An agent with a server of its own in this process, which may act; `values` are settings."""
    values = {"agents__acting": "allow", **values}
    chosen = settings.load().with_request([(key.replace("__", "."), value) for key, value in values.items()])
    with Session(chosen) as session:
        desk = Desk(session)
        async with Client(make_server(desk, grants), mode=mode) as client:
            yield Agent(client, desk)


COMMAND = (sys.executable, "-m", "lightterm", "mcp")


def environment() -> dict[str, str]:
    return {**os.environ, "LIGHTTERM_MCP_TOKEN": "a-token-of-the-test"}


@contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process, and the line with which it said where it is."""
    child = subprocess.Popen([*COMMAND, *options], stderr=subprocess.PIPE, text=True, env=environment())
    assert child.stderr is not None
    try:
        yield child, child.stderr.readline()
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(20)
        child.stderr.close()


TOKEN = {"Authorization": "Bearer a-token-of-the-test"}


@asynccontextmanager
async def connected(said: str, mode: str) -> AsyncIterator[Agent]:
    """A client of its own at a server process, over the transport that the server's line names."""
    place = said.split(" at ")[1].split(",")[0].strip()
    over = None if place.startswith("http") else httpx2.AsyncHTTPTransport(uds=place)
    url = place if place.startswith("http") else "http://lightterm/mcp"
    async with (
        httpx2.AsyncClient(headers=TOKEN, transport=over, timeout=None) as http,  # it listens, and nothing may come
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,  # type: ignore[arg-type]  # any str
    ):
        yield Agent(client)


@asynccontextmanager
async def named(name: str, place: Path) -> AsyncIterator[Agent]:
    """A client of that name at the socket there."""
    over = httpx2.AsyncHTTPTransport(uds=str(place))
    async with (
        httpx2.AsyncClient(headers={"lightterm-client": name}, transport=over) as http,
        Client(streamable_http_client("http://lightterm/mcp", http_client=http), mode="auto") as client,
    ):
        yield Agent(client)
