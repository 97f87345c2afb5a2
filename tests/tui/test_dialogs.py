"""What a person is asked before a load goes on, the safe answer being the default; what is told of certificates."""

from __future__ import annotations

import hashlib
import ssl
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme
from browsing import browsing, in_a_loop
from servers import Asked, Authority, HttpProxy, Server, Talk, lone
from small_servers import FtpServer, LineServer, PlainServer
from terminals import Terminal

from lightterm import settings
from lightterm.errors import Unconfirmed
from lightterm.fetch.certificate import read_certificate
from lightterm.fetch.model import Request
from lightterm.session.load import Load
from lightterm.session.session import Session
from lightterm.settings import Settings

READS, NAME = "\u0440\u0430ypal.example", "xn--ypal-43d9g.example"  # two Cyrillic letters


def through(server: Server, *more: tuple[str, object]) -> Settings:
    """Settings that have every host be this server: it is the proxy."""
    return settings.load().with_session([("network.proxy", server.url("/")), ("network.no_proxy", ()), *more])


def passing_on(server: Server, status: int, target: str) -> None:
    server.page(
        "/", "<title>Shop</title><form method=post action=/buy><input name=card value=1234><button>Buy</button>"
    )
    server.redirect("/buy", target, status)


@in_a_loop
@pytest.mark.parametrize("status", [307, 308])
async def test_a_form_handed_on_to_another_host_is_asked_about(server: Server, status: int) -> None:
    passing_on(server, status, server.url("/take", "localhost"))
    server.page("/take", "<p>Taken.")
    async with browsing(server.url("/")) as b:
        await b.type(":follow 2\n")
        assert "127.0.0.1 hands what you sent on to localhost. Send it there?" in b.screen
        await b.press("enter")
        assert server.asked("/take") == [] and b.page[0].startswith("[1]1234")
        await b.type(":follow 2\n")
        await b.press("s")
        (taken,) = server.asked("/take")
        assert (taken.method, taken.body) == ("POST", b"card=1234") and b.page[0] == "Taken."
        assert taken.header("content-type") == "application/x-www-form-urlencoded"
        await b.type(":back\n")
        assert b.page[0].startswith("[1]1234")


@in_a_loop
async def test_a_form_handed_on_within_its_site_or_answered_elsewhere_is_not(server: Server) -> None:
    passing_on(server, 307, "/take")
    server.redirect("/take", server.url("/done", "localhost"), 303)
    server.page("/done", "<p>Done.")
    async with browsing(server.url("/")) as b:
        await b.type(":follow 2\n")
        assert b.page[0] == "Done." and [asked.method for asked in server.log[-2:]] == ["POST", "GET"]


def test_a_redirect_that_is_asked_about_shows_nothing_of_its_own(server: Server) -> None:
    server.redirect("http://plain.example/go", f"http://{NAME}/")
    over = threading.Event()
    with Session(through(server)) as session:
        load = Load(session, Request("http://plain.example/go", asker="person"), 80, lambda _: over.set())
        load.start()
        assert over.wait(20)
        assert load.page is not None and isinstance(load.page.error, Unconfirmed) and load.glimpse() is None


@in_a_loop
async def test_a_name_that_may_deceive_is_asked_about_before_it_is_opened(server: Server) -> None:
    server.page(f"http://{NAME}/", "<p>Give me your password. <a href=/next>next</a>")
    server.page(f"http://{NAME}/next", "<p>The next page.")
    server.page("http://plain.example/", f"<p>Hello. <a href='http://{READS}/'>pay</a> <a href=/go>go</a>")
    server.redirect("http://plain.example/go", f"http://{NAME}/")
    async with browsing("http://plain.example/", size=(100, 24), chosen=through(server)) as b:
        for link in "12":
            await b.type(f":follow {link}\n")
            assert f"The name {READS} mixes letters of Cyrillic and Latin" in b.screen
            assert f"it is really {NAME}" in b.screen.replace("\n ", " ")
            await b.press("enter")
            assert b.page[0].startswith("Hello.") and server.asked(f"http://{NAME}/") == []
        await b.type(":follow 1\n")
        await b.press("o")
        assert b.page[0].startswith("Give me your password.")
        await b.type(":follow 1\n")
        assert b.page[0] == "The next page."


