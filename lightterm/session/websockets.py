"""The WebSockets that a session has open: opened within its network's bounds, with its cookies, and numbered."""

from __future__ import annotations

import weakref
from _thread import allocate_lock

from lightterm.errors import CommandInvalid, ConfigError, LimitReached, NotCached, SchemeRefused
from lightterm.fetch.clock import Clock
from lightterm.fetch.websocket import WebSocket
from lightterm.fetch.weburl import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Cancel
    from lightterm.session.session import Session

MOST = 16
"""Sockets of a session that are open at a time."""

SCHEMES = {"ws": "http", "wss": "https"}


class Numbered:
    """A socket, its number from 1 and its address; `told` is the last message that an agent was told of."""

    __slots__ = ("number", "socket", "told", "url")

    def __init__(self, number: int, url: str, socket: WebSocket) -> None:
        self.number = number
        self.url = url
        self.socket = socket
        self.told = 0


class Sockets:
    """The sockets of one session, those that have ended among them until they are closed."""

    def __init__(self) -> None:
        self._found: dict[int, Numbered] = {}
        self._last = 0
        self._lock = allocate_lock()

    def all(self) -> tuple[Numbered, ...]:
        """In the order in which they were opened."""
        return tuple(self._found.values())

    def get(self, number: int = 0) -> Numbered:
        """The socket of a number, 0 for the one opened last. Raises CommandInvalid."""
        found = self._found.get(number or max(self._found, default=0))
        if found is None:
            raise CommandInvalid(f"there is no socket {number}" if number else "no socket is open", actions=())
        return found

    def open(self, session: Session, url: str, program: bool, cancel: Cancel | None = None) -> Numbered:
        """Open one. `program`: who asks may reach public addresses only. Raises LighttermError."""
        if sum(one.socket.state == "open" for one in self._found.values()) >= MOST:
            raise LimitReached(f"{MOST} sockets are open already", actions=())
        socket = _opened(session, url, program, cancel)
        with self._lock:
            self._last += 1
            made = self._found[self._last] = Numbered(self._last, url, socket)
        return made

    def close(self, number: int) -> None:
        """End one and forget what was said. Raises CommandInvalid."""
        found = self.get(number)
        found.socket.close()
        self._found.pop(found.number, None)

    def close_all(self) -> None:
        """End them all."""
        while self._found:
            self._found.popitem()[1].socket.close()


_of: weakref.WeakKeyDictionary[Session, Sockets] = weakref.WeakKeyDictionary()


def sockets_of(session: Session) -> Sockets:
    """The sockets of a session; they end with it."""
    found = _of.get(session)
    if found is None:
        found = _of.setdefault(session, Sockets())
        weakref.finalize(session, found.close_all)
    return found


def _opened(session: Session, url: str, program: bool, cancel: Cancel | None) -> WebSocket:
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in SCHEMES or not rest:
        raise SchemeRefused(f"{url[:80]!r} is no address of a WebSocket: ws://HOST/PATH or wss://HOST/PATH", actions=())
    web = f"{SCHEMES[scheme.lower()]}://{rest.partition('#')[0]}"
    if session.demands_tls(web):
        web = f"https://{rest.partition('#')[0]}"
    chosen = session.settings_for(web)
    if chosen.network.offline:
        raise NotCached("lightterm is offline (network.offline)", url=url)
    try:
        import wsproto  # noqa: F401  (asked for before a connection is made: it comes with an extra)
    except ImportError:
        raise ConfigError("WebSockets need the package wsproto: pip install 'lightterm[light]'", actions=()) from None
    from lightterm.fetch import proxy
    from lightterm.fetch.connect import Connector
    from lightterm.session.network import http_options

    options, address = http_options(chosen), parse(web)
    clock = Clock(options.connect_timeout, f"{address.host} did not take the WebSocket in time", cancel)
    guarded = program and not options.allow_private
    stream = Connector(options, proxy.SignIn()).stream(address, proxy.choose(address, options), guarded, clock)
    headers = [("Origin", f"{address.scheme}://{address.authority}"), *options.extra_headers]
    cookies = session.cookies.header_for(web)
    if cookies:
        headers.append(("Cookie", cookies))
    return WebSocket(stream, address, tuple(headers), clock)
