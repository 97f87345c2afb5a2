"""HTTP and SOCKS proxies: chosen by option and environment, with sign-in, tunnels and their failures."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest
from servers import Authority, HttpProxy, Server, SocksProxy

from lightterm import errors
from lightterm.fetch import proxy as proxies
from lightterm.fetch.auth import Credentials
from lightterm.fetch.model import Request
from lightterm.fetch.options import HttpOptions
from lightterm.fetch.weburl import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from servers import Asked, H2Server, Listener

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


@pytest.fixture
def started() -> Iterator[Callable[[Listener], Listener]]:
    """Stops the listeners that it was given."""
    made: list[Listener] = []

    def keep(listener: Listener) -> Listener:
        made.append(listener)
        return listener

    yield keep
    for each in made:
        each.stop()


@pytest.mark.covers("LBX-50")
def test_socks_connects_by_name_there_or_by_address_here(server: Server, client: Make, socks: SocksProxy) -> None:
    server.page("/", "through")
    socks.hosts["only-there.invalid:80"] = ("127.0.0.1", server.port)
    there = client(proxy=f"socks5h://127.0.0.1:{socks.port}")
    assert there.fetch(Request("http://only-there.invalid/")).body == b"through"
    here = client(proxy=f"socks5://127.0.0.1:{socks.port}")
    assert here.fetch(Request(server.url("/", "localhost"))).body == b"through"
    assert socks.log[0] == ("only-there.invalid", 80)
    assert socks.log[1][0] in ("127.0.0.1", "::1") and socks.log[1][1] == server.port


def test_socks_signs_in_and_says_why_not(
    server: Server, client: Make, started: Callable[[Listener], Listener], socks: SocksProxy
) -> None:
    server.page("/", "through")
    guarded = started(SocksProxy("me", "p:w"))
    url = server.url()
    assert client(proxy=f"socks5://me:p%3Aw@127.0.0.1:{guarded.port}").fetch(Request(url)).body == b"through"
    with pytest.raises(errors.AuthInvalid):
        client(proxy=f"socks5://me:no@127.0.0.1:{guarded.port}").fetch(Request(url))
    with pytest.raises(errors.AuthMissing) as asked:
        client(proxy=f"socks5://127.0.0.1:{guarded.port}").fetch(Request(url))
    assert "--proxy socks5://NAME:PASSWORD@" in asked.value.suggestion, "--user is for the site"
    with socket.create_server(("127.0.0.1", 0)) as listener:
        closed = listener.getsockname()[1]
    with pytest.raises(errors.ProxyFailed, match="refused"):
        client(proxy=f"socks5://127.0.0.1:{socks.port}").fetch(Request(f"http://127.0.0.1:{closed}/"))
    other = started(HttpProxy())
    other.talk = lambda sock, number: sock.sendall(b"HTTP/1.1 400 Bad\r\n\r\n")
    with pytest.raises(errors.ProxyFailed, match="SOCKS5"):
        client(proxy=f"socks5://127.0.0.1:{other.port}").fetch(Request(url))
    with pytest.raises(errors.ProxyFailed):
        client(proxy=f"socks5://127.0.0.1:{closed}").fetch(Request(url))


def test_socks_4_is_given_an_address_and_4a_a_name(
    server: Server, client: Make, started: Callable[[Listener], Listener], socks: SocksProxy
) -> None:
    server.page("/", "through")
    socks.hosts["only-there.invalid:80"] = ("127.0.0.1", server.port)
    there = client(proxy=f"socks4a://127.0.0.1:{socks.port}")
    assert there.fetch(Request("http://only-there.invalid/")).body == b"through"
    here = client(proxy=f"socks4://127.0.0.1:{socks.port}")
    assert here.fetch(Request(server.url("/", "localhost"))).body == b"through"
    assert socks.log == [("only-there.invalid", 80), ("127.0.0.1", server.port)]
    guarded = started(SocksProxy("me", "unused"))
    assert client(proxy=f"socks4://me@127.0.0.1:{guarded.port}").fetch(Request(server.url())).body == b"through"
    with pytest.raises(errors.AuthInvalid):
        client(proxy=f"socks4://127.0.0.1:{guarded.port}").fetch(Request(server.url()))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        closed = listener.getsockname()[1]
    with pytest.raises(errors.ProxyFailed, match="refused"):
        here.fetch(Request(f"http://127.0.0.1:{closed}/"))
    with pytest.raises(errors.ProxyFailed, match="IPv6"):
        here.fetch(Request(f"http://[::1]:{closed}/"))
    other = started(HttpProxy())
    other.talk = lambda sock, number: sock.sendall(b"HTTP/1.1 400 Bad\r\n\r\n")
    with pytest.raises(errors.ProxyFailed, match="SOCKS4"):
        client(proxy=f"socks4://127.0.0.1:{other.port}").fetch(Request(server.url()))


def test_tls_and_http2_go_through_tunnels(
    h2_server: H2Server,
    client: Make,
    ca_file: Path,
    authority: Authority,
    proxy: HttpProxy,
    socks: SocksProxy,
    started: Callable[[Listener], Listener],
) -> None:
    h2_server.page("/", "x" * 100_000)
    over_tls = started(HttpProxy(tls=authority.context()))
    assert isinstance(over_tls, HttpProxy)
    for way in (proxy.url, f"socks5h://127.0.0.1:{socks.port}", over_tls.url):
        http = client(proxy=way, cacert=str(ca_file))
        for _ in range(2):
            response = http.fetch(Request(h2_server.url()))
            assert response.body == b"x" * 100_000 and response.http_version == "HTTP/2" and response.error is None
    assert [asked.target for asked in proxy.log] == [f"127.0.0.1:{h2_server.port}"]
    assert [asked.method for asked in over_tls.log] == ["CONNECT"]
    assert all(asked.header("authorization") is None for asked in proxy.log)


def test_plain_http_goes_in_absolute_form(server: Server, client: Make, proxy: HttpProxy) -> None:
    server.page("/a", "through")
    response = client(proxy=proxy.url).fetch(Request(server.url("/a?q#f").replace("//", "//me:pw@")))
    assert response.body == b"through" and response.url == server.url("/a?q#f")
    assert proxy.log[0].target == server.url("/a?q")


def test_a_proxy_with_sign_in(
    server: Server, tls_server: Server, client: Make, ca_file: Path, started: Callable[[Listener], Listener]
) -> None:
    guarded = started(HttpProxy("me", "hunter2"))
    for origin in (server, tls_server):
        origin.page("/", "through")
        right = client(proxy=f"http://me:hunter2@127.0.0.1:{guarded.port}", cacert=str(ca_file))
        assert right.fetch(Request(origin.url())).body == b"through"
        assert origin.log[-1].header("proxy-authorization") is None
        for userinfo, kind in (("", errors.AuthMissing), ("me:wrong@", errors.AuthInvalid)):
            http = client(proxy=f"http://{userinfo}127.0.0.1:{guarded.port}", cacert=str(ca_file))
            if origin is server:
                error = http.fetch(Request(origin.url(), user="site:credentials")).error
            else:
                with pytest.raises(errors.HttpClientError) as caught:
                    http.fetch(Request(origin.url()))
                error = caught.value
            assert type(error) is kind and error.http_status == 407 and "hunter2" not in str(error.as_dict())
            assert kind is errors.AuthInvalid or "--proxy" in error.suggestion  # --user is for the page


def test_a_proxy_with_digest(
    server: Server, tls_server: Server, client: Make, ca_file: Path, started: Callable[[Listener], Listener]
) -> None:
    for origin in (server, tls_server):
        guarded = started(HttpProxy("me", "hunter2", digest=True))
        assert isinstance(guarded, HttpProxy)
        origin.page("/", "through")
        right = client(proxy=f"http://me:hunter2@127.0.0.1:{guarded.port}", cacert=str(ca_file))
        assert right.fetch(Request(origin.url())).body == b"through"
        assert [kind(asked) for asked in guarded.log] == ["Basic", "Digest"]
        origin.on("/close", lambda asked, talk: (talk.close(), talk.reply("again")))
        assert right.fetch(Request(origin.url("/close"))).body == b"again"
        guarded.nonces.append("second")
        assert right.fetch(Request(origin.url("/"))).body == b"through"  # the nonce is known to be old only then
        assert "Basic" not in [kind(asked) for asked in guarded.log[1:]]
        assert origin.log[-1].header("proxy-authorization") is None


@pytest.mark.parametrize("userinfo", ["", "me:wrong@"])
def test_a_proxy_with_digest_that_refuses(
    server: Server, client: Make, started: Callable[[Listener], Listener], userinfo: str
) -> None:
    guarded = started(HttpProxy("me", "hunter2", digest=True))
    assert isinstance(guarded, HttpProxy)
    expected = errors.AuthInvalid if userinfo else errors.AuthMissing
    http = client(proxy=f"http://{userinfo}127.0.0.1:{guarded.port}")
    assert type(http.fetch(Request(server.url())).error) is expected
    asked = len(guarded.log)
    with pytest.raises(expected):
        http.fetch(Request("https://127.0.0.1:1/"))
    assert asked <= 2 and len(guarded.log) <= asked + 2
    assert server.log == []


def test_a_proxy_that_calls_every_answer_stale_is_given_up(
    client: Make, started: Callable[[Listener], Listener]
) -> None:
    tireless = started(Server())
    assert isinstance(tireless, Server)
    challenge = [("Proxy-Authenticate", 'Digest realm="r", nonce="n", stale=true')]
    tireless.on("http://example.test/", lambda asked, talk: talk.reply("no", 407, challenge))
    tireless.on("example.test:443", lambda asked, talk: talk.reply("no", 407, challenge))
    http = client(proxy=tireless.url("").replace("//", "//me:pw@"))
    assert type(http.fetch(Request("http://example.test/")).error) is errors.AuthInvalid
    assert len(tireless.log) == proxies.ROUNDS
    with pytest.raises(errors.AuthInvalid):
        http.fetch(Request("https://example.test/"))
    assert len(tireless.log) == 2 * proxies.ROUNDS


def kind(asked: Asked) -> str:
    return (asked.header("proxy-authorization") or "").partition(" ")[0]


def test_a_proxy_that_is_not_there_or_refuses(client: Make, proxy: HttpProxy, server: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        closed = listener.getsockname()[1]
    for url in (server.url(), "https://127.0.0.1:1/"):
        with pytest.raises(errors.ProxyFailed) as caught:
            client(proxy=f"http://127.0.0.1:{closed}").fetch(Request(url))
        assert caught.value.number == 109
    server.page("/", "no proxy at all", status=405)
    with pytest.raises(errors.ProxyFailed, match="404"):
        client(proxy=server.url()).fetch(Request("https://127.0.0.1:1/"))


def test_the_environment_names_the_proxy(
    server: Server, client: Make, proxy: HttpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.page("/", "through")
    monkeypatch.setenv("http_proxy", proxy.url)
    client().fetch(Request(server.url()))
    assert len(proxy.log) == 1
    client(proxy="").fetch(Request(server.url()))
    client(no_proxy="127.0.0.1").fetch(Request(server.url()))
    monkeypatch.setenv("NO_PROXY", "example.org, 127.0.0.0/8")
    client().fetch(Request(server.url()))
    assert len(proxy.log) == 1


@pytest.mark.parametrize(
    ("environ", "url", "port"),
    [
        ({"http_proxy": "h:1"}, "http://a/", 1),
        ({"http_proxy": "h:1"}, "https://a/", 0),
        ({"HTTP_PROXY": "h:1"}, "http://a/", 1),
        ({"HTTP_PROXY": "h:1", "REQUEST_METHOD": "GET"}, "http://a/", 0),
        ({"HTTPS_PROXY": "h:1"}, "https://a/", 1),
        ({"https_proxy": "h:1", "HTTPS_PROXY": "h:2"}, "https://a/", 1),
        ({"ALL_PROXY": "h:1"}, "https://a/", 1),
        ({"all_proxy": "h:1", "https_proxy": "h:2"}, "https://a/", 2),
        ({"http_proxy": "h:1", "no_proxy": "*"}, "http://a/", 0),
        ({"http_proxy": "h:1", "no_proxy": "a"}, "http://a/", 0),
        ({"http_proxy": "h:1", "no_proxy": "b.c"}, "http://a.b.c/", 0),
        ({"http_proxy": "h:1", "no_proxy": ".b.c"}, "http://a.b.c/", 0),
        ({"http_proxy": "h:1", "no_proxy": "*.b.c"}, "http://a.b.c/", 0),
        ({"http_proxy": "h:1", "no_proxy": "b.c"}, "http://ab.c/", 1),
        ({"http_proxy": "h:1", "no_proxy": "A:81 b"}, "http://a:81/", 0),
        ({"http_proxy": "h:1", "no_proxy": "a:82"}, "http://a:81/", 1),
        ({"http_proxy": "h:1", "no_proxy": "[::1]"}, "http://[::1]/", 0),
        ({"http_proxy": "h:1", "no_proxy": "10.0.0.0/8"}, "http://10.2.3.4/", 0),
        ({"http_proxy": "h:1", "no_proxy": "10.0.0.0/8"}, "http://11.2.3.4/", 1),
        ({"http_proxy": "h:1", "no_proxy": "fd00::/8"}, "http://[fd00::1]/", 0),
        ({"http_proxy": ""}, "http://a/", 0),
    ],
)
def test_which_proxy_the_environment_means(environ: dict[str, str], url: str, port: int) -> None:
    chosen = proxies.choose(parse(url), HttpOptions(), environ)
    assert (chosen.port if chosen else 0) == port


def test_proxy_addresses() -> None:
    assert proxies.parse_proxy("Example.org") == proxies.Proxy("http", "example.org", 80)
    assert proxies.parse_proxy("socks5h://[::1]:9050/") == proxies.Proxy("socks5h", "[::1]", 9050)
    signed_in = proxies.parse_proxy("https://a%40b:c%2Fd@h:8")
    assert signed_in == proxies.Proxy("https", "h", 8, Credentials("a@b", "c/d"))
    for bad in ("ftp://h", "http://", "h:0", "h:99999", "h:port", "socks6://h", "http://me:hunter2@h:x"):
        with pytest.raises(errors.ConfigError) as caught:
            proxies.parse_proxy(bad)
        assert "hunter2" not in str(caught.value)
