"""Pages that no script has run on: what theirs would make something to act on has a number, and nothing else has."""

from __future__ import annotations

import pytest

from lightterm.document.layout import text_lines
from lightterm.document.model import Document
from lightterm.extract import extract
from lightterm.extract.scripted import WORDLESS
from lightterm.extract.view import View
from lightterm.extract.vocabulary import HANDLERS
from lightterm.fetch.model import Response, Snapshot

SCRIPT = "<script>start()</script>"


def read(body: str, tier: int = 1) -> Document:
    markup = f"<!doctype html><title>Page</title><body>{body}".encode()
    document, problems = extract(Snapshot(Response("http://h.test/a"), "text/html", markup, tier, "utf-8"), View())
    assert problems == ()
    return document


def targets(body: str) -> list[tuple[str, str, bool]]:
    return [(t.kind, t.text, t.scripted) for t in read(body).targets]


@pytest.mark.parametrize(
    ("element", "kind", "text"),
    [
        ("<div onclick='go()'>Press me</div>", "button", "Press me"),
        ("<span ONCLICK=go()>Press <b>me</b></span>", "button", "Press me"),
        ("<table><tr><td onclick=go()>cell<td>other</table>", "button", "cell"),
        ("<table><tr onclick=go()><td>one<td>two</table>", "button", "one"),
        ("<div role=button>Save</div>", "button", "Save"),
        ("<ul><li role=menuitem>Open</li></ul>", "button", "Open"),
        ("<span role=tab>Second</span>", "button", "Second"),
        ("<div role=option>Blue</div>", "button", "Blue"),
        ("<a role=link>on</a>", "button", "on"),
        ("<a onclick=go()>here</a>", "button", "here"),
        ("<a href='javascript:go()'>there</a>", "button", "there"),
        ("<div tabindex=0 onkeydown=go()>by keys</div>", "button", "by keys"),
        ("<div ondblclick=go()>twice</div>", "button", "twice"),
        ("<p draggable=true>a card</p>", "button", "a card"),
        ("<img src=p.png alt=Picture onclick=go()>", "button", "Picture"),
        ("<div class='close-box' onclick=go()></div>", "button", "close box"),
        ("<i onclick=go() aria-label=Close></i>", "button", "Close"),
        ("<div contenteditable aria-label=Note>words</div>", "field", "words_______________"),
        ("<div contenteditable=plaintext-only>x</div>", "field", "x___________________"),
        ("<div role=checkbox aria-checked=false>Agree</div>", "field", "[ ]"),
        ("<div role=checkbox aria-checked=mixed>Some</div>", "field", "[x]"),
        ("<span role=switch aria-checked=true>Night</span>", "field", "[x]"),
        ("<span role=radio aria-checked=true>Red</span>", "field", "(*)"),
    ],
)
def test_what_a_script_would_make_of_an_element_has_a_number(element: str, kind: str, text: str) -> None:
    assert targets(f"<p>Some text.</p>{element}{SCRIPT}") == [(kind, text, True)]


def test_of_things_without_words_a_page_has_only_so_many() -> None:
    assert len(targets("<i onclick=go()></i><p>" * 300 + SCRIPT)) == WORDLESS
    assert len(targets("<i onclick=go()>x</i><p>" * 300 + SCRIPT)) == 300


@pytest.mark.parametrize("handler", HANDLERS)
def test_one_handler_tells_that_a_page_has_scripts(handler: str) -> None:
    assert targets(f"<p>{'x' * 131_052}<p role=button>Save</p><p {handler.title()}=go()>words")[0][1] == "Save"


@pytest.mark.parametrize(
    "element",
    [
        """<div class=grid-json onclick='return {"columns": 3}'></div>""",
        "<p onclick='return false;'>words</p>",
        "<div role=navigation>menu</div>",
        "<div tabindex=0>scrolls</div>",
        "<div onmouseover=go()>colours</div>",
        "<div contenteditable=false>fixed</div>",
        "<label onclick=go()>Name</label>",
        "<div onclick=go()><svg></svg></div>",
        "<div onclick=go()><h2>Card</h2><p>with much in it</p><p>and more</p></div>",
        f"<div onclick=go()>{'A long text. ' * 30}</div>",
        "<div hidden><span role=button>no</span></div>",
        "<div style='display:none' onclick=go()>no</div>",
        "<p draggable=false>fixed</p>",
    ],
)
def test_and_nothing_else_has(element: str) -> None:
    assert targets(f"<p>Some text.</p>{element}{SCRIPT}") == []


def test_links_and_controls_are_what_they_were() -> None:
    body = (
        "<a href=/a onclick=log()>a</a> <button onclick=go()>b</button> <input name=c onclick=go()> <div onclick=go()>"
        "<a href=/d>d</a></div><a href=/e><span role=button>e</span> and more</a><button role=switch>f</button>"
        "<details><summary onclick=go()>g</summary>h</details>"
    )
    with_script = read(body + SCRIPT)
    assert [(t.kind, t.url, t.scripted) for t in with_script.targets] == [
        ("link", "http://h.test/a", False),
        ("button", "", False),
        ("field", "", False),
        ("link", "http://h.test/d", False),
        ("link", "http://h.test/e", False),
        ("button", "", False),
        ("disclosure", "", False),
    ]
    assert with_script.targets[5].text == "e and more"


def test_a_link_to_nowhere_with_a_handler_is_for_the_script() -> None:
    found = list(read("<a href=# onclick=go()>more</a> <a href=#x>place</a> <a href=/y onclick=go()>page</a>").targets)
    assert [(t.kind, t.scripted) for t in found] == [("link", True), ("link", False), ("link", False)]


def test_a_row_that_is_clicked_is_known_by_its_first_words() -> None:
    row = "<div class=row onclick=go()><div><span>{}</span></div><div>more of it</div></div>"
    assert targets(row.format("One") + row.format("Two")) == [("button", "One", True), ("button", "Two", True)]
    alone = "<div onclick=go()><div><p>All there is</p></div></div>"
    assert targets(alone) == [("button", "All there is", True)]


def test_without_a_script_only_what_can_be_written_in_has_a_number() -> None:
    assert targets("<div role=button>dead</div><div contenteditable>alive</div>") == [
        ("field", "alive_______________", True)
    ]
    assert "[ ] Agree" in "\n".join(text_lines(read("<div role=checkbox aria-checked=false>Agree</div>").blocks, 80))


def test_what_is_clicked_is_no_address() -> None:
    document = read(f"<a href=/x>x</a> <span onclick=go()>y</span> <a href='javascript:z()'>z</a>{SCRIPT}")
    assert list(document.targets.addresses()) == [(1, "http://h.test/x")]


def test_the_inner_of_two_is_the_target() -> None:
    body = f"<div role=listitem onclick=go()><span role=button>Buy</span></div>{SCRIPT}"
    assert targets(body) == [("button", "Buy", True)]


def test_a_page_cannot_say_so_itself() -> None:
    forged = '<a href="/z" \x1d="" lightterm-button="">z</a>'
    assert [(t.kind, t.scripted) for t in read(forged).targets] == [("link", False)]


def test_sheets_match_what_the_page_holds() -> None:
    body = f"<style>div > b {{ display: none }}</style><div onclick=go()><b>gone</b>stays</div>{SCRIPT}"
    assert targets(body) == [("button", "stays", True)]
