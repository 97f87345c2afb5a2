"""What clients do wrong, by mistake or on purpose: each gets its answer, and the others notice nothing."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import httpx2
import pytest
from agent_clients import HOME, Agent, agent, connected, serving
from browsing import in_a_loop
from effort import Counting

from lightterm.agent.http_sessions import EACH, IN_ALL, HttpSessions
from lightterm.engines import chromium
from lightterm.engines.light_binary import missing as no_lightpanda

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servers import Asked, Server, Talk
    from starlette.types import Message, Receive, Scope, Send

TIERS = ["static", *(["light"] if not no_lightpanda() else []), *(["full"] if not chromium.missing() else [])]
PAGE = "<title>Home</title><p>Good morning <a href=/>home</a><form action=/><input name=q><button>Go</button></form>"

HUGE = "a" * 1_000_000
ODD: Sequence[Any] = (
    None, True, -1, 0, 2**63, 1e308, "", " ", "\0", "\ud7ff\U0010ffff\u202e", "%00", "../../etc/passwd", HUGE,
    [], [[[]]], {}, {"a": {"b": 1}}, ["x"] * 5000, "'; DROP TABLE deeds; --", "[12]", "9" * 400,
)  # fmt: skip


async def listed(a: Agent) -> dict[str, dict[str, Any]]:
    return {tool.name: tool.input_schema for tool in (await a.client.list_tools()).tools}


@pytest.mark.covers("LB-145")
@in_a_loop
async def test_any_value_in_any_argument_of_any_tool_has_an_answer(server: Server) -> None:
    server.page("/", PAGE)
    async with agent(
        agents__calls_per_minute=0, agents__host_loads_per_minute=0, agents__max_tabs=1000, tiers__max="static"
    ) as a:
        await a.call("open", url=server.url("/"))
        usual = {"url": server.url("/"), "to": "reload", "text": "Good", "do": "hover", "fields": {"q": "x"}}
        for name, schema in (await listed(a)).items():
            required = {key: usual[key] for key in schema.get("required", ())}
            if name == "tabs":
                required["do"] = "list"
            for argument in schema["properties"]:
                for odd in ODD:
                    given = {
                        **required,
                        argument: odd,
                        **({"deadline": 1} if "deadline" in schema["properties"] else {}),
                    }
                    if argument == "deadline":
                        given["deadline"] = odd
                    result = await a.client.call_tool(name, given)
                    answer = result.structured_content
                    assert answer is not None, (name, argument, odd)
                    error = answer.get("error")
                    if error is not None:
                        assert error["code"] != "INTERNAL_ERROR", (name, argument, str(odd)[:80], error)
                        assert error["message"] and isinstance(error["retryable"], bool)
                        assert len(json.dumps(answer)) < 60_000, "what was wrong is not sent back whole"
        assert "Good morning" in (await a.call("browse", url=server.url("/")))["text"]


@in_a_loop
async def test_fifty_calls_at_once_are_all_answered_and_bounded(server: Server) -> None:
    server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        calls: list[tuple[str, dict[str, Any]]] = [
            ("snapshot", {}), ("browse", {"url": server.url("/")}), ("act", {"do": "type", "target": 2, "value": "x"}),
            ("tabs", {}), ("forms", {"tab": 99}),
        ]  # fmt: skip
        answers = await asyncio.gather(*(a.call(name, **call) for name, call in calls * 10))
        codes = {answer["error"]["code"] for answer in answers if "error" in answer}
        assert codes <= {"CLIENT_LIMIT_REACHED", "SESSION_NOT_FOUND"}
        assert sum("error" not in answer for answer in answers) >= 10
        assert "Good morning" in (await a.call("snapshot"))["text"], "and there is room again"


@in_a_loop
async def test_a_call_that_is_cancelled_stops_its_load_and_frees_its_tab(server: Server) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def never(_asked: Asked, talk: Talk) -> None:
        loop.call_soon_threadsafe(begun.set)
        talk.hold()
        loop.call_soon_threadsafe(ended.set)

    server.on("/never", never)
    server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        for _ in range(3):
            begun.clear()
            ended.clear()
            call = asyncio.create_task(a.call("open", url=server.url("/never"), deadline=100))
            await begun.wait()
            call.cancel()
            with anyio.fail_after(8):
                await ended.wait()
                assert "Good morning" in (await a.call("snapshot"))["text"]


HANGING = """<p>Good morning<a href=/never>Never</a> <button onclick="const x = new XMLHttpRequest();
x.open('GET', '/loops', false); x.send(); for (;;);">Hang</button>"""


