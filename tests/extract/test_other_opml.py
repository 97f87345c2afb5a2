"""OPML: a list of feeds is a page of links, in the folders of who keeps it."""

from __future__ import annotations

import pytest
from others import read

OPML = """<?xml version="1.0"?><opml version="2.0"><head><title>My &amp; your feeds</title>
<ownerName>Ada</ownerName><expansionState>1,2</expansionState></head><body>
<outline text="News"><outline type="rss" text="Tides &lt;b&gt;daily&lt;/b&gt;" xmlUrl="https://tides.example/feed?a=1&amp;b=2"
 htmlUrl="https://tides.example/" description="High and low"/>
<outline type="rss" title="No text" XMLURL='https://other.example/atom'></outline></outline>
<outline text="Just words"/><outline type="link" text="A page" url="https://page.example/"/></body></opml>"""


@pytest.mark.parametrize("kind", ["application/opml+xml", "text/x-opml", "application/xml", "application/x-opml"])
def test_a_list_of_feeds_is_a_list_of_links(kind: str) -> None:
    page = read(kind, OPML)
    assert page.document.title == "My & your feeds" and page.errors == ()
    assert page.lines == [
        "# My & your feeds",
        "",
        "Ada",
        "",
        "• News",
        "  ◦ [1]Tides daily ([2]tides.example): High and low",
        "  ◦ [3]No text",
        "• Just words",
        "• [4]A page",
    ]
    assert page.links == [
        "https://tides.example/feed?a=1&b=2", "https://tides.example/", "https://other.example/atom",
        "https://page.example/",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("<opml><body><outline text='a'><outline text='b'>", ["# file", "", "• a", "  ◦ b"]),
        ("<opml><body></outline><outline text='a'/></outline></body>", ["# file", "", "• a"]),
        ("<opml><body><outline/>x</body></opml>", ["# file"]),
        ("<OPML><BODY><OUTLINE TEXT='a'/></BODY></OPML>", ["# file", "", "• a"]),
        ("<opml/>", ["# file"]),
    ],
)
def test_what_is_damaged_shows_what_there_is(body: str, shown: list[str]) -> None:
    assert read("application/xml", body).lines == shown


def test_no_outline_is_more_than_words() -> None:
    page = read(
        "application/xml",
        "<opml><body><outline text='&lt;script&gt;x&lt;/script&gt;&lt;img src=a&gt;ok'/></body></opml>",
    )
    assert page.lines == ["# file", "", "• ok"] and page.document.media == () and page.links == []


def test_lists_within_lists_without_end() -> None:
    page = read("application/xml", "<opml><body>" + "<outline text='x'>" * 3000)
    assert page.text.count("x") == 3000


def test_files_are_known_by_name_and_by_what_they_begin_with() -> None:
    from lightterm.fetch.media_types import sniff_type

    for stated, name in (("", "feeds.opml"), ("", ""), ("text/xml", ""), ("application/xml", "feeds.xml")):
        assert sniff_type(OPML.encode(), stated, name) == "application/opml+xml"
