"""The server on a socket: uvicorn in the loop that is running, with signals left to whom they belong."""

from __future__ import annotations

import os
import socket
from contextlib import asynccontextmanager, contextmanager
from email.utils import formatdate
from typing import TYPE_CHECKING

import anyio

from lightterm.errors import ConfigError, ConnectionFailed

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from starlette.types import ASGIApp
    from uvicorn import Server
    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

GRACE = 3.0
"""Seconds that calls have to end when the server does."""

HEAD = 10.0
"""Seconds in which a connection has to say what it wants: anyone on the machine can open one, and never ask."""


LEAST = 16
"""Characters of a token that others may try to guess."""

LOOPBACK = "127.0.0.1"


def is_loopback(address: str) -> bool:
    """Whether an address is reached from this machine alone. Raises ConfigError for what is none."""
    import ipaddress

    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        raise ConfigError(f"--bind: {address!r} is no IP address", actions=()) from None


def check_bind(address: str) -> None:
    """Raises ConfigError for an address that others reach, unless LIGHTTERM_MCP_TOKEN keeps them out."""
    if not is_loopback(address) and len(os.environ.get("LIGHTTERM_MCP_TOKEN", "")) < LEAST:
        words = f"--bind {address} lets other machines in: set LIGHTTERM_MCP_TOKEN to {LEAST} characters or more first"
        raise ConfigError(words, actions=())


def tcp_socket(port: int, address: str = LOOPBACK) -> socket.socket:
    """A socket that listens, on a free port for 0. Raises ConnectionFailed."""
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
    except OSError as problem:
        made.close()
        raise ConnectionFailed(f"{address} port {port}: {problem.strerror}", actions=()) from None
    made.listen(64)
    return made


def unix_socket(place: Path) -> socket.socket:
    """A Unix socket that listens, for its owner alone from its first moment on."""
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        made.bind(str(place))
    finally:
        os.umask(before)
    made.listen(64)
    return made


def _server(app: ASGIApp, head: float, ending: anyio.Event) -> Server:
    """A server that leaves signals to whoever runs the loop, and ends connections that ask for nothing."""
    import uvicorn
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Quiet(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            """SIGINT and SIGTERM stay with whoever runs the loop."""
            yield

        async def main_loop(self) -> None:
            """Wait for the end: uvicorn's own looks for it ten times a second, 85 ms of CPU a minute for nothing."""
            await ending.wait()

    class Impatient(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base has it
            super().connection_made(transport)
            self.loop.call_later(head, self._look, self.cycle)

        def data_received(self, data: bytes) -> None:
            """The date of an answer, which uvicorn's loop sets each second, is that of its request."""
            self.server_state.default_headers = [(b"date", formatdate(usegmt=True).encode())]
            super().data_received(data)

        def _look(self, before: RequestResponseCycle | None) -> None:
            """End the connection where no request came since the last look, and none is being answered."""
            if self.cycle is before and (before is None or before.response_complete):
                self.transport.close()
            elif not self.transport.is_closing():
                self.loop.call_later(head, self._look, self.cycle)

    config = uvicorn.Config(
        app, log_config=None, lifespan="on", timeout_graceful_shutdown=2, ws="none", http=Impatient, server_header=False
    )
    return Quiet(config)


@asynccontextmanager
async def served(app: ASGIApp, listening: socket.socket, head: float = HEAD) -> AsyncIterator[None]:
    """Serve an application on a socket while the block runs; `head` is how many seconds a request may take to begin."""
    ending = anyio.Event()
    server = _server(app, head, ending)
    over = anyio.Event()
    async with anyio.create_task_group() as group:

        async def serve() -> None:
            try:
                await server.serve([listening])
            finally:
                over.set()

        group.start_soon(serve)
        try:
            while not server.started:
                await anyio.sleep(0.005)
            yield
        finally:
            server.should_exit = True
            ending.set()
            with anyio.move_on_after(GRACE, shield=True):
                await over.wait()
            listening.close()
            group.cancel_scope.cancel()
