"""What the reader view says under the headline: byline, date, site, and how long the text takes to read."""

from __future__ import annotations

import pytest

from lightterm.document.model import Paragraph
from lightterm.extract import main_text
from tests.extract.test_reader import document, shown

PAGE = """<html lang=en><head><title>Why rivers bend - The Daily Flow</title>
<meta property=og:site_name content="The Daily Flow"><script type=application/ld+json>{"@type": "NewsArticle",
"headline": "Why rivers bend", "author": {"@type": "Person", "name": "Mara Quill"},
"datePublished": "2024-03-05T08:00:00Z"}</script></head><body><nav><a href=/s>Sports</a> <a href=/w>World</a></nav>
<main><article><h1 id=top>Why rivers bend</h1>OWN<div class=entry-content>TEXT</div></article></main>
<footer><p>All rights reserved. <a href=/privacy>Privacy</a></p></footer></body></html>"""
TEXT = "<p>A river bends because a small curve in its bed grows with the years, until it cuts through.</p>" * 20


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ("", "Mara Quill · 2024-03-05 · The Daily Flow · 2 min to read"),
        ("<p>By Mara Quill, who has lived at rivers all her life", "2024-03-05 · The Daily Flow · 2 min to read"),
        ("<p>On March 5, 2024, the Aller left its bed at Ashford", "Mara Quill · The Daily Flow · 2 min to read"),
    ],
)
def test_what_the_text_does_not_say_itself_stands_under_the_headline(own: str, line: str) -> None:
    markup = PAGE.replace("OWN", own).replace("TEXT", TEXT)
    page = document(markup)
    kept = shown(page).split("\n")
    assert kept[:2] == ["Why rivers bend", line] and (not own or kept[2] in own)
    assert dict(page.anchors)["top"] == 0
    assert isinstance(page.blocks[2], Paragraph) and page.blocks[2].gap == 1
    assert "min to read" not in shown(document(markup, reader=False)) + main_text(markup)


def test_a_site_that_the_headline_names_is_not_named_again() -> None:
    markup = PAGE.replace("<h1 id=top>Why rivers bend</h1>OWN", "<h1 id=top>The Daily Flow: rivers</h1>")
    markup = markup.replace("Why rivers bend", "The Daily Flow: rivers").replace("TEXT", TEXT)
    assert shown(document(markup)).split("\n")[1] == "Mara Quill · 2024-03-05 · 2 min to read"


def test_a_page_that_says_nothing_of_itself_has_its_length_alone() -> None:
    texts = {"river ": 2, "川が流れる。": 7}
    for text, minutes in texts.items():
        markup = f"<body><nav><a href=/>Home</a> <a href=/b>Sports</a></nav><main><h1>Rivers</h1><p>{text * 400}</main>"
        assert shown(document(markup)).split("\n")[:2] == ["Rivers", f"{minutes} min to read"]


def test_what_was_deleted_is_marked_in_the_reader_view_too() -> None:
    """Its words stood there as if they still held."""
    markup = PAGE.replace("OWN", "<p>It costs <del>170</del> <ins>140</ins> for all who come.").replace("TEXT", TEXT)
    assert "It costs ~~170~~ ++140++ for all" in shown(document(markup))
