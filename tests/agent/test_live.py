"""Pages whose scripts do the work: an agent's actions climb to an engine that runs them, by themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing

if TYPE_CHECKING:
    from servers import Server

FULL = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")
pytestmark = pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")

TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 40

COUNTER = f"""<!doctype html><title>Counter</title>{TEXT}
<p>Name <input name=who> <button id=go>Count</button> <a href=/other>other</a><p id=shown>nothing yet</p>
<script>let n = 0; document.getElementById('go').onclick = () => {{
  n += 1;
  document.getElementById('shown').textContent = 'counted ' + n + ' for ' + document.querySelector('input').value;
  if (n == 2) document.getElementById('go').remove();
}};</script>"""


@in_a_loop
async def test_a_button_of_a_static_page_is_pressed_where_its_script_runs(server: Server) -> None:
    server.page("/", COUNTER)
    async with agent() as a:
        opened = await a.call("open", url=server.url("/"))
        assert opened["tier"] == "static"
        await a.call("act", do="type", target=1, value="Ada")
        pressed = await a.call("act", do="click", target=2)
        assert pressed["tier"] == "light", pressed
        assert "counted 1 for Ada" in pressed["text"]
        assert "There is a lot" not in pressed["text"], "only what changed"
        again = await a.call("act", do="click", target=2)
        assert "counted 2 for Ada" in again["text"]


WIDGETS = f"""<!doctype html><title>Widgets</title>{TEXT}<p>Say <input id=who></p>
<div onclick="said('div')">Press me</div>
<span role=switch aria-checked=false onclick="this.setAttribute('aria-checked', 'true')">Night</span>
<div contenteditable aria-label=Note oninput="said(this.textContent)">old</div><a href=# onclick="said('more')">More</a>
<p id=out>still</p><script>const said = (text) => {{ out.textContent = text + ' by ' + who.value }}</script>"""


@in_a_loop
@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        ({"do": "click", "target": 2}, "div by Ada"),
        ({"do": "click", "target": "Press me"}, "div by Ada"),
        ({"do": "check", "target": 3}, "[3][x] Night"),
        ({"do": "click", "target": 3}, "[3][x] Night"),
        ({"do": "type", "target": 4, "value": "new"}, "new by Ada"),
        ({"do": "click", "target": 5}, "more by Ada"),
    ],
)
async def test_what_only_scripts_listen_to_is_numbered_on_a_static_page_and_begins_them(
    server: Server, deed: dict[str, str | int], expected: str
) -> None:
    server.page("/", WIDGETS)
    async with agent() as a:
        opened = await a.call("open", url=server.url("/"))
        assert opened["tier"] == "static"
        assert "[2]Press me" in opened["text"] and "[3]- Night" in opened["text"]
        await a.call("act", do="type", target=1, value="Ada")
        done = await a.call("act", **deed)
        assert done["tier"] == "light", done
        assert expected in (await a.call("snapshot"))["text"]


SEARCH = f"""<!doctype html><title>Members</title>{TEXT}<p><input id=q> <input id=plain form=f> <ul id=hits></ul>
<form id=f action=/found></form><script>let t; q.addEventListener('input', () => {{ clearTimeout(t);
  t = setTimeout(async () => {{ hits.innerHTML = (await (await fetch('/find?q=' + q.value)).text())
  }}, 250) }});</script>"""


@in_a_loop
async def test_a_search_answers_while_one_types_on_a_page_that_was_read_without_scripts(server: Server) -> None:
    server.on("/find", lambda asked, talk: talk.reply(f"<li>found for {asked.target.partition('=')[2]}"))
    server.page("/", SEARCH)
    async with agent() as a:
        assert (await a.call("open", url=server.url("/")))["tier"] == "static"
        formed = await a.call("act", do="type", target=2, value="later")
        assert formed["tier"] == "static", "what a form sends needs no script"
        typed = await a.call("act", do="type", target=1, value="pet")
        assert typed["tier"] == "light"
        assert "found for pet" in typed["text"]
        assert "later" in (await a.call("snapshot"))["text"]


TABS = f"""<!doctype html><title>House</title><style>.tab {{ display: none }} .on {{ display: block }}</style>{TEXT}
<p><a href=#rooms>Rooms</a> <a href=#food>Food</a> <a href=#end>End</a></p><div class="tab on" id=rooms>Six rooms</div>
<div class=tab id=food>Porridge or kippers</div><p id=end>end<script>
for (const one of document.links) one.onclick = e => {{
  e.preventDefault(); for (const tab of document.querySelectorAll('.tab'))
    tab.classList.toggle('on', '#' + tab.id === one.getAttribute('href')) }};</script>"""


@in_a_loop
async def test_a_link_to_a_part_that_only_a_script_shows_is_pressed(server: Server) -> None:
    server.page("/", TABS)
    async with agent() as a:
        opened = await a.call("open", url=server.url("/"))
        assert (opened["tier"], "Porridge" in opened["text"]) == ("static", False)
        place = await a.call("act", do="click", target=3)
        assert (place["tier"], "error" in place) == ("static", False)
        pressed = await a.call("act", do="click", target=2)
        assert pressed["tier"] == "light"
        assert "Porridge or kippers" in pressed["text"]


@in_a_loop
async def test_without_scripts_such_a_field_is_filled_in_all_the_same(server: Server) -> None:
    server.page("/", SEARCH)
    async with agent(tiers__max="static") as a:
        await a.call("open", url=server.url("/"))
        typed = await a.call("act", do="type", target=1, value="pet")
        assert (typed["tier"], "pet" in typed["text"]) == ("static", True)


HEARD = f"""<!doctype html><title>Join</title>{TEXT}<form id=f><p>Name <input name=who> <button>Join</button></form>
<p id=out>nobody joined</p>"""
HEARS = "document.querySelector('form').addEventListener('submit', (e) => { e.preventDefault();"
HEARS += "document.getElementById('out').textContent = 'joined: ' + e.target.who.value })"


@in_a_loop
@pytest.mark.parametrize("script", [f"<script>{HEARS}</script>", "<script defer src=/join.js></script>"])
@pytest.mark.parametrize("sent", ["submit", "click", "fill_form"])
async def test_a_form_without_an_address_is_sent_where_its_script_listens(
    server: Server, script: str, sent: str
) -> None:
    server.page("/", HEARD + script)
    server.page("/join.js", HEARS, "text/javascript")
    async with agent() as a:
        opened = await a.call("open", url=server.url("/"))
        assert opened["tier"] == "static"
        if sent == "fill_form":
            done = await a.call("fill_form", fields={"who": "Ada"}, submit=True)
        else:
            await a.call("act", do="type", target=1, value="Ada")
            done = await a.call("act", do=sent, target=2)
        assert (done["tier"], "joined: Ada" in done["text"]) == ("light", True), done


SORTED = f"""<!doctype html><title>Crew</title>{TEXT}<table><tr><th>Name<th>Year<tr><td>Zoe<td>1971</table>
<p id=out>as it came</p><script>for (const head of document.querySelectorAll('th'))
  head.addEventListener('click', () => {{
  out.textContent = 'sorted by ' + head.textContent }})</script>"""


@in_a_loop
async def test_words_that_only_a_script_listens_to_are_told_as_a_target_once_it_runs(server: Server) -> None:
    server.page("/", SORTED)
    async with agent() as a:
        assert (await a.call("open", url=server.url("/")))["tier"] == "static"
        nowhere = await a.call("act", do="click", target="Height")
        assert "no target is called 'Height'" in nowhere["error"]["message"]
        assert (await a.call("snapshot"))["tier"] == "static", "what the page does not say no script makes a target"
        refused = await a.call("act", do="click", target="Year")
        assert "only where the scripts of the page run" in refused["error"]["message"], refused
        pressed = await a.call("act", do="click", target="Year")
        assert (pressed["tier"], "sorted by Year" in pressed["text"]) == ("light", True), pressed


@in_a_loop
async def test_words_that_no_engine_can_make_a_target_are_none(server: Server) -> None:
    server.page("/", SORTED)
    async with agent(tiers__max="static") as a:
        await a.call("open", url=server.url("/"))
        refused = await a.call("act", do="click", target="Year")
        assert "no target is called 'Year'" in refused["error"]["message"], refused


@in_a_loop
@pytest.mark.parametrize("highest", ["static", "full"])
async def test_a_form_that_no_script_listens_to_goes_where_its_page_came_from(server: Server, highest: str) -> None:
    server.page("/", HEARD + "<script defer src=/menu.js></script>")
    server.page("/menu.js", "document.title = 'Menu'", "text/javascript")
    async with agent(tiers__max=highest) as a:
        await a.call("open", url=server.url("/"))
        done = await a.call("fill_form", fields={"who": "Ada"}, submit=True)
        assert done["url"].endswith("/?who=Ada"), done


@in_a_loop
@pytest.mark.parametrize("says", ["action=/find", "method=get"])
async def test_a_form_that_says_how_it_is_sent_is_sent_so_without_scripts(server: Server, says: str) -> None:
    server.page("/", HEARD.replace("id=f", says) + "<script defer src=/menu.js></script>")
    server.page("/find", "<p>Found.</p>")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        done = await a.call("fill_form", fields={"who": "Ada"}, submit=True)
        assert (done["tier"], "who=Ada" in done["url"]) == ("static", True), done


@in_a_loop
async def test_a_number_whose_element_is_gone_is_refused(server: Server) -> None:
    server.page("/", COUNTER)
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier="light")
        first = await a.call("snapshot")
        await a.call("act", do="click", target=2)
        await a.call("act", do="click", target=2)
        stale = await a.call("act", do="click", target=2, revision=first["revision"])
        assert stale["error"]["code"] == "STALE_TARGET"
        link = await a.call("act", do="hover", target=3, revision=first["revision"])
        assert "error" not in link, "an element that lives is found by the number it had"


@in_a_loop
async def test_a_page_that_scripts_build_is_read_without_being_asked_for(server: Server) -> None:
    server.page("/data", '["Oban", "Mallaig"]', "application/json")
    server.page(
        "/",
        "<!doctype html><title>Ports</title><div id=root></div><script>fetch('/data').then(r => r.json()).then(l => {"
        "document.getElementById('root').innerHTML = "
        "l.map(p => '<p><a href=/'+p+'>'+p+'</a> a port'.repeat(30)).join('')})</script>",
    )
    async with agent() as a:
        answer = await a.call("browse", url=server.url("/"), include=["trace"])
    assert "[1]Oban" in answer["text"] and "[2]Mallaig" in answer["text"]
    assert [step["name"] for step in answer["data"]["trace"]["tiers"]] == ["static", "light"]


@in_a_loop
async def test_what_comes_later_is_waited_for(server: Server) -> None:
    server.page(
        "/", "<!doctype html><div id=root>One moment</div><script>setTimeout(() => {"
        "document.getElementById('root').textContent = 'All there now'}, 1200)</script>",
    )  # fmt: skip
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier="light")
        answer = await a.call("wait", text="All there now", deadline=10)
    assert "All there now" in answer["text"]


@in_a_loop
async def test_a_script_is_run_where_the_person_and_the_cap_allow_it(server: Server) -> None:
    url = server.page("/", COUNTER)
    async with agent(HOME.replace(caps=frozenset({"devtools"}), evaluates=True)) as a:
        await a.call("open", url=url, tier="light")
        value = await a.call("evaluate", script="({n: document.querySelectorAll('input').length, t: document.title})")
        assert '{"n": 1, "t": "Counter"}' in value["text"] or '{"n":1,"t":"Counter"}' in value["text"]
        thrown = await a.call("evaluate", script="no.such.thing")
        assert thrown["error"]["code"] == "JS_ERROR"


@in_a_loop
async def test_a_number_that_was_there_is_stale_and_one_that_never_was_is_wrong(server: Server) -> None:
    script = "let n = 0; go.onclick = () => { what.innerHTML = `<a href=/${++n}>the one</a>` }"
    server.page("/", f"<p><button id=go>Next</button><p id=what><a href=/0>the one</a><script>{script}</script>")
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier="light")
        changed = await a.call("act", do="click", target=1)
        assert "[3]the one" in changed["text"]
        gone, never = (await a.call("act", do="click", target=2))["error"], await a.call("act", do="click", target=99)
        assert gone["code"] == "STALE_TARGET" and "[2] is a number of revision 1" in gone["message"]
        assert never["error"]["code"] == "VALIDATION_FAILED"


ICONS = """<title>Letters</title><style>.row {cursor: pointer} .star {width: 20px; height: 20px; display: inline-block}
</style><div id=list></div><div class=color id=c style="background-color: #ee1111; width: 20px; height: 20px"></div>
<svg width=100 height=100><g transform="translate(10,20)"><circle id=dot cx=5 cy=6 r=4 fill="blue"></circle></g></svg>
<p id=said>nothing<script>
const say = (words) => (event) => { said.textContent = words; event.stopPropagation(); };
for (const who of ["Ada", "Grace"]) {
  const row = document.createElement("div");
  row.className = "row";
  row.innerHTML = `<div><b>${who}</b></div><div>Some words</div><span class="icon star"></span>`;
  row.addEventListener("click", say("opened " + who));
  row.querySelector(".star").addEventListener("click", say("starred " + who));
  list.append(row);
}
c.addEventListener("click", say("red")); dot.addEventListener("click", say("dot"));
</script>"""


@pytest.mark.parametrize("tier", ["light", pytest.param("full", marks=FULL)])
@in_a_loop
async def test_rows_icons_colours_and_shapes_that_scripts_listen_to_are_targets(server: Server, tier: str) -> None:
    server.page("/", ICONS)
    async with agent() as a:
        text = (await a.call("open", url=server.url("/"), tier=tier, deadline=60))["text"]
        named = {name: int(number) for number, name in re.findall(r"\[(\d+)\]([^\[\n]+)", text)}
        assert [name.strip() for name in named][:2] == ["Ada", "icon star"], text
        assert "[3]Grace" in text and "circle radius 4 at 15,26" in text and "Some words" in text
        for number, done in ((3, "opened Grace"), (4, "starred Grace"), (5, "red"), (6, "dot")):
            assert done in (await a.call("act", do="click", target=number))["text"], (number, text)
        assert re.search(r"\[5\]color red #ee1111", text) and re.search(r"\[6\]blue\S* ?\S* circle", text), text


SLIDER = """<title>Slider</title><div id=row><div class=wide><span>Forward</span></div></div>
<div class=slider><span id=handle class="slider-handle" tabindex=0
style="width: 9px; height: 9px; display: inline-block"></span></div><p id=said>0</p><script>
row.addEventListener("click", () => { said.textContent = "forwarded"; });
handle.addEventListener("keydown", (event) => {
  said.textContent = Number(said.textContent) + {ArrowRight: 1, ArrowLeft: -1}[event.key];
});</script>"""


@pytest.mark.parametrize("tier", ["light", pytest.param("full", marks=FULL)])
@in_a_loop
async def test_what_only_keys_move_is_a_target_and_keys_are_pressed_in_turn(server: Server, tier: str) -> None:
    server.page("/", SLIDER)
    async with agent() as a:
        text = (await a.call("open", url=server.url("/"), tier=tier, deadline=60))["text"]
        assert "[1]Forward" in text and "[2]slider handle" in text
        pressed = await a.call("act", do="press", target=2, value=["Right", "Right", "Left", "Right"])
        assert re.search(r"^2$", pressed["text"], re.MULTILINE), pressed
        wrong = await a.call("act", do="press", target=2, value=["Right", "Sideways"])
        assert "Sideways" in wrong["error"]["message"]
        assert "forwarded" in (await a.call("act", do="click", target=1))["text"]


@in_a_loop
async def test_what_is_clicked_was_under_the_mouse_before(server: Server) -> None:
    script = """let over = ""; for (const one of menu.children) {
      one.addEventListener("mouseover", () => { over = one.textContent; });
      one.addEventListener("click", () => { said.textContent = "took " + over; });
    }"""
    server.page("/", f"<ul id=menu><li>Save</li><li>Close</li></ul><p id=said>nothing</p><script>{script}</script>")
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier="light")
        for number, word in ((2, "Close"), (1, "Save")):
            assert f"took {word}" in (await a.call("act", do="click", target=number))["text"]


FILLED = """<title>Fares</title><form action=/s><label>Port <input name=p value=Ayr></label>
<label>Day <select name=d><option>Monday<option>Tuesday</select></label>
<label><input type=checkbox name=r> Return</label><button>Go</button></form><script>document.title += '!'</script>"""


@pytest.mark.parametrize("tier", ["light", pytest.param("full", marks=FULL)])
@in_a_loop
async def test_what_a_field_holds_is_told_as_it_is_after_it_was_filled_in(server: Server, tier: str) -> None:
    url = server.page("/", FILLED)
    async with agent(HOME) as a:
        await a.call("open", url=url, tier=tier, deadline=60)
        for port, day, back, said in (("Oban", "Tuesday", True, "on"), ("Mull", "Monday", False, "off")):
            fields = {"Port": port, "Day": day, "Return": back}
            text = (await a.call("fill_form", fields=fields))["text"]
            told = [line for line in text.split("\n") if line.startswith(("type", "select", "check", "uncheck"))]
            assert [line.partition("] ")[2] for line in told] == [f"Port: {port}", f"Day: {day}", f"Return: {said}"]
