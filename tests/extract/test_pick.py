"""CSS selectors: what they find and nothing else, with the numbers that it has on the whole page."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lightterm.document.layout import text_lines
from lightterm.document.model import Document
from lightterm.document.subset import targets_of
from lightterm.errors import ValidationFailed
from lightterm.extract.html import html_document
from lightterm.extract.view import View

PAGE = """<nav><a href=/n>Nav</a></nav><main><h1>Top</h1><p class=a>One <a href=/1>first</a> and
<span class=ad>Buy <a href=/ad>this</a></span> then <a href=/2>second</a>.</p><div id=x><p>Two <b>bold</b></p>
<table><tr><th>Name<th>Price<tr><td><a href=/t>Tea</a><td class=price>4<tr><td>Jam<td class=price>5</table></div>
<form><input name=q><button>Go</button></form><details open><summary>More</summary><p>in <a href=/3>it</a></details>
<img src=/i.png alt=Pic><p class=a>Last <a href=/4>link</a></main>"""


def of(selectors: tuple[str, ...] = (), excluded: tuple[str, ...] = (), markup: str = PAGE) -> Document:
    view = View(selectors=selectors, excluded=excluded)
    return html_document(f"<!doctype html><body>{markup}".encode(), "http://e.org/", view)


def text(document: Document) -> str:
    return "\n".join(line for line in text_lines(document.blocks, 80, True) if line)


@pytest.mark.covers("LB-57")
def test_only_what_is_selected() -> None:
    assert text(of(("#x > p",))) == "Two bold"
    assert text(of(("p.a",))) == "One [2]first and Buy [3]this then [4]second.\nLast [10]link"
    assert text(of(("nav", "#x b"))) == "[1]Nav\nbold"
    assert text(of(("td.price",))).split() == ["4", "5"]
    assert text(of(("body",))) == text(of())


def test_what_a_closed_disclosure_holds_is_not_shown_for_being_selected() -> None:
    closed = "<details><summary>More</summary><p>hidden</p></details><p>seen</p><details open><summary>S</summary><p>in"
    assert text(of(("p",), markup=closed)) == "seen\nin"
    assert text(of(("summary",), markup=closed)) == "[1]▸ More\n[2]▾ S"
    assert text(of(("details", "p"), markup=closed)) == "[1]▸ More\nseen\n[2]▾ S\nin"


@pytest.mark.covers("LB-58")
def test_nothing_of_what_is_excluded() -> None:
    shown = text(of(excluded=("nav", ".ad", "table", "form")))
    assert "Nav" not in shown and "Buy" not in shown and "Tea" not in shown and "Go" not in shown
    assert "One [2]first and then\n[4]second." in shown and "[10]link" in shown
    assert text(of(("p.a",), (".ad",))) == "One [2]first and then\n[4]second.\nLast [10]link"


def test_targets_are_those_of_the_whole_page() -> None:
    whole, part = of(), of((".a", "details"), (".ad",))
    assert targets_of(part.blocks) == [2, 4, 8, 9, 10]
    for number in targets_of(part.blocks):
        assert part.targets[number] == whole.targets[number]
    assert part.folded == ((1, 1), (3, 3), (5, 7))
    assert [frame.fold for block in part.blocks if (frame := block.frame).fold] == [8]


def test_of_two_players_of_one_film_the_second_keeps_its_number() -> None:
    markup = "<video src=v.mp4></video><p>between</p><div id=b><video src=v.mp4></video><iframe src=/f></iframe></div>"
    assert targets_of(of(("#b",), markup=markup).blocks) == [2, 3]


def test_media_and_headings_are_those_of_the_part() -> None:
    assert [medium.url for medium in of(("img",)).media] == ["http://e.org/i.png"]
    assert of((".a",)).media == () and [h.text for h in of(("h1",)).outline()] == ["Top"]


def test_matches_beside_each_other_stay_apart() -> None:
    document = of(("b",), markup="<p>x <b>one</b> and <b>two</b><b>three</b>")
    assert text(document).split() == ["one", "two", "three"]


def test_what_no_selector_can_be_is_said() -> None:
    for wrong in ("p[", "::before", "", " "):
        with pytest.raises(ValidationFailed):
            of((wrong,))


TAGS = st.sampled_from(["p", "div", "li", "b", "a href=/x", "td", "span", "h2", "button", "summary", "section"])
TREES = st.recursive(
    st.text("ab ", max_size=5),
    lambda inner: st.tuples(TAGS, st.sampled_from(["", " class=k", " class=m"]), st.lists(inner, max_size=4)).map(
        lambda t: f"<{t[0]}{t[1]}>{''.join(t[2])}</{t[0].split()[0]}>"
    ),
    max_leaves=25,
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES, st.sampled_from([((".k",), ()), ((), (".k",)), ((".m",), (".k",)), (("a,button",), ())]))
def test_numbers_of_any_page_stay(markup: str, asked: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    whole, part = of(markup=markup), of(*asked, markup=markup)
    known = {n: whole.targets[n].text for n in range(1, len(whole.targets) + 1)}
    found = targets_of(part.blocks)
    assert found == sorted(set(found)) and set(found) <= set(known)
