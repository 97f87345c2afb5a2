"""Real MCP clients of an app that is driven in a test: `async with browsing(url) as b, attached(b) as agent:`."""

from __future__ import annotations

import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx2
from agent_clients import Agent
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from browsing import Browsing
    from servers import Asked, Server, Talk


@asynccontextmanager
async def attached(b: Browsing) -> AsyncIterator[Agent]:
    """An agent on the app's socket."""
    b.app.session.configure(b.app.session.settings.with_session([("network.allow_private", True)]))
    await b.type(":mcp\n")
    await b.until(lambda: b.app.agents.place is not None and "--attach" in b.status)
    async with again(b) as agent:
        yield agent


@asynccontextmanager
async def again(b: Browsing, **more: Any) -> AsyncIterator[Agent]:
    """One more agent on it, as patient as the SDK's own client: five seconds, httpx2's, are short for a person."""
    transport = httpx2.AsyncHTTPTransport(uds=str(b.app.agents.place))
    async with (
        httpx2.AsyncClient(transport=transport, timeout=httpx2.Timeout(30, read=300)) as http,
        Client(streamable_http_client("http://lightterm/mcp", http_client=http), **more) as client,
    ):
        yield Agent(client)


def held_back(server: Server) -> tuple[threading.Event, threading.Event]:
    """A page that is answered late: what is set when it was asked for, and what is to be set for the answer."""
    asked, there = threading.Event(), threading.Event()

    def slow(_asked: Asked, talk: Talk) -> None:
        asked.set()
        there.wait(20)
        talk.reply("<title>Slow</title><p>At last. <a href=/week>week</a>")

    server.on("/slow", slow)
    return asked, there
