"""Slips of the third round: fields, choices and buttons in other words, parts that are shut, shapes of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from meant_calls import case_name, check_recovered
from reference_client import followed, put

from lightterm.agent.near_words import named_nearly
from lightterm.agent.outcomes import closers
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.session.near_choices import nearest

if TYPE_CHECKING:
    from servers import Server

JOIN = """<!doctype html><title>Join</title><h1>Join us</h1><form action=/done><label>Given name <input name=g></label>
<label>Family name <input name=f></label><label>Telephone <input name=t type=tel></label>
<label>Land <select name=l><option value=x1>United Kingdom<option value=x2>United States<option value=x3>Germany
</select></label><label>Age <select name=a><option>18-29<option>30-49<option>50+</select></label>
<fieldset><legend>Toppings</legend><label><input type=checkbox name=tp value=c>Cheese</label>
<label><input type=checkbox name=tp value=h>Ham</label></fieldset><fieldset><legend>Size</legend>
<label><input type=radio name=s value=1>Small</label><label><input type=radio name=s value=2>Large</label></fieldset>
<input name=z autocomplete=postal-code><button>Send</button></form><a href=/login>Sign in</a>
<a href=/login?p>Privacy</a><select name=m multiple aria-label=Shelves><option>Book<option>Audio book<option>Maps
</select>"""

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("fill_form", {"fields": {"Vorname": "Ann", "Surname": "Lee", "Phone number": "123"}}, "Family name: Lee"),
    ("fill_form", {"fields": {"zip code": "123"}}, "z: 123"),
    ("act", {"do": "type", "target": "Nachname", "value": "Lee"}, "Family name: Lee"),
    ("act", {"do": "click", "target": "Log in"}, "Who are you"),
    ("act", {"do": "select", "target": "Land", "value": "Deutschland"}, "Land: Germany"),
    ("act", {"do": "select", "target": "Age", "value": "34"}, "Age: 30-49"),
    ("fill_form", {"fields": {"Age": 60.0}}, "Age: 50+"),
    ("fill_form", {"fields": {"s": "L"}}, "Large: on"),
    ("fill_form", {"fields": {"tp": ["Cheese", "Ham"]}}, "Ham: on"),
    ("fill_form", {"fields": {"Toppings": ["Cheese", "Ham"]}}, "Ham: on"),
    ("fill_form", {"fields": [{"Given name": "Ann"}, {"Family name": "Lee"}]}, "Family name: Lee"),
    (
        "act",
        {"steps": [{"type": {"target": "Given name", "value": "Ann"}}, {"click": {"target": "Send"}}]},
        "Thank you",
    ),
    ("act", {"steps": [["type", "Given name", "Ann"], ["click", "Send"]]}, "Thank you"),
    ("act", {"click": "Send"}, "Thank you"),
    ("act", {"type": "Ann", "target": "Given name", "max_tokens": 500}, "Given name: Ann"),
    ("act", {"target": "Given name", "value": "Ann", "submit": True}, "Given name: Ann"),
    ("act", {"do": {"action": "click", "target": "Send"}}, "Thank you"),
    ("act", {"action": {"type": "click", "target": "Send"}}, "Thank you"),
]


def serve(server: Server) -> str:
    server.page("/join", JOIN)
    server.page("/done", "<title>Done</title><p>Thank you.")
    server.page("/login", "<title>In</title><p>Who are you?")
    return server.url("/join").removesuffix("/join")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_was_meant_comes_of_what_is_recommended(server: Server, case: tuple[str, dict[str, Any], str]) -> None:
    base = serve(server)
    tool, given, wanted = case
    given = put(given, base)

    check_recovered([{"url": f"{base}/join"}], tool, given, wanted)


TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 20
TABS = f"""<!doctype html><title>Tabs</title>{TEXT}<div role=tablist>
<button role=tab aria-selected=true aria-controls=p1>Overview</button>
<button role=tab aria-selected=false aria-controls=p2>Specs</button>
<button role=tab aria-selected=false aria-controls=p3>Reviews</button></div>
<div id=p1 role=tabpanel>All of it.</div>
<div id=p2 role=tabpanel hidden><button onclick="o.textContent = 'sheet came'">Download sheet</button></div>
<div id=p3 role=tabpanel hidden><label>Your rating <input name=r></label></div><p id=o></p><script>
const tabs = document.querySelectorAll('[role=tab]')
for (const one of tabs) one.onclick = () => {{ for (const tab of tabs) {{
tab.setAttribute('aria-selected', tab === one)
document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== one }} }}</script>"""
CITY = f"""<!doctype html><title>City</title>{TEXT}<label>City
<input id=c role=combobox aria-autocomplete=list aria-expanded=false></label><ul id=l role=listbox></ul><p id=o></p>
<script>c.oninput = () => {{ l.textContent = ''
for (const name of ['Berlin', 'Bern', 'Paris']) if (c.value && name.startsWith(c.value)) {{
const one = document.createElement('li'); one.setAttribute('role', 'option'); one.textContent = name; one.tabIndex = 0
one.onclick = () => {{ o.textContent = 'chosen ' + name }}; l.append(one) }} }}</script>"""

SORT = f"""<!doctype html><title>Sort</title>{TEXT}
<div id=d role=combobox aria-haspopup=listbox aria-expanded=false tabindex=0>Sort by: relevance</div>
<div id=m role=listbox hidden><div role=option tabindex=0 onclick="o.textContent = 'cheap first'">Price: low to high
</div></div><p id=o></p><script>
d.onclick = () => {{ m.hidden = false; d.setAttribute('aria-expanded', true) }}</script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))
@pytest.mark.parametrize(
    ("page", "tool", "given", "wanted"),
    [
        (TABS, "act", {"do": "click", "target": "Download sheet"}, "sheet came"),
        (TABS, "fill_form", {"fields": {"Your rating": "5"}}, "Your rating: 5"),
        (CITY, "act", {"do": "select", "target": "City", "value": "Berlin"}, "chosen Berlin"),
        (SORT, "act", {"do": "select", "target": "Sort by", "value": "Price: low to high"}, "cheap first"),
        (CITY, "act", {"do": "click", "target": "Paris"}, "chosen Paris"),
    ],
)
def test_what_a_live_page_shows_only_then_is_brought_there_first(
    server: Server, page: str, tool: str, given: dict[str, Any], wanted: str
) -> None:
    """The part that has it is opened; a choice that comes while one types is typed for."""
    url = server.page("/live", page)

    check_recovered([{"url": url, "tier": "light"}], tool, given, wanted)


