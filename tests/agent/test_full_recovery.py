"""A bot challenge that only a whole browser passes: the error says so, and following it brings the page."""

from __future__ import annotations

from typing import Any

import pytest
from agent_clients import agent
from browsing import in_a_loop
from reference_client import ReferenceClient
from servers import Server

from lightterm.engines import chromium

pytestmark = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")

CHALLENGE = """<title>Just a moment...</title><div id=challenge-form class=cf-challenge>Checking your browser.</div>
<script src=/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1></script>
<script>const pen = document.createElement('canvas').getContext('2d');
if (pen && pen.measureText('tide').width > 1) { document.cookie = 'passed=1'; location.reload(); }</script>"""
WORDS = "The lighthouse keeper wrote down the weather every evening, and the harbour master read it. " * 4


@pytest.mark.covers("UB-44", "UB-59", "UB-79")
@in_a_loop
async def test_a_challenge_is_passed_by_the_browser_that_the_error_recommends(server: Server) -> None:
    def answer(asked: Any, talk: Any) -> None:
        passed = "passed=1" in (asked.header("cookie") or "")
        talk.reply(f"<title>Tides</title><h1>Tides</h1><p>{WORDS}" if passed else CHALLENGE)

    server.on("/tides", answer)
    url = server.url("/tides")
    async with agent() as a:
        first = await a.call("browse", url=url, max_tier="static")
        error = first["error"]
        assert (error["code"], error["category"]) == ("BLOCKED_BOT_DETECTION", "blocked")
        assert first["confidence"]["overall"]["score"] <= 0.3, "a challenge is not the page, however well it is read"
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
        reached = await client.ask("browse", {"url": url, "max_tier": "static"})
    assert "lighthouse keeper" in reached["text"] and reached["tier"] == "full"
    assert client.followed[0] == ("use_browser_tier", "open", {"url": url, "tier": "full"})
