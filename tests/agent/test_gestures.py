"""What a mouse does beyond a click: two, one of its other button, at a point, drags, marks text, turns its wheel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from agent_clients import HOME, Agent, agent
from browsing import in_a_loop
from servers import Server

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda

needs_light = pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
needs_full = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")
both_tiers = pytest.mark.parametrize(
    "tier", [pytest.param("light", marks=needs_light), pytest.param("full", marks=needs_full)]
)

PAGE = """<!doctype html><title>Quay</title><style>
#boat { position: absolute; left: 20px; top: 420px; width: 80px; height: 40px; background: teal }
#hold { width: 200px; height: 50px } #list { height: 80px; overflow: auto }</style>
<p>The tide comes in <b>slowly</b> at night.</p><p>A second   paragraph.</p>
<button id=bell>Ring twice</button> <div id=menu>Cargo list</div>
<div id=crate draggable=true>Crate</div><div id=hold>Hold</div>
<canvas id=map width=200 height=100 style="border: 3px solid"></canvas>
<svg id=chart width=200 height=100><circle cx=30 cy=40 r=5 /></svg>
<div id=list><p>one<p>two<p>three<p>four<p>five<p>six <button>Last</button></div>
<label>Note <input id=note></label><textarea id=book>first line
second line</textarea><div id=boat>Boat</div><pre id=log></pre><script>
const say = (words) => { log.textContent += words + '\\n' };
bell.ondblclick = () => say('rung twice');
menu.oncontextmenu = (event) => { event.preventDefault(); say('menu') };
crate.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'tea');
hold.ondragover = (event) => event.preventDefault();
hold.ondrop = (event) => { event.preventDefault(); say('stowed ' + event.dataTransfer.getData('text/plain')) };
map.onclick = (event) => say('map ' + event.offsetX + ',' + event.offsetY);
const at = (event) => Math.round(event.clientX - chart.getBoundingClientRect().left) + ',' +
  Math.round(event.clientY - chart.getBoundingClientRect().top);
