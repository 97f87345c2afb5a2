"""Redirects and Refresh: the chain, methods, what crosses origins, and where they may not lead."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from lightterm import errors
from lightterm.fetch.model import Redirect, Request
from lightterm.fetch.redirects import parse_refresh

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Server

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


@pytest.mark.covers("LB-36", "LBX-47")
def test_the_chain_is_kept_and_the_fragment_inherited(server: Server, client: Make) -> None:
    server.redirect("/a", "b?q=1", 301)
    server.redirect("/b", f"//127.0.0.1:{server.port}/d/../c", 307)
    server.page("/c", "there")
    response = client().fetch(Request(server.url("/a#part")))
    assert response.url == server.url("/c#part") and response.body == b"there" and response.status == 200
    assert response.redirects == (
        Redirect(server.url("/a#part"), 301, server.url("/b?q=1#part")),
        Redirect(server.url("/b?q=1#part"), 307, server.url("/c#part")),
    )
    server.redirect("/own", "/c#other")
    assert client().fetch(Request(server.url("/own#part"))).url == server.url("/c#other")


@pytest.mark.covers("LB-125")
def test_redirects_end_at_their_bound_with_the_chain(server: Server, client: Make) -> None:
    for number in range(11):
        server.redirect(f"/{number}", f"/{number + 1}")
    server.page("/10", "ten hops")
    server.redirect("/loop", "/loop")
    assert client().fetch(Request(server.url("/0"))).body == b"ten hops"
    server.redirect("/10", "/11")
    server.page("/11", "never")
    response = client().fetch(Request(server.url("/0")))
    assert isinstance(response.error, errors.TooManyRedirects) and response.status == 302
    assert len(response.redirects) == 11
    assert response.error.context["redirects"] == [server.url(f"/{number}") for number in range(11)]
    assert isinstance(client(max_redirects=3).fetch(Request(server.url("/loop"))).error, errors.TooManyRedirects)
    assert len(server.asked("/loop")) == 4
    assert server.asked("/11") == []


def test_redirects_are_not_followed_when_not_wanted(server: Server, client: Make) -> None:
    server.redirect("/a", "/b", 302)
    response = client(follow_redirects=False).fetch(Request(server.url("/a")))
    assert response.status == 302 and response.error is None and response.header("location") == "/b"
    server.page("/none", "no location", status=302)
    assert client().fetch(Request(server.url("/none"))).body == b"no location"
    server.page("/304", "", status=304, headers=[("Location", "/b")])
    assert client().fetch(Request(server.url("/304"))).status == 304


@pytest.mark.parametrize(
    ("status", "method", "after"),
    [
        (301, "POST", "GET"),
        (302, "POST", "GET"),
        (303, "POST", "GET"),
        (307, "POST", "POST"),
        (308, "POST", "POST"),
        (301, "PUT", "PUT"),
        (303, "PUT", "GET"),
        (303, "HEAD", "HEAD"),
        (302, "HEAD", "HEAD"),
    ],
)
def test_methods_and_bodies_after_redirects(server: Server, client: Make, status: int, method: str, after: str) -> None:
    server.redirect("/a", "/echo", status)
    headers = (("Content-Type", "text/x"), ("Content-Language", "de"))
    data = None if method == "HEAD" else b"body"
    client().fetch(Request(server.url("/a"), method=method, data=data, headers=headers))
    seen = server.asked("/echo")[0]
    assert seen.method == after
    assert seen.body == (b"body" if after == method and data else b"")
    if after != method:
        assert not [name for name in seen.names() if name.lower().startswith("content-")]


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "view-source:http://x/", "ftp://x/"]
)
def test_other_schemes_are_refused_and_the_reply_kept(server: Server, client: Make, target: str) -> None:
    server.redirect("/a", target)
    server.page("/refresh", "stay", headers=[("Refresh", f"0; url={target}")])
    for path, body in (("/a", b"moved"), ("/refresh", b"stay")):
        response = client().fetch(Request(server.url(path)))
        assert isinstance(response.error, errors.SchemeRefused)
        assert response.body == body and response.url == server.url(path)


@pytest.mark.parametrize("location", ["http://[bad/", "http://", "http://a b/", "http://x:99999/"])
def test_a_location_that_is_no_url_is_refused(server: Server, client: Make, location: str) -> None:
    server.redirect("/a", location)
    response = client().fetch(Request(server.url("/a")))
    assert isinstance(response.error, errors.UrlInvalid) and response.body == b"moved"


@pytest.mark.parametrize(
    ("location", "asked"), [(b"/caf\xe9", "/caf%E9"), (b"/caf\xc3\xa9?\xc3\xa4", "/caf%C3%A9?%C3%A4")]
)
def test_a_location_is_asked_for_by_its_bytes(server: Server, client: Make, location: bytes, asked: str) -> None:
    head = b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n"
    server.on("/a", lambda asked, talk: talk.send(head))
    assert client().fetch(Request(server.url("/a"))).url == server.url(asked)


def test_a_hop_that_fails_leaves_the_reply_before_it(server: Server, client: Make) -> None:
    server.redirect("/a", "http://nowhere.invalid/")
    response = client().fetch(Request(server.url("/a")))
    assert isinstance(response.error, errors.DnsFailed)
    assert response.status == 302 and len(response.redirects) == 1
    assert response.error.context["url"] == "http://nowhere.invalid/"


def test_credentials_and_secrets_stay_with_their_origin(server: Server, client: Make) -> None:
    """127.0.0.1 and localhost are two origins."""
    server.redirect("/same", "/echo")
    server.redirect("/cross", server.url("/echo", "localhost"))
    server.redirect("/back", server.url("/home", "localhost"))
    server.redirect("/home", server.url("/echo"))
    headers = (("X-Api-Key", "k"), ("Authorization", "Bearer t"), ("Cookie", "c=1"), ("X-Plain", "p"))
    secrets = {"x-api-key", "authorization", "cookie"}

    def sent(path: str, **parts: object) -> set[str]:
        response = client().fetch(Request(server.url(path), **parts))
        return {name.lower() for name, _ in json.loads(response.body)["headers"]} & {*secrets, "x-plain"}

    assert sent("/same", headers=headers) == {*secrets, "x-plain"}
    assert sent("/cross", headers=headers) == {"x-plain"}
    assert sent("/back", headers=headers) == {"x-plain"}
    assert sent("/same", user="me:pw") == {"authorization"}
    assert sent("/cross", user="me:pw") == set()
    assert sent("/back", user="me:pw") == set()
    secret_url = server.url("/cross").replace("//", "//me:pw@")
    assert client().fetch(Request(secret_url)).redirects[0].url == server.url("/cross")
    assert server.log[-1].header("authorization") is None


def test_credentials_in_a_location_are_not_taken(server: Server, client: Make) -> None:
    server.redirect("/a", server.url("/echo", "localhost").replace("//", "//evil:trap@"))
    response = client().fetch(Request(server.url("/a")))
    assert server.log[-1].header("authorization") is None and "evil" not in response.url


@pytest.mark.covers("LBX-52")
@pytest.mark.parametrize(
    ("policy", "same", "cross"),
    [
        ("strict-origin-when-cross-origin", "full", "origin"),
        ("no-referrer", None, None),
        ("same-origin", "full", None),
        ("origin", "origin", "origin"),
        ("strict-origin", "origin", "origin"),
        ("origin-when-cross-origin", "full", "origin"),
        ("no-referrer-when-downgrade", "full", "full"),
        ("unsafe-url", "full", "full"),
    ],
)
def test_the_referrer_policy(server: Server, client: Make, policy: str, same: str | None, cross: str | None) -> None:
    server.redirect("/cross", server.url("/echo", "localhost"))
    page = server.url("/page?q=1")
    wanted = {"full": page, "origin": server.url("/"), None: None}
    referrer = page.replace("//", "//me:pw@") + "#part"
    client(referrer_policy=policy).fetch(Request(server.url("/echo"), referrer=referrer))
    assert server.log[-1].header("referer") == wanted[same]
    client(referrer_policy=policy).fetch(Request(server.url("/cross"), referrer=referrer))
    assert server.log[-1].header("referer") == wanted[cross]


def test_no_referrer_goes_from_https_to_http_nor_from_a_file(
    server: Server, tls_server: Server, client: Make, ca_file: object
) -> None:
    tls_server.redirect("/down", server.url("/echo"))
    http = client(cacert=str(ca_file))
    http.fetch(Request(tls_server.url("/down"), referrer=tls_server.url("/page")))
    assert tls_server.log[0].header("referer") == tls_server.url("/page")
    assert server.log[0].header("referer") is None
    http.fetch(Request(server.url("/echo"), referrer="file:///home/me/secret.html"))
    assert server.log[1].header("referer") is None


def test_a_redirect_may_tighten_the_referrer_policy(server: Server, client: Make) -> None:
    server.redirect("/a", "/echo", headers=[("Referrer-Policy", "bogus, no-referrer")])
    client().fetch(Request(server.url("/a"), referrer=server.url("/page")))
    assert server.log[1].header("referer") is None


def test_refresh_is_followed_when_it_is_soon_and_leads_away(server: Server, client: Make) -> None:
    server.page("/soon", "wait", headers=[("Refresh", "5; url=/there")])
    server.page("/late", "read me", headers=[("Refresh", "6; url=/there")])
    server.page("/itself", "news", headers=[("Refresh", "1")])
    server.page("/itself2", "news", headers=[("Refresh", "0; url=/itself2#top")])
    server.page("/there", "there")
    response = client().fetch(Request(server.url("/soon")))
    assert response.body == b"there"
    assert response.redirects == (Redirect(server.url("/soon"), 0, server.url("/there")),)
    assert client().fetch(Request(server.url("/late"))).body == b"read me"
    assert client().fetch(Request(server.url("/itself"))).body == b"news"
    assert client().fetch(Request(server.url("/itself2"))).body == b"news"
    server.page("/ping", "", headers=[("Refresh", "0; url=/pong")])
    server.page("/pong", "", headers=[("Refresh", "0; url=/ping")])
    assert isinstance(client().fetch(Request(server.url("/ping"))).error, errors.TooManyRedirects)


@pytest.mark.parametrize(
    ("value", "parsed"),
    [
        ("5", (5.0, None)),
        ("0;url=next.html", (0.0, "next.html")),
        ("0; URL = 'a b' trailing", (0.0, "a b")),
        ('3, url="x"', (3.0, "x")),
        ("2;next", (2.0, "next")),
        ("1.9; url=x", (1.0, "x")),
        (".5; url=x", (0.0, "x")),
        ("  7  url=x", (7.0, "x")),
        ("4;", (4.0, None)),
        ("0;url=", (0.0, None)),
        ("url=x", (-1.0, None)),
        ("", (-1.0, None)),
        ("-1; url=x", (-1.0, None)),
        ("5x; url=y", (-1.0, None)),
        ("9" * 5000 + ";url=x", (1e9, "x")),
        ("0;url.html", (0.0, "url.html")),
        ("0;urlx=1", (0.0, "urlx=1")),
    ],
)
def test_refresh_values_as_the_html_standard_reads_them(value: str, parsed: tuple[float, str | None]) -> None:
    assert parse_refresh(value) == parsed
