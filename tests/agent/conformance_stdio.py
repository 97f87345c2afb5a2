"""The suite's server over standard input and output, behind an HTTP endpoint: the suite speaks nothing else.

    PYTHONPATH=tests python tests/agent/conformance_stdio.py

The server is the one of `lightterm mcp`: the front that answers first, then the SDK. A handshake starts a process of
its own; the requests of the revision without one share a process. The endpoint carries messages and judges none: ids
are made unique, and a message that names no request goes to the oldest one that waits.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio
from conformance import own_desk, server_on
from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS
from mcp.shared.subscriptions import SUBSCRIPTION_ID_META_KEY
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from lightterm.agent.front import Front
from lightterm.agent.hosting import served, tcp_socket
from lightterm.agent.server import Server, serve_stdio

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    Message = dict[str, Any]

SESSION = "mcp-session-id"
META = "io.modelcontextprotocol/"
ENVELOPE = {"protocolVersion": "2026-07-28", "clientInfo": {"name": "bridge", "version": "1"}, "clientCapabilities": {}}
OPENING = {"_meta": {META + key: value for key, value in ENVELOPE.items()}}


# --- the processes


async def on_stdio(server: Server) -> None:
    """Serve as `lightterm mcp` does."""
    opened = Front(frozenset(), lambda: None).serve()
    if not opened.ended:
        await serve_stdio(server, opened)


def starter(orders: socket.socket) -> None:
    """Start a process on each stream that comes, with the modules loaded and the tools declared already."""
    with own_desk() as desk:
        server = server_on(desk)
        while True:
            _, descriptors, _, _ = socket.recv_fds(orders, 1, 1)
            if not descriptors:
                return
            if os.fork() == 0:
                os.dup2(descriptors[0], 0)
                os.dup2(descriptors[0], 1)
                os.close(descriptors[0])
                anyio.run(on_stdio, server)
                os._exit(0)
            os.close(descriptors[0])


# --- the endpoint


def restored(holder: Message, key: str) -> int:
    """Put the client's own id or token back where it was marked; the number of the request it belongs to, else 0."""
    value = holder.get(key)
    if not isinstance(value, str) or not value.startswith("["):
        return 0
    number, holder[key] = json.loads(value)
    return int(number)


class Child:
    """A server process: what it says is given out to the requests that wait."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._waiting: dict[int, asyncio.Queue[Message]] = {}
        self._last = 0
        self._reading = asyncio.create_task(self._read(reader))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionResetError):  # it has ended without reading all
            while line := await reader.readline():
                self._give_out(json.loads(line))
        for queue in self._waiting.values():
            queue.put_nowait({"jsonrpc": "2.0", "id": None, "error": {"code": -32603, "message": "the server ended"}})

    def _give_out(self, message: Message) -> None:
        told = message.get("params", message.get("result", {}))
        meta = told.get("_meta", {})
        ids = ((message, "id"), (told, "progressToken"), (meta, SUBSCRIPTION_ID_META_KEY))
        owner = max(restored(holder, key) for holder, key in ids) or min(self._waiting, default=0)
        if owner in self._waiting:
            queue = self._waiting[owner] if "method" in message else self._waiting.pop(owner)
            queue.put_nowait(message)

    def say(self, message: Message) -> None:
        """Send a message that has no answer."""
        self._writer.write(json.dumps(message).encode() + b"\n")

    async def asked(self, message: Message) -> AsyncIterator[Message]:
        """What comes for a request, its answer last; one that nobody waits for any more is cancelled."""
        self._last += 1
        number, id_ = self._last, json.dumps([self._last, message["id"]])
        queue = self._waiting[number] = asyncio.Queue()
        meta = message.get("params", {}).get("_meta", {})
        if "progressToken" in meta:
            meta["progressToken"] = json.dumps([number, meta["progressToken"]])
        self.say({**message, "id": id_})
        try:
            while "method" in (said := await queue.get()):
                yield said
            yield said
        finally:
            if self._waiting.pop(number, None) is not None:
                self.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id_}})

    async def end(self) -> None:
        """End its input, and wait until it has ended its output."""
        self._writer.write_eof()
        await self._reading
        self._writer.close()


class Endpoint:
    """Streamable HTTP in front of the processes: sessions by header, the shared process without one."""

    def __init__(self, orders: socket.socket) -> None:
        self._orders = orders
        self._children: dict[str, Child] = {}

    async def open(self) -> None:
        """Start the shared process, in the revision without a handshake."""
        shared = self._children[""] = await self._started()
        async for _ in shared.asked({"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": OPENING}):
            pass

    async def _started(self) -> Child:
        ours, theirs = socket.socketpair()
        socket.send_fds(self._orders, [b"!"], [theirs.fileno()])
        theirs.close()
        return Child(*await asyncio.open_connection(sock=ours, limit=2**22))

    async def answer(self, request: Request) -> Response:
        """Carry a POST; DELETE ends a session."""
        name = request.headers.get(SESSION, "")
        if name not in self._children:
            return Response(status_code=404)
        if request.method == "DELETE":
            await self._children.pop(name).end()
            return Response()
        message = await request.json()
        headers = {}
        if message.get("method") == "initialize" and not name:
            name = headers[SESSION] = secrets.token_hex(8)
            self._children[name] = await self._started()
        child = self._children[name]
        if "id" not in message or "method" not in message:
            child.say(message)
            return Response(status_code=202)
        return await carried(child, message, headers)

    async def end(self) -> None:
        """End every process."""
        for child in self._children.values():
            await child.end()


async def carried(child: Child, message: Message, headers: dict[str, str]) -> Response:
    """The answer to a request: JSON where it is all there is, else a stream of events."""
    messages = child.asked(message)
    first = await anext(messages)
    if "method" not in first:
        code = first.get("error", {}).get("code")
        return JSONResponse(first, ERROR_CODE_HTTP_STATUS.get(code, 200), headers)

    async def events() -> AsyncIterator[str]:
        yield f"event: message\ndata: {json.dumps(first)}\n\n"
        async for said in messages:
            yield f"event: message\ndata: {json.dumps(said)}\n\n"

    return StreamingResponse(events(), headers=headers, media_type="text/event-stream")


async def endpoint(orders: socket.socket) -> None:
    """Serve on a loopback port until standard input ends."""
    listening = tcp_socket(0)
    carrier = Endpoint(orders)
    await carrier.open()
    app = Starlette(routes=[Route("/mcp", carrier.answer, methods=["POST", "DELETE"])])
    async with served(app, listening):
        print(listening.getsockname()[1], flush=True)
        await anyio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
    await carrier.end()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    orders, taken = socket.socketpair()
    if os.fork():
        taken.close()
        anyio.run(endpoint, orders)
    else:
        orders.close()
        starter(taken)
