"""Many actions of one call in an app: one question, each of them seen, and a person who takes over in between."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import TYPE_CHECKING

from app_agents import attached
from browsing import browsing, in_a_loop

if TYPE_CHECKING:
    from servers import Asked, Server, Talk

PORT = """<title>Port</title><h1>Port</h1><form action=/find><label>Port <input name=q></label>
<label>Key <input name=key type=password></label><button>Find</button></form><p><a href=/slow>slowly</a>"""


def serve(server: Server) -> str:
    server.page("/find", "<title>Found</title><p>Three ports.")
    server.page("/week", "<title>Week</title><p>All of the week.")
    return server.page("/port", PORT)


def held_back(server: Server) -> tuple[threading.Event, threading.Event]:
    """A page that is answered late: what is set when it was asked for, and what is to be set for the answer."""
    asked, there = threading.Event(), threading.Event()

    def slow(_asked: Asked, talk: Talk) -> None:
        asked.set()
        there.wait(20)
        talk.reply("<title>Slow</title><p>At last. <a href=/week>week</a>")

    server.on("/slow", slow)
    return asked, there


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
