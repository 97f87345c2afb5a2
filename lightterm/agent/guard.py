"""Messages that the SDK never answers are answered here: too deep, too long, no JSON, no UTF-8, no request.

https://www.jsonrpc.org/specification#error_object
"""

from __future__ import annotations

import io
import json
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

import anyio
import anyio.to_thread

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from typing import BinaryIO

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

DEEPEST = 64
"""Levels of a message; the schemas of our tools need six. Above some hundred the SDK's validation gives up silently."""

LONGEST = 4 * 1024 * 1024
"""Bytes of a message."""

ARRIVING = 30
"""Seconds that a message may take to come over HTTP."""

PARSE_ERROR, INVALID_REQUEST = -32700, -32600


def depth(text: str) -> int:
    """How deep brackets and braces nest in JSON text, those in strings left out; no recursion."""
    deepest = now = 0
    inside = escaped = False
    for char in text:
        if inside:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                inside = False
        elif char == '"':
            inside = True
        elif char in "[{":
            now += 1
            deepest = max(deepest, now)
        elif char in "]}":
            now -= 1
    return deepest


def refusal(raw: bytes) -> bytes | None:
    """The answer to a message that must not reach the SDK, None for one that may."""
    if len(raw) > LONGEST:
        return _error(None, INVALID_REQUEST, f"a message of more than {LONGEST} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return _error(None, PARSE_ERROR, "the message is not UTF-8")
    if not text.strip():
        return None
    if text.count("[") + text.count("{") > DEEPEST and depth(text) > DEEPEST:
        return _error(_id_of(text), INVALID_REQUEST, f"the message nests deeper than {DEEPEST} levels")
    try:
        message = json.loads(text)
    except ValueError:
        return _error(None, PARSE_ERROR, "the message is no JSON")
    if "\\u" in text and _has_surrogate(message):
        return _error(_id_of(text), INVALID_REQUEST, "the message holds half of a surrogate pair")
    wrong = _misshapen(message)
    if not wrong:
        return None
    number = message.get("id") if isinstance(message, dict) else None
    return _error(number if type(number) in (int, str) else None, INVALID_REQUEST, wrong)


def _misshapen(message: object) -> str:
    """Why a message is no request, notification or response (https://www.jsonrpc.org/specification), else ""."""
    if isinstance(message, list):
        return "batches are no part of MCP: send each message by itself"
    if not isinstance(message, dict):
        return "a message is a JSON object"
    if message.get("jsonrpc") != "2.0":
        return 'a message says "jsonrpc": "2.0"'
    if "method" not in message and ("result" in message or "error" in message):
        return ""
    if not isinstance(message.get("method"), str):
        return "a request says its method, a string"
    if not isinstance(message.get("params", {}), dict):
        return "params are an object"
    if "id" in message and type(message["id"]) not in (int, str):
        return "an id is a whole number or a string"
    return ""


def _has_surrogate(message: object) -> bool:
    try:
        json.dumps(message, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _id_of(text: str) -> int | str | None:
    """The id of a message that cannot be parsed as a whole: a number or plain string at its outermost level."""
    import re

    head = re.search(r'"id"\s*:\s*(\d{1,18}|"[ -!#-\[\]-~]{0,100}")', text[:2000])
    return None if head is None else cast("int | str", json.loads(head[1]))


def _error(id_: int | str | None, code: int, message: str) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "error": {"code": code, "message": message}}).encode()


# --- standard input and output


class Lines:
    """The messages on a pipe, a line each; those that must not be passed on are answered on `out`."""

    def __init__(self, source: BinaryIO, out: Out) -> None:
        self._source = source
        self._out = out

    async def __aiter__(self) -> AsyncIterator[str]:
        while True:
            line = await anyio.to_thread.run_sync(self._line, abandon_on_cancel=True)
            if not line:
                return
            answer = refusal(line)
            if answer is None:
                if line.strip():
                    yield line.decode("utf-8")
            else:
                await self._out.write(answer.decode() + "\n")
                await self._out.flush()

    def _line(self) -> bytes:
        line = self._source.readline(LONGEST + 2)
        if len(line) > LONGEST:
            while line[-1:] not in (b"\n", b""):
                # The rest of it is read away; what is kept is long enough to be refused.
                rest = self._source.readline(LONGEST)
                if not rest or rest.endswith(b"\n"):
                    break
        return line


class Ahead(io.RawIOBase):
    """A pipe of which a part was read already: that comes first."""

    def __init__(self, ahead: bytes, descriptor: int) -> None:
        self._ahead = ahead
        self._descriptor = descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._ahead[: len(buffer)] or os.read(self._descriptor, len(buffer))
        self._ahead = self._ahead[len(data) :] if self._ahead else b""
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            os.close(self._descriptor)
        super().close()


class Out:
    """Text to a pipe, a message at a time; the answer to what was `known` before is not said again."""

    def __init__(self, sink: BinaryIO, known: str = "") -> None:
        self._sink = sink
        self._known = known
        self._turn = anyio.Lock()

    async def write(self, text: str) -> None:
        if self._known and self._known in text and json.loads(text).get("id") == self._known:
            self._known = ""
            return
        async with self._turn:
            await anyio.to_thread.run_sync(self._sink.write, text.encode("utf-8", "replace"))

    async def flush(self) -> None:
        async with self._turn:
            await anyio.to_thread.run_sync(self._sink.flush)


@contextmanager
def standard_streams(ahead: bytes = b"", known: str = "") -> Iterator[tuple[Any, Any]]:
    """Standard input and output for messages alone: what else is printed goes to stderr, children read nothing.

    `ahead` is what was read of the input before; the answer to the message of the id `known` was given already.
    """
    sys.stdout.flush()
    source, sink = io.BufferedReader(Ahead(ahead, os.dup(0))), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    out = Out(sink, known)
    try:
        yield Lines(source, out), out
    finally:
        sink.flush()
        os.dup2(sink.fileno(), 1)
        sink.close()


# --- HTTP


def guarded(app: ASGIApp) -> ASGIApp:
    """An application that gets no message which it would not answer."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await app(scope, receive, send)
            return
        body = None
        with anyio.move_on_after(ARRIVING) as arriving:
            body = await _body(receive)
        if body is None and not arriving.cancelled_caught:
            return
        refused = _error(None, INVALID_REQUEST, f"no whole message in {ARRIVING} s") if body is None else refusal(body)
        if body is not None and refused is None:
            await app(scope, _replayed(body, receive), send)
            return
        status = 408 if body is None else 413 if len(body) > LONGEST else 400
        kind = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": status, "headers": kind})
        await send({"type": "http.response.body", "body": refused})

    return answer


async def _body(receive: Receive) -> bytes | None:
    """What a client sends, no more than shows that it is too long; None from one that has gone."""
    body = b""
    while len(body) <= LONGEST:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