chart.onmousedown = (event) => say('from ' + at(event));
chart.onmouseup = (event) => say('to ' + at(event));
list.onscroll = () => say('list at ' + Math.round(list.scrollTop / (list.scrollHeight - list.clientHeight)));
document.addEventListener('mouseup', () => getSelection().isCollapsed || say('marked ' + getSelection()));
book.onselect = () => say('in the book ' + book.value.slice(book.selectionStart, book.selectionEnd));
let held = null;
boat.onmousedown = (event) => { held = [event.clientX - boat.offsetLeft, event.clientY - boat.offsetTop] };
document.addEventListener('mousemove', (event) => {
  if (held) [boat.style.left, boat.style.top] = [event.clientX - held[0] + 'px', event.clientY - held[1] + 'px'];
});
document.addEventListener('mouseup', () => {
  if (held) say('boat at ' + boat.style.left + ' ' + boat.style.top);
  held = null;
});
</script>"""


async def number(a: Agent, words: str) -> int:
    """The number of the target of these words."""
    text = str((await a.call("snapshot"))["text"])
    found = re.search(rf"\[(\d+)\]\[?{words}", text)
    assert found is not None, text
    return int(found[1])


async def did(a: Agent, do: str, target: str, value: Any = "") -> str:
    """What came of an action on the target of these words."""
    answer = await a.call("act", do=do, target=await number(a, target) if target else 0, value=value)
    return str(answer["error"]["message"] if "error" in answer else answer["text"])


@both_tiers
@pytest.mark.covers("LBX-32")
@in_a_loop
async def test_clicks_of_other_kinds_drags_and_marks_reach_the_scripts(server: Server, tier: str) -> None:
    url = server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=url, tier=tier)
        assert "rung twice" in await did(a, "double_click", "Ring")
        assert "menu" in (await did(a, "right_click", "Cargo list")).partition("Cargo list")[2]
        assert "stowed tea" in await did(a, "drag", "Crate", str(await number(a, "Hold")))
        assert "stowed tea" in await did(a, "drag", "Crate", "Hold")
        assert "marked comes in slowly" in await did(a, "mark", "", "comes in slowly")
        assert "marked tide comes" in await did(a, "mark", "", ["tide", "second paragraph"])
        assert "in the book line" in await did(a, "mark", "first line", "line second")
        assert "there is no such text" in await did(a, "mark", "", "of another page")


@needs_full
@in_a_loop
async def test_points_ways_and_parts_that_scroll(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=url, tier="full")
        assert "map 10,20" in await did(a, "click", "canvas 200×100", "10,20")
        assert "map 50,50" in await did(a, "click", "canvas 200×100", "25%,50%")
        drawn = await did(a, "drag", "drawing 200×100: [^\n]*circle radius 5 at 30,40", ["10,10", "60,70"])
        assert "from 10,10" in drawn and "to 60,70" in drawn
        assert "boat at 70px 400px" in await did(a, "drag", "Boat", "+50,-20")
        assert "list at 1" in await did(a, "scroll", "Last", "bottom")
        assert "list at 0" in await did(a, "scroll", "Last", "top")


@needs_full
@needs_light
@in_a_loop
async def test_what_takes_a_layout_goes_on_in_the_full_tier_with_what_was_filled_in(server: Server) -> None:
    url = server.page("/", PAGE + "<script>say('known as ' + (localStorage.name ||= 'new')); localStorage.name = 'Ann';"
        "say(document.cookie ||= 'seen=1')</script>")  # fmt: skip
    async with agent() as a:
        await a.call("open", url=url, tier="light")
        await did(a, "type", "_", "by the quay")
        answer = await a.call("act", do="drag", target=await number(a, "Boat"), value="+50,-20")
        assert answer["tier"] == "full" and "boat at 70px 400px" in answer["text"], answer
        assert "loaded again for it, in the full tier" in answer["text"]
        text = (await a.call("snapshot"))["text"]
        assert "known as Ann" in text and "seen=1" in text and "by the quay" in text


@needs_full
@in_a_loop
async def test_what_cannot_be_is_said(server: Server) -> None:
    url = server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=url, tier="full")
        assert "needs where to" in await did(a, "drag", "Boat")
        assert "a point in the target" in await did(a, "click", "Boat", "left")
        assert "no target is called 'Moon'" in await did(a, "drag", "Boat", "Moon")
        assert "there is no target [99]" in await did(a, "drag", "Boat", "99")
        assert "a way begins at a point" in await did(a, "drag", "Boat", ["Hold", "Crate"])
        assert "scrolls down, up" in await did(a, "scroll", "Last", "sideways")


@in_a_loop
async def test_a_policy_on_clicks_and_sending_holds_for_every_way_to_press(server: Server) -> None:
    url = server.page("/", "<form action=/sent><input name=q><button>Send</button></form><a href=/next>Next</a>")
    async with agent(agents__refuse=["submit", "click"]) as a:
        await a.call("open", url=url)
        for do in ("click", "double_click", "drag"):
            refused = await a.call("act", do=do, target=2, value="+0,+0" if do == "drag" else "")
            assert refused["error"]["code"] == "ACTION_REFUSED", (do, refused)
        refused = await a.call("act", do="double_click", target=3)
        assert refused["error"]["code"] == "ACTION_REFUSED"
    assert [asked.path for asked in server.log] == ["/"]


@both_tiers
@in_a_loop
async def test_a_field_of_a_live_page_names_the_files_that_were_chosen(
    server: Server, tier: str, tmp_path: Path
) -> None:
    (tmp_path / "tides.csv").write_text("a,b")
    url = server.page(
        "/", "<p>Send us your tides<p><input type=file name=f onchange=\"out.textContent = 'seen'\"><p id=out>"
    )
    async with agent(HOME, agents__uploads=str(tmp_path)) as a:
        opened = await a.call("open", url=url, tier=tier)
        assert "[1][Choose file]" in opened["text"]
        answer = await a.call("act", do="upload", target=1, value="tides.csv")
        assert "[1][tides.csv]" in answer["text"] and "seen" in answer["text"], answer
        assert "tides.csv (file)" in (await a.call("forms"))["text"]
        assert str(tmp_path) not in str(answer)


@needs_full
@in_a_loop
async def test_colours_and_signs_that_stand_for_words_are_told(server: Server) -> None:
    """Buttons that are boxes of a colour had no numbers; of a colour or a sign within a sentence nothing was said."""
    style = (
        "button { width: 50px; height: 50px } #k1 { background: #4286f4 } #k2 { background: red }"
        "i { display: inline-block; width: 16px; height: 16px } .sign { background-image: url(/s.png) }"
    )
    body = (
        "<p>Take the colour <i style='background: #ab2567'></i> and then the item with the "
        "<i class='sign print'></i> icon."
        "<p><i style='background: red'></i> Costs <i style='background: blue'></i> Gains"
        "<p><button id=k1></button><button id=k2></button><button id=k3></button><input type=input value=old>"
        "<script>for (const one of document.querySelectorAll('button')) "
        "one.onclick = () => document.title = one.id</script>"
    )
    server.page("/s.png", b"", "image/png")
    async with agent() as a:
        text = (
            await a.call("open", url=server.page("/", f"<title>Keys</title><style>{style}</style>{body}"), tier="full")
        )["text"]
        assert "Take the colour magenta #ab2567 and then the item with the sign print icon." in text
        assert "Costs Gains" in text, "a sign in a legend is none in a sentence"
        assert "[1][k1 blue #4286f4] [2][k2 red #ff0000] [3]·" in text
        assert "(text)" in (await a.call("forms"))["text"], "a type that there is not is a text field"
