"""Frames of static pages: their pages are read where they stand, in bounds, and only what may be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from servers import Server

from lightterm import settings
from lightterm.document.layout import text_lines
from lightterm.engines.base import STATIC
from lightterm.fetch.model import Request
from lightterm.session.frames import MOST
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import Asked, Talk

    from lightterm.loading import Page

INNER = (
    "<title>Tides</title><base href=/sea/><style>.no{display:none}</style><p class=no>UNSEEN</p>"
    "<h2>High water</h2><p>At <a href=six>six</a></p><form><input name=place></form>"
)


@pytest.fixture
def session() -> Iterator[Session]:
    with Session(settings.load().with_session([("session.private", True)])) as running:
        yield running


def opened(session: Session, url: str, **more: object) -> Page:
    return session.open(Request(url, max_tier=STATIC, **more), 80)


def shown(page: Page) -> list[str]:
    return [line for line in text_lines(page.document.blocks, 80, False) if line]


def asked_for(server: Server) -> list[str]:
    return [asked.path for asked in server.log]


@pytest.mark.covers("LBX-29", "LBX-28")
def test_a_frame_is_read_where_it_stands_with_its_own_links_in_reading_order(server: Server, session: Session) -> None:
    server.page("/tides/now", INNER)
    url = server.page("/", "<p><a href=a>one</a><iframe src=/tides/now></iframe><p>After <a href=b>two</a>")
    page = opened(session, url)
    assert shown(page) == ["one", "frame: Tides", "## High water", "At six", "________________", "After two"]
    links = [(t.number, t.text) for t in page.document.targets if t.kind == "link"]
    assert links == [(1, "one"), (2, "frame: Tides"), (3, "six"), (5, "two")]
    assert [target.removeprefix(server.url("")) for _, target in page.document.targets.addresses()] == [
        "/a",
        "/tides/now",
        "/sea/six",
        "/b",
    ]
    assert page.document.forms[0].action == server.url("/tides/now")


@pytest.mark.parametrize("tag", ["iframe", "IFRAME", "iFrame", "IFrame", "Iframe"])
def test_a_frame_is_found_however_its_tag_is_written(server: Server, session: Session, tag: str) -> None:
    server.page("/in", INNER)
    page = opened(session, server.page("/", f"<title>T</title><p>Here<{tag}\nsrc=/in></{tag}>"))
    assert "High water" in "\n".join(shown(page))


@pytest.mark.parametrize("tag", ["frame", "FRAME", "Frame"])
def test_a_frame_of_a_set_is_found_however_its_tag_is_written(server: Server, session: Session, tag: str) -> None:
    server.page("/in", INNER)
    page = opened(session, server.page("/", f"<title>T</title><frameset cols=*><{tag}\nsrc=/in></frameset>"))
    assert "High water" in "\n".join(shown(page))


def test_a_frameset_is_its_frames_and_theirs_none_within_itself(server: Server, session: Session) -> None:
    server.page("/menu", "<p>Menu<iframe src=/deep></iframe>")
    server.page("/deep", "<p>Deep<iframe src=/menu></iframe>")
    url = server.page("/", "<frameset cols=1,2><frame src=menu name=left><frame src=/deep><noframes>No</noframes>")
    page = opened(session, url)
    assert shown(page) == [
        "frame: left", "Menu", "frame: deep", "Deep", "iframe: menu",
        "frame: deep", "Deep", "frame: menu", "Menu", "iframe: deep",
    ]  # fmt: skip
    assert asked_for(server).count("/menu") == asked_for(server).count("/deep") == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("X-Frame-Options", "DENY"),
        ("Content-Security-Policy", "default-src *; frame-ancestors 'none'"),
    ],
)
def test_a_page_that_will_not_be_framed_stays_a_link(server: Server, session: Session, name: str, value: str) -> None:
    def answer(asked: Asked, talk: Talk) -> None:
        talk.reply("<p>Not here", headers=((name, value),))

    server.on("/kept", answer)
    assert shown(opened(session, server.page("/", "<p>Page<iframe src=kept></iframe>"))) == ["Page", "iframe: kept"]


def test_a_frame_with_a_text_shows_it_and_one_with_a_file_says_what_it_is(server: Server, session: Session) -> None:
    server.page("/text", "one <b>\n  two", "text/plain")
    server.on("/data", lambda _asked, talk: talk.reply(bytes(range(256)) * 8, content_type="application/octet-stream"))
    server.on("/paper", lambda _asked, talk: talk.reply(b"%PDF-1.4 not here", content_type="application/pdf"))
    frames = "<iframe src=text></iframe><iframe src=data title=Measured></iframe><iframe src=paper></iframe>"
    assert shown(opened(session, server.page("/", f"<p>Page{frames}"))) == [
        "Page",
        "frame: text", "one <b>", "  two",
        "iframe: Measured (application/octet-stream, 2.0 kB)",
        "iframe: paper (application/pdf, 17 B)",
    ]  # fmt: skip


def test_what_nobody_is_to_see_is_not_asked_for(server: Server, session: Session) -> None:
    unseen = "".join(
        f"<iframe src=/x {how}></iframe>"
        for how in ("width=0 height=0", "hidden", "style='display: none'", "aria-hidden=true", "height=1")
    )
    assert "x" not in shown(opened(session, server.page("/", f"<p>Page{unseen}<iframe src=about:blank></iframe>")))
    assert asked_for(server) == ["/"]


def test_frames_have_a_budget_and_can_be_left_out(server: Server) -> None:
    for i in range(MOST + 3):
        server.page(f"/{i}", f"<p>Text {i}")
    url = server.page("/", "".join(f"<iframe src=/{i}></iframe>" for i in range(MOST + 3)))
    with Session(settings.load().with_session([("session.private", True)])) as session:
        lines = shown(opened(session, url))
        assert sum(line.startswith("Text") for line in lines) == MOST
        assert lines[-1] == f"iframe: {MOST + 2}"
        with_none = session.settings.with_session([("extraction.frames", False)])
    with Session(with_none) as session:
        assert shown(opened(session, url))[0] == "iframe: 0"


def test_a_frame_that_does_not_come_leaves_the_page_and_its_link(server: Server, session: Session) -> None:
    server.on("/slow", lambda asked, talk: talk.hold())
    page = opened(session, server.page("/", "<p>Page<iframe src=slow></iframe>"), deadline=1.0)
    assert shown(page) == ["Page", "iframe: slow"]
    assert page.errors == ()


@pytest.mark.parametrize("base", ["", "<base href=sub/>"])
def test_a_long_page_has_the_same_frames(session: Session, tmp_path: Path, base: str) -> None:
    (tmp_path / "sub").mkdir()
    for place in (".", "sub"):
        (tmp_path / place / "part.html").write_text("<p>Part")
    long = f"<p>{'word ' * 9000}</p>" * 3
    tag = f'<IFRAME title="a > b" data-long="{"<x>" * 3000}" src=part.html></IFRAME>'
    page = tmp_path / "page.html"
    page.write_text(f"{base}{long}<iframe src=https://example.org/></iframe>{tag}<iframe title='\"")
    assert shown(opened(session, page.as_uri()))[-3:] == ["iframe: example.org", "frame: a > b", "Part"]
    page.write_text(f"{base}{long}<iframe src=https://example.org/></iframe><p>End")
    assert shown(opened(session, page.as_uri()))[-2:] == ["iframe: example.org", "End"]


@pytest.mark.parametrize("before", range(131_040, 131_080, 5))
def test_a_frame_of_a_long_page_is_found_wherever_its_tag_stands(session: Session, tmp_path: Path, before: int) -> None:
    (tmp_path / "in.html").write_text(INNER)
    page = tmp_path / "page.html"
    page.write_text("<p>".ljust(before, "x") + "<IFrame title='a>b' src=in.html></IFrame>" + "<p>y" * 40_000)
    assert "High water" in "\n".join(shown(opened(session, page.as_uri())))


def test_a_frame_of_a_local_page_is_not_fetched_from_the_net(server: Server, session: Session, tmp_path: Path) -> None:
    (tmp_path / "part.html").write_text("<p>Part")
    mail = tmp_path / "mail.html"
    mail.write_text(f"<p>Mail<iframe src={server.page('/seen', '<p>No')}></iframe><iframe src=part.html></iframe>")
    assert shown(opened(session, mail.as_uri())) == ["Mail", "iframe: seen", "frame: part.html", "Part"]
    assert asked_for(server) == []
