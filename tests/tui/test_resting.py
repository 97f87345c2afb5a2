"""A page that was let go of while it stood on the screen: it stays to be read, and comes back for the next key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import browsing, in_a_loop
from engines.test_full_processes import needs_proc
from servers import Server
from session.test_tiers import needs_light

from lightterm import settings
from lightterm.engines import chromium
from lightterm.engines.full_browser import browsers

pytestmark = [pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}"), needs_proc]

COUNTER = """<!doctype html><title>Counter</title><p>Name <input id=who> <button onclick=count()>Count</button></p>
<p id=shown>nothing yet</p><script>
let n = 0;
const count = () => { shown.textContent = `counted ${++n} for ${who.value}` };
</script>"""

TICKS = """<title>Ticks</title><p id=at>0</p><script>
setInterval(() => at.textContent = +at.textContent + 1, 300)</script>"""


@pytest.fixture(autouse=True)
def none_before() -> Iterator[None]:
    """No browser that another test left warm: these wait for all of them to end."""
    browsers().close()
    yield


@in_a_loop
@pytest.mark.parametrize("tier", [pytest.param("light", marks=needs_light), "full"])
async def test_a_key_brings_back_a_page_that_was_left_alone(server: Server, tier: str) -> None:
    chosen = settings.load().with_request([("browser.idle_seconds", 2.0), ("tiers.only", tier)])
    async with browsing(server.page("/", COUNTER), chosen=chosen) as b:
        await b.type(":fill 1 Ada\n")
        visit = b.app.tabs.active.visit
        assert visit is not None and visit.page is not None
        live = visit.page.snapshot.live
        assert live is not None
        await b.until(lambda: live.gone and not browsers().pool.workers(), "rest")
        assert "nothing yet" in b.screen
        await b.until(lambda: f"{tier} at rest" in b.status, "the status line says so")
        await b.type(":follow 2\n")
        await b.until(lambda: "counted 1 for Ada" in b.screen, "the button works")
        # Told when the action has ended, which is after what it changed is on the screen.
        await b.until(lambda: any("it was loaded again" in line for line in b.app.said), "it is told")


@in_a_loop
async def test_a_page_that_changes_before_ones_eyes_is_in_use(server: Server) -> None:
    chosen = settings.load().with_request([("browser.idle_seconds", 2.0), ("tiers.only", "full")])
    async with browsing(server.page("/", TICKS), chosen=chosen) as b:
        visit = b.app.tabs.active.visit
        assert visit is not None and visit.page is not None
        live = visit.page.snapshot.live
        assert live is not None
        await b.until(lambda: any(line.isdigit() and int(line) > 20 for line in b.page), "six seconds of it")
        assert not live.gone
