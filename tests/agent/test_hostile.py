"""What no server should fall over: every request has an answer, and the next one is served."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import httpx2
import pytest
from agent_clients import serving
from browsing import in_a_loop
from hypothesis import given
from hypothesis import strategies as st

from lightterm.agent.guard import DEEPEST, depth

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}
PING = '{"jsonrpc":"2.0","id":99,"method":"ping"}'


def call(number: int, arguments: str, name: str = "browse") -> str:
    head = f'{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{{"name":"{name}","arguments":'
    return f"{head}{arguments}}}}}"


HOSTILE = {
    "deep": (call(5, '{"url":' + "[" * 5000 + "]" * 5000 + "}"), 5),
    "deep objects": (call(5, '{"a":' * 5000 + "1" + "}" * 5000), 5),
    "half a pair": (call(6, '{"url":"http://a\\ud800b/"}'), 6),
    "no JSON": ('{"jsonrpc": nonsense', None),
    "long": (call(9, '{"url":"' + "a" * 5_000_000 + '"}'), None),
    "wrong type": (call(7, '{"url":5}'), 7),
    "unknown tool": (call(8, '{"url":"about:start"}', "brows"), 8),
    "an unknown argument": (call(4, '{"url":"https://example.org","colour":"red","max_tokens":-1}'), 4),
}


def answers(*lines: str) -> dict[Any, dict[str, Any]]:
    """What a server on standard input says to lines, by id."""
    text = "\n".join([json.dumps(HELLO), '{"jsonrpc":"2.0","method":"notifications/initialized"}', *lines, PING, ""])
    words = [sys.executable, "-m", "lightterm", "mcp"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(text)
        child.stdin.flush()
        found: dict[Any, dict[str, Any]] = {}
        while len(found) < 2 + len(lines):
            answer = json.loads(child.stdout.readline())
            found[answer.get("id")] = answer
        child.stdin.close()
        assert child.wait(20) == 0
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_every_request_is_answered_and_the_next_is_served(name: str) -> None:
    line, number = HOSTILE[name]
    found = answers(line)
    answer = found[number]
    error = answer.get("error") or answer["result"]["structuredContent"]["error"]
    assert error["message"]
    assert found[99]["result"] == {}


@pytest.mark.covers("LB-77")
def test_standard_output_holds_messages_alone() -> None:
    found = answers('{"jsonrpc":"2.0","id":3,"method":"tools/list"}', call(4, '{"url":"about:start"}'))
    assert {tool["name"] for tool in found[3]["result"]["tools"]} >= {"browse", "act"}
    assert all(answer["jsonrpc"] == "2.0" for answer in found.values())


def test_wrong_arguments_are_an_error_of_the_tree() -> None:
    found = answers(HOSTILE["wrong type"][0], HOSTILE["unknown tool"][0])
    wrong, unknown = (found[n]["result"]["structuredContent"]["error"] for n in (7, 8))
    assert wrong["code"] == "COMMAND_INVALID" and "url" in wrong["message"]
    assert unknown["recommendedActions"][0]["toolToUse"] == "browse"


@in_a_loop
async def test_over_http_too() -> None:
    with serving("--http", "0") as (_child, said):
        url = said.split(" at ")[1].split(",")[0]
        head = {"Authorization": "Bearer a-token-of-the-test", "Accept": "application/json, text/event-stream"}
        async with httpx2.AsyncClient(headers=head) as http:
            for name, status in (("deep", 400), ("half a pair", 400), ("no JSON", 400), ("long", 413)):
                line, number = HOSTILE[name]
                answer = await http.post(url, content=line, headers={"Content-Type": "application/json"})
                assert answer.status_code == status, name
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
