"""The server on a socket: uvicorn in the loop that is running, with signals left to whom they belong."""

from __future__ import annotations

import os
import socket
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

import anyio

from lightterm.errors import ConfigError, ConnectionFailed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.types import ASGIApp
    from uvicorn import Server

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
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # Without its protocol asyncio takes it for none of TCP, and leaves Nagle's algorithm on: 40 ms an answer more.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
    except OSError as problem:
        made.close()
        raise ConnectionFailed(f"{address} port {port}: {problem.strerror}", actions=()) from None
    made.listen(64)
    return made


def _server(app: ASGIApp, head: float, most: int, ending: anyio.Event) -> Server:
    """A server that leaves signals to whoever runs the loop, and bounds its connections in time and number."""
    import uvicorn

    from lightterm.agent.connections import AT_ONCE, impatient, most_connections

    class Quiet(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            """SIGINT and SIGTERM stay with whoever runs the loop."""
            yield

        async def main_loop(self) -> None:
            """Wait for the end: uvicorn's own looks for it ten times a second, 85 ms of CPU a minute for nothing."""
            await ending.wait()

    config = uvicorn.Config(
        app,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=2,
        ws="none",
        http=impatient(head, most or most_connections()),  # type: ignore[arg-type]  # it is called, as a class is
        server_header=False,
        backlog=AT_ONCE,
    )
    return Quiet(config)


@asynccontextmanager
async def served(app: ASGIApp, listening: socket.socket, head: float = HEAD, most: int = 0) -> AsyncIterator[None]:
    """Serve an application on a socket while the block runs.

    `head` is how many seconds a request may take to begin, `most` how many connections are open at once (0: as many as
    this process can afford).
    """
    ending = anyio.Event()
    server = _server(app, head, most, ending)
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
