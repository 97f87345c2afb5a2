"""TLS over real servers: trust, its failures in words, exceptions, client certificates; and HTTP/2."""

from __future__ import annotations

import json
import os
import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from hyperframe.frame import GoAwayFrame
from servers import Authority, H2Server, H2Talk, Server

from lightterm import errors
from lightterm.commands.advice import advice
from lightterm.fetch.cache import HttpCache
from lightterm.fetch.clock import Cancel
from lightterm.fetch.hsts import HstsStore
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from servers import Asked, Talk

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


@pytest.fixture
def serve() -> Iterator[Callable[[ssl.SSLContext], Server]]:
    """Starts TLS servers with a context of the test's own."""
    made: list[Server] = []

    def start(context: ssl.SSLContext) -> Server:
        made.append(Server(context))
        made[-1].page("/", "secret")
        return made[-1]

    yield start
    for each in made:
        each.stop()


@pytest.mark.covers("LB-135", "LBX-51")
def test_an_unknown_authority_is_refused_unless_given_or_excepted(
    tls_server: Server, client: Make, ca_file: Path
) -> None:
    tls_server.page("/", "secret")
    with pytest.raises(errors.TlsFailed) as caught:
        client(retries=2).fetch(Request(tls_server.url()))
    fault = caught.value
    assert (fault.number, fault.code, fault.exit_code) == (103, "NETWORK_TLS_FAILED", 35)
    assert fault.context["check"] == "unknown-ca" and "127.0.0.1" in fault.message and fault.actions
    assert tls_server.connections == 1
    assert client(cacert=str(ca_file)).fetch(Request(tls_server.url())).body == b"secret"
    for excepted in ("127.0.0.1", f"127.0.0.1:{tls_server.port}"):
        assert client(insecure_hosts=(excepted,)).fetch(Request(tls_server.url())).body == b"secret"
    for other in ("localhost", "127.0.0.1:1", ""):
        with pytest.raises(errors.TlsFailed):
            client(insecure_hosts=(other,)).fetch(Request(tls_server.url()))


def test_each_failed_check_has_its_name(
    authority: Authority, client: Make, ca_file: Path, tmp_path: Path, serve: Callable[[ssl.SSLContext], Server]
) -> None:
    past = datetime.now(UTC) - timedelta(days=1)
    other = Authority()
    for context, check, word in (
        (authority.context(not_after=past), "expired", "expired"),
        (authority.context("elsewhere.example"), "wrong-host", "for"),
        (other.context(), "unknown-ca", "authority"),
        (other.self_signed(str(tmp_path / "alone.pem")), "self-signed", "self-signed"),
    ):
        with pytest.raises(errors.TlsFailed) as caught:
            client(cacert=str(ca_file)).fetch(Request(serve(context).url()))
        assert caught.value.context["check"] == check, caught.value.message
        assert word in caught.value.message and "127.0.0.1" in caught.value.message


def test_the_environment_names_the_trusted_certificates(
    tls_server: Server, client: Make, ca_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls_server.page("/", "secret")
    monkeypatch.setenv("SSL_CERT_FILE", str(ca_file))
    assert client().fetch(Request(tls_server.url())).body == b"secret"
    monkeypatch.setenv("SSL_CERT_FILE", str(ca_file) + ".none")
    with pytest.raises(errors.ConfigError):
        client().fetch(Request(tls_server.url()))


def test_files_that_cannot_be_read_are_named(tls_server: Server, client: Make, ca_file: Path) -> None:
    for options in ({"cacert": "/no/such/ca.pem"}, {"client_cert": ("/no/such/cert.pem", "")}):
        with pytest.raises(errors.ConfigError, match="/no/such/"):
            client(**options).fetch(Request(tls_server.url()))


def asking(authority: Authority) -> ssl.SSLContext:
    """That of a server which lets in those alone whom the authority knows."""
    context = authority.context()
    context.verify_mode = ssl.CERT_REQUIRED
    authority.trust(context)
    return context


def test_a_client_certificate_is_shown_to_a_server_that_asks(
    authority: Authority, client: Make, ca_file: Path, tmp_path: Path, serve: Callable[[ssl.SSLContext], Server]
) -> None:
    server = serve(asking(authority))
    mine = authority.issue("me@example.org")
    mine.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "me.pem"))
    http = client(cacert=str(ca_file), client_cert=(str(tmp_path / "me.pem"), ""))
    assert http.fetch(Request(server.url())).body == b"secret"
    with pytest.raises(errors.TlsFailed, match="client certificate") as raised:
        client(cacert=str(ca_file)).fetch(Request(server.url()))
    assert [advice(action) for action in raised.value.actions] == ["Give yours (:site network.client_cert FILE)."]


