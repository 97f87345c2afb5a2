"""Passwords: asked of a person, taken from no client unless its owner wants it."""

from __future__ import annotations

from typing import Any

import pytest
from agent_clients import agent
from browsing import in_a_loop
from servers import Server

from lightterm.engines.light_binary import missing as no_lightpanda

FORM = """<title>In</title><form action=/in method=post><label>Name <input name=u></label>
<label>Key <input type=password name=p></label><button>Go</button></form><p>words words words"""
TIERS = ["static", pytest.param("light", marks=pytest.mark.skipif(bool(no_lightpanda()), reason="no lightpanda"))]

SENT: list[tuple[str, dict[str, Any]]] = [
    ("act", {"do": "type", "target": 2, "value": "geheim"}),
    ("act", {"do": "type", "target": "Key", "value": "geheim"}),
    ("act", {"do": "press", "target": 2, "value": ["g", "Shift+E"]}),
    ("fill_form", {"fields": {"Name": "ada", "Key": "geheim"}, "submit": True}),
    ("fill_form", {"fields": {"Key": "geheim"}, "dry_run": True}),
]


@pytest.mark.parametrize("tier", TIERS)
@in_a_loop
async def test_a_password_from_a_client_is_refused_and_the_person_asked_instead(server: Server, tier: str) -> None:
    url = server.page("/", FORM)
    server.page("/in", "<title>Welcome</title><p>You are in.")
    async with agent() as a:
        await a.call("open", url=url, tier=tier)
        for tool, arguments in SENT:
            answer = await a.result(tool, **arguments)
            error = answer.structured_content["error"]
            assert error["code"] == "ACTION_REFUSED" and "[2] Key" in error["message"], (tool, arguments)
            assert "geheim" not in answer.model_dump_json()
            first, second = error["recommendedActions"]
            assert (first["toolToUse"], first["parameters"]) == ("act", {"do": "type", "target": 2})
            assert "agents.allow: [password]" in second["description"] and "--acting" not in second["description"]
            asked = (await a.call(first["toolToUse"], **first["parameters"]))["error"]
            assert asked["code"] == "PERSON_NEEDED", "no person is here, who would be asked"
        assert "ada" not in (await a.call("forms"))["text"], "a call that is refused fills in nothing"
        await a.call("act", do="type", target=1, value="ada")
        assert "error" not in await a.call("act", do="press", target=2, value="Tab" if tier == "light" else "Enter")
    assert b"geheim" not in b"".join(asked.body for asked in server.log)


@in_a_loop
async def test_whose_settings_let_agents_fill_in_passwords_gets_that(server: Server) -> None:
    url = server.page("/", FORM)
    server.page("/in", "<title>Welcome</title><p>You are in.")
    async with agent(agents__allow=("password",)) as a:
        await a.call("open", url=url)
        answer = await a.call("fill_form", fields={"Name": "ada", "Key": "geheim"}, submit=True)
    assert "You are in" in answer["text"] and server.log[-1].body == b"u=ada&p=geheim"
