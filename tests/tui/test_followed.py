"""The feeds that are followed: beginning and ending, what is new, what was read, lists of other programs."""

from __future__ import annotations

from pathlib import Path

from browsing import Browsing, browsing, in_a_loop
from servers import Server

from lightterm import settings
from lightterm.extract.opml import feeds_in
from lightterm.session.session import Session
from lightterm.session.store import Store


def rss(title: str, *entries: str) -> str:
    """A feed whose entries lead to pages of their names."""
    items = "".join(f"<item><title>{name}</title><link>/{name.lower()}</link></item>" for name in entries)
    return f'<rss version="2.0"><channel><title>{title}</title><link>/</link>{items}</channel></rss>'


def feed(server: Server, path: str, title: str, *entries: str) -> str:
    for name in entries:
        server.page(f"/{name.lower()}", f"<title>{name}</title><p>Page {name}.")
    return server.page(path, rss(title, *entries), "application/rss+xml")


def number_of(b: Browsing, url: str) -> int:
    return next(n for n, found in b.app.view.document.targets.addresses() if found == url)


def shows(b: Browsing, text: str) -> bool:
    return text in " ".join(" ".join(b.page).split())


@in_a_loop
async def test_a_page_s_feed_is_followed_refreshed_read_and_left(server: Server) -> None:
    address = feed(server, "/feed", "News", "One", "Two")
    head = '<link rel="alternate" type="application/rss+xml" title="News" href="/feed">'
    server.page("/", f"<title>Site</title>{head}<p>A site.")
    async with browsing(server.url("/")) as b:
        await b.type("ef")
        await b.until(lambda: "following News (2 unread)" in b.status)
        await b.type(":feed follow\n")
        await b.until(lambda: "News is followed already" in b.status)
        await b.type("el")
        assert shows(b, "2 unread in 1 of 1 feed") and shows(b, "never read")
        assert [line for line in b.page if line.strip().endswith(("One", "Two"))]
        await b.type(f":follow {number_of(b, server.url('/one'))}\n")
        await b.kept()
        await b.type(":back\n:reload\n")
        await b.until(lambda: shows(b, "1 unread in 1 of 1 feed"))
        feed(server, "/feed", "News", "Three", "One", "Two")
        await b.type("ee")
        await b.until(lambda: "1 new entry in 1" in b.status and shows(b, "2 unread in 1 of 1 feed"))
        await b.type(f":feed read {number_of(b, server.url('/three'))}\n")
        await b.until(lambda: "1 entry is read" in b.status and shows(b, "1 of 3 unread"))
        await b.type(f"{number_of(b, address)}er")
        await b.until(lambda: "3 entries are read" in b.status and shows(b, "nothing unread in 1 feed"))
        await b.type(f":feed unread {number_of(b, address)}\n")
        await b.until(lambda: shows(b, "3 unread in 1 of 1 feed"))  # also the one that was visited
        await b.type("eR")
        await b.until(lambda: shows(b, "nothing unread in 1 feed"))
        await b.type(f"{number_of(b, address)}eF")
        await b.until(lambda: "no longer following News" in b.status and shows(b, "No feed is followed yet"))


@in_a_loop
async def test_all_feeds_are_marked_where_some_are_followed(server: Server) -> None:
    address = feed(server, "/feed", "News", "One", "Two")
    async with browsing(address) as b:
        await b.type(":feed read --all\n")
        assert "no feed is followed; :feed follow begins it" in b.status
        await b.type("ef")
        await b.until(lambda: "following News" in b.status)
        await b.type(":feed read --all\n")
        await b.until(lambda: "2 entries are read" in b.status)


@in_a_loop
async def test_feeds_are_asked_by_the_clock_where_a_setting_says_so(server: Server) -> None:
    address = feed(server, "/feed", "News", "One", "Two")
    async with browsing(address) as b:
        await b.type("ef")
        await b.until(lambda: "following News" in b.status)
        feed(server, "/feed", "News", "Three", "One", "Two")
        followed = b.app.session.store.followed
        known = followed.get(address)
        assert known is not None
        followed.found(address, known.replace(asked=known.asked - 600), followed.entries(address))
        await b.type(":set tui.refresh_feeds 600\nel")
        assert shows(b, "2 unread in 1 of 1 feed")
        await b.until(lambda: "1 new entry in 1" in b.status and shows(b, "3 unread in 1 of 1 feed"))


@in_a_loop
async def test_what_a_feed_s_own_page_shows_counts_on_the_list(server: Server) -> None:
    address = feed(server, "/feed", "News", "One", "Two")
    async with browsing(address) as b:
        await b.type("ef")
        await b.until(lambda: "following News" in b.status)
        feed(server, "/feed", "News", "Three", "One", "Two")
        await b.type(":reload --fresh\n")
        await b.kept()
        await b.type(f":feed read {number_of(b, server.url('/one'))}\n")
        await b.until(lambda: "1 entry is read" in b.status)
        await b.type("Sf")
        await b.until(lambda: shows(b, "2 of 3 unread") and shows(b, "read today"))


