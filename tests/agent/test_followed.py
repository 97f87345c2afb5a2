"""Calls as clients slip that were not recovered once: who follows what is recommended gets what was wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from meant_calls import case_name, check_recovered
from reference_client import followed, put

from lightterm.engines.light_binary import missing as no_lightpanda

if TYPE_CHECKING:
    from servers import Server

SHOP = """<!doctype html><title>Shop</title><p><a href=/cart>Cart (2)</a> <a href=/help>Help centre</a></p><form
action=/search><label>Search products <input name=q></label><label>Category <select name=cat><option>All<option>Books
<option>Garden &amp; tools</select></label><label><input type=radio name=ship value=std> Standard</label><label>
<input type=radio name=ship value=exp> Express</label><button>Search now</button></form>"""

TEXT = "<p>" + "There is a lot to be read here, so that no script is needed to read it. " * 20
APP = f"""<!doctype html><title>App</title>{TEXT}<label>City <select id=city><option>Oslo<option>Lima</select></label>
<label>When <input type=date id=on></label><p id=said>nothing</p><script>
city.onchange = () => {{ said.textContent = 'city ' + city.value }};
document.getElementById('on').onchange = (e) => {{ said.textContent = 'on ' + e.target.value }}</script>"""

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("snapshot", {"tab": "Shop"}, "Search products"),
    ("switch_tab", {"title": "shop"}, "Shop URL/shop"),
    ("browser_tabs", {"action": "select", "index": 0}, "*1 Shop"),
    ("act", {"do": "click", "target": {"role": "link", "name": "Cart (2)"}, "tab": 1}, "Two things"),
    ("open", {"url": "Help centre", "tab": 1}, "Send it back"),
    ("act", {"do": "select", "target": 4, "value": "garden", "tab": 1}, "Garden & tools"),
    ("act", {"do": "select", "target": "ship", "value": "Express", "tab": 1}, "Express: on"),
    ("act", {"do": "click", "target": "Search", "tab": 1}, "Results"),
    ("act", {"do": "type", "target": "[3]____________", "value": "tea", "tab": 1}, "Search products: tea"),
    ("act", {"action": "click", "element_description": "Help centre", "tab": 1}, "Send it back"),
    ("fill_form", {"steps": [{"field": "Search products", "value": "tea"}], "tab": 1}, "Search products: tea"),
    ("fill_form", {"fields": {"q": "tea"}, "submit": "Search now", "tab": 1}, "Results"),
    (
        "act",
        {
            "steps": [
                {"action": "type", "element": 'the "Search products" box', "text": "tea"},
                {"action": "click", "element": "the Search now button"},
            ],
            "tab": 1,
        },
        "Results",
    ),
    ("act", {"steps": {"1": {"do": "type", "target": 3, "value": "tea"}}, "tab": 1}, "Search products: tea"),
    ("batch_actions", {"actions": [{"do": "submit", "target": 3}], "tab": 1}, "Results"),
    ("tabs", {"do": "activate", "tab": "shop"}, "*1 Shop"),
    ("snapshot", {"tab": "tab-1"}, "Search products"),
    ("browse", {"url": "URL/help (the help page)"}, "Send it back"),
    ("get_forms", {"url": "URL/shop"}, "Search products"),
    ("browse", {"urls": ["URL/cart", "URL/help"]}, "batch"),
    ("session", {"do": "save", "path": "out/state.json"}, "saved state"),
]


def serve(server: Server) -> str:
    server.page("/shop", SHOP)
    server.page("/cart", "<title>Cart</title><p>Two things.")
    server.page("/help", "<title>Help</title><p>Send it back.")
    server.page("/search", "<title>Results</title><p>Results for tea.")
    server.page("/app", APP)
    return server.url("/shop").removesuffix("/shop")


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_was_meant_comes_of_what_is_recommended(server: Server, case: tuple[str, dict[str, Any], str]) -> None:
    base = serve(server)
    tool, given, wanted = case

    opened = [{"url": f"{base}/shop"}, {"url": f"{base}/help", "new_tab": True}]
    grants = HOME.replace(caps=frozenset(("storage", "batch")))
    check_recovered(opened, tool, put(given, base), put(wanted, base), grants)


@pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"do": "select", "target": "City", "value": "Lime"}, "city Lima"),
        ({"do": "type", "target": "When", "value": "24.12.2026"}, "on 2026-12-24"),
    ],
)
def test_fields_of_a_page_that_lives_say_what_they_take(server: Server, given: dict[str, Any], wanted: str) -> None:
    """An engine empties a date it does not understand, and said that all was well."""
    base = serve(server)

    @in_a_loop
    async def run() -> None:
        async with agent() as a:
            await a.call("open", url=f"{base}/app", tier="light")
            came = await followed(a.call, "act", given)
            assert "error" not in came and wanted in came["text"], came
            unclear = await a.call("act", do="type", target="When", value="05/03/2026")
            assert unclear["error"]["code"] == "VALIDATION_FAILED"
            assert not any("value" in way.get("parameters", {}) for way in unclear["error"]["recommendedActions"])

    run()


@in_a_loop
async def test_words_with_a_number_in_them_are_no_number(server: Server) -> None:
    """The link "Cart (2)" was taken for target 2, which is another one."""
    base = serve(server)
    async with agent() as a:
        await a.call("open", url=f"{base}/shop")
        error = (await a.call("act", do="click", target={"role": "link", "name": "Cart (2)"}))["error"]
        assert error["recommendedActions"][0]["parameters"] == {"do": "click", "target": "Cart (2)"}
