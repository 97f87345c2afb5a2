"""Text that boxes are put over is left out in tier 3, and told of; what is near, below or in turn with one stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from engines.conftest import text_of

from lightterm.engines import chromium
from lightterm.engines.full import FullEngine
from lightterm.fetch.model import Request

if TYPE_CHECKING:
    from servers import Server

pytestmark = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")

HEAD = """<!doctype html><title>Covered</title><style>.h { position: relative; width: 400px; margin: 0 0 8px }
.c { position: absolute; inset: 0; background: #fff } .t { transition: opacity 1s } p { margin: 0 }</style>
<p>Words to be read.</p>"""

HIDDEN = {
    "a box of the page's colour": "<div class=h>HIDDEN words<div class=c></div></div>",
    "one with words of its own": "<div class=h><p>HIDDEN words<div class=c>Seen words</div></div>",
    "one of another colour, after it in the page": (
        "<p style='height:20px'>HIDDEN words</p>"
        "<div style='position:relative;top:-20px;height:20px;background:#048'></div>"
    ),
    "one that clicks go through": "<div class=h>HIDDEN words<div class=c style='pointer-events:none'></div></div>",
    "one moved by a transform": (
        "<p style='height:20px'>HIDDEN words</p>"
        "<div style='transform:translateY(-20px);height:20px;background:#fff'></div>"
    ),
    "one before it in the page, on a higher level": (
        "<div class=h><div class=c style='z-index:3'></div><p style='position:relative;z-index:2'>HIDDEN words</div>"
    ),
    "two lines, a box each": (
        "<div class=h style='height:40px;line-height:20px'>HIDDEN<br>HIDDEN<div class=c style='bottom:20px'></div>"
        "<div class=c style='top:20px'></div></div>"
    ),
    "a gradient": ("<div class=h>HIDDEN words<div class=c style='background:linear-gradient(#fff,#eee)'></div></div>"),
    "one in a tree of its own, with the text": (
        "<x-card></x-card><script>document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML = "
        "`<div style='position:relative;width:99px'>HIDDEN words<div style='position:absolute;inset:0;background:#fff'>"
        "</div></div>`</script>"
    ),
    "far below the first screen": "<div style='height:5000px'></div><div class=h>HIDDEN words<div class=c></div></div>",
}

SHOWN = {
    "a box below it": "<div class=h><div class=c></div><p style='position:relative'>SHOWN words</div>",
    "a box on a lower level": "<div class=h>SHOWN words<div class=c style='z-index:-1'></div></div>",
    "its own box": "<div class=h><div class=c>SHOWN words</div></div>",
    "half a line": "<div class=h>SHOWN words of a longer line<div class=c style='right:350px'></div></div>",
    "a box that one sees through": "<div class=h>SHOWN words<div class=c style='background:#fff8'></div></div>",
    "a faint box": "<div class=h>SHOWN words<div class=c style='opacity:.5'></div></div>",
    "a box that goes away": "<div class=h>SHOWN words<div class='c t'></div></div>",
    "a box that is cut off where the text is": (
        "<div class=h style='width:200px;overflow:hidden'><div class=c style='left:200px;width:900px;right:auto'></div>"
        "</div><div class=h style='position:absolute;top:20px;left:220px'>SHOWN words</div>"
    ),
    "a box that stays while one scrolls": (
        "<p>SHOWN words</p><div style='position:fixed;top:0;left:0;right:0;height:90px;background:#fff'></div>"
    ),
    "a dialog": ("<p>SHOWN words</p><div role=dialog class=c style='bottom:auto;height:90px'>Hello</div>"),
    "slides in turn": (
        "<div class=h style='height:40px'><div class='c s'>SHOWN words</div><div class='c s'>Other</div></div>"
    ),
    "a page that loads for ever": "<p>SHOWN words</p><div class=c style='background:#eee'></div>",
    "a gradient that ends clear": (
        "<div class=h>SHOWN words<div class=c style='background:linear-gradient(#fff, #fff0)'></div></div>"
    ),
    "a gradient in a corner": (
        "<div class=h>SHOWN words"
        "<div class=c style='background:linear-gradient(#fff, #eee) 0 0/9px 9px no-repeat'></div></div>"
    ),
    "a box in a tree of its own, below the text": (
        "<x-card></x-card><script>document.querySelector('x-card').attachShadow({mode: 'open'}).innerHTML = "
        "`<div style='position:relative;width:400px'><div style='position:absolute;inset:0;background:#fff'></div>"
        "<p style='position:relative'>SHOWN words</div>`</script>"
    ),
    "a hidden box": "<div class=h>SHOWN words<div class=c style='visibility:hidden'></div></div>",
}


def seen(engine: FullEngine, server: Server, body: str) -> tuple[str, dict[str, int]]:
    """The words of a page, and the characters that were left out by reason."""
    snapshot = engine.load(Request(url=server.page("/", HEAD + body), deadline=20))
    assert snapshot.evidence is not None
    return text_of(snapshot), {reason: size for reason, _, size in snapshot.evidence.hidden}


@pytest.mark.parametrize("kind", HIDDEN)
def test_what_a_box_covers_is_left_out_and_told(kind: str, engine: FullEngine, server: Server) -> None:
    text, hidden = seen(engine, server, HIDDEN[kind] + "<p>The end.")
    assert "HIDDEN" not in text and "Words to be read." in text and "The end." in text
    assert hidden["covered"] >= len("HIDDENwords")
    assert ("Seen words" in text) == ("Seen words" in HIDDEN[kind])


@pytest.mark.parametrize("kind", SHOWN)
def test_what_no_box_covers_for_good_stays(kind: str, engine: FullEngine, server: Server) -> None:
    text, hidden = seen(engine, server, SHOWN[kind])
    assert "SHOWN words" in text and "covered" not in hidden


def test_boxes_without_end_take_a_bounded_time_of_the_reading(engine: FullEngine, server: Server) -> None:
    boxes = "<div style='position:absolute;left:0;top:0;width:700px;height:500px;background:#fff'></div>" * 100
    words = "".join(f"<span>word{i} </span>" for i in range(3_000))
    body = f"<div style='position:relative;z-index:-1'>{boxes}</div>{'<div>' * 300}{words}END"
    text, _ = seen(engine, server, body)
    assert "word0 " in text and "END" in text
