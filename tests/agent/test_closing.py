"""A tab that is closed takes with it what its calls are about: none of them is waited for."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from agent_clients import HOME, agent, named
from app_agents import attached
from browsing import browsing, in_a_loop
from clocks import Time

from lightterm import settings
from lightterm.agent import clients
from lightterm.agent.desk import Desk
from lightterm.agent.hosting import served
from lightterm.agent.server import make_server, socket_app
from lightterm.agent.sockets import unix_socket
from lightterm.engines import chromium
from lightterm.loading import Page
from lightterm.session.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from agent_clients import Agent
    from servers import Server

HOUR = 300
"""Seconds of a deadline, the most there are: a call that is answered before the test gives up did not wait for it."""

LONG = 60.0
"""Seconds within which a machine with other work answers what is answered at once."""

FULL = pytest.mark.skipif(bool(chromium.missing()), reason=f"tier 3: {chromium.missing()}")

LOOP = "<title>Loop</title><p>Before<button onclick='document.title = 1; for (;;) {}'>Go</button>"


async def asked(server: Server, path: str) -> None:
    """Wait until a page was asked for."""
    with anyio.fail_after(LONG):
        while not server.asked(path):
            await anyio.sleep(0.02)


async def closes(a: Agent, begun: list[asyncio.Task[dict[str, Any]]], tab: int) -> None:
    """Close a tab while calls are about it: all are answered, and the next page has a tab."""
    with anyio.fail_after(LONG):
        closed = await a.call("tabs", do="close", tab=tab)
        assert not closed.get("error"), closed
        answers = await asyncio.gather(*begun)
    assert [answer["error"]["code"] for answer in answers] == ["SESSION_NOT_FOUND"] * len(begun)
    assert "closed" in answers[0]["error"]["message"]
    steps = [[step.get("toolToUse") for step in answer["error"]["recommendedActions"]] for answer in answers]
    assert all({"tabs", "open"} & set(tools) for tools in steps), answers


@in_a_loop
async def test_a_tab_that_is_closed_leaves_no_page_behind(server: Server) -> None:
    good = server.page("/good", "<title>Good</title><p>Good morning")
    gc.collect()
    before = sum(isinstance(one, Page) for one in gc.get_objects())
    async with agent(HOME) as a:
        for _ in range(12):
            number = (await a.call("open", url=good, new_tab=True))["tab"]
            await a.call("tabs", do="close", tab=number)
        await a.call("open", url=good)
        gc.collect()
        pages = sum(isinstance(one, Page) for one in gc.get_objects()) - before
    assert pages <= 3, "what a closed tab had shown was kept for its numbers"


BEATING = "<title>Beats</title><p>It beats<script>setInterval(() => fetch('/beat'), 50)</script>"


async def rests(server: Server) -> None:
    """Wait until nobody asks for beats any more."""
    with anyio.fail_after(LONG):
        seen = -1
        while seen != (seen := len(server.asked("/beat"))):
            await anyio.sleep(1.0)


@FULL
@in_a_loop
async def test_the_scripts_of_a_page_end_with_its_tab(server: Server) -> None:
    """They ran on until eight more pages had come, and asked the site for more all the time."""
    url = server.page("/", BEATING)
    server.page("/beat", "x")
    async with agent(HOME) as a:
        number = (await a.call("open", url=url, tier="full"))["tab"]
        await asked(server, "/beat")
        await a.call("tabs", do="close", tab=number)
        await rests(server)


@FULL
@in_a_loop
async def test_what_a_client_had_that_vanished_ends_though_nobody_calls_after_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was looked for when another client called; where none did, its pages ran on as long as the server."""
    monkeypatch.setattr(clients, "SWEEP", 0.2)
    url, now, place = server.page("/", BEATING), Time(), tmp_path / "s.sock"
    server.page("/beat", "x")
    allowed = settings.load().with_request([("network.allow_private", True)])
    with Session(allowed) as session:
        made = make_server(Desk(session), HOME, now)
        async with served(socket_app(made), unix_socket(place)):
            async with named("ada", place) as ada:
                await ada.call("open", url=url, tier="full")
                await asked(server, "/beat")
            assert len(made.clients.known) == 1
            now.at += 61 * 60
            await rests(server)
            assert not made.clients.known


@in_a_loop
async def test_a_load_ends_with_its_tab_and_so_does_what_waits_behind_it(server: Server) -> None:
    server.on("/never", lambda _asked, talk: talk.hold())
    good = server.page("/good", "<title>Good</title><p>Good morning")
    async with agent(HOME) as a:
        number = (await a.call("open", url=good))["tab"]
        load = asyncio.create_task(a.call("open", url=server.url("/never"), deadline=HOUR))
        await asked(server, "/never")
        behind = [asyncio.create_task(a.call(name, tab=number)) for name in ("snapshot", "links")]
        await closes(a, [load, *behind], number)
        assert "Good morning" in (await a.call("open", url=good))["text"]


@FULL
@in_a_loop
async def test_what_a_page_that_hangs_is_asked_ends_with_its_tab(server: Server) -> None:
    server.page("/", LOOP)
    good = server.page("/good", "<title>Good</title><p>Good morning")
    async with agent(HOME) as a:
        number = (await a.call("open", url=server.url("/"), tier="full", deadline=LONG))["tab"]
        click = asyncio.create_task(a.call("act", do="click", target=1, deadline=HOUR))
        wait = asyncio.create_task(a.call("wait", text="never", tab=number, deadline=HOUR))
        await anyio.sleep(0)
        await closes(a, [click, wait], number)
        assert "Good morning" in (await a.call("open", url=good, tier="full", deadline=LONG))["text"]


@in_a_loop
async def test_in_the_app_too(server: Server) -> None:
    server.page("/", "<title>Home</title><p>At home")
    server.on("/never", lambda _asked, talk: talk.hold())
    async with browsing(server.url("/")) as b, attached(b) as a:
        number = (await a.call("open", url=server.url("/")))["tab"]
        assert number == 2
        load = asyncio.create_task(a.call("open", url=server.url("/never"), deadline=HOUR))
        await asked(server, "/never")
        await closes(a, [load], number)
        assert len(b.app.tabs) == 1


@in_a_loop
async def test_a_tab_of_the_person_is_closed_with_their_leave_and_its_load_goes_on_until_then(server: Server) -> None:
    server.page("/", "<title>Home</title><p>At home")
    server.on("/never", lambda _asked, talk: talk.hold())
    async with browsing(server.url("/")) as b, attached(b) as a:
        await a.call("open", url=server.url("/"))
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "ask")]))
        load = asyncio.create_task(a.call("open", url=server.url("/never"), tab=1, deadline=HOUR))
        await b.until(lambda: "y/" in b.screen or "yes" in b.screen.lower())
        await b.type("y")
        await asked(server, "/never")
        closing = asyncio.create_task(a.call("tabs", do="close", tab=1))
        await b.until(lambda: "close" in b.screen)
        assert not load.done()
        await b.type("y")
        with anyio.fail_after(LONG):
            assert (await load)["error"]["code"] == "SESSION_NOT_FOUND" and not (await closing).get("error")
        await b.until(lambda: len(b.app.tabs) == 1)
