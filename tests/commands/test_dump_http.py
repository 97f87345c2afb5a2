"""Pages over HTTP/1.1, HTTP/2 and TLS, as the command line shows them."""

from __future__ import annotations

import gzip
import json
import ssl
import sys
import threading
import zlib
from base64 import b64encode
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import brotli
import pytest
from dumping import dump
from servers import HttpProxy, Server, SocksProxy

from lightterm import __version__

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servers import Asked, Authority, H2Server, Talk

PAGE = "<title>Tides</title><h1>Tides</h1><p>High at <a href='/six'>six</a>."
SHOWN = "# Tides\n\nHigh at [1]six.\n"


def body(text: str) -> str:
    """What stands between title, address and references."""
    return text.partition("\n\n")[2].partition("\n\nReferences\n")[0] + "\n"


@pytest.mark.covers("LB-14")
def test_a_page_over_http(server: Server) -> None:
    url = server.page("/", PAGE + "<script>document.write('<p>written by script')</script>")
    done = dump("--tier", "1", url)
    assert done.code == 0 and "probably not all" in done.errors
    assert done.text == f"Tides\n{url}\n\n{SHOWN}\nReferences\n\n[1] {server.url('/six')}\n"
    assert len(server.log) == 1


@pytest.mark.covers("LBX-19")
def test_a_bare_host(server: Server) -> None:
    server.page("/", PAGE)
    for typed in (f"localhost:{server.port}", f"127.0.0.1:{server.port}/", f"localhost:{server.port}/#top"):
        done = dump(typed)
        assert (done.code, body(done.text)) == (0, SHOWN)


def test_http_2(h2_server: H2Server, ca_file: Path) -> None:
    url = h2_server.page("/", PAGE)
    done = dump("--cacert", str(ca_file), "-v", url)
    assert done.code == 0 and body(done.text) == SHOWN
    assert "status 200 HTTP/2" in done.errors
    assert h2_server.log[0].version == "HTTP/2"


def test_http_2_can_be_left_out(authority: Authority, ca_file: Path, config: Callable[[str], Path]) -> None:
    config("network: {http2: false}")
    context = authority.context()
    context.set_alpn_protocols(["h2", "http/1.1"])
    server = Server(context)
    url = server.page("/", PAGE)
    done = dump("--cacert", str(ca_file), "-v", url)
    server.stop()
    assert done.code == 0 and "status 200 HTTP/1.1" in done.errors


def test_chunks(server: Server) -> None:
    def chunks(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "text/html"), ("Transfer-Encoding", "chunked")])
        for piece in (PAGE[:9], PAGE[9:30], PAGE[30:], ""):
            talk.chunk(piece.encode())

    server.on("/", chunks)
    done = dump(server.url())
    assert (done.code, body(done.text)) == (0, SHOWN)


@pytest.mark.parametrize(
    ("coding", "pack"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress), ("zstd", zstd.compress)],
)
def test_compressed_bodies(server: Server, coding: str, pack: Callable[[bytes], bytes]) -> None:
    url = server.page("/", pack(PAGE.encode()), headers=[("Content-Encoding", coding)])
    done = dump(url)
    assert (done.code, body(done.text)) == (0, SHOWN)
    assert coding in (server.log[0].header("accept-encoding") or "")


# --- TLS


def test_tls_with_a_ca_of_one_s_own(tls_server: Server, ca_file: Path) -> None:
    url = tls_server.page("/", PAGE)
    assert dump("--cacert", str(ca_file), url).code == 0


