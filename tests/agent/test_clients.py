"""Several agents at one server: tabs of their own, their turns, their bounds, and one that is killed midway."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import anyio
import pytest
from agent_clients import COMMAND, HOME, Agent, agent, connected, serving
from browsing import in_a_loop

from lightterm import settings
from lightterm.agent.allowance import Allowance
from lightterm.agent.turns import Turns
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.errors import LimitReached

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Server, Talk


@pytest.mark.parametrize("way", [("--http", "0"), ("--socket", "several")], ids=["tcp", "unix"])
def test_each_client_has_tabs_of_its_own(server: Server, way: tuple[str, str]) -> None:
    for n in range(6):
        server.page(f"/{n}", f"<title>Page {n}</title><p>This is {n}. <a href=/{n}/on>on</a>")
        server.page(f"/{n}/on", f"<title>On {n}</title><p>Further on from {n}.")

    @in_a_loop
    async def run() -> None:
        async with AsyncExitStack() as stack:
            agents = [
                await stack.enter_async_context(connected(said, mode)) for mode in ("auto", "legacy") for _ in range(3)
            ]

            async def work(n: int, one: Agent) -> None:
                opened = await one.call("open", url=server.url(f"/{n}"))
                assert opened["tab"] == 1 and f"This is {n}" in opened["text"]
                on = await one.call("act", do="click", target=1)
                assert f"Further on from {n}" in on["text"]
                listed = (await one.call("tabs"))["text"]
                assert f"On {n}" in listed and listed.count("On ") == 1, "the tabs of others are not there"

            await asyncio.gather(*(work(n, one) for n, one in enumerate(agents)))

    with serving(*way, "--allow-private", "--acting", "allow") as (_child, said):
        run()
    assert sorted(asked.path for asked in server.log if "robots" not in asked.path) == sorted(
        path for n in range(6) for path in (f"/{n}", f"/{n}/on")
    )


@in_a_loop
async def test_calls_on_a_tab_come_one_after_the_other_in_their_order(server: Server) -> None:
    at_once: list[int] = []
    now = threading.Semaphore(0)
    busy = 0
    lock = threading.Lock()

    def slow(asked: Asked, talk: Talk) -> None:
        nonlocal busy
        with lock:
            busy += 1
            at_once.append(busy)
        now.acquire(timeout=0.1)  # how long each is at work; nobody releases it
        with lock:
            busy -= 1
        talk.reply(f"<p>{asked.query}")

    server.on("/slow", slow)
    told: list[str] = []

    async def heard(_progress: float, _total: float | None, message: str | None) -> None:
        told.append(message or "")

    async with agent() as a:
        await a.call("open", url=server.url("/slow?0"))
        calls = []
        for n in range(1, 6):
            call = {"url": server.url(f"/slow?{n}")}
            calls.append(asyncio.create_task(a.client.call_tool("open", call, progress_callback=heard)))
            await asyncio.sleep(0)  # each is sent before the next
        results = [(await call).structured_content for call in calls]
    assert [result["text"].split("\n")[1] for result in results] == ["1", "2", "3", "4", "5"]
    assert [asked.query for asked in server.log if asked.path == "/slow"] == ["0", "1", "2", "3", "4", "5"]
    assert max(at_once) == 1
    assert any("waiting: 4 calls before this one" in words for words in told)


KILLED = """
import anyio, httpx2, sys
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

async def run(place, mode, url):
    transport = httpx2.AsyncHTTPTransport(uds=place)
    async with (
        httpx2.AsyncClient(transport=transport, timeout=None) as http,
        Client(streamable_http_client("http://lightterm/mcp", http_client=http), mode=mode) as client,
    ):
        print("there", flush=True)
        await client.call_tool("open", {"url": url, "deadline": 200})

