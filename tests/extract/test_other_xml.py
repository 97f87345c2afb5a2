"""XML as an outline."""

from __future__ import annotations

import pytest
from others import read

XML = "application/xml"


def test_elements_are_lines_with_attributes_and_text() -> None:
    page = read(
        XML,
        '<?xml version="1.0"?><!DOCTYPE c [<!ELEMENT a (b)>]><!-- note -->\n'
        '<catalog xmlns="http://x.org/ns"><book id="1" href="http://a.org/?a=1&amp;b=2"><author>G &amp; M</author>'
        "<title>XML <i>Guide</i> tail</title><empty/><d><![CDATA[a<b>&amp;]]></d></book></catalog>",
    )
    assert page.lines == [
        "<!-- note -->",
        'catalog xmlns="http://x.org/ns"',
        '  book id="1" href="[1]http://a.org/?a=1&b=2"',
        "    author: G & M",
        "    title",
        "      XML",
        "      i: Guide",
        "      tail",
        "    empty",
        "    d: a<b>&amp;",
    ]
    assert page.links == ["http://a.org/?a=1&b=2"]
    assert page.errors == ()


def test_lines_are_wrapped_within_their_indentation() -> None:
    page = read(XML, "<a><b>" + "word " * 40 + "</b></a>", width=40)
    assert max(map(len, page.lines)) <= 40
    assert all(line.startswith("  ") for line in page.lines[1:])


@pytest.mark.parametrize(
    ("body", "column", "shown"),
    [
        ('<a><b>one</b><c d="1">two <x y="', 27, ["a", "  b: one", '  c d="1"', 'two <x y="']),
        ("<a><b>1 < 2</c></a> tail", 10, ["a", "  b", "    1 < 2", "tail"]),
        ("<a>&nbsp;x&eacute;</a>", 4, ["a: xé"]),
        ("<a><b>x", 8, ["a", "  b", "    x"]),
        ("just words", 1, ["just words"]),
        ('<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><l>&b;</l>', 25, ["l: &b;"]),
        ('<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>', 52, ["l: &x;"]),
    ],
)
def test_what_is_broken_or_declares_entities_is_named_and_shown(body: str, column: int, shown: list[str]) -> None:
    page = read(XML, body)
    assert page.codes == ["PARSE_ERROR"]
    assert page.errors[0].context["line"] == 1
    assert abs(int(str(page.errors[0].context["column"])) - column) <= 2
    assert page.lines == shown


def test_xhtml_is_a_page() -> None:
    page = read(
        "text/xml", '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Hi <a href="x">l</a></p></body></html>'
    )
    assert page.lines == ["Hi [1]l"]
    assert page.document.content_type == "text/xml"


@pytest.mark.parametrize(
    "body",
    [
        "<a>" * 100_000,
        "<" * 300_000,
        "<a '" * 300_000,
        '<a "<b\' "' * 200_000,
        "<!a[" * 300_000,
        "<a>" + "<b></c>" * 100_000,
        "<a " + "b='1' " * 200_000 + "/>",
        "<r>" + "<![CDATA[" * 50_000,
        "<r>" + "&#65;" * 300_000,
    ],
)
def test_hostile_documents_end(body: str) -> None:
    page = read(XML, body)
    assert page.codes == ["PARSE_ERROR"]
    assert page.text


def test_a_picture_in_svg_says_its_title_size_and_words() -> None:
    page = read(
        XML,
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 30.5"><title>A &lt;title&gt;</title>'
        "<desc>What it shows</desc><g><title>inner</title><text x='1'>Hello <tspan>there</tspan></text></g></svg>",
        "https://example.org/pic.svg",
    )
    assert page.document.title == "A <title>"
    assert page.document.content_type == "image/svg+xml"
    assert "SVG image, 20×30 pixels" in page.text
    assert page.text.endswith("What it shows\n\ninner\n\nHello there")
    assert (page.document.media[0].width, page.document.media[0].height) == (20, 30)
