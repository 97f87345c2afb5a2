"""The first answers on standard input come from a file: the same as the SDK's, and not a message is lost after them.

LIGHTTERM_UPDATE_SNAPSHOTS=1 pytest tests/agent/test_front.py            writes lightterm/agent/schemas/front.json anew
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from agent_clients import COMMAND, HOME, environment
from browsing import in_a_loop
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, jsonrpc_message_adapter
from servers import Server

from lightterm import settings
from lightterm.agent.caps import CAPS
from lightterm.agent.desk import Desk
from lightterm.agent.front import FILE, LISTS, Front
from lightterm.agent.sdk import low_level
from lightterm.agent.server import make_server
from lightterm.session.session import Session

UPDATES = bool(os.environ.get("LIGHTTERM_UPDATE_SNAPSHOTS"))
HANDSHAKES = ("2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
CLIENT = {"name": "test", "version": "1"}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}

Message = dict[str, Any]


def request(number: int, method: str, version: str, **params: Any) -> Message:
    """A request as a client of a revision sends it."""
    if version == MODERN:
        params["_meta"] = META
    return {"jsonrpc": "2.0", "id": number, "method": method, **({"params": params} if params else {})}


def opening(version: str) -> list[Message]:
    """What a client of a revision sends first, lists and all."""
    if version == MODERN:
        first = [request(0, "server/discover", version)]
    else:
        hello = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
        first = [request(0, "initialize", version, **hello), INITIALIZED]
    return [*first, *(request(n, method, version) for n, method in enumerate(LISTS, 1))]


async def said_by_sdk(messages: list[Message], caps: frozenset[str]) -> dict[int, Any]:
    """What the SDK's server answers to messages, by id."""
    with Session(settings.load()) as session:
        low = low_level(make_server(Desk(session), HOME.replace(caps=caps)))
        to_server, from_client = anyio.create_memory_object_stream[Any](20)
        to_client, from_server = anyio.create_memory_object_stream[Any](20)
        found: dict[int, Any] = {}
        async with anyio.create_task_group() as group, to_server, from_server:
            group.start_soon(low.run, from_client, to_client, low.create_initialization_options())
            for message in messages:
                parsed = jsonrpc_message_adapter.validate_json(json.dumps(message), by_name=False)
                await to_server.send(SessionMessage(parsed))
                if isinstance(parsed, JSONRPCRequest):
                    answer = json.loads(
                        (await from_server.receive()).message.model_dump_json(by_alias=True, exclude_unset=True)
                    )
                    found[answer["id"]] = answer["result"]
            group.cancel_scope.cancel()
        return found


async def recorded() -> dict[str, Any]:
    """The file as it has to be."""
    results = {}
    for version in (*HANDSHAKES, MODERN):
        messages = opening(version)
        answers = await said_by_sdk(messages, frozenset(CAPS))
        results[version] = {m["method"]: answers[m["id"]] for m in messages if "id" in m}
    usual = {tool["name"] for tool in (await said_by_sdk(opening(MODERN), frozenset()))[1]["tools"]}
    caps = {}
    for cap in CAPS:
        told = (await said_by_sdk(opening(MODERN), frozenset({cap})))[1]["tools"]
        caps |= {tool["name"]: cap for tool in told if tool["name"] not in usual}
    return {"handshakes": list(HANDSHAKES), "caps": caps, "results": results}


@in_a_loop
async def test_the_file_holds_what_the_sdk_says() -> None:
    now = await recorded()
    if UPDATES:
        Path(FILE).write_text(json.dumps(now, ensure_ascii=False) + "\n", "utf-8")
    assert json.loads(Path(FILE).read_text("utf-8")) == now, "LIGHTTERM_UPDATE_SNAPSHOTS=1 writes it anew"


def fronted(text: bytes, caps: frozenset[str] = frozenset()) -> tuple[list[Message], bytes, bool]:
    """What the front answers to input, the bytes it leaves to the SDK, and whether it said that tools were told."""
    source, told = os.pipe(), os.pipe()
    os.write(source[1], text)
    os.close(source[1])
    listed: list[bool] = []
    opened = Front(caps, lambda: listed.append(True), source[0], told[1]).serve()
    os.close(told[1])
    with os.fdopen(told[0], "rb") as answers:
        found = [json.loads(line) for line in answers]
    os.close(source[0])
    return found, opened.ahead, bool(listed)


