"""Buttons that only a script listens to: pressed in the app, on pages that were read without scripts and live ones."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from hypothesis import given
from hypothesis import strategies as st

from lightterm import settings
from lightterm.engines.light_binary import missing
from lightterm.tui.pressing import has_handler

if TYPE_CHECKING:
    from servers import Server

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")

TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 30

PAGE = f"""<!doctype html><title>Counter</title>
<p>Name <input name=who> <button id=go>Count</button><p id=shown>nothing yet</p>{TEXT}
<script>let n = 0; document.getElementById('go').onclick = () => {{
  n += 1;
  document.getElementById('shown').textContent = 'counted ' + n + ' for ' + document.querySelector('input').value;
}};</script>"""


@in_a_loop
async def test_a_button_is_pressed_with_what_was_filled_in(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        assert "nothing yet" in b.screen
        await b.type(":fill 1 Ada\n")
        await b.type(":follow 2\n")
        await b.until(lambda: "counted 1 for Ada" in b.screen)
        await b.type(":follow 2\n")
        await b.until(lambda: "counted 2 for Ada" in b.screen)
        await b.type(":fill 1 Grace\n")
        await b.type(":follow 2\n")
        await b.until(lambda: "counted 3 for Grace" in b.screen)
        assert len(b.app.tabs) == 1


WITHOUT = """
import asyncio, sys
sys.modules.update(dict.fromkeys(("mcp", "mcp_types")))
from browsing import browsing

async def main():
    async with browsing(sys.argv[1]) as b:
        await b.type(":fill 1 Ada\\n")
        await b.type(":follow 2\\n")
        await b.until(lambda: "counted 1 for Ada" in b.screen, b.app.said)

asyncio.run(main())
"""


def test_a_button_is_pressed_where_the_sdk_of_agents_is_not_installed(server: Server) -> None:
    server.page("/", PAGE)
    tests = Path(__file__).parents[1]
    child = [sys.executable, "-c", WITHOUT, server.url("/")]
    done = subprocess.run(child, capture_output=True, text=True, cwd=tests, check=False, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]


@in_a_loop
async def test_what_only_scripts_listen_to_is_pressed_on_a_static_page(server: Server) -> None:
    server.page("/", "<p><span onclick=\"said('pressed')\">Press me</span> <span role=switch "
    "aria-checked=false onclick=\"this.setAttribute('aria-checked', 'true'); said('on')\">Night"
    "</span><p id=out>nothing</p>" + TEXT +
    "<script>const said = (text) => { out.textContent = 'it was ' + text }</script>")  # fmt: skip
    async with browsing(server.url("/")) as b:
        assert "[1]Press me" in b.screen and "[2][ ] Night" in b.screen
        await b.type(":follow 1\n")
        await b.until(lambda: "it was pressed" in b.screen)
        await b.type(":follow 2\n")
        await b.until(lambda: "[2][x] Night" in b.screen and "it was on" in b.screen)


@in_a_loop
async def test_what_a_press_changes_out_of_sight_is_told(server: Server) -> None:
    server.page("/", "<p id=basket>Basket: 0 items" + TEXT + TEXT + "<p><button onclick='add()'>Add</button> <button"
    " onclick='ask.showModal()'>Buy</button> <button onclick='here.textContent += 1'>Here</button><p id=here>x"
    + TEXT + TEXT + "<dialog id=ask><h2>Really buy it?</h2><button>Yes</button></dialog>"
    "<script>const add = () => { basket.textContent = 'Basket: 1 item' }</script>")  # fmt: skip
    async with browsing(server.url("/")) as b:
        await b.type(":follow 1\n")
        await b.until(lambda: "new above: Basket: 1 item" in b.status, b.app.said)
        await b.type(":follow 2\n")
        await b.until(lambda: "new below: Really buy it?" in b.status, b.app.said)
        await b.type(":follow 3\n")
        await b.until(lambda: "x1" in b.screen and "[Here]" in b.status and "new" not in b.status, b.app.said)


@in_a_loop
async def test_a_field_of_a_static_page_that_only_scripts_know_is_told_to_them(server: Server) -> None:
    server.page("/", "<p><span role=checkbox aria-checked=false onclick=\"this.setAttribute('aria-checked', 'true');"
    " out.textContent = 'it was ticked'\">Agree</span><p id=out>nothing</p>" + TEXT)  # fmt: skip
    async with browsing(server.url("/")) as b:
        await b.type(":follow 1\n")
        await b.until(lambda: "it was ticked" in b.screen and "[1][x] Agree" in b.screen)


@in_a_loop
async def test_a_route_behind_a_hash_is_gone_to(server: Server) -> None:
    server.page("/", "<div id=root></div><script>const go = () => { root.innerHTML = location.hash == '#/knots' ?"
    " '<p>The sheet bend joins two ropes' : '<p><a href=#/knots>Knots</a>' }; onhashchange = go;"
    " go()</script>")  # fmt: skip
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "Knots" in b.screen)
        await b.type(":follow 1\n")
        await b.until(lambda: "sheet bend" in b.screen)


@in_a_loop
async def test_a_search_answers_while_one_types(server: Server) -> None:
    server.page("/", "<p><input id=q><p id=out>nobody asked</p>" + TEXT + "<script>q.oninput = () => setTimeout(() => {"
    " out.textContent = 'answer for ' + q.value }, 300)</script>")  # fmt: skip
    async with browsing(server.url("/")) as b:
        assert "nobody asked" in b.screen
        await b.type(":fill 1 Ada\n")
        await b.until(lambda: "answer for Ada" in b.screen)


@in_a_loop
async def test_a_form_without_an_address_is_sent_where_its_script_listens(server: Server) -> None:
    script = (
        "<script>f.addEventListener('submit', e => { e.preventDefault(); out.textContent = 'sent ' + f.who.value })"
    )
    server.page(
        "/", f"<form id=f>Name <input name=who> <button>Send</button></form><p id=out>-</p>{TEXT}{script}</script>"
    )
    async with browsing(server.url("/")) as b:
        await b.type(":fill 1 Ada\n")
        await b.type(":follow 2\n")
        await b.until(lambda: "sent Ada" in b.screen)


@in_a_loop
async def test_without_an_engine_it_is_said_what_is_missing(server: Server) -> None:
    server.page("/", PAGE)
    async with browsing(server.url("/")) as b:
        b.app.session.configure(b.app.session.settings.with_session([("tiers.max", "static")]))
        await b.type(":follow 2\n")
        await b.until(lambda: "scripts" in b.status and "running" not in b.status)
        assert "nothing yet" in b.screen


LIVE = """<!doctype html><title>Live</title><div id=root></div><script>
root.innerHTML = '<form id=f><p>Name <input name=who> Size <select name=size><option>small<option>large</select>' +
  ' <label><input type=checkbox name=ok> sure</label> <button>Send</button></form><p id=seen></p>' +
  '<p id=sent>nothing</p>';
