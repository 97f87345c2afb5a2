"""The contract is what the server says, is shipped, and does not break what was released.

LIGHTTERM_UPDATE_SNAPSHOTS=1 pytest tests/agent/test_contract.py         writes lightterm/agent/schemas/*.json anew
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from contract_changes import breaks
from jsonschema import Draft202012Validator
from servers import Server

import lightterm.agent
from lightterm.agent.answer import SCHEMA_VERSION
from lightterm.agent.caps import CAPS
from lightterm.agent.contract import contract

SCHEMAS = Path(lightterm.agent.__file__).parent / "schemas"
SHIPPED = SCHEMAS / "contract.json"
UPDATES = bool(os.environ.get("LIGHTTERM_UPDATE_SNAPSHOTS"))


def shipped() -> dict[str, Any]:
    return json.loads(SHIPPED.read_text("utf-8"))


@pytest.mark.covers("UB-7", "LBX-55")
@in_a_loop
async def test_what_is_shipped_is_what_the_server_says() -> None:
    async with agent(HOME.replace(caps=frozenset(CAPS))) as a:
        now = contract((await a.client.list_tools()).tools)
        told = json.loads((await a.client.read_resource("lightterm://contract")).contents[0].text)
    if UPDATES:
        SHIPPED.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", "utf-8")
    assert now == shipped() == told, "LIGHTTERM_UPDATE_SNAPSHOTS=1 writes it anew"
    assert shipped()["schemaVersion"] == SCHEMA_VERSION == "1.0"
    for tool in now["tools"].values():
        Draft202012Validator.check_schema(tool["input"])


@pytest.mark.covers("UB-3", "UB-6")
def test_nothing_that_was_released_is_broken_without_a_major_step() -> None:
    released = [json.loads(path.read_text("utf-8")) for path in sorted((SCHEMAS / "released").glob("*.json"))]
    assert released
    for before in released:
        assert breaks(before, shipped()) == []


def _changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    new = copy.deepcopy(shipped())
    change(new)
    return new


def _browse(contract: dict[str, Any]) -> dict[str, Any]:
    return contract["tools"]["browse"]["input"]["properties"]


def _error(contract: dict[str, Any], code: str) -> dict[str, Any]:
    return next(error for error in contract["errors"] if error["code"] == code)


BREAKS: dict[str, Callable[[dict[str, Any]], object]] = {
    "tool browse is gone": lambda c: c["tools"].pop("browse"),
    "browse input: query is gone": lambda c: _browse(c).pop("query"),
    "browse input: tea is required now": lambda c: c["tools"]["browse"]["input"]["required"].append("tea"),
    "browse input: format takes fewer values": lambda c: _browse(c)["format"]["enum"].pop(),
    "browse input: max_tokens has a narrower maximum": lambda c: _browse(c)["max_tokens"].update(maximum=9),
    "browse input: max_tokens takes no integer any more": lambda c: _browse(c)["max_tokens"].update(type="string"),
    "browse input: include[] takes fewer values": lambda c: _browse(c)["include"]["items"]["enum"].pop(),
    "browse input: max_tokens has another default": lambda c: _browse(c)["max_tokens"].update(default=9),
    "browse input: url has a narrower pattern": lambda c: _browse(c)["url"].update(pattern="^https"),
    "browse input takes no other arguments any more": lambda c: c["tools"]["browse"]["input"].update(
        additionalProperties=False
    ),
    "error INTERNAL_ERROR has another retryable": lambda c: _error(c, "INTERNAL_ERROR").update(retryable=None),
    "error INTERNAL_ERROR has another number": lambda c: _error(c, "INTERNAL_ERROR").update(number=0),
    "answer: url is gone": lambda c: c["answer"]["properties"].pop("url"),
    "answer.timing: totalMs is gone": lambda c: c["answer"]["$defs"]["Timing"]["properties"].pop("totalMs"),
    "answer.error: code is gone": lambda c: c["answer"]["$defs"]["Failure"]["properties"].pop("code"),
    "answer.confidence{}: score is gone": lambda c: c["answer"]["$defs"]["Sure"]["properties"].pop("score"),
    "answer.error.recommendedActions[]: toolToUse is gone": lambda c: c["answer"]["$defs"]["Step"]["properties"].pop(
        "toolToUse"
    ),
    "answer.error.recommendedActions[] may be anything now": lambda c: c["answer"]["$defs"]["Failure"]["properties"][
        "recommendedActions"
    ].pop("items"),
    "answer.text may be integer now": lambda c: c["answer"]["properties"]["text"].update(type="integer"),
    "error STALE_TARGET is gone": lambda c: c["errors"].remove(
        next(error for error in c["errors"] if error["code"] == "STALE_TARGET")
    ),
}


@pytest.mark.parametrize("words", BREAKS)
def test_every_kind_of_break_is_found(words: str) -> None:
    assert words in breaks(shipped(), _changed(BREAKS[words]))


def test_what_is_optional_may_be_added_and_a_major_step_may_break() -> None:
    added = _changed(lambda c: _browse(c).update(tea={"type": "string"}))
    added["answer"]["properties"]["tea"] = {"type": "string"}
    added["schemaVersion"] = "1.1"
    assert breaks(shipped(), added) == []
    next_major = _changed(lambda c: (c["tools"].clear(), c.update(schemaVersion="2.0")))
    assert breaks(shipped(), next_major) == []


@pytest.mark.covers("UB-1", "LB-80")
@in_a_loop
async def test_every_answer_is_as_the_contract_says(server: Server, tmp_path: Path) -> None:
    server.page("/week", "<p>All of it.")
    url = server.page("/", "<title>T</title><p>See <a href=/week>the week</a>.<form><input name=q></form>")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("browse", {"url": url, "include": ["links", "tables", "trace", "network", "metadata", "facts"]}),
        ("browse", {"url": server.url("/no-such")}),
        ("open", {"url": url}),
        *[(name, {}) for name in ("snapshot", "links", "forms", "explain", "wait", "tabs", "screenshot", "session")],
        *[(name, {}) for name in ("network", "websocket", "console", "media", "download", "brws", "act")],
        ("find", {"text": "week"}),
        ("fill_form", {"fields": {"q": "x"}, "dry_run": True}),
        ("act", {"do": "click", "target": 1}),
        ("act", {"do": "click", "target": 99}),
        ("go", {"to": "back"}),
        ("feedback", {"verdict": "right"}),
        *[(name, {"url": url}) for name in ("site", "verify")],
        ("watch", {"do": "observe", "url": url}),
        ("browse_as", {"url": url, "cookies": ["a=b"]}),
        ("config", {}),
        ("batch", {"do": "start", "urls": [url]}),
        ("batch", {}),
        ("evaluate", {"script": "1"}),
    ]
    schema = Draft202012Validator(shipped()["answer"])
    async with agent(HOME.replace(caps=frozenset(CAPS)), agents__downloads=str(tmp_path)) as a:
        tools = {tool.name: tool for tool in (await a.client.list_tools()).tools}
        for name, arguments in calls:
            answer = await a.call(name, **arguments)
            schema.validate(answer)
            assert answer["schemaVersion"] == SCHEMA_VERSION
            if name in tools:
                Draft202012Validator(tools[name].output_schema or {}).validate(answer)
    assert {name for name, _ in calls} >= set(tools), "every tool was called"


@pytest.mark.covers("UB-15", "UB-151", "UB-152", "UB-153", "UB-159")
@in_a_loop
async def test_clients_are_told_what_confidence_means_and_how_to_read_answers() -> None:
    async with agent() as a:
        told = json.loads((await a.client.read_resource("lightterm://contract")).contents[0].text)
        instructions = a.client.instructions or ""
    levels = {level["level"]: level for level in told["confidence"]["levels"]}
    assert levels["high"]["least"] == 0.75 and all(level["meaning"] and level["action"] for level in levels.values())
    assert told["confidence"]["uses"]["financial"] == 0.85
    for word in ("schemaVersion", "confidence.overall", "tier", "recommendedActions"):
        assert word in instructions and word in "".join(told["guidance"])
    assert any("50 to 200 ms" in line for line in told["guidance"])
