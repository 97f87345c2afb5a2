"""A page that an action leads to and that does not come is an error, not the words that an engine shows instead."""

from __future__ import annotations

import pytest
from agent_clients import agent
from browsing import in_a_loop
from servers import Server

from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda

TIERS = (
    pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")),
    pytest.param("full", marks=pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")),
)
PAGE = """<title>Start</title><form action=http://nowhere.invalid/><input name=q><button>Send</button></form>
<p><button onclick="location.href = 'http://nowhere.invalid/'">By script</button> <a href=/on>On</a>"""


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_a_page_that_does_not_come_is_an_error(server: Server, tier: str) -> None:
    url = server.page("/", PAGE)
    server.page("/on", "<title>On</title><p>Further on.")
    async with agent() as a:
        for number in (2, 3):
            await a.call("open", url=url, tier=tier, deadline=30)
            answer = await a.call("act", do="click", target=number)
            assert answer["error"]["code"] == "NETWORK_DNS_FAILED", answer
            again = await a.call("go", to="back")
            assert "error" not in again and "By script" in again["text"]
        assert "Further on" in (await a.call("act", do="click", target=4))["text"]


LEADS = """<title>Start</title><p><a href=/gone onclick="1">Gone</a> <a href="http://127.0.0.1:9/x" onclick="1">Dead</a>
<button onclick="location.href = '/gone'">By script</button> <a href=/route onclick="go(event)">Route</a></p><script>
const go = (e) => { e.preventDefault(); history.pushState({}, '', '/route'); document.title = 'Route' };
</script>"""


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_what_a_click_leads_to_has_the_address_status_and_error_of_a_load(server: Server, tier: str) -> None:
    server.page("/", LEADS)
    server.page("/gone", "<title>None</title><p>No such tide. <a href=/on>On</a>", status=404)
    server.page("/on", "<title>On</title><p>Further on.")
    async with agent() as a:
        assert a.desk is not None
        expected = (await a.call("open", url=server.url("/gone"), tier=tier))["error"]
        for number in (1, 3):
            await a.call("open", url=server.url("/"), tier=tier)
            answer = await a.call("act", do="click", target=number)
            assert (answer["error"]["code"], answer["error"]["message"]) == (expected["code"], expected["message"])
            assert answer["url"] == server.url("/gone") and "No such tide" in answer["text"]
            assert a.desk.page(a.desk.tabs.active).response.status == 404
        onward = await a.call("act", do="click", target=1)
        assert "error" not in onward and "Further on" in onward["text"]
        assert a.desk.page(a.desk.tabs.active).response.status == 200
        await a.call("open", url=server.url("/"), tier=tier)
        dead = await a.call("act", do="click", target=2)
        assert dead["error"]["code"] == "NETWORK_CONNECTION_FAILED" and dead["url"] == "http://127.0.0.1:9/x"
        assert "By script" in (await a.call("go", to="back"))["text"]
        await a.call("open", url=server.url("/"), tier=tier)
        route = await a.call("act", do="click", target=4)
        assert "error" not in route and route["url"] == server.url("/route")
