"""A client on standard input, a running lightterm behind its socket: messages carried both ways."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING, Any

import anyio

if TYPE_CHECKING:
    from pathlib import Path

    import httpx2

SILENT = 5.0
"""Seconds after which whoever waits is told that the app does not answer: a suspended one takes connections, too."""


async def carry(place: Path) -> None:
    """Carry messages until standard input ends."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client
    from mcp.server.stdio import stdio_server

    from lightterm.agent.guard import standard_streams
    from lightterm.agent.server import HOST

    transport = httpx2.AsyncHTTPTransport(uds=str(place))
    own = {"Lightterm-Client": secrets.token_urlsafe(24)}
    with standard_streams() as (lines, out):
        async with (
            httpx2.AsyncClient(transport=transport, timeout=None, headers=own) as client,
            streamable_http_client(f"http://{HOST}/mcp", http_client=client) as (from_app, to_app),
            stdio_server(lines, out) as (from_client, to_client),
        ):
            async with anyio.create_task_group() as group:
                group.start_soon(_pump, from_app, to_client)
                group.start_soon(_tell_if_silent, client, place)
                await _pump(from_client, to_app)
                group.cancel_scope.cancel()
            await to_client.aclose()  # stdio_server waits for whoever writes to be done


async def _tell_if_silent(client: httpx2.AsyncClient, place: Path) -> None:
    """Say on standard error that nothing comes; messages go on waiting, for an app that is only busy."""
    import httpx2

    from lightterm.agent.health import PATH
    from lightterm.agent.server import HOST

    try:
        await client.get(f"http://{HOST}{PATH}", timeout=SILENT)
    except httpx2.HTTPError:
        words = f"lightterm: {place.stem} does not answer; a lightterm that was suspended goes on with fg"
        sys.stderr.write(f"{words}\n")
        sys.stderr.flush()


async def _pump(source: Any, sink: Any) -> None:
    async for message in source:
        if not isinstance(message, Exception):
            await sink.send(message)
