"""Bookmarks and their files, quickmarks, pages to read later, feeds, downloads, decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from lightterm.session.store import Store
from lightterm.session.store.bookmark_files import FORMATS, read_bookmarks, write_bookmarks
from lightterm.session.store.lists import ITEMS_PER_FEED
from lightterm.session.store.model import Bookmark, Decision, Download, Tag

if TYPE_CHECKING:
    from collections.abc import Callable

ONE = Bookmark("https://example.org/", "Beispiel für Äpfel", ("fruit", "to-do"), "with notes", 100.0)
TWO = Bookmark("https://other.net/pears", "Pears", ("fruit",), "", 200.0)


def urls(found: tuple[object, ...]) -> list[str]:
    return [each.url for each in found]  # type: ignore[attr-defined]


def test_bookmarks_come_back(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 300.0)
    store.bookmarks.put(ONE)
    store.bookmarks.put(TWO)
    store.bookmarks.put(Bookmark("https://third.org/", "  a\n title ", ("Two Words", "A,B")))
    found = make().bookmarks
    assert found.get(ONE.url) == ONE and found.get("https://nowhere.org/") is None
    assert found.all()[:2] == (ONE, TWO)
    assert found.all()[2] == Bookmark("https://third.org/", "a title", ("a-b", "two-words"), "", 300.0)
    assert found.tags() == (Tag("a-b", 1), Tag("fruit", 2), Tag("to-do", 1), Tag("two-words", 1))
    assert found.marked([ONE.url, "https://nowhere.org/"]) == {ONE.url}
    store.bookmarks.put(ONE.replace(title="New", tags=()))
    assert found.get(ONE.url) == ONE.replace(title="New", tags=())
    assert store.bookmarks.delete(ONE.url) is True and store.bookmarks.delete(ONE.url) is False
    assert found.tags() == (Tag("a-b", 1), Tag("fruit", 1), Tag("two-words", 1))


@pytest.mark.parametrize(
    ("words", "tags", "found"),
    [
        ("apfel", (), [ONE]),
        ("pears", (), [TWO]),
        ("fruit", (), [TWO, ONE]),
        ("notes", (), [ONE]),
        ("other.net pears", (), [TWO]),
        ("pears apfel", (), []),
        ("", ("Fruit",), [TWO, ONE]),
        ("", ("fruit", "to-do"), [ONE]),
        ("", (), [TWO, ONE]),
        ("*", (), []),
    ],
)
def test_bookmarks_are_searched(store: Store, words: str, tags: tuple[str, ...], found: list[Bookmark]) -> None:
    store.bookmarks.add_all([ONE, TWO])
    assert list(store.bookmarks.search(words, tags)) == found


def test_a_bookmark_needs_an_address(store: Store) -> None:
    for url in ("", "data:text/plain,x"):
        with pytest.raises(ValueError):
            store.bookmarks.put(Bookmark(url))
    assert store.bookmarks.all() == ()


def test_what_is_taken_in_adds_to_what_is_there(store: Store) -> None:
    store.bookmarks.put(ONE)
    assert store.bookmarks.add_all([Bookmark(ONE.url, "Other", ("new",), "more"), TWO, Bookmark("data:,x")]) == 1
    assert store.bookmarks.get(ONE.url) == ONE.replace(tags=("fruit", "new", "to-do"), notes="with notes\nmore")
    assert store.bookmarks.add_all([Bookmark(ONE.url, "Other", ("new",), "more")]) == 0
    assert store.bookmarks.get(ONE.url) == ONE.replace(tags=("fruit", "new", "to-do"), notes="with notes\nmore")


def test_bookmarks_are_completed_before_pages_only_seen(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 1000.0)
    store.history.visit("https://example.org/seen", "x", 1000)
    store.history.visit(ONE.url, "as visited", 900)
    store.bookmarks.add_all([ONE, Bookmark("https://example.org/unseen", "y")])
    found = store.complete("example.org")
    assert [(c.url, c.kind, c.count) for c in found] == [
        (ONE.url, "bookmark", 1),
        ("https://example.org/unseen", "bookmark", 0),
        ("https://example.org/seen", "history", 1),
    ]
    assert urls(store.complete("to-do")) == [ONE.url]


# --- files of other browsers

NETSCAPE = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>
<DL><p>
    <DT><A HREF="https://top.example/?a=1&amp;b=2" ADD_DATE="1700000000" TAGS="one,two words">Top &lt;page&gt;</A>
    <DD>Notes of
it
    <DT><H3 ADD_DATE="1600000000">Work</H3>
    <DL><p>
        <DT><A HREF="https://work.example/" ADD_DATE="1700000000000000" ICON="data:image/png;base64,AAAA">Work</A>
        <DT><H3>Deep</H3>
        <DL><p>
            <DT><A HREF="https://deep.example/">Deep</A>
        </DL><p>
        <DT><A HREF="https://after.example/">After</A>
    </DL><p>
    <HR>
    <DT><A HREF="javascript:alert(1)">Program</A>
    <DT><A HREF="place:sort=8">Recent</A>
    <DT><A HREF="https://last.example/"></A>
</DL>
"""


