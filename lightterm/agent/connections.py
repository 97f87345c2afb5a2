"""The connections of a server: each has to ask in time, and so many are open at once.

Anyone on the machine can open connections to a port, and needs no token for it. Of 10,000 such a server with 1,024
descriptors had none left for its clients and their pages for as long as they stood.
"""

from __future__ import annotations

from email.utils import formatdate
from functools import partial
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from uvicorn.protocols.http.h11_impl import RequestResponseCycle

MOST = 512
"""Connections at once: 128 sessions with a stream of messages and some calls each."""

AT_ONCE = 64
"""Connections that are taken before any of them is looked at; beyond them the system keeps the others waiting."""


def most_connections() -> int:
    """How many a server may hold: half of the descriptors that a process may have, as pages and files need some."""
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return MOST
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else max(1, min(MOST, soft // 2))


class Impatient(H11Protocol):
    """A connection that is ended where nothing is asked in `head` seconds, or to make room for another."""

    def __init__(self, *given: Any, head: float, most: int, **more: Any) -> None:
        super().__init__(*given, **more)
        self._head = head
        self._most = most
        self.heard = self.loop.time()
        """When something came over it last."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base has it
        """Make room where too many are open: the one that asks for nothing, else this one, goes."""
        super().connection_made(transport)
        if len(self.connections) > self._most:
            waiting = [one for one in self.connections if isinstance(one, Impatient) and one.is_idle]
            # First who never asked for anything, then who is silent for longest; all newcomers are among them.
            min(waiting, key=lambda one: (one.cycle is not None, one.heard)).end()
        self.loop.call_later(self._head, self._look, self.cycle)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered on it."""
        return self.cycle is None or self.cycle.response_complete

    def end(self) -> None:
        """End it at once; what it holds is free when this returns, but its descriptor, soon after."""
        self.connections.discard(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """The date of an answer, which uvicorn's loop sets each second, is that of its request."""
        self.heard = self.loop.time()
        self.server_state.default_headers = [(b"date", formatdate(usegmt=True).encode())]
        super().data_received(data)

    def _look(self, before: RequestResponseCycle | None) -> None:
        """End the connection where no request came since the last look, and none is being answered."""
        if self.cycle is before and self.is_idle:
            self.transport.close()
        elif not self.transport.is_closing():
            self.loop.call_later(self._head, self._look, self.cycle)


def impatient(head: float, most: int) -> Callable[..., Impatient]:
    """What makes the connections of a server."""
    return partial(Impatient, head=head, most=most)
