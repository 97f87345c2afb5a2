"""Pages that were let go of because nobody used them: they stay as they were read, and come back for what is done."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from agent_clients import Agent, agent
from browsing import in_a_loop
from engines.test_full_processes import comes_true, named, needs_proc
from servers import Server

from lightterm.engines import chromium
from lightterm.engines.full_browser import browsers
from lightterm.engines.light_binary import missing
from lightterm.engines.pool import processes_below
from lightterm.session.lives import LIVE_PAGES

full = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")
light = pytest.mark.skipif(bool(missing()), reason=f"tier 2: {missing()}")

COUNTER = """<!doctype html><title>Counter</title><p>Name <input id=who> <button onclick=count()>Count</button></p>
<p id=shown>nothing yet</p><p style="height:3000px"></p><p id=tab></p><script>
sessionStorage.visits = 1 + +(sessionStorage.visits || 0);
tab.textContent = `visit ${sessionStorage.visits}, word ${localStorage.word}`;
let n = 0;
const count = () => { localStorage.word = 'kelp'; shown.textContent = `counted ${++n} for ${who.value}` };
</script>"""


def live_of(a: Agent, number: int = 0) -> Any:
    assert a.desk is not None
    page = a.desk.page(list(a.desk.tabs)[number])
    return page.snapshot.live


@pytest.fixture(autouse=True)
def none_before() -> Iterator[None]:
    """No browser that another test left warm: these wait for all of them to end."""
    browsers().close()
    yield


async def rested(live: Any) -> None:
    await asyncio.to_thread(comes_true, lambda: live.gone and not browsers().pool.workers(), 40)
    assert live.gone and not browsers().pool.workers()


@full
@needs_proc
@in_a_loop
async def test_the_next_action_brings_a_page_back_with_what_was_in_it(server: Server) -> None:
    server.page("/", COUNTER)
    async with agent(browser__idle_seconds=2.0) as a:
        await a.call("open", url=server.url("/"), tier="full")
        await a.call("act", do="type", target=1, value="Ada")
        await rested(live_of(a))
        seen = await a.call("snapshot")
        assert "nothing yet" in seen["text"] and "visit 1" in seen["text"], "it stays as it was read"
        pressed = await a.call("act", do="type", target=1, value="Grace")
        assert "it was loaded again" in pressed["text"] and pressed["tier"] == "full"
        pressed = await a.call("act", do="click", target=2)
        assert "counted 1 for Grace" in pressed["text"] and "loaded again" not in pressed["text"]
        await rested(live_of(a))
        lost = await a.call("act", do="click", target=2)
        assert lost["error"]["code"] == "STALE_TARGET" and "what its scripts held is lost" in lost["error"]["message"]
        now = await a.call("snapshot")
        assert "nothing yet" in now["text"] and "word kelp" in now["text"] and "visit 3" in now["text"]
        assert "Grace" in now["text"], "what was filled in is back"
        assert "counted 1 for Grace" in (await a.call("act", do="click", target=2))["text"]


@full
@needs_proc
@in_a_loop
async def test_what_came_of_a_form_is_not_sent_again(server: Server) -> None:
    server.page("/", "<form action=/sent method=post><button>Send</button></form>")
    server.on("/sent", lambda asked, talk: talk.reply("<p>sent <button onclick='document.title=1'>On</button>"))
    async with agent(browser__idle_seconds=2.0, tiers__only="full") as a:
        await a.call("open", url=server.url("/"))
        await a.call("act", do="click", target=1)
        await rested(live_of(a))
        told = (await a.call("act", do="click", target=1))["error"]
        assert told["code"] == "CONTENT_REQUIRES_JS" and "sent twice" in told["message"], told
        assert [asked.method for asked in server.asked("/sent")] == ["POST"]


@light
@in_a_loop
async def test_the_page_that_made_room_for_others_comes_back(server: Server) -> None:
    server.page("/", COUNTER)
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier="light")
        first = live_of(a)
        for number in range(LIVE_PAGES):
            await a.call("open", url=server.page(f"/{number}", COUNTER), tier="light", new_tab=True)
        assert first.gone
        pressed = await a.call("act", do="click", target=2, tab=1)
        assert "counted 1" in pressed["text"] and "loaded again" in pressed["text"], pressed


@light
@in_a_loop
async def test_a_page_whose_engine_died_comes_back(server: Server) -> None:
    server.page("/", COUNTER)
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier="light")
        live_of(a).close()
        assert "counted 1" in (await a.call("act", do="click", target=2))["text"]


@pytest.mark.parametrize("tier", [pytest.param("light", marks=light), pytest.param("full", marks=full)])
@pytest.mark.parametrize("whole", [True, False], ids=["all of it", "the browser"])
@needs_proc
@in_a_loop
async def test_an_engine_that_is_killed_right_before_an_action_is_begun_again(
    server: Server, tier: str, whole: bool
) -> None:
    """Nothing was sent yet; it was told that whether it was is not known."""
    server.page("/", COUNTER)
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier=tier)
        await a.call("act", do="type", target=1, value="Ada")
        below = set(processes_below(os.getpid()))
        wanted = ("lightpanda",) if tier == "light" else ("--headless", "run-driver")[: 1 + whole]
        killed = set().union(*(named(below, name) for name in wanted))
        assert killed
        for pid in killed:
            with suppress(ProcessLookupError):  # some end with those before
                os.kill(pid, signal.SIGKILL)
        pressed = await a.call("act", do="click", target=2)
        assert "counted 1 for Ada" in pressed["text"] and "loaded again" in pressed["text"], pressed
