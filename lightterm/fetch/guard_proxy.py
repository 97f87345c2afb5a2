"""A proxy on loopback that browsers we run go out through: the same guard and the same way out as our own requests.

A browser looks names up itself, again for each connection, so what was checked before need not be what it connects to
(DNS rebinding). Here a name is resolved once, every answer is checked, and the connection goes to what was checked.
Behind it stands the user's own proxy, if there is one, with its name and password, which so are on no command line.
It speaks plain HTTP and CONNECT (RFC 9110 section 9.3.6), one request a connection.
"""

from __future__ import annotations

import select
import socket
import ssl
import threading
from contextlib import suppress

from lightterm.errors import AddressRefused, LighttermError, UrlInvalid
from lightterm.fetch import proxy
from lightterm.fetch.clock import Clock
from lightterm.fetch.connect import Connector
from lightterm.fetch.weburl import parse
from lightterm.fetch.wire import shut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.weburl import WebUrl

SILENCE = 120.0
"""Seconds without a byte in either direction after which a conversation is over."""
_HEAD_SECONDS = 30.0
_MOST_HEAD = 262_144
_CHUNK = 1 << 16
_HOP = ("connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "upgrade")


class GuardProxy:
    """Listens until it is closed. `public`: only public addresses may be reached."""

    def __init__(self, options: HttpOptions, public: bool) -> None:
        self._options = options
        self._public = public and not options.allow_private
        self._opened: set[tuple[str, int]] = set()
        self._sign_in = proxy.SignIn()
        self._connector = Connector(options, self._sign_in)
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._closed = False
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, name="guards a browser", daemon=True).start()

    def let(self, address: str, public: bool) -> None:
        """Someone goes to an address by way of a browser that persons and programs share.

        For a program (`public`) all of it is held to public addresses from now on. Where a person goes stays open to
        both, if it is a place of their own network by now: a public name may later lead there, and does not then.
        """
        if public:
            self._public = not self._options.allow_private
            return
        from lightterm.fetch.subresources import is_public_page

        if address.startswith("http") and not is_public_page(address, None):
            url, web = parse(address), {80, 443}
            self._opened |= {(url.host, port) for port in (web if url.port in web else {url.port})}

    def close(self) -> None:
        """End every conversation, and listen no more."""
        with self._lock:
            self._closed = True
            conversations = tuple(self._open)
        shut(self._listening)
        self._listening.close()
        for sock in conversations:
            shut(sock)

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _keep(self, sock: socket.socket) -> None:
        with self._lock:
            self._open.add(sock)
            closed = self._closed
        if closed:
            shut(sock)

    def _serve(self, sock: socket.socket) -> None:
        self._keep(sock)
        with sock, suppress(OSError, ValueError):
            sock.settimeout(_HEAD_SECONDS)
            head, ahead = _read_head(sock)
            method, target, version = head[0].split(" ", 2)
            if not version.startswith("HTTP/1."):
                return
            try:
                self._answer(sock, method, target, head[1:], ahead)
            except LighttermError as fault:
                _refuse(sock, fault)
        with self._lock:
            self._open.discard(sock)

    def _answer(self, sock: socket.socket, method: str, target: str, fields: list[str], ahead: bytes) -> None:
        connect = method == "CONNECT"
        url = parse(f"https://{target}/" if connect else target)
        if not connect and url.scheme != "http":
            raise UrlInvalid("the proxy is asked for http only")
        way = proxy.choose(url, self._options)
        clock = Clock(self._options.connect_timeout, f"no connection to {url.host} in time")
        public = self._public and (url.host, url.port) not in self._opened
        with self._connector.reach(url, way, public, clock, connect) as upstream:
            self._keep(upstream)
            try:
                if connect:
                    sock.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
                    upstream.sendall(ahead)
                else:
                    upstream.sendall(self._request(method, url, way, fields) + ahead)
                _pipe(sock, upstream, bytes if connect else _Reply().passed)
            finally:
                with self._lock:
                    self._open.discard(upstream)

    def _request(self, method: str, url: WebUrl, way: proxy.Proxy | None, fields: list[str]) -> bytes:
        """The head that goes on: to the server itself, or as it came to the user's own proxy."""
        plain = way is not None and not way.socks
        target = url.bare if plain else url.target
        lines = [f"{method} {target} HTTP/1.1", *_without_hops(fields), "Connection: close"]
        if plain and way is not None:
            lines += [f"{name}: {value}" for name, value in self._sign_in.headers(way, method, target)]
        return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")


def _read_head(sock: socket.socket) -> tuple[list[str], bytes]:
    """The lines of a head, and what came behind it. Raises ValueError for none or an endless one."""
    data = b""
    while (end := data.find(b"\r\n\r\n")) < 0:
        piece = sock.recv(_CHUNK)
        if not piece or len(data) > _MOST_HEAD:
            raise ValueError("no head")
        data += piece
    return data[:end].decode("latin-1").split("\r\n"), data[end + 4 :]


class _Reply:
    """A reply on its way: its head is told that the connection ends with it, all else passes as it is."""

    def __init__(self) -> None:
        self._head = b""
        self._passing = False

    def passed(self, data: bytes) -> bytes:
        """What goes on of the reply, now that `data` came. Raises ValueError for a head without end."""
        if self._passing:
            return data
        self._head += data
        out = b""
        while not self._passing and (end := self._head.find(b"\r\n\r\n")) >= 0:
            lines = self._head[:end].decode("latin-1").split("\r\n")
            self._passing = not lines[0].partition(" ")[2].startswith("1")  # interim replies go before the real one
            kept = [lines[0], *_without_hops(lines[1:]), *(["Connection: close"] if self._passing else []), "", ""]
            out += "\r\n".join(kept).encode("latin-1")
            self._head = self._head[end + 4 :]
        if len(self._head) > _MOST_HEAD:
            raise ValueError("no head")
        return out + self._head if self._passing else out


def _without_hops(fields: list[str]) -> list[str]:
    return [field for field in fields if field.partition(":")[0].strip().lower() not in _HOP]


def _pipe(near: socket.socket, far: socket.socket, passed: Callable[[bytes], bytes]) -> None:
    """Carry bytes both ways until the far end is done, or nothing came for too long; what comes back is `passed`."""
    near.settimeout(SILENCE)
    far.settimeout(SILENCE)
    other = {near: far, far: near}
    reading = {near, far}
    while reading:
        ready: list[socket.socket] = [sock for sock in reading if isinstance(sock, ssl.SSLSocket) and sock.pending()]
        ready = ready or select.select(list(reading), [], [], SILENCE)[0]
        if not ready:
            return
        for sock in ready:
            data = sock.recv(_CHUNK)
            if data:
                other[sock].sendall(passed(data) if sock is far else data)
            else:
                reading.discard(sock)
                if sock is far:
                    return
                with suppress(OSError):
                    socket.socket.shutdown(far, socket.SHUT_WR)


def _refuse(sock: socket.socket, fault: LighttermError) -> None:
    status = "403 Forbidden" if isinstance(fault, AddressRefused) else "502 Bad Gateway"
    text = fault.message.encode("utf-8", "replace")
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(text)}\r\n"
    sock.sendall(head.encode() + b"Connection: close\r\n\r\n" + text)
