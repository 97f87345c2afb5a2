"""Pages that need their scripts: following what the error recommends brings the tier that runs them."""

from __future__ import annotations

import pytest
from agent_clients import agent
from browsing import in_a_loop
from reference_client import ReferenceClient
from servers import Server

from lightterm.engines.chromium import missing as no_chromium
from lightterm.engines.light_binary import missing as no_lightpanda

WORDS = "The lighthouse keeper wrote down the weather every evening. " * 4


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@pytest.mark.covers("UB-38", "UB-81")
@in_a_loop
async def test_an_empty_shell_is_read_where_its_scripts_run(server: Server) -> None:
    shell = f"<title>App</title><div id=root></div><script>root.innerHTML = '<p>{WORDS}'</script>"
    url = server.page("/app", shell)
    async with agent() as a:
        first = await a.call("browse", url=url, max_tier="static")
        assert (first["error"]["code"], first["error"]["category"]) == ("CONTENT_REQUIRES_JS", "content")
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
        answer = await client.ask("browse", {"url": url, "max_tier": "static"})
    assert "lighthouse keeper" in answer["text"] and answer["tier"] == "light"
    assert client.followed[0][0] == "use_browser_tier"


@pytest.mark.skipif(bool(no_lightpanda() or no_chromium()), reason=f"tiers 2 and 3: {no_lightpanda()} {no_chromium()}")
@in_a_loop
async def test_what_an_engine_does_not_manage_in_its_own_time_is_opened_in_another_and_not_given_more(
    server: Server,
) -> None:
    busy = f"const until = Date.now() + 3000; while (Date.now() < until); root.innerHTML = '<p>{WORDS}'"
    url = server.page("/app", f"<title>App</title><div id=root></div><script>{busy}</script>")
    async with agent(tiers__light_timeout=1.0) as a:
        first = await a.call("open", url=url, tier="light", deadline=30)
        steps = first["error"]["recommendedActions"]
        assert first["error"]["code"] == "CONTENT_BEYOND_ENGINE"
        assert steps[0]["parameters"] == {"url": url, "tier": "full"}
        assert not [step for step in steps if "deadline" in step.get("parameters", {})]
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
        answer = await client.ask("open", {"url": url, "tier": "light", "deadline": 30})
        assert answer["tier"] == "full" and "lighthouse keeper" in answer["text"]
        unasked = await a.call("open", url=url, deadline=30)
        assert unasked["tier"] == "full" and "lighthouse keeper" in unasked["text"]
