"""A document as text: where its links lead, in each style."""

from __future__ import annotations

import pytest
from effort import grows_in_proportion

from lightterm.document.model import Document
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.fetch.urls import display_url
from lightterm.output.text import header_lines, page_text, references

BASE = "https://example.org/dir/page"
PAGE = """<title>The page</title>
<p>See <a href=one>one</a>, <a href="https://example.com/">https://example.com/</a> and <a href="#part">a part</a>.
<form><input name=q></form>
<table border=1><caption>Cap <a href=/cap>link</a></caption><tr><th>a<th>b<tr><td><a href=/cell>cell</a><td>2</table>
<a href=/card><img src=p.jpg alt=Photo><h3>Title</h3><p>Teaser</p></a>
<p><a href=one>one again</a>"""


def read(markup: str, url: str = BASE) -> Document:
    return html_document(markup.encode(), url, View())


def text(document: Document, links: str, width: int = 80, numbers: bool = True) -> list[str]:
    return list(page_text(document, width, numbers, links, display_url))


@pytest.mark.covers("LB-118")
def test_references_are_listed_after_the_page_with_their_numbers():
    lines = text(read(PAGE), "refs")
    assert lines[0] == "See [1]one, [2]https://example.com/ and [3]a part."
    assert lines[lines.index("References") :] == [
        "References",
        "",
        "[1] https://example.org/dir/one",
        "[2] https://example.com/",
        "[3] https://example.org/dir/page#part",
        "[5] https://example.org/cap",
        "[6] https://example.org/cell",
        "[7] https://example.org/card",
        "[8] https://example.org/dir/one",
    ]


@pytest.mark.covers("LB-118")
def test_inline_addresses_stand_behind_their_links_once_each():
    lines = text(read(PAGE), "inline", 200)
    assert lines[0] == (
        "See [1]one <https://example.org/dir/one>, [2]https://example.com/ and "
        "[3]a part <https://example.org/dir/page#part>."
    )
    assert "Cap [5]link <https://example.org/cap>" in lines
    assert any(line.startswith("[6]cell <https://example.org/cell> │ 2") for line in lines)
    assert sum("card" in line for line in lines) == 1
    assert lines[lines.index("[7]Photo <https://example.org/card>") + 2] == "### Title"
    assert "References" not in lines


def test_numbers_line_up_in_the_list():
    markup = "".join(f"<a href=/{n}>x</a> " for n in range(1, 12))
    assert list(references(read(markup), display_url))[8:] == [
        " [9] https://example.org/9",
        "[10] https://example.org/10",
        "[11] https://example.org/11",
    ]


def test_the_list_alone_and_the_page_alone():
    document = read(PAGE)
    assert text(document, "only") == list(references(document, display_url))
    bare = [line.partition("] ")[2] for line in text(document, "only")]
    assert text(document, "only", numbers=False) == bare == references(document, display_url, numbers=False)
    alone = text(document, "none")
    assert "References" not in alone and alone[0].startswith("See [1]one")
    assert text(document, "none", numbers=False)[0] == "See one, https://example.com/ and a part."
    assert "References" not in text(document, "refs", numbers=False)


@pytest.mark.parametrize("markup", ["", "<p>No links", "<form><input></form>"])
def test_a_page_without_links_has_no_references(markup):
    assert "References" not in text(read(markup), "refs")


def test_an_address_is_shown_without_password_and_as_it_is_read():
    document = read('<a href="https://name:pass@example.org/%C3%A9">x</a>')
    (line,) = references(document, display_url)
    assert "pass" not in line
    assert line.startswith("[1] https://")


def test_the_header_is_the_title_and_the_address_wrapped():
    document = read("<title>A title that is too long for one line</title>")
    assert header_lines(document, 30, display_url) == [
        "A title that is too long for",
        "one line",
        "https://example.org/dir/page",
        "",
    ]
    assert header_lines(read("", "stdin:"), 30, display_url) == []
    assert header_lines(read("<title>T</title>", "stdin:"), 30, display_url) == ["T", ""]


def test_a_title_that_is_the_first_heading_is_said_once():
    heading = read("<title>T</title><h1>T</h1><p>x")
    for content_type, header in (("text/markdown", []), ("text/html", ["T", ""])):
        document = heading.replace(url="stdin:", content_type=content_type)
        assert header_lines(document, 30, display_url) == header
    other = read("<title>T</title><h1>Another</h1>", "stdin:").replace(content_type="text/markdown")
    assert header_lines(other, 30, display_url) == ["T", ""]


def test_links_are_listed_whether_or_not_their_neighbours_are_plain():
    plain = "".join(f"<a href=/p/{n}>p</a> " for n in range(250))
    document = read(f"{plain}<a href='/caf%C3%A9'>c</a> <a href=http://u:p@h.test/>u</a> <a href=//h.test/x>x</a>")
    listed = list(references(document, display_url))
    assert listed[0] == "  [1] https://example.org/p/0"
    assert listed[249:] == [
        "[250] https://example.org/p/249",
        "[251] https://example.org/café",
        "[252] http://h.test/",
        "[253] https://h.test/x",
    ]


def test_a_paragraph_of_many_links_takes_time_in_proportion():
    def links(count: int) -> None:
        document = read("".join(f"<a href=/{n}>x</a> " for n in range(count)))
        assert len(text(document, "inline")) > count // 4

    assert grows_in_proportion(links, 500)
