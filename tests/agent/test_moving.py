"""Going about in pages: opened, acted on by numbers, gone back and forward, read in parts and by what has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from agent_clients import HOME, agent
from browsing import in_a_loop
from servers import Server

import lightterm
from lightterm.agent.answer import SCHEMA_VERSION

WORDS = "The lighthouse keeper wrote down the weather every evening, and the harbour master read it. " * 20
PORTS = f"""<title>Ports</title><h1>Ports</h1><p>{WORDS}<a href=/oban>Oban</a> <img src=/boat.png alt=boat>
<form action=/find><label>Name <input name=q></label><select name=zone aria-label=Zone><option value=n>North
<option value=s>South</select><label><input type=checkbox name=ferry>Ferry</label><button>Find</button></form>"""


@pytest.mark.covers("LB-81", "LB-83")
@in_a_loop
async def test_a_page_is_opened_in_a_tab_and_acted_on_by_numbers(server: Server) -> None:
    server.page("/find", "<title>Found</title><p>One port.")
    async with agent() as a:
        opened = await a.call("open", url=server.page("/", PORTS))
        assert opened["tab"] == 1 and (await a.call("open", url=server.url("/")))["tab"] == 1
        assert "Name: Mallaig" in (await a.call("act", do="type", target=2, value="Mallaig"))["text"]
        assert "Zone: South" in (await a.call("act", do="select", target=3, value="South"))["text"]
        assert "Ferry: on" in (await a.call("act", do="check", target=4))["text"]
        assert "One port." in (await a.call("act", do="click", target=5))["text"]
    assert server.log[-1].query == "q=Mallaig&zone=s&ferry=on"


@pytest.mark.covers("LBX-31", "LBX-57")
@in_a_loop
async def test_there_and_back_and_what_a_page_is_made_of(server: Server) -> None:
    url = server.page("/", PORTS)
    server.page("/oban", "<title>Oban</title><p>A harbour.")
    async with agent(HOME.replace(caps=frozenset({"media"}))) as a:
        first = await a.call("open", url=url)
        await a.call("act", do="click", target=1)
        assert (await a.call("go", to="back"))["url"] == url
        assert (await a.call("go", to="forward"))["url"] == server.url("/oban")
        await a.call("go", to="back")
        asked = len(server.log)
        await a.call("go", to="reload")
        assert len(server.log) == asked + 1
        element = (await a.call("snapshot", part="2"))["text"]
        assert "[2]__" in element and "# Ports" not in element
        assert "[img:1] image boat" in (await a.call("media"))["text"]
        extracted = await a.call("browse", url=url, selectors=["h1"])
        assert "Ports" in extracted["text"] and "[1]" not in extracted["text"]
        before = (await a.call("snapshot"))["revision"]
        assert before > first["revision"]
        await a.call("act", do="type", target=2, value="Tobermory")
        since = (await a.call("snapshot", since=before))["text"]
        assert "Tobermory" in since and "lighthouse" not in since
        page = PORTS.replace("<h1>", "<p>Storm warning.<h1>")
        server.page("/", page)
        await a.call("go", to="reload")
        changed = (await a.call("snapshot", since=before))["text"]
        assert "Storm warning." in changed and "lighthouse" not in changed


@in_a_loop
async def test_how_often_a_busy_server_was_asked_is_told(server: Server) -> None:
    left = [1]

    def answer(_asked, talk) -> None:
        left[0] -= 1
        talk.reply("<p>busy", 503) if left[0] >= 0 else talk.reply(PORTS)

    server.on("/busy", answer)
    async with agent(network__retries=2, network__retry_backoff=0.05) as a:
        told = await a.call("browse", url=server.url("/busy"), include=["metadata"])
    assert told["data"]["metadata"]["retryCount"] == len(server.log) - 1 == 1


@pytest.mark.covers("UB-160")
def test_the_changes_of_the_contract_are_listed_by_version() -> None:
    changes = (Path(lightterm.__file__).parents[1] / "CHANGELOG.md").read_text("utf-8")
    section = changes.partition("## The contract of agents")[2].partition("\n## ")[0]
    assert f"| {SCHEMA_VERSION} |" in section
