"""Markup of engines that run scripts: handles on targets, what is clickable, no style sheet counted twice."""

from __future__ import annotations

from lightterm.document.layout import text_lines
from lightterm.document.model import Document
from lightterm.engines.base import FULL, LIGHT
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot

PAGE = """<body><style>.gone{display:none}</style><p class=gone>shown <a href=/x lightterm-handle=3>a link</a></p>
<div role=button lightterm-handle=4>Press <b>me</b></div><details><summary lightterm-handle=5>More</summary></details>
<button lightterm-handle=6>Go</button> <input name=q lightterm-handle=7> <select lightterm-handle=9><option>1</select>
<span lightterm-handle=10 aria-label=Close><svg></svg></span> <a lightterm-handle=11>leads nowhere</a>
<div lightterm-handle=12><h2>Card</h2><p>of two lines</div>
<div lightterm-handle=13>around <a href=/y lightterm-handle=14>another</a></div>"""


def read(markup: str, tier: int, visible: bool) -> Document:
    snapshot = Snapshot(Response("http://h.test/"), "text/html", markup.encode(), tier, "utf-8", visible=visible)
    document, problems = extract(snapshot, View())
    assert problems == ()
    return document


def test_targets_keep_the_handles_an_engine_gave_them() -> None:
    found = [(t.kind, t.text, t.handle) for t in read(PAGE, LIGHT, True).targets]
    assert found == [
        ("link", "a link", 3),
        ("button", "Press me", 4),
        ("disclosure", "More", 5),
        ("button", "[Go]", 6),
        ("field", "_" * 16, 7),
        ("field", "{1 ▾}", 9),
        ("button", "Close", 10),
        ("button", "leads nowhere", 11),
        ("button", "Card of two lines", 12),
        ("link", "another", 14),
    ]


def test_what_is_clicked_is_no_address() -> None:
    targets = read(PAGE, FULL, True).targets
    assert list(targets.addresses()) == [(1, "http://h.test/x"), (10, "http://h.test/y")]
    assert targets[2].url == ""


def test_what_a_browser_showed_is_not_hidden_again() -> None:
    assert "shown" in "\n".join(text_lines(read(PAGE, FULL, True).blocks, 80))
    assert "shown" not in "\n".join(text_lines(read(PAGE, 1, False).blocks, 80))


def test_a_page_cannot_give_itself_handles() -> None:
    forged = PAGE + '<a href="/z" LIGHTTERM-HANDLE=20 lightterm-button>z</a>'
    targets = list(read(forged, 1, False).targets)
    assert [t.handle for t in targets] == [0] * len(targets)
    assert targets[-1].kind == "link"
    assert "leads nowhere" not in [t.text for t in targets]


def test_a_handle_is_a_whole_number() -> None:
    markup = '<a href="/a" lightterm-handle="9999999999999999">a</a> <a href="/b" lightterm-handle="-1">b</a>'
    assert [t.handle for t in read(markup, LIGHT, True).targets] == [0, 0]
