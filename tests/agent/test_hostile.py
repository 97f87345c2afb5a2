"""What no server should fall over: every request has an answer, and the next one is served."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import httpx2
import pytest
from agent_clients import serving
from browsing import in_a_loop
from hypothesis import given
from hypothesis import strategies as st
from processes import clean_environment

from lightterm.agent.guard import DEEPEST, LONGEST, depth, refusal
from lightterm.agent.hosting import served, tcp_socket
from lightterm.engines.light_binary import missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from servers import Asked, Server, Talk
    from starlette.types import Receive, Scope, Send

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}


def call(number: int, arguments: str, name: str = "browse") -> str:
    head = f'{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{{"name":"{name}","arguments":'
    return f"{head}{arguments}}}}}"


HOSTILE = {
    "a batch": ('[{"jsonrpc":"2.0","id":4,"method":"ping"}]', None),
    "no object": ("17", None),
    "nothing in it": ("{}", None),
    "another JSON-RPC": ('{"jsonrpc":"1.0","id":4,"method":"ping"}', 4),
    "no method": ('{"jsonrpc":"2.0","id":"x"}', "x"),
    "a method that is a number": ('{"jsonrpc":"2.0","id":4,"method":5}', 4),
    "a list of params": ('{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[]}', 4),
    "half an id": ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None),
    "deep": (call(5, '{"url":' + "[" * 5000 + "]" * 5000 + "}"), 5),
    "deep objects": (call(5, '{"a":' * 5000 + "1" + "}" * 5000), 5),
    "half a pair": (call(6, '{"url":"http://a\\ud800b/"}'), 6),
    "no JSON": ('{"jsonrpc": nonsense', None),
    "long": (call(9, '{"url":"' + "a" * 5_000_000 + '"}'), None),
    "wrong type": (call(7, '{"url":5}'), 7),
    "unknown tool": (call(8, '{"url":"about:start"}', "brows"), 8),
    "an unknown argument": (call(4, '{"url":"https://example.org","colour":"red","max_tokens":-1}'), 4),
}


class Talking:
    """A server on standard input: `ask` sends it lines and gives what it answers, by id."""

    def __init__(self, child: subprocess.Popen[str]) -> None:
        self._child = child
        self._pings = 1000
        self.ask(json.dumps(HELLO), '{"jsonrpc":"2.0","method":"notifications/initialized"}', count=1)

    def ask(self, *lines: str, count: int | None = None) -> dict[Any, dict[str, Any]]:
        """`count` is how many answers come, else one for each line; a ping after them is answered, too."""
        child = self._child
        assert child.stdin is not None and child.stdout is not None
        self._pings += 1
        ping = json.dumps({"jsonrpc": "2.0", "id": self._pings, "method": "ping"})
        child.stdin.write("\n".join([*lines, ping, ""]))
        child.stdin.flush()
        found: dict[Any, dict[str, Any]] = {}
        while len(found) < 1 + (len(lines) if count is None else count):
            answer = json.loads(child.stdout.readline())
            found[answer.get("id")] = answer
        assert found.pop(self._pings)["result"] == {}, "the next is served"
        return found


@pytest.fixture(scope="module")
def talking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talking]:
    """One server for all that is said to it, as a client has it: a start is a second of CPU."""
    words = [sys.executable, "-m", "lightterm", "mcp"]
    environment = clean_environment(str(tmp_path_factory.mktemp("home")))
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True, env=environment) as child:
        assert child.stdin is not None
        yield Talking(child)
        child.stdin.close()
        assert child.wait(20) == 0


@pytest.mark.parametrize("name", HOSTILE)
def test_every_request_is_answered_and_the_next_is_served(name: str, talking: Talking) -> None:
    line, number = HOSTILE[name]
    answer = talking.ask(line)[number]
    error = answer.get("error") or answer["result"]["structuredContent"]["error"]
    assert error["message"]


@pytest.mark.covers("LB-77")
def test_standard_output_holds_messages_alone(talking: Talking) -> None:
    found = talking.ask('{"jsonrpc":"2.0","id":3,"method":"tools/list"}', call(4, '{"url":"about:start"}'))
    assert {tool["name"] for tool in found[3]["result"]["tools"]} >= {"browse", "act"}
    assert all(answer["jsonrpc"] == "2.0" for answer in found.values())


def test_wrong_arguments_are_an_error_of_the_tree(talking: Talking) -> None:
    found = talking.ask(HOSTILE["wrong type"][0], HOSTILE["unknown tool"][0])
    wrong, unknown = (found[n]["result"]["structuredContent"]["error"] for n in (7, 8))
    assert wrong["code"] == "COMMAND_INVALID" and "url" in wrong["message"]
    assert unknown["recommendedActions"][0]["toolToUse"] == "browse"


@in_a_loop
async def test_over_http_too() -> None:
    with serving("--http", "0") as (_child, said):
        url = said.split(" at ")[1].split(",")[0]
        head = {"Authorization": "Bearer a-token-of-the-test", "Accept": "application/json, text/event-stream"}
        async with httpx2.AsyncClient(headers=head) as http:
            for name in ("deep", "half a pair", "no JSON", "a batch", "long"):
                line, number = HOSTILE[name]
                answer = await http.post(url, content=line, headers={"Content-Type": "application/json"})
                assert answer.status_code == (413 if name == "long" else 400), name
                assert answer.json()["id"] == number and answer.json()["error"]["message"]


@given(
    st.recursive(
        st.text() | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_depth_is_that_of_the_data(data: object) -> None:
    def real(value: object) -> int:
        if isinstance(value, dict):
            return 1 + max((real(v) for v in value.values()), default=0)
        return 1 + max(map(real, value), default=0) if isinstance(value, list) else 0

    assert depth(json.dumps(data)) == real(data) <= DEEPEST + 1000


def test_a_message_up_to_the_bounds_is_one() -> None:
    def nested(levels: int) -> bytes:
        return b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":' + b"[" * levels + b"]" * levels + b"}}"

    assert refusal(nested(DEEPEST - 2)) is None and b"deeper" in (refusal(nested(DEEPEST - 1)) or b"")
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    assert refusal(ping.ljust(LONGEST)) is None and b"more than" in (refusal(ping.ljust(LONGEST + 1)) or b"")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_server_that_is_ended_under_a_call_leaves_nothing_behind(
    server: Server, tmp_path: Path, number: signal.Signals
) -> None:
    held = threading.Event()

    def never(_asked: Asked, talk: Talk) -> None:
        held.set()
        talk.hold()

    server.on("/never", never)
    server.page("/", "<title>Here</title><p id=p>Good morning<script>p.textContent += ' to you'</script>")
    words = [sys.executable, "-m", "lightterm", "mcp", "--allow-private"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        tier = "static" if missing() else "light"
        opened = call(2, json.dumps({"url": server.url("/"), "tier": tier, "deadline": 60}), "open")
        child.stdin.write(f"{json.dumps(HELLO)}\n{opened}\n")
        child.stdin.flush()
        child.stdout.readline()
        assert "Good morning" in child.stdout.readline()
        child.stdin.write(call(3, json.dumps({"url": server.url("/never"), "deadline": 200})) + "\n")
        child.stdin.flush()
        assert held.wait(20)
        child.send_signal(number)
        assert child.wait(20) == 0
        assert child.stderr.read() == ""
    assert list(tmp_path.iterdir()) == [], "the engine's directory has gone with it"


@in_a_loop
async def test_a_connection_that_asks_for_nothing_is_ended_and_one_that_waits_is_not() -> None:
    answered = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for word in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{word}.complete"})
            return
        await answered.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})

    listening = tcp_socket(0)
    port = listening.getsockname()[1]
    async with served(slow, listening, head=0.1):
        silent, quiet = await asyncio.open_connection("127.0.0.1", port)
        half, sending = await asyncio.open_connection("127.0.0.1", port)
        sending.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        waits, asking = await asyncio.open_connection("127.0.0.1", port)
        asking.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert await silent.read() == b"" and await half.read() == b""
        answered.set()
        assert b"done" in await waits.read()
        for writer in (quiet, sending, asking):
            writer.close()
            await writer.wait_closed()


@in_a_loop
async def test_an_answer_in_two_parts_does_not_wait_for_the_first_to_be_acknowledged() -> None:
    held: asyncio.Queue[int] = asyncio.Queue()

    def taken(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        own = writer.get_extra_info("socket")
        held.put_nowait(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listening = tcp_socket(0)
    async with await asyncio.start_server(taken, sock=listening):
        _, asking = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
        assert await held.get() == 1
        asking.close()
        await asking.wait_closed()


def test_connections_that_say_nothing_keep_no_client_out(tmp_path: Path) -> None:
    command = f"ulimit -n 200; exec {sys.executable} -m lightterm mcp --http 0"
    own = {**clean_environment(tmp_path), "LIGHTTERM_MCP_TOKEN": "a-token-of-the-test"}
    with (
        subprocess.Popen(["sh", "-c", command], stderr=-1, text=True, env=own) as child,
        contextlib.ExitStack() as flood,
    ):
        assert child.stderr is not None
        url = child.stderr.readline().split(" at ")[1].split(",")[0]
        port = int(url.split(":")[2].split("/")[0])
        with httpx2.Client(headers={"Authorization": "Bearer a-token-of-the-test"}, timeout=5) as known:
            health = url.replace("/mcp", "/health")
            assert known.get(health).status_code == 200
            for _ in range(500):
                flood.enter_context(socket.create_connection(("127.0.0.1", port)))
            assert known.get(health).status_code == 200
            with httpx2.Client(timeout=5) as late:
                assert late.get(health).status_code == 200
            child.send_signal(signal.SIGTERM)
            assert child.wait(20) == 0


@in_a_loop
async def test_what_is_answered_stays_where_silent_connections_make_room() -> None:
    answered, begun = asyncio.Event(), asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for word in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{word}.complete"})
            return
        begun.set()
        await answered.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})

    listening = tcp_socket(0)
    port = listening.getsockname()[1]
    async with served(slow, listening, most=2):
        waits, asking = await asyncio.open_connection("127.0.0.1", port)
        asking.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await begun.wait()
        first, silent = await asyncio.open_connection("127.0.0.1", port)
        second, new = await asyncio.open_connection("127.0.0.1", port)
        assert await first.read() == b"", "it was silent for longest"
        begun.clear()
        new.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        await begun.wait()
        third, more = await asyncio.open_connection("127.0.0.1", port)
        assert await third.read() == b"", "all others are answered"
        answered.set()
        assert b"done" in await waits.readuntil(b"done") and b"done" in await second.read()
        for writer in (asking, silent, new, more):
            writer.close()
            await writer.wait_closed()


@in_a_loop
async def test_a_server_that_nobody_asks_wakes_for_nothing_and_its_answers_have_a_date() -> None:
    async def plain(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for word in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{word}.complete"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"done"})

    listening = tcp_socket(0)
    async with served(plain, listening):
        loop: Any = asyncio.get_running_loop()
        while loop._ready:
            await asyncio.sleep(0)  # what the start has left to do
        assert [timer for timer in loop._scheduled if not timer.cancelled()] == []
        reading, asking = await asyncio.open_connection("127.0.0.1", listening.getsockname()[1])
        asking.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        answer = await reading.read()
        assert b"\r\ndate: " in answer and b"done" in answer
        asking.close()
        await asking.wait_closed()


def test_utf_16_is_no_message() -> None:
    line = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'.encode("utf-16")
    words = [sys.executable, "-m", "lightterm", "mcp"]
    told = subprocess.run(words, input=line + b"\n", capture_output=True, timeout=60)
    assert json.loads(told.stdout)["error"]["code"] == -32700
