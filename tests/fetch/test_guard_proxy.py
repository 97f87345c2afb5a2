"""The proxy that browsers go out through: addresses are checked where the connection is made, and all else passes."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

import pytest

from lightterm.errors import ProxyFailed
from lightterm.fetch.guard_proxy import GuardProxy
from lightterm.fetch.model import Request
from lightterm.fetch.options import HttpOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from servers import HttpProxy, Server, SocksProxy

    from lightterm.fetch.http import HttpClient

    Guarded = Callable[..., GuardProxy]
    Make = Callable[..., HttpClient]


@pytest.fixture
def guarded() -> Iterator[Guarded]:
    """Starts guard proxies: `guarded(public, **options of HttpOptions)`."""
    running = []

    def start(public: bool, **options: object) -> GuardProxy:
        running.append(GuardProxy(HttpOptions(**{"proxy": "", **options}), public))  # type: ignore[arg-type]
        return running[-1]

    yield start
    for each in running:
        each.close()


def test_requests_and_replies_pass(server: Server, guarded: Guarded, client: Make) -> None:
    through = client(proxy=guarded(False).url)

    replies = [
        through.fetch(Request(server.url("/echo?a=1"), "POST", (("X-Word", "w"),), data=b"body" * 50_000)) for _ in "ab"
    ]

    assert [reply.status for reply in replies] == [200, 200]
    first, second = server.asked("/echo")
    assert (first.method, first.target, first.header("x-word")) == ("POST", "/echo?a=1", "w")
    assert first.body == b"body" * 50_000
    assert first.header("proxy-connection") is None
    assert first.connection != second.connection


def test_interim_replies_and_pieces_pass(server: Server, guarded: Guarded, client: Make) -> None:
    def answer(_asked: object, talk: object) -> None:
        talk.send(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")  # type: ignore[attr-defined]
        talk.head(200, [("Transfer-Encoding", "chunked"), ("Content-Type", "text/plain")])  # type: ignore[attr-defined]
        for piece in (b"one ", b"two", b""):
            talk.chunk(piece)  # type: ignore[attr-defined]

    server.on("/", answer)

    assert client(proxy=guarded(False).url).fetch(Request(server.url("/"))).body == b"one two"


def test_tls_goes_through_untouched(tls_server: Server, ca_file: Path, guarded: Guarded, client: Make) -> None:
    tls_server.page("/", "<p>secret</p>")

    reply = client(proxy=guarded(False).url, cacert=str(ca_file)).fetch(Request(tls_server.url("/", "localhost")))

    assert reply.body == b"<p>secret</p>"


@pytest.mark.covers("UB-40")
@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "a.localhost", "x.local"]
)
def test_private_addresses_are_refused_by_any_spelling(server: Server, guarded: Guarded, host: str) -> None:
    guard = guarded(True)
    where = ("127.0.0.1", int(guard.url.rpartition(":")[2]))

    for line in (f"GET http://{host}:{server.port}/ HTTP/1.1", f"CONNECT {host}:{server.port} HTTP/1.1"):
        with socket.create_connection(where, 10) as sock:
            sock.sendall(f"{line}\r\nHost: {host}\r\n\r\n".encode())
            assert sock.makefile("rb").readline() == b"HTTP/1.1 403 Forbidden\r\n"

    assert server.connections == 0


def test_the_users_own_proxy_stands_behind_it(
    server: Server, socks: SocksProxy, guarded: Guarded, client: Make
) -> None:
    from servers import HttpProxy

    server.page("/", "there")
    own = HttpProxy("ann", "secret")
    try:
        own.hosts["only.test:80"] = socks.hosts["only.test:80"] = ("127.0.0.1", server.port)
        for way in (f"http://ann:secret@127.0.0.1:{own.port}", f"socks5h://127.0.0.1:{socks.port}"):
            through = client(proxy=guarded(True, proxy=way).url)
            assert through.fetch(Request("http://only.test/")).body == b"there"
        assert own.log[-1].target == "http://only.test/"
        assert socks.log == [("only.test", 80)]
        assert guarded(False, proxy=f"http://127.0.0.1:{own.port}", no_proxy="127.0.0.1").url
        direct = client(proxy=guarded(False, proxy=own.url, no_proxy="127.0.0.1").url)
        assert direct.fetch(Request(server.url("/"))).body == b"there"
        assert len(own.log) == 1
    finally:
        own.stop()


def test_what_cannot_be_reached_is_said(guarded: Guarded, client: Make, proxy: HttpProxy) -> None:
    through = client(proxy=guarded(True).url)

    reply = through.fetch(Request("http://nowhere.invalid/"))
    assert (reply.status, b"nowhere.invalid" in reply.body) == (502, True)
    with pytest.raises(ProxyFailed, match="502"):
        through.fetch(Request("https://nowhere.invalid/"))


def test_closing_ends_conversations(server: Server, guarded: Guarded) -> None:
    server.on("/", lambda _asked, talk: talk.hold())
    guard = guarded(False)
    where = ("127.0.0.1", int(guard.url.rpartition(":")[2]))
    with socket.create_connection(where, 10) as sock:
        sock.sendall(f"CONNECT 127.0.0.1:{server.port} HTTP/1.1\r\n\r\n".encode())
        assert sock.recv(1000).startswith(b"HTTP/1.1 200")
        threading.Timer(0.05, guard.close).start()
        assert sock.recv(1000) == b""

    with pytest.raises(OSError):
        socket.create_connection(where, 5)