def test_the_key_of_a_client_certificate_may_have_a_pass_phrase(
    authority: Authority, client: Make, ca_file: Path, tmp_path: Path, serve: Callable[[ssl.SSLContext], Server]
) -> None:
    """OpenSSL itself would ask for it at the terminal, over the page."""
    server = serve(asking(authority))
    mine = authority.issue("me@example.org")
    names = certificate, key, right, wrong = [str(tmp_path / name) for name in ("me.pem", "me.key", "right", "wrong")]
    plain = load_pem_private_key(mine.private_key_pem.bytes(), None)
    mine.cert_chain_pems[0].write_to_path(certificate)
    form = (Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"open it"))
    for name, data in zip(names[1:], (plain.private_bytes(*form), b"open it\nx", b"no\n"), strict=True):
        Path(name).write_bytes(data)
    shown = {"cacert": str(ca_file), "client_cert": (certificate, key)}
    assert client(**shown, client_key_password_file=right).fetch(Request(server.url())).body == b"secret"
    for file, message in (
        ("", "client_key_password_file"),
        (wrong, "wrong is not the pass phrase"),
        ("/n/o", "/n/o: "),
    ):
        with pytest.raises(errors.ConfigError, match=message):
            client(**shown, client_key_password_file=file).fetch(Request(server.url()))


def test_what_an_exception_or_a_certificate_opened_is_not_kept(
    authority: Authority, client: Make, ca_file: Path, tmp_path: Path, serve: Callable[[ssl.SSLContext], Server]
) -> None:
    """Kept, it would be shown later to who made no exception and has no certificate."""
    server = serve(authority.context())
    server.page("/kept", "secret", headers=[("Cache-Control", "max-age=600")])
    authority.issue("me@example.org").private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "me.pem"))
    cache = {"cache": HttpCache(str(tmp_path / "cache.db"), 1_000_000)}
    ours = {"cacert": str(ca_file)}
    for options in ({"insecure_hosts": ("127.0.0.1",)}, {**ours, "client_cert": (str(tmp_path / "me.pem"), "")}, ours):
        with pytest.raises(errors.NotCached):
            client(cache, **ours).fetch(Request(server.url("/kept"), freshness="cached"))
        assert client(cache, **options).fetch(Request(server.url("/kept"))).body == b"secret"
    assert client(cache, **ours).fetch(Request(server.url("/kept"))).from_cache
    with pytest.raises(errors.TlsFailed):  # the CA given stands for the system's
        client(cacert=Authority().write(str(tmp_path / "other.pem"))).fetch(Request(server.url("/kept")))


def test_plain_http_on_a_tls_port_is_explained(server: Server, client: Make) -> None:
    def say_plain(sock: object, number: int) -> None:
        sock.recv(10)
        sock.sendall(b"HTTP/1.0 400 Bad\r\n\r\n")

    server.talk = say_plain
    with pytest.raises(errors.TlsFailed, match="http://"):
        client().fetch(Request(server.url().replace("http:", "https:")))


def test_a_silent_handshake_ends_in_time_and_by_cancel(server: Server, client: Make) -> None:
    asked = threading.Event()

    def stay_silent(sock: object, number: int) -> None:
        sock.recv(10)
        asked.set()
        server.stopping.wait(10)

    server.talk = stay_silent
    url = server.url().replace("http:", "https:")
    with pytest.raises(errors.TimedOut):
        client(connect_timeout=0.3).fetch(Request(url))
    asked.clear()
    cancel = Cancel()
    thread = threading.Thread(target=lambda: (asked.wait(10), cancel.cancel()))
    thread.start()
    with pytest.raises(errors.Cancelled):
        client(connect_timeout=20).fetch(Request(url), cancel)
    thread.join(10)