@in_a_loop
async def test_those_with_something_unread_come_first_and_errors_are_told(server: Server) -> None:
    old = feed(server, "/a", "Alpha", "One")
    new = feed(server, "/b", "Beta", "Two")
    gone = feed(server, "/c", "Gamma", "Three")
    async with browsing("about:start") as b:
        for address in (old, new, gone):
            await b.type(f":feed follow {address}\n")
            await b.until(lambda: "following" in b.status and ":feed list" in b.status)
            await b.type(":messages\n")
        server.on("/c", lambda asked, talk: talk.reply(b"later", status=503, headers=[("Retry-After", "3600")]))
        await b.type("el")
        await b.type(f":feed read {number_of(b, old)}\n")
        await b.until(lambda: shows(b, "2 unread in 2 of 3 feeds"))
        headings = [heading.text for heading in b.app.view.document.outline() if heading.level == 2]
        assert headings == ["Beta", "Gamma", "Alpha"]
        before = len(server.asked("/c"))
        await b.type("ee")
        await b.until(lambda: "1 did not answer" in b.status and shows(b, "not asked again before"))
        assert len(server.asked("/c")) > before
        before = len(server.asked("/c"))
        await b.type("ee")
        await b.until(lambda: "1 asked to be left alone" in b.status)
        assert len(server.asked("/c")) == before


@in_a_loop
async def test_a_page_with_several_feeds_asks_which(server: Server) -> None:
    feed(server, "/posts", "Posts", "One")
    feed(server, "/comments", "Comments", "Two")
    link = '<link rel="alternate" type="application/rss+xml" title="{0}" href="/{0}">'
    server.page("/", f"<title>Site</title>{link.format('posts')}{link.format('comments')}<p>A site.")
    async with browsing(server.url("/")) as b:
        await b.type(":feed follow\n")
        assert "Follow which?" in b.screen
        await b.type("c")
        await b.until(lambda: "following Comments (1 unread)" in b.status)
        assert [found.title for found in b.app.session.store.followed.all()] == ["Comments"]


@in_a_loop
async def test_lists_of_other_programs_are_taken_in_and_written(server: Server, home: Path) -> None:
    feed(server, "/feed", "News", "One")
    listed = home / "feeds.opml"
    listed.write_text(
        f'<opml version="1.0"><body><outline text="Daily"><outline text="My news" xmlUrl="{server.url("/feed")}"/>'
        '</outline><outline text="Bad" xmlUrl="file:///etc/passwd"/></body></opml>'
    )
    async with browsing(listed.as_uri()) as b:
        await b.type(":feed import\n")
        await b.until(lambda: "1 of 1 feeds are new; 1 with an address that is no feed's left out" in b.status)
        await b.type(f":feed import {listed}\n")
        await b.until(lambda: "0 of 1 feeds are new" in b.status)
        await b.type(":feed list\n")
        assert shows(b, "My news") and shows(b, "Daily") and shows(b, "never asked")
        await b.type(":feed refresh\n")
        await b.until(lambda: "1 feed asked, 1 new entry in 1" in b.status and shows(b, "1 of 1 unread"))
        await b.type(f":feed export {home / 'out.opml'}\n")
        await b.until(lambda: "wrote 1 feed to" in b.status)
    written = feeds_in((home / "out.opml").read_text())
    assert [(f.url, f.title, f.folder) for f in written] == [(server.url("/feed"), "My news", "Daily")]


@in_a_loop
async def test_a_private_session_keeps_no_feed(server: Server, home: Path) -> None:
    address = feed(server, "/feed", "News", "One")
    async with browsing(address, chosen=settings.load().with_session([("session.private", True)])) as b:
        await b.type("ef")
        await b.until(lambda: "until this private session ends" in b.status)
        await b.type("el")
        assert shows(b, "1 unread in 1 of 1 feed")
    with Session(settings.load()) as session:
        assert session.store.followed.all() == ()


def test_a_feed_that_moved_for_good_is_followed_there(server: Server, home: Path) -> None:
    from lightterm.session.following import follow, refresh, unread_of

    address = feed(server, "/feed", "News", "One")
    with Session(settings.load()) as session:
        follow(session, address)
        new = feed(server, "/new", "News", "One", "Two")
        server.redirect("/feed", "/new", status=301)
        told = refresh(session, session.store.followed.all())
        (found,) = session.store.followed.all()
        assert (found.url, told.entries) == (new, 1) and len(unread_of(session, found)) == 2


def test_a_list_of_feeds_goes_through_a_store_s_export(tmp_path: Path) -> None:
    import io

    from lightterm.session.store.model import FollowedFeed

    out = io.StringIO()
    with Store(str(tmp_path / "one.db")) as store:
        store.followed.put(FollowedFeed("https://a.example/feed", "A", "https://a.example/", "Daily/News"))
        store.export(out)
    with Store(str(tmp_path / "two.db")) as store:
        assert store.import_(out.getvalue().splitlines()).problems == ()
        (found,) = store.followed.all()
        assert (found.url, found.title, found.folder) == ("https://a.example/feed", "A", "Daily/News")
        assert sum(each.count for each in store.forget("a.example")) == 0 and store.followed.all()
        store.forget("a.example", kinds=("followed",))
        assert store.followed.all() == ()