def test_netscape_bookmarks_of_other_browsers() -> None:
    assert read_bookmarks(NETSCAPE) == (
        Bookmark("https://top.example/?a=1&b=2", "Top <page>", ("one", "two words"), "Notes of it", 1.7e9),
        Bookmark("https://work.example/", "Work", ("Work",), "", 1.7e9),
        Bookmark("https://deep.example/", "Deep", ("Work", "Deep")),
        Bookmark("https://after.example/", "After", ("Work",)),
        Bookmark("https://last.example/", ""),
    )


def test_lynx_bookmarks() -> None:
    text = """<head>
<META http-equiv="content-type" content="text/html;charset=iso-8859-1">
<title>Bookmark file</title>
</head>
     You can delete links by the 'R' key<br>
<p>
<ol>
<LI><a href="https://lynx.invisible-island.net/">Lynx &amp; more</a>
<LI><a href="https://example.org/">Second</a>
"""
    assert read_bookmarks(text) == (
        Bookmark("https://lynx.invisible-island.net/", "Lynx & more"),
        Bookmark("https://example.org/", "Second"),
    )


def test_w3m_bookmarks() -> None:
    text = """<html><head><title>Bookmarks</title></head>
<body>
<h1>Bookmarks</h1>
<h2>News</h2>
<ul>
<li><a href="https://lwn.net/">LWN</a>
<li><a href="https://example.org/">Other</a>
<!--End of section (do not delete this comment)-->
</ul>
<h2>Old</h2>
<ul>
<li><a href="https://old.example/">Old one</a>
<!--End of section (do not delete this comment)-->
</ul>
</body>
</html>
"""
    marks = read_bookmarks(text)
    assert marks == (
        Bookmark("https://lwn.net/", "LWN", ("News",)),
        Bookmark("https://example.org/", "Other", ("News",)),
        Bookmark("https://old.example/", "Old one", ("Old",)),
    )
    assert write_bookmarks(marks, "w3m") == text


@pytest.mark.parametrize("kind", FORMATS)
def test_bookmarks_go_out_and_come_back(kind: str) -> None:
    back = read_bookmarks(write_bookmarks([ONE, TWO, Bookmark('https://x.org/?a="1"&b=<2>', "<b>&amp;</b>")], kind))
    assert urls(back) == [ONE.url, TWO.url, 'https://x.org/?a="1"&b=<2>']
    assert [mark.title for mark in back] == [ONE.title, TWO.title, "<b>&amp;</b>"]
    if kind == "netscape":
        assert back[:2] == (ONE, TWO)


def test_another_kind_of_file() -> None:
    with pytest.raises(ValueError, match="netscape, lynx, w3m"):
        write_bookmarks([ONE], "opera")


@given(st.text(alphabet="<>aA/DLdtTH3Rref=\"' hl1&;-!x\n", max_size=80))
@hypothesis_settings(max_examples=300)
def test_any_text_may_be_read_for_bookmarks(text: str) -> None:
    assert all(mark.url for mark in read_bookmarks(text))


@given(st.lists(st.tuples(st.text(min_size=1, max_size=20), st.text(max_size=20)), max_size=5))
@hypothesis_settings(max_examples=100)
def test_any_bookmark_goes_out_and_comes_back(pairs: list[tuple[str, str]]) -> None:
    with Store(now=lambda: 5.0) as store, Store(now=lambda: 5.0) as other:
        store.bookmarks.add_all([Bookmark(f"https://example.org/{n}", title) for n, (_, title) in enumerate(pairs)])
        text = write_bookmarks(store.bookmarks.all(), "netscape")
        other.bookmarks.add_all(read_bookmarks(text))
        assert urls(other.bookmarks.all()) == urls(store.bookmarks.all())


# --- the other lists


