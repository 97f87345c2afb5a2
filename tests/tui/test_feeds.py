"""Feeds as pages: which entries are unread, in the app, in line mode, and never in a dump."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from browsing import Browsing, browsing, in_a_loop
from processes import clean_environment, lightterm
from servers import Server

from lightterm import settings

RSS = """<rss version="2.0"><channel><title>News</title><link>/</link>
<item><title>One</title><link>/one</link><guid isPermaLink="false">id-1</guid></item>
<item><title>Two</title><link>/two</link></item>
<item><title>Note</title><guid isPermaLink="false">id-3</guid><description>No page of its own.</description></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<entry><title>One</title><id>urn:1</id><link href="/one"/></entry>
<entry><title>Two</title><id>urn:2</id><link href="/two"/></entry>
<entry><title>Note</title><id>urn:3</id></entry></feed>"""
JSON = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "News",
        "items": [
            {"id": "1", "title": "One", "url": "/one"},
            {"id": "2", "title": "Two", "url": "/two"},
            {"id": "3", "title": "Note"},
        ],
    }
)
KINDS = [(RSS, "application/rss+xml"), (ATOM, "application/atom+xml"), (JSON, "application/feed+json")]


def entries(b: Browsing) -> list[str]:
    """The entries' heads, without the numbers of links."""
    heads = ("One", "Two", "Note", "Three")
    words = [re.sub(r"\[\d+\]", "", line.lstrip("# ")) for line in b.page]
    return [word.strip() for word in words if word.strip().lstrip("● ").startswith(heads)]


def site(server: Server, feed: str, kind: str) -> str:
    server.page("/one", "<title>One</title><p>Page one.")
    server.redirect("/two", "/two-moved")
    server.page("/two-moved", "<title>Two</title><p>Page two.")
    return server.page("/feed", feed, kind)


@in_a_loop
async def test_the_feeds_of_a_feed_are_itself(server: Server) -> None:
    async with browsing(site(server, *KINDS[0])) as b:
        await b.type(":feeds\n")
        await b.until(lambda: "The page is a feed itself: feed follow follows it." in b.page)
        await b.type(f":open {server.url('/feed')}\n:feed follow\n")
        await b.until(lambda: "following" in b.status)
        await b.kept()
        await b.type(":feeds\n")
        await b.until(lambda: "The page is a feed itself, and you follow it: feed unfollow ends that." in b.page)
        await b.type(f":open {server.url('/one')}\n")
        await b.until(lambda: "Page one." in b.page)
        await b.type(":feeds\n")
        await b.until(lambda: "The page offers no feed." in b.page)


@in_a_loop
@pytest.mark.parametrize(("feed", "kind"), KINDS, ids=["rss", "atom", "json"])
async def test_entries_are_unread_until_they_are_opened(server: Server, feed: str, kind: str) -> None:
    address = site(server, feed, kind)
    async with browsing(address) as b:
        assert entries(b) == ["● One", "● Two", "● Note"]
        assert any("3 of 3 unread" in line for line in b.page)
        number = next(n for n, url in b.app.view.document.targets.addresses() if url == server.url("/two"))
        await b.type(f":follow {number}\n")
        assert b.page[0] == "Page two."
        await b.kept()
        await b.type(":back\n")
        await b.until(lambda: entries(b) == ["● One", "Two", "● Note"])  # what was read meanwhile is read
        assert any("2 of 3 unread" in line for line in b.page)
        await b.type(":reload\n")
        assert entries(b) == ["● One", "Two", "● Note"]
        await b.type(f":open {server.url('/one')}\n")  # opened from elsewhere
        await b.kept()
    async with browsing(address) as b:
        assert entries(b) == ["One", "Two", "● Note"] and any("1 of 3 unread" in line for line in b.page)
        await b.type(":feed read\n")
        assert "3 entries are read" in b.status and entries(b) == ["One", "Two", "Note"]
        assert any("0 of 3 unread" in line for line in b.page)
        await b.type(":forget -y 127.0.0.1\n")
        await b.until(lambda: "feed items" in b.status, "the end of it")
        await b.type(":reload\n")
        assert entries(b) == ["● One", "● Two", "● Note"]


@in_a_loop
async def test_one_entry_is_marked_by_its_link_and_new_ones_are_unread(server: Server) -> None:
    address = site(server, RSS, "application/rss+xml")
    async with browsing(address) as b:
        number = next(n for n, url in b.app.view.document.targets.addresses() if url == server.url("/one"))
        await b.type(f":feed read {number}\n")
        assert "1 entry is read" in b.status and entries(b) == ["One", "● Two", "● Note"]
        await b.type(":feed read\n")
        server.page(
            "/feed",
            RSS.replace("<item>", "<item><title>Three</title><link>/3</link></item><item>", 1),
            "application/rss+xml",
        )
        await b.type(":reload --fresh\n")
        assert entries(b) == ["● Three", "One", "Two", "Note"]
        await b.type(f":open {server.url('/one')}\n")
        await b.type(":feed read\n")
        assert "this page is no feed" in b.status


@in_a_loop
async def test_a_private_session_leaves_no_trace_of_a_feed(server: Server, home: Path) -> None:
    address = site(server, RSS, "application/rss+xml")
    async with browsing(address, chosen=settings.load().with_session([("session.private", True)])) as b:
        await b.type(":feed read\n")
        assert entries(b) == ["One", "Two", "Note"]
    async with browsing(address) as b:
        assert entries(b) == ["● One", "● Two", "● Note"]


def test_line_mode_tells_and_a_dump_does_not(server: Server, home: Path) -> None:
    address = site(server, RSS, "application/rss+xml")

    def run(*arguments: str, lines: str = "") -> str:
        command, environment = lightterm(*arguments), clean_environment(str(home))
        done = subprocess.run(
            command, input=lines, capture_output=True, text=True, env=environment, timeout=60, check=True
        )
        return done.stdout

    told = run("--line", address, lines="feed read\nquit\n")
    assert "3 of 3 unread" in told and "● " in told and "0 of 3 unread" in told
    dumped = run("--dump", address)
    assert "unread" not in dumped and "●" not in dumped and "Two" in dumped
