"""What agents did is written down without secrets, and can be undone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from agent_clients import agent
from browsing import in_a_loop

from lightterm.engines.light_binary import missing as no_lightpanda

if TYPE_CHECKING:
    from servers import Server

FORM = """<title>Port</title><h1>Port</h1><form action=/find><label>Port <input name=q value=Oban></label>
<label>Key <input type=password name=key></label><label>Card <input name=card autocomplete="cc-number"></label>
<label>Zone <select name=zone><option value=n>North<option value=s>South</select></label>
<label><input type=checkbox name=springs> springs</label><button>Find</button></form><a href=/on>on</a>"""


@pytest.mark.covers("SAKX-9")
@in_a_loop
async def test_every_call_that_loads_or_acts_is_written_down_without_secrets(server: Server) -> None:
    server.page("/", FORM)
    async with agent(agents__allow=("password",)) as a:
        await a.call("open", url=server.url("/?token=geheim1"))
        await a.call("act", do="type", target=2, value="geheim2")
        await a.call("act", do="type", target=3, value="4111 geheim3")
        await a.call("act", do="type", target=1, value="Mallaig")
        await a.call("act", do="type", target=99, value="geheim4")
        await a.call("fill_form", fields={"Key": "geheim5", "Port": "Ayr", "Nothing": "geheim6"})
        await a.call("fill_form", fields={"Key": "geheim7", "Port": "Ayr"})
        await a.call("snapshot")
        assert a.desk is not None
        store = a.desk.session.store
        entries = store.deeds.all()[::-1]
        assert store.deeds.check().count == len(entries) == 7
    assert [entry.tool for entry in entries] == ["open", "act", "act", "act", "act", "fill_form", "fill_form"]
    whole = "\n".join(f"{entry.words} {entry.url} {entry.arguments} {entry.outcome}" for entry in entries)
    assert "geheim" not in whole
    assert entries[0].who == "mcp" and entries[0].at > 0 and entries[0].outcome == "done"
    assert entries[3].words == 'type [1] Port "Mallaig"' and json.loads(entries[3].arguments)["value"] == "Mallaig"
    assert entries[4].outcome.startswith("VALIDATION_FAILED")
    assert json.loads(entries[6].arguments)["fields"]["Port"] == "Ayr"


@pytest.mark.parametrize("setting", ["agents__journal", "session__private"])
def test_nothing_is_written_down_where_that_is_not_wanted(server: Server, setting: str) -> None:
    server.page("/", FORM)

    @in_a_loop
    async def run() -> None:
        async with agent(**{setting: setting == "session__private"}) as a:
            await a.call("open", url=server.url("/"))
            assert a.desk is not None and a.desk.session.store.deeds.all() == ()

    run()


@pytest.mark.covers("SAKX-10")
@in_a_loop
async def test_fields_and_pages_are_undone_step_by_step(server: Server) -> None:
    server.page("/", FORM)
    server.page("/on", "<p>Further on")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        before = (await a.call("forms"))["text"]
        await a.call("fill_form", fields={"Port": "Ayr", "Zone": "South", "springs": True})
        filled = (await a.call("forms"))["text"]
        assert "Ayr" in filled and filled != before
        await a.call("act", do="click", target=7)
        assert "Further on" in (await a.call("snapshot"))["text"]
        await a.call("go", to="undo")
        assert (await a.call("forms"))["text"] == filled
        await a.call("go", to="undo")
        assert (await a.call("forms"))["text"] == before
        closed = await a.call("go", to="undo")
        assert "closed the tab" in closed["text"]
        assert (await a.call("go", to="undo"))["error"]["code"] == "SESSION_NOT_FOUND"
        again = await a.call("open", url=server.url("/on"))
        assert again["tab"] == 2
        await a.call("open", url=server.url("/"))
        assert "Further on" in (await a.call("go", to="undo"))["text"]
        await a.call("go", to="reload")
        await a.call("go", to="undo")
        assert "closed" in (await a.call("go", to="undo"))["text"]


@pytest.mark.skipif(bool(no_lightpanda()), reason=f"tier 2: {no_lightpanda()}")
@in_a_loop
async def test_fields_of_a_live_page_are_put_back_where_it_lives(server: Server) -> None:
    server.page("/", FORM)
    async with agent() as a:
        await a.call("open", url=server.url("/"), tier="light")
        before = (await a.call("forms"))["text"]
        await a.call("act", do="type", target=1, value="Ayr")
        await a.call("act", do="check", target=5)
        assert "Ayr" in (await a.call("forms"))["text"]
        await a.call("go", to="undo")
        await a.call("go", to="undo")
        assert (await a.call("forms"))["text"] == before