@in_a_loop
async def test_a_field_that_is_only_guessed_is_filled_in_and_not_sent(server: Server) -> None:
    server.page("/hits", "<title>Hits</title><p>Nine books.")
    form = "<form action=/hits><label>Isbn <input name=i></label><label>Nib <input name=n></label><button>Go</button>"
    url = server.page("/pens", f"<!doctype html><title>Pens</title>{form}</form>")
    async with agent() as a:
        await a.call("open", url=url)
        came = await followed(a.call, "fill_form", {"fields": {"Isbn": "1", "Quill": "goose"}, "submit": True})
        assert "Nib: goose" in came["text"] and "Nine books" not in came["text"], came
        for fields in (
            {"Quill": "goose", "Ink": "blue"},
            {"Isbn": "1", "Children": "2"},
            {"Isbn": "1", "On": "2027-06-01"},
        ):
            error = (await a.call("fill_form", fields=fields))["error"]
            calls = [way for way in error["recommendedActions"] if way.get("toolToUse") == "fill_form"]
            assert all(way["parameters"] == {"fields": {"Isbn": "1"}} for way in calls), "the other goes nowhere"


@in_a_loop
async def test_an_action_in_its_own_name_without_a_target_is_not_made_up(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/join")
        for given in ({"type": "Ann"}, {"select": "Germany"}, {"target": "Send", "type": True, "value": "Ann"}):
            error = (await a.call("act", **given))["error"]
            calls = [way["parameters"] for way in error["recommendedActions"] if way.get("toolToUse") == "act"]
            assert not any(one.get("do") in ("type", "select") and "value" not in one for one in calls), calls


@in_a_loop
async def test_cookies_are_taken_as_others_write_them_and_never_said_again(server: Server) -> None:
    """What is recommended repeated the values: what is logged of answers would have had them."""
    base = serve(server)
    async with agent(HOME.replace(caps=frozenset(("storage",)))) as a:
        await a.call("open", url=f"{base}/login")
        for cookie in ({"name": "sid", "value": "s3cret"}, {"sid": "s3cret"}, "sid=s3cret"):
            told = await a.call("session", do="set_cookie", cookie=cookie)
            assert "sid 127.0.0.1" in told["text"] and "s3cret" not in str(told), told
        for given in ({"sid": "s3cret"}, [{"name": "sid", "value": "s3cret"}], "sid=s3cret"):
            told = await a.call("browse_as", url=f"{base}/login", cookies=given, max_token=900)
            assert "s3cret" not in str(told) and "browse_as: url, cookies" in told["error"]["suggestion"], told
            assert "Who are you" in (await a.call("browse_as", url=f"{base}/login", cookies=given))[
                "text"
            ] or given == ("sid=s3cret")
        told = await a.call("session", do="set_cookies", cookie="sid=s3cret")
        assert "error" in told and "s3cret" not in str(told), told


def test_names_that_mean_the_same_are_near_and_words_of_weight_hold() -> None:
    assert named_nearly("Log in", ["Sign up", "Sign in", "Home"]) == ["Sign in"]
    assert named_nearly("Sign in to account", ["Sign out of account"]) == []
    assert named_nearly("Register", ["Create account", "Log in"]) == ["Create account"]
    assert named_nearly("Delete account", ["Create account"]) == []
    assert named_nearly("login", ["Username", "Title"]) == ["Username"]
    assert named_nearly("guests", ["Date", "Party size"]) == ["Party size"]


def test_a_number_is_the_choice_in_whose_bounds_it_lies() -> None:
    ages = ["under 18", "18 - 29", "30–49", "50 or older"]
    assert [nearest(one, ages) for one in ("12", "18", "34", "77")] == [[one] for one in ages]
    assert nearest("14:00", ["Morning (8-12)", "Afternoon (12-17)"]) == ["Afternoon (12-17)"]
    assert nearest("20", ["10-50", "200-500"]) == ["10-50"]
    assert nearest("de", ["Denmark", "Germany"]) == ["Germany"]


def test_buttons_that_close_say_so_in_many_ways_and_agree_to_nothing() -> None:
    closing = ("Reject all", "Only necessary cookies", "Close newsletter popup", "Maybe later", "Continue reading")
    words = (*closing, "Accept all", "Close account", "OK", "Allow all cookies", "Skip payment")
    markup = "".join(f"<button>{one}</button>" for one in words)
    assert closers(html_document(markup.encode(), "http://e.org/", View())) == [5, 4, 3, 2, 1]