def test_quickmarks(make: Callable[..., Store]) -> None:
    store = make(now=lambda: 7.0)
    store.quickmarks.put(" news ", "https://old.example/")
    store.quickmarks.put("news", "https://lwn.net/")
    found = make().quickmarks.get("news")
    assert found is not None and (found.name, found.url, found.added) == ("news", "https://lwn.net/", 7.0)
    assert store.quickmarks.get("none") is None and len(store.quickmarks.all()) == 1
    for name, url in ((" ", "https://lwn.net/"), ("x", "data:,x")):
        with pytest.raises(ValueError):
            store.quickmarks.put(name, url)
    assert store.quickmarks.delete("news") is True and store.quickmarks.delete("news") is False


def test_read_later(make: Callable[..., Store]) -> None:
    times = iter(range(10, 100))
    store = make(now=lambda: float(next(times)))
    assert store.read_later.add("https://a.example/", "A") is True
    assert store.read_later.add("https://b.example/", "B") is True
    assert store.read_later.mark("https://a.example/") is True and store.read_later.mark("https://x/") is False
    assert urls(make().read_later.all()) == ["https://a.example/", "https://b.example/"]
    assert urls(store.read_later.all(unread=True)) == ["https://b.example/"]
    assert store.read_later.add("https://a.example/") is False
    assert [(page.title, page.read) for page in store.read_later.all(unread=True)] == [("A", None), ("B", None)]
    store.read_later.mark("https://a.example/")
    assert store.read_later.mark("https://a.example/", read=False) is True
    assert len(store.read_later.all(unread=True)) == 2
    assert (
        store.read_later.delete("https://a.example/") is True and store.read_later.delete("https://a.example/") is False
    )
    with pytest.raises(ValueError):
        store.read_later.add("data:,x")


def test_items_of_feeds_are_seen_once(make: Callable[..., Store]) -> None:
    store = make()
    feed = "https://example.org/feed.xml"
    assert store.feeds.seen(feed) == frozenset()
    assert store.feeds.mark(feed, ["tag:1", "tag:2"]) and store.feeds.mark(feed, ["tag:2", "tag:3"])
    store.feeds.mark("https://other.example/", ["tag:9"])
    assert make().feeds.seen(feed) == {"tag:1", "tag:2", "tag:3"}
    assert store.feeds.mark(feed, ["tag:2"], seen=False)
    assert store.feeds.seen(feed) == {"tag:1", "tag:3"}
    store.feeds.mark(feed, map(str, range(ITEMS_PER_FEED)))
    assert store.feeds.seen(feed) == set(map(str, range(ITEMS_PER_FEED)))


def test_downloads_keep_what_is_needed_to_go_on(make: Callable[..., Store]) -> None:
    times = iter(range(10, 100))
    store = make(now=lambda: float(next(times)))
    begun = store.downloads.add(Download("https://example.org/big.iso", "/tmp/big.iso", "running", size=1000))
    assert begun.id and begun.started == 10.0
    broken = begun.replace(state="failed", received=400, etag='"v1"', modified="Mon", error="cut off")
    assert store.downloads.update(broken)
    other = store.downloads.add(Download("https://example.org/b", "/tmp/b"))
    found = make().downloads.all()
    assert found == (other, broken.replace(changed=11.0))
    with pytest.raises(ValueError, match="lost"):
        store.downloads.update(begun.replace(state="lost"))
    assert store.downloads.clear() == 1 and store.downloads.all() == (other,)
    assert store.downloads.delete(other.id) is True and store.downloads.delete(other.id) is False


def test_decisions_hold_until_they_run_out(make: Callable[..., Store]) -> None:
    clock = [100.0]
    store = make(now=lambda: clock[0])
    store.decisions.put(Decision("Example.org", "certificate", "sha256:aa", until=200.0))
    store.decisions.put(Decision("example.org", "certificate", "sha256:bb", until=200.0))
    store.decisions.put(Decision("example.org", "images", "no"))
    store.decisions.put(Decision("other.net", "images", "yes"))
    found = store.decisions.get("EXAMPLE.org", "certificate")
    assert found == Decision("example.org", "certificate", "sha256:bb", 200.0, 100.0)
    assert [d.key for d in store.decisions.all("example.org")] == ["certificate", "images"]
    clock[0] = 200.0
    assert store.decisions.get("example.org", "certificate") is None
    assert [(d.host, d.key) for d in store.decisions.all()] == [("example.org", "images"), ("other.net", "images")]
    store.expire()
    clock[0] = 100.0
    assert store.decisions.get("example.org", "certificate") is None
    assert store.decisions.delete("example.org", "images") is True
    assert store.decisions.delete("example.org", "images") is False
