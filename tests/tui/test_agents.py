"""An agent in the app that a person sees: the same tabs, the same numbers, and the person's last word."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING

import httpx2
import pytest
from agent_clients import Agent
from app_agents import again, attached, held_back
from browsing import browsing, in_a_loop
from effort import calls as called
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import Implementation, ResourceUpdatedNotification
from typeset import locked

from lightterm.tui.app_desk import AppDesk

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Asked, Server, Talk

TIDES = """<title>Tides</title><h1>Tides</h1><p>See the <a href=/week>whole week</a>.
<form action=/find><label>Port <input name=q></label><button>Find</button></form>"""


def serve(server: Server) -> None:
    server.page("/", "<title>Home</title><p>At home, <a href=/tides>tides</a>")
    server.page("/tides", TIDES)
    server.page("/week", "<title>Week</title><p>All of the week.")
    server.page("/find", "<title>Found</title><p>Three ports.")


@in_a_loop
async def test_the_agent_works_where_the_person_sees_it(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        home = await agent.call("snapshot")
        assert "[1]tides" in home["text"] and "[1]tides" in b.screen, "the numbers are those of the screen"
        opened = await agent.call("open", url=server.url("/tides"))
        await b.until(lambda: "whole week" in b.screen)
        assert opened["tab"] == 2 and len(b.app.tabs) == 2, "in a tab of its own"
        await agent.call("act", do="type", target=2, value="Oban")
        await b.until(lambda: "Oban" in b.screen)
        assert b.app.view.target == 2 and "mcp: act type [2]" in b.status
        await agent.call("act", do="submit", target=2)
        await b.until(lambda: "Three ports." in b.screen)
    assert server.log[-1].query == "q=Oban"


@in_a_loop
async def test_the_numbers_of_tabs_are_those_of_the_screen_whatever_an_agent_does_first(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent, again(b) as second:
        for client, number, path in ((agent, 2, "/tides"), (second, 3, "/week")):
            assert (await client.call("open", url=server.url(path)))["tab"] == number
        await b.until(lambda: "3 Week" in b.screen)
        assert "1 Home" in b.screen and "2 Tides" in b.screen
        for client in (agent, second):
            for number, words in ((1, "At home"), (2, "whole week"), (3, "All of the week")):
                assert words in (await client.call("snapshot", tab=number))["text"]


@in_a_loop
async def test_of_many_tabs_each_tells_its_number_at_once(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b:
        desk = AppDesk(b.app.agents)

        def asked(tabs: int) -> int:
            while len(b.app.tabs) < tabs:
                b.app.tabs.open(background=True)
            numbers = [desk.number_of(tab) for tab in b.app.tabs]
            assert numbers == list(range(1, tabs + 1))
            return called(lambda: [desk.number_of(tab) for tab in b.app.tabs])

        few = asked(10)
        assert asked(40) <= 5 * few


@in_a_loop
async def test_on_the_socket_it_is_localhost_too_as_clients_of_sockets_call_whatever_is_there(server: Server) -> None:
    serve(server)
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    async with browsing(server.url("/")) as b, attached(b):
        transport = httpx2.AsyncHTTPTransport(uds=str(b.app.agents.place))
        async with httpx2.AsyncClient(transport=transport, timeout=30) as http:
            for client_url in ("http://localhost/mcp", "http://lightterm/mcp"):
                async with Client(streamable_http_client(client_url, http_client=http)) as client:
                    assert "At home" in (await Agent(client).call("snapshot"))["text"]
            assert (await http.get("http://localhost/health")).status_code == 200
            assert (await http.post("http://evil.example/mcp", json=ping)).status_code == 421
            page = {"Origin": "http://localhost"}
            assert (await http.post("http://localhost/mcp", json=ping, headers=page)).status_code == 403


@in_a_loop
async def test_clients_that_listen_hear_where_the_person_goes(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        watched = ["page://current", "links://1"]
        async with agent.client.listen(resource_subscriptions=watched) as heard:
            await b.type(":follow 1\n")
            assert {(await anext(heard)).uri for _ in watched} == set(watched)
            assert "whole week" in (await agent.client.read_resource("page://current")).contents[0].text
            await b.type(":back\n")
            assert {(await anext(heard)).uri for _ in watched} == set(watched)
            assert "At home" in (await agent.client.read_resource("page://current")).contents[0].text
            await b.type(f":open -t {server.url('/week')}\n")
            assert (await anext(heard)).uri == "page://current", "another tab is in front, and tab 1 is as it was"
            assert "All of the week" in (await agent.client.read_resource("page://current")).contents[0].text


@in_a_loop
async def test_clients_of_older_revisions_hear_of_the_resources_they_subscribed_to(server: Server) -> None:
    serve(server)
    told: asyncio.Queue[str] = asyncio.Queue()

    async def hear(message: object) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            told.put_nowait(str(message.params.uri))

    async with browsing(server.url("/")) as b, attached(b), again(b, mode="legacy", message_handler=hear) as agent:
        with pytest.warns(MCPDeprecationWarning):
            await agent.client.subscribe_resource("page://current")
            await agent.client.subscribe_resource("links://1")
        await b.type(":follow 1\n")
        assert {await told.get(), await told.get()} == {"page://current", "links://1"}
        with pytest.warns(MCPDeprecationWarning):
            await agent.client.unsubscribe_resource("links://1")
        await b.type(":back\n")
        assert await told.get() == "page://current"
        assert "At home" in (await agent.client.read_resource("page://current")).contents[0].text
        await b.type(f":open {server.url('/week')}\n")
        assert await told.get() == "page://current" and told.empty()


@in_a_loop
async def test_the_person_is_asked_before_an_agent_acts(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        calls = asyncio.create_task(agent.call("act", do="click", target=1))
        await b.until(lambda: "mcp wants to act" in b.screen)
        assert "click [1] tides" in b.screen, "the person sees on what"
        await b.press("n")
        assert (await calls)["error"]["code"] == "ACTION_REFUSED"
        assert "At home" in b.screen
        calls = asyncio.create_task(agent.call("act", do="click", target=1))
        await b.until(lambda: "mcp wants to act" in b.screen)
        await b.press("y")
        assert "whole week" in (await calls)["text"]
        await b.until(lambda: "whole week" in b.screen)


@in_a_loop
async def test_the_person_is_told_where_a_form_goes_that_an_agent_wants_to_send(server: Server) -> None:
    away = f"http://localhost:{server.port}"
    server.page("/", f"<form method=post action={away}/find><input name=q aria-label=Port><button>Go</button></form>")
    async with browsing(server.url("/")) as b, attached(b) as agent:
        ways = (
            ("act", {"do": "click", "target": 2}),
            ("act", {"steps": [{"do": "type", "target": 1, "value": "Ely"}, {"do": "click", "target": 2}]}),
            ("fill_form", {"fields": {"Port": "Ely"}, "submit": True}),
        )
        for tool, words in ways:
            call = asyncio.create_task(agent.call(tool, **words))
            await b.until(lambda: "mcp wants to act" in b.screen)
            assert f"This form goes to another site: {away}" in b.screen, words
            await b.press("n")
            assert (await call)["error"]["code"] == "ACTION_REFUSED"


@in_a_loop
async def test_nobody_is_asked_for_what_the_guard_refuses_anyway(server: Server) -> None:
    away = f"http://127.0.0.2:{server.port}/week"
    server.page("/", f"<title>Home</title><a href={away}>week</a> <form action={away}><button>Go</button></form>")
    async with browsing(server.url("/")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("network.allow_private", False)]))
        ways = (
            {"do": "click", "target": 1},
            {"do": "click", "target": 2},
            {"steps": [{"do": "hover", "target": 1}, {"do": "click", "target": 1}]},
        )
        for words in ways:
            assert (await agent.call("act", **words))["error"]["code"] == "URL_ADDRESS_REFUSED", words
        b.app.session.configure(b.app.session.settings.with_session([("network.allow_private", True)]))
        call = asyncio.create_task(agent.call("act", do="click", target=1))
        await b.until(lambda: "mcp wants to act" in b.screen)
        await b.press("n")
        assert (await call)["error"]["code"] == "ACTION_REFUSED"


@in_a_loop
async def test_a_question_that_goes_with_its_client_says_so(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        call = asyncio.create_task(agent.call("act", do="click", target=1))
        await b.until(lambda: "mcp wants to act" in b.screen)
        call.cancel()
        await b.until(lambda: "mcp wants to act" not in b.screen)
        await b.until(lambda: "mcp waits for no answer any more: its question is withdrawn" in b.status)


@in_a_loop
async def test_who_closes_an_agents_tab_has_it_act_in_no_other(server: Server) -> None:
    serve(server)
    asked, left = threading.Event(), threading.Event()

    def slow(_asked: Asked, talk: Talk) -> None:
        asked.set()
        talk.hold()
        left.set()

    server.on("/slow", slow)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await agent.call("open", url=server.url("/tides"))
        calls = asyncio.create_task(agent.call("open", url=server.url("/slow")))
        await asyncio.to_thread(asked.wait, 20)
        await b.type(":tab close\n")
        await b.until(lambda: len(b.app.tabs) == 1 and "At home" in b.screen)
        await asyncio.to_thread(left.wait, 20)
        assert left.is_set(), "its load is stopped, with all the time that it had left"
        for answer in (await calls, await agent.call("act", do="click", target=1), await agent.call("snapshot")):
            assert answer["error"]["code"] == "SESSION_NOT_FOUND" and "closed tab 2" in answer["error"]["message"]
            assert "tabs" in [step.get("toolToUse") for step in answer["error"]["recommendedActions"]]
        await b.until(lambda: "At home" in b.screen)
        assert "At home" in (await agent.call("snapshot", tab=1))["text"], "who names the person's tab gets that"
        assert "whole week" in (await agent.call("open", url=server.url("/tides")))["text"]
        assert "error" not in await agent.call("tabs", do="close")
        assert "At home" in (await agent.call("snapshot"))["text"], "its own goodbye takes nothing from it"


@in_a_loop
async def test_a_yes_for_one_agent_is_none_for_another(server: Server) -> None:
    serve(server)
    other = Implementation(name="other", version="1")
    async with browsing(server.url("/")) as b, attached(b) as agent, again(b, client_info=other) as second:
        calls = asyncio.create_task(agent.call("act", do="hover", target=1))
        await b.until(lambda: "mcp wants to act" in b.screen)
        await b.press("a")
        assert "error" not in await calls
        assert "error" not in await agent.call("act", do="hover", target=1), "always here"
        calls = asyncio.create_task(second.call("act", do="hover", target=1))
        await b.until(lambda: "other wants to act" in b.screen)
        await b.press("n")
        assert (await calls)["error"]["code"] == "ACTION_REFUSED"


@in_a_loop
async def test_a_key_that_was_meant_for_a_line_answers_no_hand_over(server: Server) -> None:
    serve_login(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        await b.type(":agents shared\n")
        await b.type(":ope")
        calls = asyncio.create_task(agent.call("open", url=server.url("/private")))
        await b.until(lambda: len(b.app.tabs) == 2 and b.app.agents.handed is not None)
        await b.type("ny")
        assert "mcp waits" not in b.screen and not calls.done() and ":openy" in b.screen
        await b.press("escape")
        await b.until(lambda: "mcp waits: 127.0.0.1" in b.screen)
        await b.press("n")
        assert "mcp waits" in b.screen and not calls.done(), "it goes to the next match"
        await b.type(":give no\n")
        assert (await calls)["error"]["code"] == "PERSON_NEEDED"


@in_a_loop
async def test_a_key_that_was_meant_for_a_line_answers_no_agent(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        await b.type(":ope")
        calls = asyncio.create_task(agent.call("act", do="click", target=1))
        await agent.call("tabs")  # the call before it has come as far as the question
        await b.type("ny")
        assert "wants to act" not in b.screen and not calls.done() and ":openy" in b.screen
        await b.press("escape")
        await b.until(lambda: "mcp wants to act" in b.screen)
        await b.press("n")
        assert (await calls)["error"]["code"] == "ACTION_REFUSED"


@in_a_loop
async def test_the_person_is_asked_before_an_agent_closes_their_tab_and_not_its_own(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        closing = asyncio.create_task(agent.call("tabs", do="close"))
        await b.until(lambda: "mcp wants to act" in b.screen)
        await b.press("n")
        assert (await closing)["error"]["code"] == "ACTION_REFUSED"
        opened = await agent.call("open", url=server.url("/tides"), new_tab=True)
        assert "tides" in (await agent.call("tabs"))["text"]
        left = (await agent.call("tabs", do="close", tab=opened["tab"]))["text"]
        assert "tides" not in left and server.url("/") in left


@in_a_loop
async def test_a_person_takes_control_and_gives_it_back(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        await b.type(":take\n")
        calls = asyncio.create_task(agent.call("open", url=server.url("/tides")))
        await b.until(lambda: "mcp waits" in b.status)
        assert len(b.app.tabs) == 1
        await b.type(":agents log\n")
        await b.until(lambda: "agents: you have control, they wait" in b.screen)
        await b.press("j")
        assert "agents paused" in b.status, "which one sees as long as it is so"
        await b.type(":give\n")
        await b.until(lambda: "agents: you watch" in b.screen and "agents paused" not in b.status)
        await b.type(":take\n")
        await b.until(lambda: "agents: you have control, they wait" in b.screen)
        await b.type(":give\n")
        assert "whole week" in (await calls)["text"]
        assert len(b.app.tabs) == 2


@in_a_loop
async def test_a_person_takes_over_in_the_midst_of_a_call_and_nothing_moves_until_they_give_it_back(
    server: Server,
) -> None:
    """What had begun to load goes on to load, but comes into no tab; the time they take is not the call's."""
    serve(server)
    asked, there = held_back(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        await agent.call("open", url=server.url("/tides"))
        start = time.monotonic()
        call = asyncio.create_task(agent.call("open", url=server.url("/slow"), deadline=4))
        await b.until(asked.is_set)
        await b.type(":take\n")
        await b.until(lambda: "you have control" in b.status)
        there.set()
        await b.until(lambda: "mcp waits: open" in b.status)
        assert "See the" in b.screen and b.app.agents.control.held
        other = asyncio.create_task(agent.call("snapshot"))
        await b.until(lambda: time.monotonic() - start > 5)
        assert "At last" not in b.screen and not call.done() and not other.done()
        await b.type(":give\n")
        assert "At last" in (await call)["text"]
        assert "At last" in (await other)["text"]
        await b.until(lambda: "At last" in b.screen)


@in_a_loop
async def test_numbers_of_a_page_the_person_left_are_refused(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/tides")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await agent.call("snapshot")
        await b.type(f":open {server.url('/week')}\n")
        await b.until(lambda: "All of the week" in b.screen)
        stale = await agent.call("act", do="click", target=1)
        assert stale["error"]["code"] == "STALE_TARGET"
        assert "All of the week" in b.screen


@in_a_loop
async def test_nobody_is_served_any_more_when_the_person_says_so(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b:
        async with attached(b) as agent:
            place = b.app.agents.place
            assert place is not None and (await agent.call("tabs"))["text"]
        await b.type(":mcp off\n")
        await b.until(lambda: not place.exists())


@in_a_loop
async def test_two_agents_work_in_tabs_of_their_own_and_wait_for_each_other_on_the_persons(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as one, again(b) as other:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await asyncio.gather(one.call("open", url=server.url("/tides")), other.call("open", url=server.url("/week")))
        assert len(b.app.tabs) == 3
        assert "whole week" in (await one.call("snapshot"))["text"]
        assert "All of the week" in (await other.call("snapshot"))["text"]
        home, same = await number_of(one, "Home"), await number_of(other, "Home")
        await one.call("snapshot", tab=home)
        server.page("/tides", "<p>Come at last")
        first = asyncio.create_task(one.call("act", do="click", target=1, tab=home))
        second = asyncio.create_task(other.call("snapshot", tab=same))
        assert "Come at last" in (await first)["text"]
        assert "Come at last" in (await second)["text"], "in its turn"


async def number_of(agent: Agent, title: str) -> int:
    """The number of the tab with that title."""
    listed = (await agent.call("tabs"))["text"]
    return int(next(line for line in listed.split("\n") if title in line).strip("* ").split()[0])


@in_a_loop
async def test_what_agents_did_is_a_page_and_can_be_undone_checked_and_exported(server: Server, tmp_path: Path) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await agent.call("open", url=server.url("/tides"))
        await agent.call("act", do="type", target=2, value="Oban")
        await b.until(lambda: "Oban" in b.screen)
        await b.type(":undo\n")
        await b.until(lambda: "undone: type [2]" in b.status and "Oban" not in b.screen)
        await b.type(":undo\n")
        await b.until(lambda: len(b.app.tabs) == 1)
        await b.type(":undo\n")
        await b.until(lambda: ":tab undo opens" in b.status)
        await b.type(":deeds oban\n")
        await b.until(lambda: "act type [2]" in b.screen and 'Port "Oban"' in b.screen)
        await b.type(":deeds check\n")
        await b.until(lambda: "the journal is whole: 2 entries" in b.status)
        await b.type(f":deeds export {tmp_path}/journal\n")
        await b.until(lambda: "wrote 2 entries" in b.status)
    assert len((tmp_path / "journal").read_text().splitlines()) == 2


LOGIN = """<title>In</title><h1>Sign in</h1><form action=/in method=post><label>Name <input name=u></label>
<label>Key <input type=password name=p></label><button>Go</button></form>"""


def serve_login(server: Server) -> None:
    serve(server)
    server.page("/private", LOGIN)
    server.page("/in", "<title>Inside</title><p>Welcome inside.")


@pytest.mark.covers("BK-52")
@in_a_loop
async def test_a_sign_in_is_handed_to_the_person_and_the_call_goes_on_behind_it(server: Server) -> None:
    serve_login(server)
    told: list[str] = []

    async def heard(_progress: float, _total: float | None, message: str | None) -> None:
        told.append(message or "")

    async with browsing(server.url("/")) as b, attached(b) as agent:
        call = agent.client.call_tool("open", {"url": server.url("/private")}, progress_callback=heard)
        calls = asyncio.create_task(call)
        await b.until(lambda: "mcp waits: 127.0.0.1 wants you to sign in" in b.screen)
        assert "Sign in" in b.screen and not calls.done()
        await b.type(":field set 1 ada\n")
        await b.type(":field set 2 geheim\n")
        await b.type(":form submit\n")
        answer = (await calls).structured_content
        await b.until(lambda: "mcp waits" not in b.screen)
        assert "Welcome inside" in answer["text"] and "error" not in answer
        assert any("waiting for the human: 127.0.0.1 wants you to sign in" in words for words in told)
        entries = b.app.session.store.deeds.all()
    assert server.log[-1].body == b"u=ada&p=geheim"
    assert "geheim" not in f"{answer} {told} {entries}"


CHALLENGE = """<title>Just a moment...</title><h1>One question</h1><script src=/cdn-cgi/challenge-platform/></script>
<form action=/in method=post><label>Four and three <input name=u></label><button>Go</button></form>"""


@pytest.mark.covers("LB-179", "LBX-35")
@in_a_loop
async def test_a_challenge_is_solved_by_the_person_and_the_call_goes_on_behind_it(server: Server) -> None:
    serve_login(server)
    server.page("/guarded", CHALLENGE, status=403)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("tiers.max", "static")]))
        calls = asyncio.create_task(agent.call("open", url=server.url("/guarded")))
        await b.until(lambda: "wants to know whether a person is there" in b.screen and "One question" in b.screen)
        assert not calls.done() and "Cloudflare" in str(b.app.tabs.active.visit.page.error)
        await b.type(":field set 1 seven\n")
        await b.type(":form submit\n")
        answer = await calls
        assert "Welcome inside" in answer["text"] and "error" not in answer
    assert server.log[-1].body == b"u=seven"


@in_a_loop
async def test_a_person_who_declines_or_hands_back_too_early_is_told_of(server: Server) -> None:
    serve_login(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        calls = asyncio.create_task(agent.call("open", url=server.url("/private")))
        await b.until(lambda: "mcp waits: 127.0.0.1" in b.screen)
        await b.type(":give no\n")
        assert (await calls)["error"]["code"] == "PERSON_NEEDED"
        await agent.call("open", url=server.url("/week"))
        calls = asyncio.create_task(agent.call("open", url=server.url("/private")))
        await b.until(lambda: "mcp waits: 127.0.0.1" in b.screen)
        await b.type(":give\n")
        answer = await calls
        assert "error" not in answer and "Sign in" in answer["text"], "the person's word counts"


@in_a_loop
async def test_an_agent_whose_tab_the_person_closes_instead_of_signing_in_hears_that(server: Server) -> None:
    serve_login(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        calls = asyncio.create_task(agent.call("open", url=server.url("/private")))
        await b.until(lambda: "mcp waits: 127.0.0.1" in b.screen)
        await b.type(":tab close\n")
        error = (await calls)["error"]
        assert error["code"] == "SESSION_NOT_FOUND" and "closed tab 2" in error["message"]
        assert "mcp waits" not in b.screen


@in_a_loop
async def test_it_serves_under_a_name_and_says_where(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/"), size=(200, 24)) as b:
        await b.type(":mcp stauts\n")
        assert "did you mean :mcp status" in b.status and b.app.agents.place is None
        await b.type(":mcp tides\n")
        await b.until(lambda: b.app.agents.place is not None and "--attach tides" in b.status)
        assert str(b.app.agents.place) in b.status
        async with again(b) as agent:
            assert "At home" in (await agent.call("snapshot"))["text"]


@in_a_loop
async def test_a_password_is_typed_by_the_person_and_nobody_else_sees_it(server: Server) -> None:
    serve_login(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        opening = asyncio.create_task(agent.call("open", url=server.url("/private")))
        await b.until(lambda: "mcp waits: 127.0.0.1" in b.screen)
        await b.type(":give no\n")
        await opening
        calls = asyncio.create_task(agent.result("act", do="type", target=2))
        await b.until(lambda: "mcp needs Key" in b.screen)
        await b.type("geheim\n")
        answer = await calls
        await agent.call("act", do="type", target=1, value="ada")
        sent = asyncio.create_task(agent.result("act", do="submit", target=1))
        told = f"{answer} {await sent} {await agent.result('snapshot')} {b.app.session.store.deeds.all()}"
    assert server.log[-1].body == b"u=ada&p=geheim"
    assert "geheim" not in told


@pytest.mark.covers("BK-61", "UBX-12")
@in_a_loop
async def test_what_an_agent_does_is_seen_before_it_is_done_and_can_be_stopped(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        b.app.session.configure(b.app.session.settings.with_session([("agents.acting", "allow")]))
        await agent.call("open", url=server.url("/tides"))
        await b.type(":agents watch 60\n")
        await b.type(":agents log\n")
        await b.until(lambda: "agents: you watch, 60 s before each action" in b.screen)
        calls = asyncio.create_task(agent.call("act", do="click", target=1))
        await b.until(lambda: b.app.view.target == 1 and "mcp act click [1] whole week" in b.screen)
        assert not calls.done() and "/week" not in {asked.path for asked in server.log}
        calls.cancel()
        await b.type(":agents paused\n")
        await b.type(":agents watch 0\n")
        assert "All of the week" in (await agent.call("act", do="click", target=1))["text"]


@pytest.mark.covers("BK-62")
@in_a_loop
async def test_shared_leaves_the_persons_tab_in_front(server: Server) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        await b.type(":agents shared\n")
        opened = await agent.call("open", url=server.url("/tides"))
        assert "whole week" in opened["text"] and "At home" in b.screen and len(b.app.tabs) == 2
        await b.type(":take\n")
        told: list[str] = []

        async def heard(_progress: float, _total: float | None, message: str | None) -> None:
            told.append(message or "")

        call = agent.client.call_tool("go", {"to": "reload"}, progress_callback=heard)
        calls = asyncio.create_task(call)
        await b.until(lambda: any("the human has control" in words for words in told))
        await b.type(":give\n")
        assert (await calls).structured_content["url"] == server.url("/tides")
        await b.type(":agents log\n")
        assert "they work behind your tab" in b.screen, "back in the mode before"


@pytest.mark.parametrize("tool", ["open", "browse"])
@in_a_loop
async def test_the_password_of_a_file_is_typed_by_the_person_and_seen_by_nobody_else(server: Server, tool: str) -> None:
    url = server.page("/locked.pdf", locked("The tide is high.", "moon"), "application/pdf")
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        call = asyncio.create_task(agent.call(tool, url=url))
        for word in ("sun", "moon"):
            await b.until(lambda: "needs the password of" in b.screen)
            await b.type(f"{word}\n")
        answer = await call
        assert "The tide is high." in answer["text"] and "error" not in answer
        assert "moon" not in str(answer) and "moon" not in b.screen
        assert not [line for line in b.app.agents.log if "moon" in line.words]