const said = () => [...new FormData(f)].map(([k, v]) => k + '=' + v).join(' ');
f.oninput = () => { seen.textContent = 'seen ' + said() };
f.onsubmit = (e) => { e.preventDefault(); sent.textContent = 'sent ' + said(); f.who.value = '' };
</script>"""


@in_a_loop
async def test_what_is_typed_and_sent_goes_to_the_scripts_of_a_live_page(server: Server) -> None:
    server.page("/", LIVE)
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "nothing" in b.screen)
        await b.type(":fill 1 Ada\n")
        await b.until(lambda: "seen who=Ada size=small" in b.screen)
        await b.type(":fill 2 large\n")
        await b.type(":fill 3 on\n")
        await b.until(lambda: "size=large ok=on" in b.screen)
        await b.type(":follow 4\n")
        await b.until(lambda: "sent who=Ada size=large ok=on" in b.screen)
        assert b.app.fields.text(1) == "", "what the script emptied is empty"
        await b.type(":fill 1 Grace\n")
        await b.type(":form submit 1\n")
        await b.until(lambda: "sent who=Grace" in b.screen)
        assert [asked.path for asked in server.log if asked.path != "/favicon.ico"] == ["/"]


@in_a_loop
async def test_a_form_that_leads_on_makes_a_page_to_come_back_from(server: Server) -> None:
    server.page("/", LIVE.replace("f.onsubmit", "f.action = '/next'; f.onreset"))
    server.page("/next", "<title>Next</title><p>arrived")
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "nothing" in b.screen)
        await b.type(":fill 1 Ada\n")
        await b.type(":follow 4\n")
        await b.until(lambda: "arrived" in b.screen)
        assert server.log[-1].target == "/next?who=Ada&size=small"
        await b.type(":back\n")
        await b.until(lambda: "nothing" in b.screen)


@in_a_loop
async def test_a_form_that_only_a_script_sends_wakes_its_page(server: Server) -> None:
    text = TEXT.replace("<p>", "<form onsubmit='go(); return false'>Name <input name=who></form><p id=shown>-<p>")
    server.page("/", f"<title>S</title>{text}<script>function go() {{ shown.textContent = 'went' }}</script>")
    async with browsing(server.url("/")) as b:
        await b.type(":form submit 1\n")
        await b.until(lambda: "went" in b.screen)


@in_a_loop
async def test_a_page_that_changes_by_itself_is_followed(server: Server) -> None:
    page = "<title>T</title><ul id=l></ul><script>let n = 0; const t = setInterval(() => { n += 1;"
    page += (
        "l.insertAdjacentHTML('afterbegin', `<li><a href=/${n}>news ${n}</a>`); if (n > 15) clearInterval(t) }, 200)"
    )
    server.page("/", f"{page}</script>")
    async with browsing(server.url("/")) as b:
        await b.until(lambda: "news 1" in b.screen)
        first = b.app.view.document.targets
        await b.until(lambda: "news 16" in b.screen)
        now = b.app.view.document.targets
        assert [now[number].url for number in first.numbers] == [target.url for target in first]
        assert max(now.numbers) == 16


DEPENDENT = f"""<title>Order</title><form><p>Country <input name=country id=country><p id=rest>State <input name=state>
</form>{TEXT}<script>country.oninput = () => fetch('/gate').then(() => rest.innerHTML = '%s')</script>"""


@pytest.mark.parametrize(("after", "told"), [
    ("Province <input name=province>", "the field is gone from the page, with what was typed: Ont"),
    ("Made anew <input name=state size=9>", ""),
])  # fmt: skip
@in_a_loop
async def test_a_field_that_a_script_takes_away_while_it_is_typed_into(server: Server, after: str, told: str) -> None:
    """The next letter was a crash; one that comes again as another element is edited on. What is typed on where it is
    gone is no command."""
    gate = Event()
    server.on("/gate", lambda asked, talk: (gate.wait(60), talk.reply("now")))
    server.page("/", DEPENDENT % after)
    async with browsing(server.url("/"), chosen=settings.load().with_request([("tiers.only", "light")])) as b:
        await b.type("gi")
        await b.type("Canada\t")
        await b.type("Ont")
        gate.set()
        await b.until(lambda: after.partition(" <")[0] in b.screen, "what the script made")
        if told:
            await b.until(lambda: told in b.screen)
            assert b.app.fields.entry is None and b.app.mode == "normal"
            await b.type("ario tx\n")
            assert b.app.mode == "normal" and not b.app.keyboard.typed and len(b.app.tabs) == 1
            await b.type("\x1b:fill 3 Ontario\n")
        else:
            assert b.app.mode == "insert"
            await b.type("ario\x1b")
        await b.until(lambda: "[3]Ontario" in b.screen)
        b.app.fields.keep()


@in_a_loop
async def test_the_verbs_of_agents_are_done_by_hand(server: Server) -> None:
    server.page("/", "<button id=bell>Bell</button><p id=tide>The tide comes in slowly.</p><p id=out>quiet</p>" + TEXT +
    "<script>bell.ondblclick = () => out.textContent = 'rung twice';"
    " tide.onmouseup = () => out.textContent = 'marked ' + getSelection()</script>")  # fmt: skip
    async with browsing(server.url("/")) as b:
        assert "quiet" in b.screen
        await b.type(":act double_click 1\n")
        await b.until(lambda: "rung twice" in b.screen)
        await b.type(":act mark 0 tide comes\n")
        await b.until(lambda: "marked tide comes" in b.screen)
        await b.type(":act drag 1\n")
        await b.until(lambda: "to drag needs where to" in b.screen)


@in_a_loop
async def test_more_of_a_page_without_scripts_is_refused_and_no_key_waits_for_the_look(server: Server) -> None:
    server.page("/", "<p>All of it.</p>" + TEXT)
    async with browsing(server.url("/")) as b:
        await b.type(":more 0\n")
        await b.until(lambda: "once at least" in b.screen)
        await b.type(":more\n")
        await b.until(lambda: "all of the page is here: it has no scripts" in b.screen)


@given(st.lists(st.sampled_from((b" ", b"\n", b"on", b"ON", b"oN", b"On", b"x", b"click", b"=", b"<a", b'"'))))
def test_a_handler_is_found_however_it_is_written(pieces: list[bytes]) -> None:
    markup = b"".join(pieces)
    assert has_handler(markup) == bool(re.search(rb"\son[a-z]+\s*=", markup, re.IGNORECASE))