def test_a_body_without_length_needs_the_end_mark_of_tls(tls_server: Server, client: Make, ca_file: Path) -> None:
    """Anybody on the way could otherwise cut a page short unseen."""

    def whole(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\n\r\nall of it")
        talk.close()

    def torn(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\n\r\nhalf of")
        os.close(talk.sock.detach())
        talk.close()

    tls_server.on("/whole", whole)
    tls_server.on("/torn", torn)
    http = client(cacert=str(ca_file))
    response = http.fetch(Request(tls_server.url("/whole")))
    assert response.error is None and response.body == b"all of it"

    response = http.fetch(Request(tls_server.url("/torn")))
    assert isinstance(response.error, errors.CutOff) and response.body == b"half of"


def test_hsts_is_learned_over_checked_tls_and_used(authority: Authority, client: Make, ca_file: Path) -> None:
    server = Server(authority.context("localhost"), host="localhost")
    server.page("/", "secret", headers=[("Strict-Transport-Security", "max-age=600")])
    hsts = HstsStore()
    try:
        plain = server.url().replace("https:", "http:")
        client({"hsts": hsts}, insecure_hosts=("localhost",)).fetch(Request(server.url()))
        assert hsts.upgrade(plain) == plain
        http = client({"hsts": hsts}, cacert=str(ca_file))
        http.fetch(Request(server.url()))
        response = http.fetch(Request(plain + "#part"))
        assert response.url == server.url() + "#part" and response.body == b"secret"
    finally:
        server.stop()


# --- HTTP/2


def over_h2(client: Make, ca_file: Path, **options: object) -> HttpClient:
    return client(cacert=str(ca_file), **options)


class Both(H2Server):
    """HTTP/2, or HTTP/1.1 with who offers nothing else."""

    def __init__(self, tls: ssl.SSLContext) -> None:
        super().__init__(tls)
        tls.set_alpn_protocols(["h2", "http/1.1"])

    def secure(self, sock: socket.socket, context: ssl.SSLContext) -> ssl.SSLSocket:
        return sock if isinstance(sock, ssl.SSLSocket) else super().secure(sock, context)

    def talk(self, sock: socket.socket, number: int) -> None:
        wrapped = self.secure(sock, self._tls)
        (H2Server if wrapped.selected_alpn_protocol() == "h2" else Server).talk(self, wrapped, number)


def test_a_page_that_is_answered_over_http_1_alone_is_asked_for_so(
    authority: Authority, client: Make, ca_file: Path
) -> None:
    """As Apache does where only some pages want a client certificate (RFC 9113, section 7)."""
    server = Both(authority.context())

    def answer(asked: Asked, talk: Talk) -> None:
        if not isinstance(talk, H2Talk):
            talk.reply(asked.method.encode() + asked.body)
        elif asked.target == "/reset":
            talk.rst(0xD)
        else:
            talk.h2.close_connection(error_code=0xD, last_stream_id=0)
            talk.flush()
            talk.close()

    server.page("/", "both")
    try:
        for path in ("/reset", "/away"):
            http = over_h2(client, ca_file)
            server.on(path, answer)
            assert http.fetch(Request(server.url())).http_version == "HTTP/2"
            response = http.fetch(Request(server.url(path)))
            assert (response.http_version, response.body) == ("HTTP/1.1", b"GET"), path
            posted = http.fetch(Request(server.url(path), method="POST", data=b"1"))
            assert (posted.http_version, posted.body) == ("HTTP/1.1", b"POST1"), path
    finally:
        server.stop()


def test_http2_is_spoken_when_the_server_chooses_it(h2_server: H2Server, client: Make, ca_file: Path) -> None:
    text = b"x" * 3_000_000
    h2_server.page("/", text, headers=[("X-One", "1"), ("Set-Cookie", "a=b"), ("Set-Cookie", "c=d")])
    http = over_h2(client, ca_file)
    for _ in range(3):
        response = http.fetch(Request(h2_server.url()))
        assert response.error is None and response.body == text and response.http_version == "HTTP/2"
    assert [value for name, value in response.headers if name == "set-cookie"] == ["a=b", "c=d"]
    assert h2_server.connections == 1
    data = b"y" * 300_000
    seen = json.loads(http.fetch(Request(h2_server.url("/echo?q=1"), method="POST", data=data)).body)
    assert seen["body"] == data.decode() and seen["target"] == "/echo?q=1" and seen["method"] == "POST"
    assert seen["headers"][1][0] == "user-agent"
    response = http.fetch(Request(h2_server.url(), method="HEAD"))
    assert response.error is None and response.body == b"" and response.header("content-length") == "3000000"


def test_http2_can_be_switched_off(authority: Authority, tls_server: Server, client: Make, ca_file: Path) -> None:
    both = authority.context()
    both.set_alpn_protocols(["h2", "http/1.1"])
    server = Server(both)
    server.page("/", "one")
    try:
        http = over_h2(client, ca_file, http2=False)
        assert http.fetch(Request(server.url())).http_version == "HTTP/1.1"
    finally:
        server.stop()


def test_a_reset_stream_keeps_what_came(h2_server: H2Server, client: Make, ca_file: Path) -> None:
    def break_off(asked: Asked, talk: H2Talk) -> None:
        talk.head(200, [("content-type", "text/html")])
        talk.data(b"<p>half")
        talk.rst()

    h2_server.on("/", break_off)
    h2_server.on("/none", lambda asked, talk: talk.rst())
    h2_server.on("/close", lambda asked, talk: (talk.head(200), talk.data(b"some"), talk.close()))
    h2_server.replies("/refused", lambda asked, talk: talk.rst(7), lambda asked, talk: talk.reply("yes"))
    http = over_h2(client, ca_file)
    response = http.fetch(Request(h2_server.url()))
    assert isinstance(response.error, errors.CutOff) and response.body == b"<p>half" and response.truncated
    with pytest.raises(errors.BadReply):
        http.fetch(Request(h2_server.url("/none")))
    response = http.fetch(Request(h2_server.url("/close")))
    assert isinstance(response.error, errors.CutOff) and response.body == b"some"
    assert over_h2(client, ca_file, retries=1).fetch(Request(h2_server.url("/refused"))).body == b"yes"


def test_an_idle_http2_connection_survives_a_ping_and_not_a_goaway(
    h2_server: H2Server, client: Make, ca_file: Path
) -> None:
    def and_ping(asked: Asked, talk: H2Talk) -> None:
        talk.reply("pong?")
        talk.h2.ping(b"12345678")
        talk.flush()

    def and_go(asked: Asked, talk: H2Talk) -> None:
        talk.reply("bye")
        talk.h2.close_connection()
        talk.flush()

    h2_server.on("/ping", and_ping)
    h2_server.on("/go", and_go)
    http = over_h2(client, ca_file)
    for path, connection in (("/ping", 1), ("/ping", 1), ("/go", 1), ("/ping", 2)):
        response = http.fetch(Request(h2_server.url(path)))
        assert response.error is None and response.status == 200
        assert h2_server.log[-1].connection == connection


def test_a_goaway_in_the_middle_of_a_reply_lets_it_end(h2_server: H2Server, client: Make, ca_file: Path) -> None:
    def going(last: int) -> Callable[[Asked, H2Talk], None]:
        def answer(asked: Asked, talk: H2Talk) -> None:
            talk.head(200, [("content-type", "text/html")])
            talk.data(b"<p>half")
            talk.send(GoAwayFrame(last_stream_id=last).serialize())  # h2 itself would send nothing after it
            talk.data(b" and half", end=True)

        return answer

    h2_server.on("/graceful", going(1))
    h2_server.on("/at-first", going(2**31 - 1))
    for path in ("/graceful", "/at-first"):
        response = over_h2(client, ca_file).fetch(Request(h2_server.url(path)))
        assert (response.error, response.body) == (None, b"<p>half and half"), path


def test_http2_bounds_headers_interim_replies_bodies_and_time(h2_server: H2Server, client: Make, ca_file: Path) -> None:
    h2_server.on("/headers", lambda asked, talk: talk.head(200, [(f"x-{n}", "y" * 8000) for n in range(40)]))
    h2_server.on("/interim", lambda asked, talk: [talk.head(103) for _ in range(50)])
    h2_server.on("/silent", lambda asked, talk: talk.hold())
    h2_server.page("/large", b"x" * 1_000_000)
    http = over_h2(client, ca_file)
    with pytest.raises(errors.TooLarge):
        http.fetch(Request(h2_server.url("/headers")))
    with pytest.raises(errors.BadReply):
        http.fetch(Request(h2_server.url("/interim")))
    with pytest.raises(errors.TimedOut):
        over_h2(client, ca_file, first_byte_timeout=0.5).fetch(Request(h2_server.url("/silent")))
    response = http.fetch(Request(h2_server.url("/large"), max_bytes=1000))
    assert isinstance(response.error, errors.TooLarge) and response.body == b"x" * 1000
