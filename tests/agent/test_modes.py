"""Modes and leave: who has control, and what an agent may do where."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

import pytest
from agent_clients import HOME, Agent
from browsing import in_a_loop
from mcp import Client
from mcp_types import ElicitResult

from lightterm import settings
from lightterm.agent.approving import policy_for
from lightterm.agent.deed import Deed
from lightterm.agent.desk import Desk
from lightterm.agent.modes import MODES, PAUSED, WATCH, Control
from lightterm.agent.server import make_server
from lightterm.errors import ValidationFailed
from lightterm.session.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server


@pytest.mark.covers("BK-63")
@pytest.mark.parametrize("start", MODES)
@pytest.mark.parametrize("to", MODES)
@in_a_loop
async def test_every_mode_leads_to_every_other_by_one_function(start: str, to: str) -> None:
    control = Control(start)
    assert control.go(to) is (start != to)
    assert control.mode == to and control.held is (to == PAUSED)
    free = asyncio.create_task(control.free())
    await asyncio.sleep(0)
    assert free.done() is (to != PAUSED)
    gave = control.give()
    assert gave is (to == PAUSED)
    assert control.mode == (to if to != PAUSED else WATCH if start == PAUSED else start)
    await free
    with pytest.raises(ValidationFailed, match="there is no mode"):
        control.go("headless")


@pytest.mark.covers("SAKX-8")
def test_the_strictest_word_on_a_verb_or_tool_holds() -> None:
    chosen = settings.Settings().with_request(
        [("agents.acting", "ask"), ("agents.allow", ["hover", "click"]), ("agents.refuse", ["submit", "evaluate"])]
    )
    policy = chosen.agents

    def of(tool: str, verb: str = "", acts: bool = True) -> str:
        return policy_for(policy, Deed(tool, "", acts, verb))

    assert of("open", acts=False) == "allow", "reading is free"
    assert of("act", "click") == of("act", "hover") == "allow"
    assert of("act", "type") == of("fill_form", "fill_form") == "ask"
    assert of("act", "submit") == of("fill_form", "submit") == of("evaluate") == "refuse"
    wide = chosen.with_request([("agents.ask", ["act"])]).agents
    assert policy_for(wide, Deed("act", "", True, "click")) == "ask"
    assert policy_for(wide, Deed("act", "", True, "submit")) == "refuse"


PAGE = "<title>Home</title><p><a href=/on>on</a><form action=/sent><input name=q><button>Send</button></form>"


@in_a_loop
async def test_a_site_has_its_own_policy_and_what_is_forbidden_is_not_done(server: Server) -> None:
    server.page("/", PAGE)
    chosen = settings.load().with_site("127.0.0.1", [("agents.refuse", ["submit"]), ("agents.acting", "allow")])
    with Session(chosen) as session:
        async with Client(make_server(Desk(session), HOME)) as client:
            a = Agent(client)
            await a.call("open", url=server.url("/"))
            for call in (
                {"do": "submit", "target": 2},
                {"do": "click", "target": 3},
                {"do": "press", "target": 2, "value": "Enter"},
                {"do": "press", "target": 2, "value": "enter"},
                {"do": "press", "target": 2, "value": "\n"},
                {"do": "press", "target": 2, "value": ["x", "Control+Enter"]},
            ):
                answer = await a.call("act", **call)
                assert answer["error"]["code"] == "ACTION_REFUSED", (call, answer)
            filled = await a.call("fill_form", fields={"q": "x"}, submit=True)
            assert filled["error"]["code"] == "ACTION_REFUSED"
            assert "x" in (await a.call("fill_form", fields={"q": "x"}))["text"]
            await a.call("open", url=server.url("/", "localhost"))
            assert "error" in await a.call("open", url=server.url("/gone", "localhost"))
    assert not [asked for asked in server.log if asked.path == "/sent"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_that_can_ask_its_user_is_asked(server: Server, mode: str) -> None:
    server.page("/", PAGE)
    server.page("/on", "<title>On</title><p>Further on <a href=/>home</a>")
    asked: list[str] = []
    answers = ["no", "always here"]

    async def elicited(_context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        if not answers:
            return ElicitResult(action="decline")
        return ElicitResult(action="accept", content={"answer": answers.pop(0)})

    @in_a_loop
    async def run() -> None:
        with Session(settings.load()) as session:
            server_ = make_server(Desk(session), HOME)
            async with Client(server_, mode=mode, elicitation_callback=elicited) as client:  # type: ignore[arg-type]  # a parameter's str
                a = Agent(client)
                await a.call("open", url=server.url("/"))
                refused = await a.call("act", do="click", target=1)
                assert refused["error"]["code"] == "ACTION_REFUSED"
                assert "Further on" in (await a.call("act", do="click", target=1))["text"]
                assert "error" not in await a.call("act", do="click", target=1)
                assert len(asked) == 2 and "click [1] on" in asked[0], "the second yes was for all of the host"
                session.configure(session.settings.with_request([("agents.ask", ["click"])]))
                assert (await a.call("act", do="click", target=1))["error"]["code"] == "ACTION_REFUSED"
                assert len(asked) == 3

    run()


def test_what_a_person_is_asked_about_is_where_it_happens_and_what_can_be_done(server: Server, tmp_path: Path) -> None:
    """A script's page and a link's address count, with or without a scheme; a yes to one host is none to another."""
    server.page("/", PAGE)
    asked: list[str] = []

    async def elicited(_context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"answer": "always here"})

    @in_a_loop
    async def run() -> None:
        grants = HOME.replace(evaluates=True, caps=frozenset({"devtools", "files", "storage"}))
        chosen = settings.load().with_site("localhost", [("agents.refuse", ["evaluate", "download"])])
        chosen = chosen.with_session([("agents.acting", "ask"), ("agents.evaluate", True)])
        with Session(chosen) as session:
            server_ = make_server(Desk(session), grants)
            async with Client(server_, elicitation_callback=elicited) as client:
                a = Agent(client)
                for host in ("127.0.0.1", "localhost"):
                    await a.call("open", url=server.url("/", host))
                    await a.call("evaluate", script="1")
                assert len(asked) == 1 and "act on 127.0.0.1" in asked[0], asked
                there = server.url("/on", "localhost")
                ways = ({"target": 1}, {"url": there}, {"url": there.removeprefix("http://")})
                for given in ways:
                    refused = (await a.call("download", **given))["error"]
                    assert "no folder" in refused["message"], "nobody is asked about what cannot be done"
                session.configure(session.settings.with_session([("agents.downloads", str(tmp_path))]))
                for given in ways:
                    refused = (await a.call("download", **given))["error"]
                    assert "not allowed on localhost" in refused["message"], refused
                assert len(asked) == 1
                for name in ("one", "two"):
                    await a.call("session", do="save", name=name)
                assert len(asked) == 3 and "do this" in asked[1], "there is no here for what is on no page"

    run()


DEEDS: dict[str, tuple[str, dict[str, Any]]] = {
    "open": ("open", {}),
    **{do: ("act", {"do": do, "target": 2, "value": "Enter"}) for do in ("type", "clear", "press", "hover", "scroll")},
    "click": ("act", {"do": "click", "target": 1}),
    "select": ("act", {"do": "select", "target": 4, "value": "b"}),
    "check": ("act", {"do": "check", "target": 3}),
    "uncheck": ("act", {"do": "uncheck", "target": 3}),
    "upload": ("act", {"do": "upload", "target": 5, "value": "none"}),
    "submit": ("act", {"do": "submit", "target": 2}),
    "fill_form": ("fill_form", {"fields": {"q": "x"}}),
    "submit by fill_form": ("fill_form", {"fields": {"q": "x"}, "submit": True}),
    "submit by click": ("act", {"do": "click", "target": 6}),
    "dry run": ("fill_form", {"fields": {"q": "x"}, "submit": True, "dry_run": True}),
    "evaluate": ("evaluate", {"script": "1"}),
    "download": ("download", {"target": 1}),
    "session": ("session", {"do": "save", "name": "table"}),
}
"""A call for each verb, and for each tool that acts."""

VERBS = {name: name.partition(" by ")[0] for name in DEEDS} | {"press": "submit", "dry run": "submit"}
"""What a policy knows each by; Enter in a field sends its form."""

FREE = ("open", "dry run")
ACTINGS, LISTS = ("auto", "ask", "allow", "refuse"), ("", "allow", "ask", "refuse")
PRESENCES = {"nobody": None, "yes": "yes", "no": "no", "declines": ""}
"""Who can be asked, and what they answer: nobody, a client's user."""

