"""The client with the real cookie jar, cache and robots.txt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm import errors
from lightterm.fetch.cache import HttpCache
from lightterm.fetch.clock import Cancel
from lightterm.fetch.cookies import CookieJar
from lightterm.fetch.model import Request
from lightterm.fetch.robots import Robots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from servers import Asked, Server, Talk

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[HttpCache]:
    kept = HttpCache(str(tmp_path / "cache.sqlite"), 10_000_000)
    yield kept
    kept.close()


def tagged(asked: Asked, talk: Talk) -> None:
    """A page that must be asked about each time, and knows its tag."""
    if asked.header("if-none-match") == '"v1"':
        talk.reply("", 304, [("ETag", '"v1"')])
    else:
        talk.reply("page", 200, [("ETag", '"v1"'), ("Cache-Control", "max-age=0")])


def test_cookies_are_taken_from_every_hop_and_sent_on(server: Server, client: Make) -> None:
    server.redirect("/login", "/home", headers=[("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/home")])
    server.page("/home", "in")
    http = client({"cookies": CookieJar()})
    http.fetch(Request(server.url("/login")))
    assert server.asked("/home")[0].header("cookie") in ("b=2; a=1", "a=1; b=2")
    server.redirect("/away", server.url("/home", "localhost"))
    http.fetch(Request(server.url("/away")))
    assert server.log[-2].header("cookie") == "a=1" and server.log[-1].header("cookie") is None
    http.fetch(Request(server.url("/home"), headers=(("Cookie", "mine=1"),)))
    assert server.log[-1].header("cookie") == "mine=1"
    http.fetch(Request(server.url("/home"), initiator="https://evil.example/", destination="image"))
    assert server.log[-1].header("cookie") is None


def test_a_fresh_entry_needs_no_server_and_a_stale_one_is_asked_about(
    server: Server, client: Make, cache: HttpCache
) -> None:
    server.page("/fresh", "page", headers=[("Cache-Control", "max-age=600")])
    server.on("/stale", tagged)
    http = client({"cache": cache})
    for path, asked in (("/fresh", 1), ("/stale", 2)):
        first, second = (http.fetch(Request(server.url(path) + f"#{turn}")) for turn in range(2))
        assert (first.from_cache, second.from_cache) == (False, True)
        assert first.body == second.body == b"page" and second.status == 200 and second.url.endswith("#1")
        assert len(server.asked(path)) == asked
    assert server.asked("/stale")[1].header("if-none-match") == '"v1"'


def test_fresh_asks_again_and_cached_never_asks(server: Server, client: Make, cache: HttpCache) -> None:
    server.page("/p", "page", headers=[("Cache-Control", "max-age=600")])
    http = client({"cache": cache})
    with pytest.raises(errors.NotCached):
        http.fetch(Request(server.url("/p"), freshness="cached"))
    assert server.connections == 0
    http.fetch(Request(server.url("/p")))
    assert http.fetch(Request(server.url("/p"), freshness="cached")).from_cache
    assert len(server.log) == 1
    again = http.fetch(Request(server.url("/p"), freshness="fresh"))
    assert not again.from_cache and len(server.log) == 2
    assert server.log[1].header("cache-control") == "no-cache"
    with pytest.raises(errors.NotCached):
        client().fetch(Request(server.url("/p"), freshness="cached"))


def test_a_stale_entry_stands_in_for_a_server_that_is_gone(server: Server, client: Make, cache: HttpCache) -> None:
    server.on("/p", tagged)
    http = client({"cache": cache})
    http.fetch(Request(server.url("/p")))
    server.on("/p", lambda asked, talk: talk.reset())
    response = http.fetch(Request(server.url("/p")))
    assert response.from_cache and response.body == b"page" and response.status == 200
    assert isinstance(response.error, errors.ConnectionFailed)


def test_what_is_partial_or_behind_a_password_is_not_kept(server: Server, client: Make, cache: HttpCache) -> None:
    def half(asked: Asked, talk: Talk) -> None:
        talk.send(b"HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 10\r\n\r\nhalf")
        talk.close()

    server.on("/half", half)
    server.page("/secret", "secret", headers=[("Cache-Control", "max-age=600")])
    http = client({"cache": cache})
    http.fetch(Request(server.url("/half")))
    http.fetch(Request(server.url("/secret"), user="me:pw"))
    for path in ("/half", "/secret"):
        with pytest.raises(errors.NotCached):
            http.fetch(Request(server.url(path), freshness="cached"))


@pytest.mark.covers("LB-121")
def test_robots_txt_binds_programs_and_not_people(server: Server, client: Make) -> None:
    server.page("/robots.txt", "User-agent: *\nDisallow: /private/", "text/plain")
    server.page("/private/p", "private")
    server.redirect("/way-in", "/private/p")
    http = client({"robots": Robots()}, allow_private=True)
    with pytest.raises(errors.RobotsRefused, match=r"robots\.txt") as caught:
        http.fetch(Request(server.url("/private/p"), asker="program"))
    assert caught.value.context["url"] == server.url("/private/p")
    response = http.fetch(Request(server.url("/way-in"), asker="program"))
    assert isinstance(response.error, errors.RobotsRefused) and response.status == 302
    assert server.asked("/private/p") == [] and len(server.asked("/robots.txt")) == 1
    assert http.fetch(Request(server.url("/private/p"))).body == b"private"
    assert client(allow_private=True).fetch(Request(server.url("/private/p"), asker="program")).body == b"private"


def test_a_robots_txt_that_cannot_be_had_is_named_in_the_error(server: Server, client: Make) -> None:
    server.on("/robots.txt", lambda asked, talk: talk.close())
    server.page("/page", "there")
    with pytest.raises(errors.NetworkError, match=r"the robots\.txt of 127\.0\.0\.1.* cannot be read") as caught:
        client({"robots": Robots()}, allow_private=True).fetch(Request(server.url("/page"), asker="program"))
    assert [action.action for action in caught.value.actions][-1] == "no_robots"
    assert server.asked("/page") == []


class _File(Cancel):
    """Takes what comes, as a download does."""

    takes = True

    def __init__(self) -> None:
        super().__init__()
        self.heads: list[str] = []
        self.body = b""

    def head(self, url: str, status: int, headers: tuple[tuple[str, str], ...]) -> None:
        self.heads.append(url)

    def piece(self, data: bytes) -> None:
        self.body += data


@pytest.mark.covers("LB-121")
def test_a_download_is_not_given_robots_txt_in_its_place_and_keeps_to_it(server: Server, client: Make) -> None:
    server.page("/robots.txt", "User-agent: *\nDisallow: /private/", "text/plain")
    server.page("/file", b"file")
    server.page("/private/file", b"private")
    http, file = client({"robots": Robots()}, allow_private=True), _File()
    with pytest.raises(errors.RobotsRefused):
        http.fetch(Request(server.url("/private/file"), asker="program"), file)
    assert (file.heads, file.body, server.asked("/private/file")) == ([], b"", [])
    http.fetch(Request(server.url("/file"), asker="program"), file)
    assert (file.heads, file.body) == ([server.url("/file")], b"file")


def test_robots_txt_may_redirect_and_is_guarded_too(server: Server, client: Make) -> None:
    server.redirect("/robots.txt", "/rules")
    server.page("/rules", "User-agent: *\nDisallow: /no", "text/plain")
    server.page("/yes", "yes")
    http = client({"robots": Robots()}, allow_private=True)
    assert http.fetch(Request(server.url("/yes"), asker="program")).body == b"yes"
    with pytest.raises(errors.RobotsRefused):
        http.fetch(Request(server.url("/no"), asker="program"))
    with pytest.raises((errors.AddressRefused, errors.RobotsRefused)):
        client({"robots": Robots()}).fetch(Request(server.url("/yes"), asker="program"))
    assert len(server.asked("/yes")) == 1


@pytest.mark.parametrize(
    ("sent", "status", "told", "kind"),
    [
        ([], 206, "bytes 0-9/900", errors.CutOff),
        ([], 206, "", errors.CutOff),
        ([], 206, "bytes 0-3/4", None),
        ([("Range", "bytes=0-9")], 206, "bytes 0-9/900", None),
        ([], 304, "", errors.BadReply),
        ([("If-None-Match", '"a"')], 304, "", None),
    ],
)
def test_what_answers_a_condition_that_was_not_made_is_not_the_page(
    server: Server,
    client: Make,
    cache: HttpCache,
    sent: list[tuple[str, str]],
    status: int,
    told: str,
    kind: type[errors.NetworkError] | None,
) -> None:
    url = server.page("/", "some", status=status, headers=[("Content-Range", told), ("Cache-Control", "max-age=60")])
    used = client({"cache": cache})
    response = used.fetch(Request(url, headers=tuple(sent)))
    assert (type(response.error) if response.error else None) is kind
    assert response.truncated == (kind is not None) and response.body == (b"" if status == 304 else b"some")
    used.fetch(Request(url, headers=tuple(sent)))
    assert len(server.log) == 2  # not taken for the page the next time either
