"""Whether a server is well: GET /health of one that runs, and the question."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from lightterm import __version__
from lightterm.errors import ConnectionFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/health"


def healthy(app: ASGIApp, names: Sequence[str] = ()) -> ASGIApp:
    """An application that says, to anybody who reaches it, that it is there; nothing else is told without a token.

    `names` are the hosts it goes by (none: any): a page whose name was made to lead here is told nothing.
    """
    began = time.monotonic()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH or scope["method"] not in ("GET", "HEAD"):
            await app(scope, receive, send)
            return
        asked = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if names and asked.lower() not in names:
            await send({"type": "http.response.start", "status": 421, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        told = {"status": "ok", "version": __version__, "uptimeSeconds": round(time.monotonic() - began, 1)}
        body = json.dumps(told).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body if scope["method"] == "GET" else b""})

    return answer


def health(name: str) -> Any:
    """What the server on the socket of a name says. Raises ConnectionFailed, ValidationFailed."""
    import httpx2

    from lightterm.agent.server import HOST
    from lightterm.agent.sockets import running

    place = running(name)
    try:
        with httpx2.Client(transport=httpx2.HTTPTransport(uds=str(place)), timeout=5.0) as client:
            return client.get(f"http://{HOST}{PATH}").raise_for_status().json()
    except (httpx2.HTTPError, ValueError) as problem:
        raise ConnectionFailed(f"{name} does not answer: {problem}", actions=()) from None