anyio.run(run, *sys.argv[1:])
"""


def never_answered(server: Server) -> tuple[threading.Event, threading.Event]:
    """An address without an answer: what is set when it was asked for, and when it is no more."""
    held, freed = threading.Event(), threading.Event()

    def never(_asked: Asked, talk: Talk) -> None:
        held.set()
        talk.hold()
        freed.set()

    server.on("/never", never)
    return held, freed


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_that_is_killed_midway_frees_what_it_had(server: Server, mode: str) -> None:
    held, freed = never_answered(server)
    server.page("/", "<p>Good morning")
    with serving("--socket", f"kill-{mode}", "--allow-private") as (_child, said):
        place = said.split(" at ")[1].strip()
        words = [sys.executable, "-c", KILLED, place, mode, server.url("/never")]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as client:
            assert held.wait(30)
            client.kill()
        assert freed.wait(8), "its load is stopped within 8 s"

        @in_a_loop
        async def run() -> None:
            async with connected(said, mode) as other:
                assert "Good morning" in (await other.call("open", url=server.url("/")))["text"]

        run()


def test_a_client_of_a_bridge_that_vanishes_midway_takes_the_bridge_and_its_load_with_it(server: Server) -> None:
    held, freed = never_answered(server)
    about = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    call = {"name": "open", "arguments": {"url": server.url("/never"), "deadline": 200}}
    with (
        serving("--socket", "bridged", "--allow-private"),
        subprocess.Popen([*COMMAND, "--attach", "bridged"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bridge,
    ):
        assert bridge.stdin is not None and bridge.stdout is not None
        for message in (
            {"id": 1, "method": "initialize", "params": about},
            {"method": "notifications/initialized"},
            {"id": 2, "method": "tools/call", "params": call},
        ):
            bridge.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            bridge.stdin.flush()
            if message.get("id") == 1:
                assert b"lightterm" in bridge.stdout.readline()
        assert held.wait(30)
        bridge.stdin.close()
        assert freed.wait(8), "its load is stopped within 8 s"
        assert bridge.wait(8) == 0


def test_every_call_over_a_bridge_is_answered_when_the_app_dies(server: Server) -> None:
    held = threading.Event()

    def never(_asked: Asked, talk: Talk) -> None:
        held.set()
        talk.hold()

    server.on("/never", never)
    about = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    call = {"name": "open", "arguments": {"url": server.url("/never"), "deadline": 200}}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with (
        serving("--socket", "dying", "--allow-private") as (app, _),
        subprocess.Popen([*COMMAND, "--attach", "dying"], **pipes) as bridge,
    ):
        assert bridge.stdin is not None and bridge.stdout is not None and bridge.stderr is not None

        def send(message: dict[str, object]) -> None:
            bridge.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            bridge.stdin.flush()

        send({"id": 1, "method": "initialize", "params": about})
        assert b"lightterm" in bridge.stdout.readline()
        send({"method": "notifications/initialized"})
        send({"id": 2, "method": "tools/call", "params": call})
        assert held.wait(30)
        app.kill()
        app.wait(30)
        first = json.loads(bridge.stdout.readline())
        assert first["id"] == 2 and "dying has ended" in first["error"]["message"]
        send({"id": 3, "method": "tools/call", "params": {"name": "tabs", "arguments": {}}})
        second = json.loads(bridge.stdout.readline())
        assert second["id"] == 3 and "dying has ended" in second["error"]["message"]
        assert bridge.wait(30) == 7 and b"dying has ended" in bridge.stderr.read()


@in_a_loop
async def test_bounds_are_told_as_errors_that_say_when_to_come_again(server: Server) -> None:
    server.page("/", "<p>Good morning")
    async with agent(agents__calls_per_minute=3, agents__max_tabs=1) as a:
        await a.call("open", url=server.url("/"))
        full = (await a.call("open", url=server.url("/"), new_tab=True))["error"]
        assert full["code"] == "CLIENT_LIMIT_REACHED" and full["retryable"]
        assert full["recommendedActions"][0]["toolToUse"] == "tabs"
        assert len(server.log) == 1, "nothing is loaded for a tab that there is no room for"
        await a.call("snapshot")
        late = (await a.call("snapshot"))["error"]
        assert late["code"] == "CLIENT_LIMIT_REACHED" and late["retryable"]
        assert 0 < late["recommendedActions"][0]["suggestedDelayMs"] <= 60_000


@in_a_loop
async def test_a_host_is_asked_for_so_many_pages_in_a_minute_and_others_meanwhile(server: Server) -> None:
    url = server.page("/", "<p>Good morning", headers=[("Cache-Control", "max-age=600")])
    assert settings.load().agents.host_loads_per_minute > 0, "by default, too"
    async with agent(agents__host_loads_per_minute=3) as a:
        for _ in range(6):
            assert "Good morning" in (await a.call("browse", url=url))["text"], "the cache asks nobody"
        for _ in range(2):
            assert "Good morning" in (await a.call("browse", url=url, freshness="fresh"))["text"]
        late = (await a.call("browse", url=url, freshness="fresh"))["error"]
        assert late["code"] == "CLIENT_LIMIT_REACHED" and "pages of 127.0.0.1 in a minute" in late["message"]
        step = late["recommendedActions"][0]
        assert step["toolToUse"] == "browse" and 0 < step["suggestedDelayMs"] <= 60_000
        assert "Good morning" in (await a.call("browse", url=server.url("/", "localhost"), freshness="fresh"))["text"]
    assert len([asked for asked in server.log if asked.path == "/"]) == 4


@pytest.mark.skipif(bool(no_lightpanda()), reason="no lightpanda")
@in_a_loop
async def test_pages_that_clicks_lead_to_count_where_pages_live_too(server: Server) -> None:
    server.page(
        "/in", "<title>In</title><p>You are in. <a href=/in>Again</a><form action=/in><button>Go</button></form>"
    )
    url = server.page("/", "<title>Out</title><p>Out. <a href=/in>In</a> <a href=#top>Top</a>")
    async with agent(agents__host_loads_per_minute=3) as a:
        await a.call("open", url=url, tier="light")
        assert "You are in" in (await a.call("act", do="click", target=1))["text"]
        assert "error" not in await a.call("act", do="click", target=2), "the button loads the third"
        for target in (1, 2):
            late = (await a.call("act", do="click", target=target))["error"]
            assert late["code"] == "CLIENT_LIMIT_REACHED" and "pages of 127.0.0.1 in a minute" in late["message"]
    assert [asked.path for asked in server.log if asked.path != "/favicon.ico"] == ["/", "/in", "/in"]


@in_a_loop
async def test_the_tabs_of_a_client_are_counted_in_all_its_sessions(server: Server) -> None:
    url = server.page("/", "<title>T</title><p>words")
    async with agent(HOME.replace(caps=frozenset({"storage"})), agents__max_tabs=3) as a:
        for name in ("one", "two"):
            assert "error" not in await a.call("open", url=url)
            await a.call("session", do="create", name=name)
        assert "error" not in await a.call("open", url=url)
        more = (await a.call("open", url=url, new_tab=True))["error"]
        assert more["code"] == "CLIENT_LIMIT_REACHED" and "2 of them in its other sessions" in more["message"]
        await a.call("session", do="close", name="one")
        assert "error" not in await a.call("open", url=url, new_tab=True)
        await a.call("session", do="create", name="empty")
        assert (await a.call("open", url=url))["error"]["recommendedActions"][0]["toolToUse"] == "session"


@in_a_loop
async def test_bytes_are_bounded(server: Server) -> None:
    server.page("/", "<p>Good morning" + " and good evening" * 70_000)
    async with agent(agents__megabytes_per_hour=1) as a:
        assert "Good morning" in (await a.call("browse", url=server.url("/"), freshness="fresh"))["text"]
        refused = (await a.call("browse", url=server.url("/"), freshness="fresh"))["error"]
    assert refused["code"] == "CLIENT_LIMIT_REACHED" and "megabytes" in refused["message"]
    assert len([asked for asked in server.log if asked.path == "/"]) == 1


def test_more_clients_than_there_may_be_are_refused_until_one_is_done(server: Server, tmp_path: Path) -> None:
    server.page("/", "<p>Good morning")
    chosen = tmp_path / "settings.yaml"
    chosen.write_text("agents: {max_clients: 2}\n")

    @in_a_loop
    async def run() -> None:
        async with connected(said, "legacy") as first, connected(said, "auto") as third:
            async with connected(said, "legacy") as second:
                for one in (first, second):
                    assert "Good morning" in (await one.call("open", url=server.url("/")))["text"]
                refused = (await third.call("open", url=server.url("/")))["error"]
                assert refused["code"] == "CLIENT_LIMIT_REACHED" and refused["retryable"]
            assert "Good morning" in (await third.call("open", url=server.url("/")))["text"]
            assert "Good morning" in (await first.call("snapshot"))["text"]

    with serving("--http", "0", "--allow-private", "--settings", str(chosen)) as (_child, said):
        run()


def test_a_window_gives_room_when_its_time_is_over() -> None:
    now = 0.0
    allowance = Allowance(2, 1, lambda: now)
    allowance.call()
    now = 10.0
    allowance.call()
    with pytest.raises(LimitReached) as refused:
        allowance.call()
    assert refused.value.actions[0].suggested_delay_ms == 50_000
    now = 60.0
    allowance.call()
    allowance.loaded(1 << 20)
    with pytest.raises(LimitReached, match="megabytes"):
        allowance.check_bytes()
    now = 60.0 + 3600
    allowance.check_bytes()


@in_a_loop
async def test_who_leaves_the_queue_holds_nobody_up() -> None:
    turns = Turns()
    order: list[int] = []

    async def nothing(_before: int) -> None:
        pass

    async def work(n: int) -> None:
        ticket = await turns.take(1, nothing, lambda: None)
        order.append(n)
        await anyio.sleep(0)
        turns.give(1, ticket)

    first = await turns.take(1, nothing, lambda: None)
    tasks = [asyncio.create_task(work(n)) for n in range(4)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    tasks[2].cancel()
    await asyncio.sleep(0)
    turns.give(1, first)
    await asyncio.gather(*tasks, return_exceptions=True)
    assert order == [1, 3] and turns.waiting(1) == 0
