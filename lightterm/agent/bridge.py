"""A client on standard input, a running lightterm behind its socket: messages carried both ways."""

from __future__ import annotations

import json
import secrets
import sys
from typing import TYPE_CHECKING, Any

import anyio

from lightterm.errors import ConnectionFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    import httpx2

SILENT = 5.0
"""Seconds after which whoever waits is told that the app does not answer: a suspended one takes connections, too."""


ENDED = -32000
"""What a call is answered that nobody is there for any more: JSON-RPC leaves the code to servers."""


NO_RESPONSE = "SSE stream ended"
"""How the SDK's words begin for a call whose response ended without an answer."""


async def carry(place: Path) -> None:
    """Carry messages until standard input ends. Raises ConnectionFailed when the app has ended, all calls answered."""
    import httpx2

    from lightterm.agent.guard import standard_streams

    asked: dict[str | int, None] = {}
    with standard_streams() as (lines, out):
        try:
            await _carried(place, lines, out, asked)
        except BaseExceptionGroup as group:
            if not all(isinstance(fault, httpx2.TransportError) for fault in _leaves(group)):
                raise
            words = _ended(place)
            for number in asked:
                error = {"code": ENDED, "message": words}
                await out.write(json.dumps({"jsonrpc": "2.0", "id": number, "error": error}) + "\n")
            await out.flush()
            raise ConnectionFailed(words, actions=()) from None


def _ended(place: Path) -> str:
    return f"the lightterm named {place.stem} has ended; attach again when there is one"


async def _in_words(source: Any, place: Path) -> AsyncIterator[Any]:
    """The app's messages; what the SDK says of a call under which the app has ended says so."""
    async for message in source:
        error = getattr(getattr(message, "message", None), "error", None)
        if error is not None and error.code == ENDED and error.message.startswith(NO_RESPONSE):
            error.message = _ended(place)
        yield message


async def _carried(place: Path, lines: Any, out: Any, asked: dict[str | int, None]) -> None:
    """Carry messages; `asked` has the numbers of what is not answered yet."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client
    from mcp.server.stdio import stdio_server

    from lightterm.agent.server import HOST

    transport = httpx2.AsyncHTTPTransport(uds=str(place))
    own = {"Lightterm-Client": secrets.token_urlsafe(24)}
    async with (
        httpx2.AsyncClient(transport=transport, timeout=None, headers=own) as client,
        streamable_http_client(f"http://{HOST}/mcp", http_client=client) as (from_app, to_app),
        stdio_server(lines, out) as (from_client, to_client),
    ):
        async with anyio.create_task_group() as group:
            group.start_soon(_pump, _in_words(from_app, place), to_client, asked)
            group.start_soon(_tell_if_silent, client, place)
            await _pump(from_client, to_app, asked, headed=True)
            group.cancel_scope.cancel()
        await to_client.aclose()  # stdio_server waits for whoever writes to be done


def _headed(message: Any) -> Any:
    """What revision 2026-07-28 has said in headers, too (basic/transports, Streamable HTTP); None for a message of a
    revision that speaks in sessions."""
    from mcp.shared.inbound import (
        MCP_METHOD_HEADER,
        MCP_NAME_HEADER,
        MCP_PROTOCOL_VERSION_HEADER,
        NAME_BEARING_METHODS,
        encode_header_value,
    )
    from mcp.shared.message import ClientMessageMetadata
    from mcp_types import PROTOCOL_VERSION_META_KEY

    params = getattr(message, "params", None) or {}
    revision = (params.get("_meta") or {}).get(PROTOCOL_VERSION_META_KEY)
    if not isinstance(revision, str):
        return None
    headers = {MCP_PROTOCOL_VERSION_HEADER: revision, MCP_METHOD_HEADER: message.method}
    name = params.get(NAME_BEARING_METHODS.get(message.method, ""))
    if isinstance(name, str):
        headers[MCP_NAME_HEADER] = encode_header_value(name)
    return ClientMessageMetadata(headers=headers)


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for fault in group.exceptions:
        if isinstance(fault, BaseExceptionGroup):
            yield from _leaves(fault)
        else:
            yield fault


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


async def _pump(source: Any, sink: Any, asked: dict[str | int, None], headed: bool = False) -> None:
    """Carry messages one way; `headed`: with the headers that HTTP wants of those of a revision without sessions."""
    async for message in source:
        if isinstance(message, Exception):
            continue
        if headed:
            message.metadata = _headed(message.message)
        number = getattr(message.message, "id", None)
        if number is not None and hasattr(message.message, "method"):
            asked[number] = None
        elif number is not None:
            asked.pop(number, None)
        await sink.send(message)
