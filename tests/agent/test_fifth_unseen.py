"""Slips of a set that was written before it was run: closed tabs, parts without a heading, what is half there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from meant_calls import case_name, check_recovered
from reference_client import followed, put

from lightterm.agent.known_addresses import like_port
from lightterm.agent.selectors_near import near_selector
from lightterm.document.model import Field
from lightterm.engines.chromium import missing as no_chromium
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.session.meant_values import meant_value
from lightterm.session.near_choices import nearest

if TYPE_CHECKING:
    from servers import Server

TRIP = """<!doctype html><title>Trip</title><a href=/times>Times</a><form action=/found>
<label>From <input name=f></label> <label>Day <input type=date name=d></label>
<fieldset><legend>Class</legend><label><input type=radio name=c value=2 checked> Second</label>
<label><input type=radio name=c value=1> First</label></fieldset>
<fieldset><legend>Extras</legend><label><input type=checkbox name=bike> Bicycle</label>
<label><input type=checkbox name=dog> Dog</label></fieldset><label>Mobile <input name=t></label>
<label>Volume <input type=range name=v min=0 max=20 value=4></label>
<label>Reference <input name=r pattern="[A-Z]{3}[0-9]{3}" maxlength=6></label>
<label>Born on <input name=b placeholder="DD/MM/YYYY" pattern="[0-9]{2}/[0-9]{2}/[0-9]{4}"></label>
<button>Show</button></form>
<table><tr><th>Job<th>Do<tr><td>Crane operator<td><a href=/save/1>Save</a> <a href=/apply/1>Apply</a>
<tr><td>Marine biologist<td><a href=/save/2>Save</a> <a href=/apply/2>Apply</a></table>
<ul><li>One <a href=/hold/1>Place hold</a> <a href=/list/1>Add to list</a>
<li>Two <a href=/hold/2>Place hold</a> <a href=/list/2>Add to list</a></ul><textarea aria-label=Bio></textarea>
<details><summary>Language</summary><ul><li><a href=/fr>French</a></ul></details>
<details><summary>Refunds &amp; claims</summary><p>Money back after an hour.</p></details>
<table class="wide tallest"><caption>Longest lines</caption><tr><th>Line<th>km<tr><td>Westbahn<td>312</table>"""

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("fill_form", {"fields": {"Via": "Bruck", "From": "Graz", "Nights": "3"}}, "From: Graz"),
    ("fill_form", {"fields": {"Nights": "3", "Day": "14 June 2027"}, "submit": True}, "Day: 2027-06-14"),
    ("fill_form", {"fields": {"Extras": ["Bicycle", "Dog"]}}, "Dog: on"),
    ("fill_form", {"fields": {"Reference": "abc-123"}}, "Reference: ABC123"),
    ("fill_form", {"fields": {"Born on": "1990-03-07"}}, "Born on: 07/03/1990"),
    ("act", {"do": "uncheck", "target": "Second", "value": "First"}, "First: on"),
    ("act", {"do": "slide", "target": "Volume", "value": 12}, "Volume: 12"),
    ("act", {"do": "click", "target": "Language: French"}, "Bonjour"),
    ("browse", {"url": "URL/trip", "part": "Refunds and claims"}, "Money back"),
    ("browse", {"url": "URL/trip", "selectors": ["table.tallest-lines"]}, "Westbahn"),
    ("act", {"do": "type", "target": "textarea", "value": "I row"}, "Bio: I row"),
    ("fill_form", {"fields": {"About me": "I row"}}, "Bio: I row"),
    ("act", {"do": "click", "target": "second Add to list"}, "Listed two"),
    ("act", {"do": "click", "target": "Apply for the marine biologist"}, "You applied"),
    ("browse", {"url": "URL/trip", "part": ["Refunds", "Language"]}, "Money back"),
    ("go", {"to": "Trains of"}, "Ostbahn"),
    ("browse", {"url": "URL/trains", "selectors": ["trains[0].nr"]}, "RJ 540"),
]


def serve(server: Server) -> str:
    server.page("/trip", TRIP)
    server.page("/trains", '{"trains": [{"nr": "RJ 540"}]}', "application/json")
    for path, words in (
        ("/found", "Three trains"),
        ("/times", "All departures"),
        ("/fr", "Bonjour"),
        ("/list/2", "Listed two"),
        ("/apply/2", "You applied"),
    ):
        server.page(path, f"<title>{words}</title><p>{words}.")
    server.page("/lines", "<title>Trains of all lines</title><p>Ostbahn.")
    return server.url("/trip").removesuffix("/trip")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_was_meant_comes_of_what_is_recommended(server: Server, case: tuple[str, dict[str, Any], str]) -> None:
    base = serve(server)
    tool, given, wanted = case

    check_recovered([{"url": f"{base}/lines"}, {"url": f"{base}/trip"}], tool, put(given, base), wanted)
    assert not any(asked.path == "/found" for asked in server.log), "nothing is sent that is half filled in"


@in_a_loop
async def test_what_is_asked_for_besides_a_page_of_many_lines_is_told_with_it(server: Server) -> None:
    """The ends of its lines, which JSON has as two signs, took the room that was kept for it."""
    lines = "".join(f"<p>row {number}" for number in range(3000))
    url = server.page("/rows", f"<title>Rows</title>{lines}<table><tr><th>Line<td>Westbahn<tr><th>km<td>312</table>")
    async with agent() as a:
        for tokens in (1000, 4000):
            told = await a.call("browse", url=url, include=["tables"], max_tokens=tokens)
            assert "Westbahn" in str(told["data"].get("tables")) and told["tier"] == "static", told["data"]


@in_a_loop
async def test_a_part_is_what_a_disclosure_opens_or_a_table_by_its_caption(server: Server) -> None:
    url = f"{serve(server)}/trip"
    async with agent() as a:
        for part, wanted in (("Language", "French"), ("Refunds", "Money back"), ("Longest lines", "312")):
            told = (await a.call("browse", url=url, part=part))["text"]
            assert wanted in told and "Mobile" not in told, told


@in_a_loop
async def test_a_closed_disclosure_is_opened_and_read_without_the_scripts_of_its_page(server: Server) -> None:
    """It was said to be shown anyway, and was not."""
    url = f"{serve(server)}/trip"
    async with agent() as a:
        assert "Money back" not in (await a.call("open", url=url))["text"]
        assert "Money back" in (await a.call("act", do="click", target="Refunds & claims"))["text"]
        told = (await a.call("snapshot"))["text"]
        assert "Money back" in told and "French" not in told
        assert "Money back" in (await a.call("find", text="Money"))["text"]
        await a.call("act", do="click", target="Refunds & claims")
        assert "Money back" not in (await a.call("snapshot"))["text"]


@in_a_loop
async def test_a_slider_is_dragged_to_its_number_and_not_to_the_target_of_that_number(server: Server) -> None:
    url = f"{serve(server)}/trip"
    async with agent() as a:
        await a.call("open", url=url)
        assert "Volume: 8" in (await a.call("act", do="drag", target="Volume", value="8"))["text"]


@in_a_loop
async def test_the_page_of_a_closed_tab_is_opened_again_under_its_number(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/times")
        await a.call("open", url=f"{base}/trip", new_tab=True)
        await a.call("tabs", do="close", tab=2)
        error = (await a.call("act", do="click", target=1, tab=2))["error"]
        assert "/trip" in error["message"]
        assert not any(way["action"] == "use_front_tab" for way in error["recommendedActions"]), "[1] is another there"
        came = await followed(a.call, "fill_form", {"fields": {"From": "Graz"}, "tab": 2})
        assert "From: Graz" in came["text"] and came["tab"] == 2, came
        error = (await a.call("act", do="click", target=1, tab=7))["error"]
        assert not any(way["action"] == "use_front_tab" for way in error["recommendedActions"]), error
        assert (await a.call("open", url=f"{base}/fr", new_tab=True))["tab"] == 4


@in_a_loop
async def test_a_field_of_the_page_before_is_gone_back_to_by_what_it_is_called(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/trip")
        for tool, given in (
            ("act", {"do": "type", "target": "From", "value": "Graz"}),
            ("fill_form", {"fields": {"From": "Linz"}}),
        ):
            await a.call("act", do="click", target="Times")
            came = await followed(a.call, tool, given)
            assert "From: " in came["text"], came
        await a.call("act", do="click", target="Times")
        error = (await a.call("act", do="click", target="Show"))["error"]
        assert not any(way.get("toolToUse") == "go" for way in error["recommendedActions"]), "it would be sent"


@in_a_loop
async def test_a_port_on_which_nobody_listens_is_that_of_the_host_that_is_open(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/trip")
        came = await followed(a.call, "open", {"url": "http://127.0.0.1:9/times"})
        assert "All departures" in came["text"]


def test_a_choice_has_words_in_brackets() -> None:
    there = ["Metric", "Imperial (US)", "Imperial (UK)", "Business/Team"]
    assert [nearest(one, there) for one in ("US", "UK", "team")] == [there[1:2], there[2:3], there[3:]]


def test_of_several_ports_none_is_meant() -> None:
    known = [("http://a.test:1/", ""), ("http://a.test:2/", "")]
    assert like_port("http://a.test:3/x", known[:1]) == "http://a.test:1/x"
    assert like_port("http://a.test:3/x", known) == like_port("http://a.test:1/x", known[:1]) == ""


@pytest.mark.skipif(bool(no_chromium()), reason=f"tier 3: {no_chromium()}")
@in_a_loop
async def test_a_picture_of_an_address_is_one_of_its_page(server: Server) -> None:
    base = serve(server)
    async with agent(HOME) as a:
        assert "the picture" in (await followed(a.call, "screenshot", {"url": f"{base}/trip"}))["text"]


@pytest.mark.skipif(bool(no_chromium()), reason=f"tier 3: {no_chromium()}")
@in_a_loop
async def test_a_question_that_was_answered_no_is_answered_yes_by_who_presses_ok(server: Server) -> None:
    script = "onclick=\"document.body.append(confirm('Clear?') ? 'cleared' : 'kept')\""
    url = server.page(
        "/ask", f"<title>Ask</title><p>List<button {script}>Clear done</button><button>Completed</button>"
    )
    async with agent(HOME) as a:
        await a.call("open", url=url, tier="full")
        assert "kept" in (await a.call("act", do="click", target="Clear done"))["text"]
        came = await followed(a.call, "act", {"do": "click", "target": "OK"})
        assert "cleared" in came["text"], came
        await a.call("act", do="click", target="Completed")
        error = (await a.call("act", do="click", target="OK"))["error"]
        assert "accept" not in str(error["recommendedActions"]), "it asked nothing"


LIST = """<!doctype html><title>List</title><p>There is a lot to be read here, in words that need no script at all.
<button>Rename ferns</button><button>Rename yeast</button><button>Remove ferns</button><button>Remove yeast</button>
<button onclick="d.hidden = false">Preferences</button><div id=d role=dialog aria-label=Preferences hidden>
<label>Theme <select onchange="s.textContent = 'in ' + this.value"><option>Light<option>Dark</select></label></div>
<p id=s></p><script>for (const one of document.querySelectorAll("button")) one.addEventListener("click",
() => { if (one.textContent[0] === "R") s.textContent = "did " + one.textContent })</script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@in_a_loop
async def test_what_a_dialog_holds_is_reached_by_the_button_that_is_called_like_it(server: Server) -> None:
    url = server.page("/list", LIST)
    async with agent() as a:
        await a.call("open", url=url, tier="light")
        came = await followed(a.call, "act", {"do": "select", "target": "Theme", "value": "dark mode"})
        assert "in Dark" in came["text"], came


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@in_a_loop
async def test_what_is_done_to_the_second_of_a_list_is_never_of_weight(server: Server) -> None:
    url = server.page("/list", LIST)
    async with agent() as a:
        await a.call("open", url=url, tier="light")
        came = await followed(a.call, "act", {"do": "click", "target": "Rename the second plant"})
        assert "did Rename yeast" in came["text"], came
        error = (await a.call("act", do="click", target="Remove the second plant"))["error"]
        assert not any(way["action"] == "use_candidate" for way in error["recommendedActions"]), error


