"""The sessions that clients of older revisions open over HTTP, and often leave: bounded for each client and in all.

Such a session lasts until its client ends it or says nothing for long
(https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management); one costs 60 KB.
"""

from __future__ import annotations

import json
import secrets
import time
from typing import TYPE_CHECKING, cast

from lightterm.foreign_json import from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

EACH = 32
"""Sessions of clients of one name."""

IN_ALL = 128

ID = b"mcp-session-id"


class _Session:
    """One session: what its client calls itself, how many of its requests are being answered, when the last ended."""

    def __init__(self, name: str, now: float) -> None:
        self.name = name
        self.under_way = 1
        self.last = now


class HttpSessions:
    """An application of which no more sessions are open than may be: the one idle for longest makes room.

    A session with a request or a stream of messages open is not idle. Where none is idle, another is refused (503).
    `host` is a name that the application answers to; `ended` gets the id of each session that made room.
    """

    def __init__(
        self, app: ASGIApp, host: str, ended: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._host = host.encode("latin-1")
        self._ended = ended
        self._clock = clock
        self._open: dict[str, _Session] = {}

    def __len__(self) -> int:
        return len(self._open)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        key = next((value.decode("latin-1") for name, value in scope["headers"] if name == ID), "")
        if key:
            await self._within(key, scope, receive, send)
        elif scope["method"] == "POST":
            await self._perhaps_first(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _within(self, key: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of a session; one that its client ends is known no more."""
        session = self._open.get(key)
        if session is None:
            await self._app(scope, receive, send)
            return
        session.under_way += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._leave(session)
            if scope["method"] == "DELETE":
                self._open.pop(key, None)

    async def _perhaps_first(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that may open a session, once there is room for one."""
        message = await receive()
        name = _name(message.get("body", b""))
        given = [message]

        async def again() -> Message:
            return given.pop() if given else await receive()

        if name is None:
            await self._app(scope, again, send)
            return
        session, opening = _Session(name, self._clock()), secrets.token_hex(16)
        self._open[opening] = session  # it has its place from here on, whoever else comes meanwhile
        if not await self._has_room(scope, name):
            del self._open[opening]
            await _refuse(send)
            return

        async def said(message: Message) -> None:
            if message["type"] == "http.response.start":
                key = next((value.decode("latin-1") for field, value in message["headers"] if field == ID), "")
                if key and message["status"] < 400:
                    self._open[key] = self._open.pop(opening)
            await send(message)

        try:
            await self._app(scope, again, said)
        finally:
            self._open.pop(opening, None)
            self._leave(session)

    def _leave(self, session: _Session) -> None:
        session.under_way -= 1
        session.last = self._clock()

    async def _has_room(self, scope: Scope, name: str) -> bool:
        """Whether there is room for what is open now, once the sessions idle for longest were ended."""
        while sum(one.name == name for one in self._open.values()) > EACH:
            if not await self._end_oldest(scope, name):
                return False
        while len(self._open) > IN_ALL:
            if not await self._end_oldest(scope, None):
                return False
        return True

    async def _end_oldest(self, scope: Scope, name: str | None) -> bool:
        """End the session that is idle for longest, as its client would; False where none is idle."""
        idle = [
            (one.last, key)
            for key, one in self._open.items()
            if not one.under_way and (name is None or one.name == name)
        ]
        if not idle:
            return False
        key = min(idle)[1]
        del self._open[key]
        headers = [(b"host", self._host), (b"accept", b"*/*"), (ID, key.encode("latin-1"))]
        await self._app({**scope, "method": "DELETE", "headers": headers}, _nothing, _unheard)
        self._ended(key)
        return True


def _name(body: bytes) -> str | None:
    """What a client that opens a session calls itself; None for any other message."""
    try:
        message = from_json(body)
    except ValueError:
        return None
    if not isinstance(message, dict) or message.get("method") != "initialize":
        return None
    params = message.get("params")
    about = params.get("clientInfo") if isinstance(params, dict) else None
    return str(about.get("name", ""))[:60] if isinstance(about, dict) else ""


async def _nothing() -> Message:
    return cast("Message", {"type": "http.request", "body": b"", "more_body": False})


async def _unheard(_message: Message) -> None:
    """Nobody reads the answer to what we ask ourselves."""


async def _refuse(send: Send) -> None:
    error = {"code": -32000, "message": f"too many sessions are open ({EACH} for each client, {IN_ALL} in all)"}
    body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"60")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