@in_a_loop
async def test_a_name_that_may_deceive_is_asked_about_at_the_start_too(server: Server) -> None:
    server.page(f"http://{NAME}/", "<p>Give me your password.")
    async with browsing(f"http://{READS}/", size=(100, 24), chosen=through(server)) as b:
        assert "mixes letters of Cyrillic and Latin" in b.screen and server.log == []
        await b.press("o")
        assert b.page[0] == "Give me your password."


def test_line_mode_asks_the_same(server: Server, start: Callable[..., Terminal], home: Path) -> None:
    passing_on(server, 307, server.url("/take", "localhost"))
    server.page("/take", "<p>Taken.")
    terminal = start(server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"> "))
    terminal.type("2\r")
    question = b"127.0.0.1 hands what you sent on to localhost. Send it there?\r\n1 send\r\n2 no (default)\r\nnumber: "
    terminal.until(lambda out: out.endswith(question))
    terminal.type("\r")
    terminal.until(lambda out: out.endswith(b"> ") and out.count(question) == 1)
    assert server.asked("/take") == []
    terminal.type("2\r")
    terminal.until(lambda out: out.endswith(question) and out.count(question) == 2)
    terminal.type("1\r")
    terminal.until(lambda out: b"Taken." in out)
    assert server.asked("/take")[0].body == b"card=1234"


@in_a_loop
async def test_on_a_small_screen_it_is_seen_what_is_asked(tls_server: Server) -> None:
    async with browsing(tls_server.url("/"), size=(40, 12)) as b:
        assert "Open it all the same?" in " ".join(b.screen.split())
        assert b.screen.splitlines()[-1].split() == ["go", "back", "open", "anyway"]


@in_a_loop
async def test_page_info_tells_of_the_certificate(tls_server: Server, server: Server, ca_file: Path) -> None:
    tls_server.page("/", "<title>Safe</title>")
    server.page("/", "<title>Clear</title>")
    trusted = settings.load().with_session([("network.cacert", str(ca_file))])
    async with browsing(tls_server.url("/"), size=(120, 60), chosen=trusted) as b:
        await b.type(":info\n")
        told = "\n".join(b.page)
        assert "TLSv1.3 TLS_" in told and "checked" in told and "not checked" not in told
        assert "127.0.0.1, localhost" in told and "trustme" in told and "Valid until" in told
        with Session(trusted) as session:
            from lightterm.fetch.model import Request

            secured = session.fetch(Request(tls_server.url("/"))).secured
        assert secured is not None
        digest = hashlib.sha256(secured.certificate).hexdigest().upper()
        assert ":".join(digest[at : at + 2] for at in range(0, 64, 2)) in told.replace("\n", "").replace(" ", "")
        await b.type(f":open {server.url('/')}\n")
        await b.type(":info\n")
        assert "not encrypted: others on the way could read and change it" in "\n".join(b.page)


@in_a_loop
async def test_page_info_tells_that_a_certificate_was_excepted(tls_server: Server) -> None:
    tls_server.page("/", "<p>Behind a certificate.")
    async with browsing("about:start", size=(120, 60)) as b:
        await b.type(f":open {tls_server.url('/')}\n")
        await b.press("o")
        await b.type(":info\n")
        told = "\n".join(b.page)
        assert "not checked, as you wanted" in told and "trustme" in told


DOUBTS = (
    "Wrong: nobody but itself vouches for it (self-signed); it is for books.example, *.books.example, not for "
    "127.0.0.1; it expired on 2020-01-01",
    "Of: books.example",
    "For: books.example, *.books.example",
    "Issued by: itself",
    "Valid: 2019-01-01 to 2020-01-01",
)


@pytest.fixture
def lone_server(tmp_path: Path) -> Iterator[Server]:
    """A server whose certificate is wrong in three ways."""
    server = Server(lone(tmp_path / "lone.pem", "books.example", "*.books.example"))
    server.page("/", "<p>Behind a certificate.")
    yield server
    server.stop()


def fingerprint(path: Path) -> str:
    der = ssl.PEM_cert_to_DER_cert(path.read_text()[path.read_text().index("-----BEGIN CERT") :])
    return hashlib.sha256(der).hexdigest().upper()


@in_a_loop
async def test_all_that_is_wrong_with_a_certificate_is_said(lone_server: Server, tmp_path: Path) -> None:
    async with browsing("about:start", size=(150, 30)) as b:
        await b.type(f":open {lone_server.url('/')}\n")
        for line in ("its certificate is self-signed", *DOUBTS):
            assert line in b.screen
        assert fingerprint(tmp_path / "lone.pem") in b.screen.replace(":", "")
        assert lone_server.log == [] and lone_server.connections == 2
        await b.press("enter")
        assert b.page[0] == "# lightterm"