TABS = """<!doctype html><title>School</title><p>There is a lot to be read here, in words that need no script at all.
<div role=tablist><button role=tab id=a aria-controls=x aria-selected=true>Marks</button>
<button role=tab id=b aria-controls=y aria-selected=false>Messages</button>
<button role=tab id=c aria-controls=z aria-selected=false>Absence</button></div><button id=e>Earlier terms</button>
<div id=x>Maths</div><div id=y hidden><label>Message <textarea id=t></textarea></label></div>
<div id=z hidden><label>Day of absence <input type=date id=d></label></div><label>Quick note <input></label><p id=s></p>
<script>for (const one of [a, b, c]) one.onclick = () => { for (const [tab, part] of [[a, x], [b, y], [c, z]]) {
tab.setAttribute("aria-selected", tab === one); part.hidden = tab !== one } }
e.onclick = () => { s.textContent = "earlier ones" }
d.onchange = () => { s.textContent = "away on " + d.value }</script>"""


@pytest.mark.parametrize(
    ("tool", "given", "wanted"),
    [
        ("act", {"do": "type", "target": "Message", "value": "Hello"}, "Hello"),
        ("act", {"do": "click", "target": "Absences"}, "Day of absence"),
        ("act", {"do": "click", "target": "Previous terms"}, "earlier ones"),
        ("fill_form", {"fields": {"Day of absence": "2 May 2027"}}, "away on 2027-05-02"),
    ],
)
@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
def test_what_tabs_hold_is_told_from_what_they_are_called(
    server: Server, tool: str, given: dict[str, Any], wanted: str
) -> None:
    url = server.page("/tabs", TABS)

    check_recovered([{"url": url, "tier": "light"}], tool, given, wanted)


def test_values_are_as_a_pattern_and_an_example_have_them() -> None:
    reference = Field(kind="text", attributes=(("pattern", "[A-Z]{3}[0-9]{3}"), ("maxlength", "6")))
    assert [meant_value(reference, one) for one in ("abc123", "ABC-123", "abc 123", "ab12")] == ["ABC123"] * 3 + [""]
    day = Field(kind="text", attributes=(("pattern", "[0-9/]{10}"), ("placeholder", "MM/DD/YYYY")))
    assert [meant_value(day, one) for one in ("1990-03-07", "7 March 1990")] == ["03/07/1990"] * 2


def test_a_selector_of_the_only_element_of_its_kind_is_its_tag() -> None:
    assert near_selector(b"<table class=a></table><p>", "table.longest-lines") == "table"
    assert near_selector(b"<table></table><table>", "table.longest-lines") == ""