DECIDED = {
    "auto": {"nobody": True, "yes": True, "no": False, "declines": False},
    "ask": {"nobody": False, "yes": True, "no": False, "declines": False},
    "allow": dict.fromkeys(PRESENCES, True),
    "refuse": dict.fromkeys(PRESENCES, False),
}
"""Whether it is done, by what the settings come to and who is there."""

TABLE = (
    "<title>T</title><a href=/on>on</a><form action=/sent><input name=q><input type=checkbox name=c>"
    "<select name=s><option>a<option>b</select><input type=file name=f><button>Send</button></form>"
)


@pytest.mark.covers("SAKX-8")
@pytest.mark.parametrize("presence", PRESENCES)
def test_every_mode_verb_and_presence_is_decided_as_the_table_says(
    server: Server, tmp_path: Path, presence: str
) -> None:
    server.page("/", TABLE)
    server.page("/on", "<p>On")
    asked: list[str] = []

    async def elicited(_context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        answer = PRESENCES[presence]
        return ElicitResult(action="accept", content={"answer": answer}) if answer else ElicitResult(action="decline")

    @in_a_loop
    async def run() -> None:
        unbound = [(f"agents.{name}", 0) for name in ("calls_per_minute", "host_loads_per_minute")]
        chosen = settings.load().with_session([*unbound, ("agents.downloads", str(tmp_path))])
        refused = False
        with Session(chosen) as session:
            server_ = make_server(
                Desk(session), HOME.replace(evaluates=True, caps=frozenset({"files", "devtools", "storage"}))
            )
            can = None if presence == "nobody" else elicited
            async with Client(server_, elicitation_callback=can) as client:
                a = Agent(client)
                for name, acting, listed in itertools.product(DEEDS, ACTINGS, LISTS):
                    tool, given = DEEDS[name]
                    if not refused:
                        session.configure(chosen)
                        await a.call("open", url=server.url("/"))
                    on_list = [(f"agents.{listed}", [VERBS[name]])] if listed else []
                    session.configure(chosen.with_request([("agents.acting", acting), *on_list]))
                    asked.clear()
                    answer = await a.call(tool, **given, **({"url": server.url("/on")} if tool == "open" else {}))
                    said = answer.get("error", {}).get("message", "")
                    refused = "person" in said or "agents.refuse" in said
                    policy = listed or ("allow" if name in FREE else acting)
                    row = (name, acting, listed, answer.get("error"))
                    assert refused is not DECIDED[policy][presence], row
                    assert len(asked) == (policy in ("auto", "ask") and presence != "nobody"), row

    run()


@in_a_loop
async def test_what_must_be_asked_is_refused_where_nobody_can_be_and_says_how_to_allow_it(server: Server) -> None:
    server.page("/", PAGE)
    with Session(settings.load().with_session([("agents.acting", "ask")])) as session:
        async with Client(make_server(Desk(session), HOME)) as client:
            a = Agent(client)
            await a.call("open", url=server.url("/"))
            refused = (await a.call("act", do="click", target=1))["error"]
            assert refused["code"] == "ACTION_REFUSED" and "nobody is there" in refused["message"]
            step = refused["recommendedActions"][0]
            assert step["action"] == "ask_the_person" and "toolToUse" not in step
            for way in ("--acting allow", "agents.allow: [click]", "127.0.0.1", ":mcp"):
                assert way in step["description"], way
            session.configure(session.settings.with_request([("agents.allow", ["click"])]))
            assert "error" in await a.call("act", do="type", target=2, value="x")
            assert (await a.call("act", do="click", target=1))["error"]["code"] == "HTTP_NOT_FOUND", "it was followed"
            session.configure(session.settings.with_request([("agents.allow", []), ("agents.ask", ["click"])]))
            refused = (await a.call("act", do="click", target=1))["error"]
            assert "take click out of agents.ask" in refused["recommendedActions"][0]["description"]
