"""Many actions of one call in an app: one question, each of them seen, and a person who takes over in between."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from typing import TYPE_CHECKING

import anyio
from app_agents import again, attached, held_back
from browsing import browsing, in_a_loop

from lightterm.extract.computing import AT_ONCE, few_at_once
from lightterm.output.tokens import tokens

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    from servers import Server

PORT = """<title>Port</title><h1>Port</h1><form action=/find><label>Port <input name=q></label>
<label>Key <input name=key type=password></label><button>Find</button></form><p><a href=/slow>slowly</a>"""


def serve(server: Server) -> str:
    server.page("/find", "<title>Found</title><p>Three ports.")
    server.page("/week", "<title>Week</title><p>All of the week.")
    return server.page("/port", PORT)


@in_a_loop
async def test_the_person_is_asked_once_and_told_each_step(server: Server) -> None:
    url = serve(server)
    async with browsing(url) as b, attached(b) as agent:
        await agent.call("snapshot")
        steps = [{"do": "type", "target": 1, "value": "Oban"}, {"do": "click", "target": "Find"}]
        call = asyncio.create_task(agent.call("act", steps=steps))
        await b.until(lambda: "mcp wants to act" in b.screen)
        assert 'type [1] Port "Oban"; click [3] Find' in " ".join(b.screen.split())
        await b.press("y")
        done = await call
        assert "error" not in done and done["data"]["steps"] == {"done": 2, "of": 2}
        await b.until(lambda: "Three ports" in b.screen)
    assert [asked.query for asked in server.log if asked.path == "/find"] == ["q=Oban&key="]


@in_a_loop
async def test_a_password_among_the_steps_is_asked_of_the_person_when_it_is_its_turn(server: Server) -> None:
    url = serve(server)
    async with browsing(url) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await agent.call("snapshot")
        steps = [{"do": "type", "target": 1, "value": "Oban"}, {"do": "type", "target": 2}, {"do": "submit"}]
        call = asyncio.create_task(agent.call("act", steps=steps))
        await b.until(lambda: "does not get to see it" in b.screen)
        await b.until(lambda: "Oban" in b.screen)
        await b.type("geheim\n")
        done = await call
        assert "error" not in done and "geheim" not in str(done)
    assert [asked.query for asked in server.log if asked.path == "/find"] == ["q=Oban&key=geheim"]


@in_a_loop
async def test_a_person_takes_over_between_two_steps_and_the_rest_waits(server: Server) -> None:
    url = serve(server)
    asked, there = held_back(server)
    async with browsing(url) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await agent.call("snapshot")
        steps = [{"do": "click", "target": "slowly"}, {"do": "click", "target": "week"}]
        call = asyncio.create_task(agent.call("act", steps=steps))
        await b.until(asked.is_set)
        await b.type(":take\n")
        await b.until(lambda: "you have control" in b.status)
        there.set()
        await b.until(lambda: "mcp waits" in b.status)
        assert not call.done() and not [one for one in server.log if one.path == "/week"]
        await b.type(":give\n")
        done = await call
        assert "error" not in done and done["title"] == "Week"
        await b.until(lambda: "All of the week" in b.screen)


@in_a_loop
async def test_a_person_who_closes_the_tab_between_two_steps_ends_the_call(server: Server) -> None:
    serve(server)
    asked, there = held_back(server)
    server.page("/on", "<title>On</title><p>Go on <a href=/slow>slowly</a>")
    async with browsing(server.url("/week")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await agent.call("open", url=server.url("/on"))
        steps = [{"do": "click", "target": "slowly"}, {"do": "click", "target": "week"}]
        call = asyncio.create_task(agent.call("act", steps=steps))
        await b.until(asked.is_set)
        await b.until(lambda: len(b.app.tabs) == 2)
        await b.type(":tab close\n")
        await b.until(lambda: len(b.app.tabs) == 1)
        there.set()
        ended = await call
        assert ended["error"]["code"] == "SESSION_NOT_FOUND", ended
        assert ended["error"]["context"]["step"] == 1


@in_a_loop
async def test_threads_that_compute_let_the_app_in_soon(server: Server) -> None:
    sys.setswitchinterval(0.005)
    async with browsing(serve(server)):
        assert sys.getswitchinterval() < 0.001


@in_a_loop
async def test_a_long_answer_is_made_beside_the_loop_that_takes_keys(server: Server) -> None:
    long = server.page(
        "/long", "<title>Long</title>" + "".join(f"<p>Paragraph {i} of it, and more." for i in range(4000))
    )
    made: list[str] = []

    def event(frame: FrameType, kind: str, _argument: object) -> None:
        if kind == "call" and frame.f_code is tokens.__code__:
            made.append(frame.f_code.co_name)

    async with browsing(serve(server)) as b, attached(b) as agent:
        await agent.call("open", url=long, max_tokens=50)
        sys.setprofile(event)  # of this thread, whose loop is the app's
        try:
            answer = await agent.call("snapshot", max_tokens=20_000)
        finally:
            sys.setprofile(None)
    assert "Paragraph 999 of it" in answer["text"]
    assert not made


@in_a_loop
async def test_pages_that_wait_for_their_style_sheets_keep_no_other_from_being_read(server: Server) -> None:
    asked, there = held_back(server)
    for at in range(AT_ONCE):
        server.page(f"/styled{at}", "<title>Styled</title><link rel=stylesheet href=/slow><p>In style.")
    async with browsing(serve(server)) as b, attached(b) as agent:
        waiting = [
            asyncio.create_task(agent.call("open", url=server.url(f"/styled{at}"), new_tab=True))
            for at in range(AT_ONCE)
        ]
        await b.until(asked.is_set)
        await b.until(lambda: sum(one.path == "/slow" for one in server.log) == AT_ONCE)
        plain = await agent.call("open", url=server.url("/week"), new_tab=True)
        assert plain["title"] == "Week" and not any(task.done() for task in waiting)
        there.set()
        assert all("In style." in one["text"] for one in await asyncio.gather(*waiting))


def test_few_threads_compute_at_a_time() -> None:
    together = threading.Barrier(AT_ONCE)
    inside, most, lock = 0, 0, threading.Lock()

    def compute() -> None:
        nonlocal inside, most
        with few_at_once() as turn:
            if turn.held:
                with lock:
                    inside += 1
                    most = max(most, inside)
                together.wait(20)
                with lock:
                    inside -= 1
                return
        compute()  # it waited too long on a busy machine

    threads = [threading.Thread(target=compute) for _ in range(AT_ONCE * 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert most == AT_ONCE


def test_whoever_waited_long_computes_beside_the_others() -> None:
    """A deadline is not spent on waiting for the pages of others."""
    there, done = threading.Event(), threading.Event()
    came = threading.Semaphore(0)

    def compute() -> None:
        with few_at_once() as turn:
            assert turn.held
            came.release()
            done.wait(30)

    def late() -> None:
        with few_at_once() as turn:
            if not turn.held:
                there.set()

    threads = [threading.Thread(target=compute) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for _ in threads:
        assert came.acquire(timeout=30)
    last = threading.Thread(target=late)
    last.start()
    try:
        assert there.wait(30)
    finally:
        done.set()
        for thread in (*threads, last):
            thread.join(30)
    assert _all_free()


def _all_free() -> bool:
    """Whether as many threads as may compute at a time can do so."""
    together = threading.Barrier(AT_ONCE)
    held: list[bool] = []

    def compute() -> None:
        with few_at_once() as turn:
            together.wait(30)
            held.append(turn.held)

    threads = [threading.Thread(target=compute) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return held == [True] * AT_ONCE


@in_a_loop
async def test_a_fault_of_a_library_in_the_app_s_loop_is_told_and_the_app_lives_on(home: Path) -> None:
    place = str(home / "socket")
    loop = asyncio.get_running_loop()
    async with browsing() as b:
        peers: list[asyncio.StreamWriter] = []
        server = await asyncio.start_unix_server(lambda _, writer: peers.append(writer), place)
        stream = await anyio.connect_unix(place)
        await b.until(lambda: peers)
        reading = asyncio.create_task(stream.receive())
        await asyncio.sleep(0)
        while getattr(stream, "_receive_future", None) is None:
            await asyncio.sleep(0)
        # In one turn of the loop there is something to read, and who reads is cancelled: anyio sets what is cancelled.
        os.write(peers[0].get_extra_info("socket").fileno(), b"x")
        loop.call_soon(reading.cancel)
        await b.until(lambda: "internal error: InvalidStateError" in b.status, "the fault")
        assert b.app.crashes.fatal is None
        await b.type(":open about:help\n")
        assert "Help" in b.screen
        await stream.aclose()
        peers[0].close()
        server.close()
    assert len(list((home / "state/lightterm/crashes").iterdir())) == 1


@in_a_loop
async def test_clients_that_come_and_go_leave_as_many_tabs_as_one_may_have(server: Server) -> None:
    url = serve(server).replace("/port", "/week")
    server.page("/home", "<title>Home</title><p>At home.")
    async with browsing(server.url("/home")) as b, attached(b):
        b.app.session.configure(b.app.session.settings.with_session([("agents.max_tabs", 2)]))
        for number in range(5):
            async with again(b, mode="legacy") as agent:
                await agent.call("open", url=f"{url}?{number}", new_tab=True)
                if number == 0:
                    kept = b.app.tabs.active
            await b.until(lambda number=number: len(b.app.agents.left) == (1, 1, 2, 3, 3)[number])
            if number == 0:
                await b.type(":open " + server.url("/home") + "\n")
                await b.until(lambda: "At home" in b.screen)
        urls = [tab.visit.url for tab in b.app.tabs if tab.visit is not None]
        assert kept in list(b.app.tabs), "the person went on in it"
        assert [one for one in urls if "?" in one] == [f"{url}?{number}" for number in (2, 3, 4)]
