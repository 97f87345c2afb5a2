"""A target keeps its number as long as its element lives, whatever the page puts before it or takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.document.layout import text_lines
from lightterm.engines import chromium
from lightterm.engines.base import Action
from lightterm.engines.light_binary import missing
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Request
from lightterm.output.text import references
from lightterm.session.forms import sending

if TYPE_CHECKING:
    from servers import Server

    from lightterm.document.model import Document
    from lightterm.engines.base import Engine
    from lightterm.fetch.model import Snapshot

PAGE = """<!doctype html><title>List</title><form action=/found>
<p id=list><a href=/b>bee</a>, <a href=/c>sea</a></p><input name=q><input type=hidden name=h value=1><select name=s>
<option>one</select><button>Go</button></form><details open><summary>More</summary><a href=/in>in it</a></details>
<button type=button id=more onclick="{
const link = (name) => { const a = document.createElement('a'); a.href = '/' + name; a.textContent = name; return a };
const first = list.firstElementChild;
if (!window.n) { window.n = 1; list.prepend(link('new'), ' '); }
else if (n++ == 1) { first.remove(); list.append(' ', link('last')); }
else location.href = '/next' }">change</button>"""


@pytest.fixture(params=["light", "engine"])
def tier(request: pytest.FixtureRequest) -> Engine:
    """Each of the engines that run scripts."""
    why = missing() if request.param == "light" else chromium.missing()
    if why:
        pytest.skip(why)
    engine: Engine = request.getfixturevalue(request.param)
    return engine


def read(snapshot: Snapshot, **view: object) -> Document:
    return extract(snapshot, View(columns=80, css=True, **view))[0]  # type: ignore[arg-type]


def line(document: Document, word: str) -> str:
    return next(line for line in text_lines(document.blocks, 80, True) if word in line)


def press(snapshot: Snapshot, document: Document, number: int) -> Snapshot:
    assert snapshot.live is not None
    outcome = snapshot.live.act(Action("click", document.targets[number].handle), 8)
    assert not outcome.error
    snapshot.live.settle(3)
    return snapshot.live.snapshot()


@pytest.mark.covers("LB-37")
def test_numbers_stay_with_their_elements(tier: Engine, server: Server) -> None:
    server.page("/next", "<title>Next</title><p><a href=/x>there</a>")
    first = tier.load(Request(server.page("/", PAGE), deadline=15))
    document = read(first)
    assert line(document, "bee") == "[1]bee, [2]sea"
    assert [(t.number, t.kind) for t in document.targets] == [
        (1, "link"), (2, "link"), (3, "field"), (4, "field"), (5, "button"), (6, "disclosure"), (7, "link"),
        (8, "button"),
    ]  # fmt: skip

    second = press(first, document, 8)
    document = read(second)
    assert line(document, "bee") == "[9]new [1]bee, [2]sea"
    assert [t.number for t in document.targets] == [9, 1, 2, 3, 4, 5, 6, 7, 8]
    assert document.targets[9].url == server.url("/new") and document.targets[8].text == "[change]"
    assert [n for n, _ in document.targets.fields()] == [3, 4, 5, 8]
    assert sending(document, 0, {3: ("x",)}, "utf-8", 5).request().url == server.url("/found?q=x&h=1&s=one")
    assert references(document, str)[0].split() == ["[9]", server.url("/new")]
    assert line(read(second, selectors=("details",)), "in it").endswith("[7]in it")
    assert read(second, reader=True).targets.numbers == document.targets.numbers

    third = press(second, document, 8)
    document = read(third)
    assert line(document, "bee") == "[1]bee, [2]sea [10]last"
    assert 9 not in document.targets and max(document.targets.numbers) == 10
    assert line(read(first), "bee") == "[1]bee, [2]sea", "an earlier reading, read again"

    assert [t.number for t in read(press(third, document, 8)).targets] == [1], "another document begins anew"
    assert third.live is not None
    third.live.close()
