"""`browse` on pages that scripts build: the console, the requests, the tiers that were tried."""

from __future__ import annotations

import pytest
from agent_clients import agent
from browsing import in_a_loop
from servers import Server

from lightterm.engines.light_binary import missing as no_lightpanda


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@pytest.mark.covers("UB-115", "LB-87")
@in_a_loop
async def test_the_console_and_requests_of_scripts_are_had(server: Server) -> None:
    words = "The lighthouse keeper wrote down the weather every evening. " * 4
    script = f"console.log('tide is high'); fetch('/api').then(r => r.text()).then(t => root.innerHTML = '<p>{words}')"
    url = server.page("/app", f"<title>App</title><div id=root></div><script>{script}</script>")
    server.page("/api", b'{"high": "06:42"}', "application/json")
    async with agent() as a:
        answer = await a.call("browse", url=url, include=["console", "network", "trace"], max_tokens=20_000)
        low = await a.call("browse", url=url, max_tier="static")
    data = answer["data"]
    assert answer["tier"] == "light" and low["tier"] == "static"
    assert {"level": "log", "text": "tide is high"}.items() <= data["console"][0].items()
    assert server.url("/api") in [one["url"] for one in data["network"]]
    assert [step["name"] for step in data["trace"]["tiers"]] == ["static", "light"]
    assert data["trace"]["tiers"][0]["success"] is False and data["trace"]["tiers"][0]["failureReason"]
