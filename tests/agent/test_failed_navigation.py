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
