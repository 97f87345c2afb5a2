"""Who sends a request over HTTP, and whether they still wait for its answer.

Requests of the 2026-07-28 revision belong to no session; a cookie tells apart the clients that keep cookies.
"""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "lightterm-client"
HEADER = b"lightterm-client"
SCOPE = "lightterm.presence"
"""Where an HTTP request's scope has its presence."""

LONGEST = 80
"""Characters of a name by which a client tells itself from others."""


class Presence:
    """One request: the `key` of who sent it, "" where nothing tells; whoever serves it may set what happens when they
    have gone.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.gone = False
        self._leaves: Callable[[], None] | None = None

    def when_gone(self, leaves: Callable[[], None]) -> None:
        """Call this when the client goes before its answer."""
        self._leaves = leaves
        if self.gone:
            leaves()

    def left(self) -> None:
        """The client has gone before its answer."""
        self.gone = True
        if self._leaves is not None:
            self._leaves()


def presence_of(request: Any) -> Presence:
    """The presence of an HTTP request, or of the one client that a pipe has."""
    found = getattr(request, "scope", {}).get(SCOPE)
    return found if isinstance(found, Presence) else Presence("pipe" if request is None else "")


def attended(app: ASGIApp, ended: Callable[[str], None], listens: Callable[[str, int], None]) -> ASGIApp:
    """An application whose requests know who sent them.

    `ended` gets the key of a client that says it is done; `listens` gets that of one that opens (1) or closes (-1) the
    stream of messages of its session.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        fields = dict(scope["headers"])
        session = fields.get(b"mcp-session-id", b"").decode("latin-1")
        stays = session if scope["method"] == "GET" else ""
        if stays:
            listens(stays, 1)
        try:
            await _answered(app, scope, receive, send, fields, session)
        finally:
            if stays:
                listens(stays, -1)
        if scope["method"] == "DELETE" and session:
            ended(session)

    return answer


async def _answered(
    app: ASGIApp, scope: Scope, receive: Receive, send: Send, fields: dict[bytes, bytes], session: str
) -> None:
    """Answer a request that knows who sent it, and whether they still wait."""
    key, fresh = session or _named(fields), ""
    if not key and fields.get(b"mcp-method") == b"server/discover":
        # Asked before anything else, and by itself: no call can fall between two names.
        fresh = secrets.token_urlsafe(24)
    presence = Presence(key)
    over = False

    async def heard() -> Message:
        message = await receive()
        if message["type"] == "http.disconnect" and not over:
            presence.left()
        return message

    async def said(message: Message) -> None:
        nonlocal over
        if fresh and message["type"] == "http.response.start":
            cookie = f"{COOKIE}={fresh}; Path=/; HttpOnly; SameSite=Strict"
            message["headers"] = [*message.get("headers", ()), (b"set-cookie", cookie.encode())]
        over = over or (message["type"] == "http.response.body" and not message.get("more_body", False))
        await send(message)

    await app({**scope, SCOPE: presence}, heard, said)


def _named(fields: dict[bytes, bytes]) -> str:
    """What a client calls itself by a header or our cookie, "" for nothing that could be a name."""
    name = fields.get(HEADER, b"").decode("latin-1")
    if not name:
        try:
            morsel = SimpleCookie(fields.get(b"cookie", b"").decode("latin-1")).get(COOKIE)
        except CookieError:
            morsel = None
        name = morsel.value if morsel is not None else ""
    return name if name.isascii() and name.isprintable() and len(name) <= LONGEST else ""
