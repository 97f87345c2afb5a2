"""Chromium as a session has it: asked for by name, polite for programs, with the session's cookies both ways."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lightterm.engines import chromium
from lightterm.engines.full_browser import browsers
from lightterm.errors import RobotsRefused
from lightterm.fetch.model import Request
from lightterm.session.session import Session
from lightterm.settings import Settings
from tests.servers import Server

pytestmark = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")


@pytest.fixture
def session() -> Iterator[Session]:
    settings = Settings().with_request((("tiers.only", "full"), ("network.allow_private", True)))
    with Session(settings) as made:
        yield made
    browsers().close()


def test_programs_keep_to_robots_txt(session: Session, server: Server) -> None:
    server.page("/robots.txt", "User-agent: *\nDisallow: /private", "text/plain")
    server.page("/private", "<p>not for programs")
    server.page("/open", "<p>for all")
    with pytest.raises(RobotsRefused):
        session.open(Request(server.url("/private"), asker="program", deadline=10), 80)
    assert not server.asked("/private")
    page = session.open(Request(server.url("/open"), asker="program", deadline=15), 80)
    assert page.tier == 3
    assert session.open(Request(server.url("/private"), deadline=15), 80).tier == 3


def test_cookies_of_the_session_go_into_chromium_and_come_back(session: Session, server: Server) -> None:
    session.cookies.store(server.url("/"), ("a=session; Path=/",))
    script = "<script>document.cookie='b=page'</script>"
    server.on("/", lambda asked, talk: talk.reply(f"<p id=p>{asked.header('cookie')}</p>{script}"))
    page = session.open(Request(server.url("/"), deadline=15), 80)
    assert b"a=session" in page.snapshot.markup
    assert "b=page" in session.cookies.header_for(server.url("/"))
    assert b"a=session; b=page" in session.open(Request(server.url("/"), deadline=15), 80).snapshot.markup
