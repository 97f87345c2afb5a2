"""Request to Page: refreshes, time, errors, over a real server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.engines.static import StaticEngine
from lightterm.errors import (
    ConnectionFailed,
    ContentEmpty,
    EncodingFailed,
    NotFound,
    RequiresScript,
    TimedOut,
    TooManyRedirects,
)
from lightterm.extract.view import View
from lightterm.fetch.model import Redirect, Request
from lightterm.loading import Loader, Page, onward

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from servers import Server

    from lightterm.extract.sheets import FetchSheets
    from lightterm.fetch.http import HttpClient

    Load = Callable[..., Page]


@pytest.fixture
def load(client: Callable[..., HttpClient]) -> Load:
    """Loads a page: `load(url, seconds, **fields of Request)`."""
    engine = StaticEngine(client().fetch)

    def run(url: str, seconds: float = 10, bound: int | None = 10, **fields: object) -> Page:
        loader = Loader(lambda tier: engine, lambda url: View(columns=80), None, bound)
        return loader.load(Request(url, **fields), seconds)  # type: ignore[arg-type]

    return run


def refresh(target: str, seconds: str = "0") -> str:
    return f"<meta http-equiv=refresh content='{seconds}; url={target}'><p>wait"


@pytest.mark.covers("LBX-47")
def test_the_chain_has_redirects_and_refreshes_in_order(server: Server, load: Load) -> None:
    server.redirect("/a", "/b", 301)
    server.page("/b", refresh("/c"))
    server.redirect("/c", "/d", 302)
    server.page("/d", "<p>there")
    page = load(server.url("/a"))
    hops = [
        (server.url(a), status, server.url(b))
        for a, status, b in (("/a", 301, "/b"), ("/b", 0, "/c"), ("/c", 302, "/d"))
    ]
    assert page.response.redirects == tuple(Redirect(*hop) for hop in hops)
    assert page.response.url == server.url("/d") and page.error is None


def test_refreshes_end_at_the_bound_with_the_last_page(server: Server, load: Load) -> None:
    for number in range(5):
        server.page(f"/{number}", refresh(f"/{number + 1}"))
    page = load(server.url("/0"), bound=3)
    assert isinstance(page.error, TooManyRedirects) and page.response.url == server.url("/3")
    assert page.error.context["redirects"] == [server.url(f"/{n}") for n in range(4)]
    assert len(server.log) == 4


def test_none_is_followed_where_none_may_be(server: Server, load: Load) -> None:
    page = load(server.page("/", refresh("/b")), bound=None)
    assert page.error is None and len(server.log) == 1


def test_a_refresh_that_fails_keeps_the_page(server: Server, load: Load) -> None:
    page = load(server.page("/", refresh("http://127.0.0.1:1/")))
    assert isinstance(page.error, ConnectionFailed)
    assert page.response.url == server.url("/") and page.response.status == 200
    assert page.response.redirects == (Redirect(server.url("/"), 0, "http://127.0.0.1:1/"),)


def test_a_page_that_failed_sends_nobody_on(server: Server, load: Load) -> None:
    page = load(server.page("/", refresh("/b"), status=404))
    assert isinstance(page.error, NotFound) and len(server.log) == 1


def test_all_of_it_has_one_time_limit(server: Server, load: Load) -> None:
    server.page("/", refresh("/slow"))
    server.on("/slow", lambda asked, talk: talk.hold())
    page = load(server.url(), 0.4)
    assert isinstance(page.error, TimedOut) and page.response.url == server.url("/")


def test_the_sheets_get_the_page_s_final_address_and_the_time_left(
    server: Server, client: Callable[..., HttpClient]
) -> None:
    server.page("/b", "<link rel=stylesheet href=c.css><p>x")
    seen: list[tuple[str, float]] = []

    def sheets(request: Request, seconds: float) -> FetchSheets:
        def none_of(urls: Sequence[str]) -> list[None]:
            seen.extend((url, 0.0) for url in urls)
            return [None] * len(urls)

        seen.append((request.url, seconds))
        return none_of

    loader = Loader(lambda tier: StaticEngine(client().fetch), lambda url: View(columns=80), sheets)
    loader.load(Request(server.redirect("/a", "/b")), 10)
    [(page, left), sheet] = seen
    assert page == server.url("/b") and 5 < left < 10
    assert sheet == (server.url("/c.css"), 0.0)


def test_the_charset_is_the_one_the_page_was_read_in(server: Server, load: Load) -> None:
    for content_type, said, charset in (
        ("text/html; charset=iso-8859-2", "utf-8", "iso-8859-2"),
        ("text/html", "koi8-r", "koi8-r"),
        ("text/html; charset=utf-8", "", "utf-8"),
        ("text/plain; charset=Shift_JIS", "", "shift_jis"),
    ):
        page = load(server.page("/", f"<meta charset='{said}'><p>x", content_type))
        assert page.document.metadata.charset == charset == page.snapshot.charset


def test_every_error_is_kept_the_reply_s_own_first(server: Server, load: Load) -> None:
    page = load(server.page("/", b"<p>caf\xff", "text/html; charset=utf-8", 404))
    assert [type(error) for error in page.errors] == [NotFound, EncodingFailed]
    assert page.error is page.errors[0]


def test_what_shows_nothing_is_said_to(server: Server, load: Load) -> None:
    for body, kind in (("", ContentEmpty), ("<SCRIPT src=a.js></SCRIPT>", RequiresScript)):
        page = load(server.page("/", body))
        assert type(page.error) is kind
    for options, body, content_type in (
        ({}, "", "text/plain"),
        ({"method": "HEAD"}, "<p>x", "text/html"),
        ({"method": "POST", "data": b"x"}, "", "text/html"),
        ({}, "<img src=x.png alt=x>", "text/html"),
    ):
        assert load(server.page("/", body, content_type), **options).error is None


def test_what_goes_along_with_a_page_s_own_requests(server: Server, load: Load) -> None:
    headers = (("X-Colour", "red"), ("Authorization", "Bearer x"), ("Content-Language", "en"))
    page = load(server.page("/", "<p>x"), headers=headers, freshness="fresh")
    near, far = onward(page, server.url("/b")), onward(page, "http://example.org/")
    assert near.headers == headers[:2] and far.headers == headers[:1]
    for request in (near, far):
        assert (request.asker, request.initiator, request.referrer) == ("link", server.url("/"), server.url("/"))
        assert (request.method, request.data, request.freshness, request.deadline) == ("GET", None, "fresh", None)
    assert onward(page.replace(request=page.request.replace(asker="program")), "http://x/").asker == "program"