def lines(*messages: Message) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


@pytest.mark.parametrize("version", [*HANDSHAKES, MODERN])
def test_every_first_answer_is_that_of_the_sdk(version: str) -> None:
    messages = opening(version)
    caps = frozenset({"media", "storage"})
    found, _, listed = fronted(lines(*messages), caps)
    real = anyio.run(said_by_sdk, messages, caps)
    assert {answer["id"]: answer["result"] for answer in found} == real and listed
    assert {"media", "session"} <= {tool["name"] for tool in real[1]["tools"]}


UNUSUAL: dict[str, bytes] = {
    "a call": lines(request(7, "tools/call", MODERN, name="tabs", arguments={})),
    "a cursor": lines(request(7, "tools/list", MODERN, cursor="x")),
    "no JSON": b"nonsense\n",
    "a batch": b"[" + lines(request(7, "tools/list", MODERN)).strip() + b"]\n",
    "an old revision": lines(
        request(7, "initialize", "2024-11-05", protocolVersion="2024-11-05", capabilities={}, clientInfo=CLIENT)
    ),
    "a list before the handshake": lines(request(7, "tools/list", "2025-11-25")),
    "half an envelope": lines(
        {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {"_meta": {**META, "a/b": 1}}}
    ),
    "an id of no type": lines({"jsonrpc": "2.0", "id": [7], "method": "tools/list", "params": {"_meta": META}}),
    "odd capabilities": lines(
        request(7, "initialize", "2025-11-25", protocolVersion="2025-11-25", capabilities={"x": 5}, clientInfo=CLIENT)
    ),
    "a line without end": lines(request(7, "tools/list", MODERN)).rstrip(b"\n"),
    "a long line": b'{"jsonrpc":"2.0","id":7,"method":"' + b"a" * 60_000,
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_unusual_is_left_to_the_sdk_whole(name: str) -> None:
    found, ahead, _ = fronted(UNUSUAL[name])
    assert found == [] and ahead == UNUSUAL[name]


@pytest.mark.covers("LB-76")
@pytest.mark.parametrize("version", [*HANDSHAKES, MODERN])
@pytest.mark.parametrize("cut", [0, 40, 700])
def test_not_a_message_is_lost_when_the_sdk_takes_over(server: Server, version: str, cut: int) -> None:
    url = server.page("/", "<title>Tides</title><p>High water")
    more = [
        request(10, "tools/call", version, name="browse", arguments={"url": url}),
        request(11, "tools/list", version),
        request(12, "tools/call", version, name="tabs", arguments={}),
    ]
    text = lines(*opening(version), *more)
    with subprocess.Popen(
        [*COMMAND, "--allow-private"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(text[:cut])
        child.stdin.flush()
        child.stdin.write(text[cut:])
        child.stdin.flush()
        wanted = {0, 1, 2, 3, 4, 10, 11, 12}
        found = [json.loads(child.stdout.readline()) for _ in wanted]
        child.stdin.close()
        assert child.stdout.read() == b"", "and nothing is said twice"
        assert child.wait(20) == 0
    answers = {answer["id"]: answer["result"] for answer in found}
    assert set(answers) == wanted
    assert "High water" in answers[10]["structuredContent"]["text"]
    assert answers[11] == answers[1], "what the file says is what the SDK says"


def test_the_first_answers_load_no_sdk() -> None:
    program = (
        "import sys, os\n"
        "from lightterm.agent.start import parser\n"
        "from lightterm.agent.front import Front\n"
        "from lightterm import settings; settings.load()\n"
        "parser().parse_args([]); Front(frozenset(), lambda: None).serve()\n"
        "os.write(2, ' '.join(sys.modules).encode())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=lines(*opening("2025-11-25")), capture_output=True, check=True
    )
    loaded = set(done.stderr.decode().split())
    assert len(done.stdout.splitlines()) == 5
    assert not loaded & {"mcp", "mcp_types", "pydantic", "anyio", "asyncio", "starlette"}
