"""A session by its own face: what pages, cookies, credentials and connections have in common."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from servers import Server

from lightterm import settings
from lightterm.errors import SchemeRefused, TimedOut, UrlInvalid, WriteFailed
from lightterm.fetch.model import Request
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import Asked, Talk


@pytest.fixture
def session() -> Iterator[Session]:
    with Session(settings.Settings()) as running:
        yield running


@pytest.mark.covers("LBX-47")
def test_a_page_says_how_it_was_got(server: Server, session: Session) -> None:
    server.page("/b", "<title>T</title><p>x")
    page = session.open(Request(server.redirect("/a", "/b")), 80)
    assert (page.document.title, page.response.url, page.tier) == ("T", server.url("/b"), 1)
    assert [(hop.url, hop.status, hop.location) for hop in page.response.redirects] == [
        (server.url("/a"), 302, server.url("/b"))
    ]
    [step] = page.trace
    assert step.tier == 1 and step.load_ms > 0 and step.extract_ms > 0
    assert page.errors == () and page.error is None


def test_a_local_page_makes_no_client(tmp_path: Path) -> None:
    (tmp_path / "jar").write_text("nonsense\n")
    (tmp_path / "x.html").write_text("<p>x")
    with Session(settings.Settings(), str(tmp_path / "jar")) as session:
        session.open(Request((tmp_path / "x.html").as_uri()), 80)
    assert session.notes == [] and (tmp_path / "jar").read_text() == "nonsense\n"


def test_name_and_password_go_where_they_were_given_for(server: Server) -> None:
    other = Server()
    with Session(settings.Settings(), user="ann:pw") as session:
        session.fetch(Request(server.url("/echo")))
        page = server.url("/")
        for url in (server.url("/echo"), other.url("/echo")):
            session.fetch(Request(url, asker="link", initiator=page))
        session.fetch(Request(other.url("/echo").replace("//", "//bob:pw2@")))
        session.fetch(Request(other.url("/echo"), asker="link", initiator=page))
    given = [asked.header("authorization") for asked in server.log + other.log]
    other.stop()
    ann, bob = "Basic YW5uOnB3", "Basic Ym9iOnB3Mg=="
    assert given == [ann, ann, None, bob, bob]


def test_without_any_none_are_sent(server: Server, session: Session) -> None:
    session.fetch(Request(server.url("/echo")))
    assert server.log[0].header("authorization") is None


def test_a_connection_made_ahead_is_the_one_used(server: Server, session: Session) -> None:
    server.page("/", "x")
    request = Request(server.url())
    session.warm(request)
    session.warm(request)
    assert session.fetch(request).body == b"x"
    session.warm(request)
    assert session.fetch(request).body == b"x"
    assert server.connections == 1


def test_nothing_is_connected_to_for_a_program_the_cache_a_body_or_a_file(server: Server, session: Session) -> None:
    url = server.page("/", "x")
    for request in (
        Request(url, asker="program"),
        Request(url, freshness="cached"),
        Request(url, method="POST", data=b"x"),
        Request("file:///etc/hostname"),
    ):
        session.warm(request)
    session.fetch(Request(url))
    assert server.connections == 1


def test_two_threads_share_a_session(server: Server, session: Session) -> None:
    together = threading.Barrier(2, timeout=10)

    def meet(asked: Asked, talk: Talk) -> None:
        together.wait()
        talk.reply("x")

    server.on("/", meet)
    session.fetch(Request(server.url("/echo")))
    bodies: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: bodies.append(session.fetch(Request(server.url())).body)) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert bodies == [b"x", b"x"]


def test_a_request_s_own_deadline_goes_before_the_settings(server: Server, session: Session) -> None:
    server.on("/", lambda asked, talk: talk.hold())
    with pytest.raises(TimedOut, match=r"0\.2 s"):
        session.open(Request(server.url(), deadline=0.2), 80)


def test_links_reach_no_files(session: Session, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("x")
    request = Request((tmp_path / "x").as_uri(), asker="link", initiator="http://example.org/")
    with pytest.raises(SchemeRefused):
        session.fetch(request)


def test_closing_twice_keeps_cookies_once(server: Server, tmp_path: Path) -> None:
    url = server.page("/", "x", headers=[("Set-Cookie", "a=1")])
    session = Session(settings.Settings(), str(tmp_path / "jar"))
    session.fetch(Request(url))
    session.close()
    (tmp_path / "jar").write_text("mine")
    session.close()
    assert (tmp_path / "jar").read_text() == "mine"


def test_cookies_that_cannot_be_kept_are_an_error(server: Server) -> None:
    session = Session(settings.Settings(), "/proc/none/jar")
    session.fetch(Request(server.page("/", "x")))
    with pytest.raises(WriteFailed):
        session.close()


def test_a_site_rule_holds_where_only_a_redirect_leads(server: Server) -> None:
    rule = settings.SiteRule(
        ("localhost",),
        (("network.user_agent", "for localhost"), ("network.headers", (("X-Key", "s"), ("Authorization", "Bearer b")))),
    )
    user = (("network.user_agent", "for all"), ("network.headers", (("X-All", "1"), ("Authorization", "Bearer a"))))
    there = server.url("/echo").replace("127.0.0.1", "localhost")
    server.redirect("/there", there)
    server.redirect("/back", server.url("/echo"))
    with Session(settings.Settings.resolve(settings.Layers(user=user, sites=(rule,)))) as session:
        page = session.fetch(Request(server.url("/there"), headers=(("X-Own", "2"), ("Cookie", "c=1"))))
        session.fetch(Request(there.replace("/echo", "/back")))
    names = ("user-agent", "x-all", "x-key", "authorization", "x-own", "cookie")
    assert page.url == there
    assert [tuple(asked.header(name) for name in names) for asked in server.log] == [
        ("for all", "1", None, "Bearer a", "2", "c=1"),
        ("for localhost", None, "s", "Bearer b", "2", None),
        ("for localhost", None, "s", "Bearer b", None, None),
        ("for all", "1", None, "Bearer a", None, None),
    ]


def test_a_secret_header_of_the_settings_stays_where_it_was_sent(server: Server) -> None:
    server.redirect("/there", server.url("/echo").replace("127.0.0.1", "localhost"))
    rule = settings.SiteRule(("localhost",), (("network.user_agent", "x"),))
    user = (("network.headers", (("Authorization", "Bearer a"),)),)
    with Session(settings.Settings.resolve(settings.Layers(user=user, sites=(rule,)))) as session:
        session.fetch(Request(server.url("/there")))
    assert [(asked.header("authorization"), asked.header("user-agent")) for asked in server.log][1:] == [(None, "x")]


def test_the_view_is_that_of_the_host() -> None:
    rule = settings.Settings().with_session([("extraction.css", False)])
    assert Session(rule).view(40, "http://example.org/").css is False
    assert Session(settings.Settings()).view(40, "http://example.org/").columns == 40


def test_a_style_sheet_of_ones_own_hides_what_the_page_shows(server: Server, tmp_path: Path) -> None:
    server.page("/", "<style>p { display: block }</style><p class=ad>Buy it!</p><p>Text</p>")
    (tmp_path / "own.css").write_text(".ad { display: none !important }", "utf-8")
    chosen = settings.load().with_session([("extraction.user_style", str(tmp_path / "own.css"))])
    with Session(chosen) as session:
        page = session.open(Request(url=server.url("/")), 80)
        assert [block.text() for block in page.document.blocks] == ["Text"] and session.notes == []
    with Session(settings.load().with_session([("extraction.user_style", str(tmp_path / "none.css"))])) as session:
        page = session.open(Request(url=server.url("/")), 80)
        assert len(page.document.blocks) == 2 and len(session.notes) == 1 and "none.css" in session.notes[0]


def test_a_site_rule_says_where_its_pages_are_really_asked_for(server: Server, home: Path) -> None:
    server.page("/old/a", "<p>The old page")
    server.page("/b", "<p>As it is")
    folder = home / "config" / "lightterm"
    folder.mkdir(parents=True)
    (folder / "config.yaml").write_text(
        f'sites:\n  - hosts: ["localhost"]\n    open: {{rewrite: "{server.url("/old")}{{path}}"}}\n', "utf-8"
    )
    with Session(settings.load()) as session:
        page = session.open(Request(url=server.url("/a?x=1", host="localhost")), 80)
        assert page.response.url == server.url("/old/a?x=1") and page.document.blocks[0].text() == "The old page"
        assert session.open(Request(url=server.url("/b")), 80).response.url == server.url("/b")
        wrong = session.settings.with_site("127.0.0.1", [("open.rewrite", "s!a!b!")])
        session.configure(wrong)
        with pytest.raises(UrlInvalid, match=r"open.rewrite makes 's!a!b!'"):
            session.open(Request(url=server.url("/b")), 80)
