"""What markup can hold is told without its tree."""

from __future__ import annotations

import pytest

from lightterm.document.model import Paragraph
from lightterm.extract import dom
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.extract.vocabulary import Vocabulary

DENSE = "<td>x</td>" * 6000
"""Cells enough for the markup to be looked through."""


def vocabulary(markup: str) -> Vocabulary:
    data = markup.encode()
    return Vocabulary(data, dom.count_tags(data))


@pytest.mark.parametrize("selector", ["svg", "img", "nav", "[hidden]", "i[class]", 'span[class*="icon"]', "title"])
def test_what_no_tag_and_no_letter_of_the_markup_says_is_not_looked_for(selector: str) -> None:
    assert not vocabulary(DENSE).may_hold(selector)
    assert Vocabulary().may_hold(selector)


@pytest.mark.parametrize(
    ("markup", "selector"),
    [
        ("<SVG></SVG>", "svg"),
        ("<image src=x>", "img"),
        ("<i\tCLASS=x>", "i[class]"),
        ("<p\nHidden>", "[hidden]"),
        ("<span class='&#105;con'>", 'span[class*="icon"]'),
        ("<ol/reversed>", "ol[reversed]"),
        ("<p ARIA-label\n \t= x>", "[aria-label]"),
        (f"<p role{' ' * 200_000}=note>", "[role]"),
        ("<a href='?role=1' dir=rtl>", "[dir]"),
        ("<img src=x alt>", 'img[alt=""]'),
        ("<p><header>x</header>", "header"),
    ],
)
def test_however_it_is_written_it_is_looked_for(markup: str, selector: str) -> None:
    assert vocabulary(DENSE + markup).may_hold(selector)
    assert dom.parse(f"<table></table><p>{markup}".encode()).css_first(selector) is not None


@pytest.mark.parametrize(
    "frame", ["<iframe srcdoc='&lt;p hidden>no&lt;p>yes'></iframe>", '<iframe srcdoc="<p ALIGN=right>yes"></iframe>']
)
def test_what_a_frame_holds_as_an_attribute_is_looked_for_too(frame: str) -> None:
    texts = [
        (block.text(), block.align)
        for block in html_document(f"<table>{DENSE}</table>{frame}".encode(), "http://example.org/", View()).blocks
        if type(block) is Paragraph
    ]
    assert texts[6000:] == [("yes", "right" if "ALIGN" in frame else "")]


@pytest.mark.parametrize(
    "title", ["<title>T</title>", "<p>x<title>T</title>", "<svg><title>D</title></svg><title>T</title>"]
)
def test_a_title_is_found_wherever_the_parser_leaves_it(title: str) -> None:
    document = html_document(f"<!doctype html>{title}<table>{DENSE}".encode(), "http://example.org/", View())
    assert document.title == "T"


def test_on_a_page_of_cells_the_one_hidden_word_stays_hidden() -> None:
    page = f"<!doctype html><table>{DENSE}</table><P HIDDEN>no<p>yes<SCRIPT>1</SCRIPT><svg><title>drawn</title></svg>"
    texts = [
        b.text() for b in html_document(page.encode(), "http://example.org/", View()).blocks if type(b) is Paragraph
    ]
    assert "yes" in texts[-1] and "drawn" in texts[-1] and not any("no" in text or "1" in text for text in texts)
