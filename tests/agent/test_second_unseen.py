"""A cut of two sets of slips that nobody had tried before: who follows what is recommended gets what was wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from meant_calls import case_name, check_recovered
from reference_client import followed, put

from lightterm.agent.address_ways import in_clear
from lightterm.agent.outcomes import closers
from lightterm.agent.way import Asked
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.session.meant_values import nearest_value

if TYPE_CHECKING:
    from servers import Server

TABLE = """<!doctype html><title>Table</title><h1>Book a table</h1><p>Tell us when you come.</p><form action=/booked>
<label>Full name <input name=who></label><label>Party size <input type=number name=party min=1 max=12></label>
<label>Date <input type=date name=on></label><label>Country <select name=land><option value="">Choose<option
value=at>Austria<option value=us>United States</select></label><label>Place <select name=place><option>Window
<option>Garden<option>Bar counter</select></label><label>Notes <textarea name=notes maxlength=20></textarea></label>
<label><input type=checkbox name=seat> Window seat</label><label>Mail <input type=email name=mail></label>
<label>Telephone <input type=tel name=tel pattern="[0-9]{6,12}"></label><fieldset><legend>Corner</legend>
<label><input type=radio name=c value=l>Light corner</label><label><input type=radio name=c value=q>Quiet corner</label>
</fieldset><button>Book table</button></form>"""

HOUSE = """<!doctype html><title>House</title><p><a href=/hours>Opening hours</a> <a href=/prices>Prices and offers</a>
<a href=/guide.txt>Guide</a></p><p>The lighthouse was lit in 1902.</p>"""

CASES: list[tuple[str, str, dict[str, Any], str]] = [
    ("/table", "act", {"do": "type", "target": "Party size", "value": "four"}, "Party size: 4"),
    ("/table", "act", {"do": "type", "target": "Party size", "value": "40"}, "Party size: 12"),
    ("/table", "act", {"do": "type", "target": "Notes", "value": "x" * 30}, "Notes: " + "x" * 20),
    ("/table", "act", {"do": "type", "target": "Date", "value": "24. Dezember 2026"}, "Date: 2026-12-24"),
    ("/table", "act", {"do": "select", "target": "Country", "value": "USA"}, "Country: United States"),
    ("/table", "act", {"do": "select", "target": "Place", "value": 2}, "Place: Bar counter"),
    ("/table", "act", {"do": "type", "target": "Name (full)", "value": "Ann"}, "Full name: Ann"),
    ("/table", "fill_form", {"fields": {"Name, full": "Ann"}}, "Full name: Ann"),
    ("/table", "act", {"do": "click", "target": "Reserve table"}, "Thank you"),
    ("/table", "act", {"do": "click", "value": "now", "target": "Book table"}, "Thank you"),
    ("/table", "act", {"do": "check", "target": "Country", "value": "Austria"}, "Country: Austria"),
    ("/table", "fill_form", {"fields": {"Place": "Gar"}}, "Place: Garden"),
    ("/table", "fill_form", {"fields": {"Window seat": "yes please"}}, "Window seat: on"),
    ("/table", "fill_form", {"fields": {"Mail": "ann(at)example(dot)org"}}, "Mail: ann@example.org"),
    ("/table", "act", {"do": "type", "target": "Telephone", "value": "030 / 123 456"}, "Telephone: 030123456"),
    ("/table", "act", {"do": "select", "target": "Quiet corner", "value": "Quiet"}, "Quiet corner: on"),
    ("/house", "act", {"do": "click", "steps": [{"target": "Prices and offers"}]}, "84 crowns"),
    ("/house", "browse", {"url": "URL/hours", "wait_for_selector": "title"}, "Open from eight"),
    ("/house", "batch", {"do": "start", "urls": [{"url": "URL/prices"}, {"url": "URL/hours"}]}, "2 pages"),
    ("/house", "browse", {"url": "URL/prices-and-offers"}, "84 crowns"),
    ("/house", "act", {"do": "click", "element": "Opening hours link", "ref": "e3"}, "Open from eight"),
    ("/house", "act", {"do": "goto", "value": "URL/prices"}, "84 crowns"),
    ("/house", "browse", {"url": "URL/prises"}, "84 crowns"),
    ("/house", "browse", {"url": "URL/Hours.html"}, "Open from eight"),
    ("/house", "browse", {"url": "http://127.0.0.l:PORT/hours"}, "Open from eight"),
    ("/house", "batch", {"do": "start", "urls": "URL/prices, URL/hours"}, "2 pages"),
    ("/house", "tabs", {"do": "select", "tab": 0}, "*1 House"),
]


def serve(server: Server) -> str:
    server.page("/table", TABLE)
    server.page("/house", HOUSE)
    server.page("/hours", "<title>Hours</title><p>Open from eight to six.")
    server.page("/prices", "<title>Prices</title><p>A room costs 84 crowns.")
    server.page("/booked", "<title>Booked</title><p>Thank you.")
    return server.url("/house").removesuffix("/house")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_was_meant_comes_of_what_is_recommended(
    server: Server, case: tuple[str, str, dict[str, Any], str]
) -> None:
    base = serve(server)
    page, tool, given, wanted = case
    given = {name: put(one, base) for name, one in given.items()}
    if "PORT" in str(given.get("url")):
        given["url"] = given["url"].replace("PORT", base.rpartition(":")[2])

    check_recovered([{"url": f"{base}{page}"}], tool, given, wanted, HOME.replace(caps=frozenset(("storage", "batch"))))


@in_a_loop
async def test_a_value_that_is_not_the_one_given_is_never_sent_by_itself(server: Server) -> None:
    """It is filled in for who called to look at: a table for twelve is not one for forty."""
    base = serve(server)
    many = [
        {"do": "type", "target": "Full name", "value": "Ann"},
        {"do": "type", "target": "Party size", "value": "40"},
        {"do": "click", "target": "Book table"},
    ]
    async with agent() as a:
        await a.call("open", url=f"{base}/table")
        fields = {"Full name": "Ann", "Party size": "40"}
        form = await followed(a.call, "fill_form", {"fields": fields, "submit": True})
        assert "Party size: 12" in form["text"] and "Thank you" not in form["text"]
        error = (await a.call("act", steps=many))["error"]
        way = error["recommendedActions"][0]
        assert way["parameters"]["value"] == "12" and "steps" not in way["parameters"], way
        assert "not done" in way["description"]


@in_a_loop
async def test_a_last_step_that_leads_nowhere_is_told_as_that(server: Server) -> None:
    """The answer of such a call was an internal error: it looked for a step behind the last one."""
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/house")
        told = await a.call("act", steps=[{"do": "hover", "target": "Guide"}, {"do": "click", "target": "Guide"}])
        assert told["error"]["code"] == "HTTP_NOT_FOUND" and told["data"]["steps"] == {"done": 2, "of": 2}, told
        assert not any("steps" in way.get("parameters", {}) for way in told["error"]["recommendedActions"]), told


@in_a_loop
async def test_words_of_weight_are_not_passed_over(server: Server) -> None:
    """ "Delete table" is not nearly "Book table"."""
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/table")
        error = (await a.call("act", do="click", target="Delete table"))["error"]
        assert not any(way.get("toolToUse") == "act" for way in error["recommendedActions"]), error


@in_a_loop
async def test_what_is_looked_for_and_not_there_has_the_nearest_beside_it(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/house")
        assert "was lit in 1902" in (await a.call("find", text="lighthuose"))["text"]
        assert "/prices" in (await a.call("links", match="price list"))["text"]
        none = await a.call("find", text="submarine")
        assert "nothing found" in none["text"] and "lighthouse" not in none["text"]


@in_a_loop
async def test_addresses_of_other_sites_are_not_offered(server: Server) -> None:
    """A typing mistake is put right from what the client's own tabs know, and from nothing else."""
    base = serve(server)
    async with agent() as a:
        error = (await a.call("browse", url=f"{base}/prises"))["error"]
        assert not any(way.get("parameters", {}).get("url") == f"{base}/prices" for way in error["recommendedActions"])


TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 20
LATER = f"""<!doctype html><title>Later</title>{TEXT}<button id=go>Confirm order</button><p id=said></p>
<script>go.onclick = () => setTimeout(() => {{ said.innerHTML = 'Order taken <button>Print receipt</button>' }}, 700)
</script>"""
MENU = f"""<!doctype html><title>Menu</title>{TEXT}<button id=more aria-haspopup=true>More</button>
<div id=list hidden><button id=out>Export data</button></div><p id=said></p><script>
more.onclick = () => {{ list.hidden = false }}; out.onclick = () => {{ said.textContent = 'All exported' }}</script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))
@in_a_loop
async def test_between_actions_one_waits(server: Server) -> None:
    server.page("/later", LATER)
    async with agent() as a:
        await a.call("open", url=server.url("/later"), tier="light")
        steps = [
            {"do": "click", "target": "Confirm order"},
            {"do": "wait", "value": "Order taken"},
            {"do": "hover", "target": "Print receipt"},
        ]
        came = await a.call("act", steps=steps)
        assert "error" not in came and "the page shows 'Order taken'" in came["text"], came
        never = await a.call("act", steps=[{"do": "wait", "value": "Order lost for ever"}], deadline=2)
        assert never["error"]["code"] == "NETWORK_TIMEOUT", never
        slips = [{"action": "sleep", "seconds": 0.2}, {"do": "wait_for", "text": "Order taken"}]
        came = await followed(a.call, "act", {"steps": slips})
        assert "waited 0.2 s" in came["text"] and "Order taken" in came["text"], came


@pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))
@in_a_loop
async def test_what_a_page_has_not_yet_is_opened_or_waited_for(server: Server) -> None:
    server.page("/menu", MENU)
    server.page("/later", LATER)
    async with agent() as a:
        await a.call("open", url=server.url("/menu"), tier="light")
        came = await followed(a.call, "act", {"do": "click", "target": "Export data"})
        assert "All exported" in came["text"], came
        await a.call("open", url=server.url("/later"), tier="light")
        await a.call("act", do="click", target="Confirm order")
        ways = (await a.call("act", do="click", target="Sign the letter"))["error"]["recommendedActions"]
        assert [way["toolToUse"] for way in ways] == ["wait", "snapshot"] and ways[0]["thenRepeat"], ways
        assert "error" not in await a.call("wait", text="Order taken", deadline=30)
        said = await a.call("wait", text="the order is taken", deadline=1)
        assert said["error"]["recommendedActions"][0]["parameters"]["text"].startswith("Order taken"), said


def test_the_nearest_value_is_on_the_steps_and_within_the_bounds() -> None:
    from lightterm.document.model import Field

    party = Field(kind="number", name="party", attributes=(("min", "1"), ("max", "12"), ("step", "5")))
    assert [nearest_value(party, said) for said in ("40", "0", "7", "6", "soon")] == ["11", "1", "6", "", ""]
    note = Field(kind="text", name="note", attributes=(("maxlength", "3"),))
    assert nearest_value(note, "ab\U0001f600") == "ab"  # half a character is none


SIGN_IN = """<!doctype html><title>Sign in</title><form action=/in method=post>
<label>User name <input name=user></label>
<label>Password <input type=password name=word></label><button>Sign in</button></form>"""


@in_a_loop
async def test_what_goes_beside_a_password_is_put_right_and_what_may_be_one_is_not_said(server: Server) -> None:
    server.page("/in", SIGN_IN)
    async with agent() as a:
        await a.call("open", url=server.url("/in"))
        came = await followed(a.call, "fill_form", {"fields": {"Usr nmae": "ann"}})
        assert "User name: ann" in came["text"], came
        for fields in ({"Pasword": "tr0ub4dor"}, {"Usr nmae": "ann", "Pasword": "tr0ub4dor"}, {"zz": "tr0ub4dor"}):
            error = (await a.call("fill_form", fields=fields))["error"]
            assert "tr0ub4dor" not in str(error), error


@in_a_loop
async def test_a_field_is_known_by_the_only_kind_that_takes_its_value(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/table")
        came = await followed(a.call, "fill_form", {"fields": {"Full name": "Ann", "guests": "4", "day": "2026-12-24"}})
        assert "Party size: 4" in came["text"] and "Date: 2026-12-24" in came["text"], came


@in_a_loop
async def test_a_tool_for_the_open_page_is_called_behind_the_opening_of_one(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        ways = (await a.call("explain", url=f"{base}/prices", max_tokens=900))["error"]["recommendedActions"]
        calls = [(way["toolToUse"], way["parameters"]) for way in ways if "toolToUse" in way]
        assert calls == [("open", {"url": f"{base}/prices", "max_tokens": 900}), ("explain", {"max_tokens": 900})]
        ways = (await a.call("screenshot", url=f"{base}/prices"))["error"]["recommendedActions"]
        assert [way.get("parameters") for way in ways[:2]] == [{"url": f"{base}/prices", "tier": "full"}, {}]


def test_only_this_machine_is_asked_in_the_clear_instead() -> None:
    error: dict[str, Any] = {"context": {"check": "no-tls"}}
    here = Asked("browse", {"url": "https://127.0.0.1:8443/a"}, {})
    assert [way.arguments for way in in_clear(error, here)] == [{"url": "http://127.0.0.1:8443/a"}]
    bare, closed = Asked("open", {"url": "localhost:8443/a"}, {}), {"context": {"check": "closed"}}
    assert [way.arguments for way in in_clear(closed, bare)] == [{"url": "http://localhost:8443/a"}]
    assert not list(in_clear(error, here.replace(arguments={"url": "https://example.org/"})))
    assert not list(in_clear({"context": {"check": "handshake"}}, here))


FOLDED = f"""<!doctype html><title>Folded</title>{TEXT}<details><summary>Refunds</summary><p>They take nine days.
<button id=ask>Ask for refund</button></details><p id=said></p><script>
ask.onclick = () => {{ said.textContent = 'Refund asked' }}</script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))
@in_a_loop
async def test_what_is_nearly_called_so_and_shut_may_hold_what_is_meant(server: Server) -> None:
    server.page("/folded", FOLDED)
    async with agent() as a:
        await a.call("open", url=server.url("/folded"), tier="light")
        came = await followed(a.call, "act", {"do": "click", "target": "Ask for refund"})
        assert "Refund asked" in came["text"], came


def test_a_button_that_closes_may_show_a_sign_beside_its_word() -> None:
    words = ("× Close", "×", "✕ Dismiss", "Close ×", "Clothes", "Accept all")
    markup = "".join(f"<button>{one}</button>" for one in words)
    assert closers(html_document(markup.encode(), "http://e.org/", View())) == [4, 3, 2, 1]
