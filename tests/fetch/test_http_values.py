"""Values of headers and statuses, read as the RFCs say."""

from __future__ import annotations

import json
import time
import unicodedata
from email.utils import formatdate
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm import errors
from lightterm.fetch.headers import media_type
from lightterm.fetch.http1 import parse_head
from lightterm.fetch.model import Request
from lightterm.fetch.statuses import retry_delay

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers import Server

    from lightterm.fetch.http import HttpClient

    Make = Callable[..., HttpClient]


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("text/html", ("text/html", "")),
        ("Text/HTML ; Charset = UTF-8", ("text/html", "utf-8")),
        ('text/html; charset="utf-8"', ("text/html", "utf-8")),
        ('text/html; a="x;charset=koi8-r,"; charset="\\u\\t\\f-8"', ("text/html", "utf-8")),
        ("text/html; charset='utf-8'", ("text/html", "utf-8")),
        ("text/html;charset=utf-8;charset=latin1", ("text/html", "utf-8")),
        ("text/html;; ;charset=utf-8", ("text/html", "utf-8")),
        ("text/html, text/plain; charset=utf-8", ("text/html", "")),
        ('text/html; charset="unclosed', ("text/html", "unclosed")),
        ("html", ("", "")),
        ("text/", ("", "")),
        ("text/ht ml", ("", "")),
        ("; charset=utf-8", ("", "utf-8")),
        ("", ("", "")),
    ],
)
def test_content_types(value: str, read: tuple[str, str]) -> None:
    assert media_type(value) == read


def test_retry_after_is_seconds_or_a_date() -> None:
    assert retry_delay("120") == 120.0
    assert retry_delay("9" * 400) == 86_400.0
    soon = retry_delay(formatdate(time.time() + 30, usegmt=True))
    assert soon is not None and 25 < soon <= 30
    assert retry_delay("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
    for unfit in ("", "soon", "-5", "1.5", "99 Foo 9999 99:99:99 GMT", "٣"):
        assert retry_delay(unfit) is None


@given(st.binary(max_size=300))
def test_any_head_is_read_or_a_bad_reply(data: bytes) -> None:
    head = parse_head(b"HTTP/1.1 200 OK\r\n" + data)
    assert head.status == 200 and all(name for name, _ in head.headers)
    try:
        assert 100 <= parse_head(data).status <= 999
    except errors.BadReply as fault:
        assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in fault.message)


def test_forms_say_where_they_come_from(server: Server, client: Make) -> None:
    for initiator, origin in (
        (server.url("/form?q"), server.url().rstrip("/")),
        ("https://me:pw@example.org/x", "https://example.org"),
        ("file:///home/me/form.html", "null"),
    ):
        request = Request(server.url("/echo"), method="POST", data=b"a=b", initiator=initiator)
        sent = dict(json.loads(client().fetch(request).body)["headers"])
        assert sent["Origin"] == origin
    client().fetch(Request(server.url("/echo"), initiator=server.url()))
    assert server.log[-1].header("origin") is None


@pytest.mark.parametrize(
    ("initiator", "site"),
    [(None, "none"), ("own", "same-origin"), ("https://example.org/", "cross-site"), ("about:start", "cross-site")],
)
def test_stealth_sends_the_fetch_metadata_of_a_browser_over_tls(
    tls_server: Server, client: Make, ca_file: object, initiator: str | None, site: str
) -> None:
    http = client(cacert=str(ca_file), stealth=True)
    http.fetch(Request(tls_server.url(), initiator=tls_server.url() if initiator == "own" else initiator))
    assert tls_server.log[0].header("sec-fetch-site") == site
    assert tls_server.log[0].header("sec-fetch-dest") == "document"
    http.fetch(Request(tls_server.url("/i.png"), initiator=tls_server.url(), destination="image"))
    assert tls_server.log[1].header("sec-fetch-dest") == "image"
    assert (tls_server.log[1].header("accept") or "").startswith("image/")
