"""How often a page that lives is looked at."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from session.test_tiers import needs_full, needs_light

from lightterm import settings
from lightterm.tui.living import COST, EVERY, SELDOM, pause_after

if TYPE_CHECKING:
    from servers import Asked, Server, Talk

BUSY = f"""<title>T</title><p>{"Boards are sawn in winter. " * 10}</p><p id=at>asleep</p><script>
fetch('/gate').then(r => r.text()).then(() => {{
  const end = performance.now() + 6000;
  while (performance.now() < end);
  at.textContent = 'awake again';
}})</script>"""


def test_a_page_is_looked_at_seldom_once_it_is_still_and_after_a_costly_look() -> None:
    assert pause_after(0.001, 0.0) == pause_after(0.001, 10.0) == EVERY
    assert EVERY < pause_after(0.001, 30.0) < pause_after(0.001, 50.0) < SELDOM
    assert pause_after(0.001, 3600.0) == SELDOM
    assert pause_after(2.0, 3600.0) == COST * 2.0


@pytest.mark.parametrize("tier", [pytest.param("light", marks=needs_light), pytest.param("full", marks=needs_full)])
@in_a_loop
async def test_a_page_that_was_too_busy_to_answer_is_looked_at_again(server: Server, tier: str) -> None:
    """One answer that did not come in time was the last that was asked for."""
    go_on = threading.Event()

    def gate(_asked: Asked, talk: Talk) -> None:
        go_on.wait(60)
        talk.reply("now", content_type="text/plain")

    server.on("/gate", gate)
    server.page("/", BUSY)
    chosen = settings.load().with_request([("tiers.only", tier)])
    async with browsing(server.url("/"), chosen=chosen) as b:
        await b.until(lambda: any("asleep" in line for line in b.page), "the page")
        go_on.set()
        await b.until(lambda: any("awake again" in line for line in b.page), "what it says after it was busy")
