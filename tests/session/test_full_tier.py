"""Chromium as a session has it: asked for by name, polite for programs, with the session's cookies both ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lightterm.engines import chromium
from lightterm.engines.full_browser import browsers
from lightterm.errors import RobotsRefused
from lightterm.fetch.model import Request
from lightterm.session.engines import plan_for
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


@pytest.mark.covers("BK-33", "BK-55")
def test_who_is_signed_in_in_a_profile_is_so_on_pages_that_need_no_script(server: Server, tmp_path: Path) -> None:
    server.page("/in", "<p>Signed in</p>", headers=[("Set-Cookie", "sid=7; Path=/; Max-Age=9999")])
    server.on("/me", lambda asked, talk: talk.reply(f"<h1>Account</h1><p>{asked.header('cookie') or 'Please sign in'}"))
    settings = Settings().with_request([("browser.profile", str(tmp_path / "profile"))])
    for address in ("/in", "/me"):
        with Session(settings) as made:
            page = made.open(Request(server.url(address), deadline=20), 80)
        browsers().close()
    assert page.tier == 3 and b"sid=7" in page.snapshot.markup, page.trace
    assert page.errors == ()


@pytest.mark.parametrize(
    ("key", "value", "request_", "tier"),
    [
        ("browser.attach", "http://127.0.0.1:9", Request("http://h.test/"), 3),
        ("browser.attach", "http://127.0.0.1:9", Request("http://h.test/", method="POST"), 3),
        ("browser.attach", "http://127.0.0.1:9", Request("http://h.test/", tier=1), 1),
        ("browser.attach", "http://127.0.0.1:9", Request("http://h.test/", max_tier=2), 1),
        ("browser.attach", "http://127.0.0.1:9", Request("file:///etc/hostname"), 1),
        ("browser.headed", True, Request("http://h.test/"), 3),
        ("browser.headed", True, Request("http://h.test/", asker="program"), 1),
        ("browser.timezone", "Asia/Tokyo", Request("http://h.test/"), 1),
    ],
)
def test_a_browser_of_a_person_s_is_begun_with(key: str, value: str | bool, request_: Request, tier: int) -> None:
    with Session(Settings().with_request([(key, value)])) as made:
        assert plan_for(made, request_).start == tier
