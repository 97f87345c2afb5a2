"""Many actions in one call of act: done in order as calls of their own would be, told at the end in one answer."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import COMMAND, HOME, Agent, agent
from browsing import in_a_loop
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import ElicitResult
from reference_client import ReferenceClient

from lightterm import settings
from lightterm.agent.desk import Desk
from lightterm.agent.server import make_server
from lightterm.engines.chromium import missing as no_chromium
from lightterm.engines.light_binary import missing as no_lightpanda
from lightterm.session.session import Session

if TYPE_CHECKING:
    from servers import Server

FORM = """<!doctype html><title>Port</title><h1>Port</h1><form action=/find><label>Port <input name=q></label>
<label>Zone <select name=zone><option value=n>North<option value=s>South</select></label>
<label><input type=checkbox name=springs> springs</label><button>Find</button></form><a href=/on>onward</a>"""

FOUND = "<title>Found</title><p>Three ports. <a href=/on>onward</a> <a href=/port>again</a>"

FILL = [
    {"do": "type", "target": 1, "value": "Oban"},
    {"do": "select", "target": "Zone", "value": "South"},
    {"do": "check", "target": 3},
]

TIERS = [
    "static",
    pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))),
    pytest.param("full", marks=pytest.mark.skipif(bool(no_chromium()), reason=str(no_chromium()))),
]


def serve(server: Server) -> str:
    server.page("/find", FOUND)
    server.page("/on", "<title>On</title><p>Further on. <a href=/port>back to the port</a>")
    return server.page("/port", FORM)


def sent(server: Server, path: str) -> list[str]:
    return [asked.query for asked in server.log if asked.path == path]


@pytest.mark.parametrize("tier", TIERS)
def test_steps_are_done_in_order_and_told_in_one_answer(server: Server, tier: str) -> None:
    url = serve(server)

    @in_a_loop
    async def run() -> None:
        async with agent() as a:
            await a.call("open", url=url, tier=tier, deadline=60)
            done = await a.call("act", steps=[*FILL, {"do": "click", "target": "Find"}], deadline=60)
            assert "error" not in done, done
            assert sent(server, "/find") == ["q=Oban&zone=s&springs=on"]
            assert done["title"] == "Found" and "Three ports" in done["text"]
            assert done["data"]["steps"] == {"done": 4, "of": 4}
            said = [done["text"].index(f"{number}. ") for number in (1, 2, 3, 4)]
            assert said == sorted(said)

    run()


@pytest.mark.parametrize("tier", TIERS)
def test_it_stops_at_the_first_that_fails_and_says_what_was_done_and_what_not(server: Server, tier: str) -> None:
    url = serve(server)

    @in_a_loop
    async def run() -> None:
        async with agent() as a:
            await a.call("open", url=url, tier=tier, deadline=60)
            steps = [FILL[0], {"do": "select", "target": 2, "value": "Suoth"}, FILL[2], {"do": "submit", "target": 1}]
            stopped = await a.call("act", steps=steps, deadline=60)
            error = stopped["error"]
            assert error["code"] == "VALIDATION_FAILED", error
            assert (error["context"]["step"], error["context"]["steps"]) == (2, 4)
            assert error["message"].startswith("step 2 of 4 (select [2])")
            assert "(step 1 is done; steps 3 to 4 are not done)" in error["message"]
            assert stopped["data"]["steps"] == {"done": 1, "of": 4}
            assert "Oban" in stopped["text"] and not sent(server, "/find")
            way = error["recommendedActions"][0]
            assert way["toolToUse"] == "act" and [step["do"] for step in way["parameters"]["steps"]] == [
                "select", "check", "submit",
            ]  # fmt: skip
            followed = await a.call("act", **way["parameters"])
            assert "error" not in followed, followed
            assert sent(server, "/find") == ["q=Oban&zone=s&springs=on"]

    run()


@in_a_loop
async def test_a_number_of_the_page_before_is_never_acted_on(server: Server) -> None:
    url = serve(server)
    async with agent() as a:
        await a.call("open", url=url)
        steps = [{"do": "click", "target": "Find"}, {"do": "click", "target": 2}]
        moved = await a.call("act", steps=steps)
        assert moved["error"]["code"] == "STALE_TARGET", moved
        assert moved["error"]["context"]["step"] == 2 and moved["title"] == "Found"
        assert "onward" in moved["text"], "where it stands now is told"
        assert not sent(server, "/on") and len(sent(server, "/port")) == 1
        by_words = await a.call("act", steps=[{"do": "click", "target": "onward"}, {"do": "click", "target": "back*"}])
        assert by_words["error"]["context"]["step"] == 2, "a pattern is one of addresses"
        by_words = await a.call("act", steps=[{"do": "click", "target": "back to"}, {"do": "click", "target": "Find"}])
        assert "error" not in by_words and by_words["title"] == "Found"


@in_a_loop
async def test_what_is_recommended_never_reads_an_old_number_on_another_page(server: Server) -> None:
    """After a step that led elsewhere the numbers of steps to come mean nothing there: they are not repeated."""
    url = serve(server)
    async with agent() as a:
        await a.call("open", url=url)
        steps = [
            {"do": "click", "target": "Find"},
            {"do": "click", "target": "onwrad"},
            {"do": "click", "target": 1},
            {"do": "click", "target": 1},
        ]
        error = (await a.call("act", steps=steps))["error"]
        way = error["recommendedActions"][0]
        assert way["toolToUse"] == "act" and way["parameters"]["target"] == 1, "onward, on the page as it is now"
        for other in error["recommendedActions"]:
            assert "steps" not in other.get("parameters", {}), other


GROWS = """<!doctype html><title>Grows</title><p>Words enough to be read without any script at all, and some more.</p>
<p><label>Name <input id=who></label> <button id=more>More</button> <button id=tell>Tell</button><p id=out>nothing</p>
<script>more.onclick = () => { const b = document.createElement('button'); b.textContent = 'New';
document.querySelector('p + p').prepend(b) };
tell.onclick = () => { out.textContent = 'told ' + who.value };</script>"""


@pytest.mark.skipif(bool(no_lightpanda()), reason=str(no_lightpanda()))
@pytest.mark.parametrize("tier", ["static", "light"])
def test_numbers_hold_over_what_scripts_do_in_between(server: Server, tier: str) -> None:
    """A page whose scripts are begun by a step, and put a button before all others, is the same page."""
    server.page("/", GROWS)

    @in_a_loop
    async def run() -> None:
        async with agent() as a:
            opened = await a.call("open", url=server.url("/"), tier=tier)
            assert opened["tier"] == tier
            steps = [
                {"do": "click", "target": 2},
                {"do": "type", "target": 1, "value": "Ada"},
                {"do": "click", "target": 3},
            ]
            told = await a.call("act", steps=steps, revision=opened["revision"])
            assert "error" not in told and "told Ada" in told["text"] and "New" in told["text"], told

    run()


@in_a_loop
async def test_each_step_is_undone_and_written_down_by_itself(server: Server) -> None:
    url = serve(server)
    server.page("/key", "<title>Key</title><form><label>Name <input name=n></label><label>Key <input type=password>")
    async with agent(agents__allow=("password",)) as a:
        await a.call("open", url=url)
        await a.call("act", steps=FILL)
        assert "[3][x] springs" in (await a.call("snapshot"))["text"]
        for gone, left in (("[3][x] springs", "South"), ("South selected", "Oban"), ("Oban", "Port")):
            undone = await a.call("go", to="undo")
            assert "error" not in undone and gone not in undone["text"] and left in undone["text"], gone
        await a.call("open", url=server.url("/key"))
        steps = [{"do": "type", "target": 1, "value": "Ada"}, {"do": "type", "target": 2, "value": "geheim1"}]
        await a.call("act", steps=[*steps, {"do": "type", "target": 9, "value": "geheim2"}])
        assert a.desk is not None
        store = a.desk.session.store
        entries = [one for one in store.deeds.all()[::-1] if one.tool == "act"]
        assert store.deeds.check().count == len(store.deeds.all())
    assert [one.words.partition(" ")[0] for one in entries] == ["type", "select", "check", "type", "type", "type"]
    assert [one.outcome.partition(":")[0] for one in entries] == ["done"] * 5 + ["VALIDATION_FAILED"]
    assert json.loads(entries[3].arguments)["value"] == "Ada"
    assert "geheim" not in "".join(f"{one.words} {one.arguments} {one.outcome}" for one in entries)


def asking(session: Session, answers: list[str], mode: str) -> tuple[Client, list[str]]:
    asked: list[str] = []

    async def elicited(_context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"answer": answers.pop(0)})

    return Client(make_server(Desk(session), HOME), mode=mode, elicitation_callback=elicited), asked  # type: ignore[arg-type]  # a parameter's str


@pytest.mark.parametrize(("mode", "acting"), [("auto", "ask"), ("legacy", "ask"), ("auto", "auto")])
def test_leave_is_asked_once_for_all_of_them_by_name(server: Server, mode: str, acting: str) -> None:
    url = serve(server)

    @in_a_loop
    async def run() -> None:
        with Session(settings.load().with_session([("agents.acting", acting)])) as session:
            client, asked = asking(session, ["yes", "no", "yes", "yes"], mode)
            async with client:
                a = Agent(client)
                await a.call("open", url=url)
                done = await a.call("act", steps=FILL)
                assert "error" not in done and len(asked) == 1, done
                for words in ('type [1] Port "Oban"', 'select [2] Zone "South"', "check [3] springs"):
                    assert words in asked[0]
                refused = await a.call("act", steps=[{"do": "uncheck", "target": 3}, {"do": "clear", "target": 1}])
                assert refused["error"]["code"] == "ACTION_REFUSED" and len(asked) == 2
                assert "[3][x]" in (await a.call("snapshot"))["text"], "nothing of it was done"
                # What comes on a page that nobody could tell of is asked about when it is known.
                beyond = await a.call("act", steps=[{"do": "click", "target": "Find"}, {"do": "click", "target": 2}])
                assert beyond["error"]["context"]["step"] == 2
                named = [{"do": "click", "target": "again"}, {"do": "click", "target": "Find"}]
                stopped = await a.call("act", steps=named)
                assert stopped["error"]["code"] == "ACTION_REFUSED" and stopped["error"]["context"]["step"] == 2
                assert stopped["title"] == "Port" and len(asked) == 4
                assert len(sent(server, "/find")) == 1, "nothing is done twice, and what was not asked about not once"

    run()


@in_a_loop
async def test_a_verb_that_is_forbidden_forbids_the_call(server: Server) -> None:
    url = serve(server)
    async with agent(agents__refuse=("submit",)) as a:
        await a.call("open", url=url)
        refused = await a.call("act", steps=[*FILL, {"do": "click", "target": 4}])
        assert refused["error"]["code"] == "ACTION_REFUSED" and "submit" in refused["error"]["message"]
        assert "Oban" not in (await a.call("snapshot"))["text"]
        # Nor is it done where it turns out to be one only when its page is there.
        await a.call("open", url=server.url("/on"))
        later = await a.call("act", steps=[{"do": "click", "target": "back to"}, {"do": "click", "target": "Find"}])
        assert later["error"]["code"] == "ACTION_REFUSED" and later["error"]["context"]["step"] == 2
    assert not sent(server, "/find")


@in_a_loop
async def test_the_deadline_is_that_of_the_whole_call(server: Server) -> None:
    url = serve(server)
    server.on("/on", lambda _asked, talk: talk.hold())
    async with agent() as a:
        await a.call("open", url=url)
        late = await a.call("act", steps=[FILL[0], {"do": "click", "target": "onward"}, FILL[2]], deadline=1)
        assert late["error"]["code"] == "NETWORK_TIMEOUT", late
        assert late["error"]["context"]["step"] == 2, late
        assert "Oban" in (await a.call("snapshot"))["text"]
        for way in late["error"]["recommendedActions"]:
            assert "Oban" not in str(way), "what is done is not done again"


@in_a_loop
async def test_a_step_that_leads_to_a_page_that_is_none_ends_it(server: Server) -> None:
    server.page("/port", "<title>Port</title><p><a href=/none>none</a> <a href=/on>onward</a>")
    server.page("/on", "<title>On</title><p>Further on.")
    async with agent() as a:
        await a.call("open", url=server.url("/port"))
        ended = await a.call("act", steps=[{"do": "click", "target": "none"}, {"do": "click", "target": "onward"}])
        assert ended["error"]["code"] == "HTTP_NOT_FOUND" and ended["error"]["context"]["step"] == 1
        assert "step 2 is not done" in ended["error"]["message"]


WRONG: list[tuple[dict[str, Any], dict[str, Any] | None]] = [
    ({"do": "click", "target": 5, "steps": [{"do": "check", "target": 3}]},
     {"steps": [{"do": "click", "target": 5}, {"do": "check", "target": 3}]}),
    ({"actions": [{"action": "click", "ref": 5}, {"type": "check", "element": "springs"}]},
     {"steps": [{"do": "click", "target": 5}, {"do": "check", "target": "springs"}]}),
    ({"steps": [{"do": "fill", "target": 1, "text": "Oban"}, {"do": "key", "target": 1, "key": "Enter"}]},
     {"steps": [{"do": "type", "target": 1, "value": "Oban"}, {"do": "press", "target": 1, "value": "Enter"}]}),
    ({"steps": {"do": "check", "target": 3}}, {"steps": [{"do": "check", "target": 3}]}),
    ({"steps": ["click onward", "type 'Oban' into Port"]},
     {"steps": [{"do": "click", "target": "onward"}, {"do": "type", "target": "Port", "value": "Oban"}]}),
    ({"do": [{"do": "check", "target": 3}]}, {"steps": [{"do": "check", "target": 3}]}),
    ({"steps": []}, None),
    ({"steps": "[]"}, None),
    ({"do": None}, None),
    ({}, None),
    ({"steps": [{"target": 3}]}, None),
    ({"steps": [{"do": "check", "target": 3}] * 51}, None),
]  # fmt: skip


@in_a_loop
async def test_what_is_written_otherwise_is_told_as_it_has_to_be(server: Server) -> None:
    url = serve(server)
    async with agent() as a:
        await a.call("open", url=url)
        for given, right in WRONG:
            error = (await a.call("act", **given))["error"]
            assert error["code"] == "COMMAND_INVALID", (given, error)
            found = [step["parameters"] for step in error["recommendedActions"] if step.get("toolToUse") == "act"]
            assert found[:1] == ([right] if right else []), (given, error)
        as_json = await a.call("act", steps=json.dumps(FILL))
        assert "error" not in as_json and as_json["data"]["steps"]["done"] == 3


@in_a_loop
async def test_what_is_recommended_says_no_secret_of_any_step(server: Server) -> None:
    server.page("/", "<title>Key</title><form><label>Name <input name=n></label><label>Key <input type=password>")
    async with agent(agents__allow=("password",)) as a:
        await a.call("open", url=server.url("/"))
        steps = [{"do": "type", "target": "Nmae", "value": "Ada"}, {"do": "type", "target": 2, "value": "geheim"}]
        failed = await a.result("act", steps=steps)
        assert "geheim" not in failed.model_dump_json() and "Nmae" in failed.model_dump_json()


@in_a_loop
async def test_who_follows_what_is_recommended_gets_to_the_end(server: Server) -> None:
    url = serve(server)
    async with agent() as a:
        await a.call("open", url=url)
        client = ReferenceClient(lambda tool, given: a.call(tool, **given), lambda _seconds: None)
        steps = [FILL[0], {"do": "select", "target": "Zoen", "value": "South"}, {"do": "tick", "target": 3}]
        done = await client.ask("act", {"steps": [*steps, {"do": "submit", "target": 1}]})
        assert "error" not in done and done["title"] == "Found"
        assert sent(server, "/find") == ["q=Oban&zone=s&springs=on"]


@in_a_loop
async def test_over_standard_input_with_the_client_of_the_sdk(server: Server) -> None:
    url = serve(server)
    options = StdioServerParameters(command=sys.executable, args=[*COMMAND[1:], "--allow-private", "--acting", "allow"])
    async with Client(stdio_client(options)) as client:
        a = Agent(client)
        tool = next(one for one in (await client.list_tools()).tools if one.name == "act")
        assert set(tool.input_schema["properties"]["steps"]["items"]["properties"]) == {"do", "target", "value"}
        await a.call("open", url=url)
        done = await a.call("act", steps=[*FILL, {"do": "submit", "target": 1}])
        assert "error" not in done and done["title"] == "Found"
    assert sent(server, "/find") == ["q=Oban&zone=s&springs=on"]
