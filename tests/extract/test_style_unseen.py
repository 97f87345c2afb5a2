"""What nobody sees of a page, and what is seen all the same, by the ways sites take things out of sight."""

from __future__ import annotations

import pytest

from lightterm.document.layout import text_lines
from lightterm.extract import dom
from lightterm.extract.html import html_document
from lightterm.extract.style import Sheet, View, apply_styles
from lightterm.extract.view import View as PageView


def seen(body: str, css: str = "") -> str:
    tree = dom.parse(f"<!DOCTYPE html><body>{body}</body>".encode())
    apply_styles(tree, (Sheet(css),) if css else (), View(1280, 800))
    assert tree.body is not None
    return " ".join(tree.body.text(separator=" ").split())


def read(body: str) -> str:
    document = html_document(f"<!DOCTYPE html>{body}".encode(), "http://h.test/", PageView())
    return " ".join(text_lines(document.blocks, 80))


@pytest.mark.parametrize("size", ["16px", "1rem", "medium", "12pt"])
def test_a_font_size_that_an_element_says_itself_brings_its_text_back(size: str) -> None:
    body = f'<div class=z>gone<a style="font-size:{size}" href=/>link</a> <i style="font-size:{size}">words</i></div>'
    assert seen(body, ".z { font-size: 0 }") == "link words"
    assert seen(body.replace("class=z", 'style="font-size:0"')) == "link words"


@pytest.mark.parametrize("kind", ["checkbox", "radio"])
def test_what_a_hidden_box_unfolds_is_seen_where_it_is_ticked(kind: str) -> None:
    css = "<style>.c { max-height: 0; overflow: hidden } input:checked ~ .c { max-height: 40em }</style>"
    box = f"<input type={kind} id=x checked hidden><label for=x>more</label>"
    page = f"{css}<p>page</p><div>{box}<div class=c>inside</div></div>"
    assert read(page).split() == ["page", "more", "inside"]
    assert read(page.replace(" checked", "")).split() == ["page", "more"]