@pytest.mark.skipif(sys.platform != "linux", reason="there are no files in memory")
def test_a_certificate_that_is_read_leaves_no_trace_on_the_disk(
    lone_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    pem = (tmp_path / "lone.pem").read_text()
    der = ssl.PEM_cert_to_DER_cert(pem[pem.index("-----BEGIN CERT") :])
    assert read_certificate(der).names == ("books.example", "*.books.example")


def test_all_that_is_wrong_with_a_certificate_is_said_in_line_mode(
    lone_server: Server, start: Callable[..., Terminal], tmp_path: Path
) -> None:
    terminal = start(lone_server.url("/"), term="dumb")
    terminal.until(lambda out: out.endswith(b"1 no (default)\r\n2 open anyway\r\nnumber: "))
    told = " ".join(terminal.out.decode().split())
    for line in DOUBTS:
        assert line in told
    assert fingerprint(tmp_path / "lone.pem") in told.replace(":", "") and lone_server.log == []
    terminal.type("\r")
    terminal.until(lambda out: out.endswith(b"> "))


def test_who_asks_nobody_looks_at_no_certificate_again(lone_server: Server) -> None:
    over = threading.Event()
    with Session(settings.load()) as session:
        load = Load(session, Request(lone_server.url("/")), 80, lambda _: over.set())
        load.start()
        assert over.wait(20)
    assert load.error is not None and lone_server.connections == 1


@in_a_loop
async def test_a_certificate_is_looked_at_by_way_of_the_proxy(lone_server: Server) -> None:
    proxy = HttpProxy()
    proxy.hosts["far.example:443"] = ("127.0.0.1", lone_server.port)
    chosen = settings.load().with_session([("network.proxy", proxy.url), ("network.no_proxy", ())])
    try:
        async with browsing("about:start", size=(150, 30), chosen=chosen) as b:
            await b.type(":open https://far.example/\n")
            assert "not for far.example; it expired on 2020-01-01" in b.screen
            assert [asked.method for asked in proxy.log] == ["CONNECT", "CONNECT"]
    finally:
        proxy.stop()


@pytest.fixture(params=[b"HTTP/1.0 400 Bad Request\r\n\r\n", b""])
def plain_server(request: pytest.FixtureRequest) -> Iterator[PlainServer]:
    """A server that speaks no TLS: it answers that in HTTP, or just ends the connection."""
    running = PlainServer(request.param)
    yield running
    running.stop()


@in_a_loop
async def test_a_server_without_tls_is_asked_without_it_if_the_person_says_so(plain_server: PlainServer) -> None:
    address = f"127.0.0.1:{plain_server.port}/"
    async with browsing("about:start", size=(120, 24)) as b:
        for answer in ("enter", "o"):
            await b.type(f":open https://{address}\n")
            assert ("ended the connection", "does not speak TLS")[bool(plain_server.refusal)] in b.screen
            assert "open without encryption" in b.screen and "open anyway" not in b.screen
            await b.press(answer)
            assert b.page[0] == ("# lightterm" if answer == "enter" else "In the clear.")
        assert b.app.tabs.active.visit is not None and b.app.tabs.active.visit.request.url == f"http://{address}"


def test_a_server_without_tls_is_asked_without_it_in_line_mode(
    plain_server: PlainServer, start: Callable[..., Terminal]
) -> None:
    terminal = start(f"https://127.0.0.1:{plain_server.port}/", term="dumb")
    terminal.until(lambda out: out.endswith(b"1 no (default)\r\n2 open without encryption\r\nnumber: "))
    terminal.type("2\r")
    terminal.until(lambda out: b"In the clear." in out and out.endswith(b"> "))


@in_a_loop
async def test_a_host_that_demands_tls_gets_no_exception(tls_server: Server, home: Path) -> None:
    data = home / "data" / "lightterm"
    data.mkdir(parents=True)
    (data / "hsts.txt").write_text("localhost 99999999999 0\n")
    tls_server.page("/", "<p>Behind a certificate.")
    async with browsing("about:start", size=(120, 24)) as b:
        await b.type(f":open {tls_server.url('/', 'localhost')}\n")
        assert "localhost asked to be met over connections that are surely its own" in b.screen
        assert "open anyway" not in b.screen
        await b.press("enter")
        assert b.page[0] == "# lightterm" and tls_server.log == []


@in_a_loop
async def test_a_changed_certificate_of_a_gemini_host_is_asked_about(authority: Authority, home: Path) -> None:
    capsule = LineServer(lambda _line: b"20 text/gemini\r\n# A capsule\n", authority.context())
    url = f"gemini://127.0.0.1:{capsule.port}/"
    try:
        async with browsing(url) as b:
            assert b.page[0] == "# A capsule"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
            capsule.context = context
            for answer in ("enter", "t"):
                await b.press("r")
                assert "is another than before" in b.screen and "its owner has made a new one" in b.screen
                await b.press(answer)
                await b.kept()
                await b.settled()
            assert b.page[0] == "# A capsule"
            await b.press("r")
            assert b.page[0] == "# A capsule" and not b.app.question.display
    finally:
        capsule.stop()


@in_a_loop
async def test_the_question_of_a_server_is_answered_at_once(authority: Authority, home: Path) -> None:
    def answer(line: bytes) -> bytes:
        said = line.partition(b"?")[2]
        return b"20 text/plain\r\nHello " + said if said else b"10 Your name?\r\n"

    capsule = LineServer(answer, authority.context())
    try:
        async with browsing(f"gemini://127.0.0.1:{capsule.port}/ask") as b:
            assert "Your name?" in b.page[0] and b.app.mode == "insert"
            await b.type("Jo\n")
            assert b.page[0] == "Hello Jo" and b.app.mode == "normal"
            await b.press("H")
            assert "Your name?" in b.page[0] and b.app.mode == "normal"
    finally:
        capsule.stop()


@in_a_loop
async def test_a_failure_of_which_the_server_says_nothing_is_told_on_the_page(server: Server) -> None:
    server.page("/", "<a href=/gone>gone</a>")
    server.page("/gone", "", status=410)
    async with browsing(server.url("/")) as b:
        await b.type(":follow 1\n")
        await b.press("j")
        assert b.page[0] == "# The page could not be loaded" and "HTTP_GONE" in b.screen
        await b.press("H", "L")
        assert b.page[0] == "# The page could not be loaded"


@in_a_loop
async def test_who_must_sign_in_to_an_ftp_server_is_asked(home: Path) -> None:
    running = FtpServer({"/a/b.txt": b"Words.", "/a/c.txt": b"x"}, password="s/e@same")
    try:
        async with browsing(f"ftp://127.0.0.1:{running.port}/a/", size=(120, 24)) as b:
            assert "asks for a name and a password" in b.screen and "not encrypted" in b.screen
            await b.type("ann\nwrong\n")
            assert "did not take that name and password" in b.screen
            await b.type("ann\ns/e@same\n")
            assert b.page[0] == f"# Index of ftp://127.0.0.1:{running.port}/a/" and "same" not in b.screen
            await b.press("2", "enter")
            assert b.page[0] == "Words." and "same" not in b.screen
    finally:
        running.stop()


@in_a_loop
async def test_a_file_of_ftp_is_asked_about_before_it_is_fetched(home: Path) -> None:
    """It was fetched whole, as far as pages go, to be asked about then, and its size was not known."""
    files = {"/readme.txt": b"Words.", "/x.zip": b"PK\x03\x04" + bytes(3_000_000)}
    running = FtpServer(files, sized=True)
    try:
        async with browsing(f"ftp://127.0.0.1:{running.port}/", size=(120, 24)) as b:
            await b.press("2", "enter")
            assert "x.zip, 3.0 MB: this is a" in b.screen and "download" in b.screen
            assert b.page[0].startswith("# Index of")
    finally:
        running.stop()


@in_a_loop
async def test_what_is_known_of_a_page_that_failed_is_told_without_asking_again(server: Server) -> None:
    asked: list[str] = []

    def cut(request: Asked, talk: Talk) -> None:
        asked.append(request.path)
        talk.reset()

    server.on("/gone", cut)
    async with browsing(server.url("/gone")) as b:
        assert b.page[0] == "# The page could not be loaded"
        before = len(asked)
        await b.type(":info\n")
        assert "About this page" in b.screen and "Problem" in b.screen and server.url("/gone") in b.screen
        assert len(asked) == before


@in_a_loop
async def test_where_redirects_in_a_circle_lead_is_told_as_their_advice_says(server: Server) -> None:
    server.on("/round", lambda _asked, talk: talk.reply("", 302, [("Location", "/about")]))
    server.on("/about", lambda _asked, talk: talk.reply("", 302, [("Location", "/round")]))
    async with browsing(server.url("/round")) as b:
        assert "see where (:info)" in b.screen.replace("\n", " ")
        await b.type(":info\n")
        assert b.screen.count(server.url("/about")) > 2


@in_a_loop
async def test_what_went_wrong_is_asked_about_when_nothing_is_typed_any_more(
    tls_server: Server, server: Server
) -> None:
    """The o of `:open` was "open anyway"; what was being typed had no keys any more."""
    server.page("/", "<title>T</title><form>Name <input name=n></form>")
    come = threading.Event()

    def late(_asked: Asked, talk: Talk) -> None:
        come.wait(30)
        talk.reply("moved", 302, [("Location", tls_server.url("/"))])

    server.on("/late", late)
    tls_server.page("/", "<p>Behind a certificate.")
    async with browsing(server.url("/")) as b:
        b.app.open(server.url("/late"))
        await b.pilot.press(*":open ht")
        come.set()
        await b.settled()
        await b.type("o")
        assert not b.app.question.display and b.lines[-1] == ":open hto"
        await b.press("escape")
        await b.until(lambda: b.app.question.display, "the question")
        assert "may read and change what you send and see" in " ".join(b.screen.split())
        await b.press("n")
        assert b.app.mode == "normal" and tls_server.log == []


@in_a_loop
async def test_what_went_wrong_where_one_went_on_by_then_is_not_asked_about(server: Server) -> None:
    server.page("/", "<p>Here.")
    server.page("/there", "<p>There.")
    come = threading.Event()

    def late(_asked: Asked, talk: Talk) -> None:
        come.wait(30)
        talk.reply(b"\x00\x01", content_type="application/octet-stream")

    server.on("/late", late)
    async with browsing(server.url("/")) as b:
        b.app.open(server.url("/late"))
        await b.pilot.press(*f":open {server.url('/there')}")
        come.set()
        await b.settled()
        await b.press("enter")
        await b.until(lambda: b.page[0] == "There.")
        assert not b.app.question.display


@in_a_loop
async def test_a_line_goes_on_after_a_question_of_an_agent_and_a_menu(server: Server) -> None:
    """Its keys went to the page."""
    server.page("/", "<form>Name <input name=n></form>" + "<p>Here." * 60)
    async with browsing(server.url("/")) as b:
        await b.type(":open ab")
        b.app.ask("agent wants to press Buy", ("yes", "no"), "no", lambda _answer: None)
        await b.press("n")
        await b.type("cd")
        assert b.lines[-1] == ":open abcd" and b.app.mode == "command"
        await b.pilot.click(offset=(60, 2), button=3)
        assert b.app.menu.display
        await b.press("escape")
        await b.type("ef")
        assert b.lines[-1] == ":open abcdef" and b.app.mode == "command"
        await b.pilot.click(offset=(7, 0))
        await b.type("in the field\x1b")
        assert b.page[0] == "Name [1]in the field____" and b.app.mode == "normal"
        assert not b.app.command_line.display


@in_a_loop
async def test_a_form_that_is_gone_when_its_sending_is_agreed_to_is_not_sent(server: Server) -> None:
    server.page("/", "<p>Here.<form method=get><input type=password name=p value=x><button>Go</button></form>")
    server.page("/there", "<p>There.")
    async with browsing(server.url("/")) as b:
        await b.type(":follow 2\n")
        assert "would become a part of the address" in b.screen
        b.app.open(server.url("/there"))
        await b.settled()
        await b.press("y")
        assert "nothing was sent" in b.status and b.page[0] == "There."


@in_a_loop
async def test_a_tab_that_comes_in_front_while_a_field_is_edited(server: Server) -> None:
    """The field was edited on in a page that had none, and leaving it was a crash."""
    server.page("/", "<form>Name <input name=n></form>")
    gate = threading.Event()

    def late(_asked: Asked, talk: Talk) -> None:
        gate.wait(30)
        talk.reply("<p>There.")

    server.on("/late", late)
    async with browsing(server.url("/")) as b:
        await b.type("giAda")
        b.app.open(server.url("/late"), "tab")
        await b.pilot.pause()
        assert b.app.fields.entry is None and b.app.mode == "normal"
        gate.set()
        await b.settled()
        await b.type(":tab close\n")
        assert b.page[0].startswith("Name [1]Ada")
