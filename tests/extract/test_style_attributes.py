"""The short way of pages without sheets: the same tree and the same report as by the whole style pass."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.extract import dom
from lightterm.extract.style import View, apply, apply_styles
from lightterm.extract.style.attributes import MATTERING, PARTING, apply_attributes
from lightterm.extract.style.values import READERS

STYLES = (
    "display:none", "DISPLAY : None", "display:none;", "margin:0;display:none", "display:none !important", "margin: 0",
    "border:1px solid;line-height:2", "", ";;", "x", "display:block", "display:none;display:inline", "color:red",
    "margin:0;text-align:right", "display:n\\one", "margin:0/*;display:none*/", "margin:'a;display:none'", "--a:b",
    "background-image:url(a;display:none)", "font-size:0",
)  # fmt: skip
SCREEN = View(1280, 720)
TAGS = ("div", "p", "span", "a href=#x", "form", "input name=q value=v", "textarea name=t", "main", "div role=main",
        "template", "table", "td", "li", "select name=s", "button", "details open", "h1", "label")  # fmt: skip


def test_the_properties_are_those_that_are_read() -> None:
    assert set(READERS) == MATTERING | PARTING


def test_a_margin_takes_the_long_way_only_where_it_may_part_words() -> None:
    for style, tag, short in (
        ("margin: 0 8px", "p", True),
        ("margin: 0 8px", "b", False),
        ("margin-left: 1em", "h1", True),
        ("margin: 0", "b", True),
        ("margin-top: 1em", "b", True),
    ):
        tree = dom.parse(f'<div>a<{tag} style="{style}">b</{tag}>c</div>'.encode())
        assert (apply_attributes(tree.css("[style]")) is not None) == short, (style, tag)


@pytest.mark.parametrize("style", ["margin:0", "", "display:none", "Display: None ;margin:0;"])
def test_what_the_short_way_takes(style: str) -> None:
    tree = dom.parse(f"<div><p style='{style}'>a<input name=q value=v></p>b</div>".encode())
    assert apply_attributes(tree.css("[style]")) is not None


@pytest.mark.parametrize("style", [s for s in STYLES if "(" in s or "\\" in s or "/*" in s or "align" in s])
def test_what_it_leaves_untouched(style: str) -> None:
    tree = dom.parse(f'<div><p style="display:none">a<p style="{style}">b</div>'.encode())
    before = tree.html
    assert apply_attributes(tree.css("[style]")) is None and tree.html == before


choices = st.sampled_from([f' style="{s}"' for s in STYLES] + [""] * 9)
styled = st.builds("<{}{}>".format, st.sampled_from(TAGS), choices)
piece = st.one_of(styled, styled, st.sampled_from(["words ", "</div>", "</p>", "</form>", "</span>", "</a>"]))


@given(st.lists(piece, max_size=12).map("".join))
def test_both_ways_come_to_the_same(markup: str) -> None:
    short, whole = dom.parse(markup.encode()), dom.parse(markup.encode())
    assert apply_styles(short, (), SCREEN) == apply.apply_styles(whole, (), SCREEN, whole.css("[style]"), [])
    assert short.html == whole.html
