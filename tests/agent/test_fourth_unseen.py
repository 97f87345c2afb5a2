"""Slips of a set that was written before it was run: numbers in names, what menus hide, rows, addresses, values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from meant_calls import case_name, check_recovered
from reference_client import followed, put

from lightterm.agent.near_words import lines_near, named_nearly
from lightterm.agent.selectors_near import near_selector
from lightterm.document.model import Field
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.session.meant_values import meant_value, nearest_value
from lightterm.session.near_choices import nearest

if TYPE_CHECKING:
    from servers import Server

INN = """<!doctype html><title>Inn</title><a href=/inn/rooms>Rooms</a> <a href=/inn/basket>Basket (1)</a>
<form action=/done>
<fieldset><legend>Board</legend><label><input type=radio name=board value=ro checked> Room only</label>
<label><input type=radio name=board value=bb> Bed and breakfast</label>
<label><input type=radio name=board value=hb> Half board</label></fieldset><label>First name <input name=f></label>
<label>Last name <input name=l></label><label>Amount <input type=number name=a min=100 max=5000></label>
<fieldset><legend>Have you been here before?</legend>
<label><input type=radio name=b value=y> Yes</label><label><input type=radio name=b value=n> No</label></fieldset>
<fieldset><legend>Languages you speak</legend><label><input type=checkbox name=s value=de> German</label>
<label><input type=checkbox name=s value=it> Italian</label></fieldset>
<label>Find <input name=q aria-label="Search the inn"></label><button>Go</button></form>
<ul><li><h2>Glass pot</h2><p class=product-price>19.90</p><a href=/pots/3>Details</a><form action=/add>
<button>Add to basket</button></form><li><h2>Iron pot</h2><p class=product-price>61.50</p><a href=/pots/2>Details</a>
<form action=/add><button>Add to basket</button></form></ul>"""
LOST = "<title>Lost</title><h1>Page not found</h1><p>Sorry. <a href=/help>Back to the overview</a>"

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("act", {"do": "click", "target": "Cart"}, "One thing"),
    ("act", {"do": "select", "target": "Half board", "value": "Bed and breakfast"}, "Bed and breakfast: on"),
    ("act", {"do": "select", "target": "Board", "value": "B&B"}, "Bed and breakfast: on"),
    ("act", {"do": "click", "target": "Glass pot"}, "Glass pot in full"),
    ("act", {"do": "follow_link", "target": "Rooms"}, "Twelve rooms"),
    ("act", {"do": "type", "target": "Search box", "value": "tea", "submit": True}, "It is done"),
    ("fill_form", {"fields": {"Name": "Ida Berg"}}, "Last name: Berg"),
    ("fill_form", {"fields": {"Amount": "1.5k"}}, "Amount: 1500"),
    ("fill_form", {"fields": {"Have you been here?": False}}, "No: on"),
    ("fill_form", {"fields": {"Languages": "German, Italian"}}, "Italian: on"),
    ("act", {"do": "navigate", "target": "Rooms"}, "Twelve rooms"),
    ("act", {"do": "goto", "url": "URL/inn/rooms"}, "Twelve rooms"),
    ("open", {"url": "Basket"}, "One thing"),
    ("open", {"url": "URL/inn/room"}, "Twelve rooms"),
    ("browse", {"url": "URL/inn", "selectors": [".price"]}, "61.50"),
    ("wait", {"selector": ".price", "deadline": 1}, "61.50"),
]


def serve(server: Server) -> str:
    server.page("/inn", INN)
    for path, words in (("/done", "It is done"), ("/inn/rooms", "Twelve rooms"), ("/inn/basket", "One thing")):
        server.page(path, f"<title>{words}</title><p>{words}.")
    server.page("/pots/3", "<title>Pot</title><p>Glass pot in full.")
    server.page("/inn/room", LOST, status=404)
    return server.url("/inn").removesuffix("/inn")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_was_meant_comes_of_what_is_recommended(server: Server, case: tuple[str, dict[str, Any], str]) -> None:
    base = serve(server)
    tool, given, wanted = case

    check_recovered([{"url": f"{base}/inn"}], tool, put(given, base), wanted)


@in_a_loop
async def test_a_field_of_the_page_before_is_gone_back_to_and_a_button_of_it_is_not(server: Server) -> None:
    """What was sent is not sent again by a number that is stale."""
    base = serve(server)
    async with agent() as a:
        told = (await a.call("open", url=f"{base}/inn"))["text"]
        field, button = _number(told, "(Search the inn)"), _number(told, "[Go]")
        await a.call("act", do="click", target="Rooms")
        came = await followed(a.call, "act", {"do": "type", "target": field, "value": "tea", "revision": 1})
        assert "Search the inn: tea" in came["text"], came
        await a.call("act", do="click", target="Rooms")
        error = (await a.call("act", do="click", target=button, revision=1))["error"]
        assert not any(way.get("toolToUse") == "go" for way in error["recommendedActions"]), error


def _number(told: str, words: str) -> int:
    """The number of the target before words of a page as it is told."""
    before = told.partition(words)[0]
    return int(before[: before.rindex("]")].rpartition("[")[2])


@in_a_loop
async def test_two_parts_of_a_name_go_into_the_one_field_for_it(server: Server) -> None:
    form = "<form><label>Full name <input name=n></label><label>Wish <input name=w></label>"
    url = server.page("/who", f"<title>Who</title>{form}")
    async with agent() as a:
        await a.call("open", url=url)
        came = await followed(a.call, "fill_form", {"fields": {"First name": "Ida", "Last name": "Berg"}})
        assert "Full name: Ida Berg" in came["text"] and "Wish: " not in came["text"], came


@in_a_loop
async def test_one_of_several_to_choose_from_is_not_turned_off(server: Server) -> None:
    """No browser does; what was told of it was that none is chosen."""
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/inn")
        assert "check another one" in (await a.call("act", do="uncheck", target="Room only"))["error"]["message"]


TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 20
DESK = f"""<!doctype html><title>Desk</title>{TEXT}<div><ul id=l></ul><button id=more>Load more</button></div>
<button id=m aria-haspopup=menu aria-expanded=false aria-controls=mm>Actions</button><ul id=mm role=menu hidden>
<li role=menuitem tabindex=0 id=exp>Export as CSV</li><li role=menuitem tabindex=0 id=wipe>Wipe all tickets</li></ul>
<details><summary>Filters</summary><label>Assigned to <select id=who><option>Anyone<option>Nora</select></label>
<label>Created after <input type=date id=on></label></details><p id=o></p><script>
const say = (text) => {{ o.textContent = text }}
let n = 0; const add = () => {{ for (let i = 0; i < 3; i++) {{ const li = document.createElement('li'), k = ++n
li.innerHTML = 'Ticket ' + k + ' <button>Close ticket ' + k + '</button>'; l.append(li)
li.querySelector('button').onclick = () => say('closed ' + k) }} }}; add(); more.onclick = add
m.onclick = () => {{ mm.hidden = !mm.hidden; m.setAttribute('aria-expanded', !mm.hidden) }}
exp.onclick = () => say('exported'); wipe.onclick = () => say('all gone'); who.onchange = () => say('for ' + who.value)
document.getElementById('on').onchange = (e) => say('after ' + e.target.value)</script>"""

LIVE: list[tuple[str, dict[str, Any], str]] = [
    ("act", {"do": "click", "target": "Export CSV"}, "exported"),
    ("act", {"do": "click", "target": "Actions > Export as CSV"}, "exported"),
    ("act", {"do": "select", "target": "Assignee", "value": "nora"}, "for Nora"),
    ("fill_form", {"fields": {"Created after": "3 May 2027"}}, "after 2027-05-03"),
    ("act", {"do": "click", "target": "Show more"}, "Ticket 6"),
    ("act", {"do": "click", "target": "Close ticket 5"}, "closed 5"),
    ("wait", {"text": "Ticket 5", "deadline": 1}, "Ticket 5"),
]


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@pytest.mark.parametrize("case", LIVE, ids=case_name)
def test_what_a_live_page_hides_is_opened_and_done(server: Server, case: tuple[str, dict[str, Any], str]) -> None:
    url = server.page("/desk", DESK)
    tool, given, wanted = case

    check_recovered([{"url": url, "tier": "light"}], tool, given, wanted)


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@in_a_loop
async def test_nothing_hidden_is_pressed_that_was_not_asked_for(server: Server) -> None:
    url = server.page("/desk", DESK)
    async with agent() as a:
        for words in (
            "Archive all tickets",
            "Export all tickets",
            "Tickets",
            "all",
            "Clear tickets",
            "Close all tickets",
        ):
            await a.call("open", url=url, tier="light")
            error = (await a.call("act", do="click", target=words))["error"]
            calls = [way["parameters"] for way in error["recommendedActions"] if "toolToUse" in way]
            assert "Wipe" not in str(calls) and {"do": "click", "target": 3} not in calls, (words, calls)
            await a.call("act", do="click", target="Actions")
            if words in ("Tickets", "all"):  # which stand in the midst of its name
                assert "error" in await a.call("act", do="click", target=words)
            assert "all gone" not in (await a.call("snapshot"))["text"], words


@in_a_loop
async def test_a_cursor_with_more_behind_it_is_told_without(server: Server) -> None:
    url = server.page("/long", f"<title>Long</title><h1>Long</h1>{TEXT * 5}")
    async with agent(HOME) as a:
        cursor = (await a.call("open", url=url, max_tokens=300))["cursor"]
        came = await followed(a.call, "snapshot", {"cursor": f"{cursor}x"})
        assert "There is a lot" in came["text"]


def test_numbers_in_names_are_told_apart() -> None:
    assert named_nearly("Close ticket 5", ["Close ticket 3", "Close ticket 2"]) == []
    assert named_nearly("close the second ticket", ["close ticket 3", "close ticket 2"]) == ["close ticket 2"]
    assert named_nearly("Close all tickets", ["Close ticket 3"]) == []
    assert named_nearly("chapter 4", ["Chapter 3: Kitchens", "Chapter 4: Laundry"]) == ["Chapter 4: Laundry"]
    assert lines_near("Ticket 5", ["# Tickets", "Ticket 3 [5][Close]", "Ticket 5 [7][Close]"]) == [2]


def test_values_are_what_they_say() -> None:
    amount = Field(kind="number", attributes=(("min", "100"), ("max", "5000")))
    assert [meant_value(amount, one) for one in ("1.5k", "2 thousand euros", "€ 4k")] == ["1500", "2000", "4000"]
    assert nearest_value(amount, "6000") == "5000"
    time = Field(kind="time")
    said = ("half past six in the evening", "seven o'clock in the morning", "6:30 in the afternoon", "8 du soir")
    assert [meant_value(time, one) for one in said] == ["18:30", "07:00", "18:30", "20:00"]
    assert nearest("B&B", ["Room only", "Bed and breakfast", "Half board"]) == ["Bed and breakfast"]


def test_a_selector_is_near_that_has_all_words_of_it() -> None:
    markup = b'<p class="product-price big">1</p><table class=support-matrix id=mainTable></table><i class="a-b a-c">'
    found = [near_selector(markup, one) for one in (".price", "table.supportMatrix", "#main-table", ".a", ".big")]
    assert found == [".product-price", "table.support-matrix", "#mainTable", "", ""]
