"""Feeds as pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from dumping import dump
from others import Read, read

if TYPE_CHECKING:
    from pathlib import Path

RSS = """<?xml version="1.0" encoding="iso-8859-1"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:at="http://www.w3.org/2005/Atom">
<channel><title>News &amp; more</title><link>http://e.org/</link><at:link rel="self" href="http://e.org/feed"/>
<description>All the é news</description><language>en</language>
<image><title>Logo</title><link>http://logo.org/</link></image>
<item><title>First &lt;b&gt;bold&lt;/b&gt;</title><link>/1</link><pubDate>Mon, 06 Sep 2021 00:01:00 +0000</pubDate>
<author>ann@x.org (Ann)</author><description>short</description>
<content:encoded><![CDATA[<p>Hello <a href="rel">rel</a></div><table><tr><td>open]]></content:encoded>
<enclosure url="http://e.org/a%20b.mp3" length="12345678" type="audio/mpeg"/></item>
<item><title>Second</title><guid>http://e.org/2</guid><description>Plain &amp; simple</description></item>
<item><description>No title &lt;a href="http://e.org/3"&gt;three&lt;/a&gt;</description><guid isPermaLink="false">http://no</guid>
</item></channel></rss>"""

ATOM = """<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="http://base.org/blog/" xml:lang="de">
<a:title type="html">A &amp;lt; &lt;i&gt;B&lt;/i&gt;</a:title><a:subtitle>1 &lt; 2</a:subtitle>
<a:link rel="self" href="feed"/><a:link href="./"/>
<a:entry><a:title>E &lt;b&gt;</a:title><a:link rel="alternate" href="e1"/>
<a:link rel="enclosure" href="e1.pdf" length="5" type="application/pdf"/>
<a:author><a:name>Ann</a:name><a:email>ann@x.org</a:email></a:author><a:author><a:name>Bob</a:name></a:author>
<a:updated>2024-01-02T03:04:05.6Z</a:updated><a:published>2023-12-31T23:59:00+02:00</a:published><a:summary>short</a:summary>
<a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>XHTML <a href="x">link</a></p>
<title>t</title></div></a:content></a:entry>
<a:entry><a:title>Data</a:title><a:content type="image/png">aGVsbG8=</a:content></a:entry></a:feed>"""


@pytest.mark.parametrize("content_type", ["application/rss+xml", "application/xml", "text/xml"])
def test_rss(content_type: str) -> None:
    page = read(content_type, RSS)
    assert page.errors == ()
    assert page.document.title == "News & more"
    assert page.document.language == "en"
    assert page.document.content_type == content_type
    assert page.text == (
        "# News & more\n\nAll the é news\n\n[1]http://e.org/\n\n## [2]First bold\n\n"
        "2021-09-06 00:01 UTC · ann@x.org (Ann)\n\nHello [3]rel\n\nopen\n\n"
        "Enclosure: [4]a b.mp3 (audio/mpeg, 12.3 MB)\n\n## [5]Second\n\nPlain & simple\n\n## Untitled\n\n"
        "No title [6]three"
    )
    base = "https://example.org/"
    assert page.links == [
        "http://e.org/",
        base + "1",
        base + "dir/rel",
        "http://e.org/a%20b.mp3",
        "http://e.org/2",
        "http://e.org/3",
    ]


def test_a_saved_feed_leads_to_its_site(tmp_path: Path) -> None:
    feed = tmp_path / "feed.xml"
    feed.write_text(RSS, "iso-8859-1")
    assert dump("--links", "only", "--no-numbers", str(feed)).text.split()[:3] == [
        "http://e.org/",
        "http://e.org/1",
        "http://e.org/rel",
    ]


def test_atom() -> None:
    page = read("application/atom+xml", ATOM)
    assert page.errors == ()
    assert page.document.title == "A < B"
    assert page.document.language == "de"
    assert page.text == (
        "# A < B\n\n1 < 2\n\n[1]http://base.org/blog/\n\n"
        "## [2]E <b>\n\n2023-12-31 23:59 +02:00 · Ann, Bob\n\nXHTML [3]link\n\n"
        "Enclosure: [4]e1.pdf (application/pdf, 5 B)\n\n## Data"
    )
    assert page.links == [f"http://base.org/blog/{name}" for name in ("", "e1", "x", "e1.pdf")]


def test_podcasts_and_videos_say_what_they_are() -> None:
    rss = """<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:m="http://search.yahoo.com/mrss/"><channel><title>Casts</title>
    <item><title>One</title><enclosure url="http://e.org/1.mp3" length="5000000" type="audio/mpeg"/>
    <itunes:duration>3723</itunes:duration><m:content url="http://e.org/1.mp3" type="audio/mpeg"/></item>
    <item><title>Two</title><itunes:duration>01:02:03</itunes:duration><m:group><m:title>no</m:title>
    <m:content url="http://e.org/2.mp4" medium="video" fileSize="2000000"><m:description>Boats
    at sea</m:description></m:content><m:content url="http://e.org/t.jpg" medium="image"/>
    <m:thumbnail url="http://e.org/t.jpg"/></m:group></item></channel></rss>"""
    text = read("application/rss+xml", rss).text
    assert "Enclosure: [1]1.mp3 (audio/mpeg, 5.0 MB, 1:02:03)\n\n## Two\n" in text
    assert "Boats\nat sea\n\nEnclosure: [2]2.mp4 (2.0 MB, 01:02:03)" in text and "t.jpg" not in text
    entry = {"title": "T", "attachments": [{"url": "http://e.org/a.ogg", "duration_in_seconds": 61.4}, 7]}
    feed = {"version": "https://jsonfeed.org/version/1.1", "items": [entry]}
    assert "a.ogg (1:01)" in read("application/feed+json", json.dumps(feed)).text


def test_an_entry_leads_to_its_content_elsewhere() -> None:
    entries = (
        '<entry><title>Out</title><content src="/out" type="text/html"/></entry>'
        '<entry><title>Both</title><content src="/out2" type="text/html"/><link href="/page"/></entry>'
    )
    page = read("application/atom+xml", f'<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>{entries}</feed>')
    assert [url.rpartition("/")[2] for _, url in page.document.targets.addresses()] == ["out", "page"]


def test_rss_1_in_rdf() -> None:
    page = read(
        "application/xml",
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" '
        'xmlns:d="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>R</title><link>http://e.org</link>'
        "</channel><item rdf:about='y'><title>One</title><link>http://e.org/1</link><d:creator>Ann</d:creator>"
        "<d:date>2003-12-13</d:date></item></rdf:RDF>",
    )
    assert page.text == "# R\n\n[1]http://e.org\n\n## [2]One\n\n2003-12-13 · Ann"


def test_rdf_that_is_no_feed_is_an_outline() -> None:
    page = read(
        "application/rdf+xml", '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><x>y</x></rdf:RDF>'
    )
    assert page.lines[-1] == "  x: y"


def test_whose_a_whole_feed_is_and_what_entries_are_about() -> None:
    atom = """<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><author><name>Ada</name></author>
    <author><name>Bea</name><uri>http://b.org/</uri></author><category term="all"/>
    <entry><title>E</title><category term="cats" label="Cats &amp; more"/><category term="dogs"></category>
    <summary>Hi</summary></entry></feed>"""
    assert read("application/atom+xml", atom).text == "# F\n\nBy Ada, Bea\n\n## E\n\nHi\n\nTags: Cats & more, dogs"
    rss = """<rss version="2.0"><channel><title>R</title><managingEditor>ed@x.org (Ed)</managingEditor>
    <item><title>I</title><category>one</category><category><![CDATA[two]]></category><category>one</category></item>
    </channel></rss>"""
    assert read("application/rss+xml", rss).text == "# R\n\nBy ed@x.org (Ed)\n\n## I\n\nTags: one, two"
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": "J", "authors": [{"name": "Joy"}]}
    feed |= {"items": [{"title": "T", "tags": ["red", 5, "blue", ""]}, {"title": "U", "tags": "odd"}]}
    page = read("application/feed+json", json.dumps(feed))
    assert page.text == "# J\n\nBy Joy\n\n## T\n\nTags: red, blue\n\n## U"


def test_json_feed() -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "JF",
        "home_page_url": "https://e.org/",
        "items": [
            {
                "id": "1",
                "url": "https://e.org/1",
                "content_html": "<p>x <a href='y'>y</a><meta http-equiv=refresh content='0;url=http://evil'>",
                "date_published": "2020-08-07T11:44:36+02:00",
                "authors": [{"name": "Ann"}, "odd", {"name": "Bob"}],
                "attachments": [{"url": "https://e.org/f.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 1000}, 5],
            },
            {"id": 2, "title": "Two", "content_text": "a < b\n\nc"},
            "odd",
        ],
    }
    for content_type in ("application/feed+json", "application/json"):
        page = read(content_type, json.dumps(feed))
        assert page.errors == ()
        assert page.text == (
            "# JF\n\n[1]https://e.org/\n\n## [2]2020-08-07 11:44 +02:00\n\nAnn, Bob\n\nx [3]y\n\n"
            "Enclosure: [4]f.mp3 (audio/mpeg, 1.0 kB)\n\n## Two\n\na < b\n\nc"
        )
        assert page.document.metadata.refresh is None


def test_a_json_feed_that_is_none_is_json() -> None:
    assert read("application/feed+json", '{"items": 5').codes == ["PARSE_ERROR"]
    assert read("application/feed+json", '{"items": 5}').lines == ["{", '  "items": 5', "}"]


def test_what_stands_before_the_damage_is_kept() -> None:
    page = read("application/rss+xml", RSS[: RSS.index("<item><desc") - 40])
    assert page.codes == ["PARSE_ERROR"]
    assert "## [5]Second" in page.text
    page = read(
        "application/rss+xml", RSS.replace("<title>Second</title>", "<title>Second").replace("&amp; simple", "& simple")
    )
    assert page.codes == ["PARSE_ERROR"]
    assert "First bold" in page.text
    assert "Plain & simple" in page.text


def test_unescaped_html_in_a_description() -> None:
    page = read(
        "application/rss+xml",
        "<rss><channel><title>T</title><item><description><p>a<br>b</p></description></item></channel></rss>",
    )
    assert page.codes == ["PARSE_ERROR"]
    assert page.text.endswith("a\nb")


def test_an_entry_cannot_act_on_the_page() -> None:
    page = read(
        "application/rss+xml",
        "<rss><channel><title>T</title><item><title>&lt;/h2&gt;&lt;script&gt;x&lt;/script&gt; A</title><description>"
        "&lt;base href=http://evil/&gt;&lt;style&gt;*{display:none}&lt;/style&gt;&lt;/body&gt;&lt;script&gt;bad"
        "&lt;/script&gt;&lt;a href=rel&gt;</description></item><item><title>B</title><link>rel2</link></item>"
        "</channel></rss>",
    )
    assert "bad" not in page.text
    assert page.links[-1] == "https://example.org/dir/rel2"
    assert "B" in page.text


def _hostile() -> dict[str, str]:
    start, end = "<rss><channel><title>T</title>", "</channel></rss>"
    return {
        "attributes": start + "<item " + " ".join(f"a{i}='x'" for i in range(20_000)) + "/>" + end,
        "an author's name": start + "<item><author>" + "a." * 200_000 + "</author></item>" + end,
        "nested entries": start + "<item>" * 50_000,
        "nested elements": start + "<a>" * 100_000,
        "nested html": start + "<item><description>" + "&lt;div&gt;" * 100_000 + "</description></item>" + end,
        "ampersands": start + "<item><description>" + "&" * 500_000 + "</description></item>" + end,
        "a date": start + "<item><pubDate>" + "1 " * 200_000 + "</pubDate></item>" + end,
        "entities": "<!DOCTYPE rss ["
        + "<!ENTITY a 'b'>" * 20_000
        + "]>"
        + start
        + "<item><title>&a;</title></item>"
        + end,
    }


@pytest.mark.parametrize("name", _hostile())
def test_hostile_feeds_end(name: str) -> None:
    page: Read = read("application/rss+xml", _hostile()[name])
    assert page.lines[0] == "# T"


def test_a_very_long_feed_is_cut_and_says_so() -> None:
    item = "<item><title>a</title><description>" + "b" * 10_000 + "</description></item>"
    page = read("application/rss+xml", "<rss><channel><title>T</title>" + item * 500 + "</channel></rss>")
    assert page.codes == ["PARSE_ERROR"]
    assert "only its first" in page.errors[0].message


def test_xml_base_counts_at_the_feed_its_entries_and_their_contents() -> None:
    content = '&lt;a href="c"&gt;c&lt;/a&gt; &lt;a href="http://o.org/"&gt;o&lt;/a&gt; &lt;a href="#n"&gt;n&lt;/a&gt;'
    atom = (
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.org/blog/"><title>T</title>'
        '<entry><title>A</title><link href="one"/></entry><entry xml:base="deep/"><title>B</title><link href="two"/>'
        f'<link rel="enclosure" href="s.mp3"/><content type="html">{content}</content></entry>'
        f'<entry><title>C</title><link href="three"/><summary xml:base="http://no.org/">s</summary>'
        f'<content type="html" xml:base="http://w.org/p/">{content}</content></entry></feed>'
    )
    base = "http://b.org/blog/"
    other = "http://o.org/"
    assert read("application/atom+xml", atom).links == [
        *(base + "one", base + "deep/two"),
        *(base + "deep/c", other, base + "deep/#n", base + "deep/s.mp3"),
        *(base + "three", "http://w.org/p/c", other, "http://w.org/p/#n"),
    ]
    rss = '<channel xml:base="http://b.org/r/"><title>T</title><item><link>one</link></item></channel>'
    assert read("application/rss+xml", f'<rss version="2.0">{rss}</rss>').links == ["http://b.org/r/one"]