@pytest.mark.parametrize("target", ["Never", "Hang"])
@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_an_action_on_a_live_page_that_is_cancelled_ends_and_frees_the_tab(
    server: Server, tier: str, target: str
) -> None:
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def never(_asked: Asked, talk: Talk) -> None:
        loop.call_soon_threadsafe(begun.set)
        talk.hold()

    def loops(_asked: Asked, talk: Talk) -> None:
        loop.call_soon_threadsafe(begun.set)
        talk.reply(b"it begins")

    server.on("/never", never)
    server.on("/loops", loops)
    url = server.page("/", HANGING)
    async with agent() as a:
        await a.call("open", url=url, tier=tier, deadline=60)
        call = asyncio.create_task(a.call("act", do="click", target=target, deadline=60))
        await begun.wait()
        call.cancel()
        with anyio.fail_after(8):
            assert "Good morning" in (await a.call("snapshot"))["text"]
        assert "Good morning" in (await a.call("open", url=url, tier=tier, deadline=30))["text"]


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}
PING = {"jsonrpc": "2.0", "id": 3, "method": "ping"}
HEAD = {"Authorization": "Bearer a-token-of-the-test", "Accept": "application/json, text/event-stream"}


def test_of_a_thousand_abandoned_sessions_few_are_kept_and_those_in_use_stay(server: Server) -> None:
    server.page("/", PAGE)

    async def opened(http: httpx2.AsyncClient, url: str, name: str) -> str:
        hello = {**HELLO, "params": {**HELLO["params"], "clientInfo": {"name": name, "version": "1"}}}
        return str((await http.post(url, json=hello)).headers["mcp-session-id"])

    async def called(http: httpx2.AsyncClient, url: str, session: str) -> tuple[int, str]:
        call = {"name": "open", "arguments": {"url": server.url("/")}}
        message = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
        answer = await http.post(url, json=message, headers={"Mcp-Session-Id": session})
        return answer.status_code, answer.text

    @in_a_loop
    async def run() -> None:
        async with connected(said, "legacy") as listening, httpx2.AsyncClient(headers=HEAD, timeout=60) as http:
            assert "Good morning" in (await listening.call("open", url=server.url("/")))["text"]
            used = await opened(http, url, "busy")
            sessions, before = [], 0
            for n in range(50):
                sessions += await asyncio.gather(*(opened(http, url, f"name {(n * 20 + i) // 200}") for i in range(20)))
                assert "Good morning" in (await called(http, url, used))[1], "who calls is not the oldest"
                if n == 9:
                    before = resident(child.pid)
            assert len(set(sessions)) == 1000 and all(len(one) >= 32 for one in sessions), "128 bits each"
            assert resident(child.pid) - before < 12, "MB: 800 more of them would hold 48"
            kept = [
                session for session in sessions if (await http.post(url, json=PING, headers=of(session))).is_success
            ]
            assert len(kept) <= 128 and kept == [one for one in sessions if one in kept[-128:]]
            assert {sessions.index(one) // 200 for one in kept} >= {2, 3, 4}
            assert all(sum(sessions.index(one) // 200 == n for one in kept) <= 32 for n in range(5))
            told = [await called(http, url, session) for session in kept[-40:]]
            served = ["Good morning" in text for _, text in told]
            assert all(served[:30]), "agents.max_clients, and two have called before"
            assert all(one or "CLIENT_LIMIT_REACHED" in text for one, (_, text) in zip(served, told, strict=True))
            gone = [http.delete(url, headers=of(session)) for session in kept]
            assert {answer.status_code for answer in await asyncio.gather(*gone)} == {200}
            assert (await http.post(url, json=HELLO, headers=of(kept[0]))).status_code == 404
            assert "Good morning" in (await called(http, url, await opened(http, url, "new")))[1], "there is room"
            last = await listening.call("snapshot")
            assert "Good morning" in last["text"], ("who listens is not idle", last)

    with serving("--http", "0", "--allow-private") as (child, said):
        url = said.split(" at ")[1].split(",")[0]
        run()


def of(session: str) -> dict[str, str]:
    return {"Mcp-Session-Id": session}


def resident(pid: int) -> float:
    """Megabytes that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@in_a_loop
async def test_where_no_session_is_idle_another_is_refused() -> None:
    """An application whose answers never end, as those that a client listens on."""
    ended: list[str] = []
    under_way: list[str] = []

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        fields = dict(scope["headers"])
        if scope["method"] == "POST":
            key = b"session-%d" % len(under_way)
            under_way.append(key.decode())
            await send({"type": "http.response.start", "status": 200, "headers": [(b"mcp-session-id", key)]})
            await send({"type": "http.response.body", "body": b""})
        elif scope["method"] == "GET":
            await anyio.sleep_forever()
        else:
            assert fields[b"host"] == b"us", "it ends sessions by a name that it answers to"

    async def asked(sessions: HttpSessions, method: str, key: str = "", name: str = "x") -> int:
        said: list[int] = []
        body = json.dumps({"method": "initialize", "params": {"clientInfo": {"name": name}}}).encode()

        async def receive() -> Message:
            return {"type": "http.request", "body": body}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                said.append(message["status"])

        headers = [(b"host", b"us"), *([(b"mcp-session-id", key.encode())] if key else [])]
        await sessions({"type": "http", "method": method, "headers": headers}, receive, send)
        return said[0] if said else 0

    now = 0.0
    sessions = HttpSessions(app, "us", ended.append, lambda: now)
    async with anyio.create_task_group() as group:
        for _ in range(EACH):
            now += 1
            assert await asked(sessions, "POST") == 200
            group.start_soon(asked, sessions, "GET", under_way[-1])
        await anyio.sleep(0)
        await anyio.sleep(0)
        assert await asked(sessions, "POST") == 503 and len(sessions) == EACH
        for n in range(IN_ALL):
            now += 1
            assert await asked(sessions, "POST", name=f"another {n}") == 200
        assert len(sessions) == IN_ALL and len(ended) == EACH and ended[0] == under_way[EACH]
        group.cancel_scope.cancel()
    assert await asked(sessions, "DELETE", under_way[0]) == 0 and len(sessions) == IN_ALL - 1


@in_a_loop
async def test_an_argument_that_there_is_not_is_refused(server: Server) -> None:
    server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        misspelt = (await a.call("fill_form", fields={"q": "x"}, submit=True, dryRun=True))["error"]
        assert misspelt["code"] == "COMMAND_INVALID" and "dry_run" in misspelt["message"]
        assert len(server.log) == 1, "nothing was sent"
        step = misspelt["recommendedActions"][0]
        assert step["parameters"] == {"fields": {"q": "x"}, "submit": True, "dry_run": True}
        assert "would" in (await a.call(step["toolToUse"], **step["parameters"]))["text"]
        strange = (await a.call("find", text="morning", **{"\x1b[31mcolour": "red"}))["error"]
        assert strange["code"] == "COMMAND_INVALID" and "\x1b" not in strange["message"]
        assert strange["recommendedActions"][0]["parameters"] == {"text": "morning"}


@in_a_loop
async def test_nobody_is_told_which_files_there_are(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("x")
    async with agent(HOME.replace(asker="program")) as a:
        told = [(await a.call("browse", url=f"{str(tmp_path)[1:]}/{name}"))["error"] for name in ("there", "not")]
    assert told[0]["code"] == told[1]["code"] and told[0]["message"].replace("there", "not", 1) == told[1]["message"]


@in_a_loop
async def test_yes_and_no_are_no_numbers(server: Server) -> None:
    server.page("/", PAGE)
    async with agent() as a:
        opened = await a.call("open", url=server.url("/"))
        for name, given in (
            ("act", {"do": "click", "target": True}),
            ("act", {"steps": [{"do": "click", "target": True}]}),
            ("snapshot", {"tab": True}),
            ("snapshot", {"since": True}),
            ("open", {"url": server.url("/"), "deadline": True}),
        ):
            assert "error" in await a.call(name, **given), (name, given)
        assert (await a.call("snapshot"))["revision"] == opened["revision"]
        assert "error" not in await a.call("open", url=server.url("/"), new_tab=True)


@pytest.mark.parametrize("tool", ["act", "fill_form", "browse", "nothing_like_it"])
@in_a_loop
async def test_no_number_of_arguments_holds_up_the_others(tool: str) -> None:
    """What each of 50,000 may mean was looked for in the loop: no other client was answered for six seconds."""
    many: list[dict[str, Any]] = [
        {f"unknown_{at}": at for at in range(100_000)},
        {"steps": [{"act": "clik", "elm": f"x{at}"} for at in range(50_000)]},
        {"fields": {f"name_{at}": "x" for at in range(100_000)}},
        {"arguments": {"params": {f"name_{at}": "x" for at in range(100_000)}}},
    ]
    async with agent() as a:
        for arguments in many:
            with Counting() as counting:
                error = (await a.call(tool, **arguments))["error"]
            assert counting.calls < 50_000, list(arguments)[:1]
            assert error["code"] == "COMMAND_INVALID" and len(error["message"]) < 300
