"""Targets, fields and choices in words that nothing on the page has: found by all else that speaks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import Agent, agent
from browsing import in_a_loop
from reference_client import ReferenceClient, put

from lightterm.agent.evidence import likely
from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.session.near_choices import nearest

if TYPE_CHECKING:
    from servers import Server

SHOP = """<!doctype html><title>Shop</title><form action=/done?search><input type=search name=q
placeholder="What are you looking for?"><button aria-label=Go><svg></svg></button></form><form action=/done>
<label for=so>Order results</label><select id=so name=so><option>Relevance<option>Price (low to high)</select>
<fieldset><legend>Chuck</legend><label><input type=radio name=ch value=1>10 mm</label>
<label><input type=radio name=ch value=2>13 mm</label></fieldset>
<label>Up to £ <input type=number name=max></label><label>Gift card or promotional code <input name=code></label>
<button>Show results</button></form><a href=/done?till>Proceed to payment</a> <a href=/new>Compose</a>
<a href=/shop?2>2</a>"""
PERMIT = """<!doctype html><html lang=fr><title>Permis</title><form action=/done><fieldset><legend>Civilité</legend>
<label><input type=radio name=civ value=1>Madame</label><label><input type=radio name=civ value=2>Monsieur</label>
</fieldset><label>Nom de famille <input name=nom></label><fieldset><legend>Date de naissance</legend>
<label>Jour <input name=j></label><label>Mois <select name=m><option>janvier<option>février<option>mars<option>avril
<option>mai<option>juin<option>juillet<option>août<option>septembre<option>octobre<option>novembre<option>décembre
</select></label><label>Année <input name=an></label></fieldset><textarea name=msg></textarea>
<label>Code postal <input name=cp pattern="[0-9]{5}"></label><button>Poster</button></form>"""
LIBRARY = """<!doctype html><html lang=es><title>Biblioteca</title><a href=/done?h>Cuándo abrimos</a>
<a href=/done?s>Hazte socio</a><form action=/done><label>Materia <select name=m><option>Todas<option>Viajes</select>
</label><fieldset><legend>Soporte</legend><label><input type=checkbox name=s value=l>Libro impreso</label>
<label><input type=checkbox name=s value=e>Libro electrónico</label></fieldset><button>Consultar</button></form>"""

CASES: list[tuple[str, str, dict[str, Any], str]] = [
    ("/shop", "act", {"do": "click", "target": "Checkout"}, "Thank you"),
    ("/shop", "act", {"do": "type", "target": "Coupon code", "value": "SAVE10"}, "code: SAVE10"),
    ("/shop", "act", {"do": "type", "target": "Search products", "value": "drill"}, "What are you looking for?: drill"),
    ("/shop", "act", {"do": "type", "target": "Maximum price", "value": "200"}, "Up to £: 200"),
    ("/shop", "act", {"do": "select", "target": "Chuck size", "value": "13mm"}, "13 mm: on"),
    ("/shop", "act", {"do": "select", "target": "Sort by", "value": "Price: Low to High"}, "Price (low to high)"),
    ("/shop", "act", {"do": "click", "target": "New email"}, "Write here"),
    ("/shop", "go", {"to": "page 2"}, "Shop"),
    ("/shop", "wait", {"for": "networkidle"}, ""),
    ("/permit", "fill_form", {"fields": {"Last name": "Durand", "Title": "Mr"}}, "Monsieur: on"),
    ("/permit", "fill_form", {"fields": {"Date of birth": "12/03/1980"}}, "Mois: mars"),
    ("/permit", "fill_form", {"fields": {"Postal code": "F-29100"}}, "Code postal: 29100"),
    (
        "/permit",
        "act",
        {"steps": [{"do": "type", "target": "Message", "value": "Oui"}, {"do": "click", "target": "Post"}]},
        "Thank you",
    ),
    ("/library", "act", {"do": "click", "target": "Opening hours"}, "Thank you"),
    ("/library", "act", {"do": "select", "target": "Subject", "value": "Travel"}, "Materia: Viajes"),
    ("/library", "fill_form", {"fields": {"Format": ["Printed book", "E-book"]}}, "Libro electrónico: on"),
]


def serve(server: Server) -> str:
    for path, page in (("/shop", SHOP), ("/permit", PERMIT), ("/library", LIBRARY)):
        server.page(path, page)
    server.page("/done", "<title>Done</title><p>Thank you.")
    server.page("/new", "<title>New</title><p>Write here.")
    return server.url("/shop").removesuffix("/shop")


async def follow(a: Agent, tool: str, given: dict[str, Any]) -> dict[str, Any]:
    first = await a.call(tool, **given)
    assert "error" in first, (tool, given, first)
    return await ReferenceClient(lambda name, args: a.call(name, **args), lambda _seconds: None).ask(tool, given)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1]} {' '.join(map(str, case[2].values()))}"[:60])
def test_what_was_meant_comes_of_what_is_recommended(
    server: Server, case: tuple[str, str, dict[str, Any], str]
) -> None:
    base = serve(server)
    page, tool, given, wanted = case

    @in_a_loop
    async def run() -> None:
        async with agent() as a:
            await a.call("open", url=f"{base}{page}")
            came = await follow(a, tool, put(given, base))
            assert "error" not in came, came
            assert wanted in came.get("text", ""), came

    run()


def found(page: str, wanted: str, do: str = "click") -> list[str]:
    document = html_document(page.encode(), "http://e.org/", View())
    there = [document.targets[number] for number, _ in likely(document, wanted, do)]
    return [one.field.label if one.field is not None else one.text for one in there][:1]


FORM = "<!doctype html><form method=post action=/x><label>Text <textarea name=t></textarea></label>"


@pytest.mark.parametrize("wanted", ["Save draft", "Delete message", "Preview", "Cancel", "Saved messages"])
def test_a_button_that_sends_is_not_taken_for_one_that_does_not(wanted: str) -> None:
    assert found(f"{FORM}<button>Send message</button></form>", wanted) == []


def test_of_two_buttons_the_one_that_was_asked_for_is_found() -> None:
    page = f"{FORM}<button>Versturen</button> <button formaction=/y>Concept opslaan</button></form>"
    assert [found(page, wanted) for wanted in ("Send", "Save draft")] == [["Versturen"], ["Concept opslaan"]]


def test_words_of_weight_hold_and_what_is_as_near_is_not_chosen_among() -> None:
    assert found("<a href=/a>Create account</a>", "Delete account") == []
    assert found("<a href=/a>Sign out</a>", "Cancel subscription") == []
    assert found("<a href=/a>Red shoes</a> <a href=/b>Blue shoes</a>", "Shoes") == []
    assert found("<form><label>Pass <input type=password></label></form>", "Nick", "type") == []


@in_a_loop
async def test_a_date_in_parts_is_a_guess_and_is_not_sent_with_it(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/permit")
        came = await follow(a, "fill_form", {"fields": {"Birthday": "1980-03-12"}, "submit": True})
        assert "Jour: 12" in came["text"] and "Thank you" not in came["text"], came


@in_a_loop
async def test_an_error_names_what_there_is_to_choose_from(server: Server) -> None:
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/library")
        told = (await a.call("act", do="click", target="Quasar"))["error"]["message"]
        assert "there are: [1] Cuándo abrimos" in told and "Consultar" in told and "Materia" not in told, told


def test_a_time_is_the_choice_that_says_it_otherwise_and_likeness_of_spelling_begins_alike() -> None:
    assert nearest("7 pm", ["16:30", "19:00", "22:15"]) == ["19:00"]
    assert nearest("3pm", ["09:00-11:00", "15:00-17:00"]) == ["15:00-17:00"]
    assert nearest("critical", ["trivial", "minor"]) == []