def test_ssl_cert_file_is_obeyed(tls_server: Server, ca_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = tls_server.page("/", PAGE)
    monkeypatch.setenv("SSL_CERT_FILE", str(ca_file))
    done = dump(url)
    assert (done.code, body(done.text)) == (0, SHOWN)


@pytest.mark.covers("LBX-51")
@pytest.mark.parametrize(
    ("names", "options", "why"),
    [
        (("example.org",), {}, "its certificate is not for this address"),
        (("127.0.0.1",), {"not_after": datetime(2020, 1, 1, tzinfo=UTC)}, "its certificate has expired"),
    ],
)
def test_a_bad_certificate(
    authority: Authority, ca_file: Path, names: tuple[str, ...], options: dict[str, object], why: str
) -> None:
    server = Server(authority.context(*names, **options))
    url = server.page("/", PAGE)
    refused = dump("--cacert", str(ca_file), url)
    excepted = dump("--cacert", str(ca_file), "--insecure", "127.0.0.1", url)
    other = dump("--cacert", str(ca_file), "--insecure", "example.net", url)
    server.stop()
    assert (refused.code, refused.text) == (35, "")
    assert why in refused.errors and "--insecure HOST" in refused.errors and refused.errors.count("\n") == 1
    assert (excepted.code, body(excepted.text)) == (0, SHOWN)
    assert other.code == 35


@pytest.mark.covers("LB-135")
def test_an_unknown_authority(tls_server: Server) -> None:
    tls_server.page("/", PAGE)
    done = dump(tls_server.url())
    assert done.code == 35 and "authority" in done.errors


def test_a_client_certificate(authority: Authority, ca_file: Path, tmp_path: Path) -> None:
    context = authority.context()
    context.verify_mode = ssl.CERT_REQUIRED
    authority.trust(context)
    server = Server(context)
    url = server.page("/", PAGE)
    mine = authority.issue("ann@example.org")
    certificate, key = str(tmp_path / "mine.pem"), str(tmp_path / "mine.key")
    mine.cert_chain_pems[0].write_to_path(certificate)
    mine.private_key_pem.write_to_path(key)
    known = dump("--cacert", str(ca_file), "--cert", certificate, "--key", key, url)
    unknown = dump("--cacert", str(ca_file), url)
    empty = dump("--cacert", str(ca_file), "--cert", key, url)
    server.stop()
    assert (known.code, body(known.text)) == (0, SHOWN)
    assert unknown.code == 35 and "client certificate" in unknown.errors
    assert empty.code == 2 and "PEM" in empty.errors


# --- redirects


@pytest.mark.covers("LB-36", "LBX-47")
def test_redirects_and_their_chain(server: Server) -> None:
    url = server.page("/here", PAGE)
    server.redirect("/b", "/here", 307)
    start = server.redirect("/a", "/b", 301)
    done = dump("-v", start)
    assert done.code == 0 and done.text.startswith(f"Tides\n{url}\n")
    assert f"redirect 301: {start} -> {server.url('/b')}\n" in done.errors
    assert f"redirect 307: {server.url('/b')} -> {url}\n" in done.errors
    assert "redirect" not in dump(start).errors


def test_a_redirect_is_shown_where_that_is_asked_for(server: Server) -> None:
    server.redirect("/a", "/b")
    done = dump("--no-redirects", "--head", server.url("/a"))
    assert done.text.startswith("HTTP/1.1 302 ") and "Location: /b" in done.text
    assert [asked.path for asked in server.log] == ["/a"]


@pytest.mark.covers("LB-125")
def test_redirects_end(server: Server) -> None:
    for number in range(12):
        server.redirect(f"/{number}", f"/{number + 1}")
    done = dump("-v", server.url("/0"))
    assert done.code == 47
    assert "more than 10 redirects" in done.errors
    assert f"redirect 302: {server.url('/9')} -> {server.url('/10')}" in done.errors
    assert "moved" in done.text


def test_a_redirect_to_a_file_is_refused(server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the secret")
    done = dump(server.redirect("/", secret.as_uri()))
    assert done.code == 4 and "the secret" not in done.text and "moved" in done.text
    assert f"the redirect leads to {secret.as_uri()}, and only http and https are followed\n" in done.errors


def test_a_refresh_header_is_followed(server: Server) -> None:
    server.page("/old", "gone", headers=[("Refresh", "0; url=/")])
    server.page("/", PAGE)
    done = dump("-v", server.url("/old"))
    assert (done.code, body(done.text)) == (0, SHOWN)
    assert f"redirect refresh: {server.url('/old')} -> {server.url('/')}" in done.errors


def test_a_meta_refresh_is_followed_with_what_was_asked_for(server: Server) -> None:
    server.page("/old", "<meta http-equiv=refresh content='1; url=/echo'>gone")
    given = ("-H", "X-Token: t", "-H", "X-Colour: red", "--user", "ann:pw")
    done = dump("--source", *given, server.url("/old"))
    assert "gone" in done.text  # the source of a page is its own
    done = dump(*given, server.url("/old"))
    asked = server.asked("/echo")[0]
    assert done.code == 0
    assert asked.header("x-token") == "t" and asked.header("x-colour") == "red"
    assert asked.header("referer") == server.url("/old")
    assert (asked.header("authorization") or "").startswith("Basic ")


def test_a_meta_refresh_to_another_origin_takes_no_secrets(server: Server) -> None:
    other = Server()
    server.page("/", f"<meta http-equiv=refresh content='0; url={other.url('/echo')}'>")
    dump("-H", "X-Token: t", "-H", "X-Colour: red", "--user", "ann:pw", server.url())
    other.stop()
    assert other.log[0].header("x-colour") == "red"
    assert other.log[0].header("x-token") is None and other.log[0].header("authorization") is None


def test_a_loop_of_refreshes_ends(server: Server) -> None:
    server.page("/a", "<meta http-equiv=refresh content='0; url=/b'>one")
    server.page("/b", "<meta http-equiv=refresh content='0; url=/a'>two")
    done = dump(server.url("/a"))
    assert done.code == 47 and "more than 10 redirects" in done.errors
    assert ("one" in done.text) != ("two" in done.text)
    assert len(server.log) == 11


def test_a_page_that_reloads_itself_or_late_is_the_page(server: Server) -> None:
    server.page("/itself", "<meta http-equiv=refresh content='0; url=/itself#top'><p>news")
    server.page("/late", "<meta http-equiv=refresh content='30; url=/'><p>read me first")
    for path, words in (("/itself", "news"), ("/late", "read me first")):
        done = dump(server.url(path))
        assert done.code == 0 and words in done.text
    assert len(server.log) == 2


def test_a_refresh_that_fails_leaves_the_page(server: Server, impatient: None) -> None:
    url = server.page("/", "<meta http-equiv=refresh content='0; url=http://127.0.0.1:1/'><p>We have moved.")
    done = dump(url)
    assert done.code == 7 and "We have moved." in done.text
    assert done.errors.count("\n") == 1 and "refused the connection" in done.errors


def test_a_refresh_into_a_script_or_a_file_is_not_followed(server: Server, tmp_path: Path) -> None:
    for target in ("javascript:alert(1)", (tmp_path / "x").as_uri(), "data:text/html,other"):
        url = server.page("/", f'<meta http-equiv=refresh content="0; url={target}"><p>stay')
        done = dump(url)
        assert done.code == 0 and "\nstay\n" in done.text and "\nother" not in done.text


# --- retries and time


@pytest.mark.covers("LB-124")
def test_what_failed_in_passing_is_asked_again(server: Server, config: Callable[[str], Path]) -> None:
    config("network: {retry_backoff: 0.01}")
    busy: Callable[[Asked, Talk], None] = lambda asked, talk: talk.reply("busy", 503)  # noqa: E731
    url = server.replies("/", busy, busy, lambda asked, talk: talk.reply(PAGE))
    done = dump("-v", url)
    assert (done.code, body(done.text)) == (0, SHOWN)
    assert len(server.log) == 3 and "asked 3 times" in done.errors


def test_a_post_is_never_asked_again(server: Server, config: Callable[[str], Path]) -> None:
    config("network: {retry_backoff: 0.01}")
    server.on("/", lambda asked, talk: talk.reply("busy", 503))
    assert dump("--data", "a=1", server.url()).code == 23
    assert len(server.log) == 1


@pytest.mark.covers("LB-148", "LBX-6")
def test_the_time_limit_shows_what_came(server: Server) -> None:
    def slow(asked: Asked, talk: Talk) -> None:
        talk.head(200, [("Content-Type", "text/html")])
        talk.send(b"<h1>First</h1><p>and then nothing")
        talk.hold()

    server.on("/", slow)
    done = dump("--timeout", "1.5", server.url())
    assert done.code == 28
    assert "# First\n\nand then nothing\n" in done.text
    assert done.errors.count("\n") == 1 and "1.5 s" in done.errors and "--timeout" not in done.text


def test_refreshes_share_the_time_limit(server: Server) -> None:
    server.page("/", "<meta http-equiv=refresh content='0; url=/slow'><p>wait for it")
    server.on("/slow", lambda asked, talk: talk.hold())
    done = dump("--timeout", "0.4", server.url())
    assert done.code == 28 and "wait for it" in done.text


# --- who asks


@pytest.mark.covers("LB-107", "LB-177", "LB-185", "LBX-9", "LB-128")
def test_the_user_agent(server: Server, config: Callable[[str], Path]) -> None:
    def agent(*options: str) -> str:
        dump(*options, server.url("/echo"))
        return server.log[-1].header("user-agent") or ""

    assert agent() == f"lightterm/{__version__}"
    assert agent("--user-agent", "Mine/1") == "Mine/1"
    assert agent("-u", "Mine/2") == "Mine/2"
    stealthy = agent("--stealth")
    assert stealthy.startswith("Mozilla/5.0 (") and "lightterm" not in stealthy
    assert server.log[-1].header("upgrade-insecure-requests") and "lightterm" not in str(server.log[-1].headers)
    config("antibot: {mode: custom, user_agent: 'Custom/3'}")
    assert agent() == "Custom/3"


@pytest.mark.covers("LBX-10")
def test_headers_data_and_method(server: Server) -> None:
    def echo(*options: str, stdin: bytes = b"") -> dict[str, object]:
        found: dict[str, object] = json.loads(dump("--source", *options, server.url("/echo"), stdin=stdin).text)
        return found

    asked = echo("-H", "X-One: 1", "--header", "Accept: text/plain")
    assert ["X-One", "1"] in asked["headers"] and ["Accept", "text/plain"] in asked["headers"]
    assert asked["method"] == "GET"
    asked = echo("--data", "a=b&c=d")
    assert (asked["method"], asked["body"]) == ("POST", "a=b&c=d")
    assert ["Content-Type", "application/x-www-form-urlencoded"] in asked["headers"]
    asked = echo("--data", "@-", "-X", "put", "-H", "Content-Type: text/plain", stdin=b"from a pipe\n")
    assert (asked["method"], asked["body"]) == ("PUT", "from a pipe")
    assert ["Content-Type", "text/plain"] in asked["headers"]


def test_basic_authentication(server: Server) -> None:
    def guard(asked: Asked, talk: Talk) -> None:
        if asked.header("authorization") == "Basic " + b64encode(b"ann:s3cret").decode():
            talk.reply(PAGE)
        else:
            talk.reply("<p>who?", 401, [("WWW-Authenticate", 'Basic realm="x"')])

    server.on("/", guard)
    assert dump("--user", "ann:s3cret", server.url()).code == 0
    with_them = server.url().replace("//", "//ann:s3cret@")
    done = dump("-v", with_them)
    assert done.code == 0 and body(done.text) == SHOWN
    assert "s3cret" not in done.text + done.errors and "ann" not in done.text + done.errors
    for options, words in (((), "asks for a name and password"), (("--user", "ann:wrong"), "is not accepted")):
        done = dump(*options, server.url())
        assert done.code == 24 and words in done.errors and "who?" in done.text
        assert "wrong" not in done.errors


def test_digest_authentication(server: Server) -> None:
    def guard(asked: Asked, talk: Talk) -> None:
        given = asked.header("authorization") or ""
        if given.startswith("Digest ") and 'username="ann"' in given and "s3cret" not in given:
            talk.reply(PAGE)
        else:
            talk.reply("no", 401, [("WWW-Authenticate", 'Digest realm="x", nonce="n", qop="auth", algorithm=MD5')])

    server.on("/", guard)
    done = dump("--user", "ann:s3cret", server.url())
    assert (done.code, body(done.text)) == (0, SHOWN)


@pytest.mark.parametrize("typed", ["http://{0}127.0.0.1:1/x", "{0}127.0.0.1:1/x", "http:{0}127.0.0.1:1/x", "{0}lo/x"])
@pytest.mark.parametrize("secret", ["ann:s3cret@", "ann:s3/cret@", "ann:s3cr%65t@"])
def test_a_password_is_never_shown(typed: str, secret: str, impatient: None) -> None:
    for options in ((), ("-v",), ("--links", "osc8"), ("--head",), ("--source",), ("--download",)):
        done = dump(*options, typed.format(secret))
        assert done.code and done.errors.count("\n") == 1
        assert "s3" not in done.errors + done.text and "cr" not in done.errors.replace("script", "")


def test_a_page_s_own_links_are_shown_without_passwords(server: Server) -> None:
    url = server.page("/", "<a href='http://ann:s3cret@example.org/'>in</a>")
    for style in ("refs", "inline", "only", "osc8"):
        for color in ("always", "never"):
            done = dump("--links", style, "--color", color, url)
            assert "example.org/" in done.text and "s3cret" not in done.text


# --- proxies


def test_the_environment_s_proxy(server: Server, proxy: HttpProxy, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy.hosts["tides.test:80"] = ("127.0.0.1", server.port)
    server.page("/", PAGE)
    monkeypatch.setenv("http_proxy", proxy.url)
    done = dump("http://tides.test/")
    assert (done.code, body(done.text)) == (0, SHOWN)
    assert proxy.log[0].target == "http://tides.test/"
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert dump(server.url()).code == 0
    assert dump("--no-proxy", "http://tides.test/").code == 6
    assert len(proxy.log) == 1


@pytest.mark.covers("LBX-50")
def test_proxies_asked_for(server: Server, socks: SocksProxy) -> None:
    server.page("/", PAGE)
    assert dump("--proxy", f"socks5h://127.0.0.1:{socks.port}", server.url()).code == 0
    assert socks.log == [("127.0.0.1", server.port)]
    http = HttpProxy("ann", "s3cret")
    done = dump("--proxy", f"http://ann:s3cret@127.0.0.1:{http.port}", "-v", server.url())
    refused = dump("--proxy", f"http://ann:wr0ng@127.0.0.1:{http.port}", "-v", server.url())
    http.stop()
    assert done.code == 0 and "s3cret" not in done.errors
    assert refused.code == 24 and "wr0ng" not in refused.errors and "proxy" in refused.errors


def test_a_dead_proxy(impatient: None) -> None:
    done = dump("--proxy", "http://ann:s3cret@127.0.0.1:1", "http://example.org/")
    assert done.code == 9 and "proxy" in done.errors and "s3cret" not in done.errors


# --- several URLs


def test_the_next_host_is_connected_to_meanwhile(server: Server) -> None:
    """The first page is not sent before the second server has been connected to."""
    other = Server()
    other.page("/", "<p>second")
    connected = threading.Event()
    accept = other.talk

    def talk(sock: object, number: int) -> None:
        connected.set()
        accept(sock, number)  # type: ignore[arg-type]

    other.talk = talk  # type: ignore[method-assign, assignment]
    server.on("/", lambda asked, talk: talk.reply("<p>first" if connected.wait(10) else "<p>alone"))
    done = dump(server.url(), other.url())
    other.stop()
    assert done.code == 0
    assert "first" in done.text and "second" in done.text
    assert (server.connections, other.connections) == (1, 1)


def test_one_connection_serves_several_pages_of_a_host(server: Server) -> None:
    server.page("/a", "<p>one")
    server.page("/b", "<p>two")
    assert dump(server.url("/a"), server.url("/b"), server.url("/a")).code == 0
    assert server.connections == 1
