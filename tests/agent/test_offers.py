"""Resources, prompts and completions, through the SDK's own client."""

from __future__ import annotations

import json

import pytest
from agent_clients import agent
from browsing import in_a_loop
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference
from servers import Server

PAGE = "<title>Tides</title><h1>Tides</h1><p>See the <a href=/week>whole week</a>.<form action=/f><input name=q></form>"


@in_a_loop
async def test_a_page_is_a_resource_in_parts(server: Server) -> None:
    server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        assert "[1]whole week" in (await a.client.read_resource("page://current")).contents[0].text
        assert "Tides" in (await a.client.read_resource("outline://1")).contents[0].text
        assert server.url("/week") in (await a.client.read_resource("links://1")).contents[0].text
        assert "[2] q: empty" in (await a.client.read_resource("forms://current")).contents[0].text
        with pytest.raises(MCPError, match="no tab 7"):
            await a.client.read_resource("page://7")
        with pytest.raises(MCPError, match="history://recent: a tab is named by its number"):
            await a.client.read_resource("history://recent")


@in_a_loop
async def test_the_contract_names_every_error() -> None:
    async with agent() as a:
        contract = json.loads((await a.client.read_resource("lightterm://contract")).contents[0].text)
    codes = {error["code"] for error in contract["errors"]}
    assert {"STALE_TARGET", "NETWORK_TIMEOUT", "ACTION_REFUSED", "URL_ADDRESS_REFUSED"} <= codes
    assert set(contract["answer"]["properties"]) >= {"text", "revision", "cursor", "error"}


@in_a_loop
async def test_prompts_say_what_to_do() -> None:
    async with agent() as a:
        names = {prompt.name for prompt in (await a.client.list_prompts()).prompts}
        assert names == {"research", "fill_a_form", "hand_over"}
        told = await a.client.get_prompt("fill_a_form", {"url": "https://x.example/", "wishes": "two tickets"})
        assert "two tickets" in told.messages[0].content.text and "dry_run" in told.messages[0].content.text


@in_a_loop
async def test_addresses_and_tabs_are_completed(server: Server) -> None:
    server.page("/", PAGE)
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        offered = await a.client.complete(PromptReference(name="hand_over"), {"name": "url", "value": "127"})
        assert offered.completion.values == [server.url("/")]
        tabs = await a.client.complete(ResourceTemplateReference(uri="page://{tab}"), {"name": "tab", "value": ""})
        assert tabs.completion.values == ["current", "1"]


@in_a_loop
async def test_where_a_tab_has_been_how_a_page_came_and_what_is_round_a_target_are_resources(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/week", "<title>Week</title><p>All of it.")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        round_it = (await a.client.read_resource("target://whole week")).contents[0].text
        assert "See the [1]whole week" in round_it
        with pytest.raises(MCPError, match="no target is called 'tea'"):
            await a.client.read_resource("target://tea")
        await a.call("act", do="click", target=1)
        been = (await a.client.read_resource("history://current")).contents[0].text
        assert f"  Tides {server.url('/')}\n* Week {server.url('/week')}" in been
        assert "status 200" in (await a.client.read_resource("trace://1")).contents[0].text
        listed = {str(one.uri) for one in (await a.client.list_resources()).resources}
        wanted = {f"{part}://current" for part in ("page", "outline", "links", "forms", "history", "trace")}
        assert listed >= {*wanted, "lightterm://contract"}


@in_a_loop
async def test_targets_and_bookmarks_are_completed(server: Server) -> None:
    from lightterm.session.store.model import Bookmark

    server.page("/", PAGE)
    async with agent() as a:
        assert a.desk is not None
        a.desk.session.store.bookmarks.put(Bookmark("https://tides.example/", "Tides"))
        urls = await a.client.complete(PromptReference(name="research"), {"name": "start", "value": "tides.ex"})
        assert urls.completion.values == ["https://tides.example/"]
        reference = ResourceTemplateReference(uri="target://{target}")
        none = await a.client.complete(reference, {"name": "target", "value": ""})
        assert none.completion.values == []
        await a.call("open", url=server.url("/"))
        targets = await a.client.complete(reference, {"name": "target", "value": ""})
        assert targets.completion.values == ["whole week", "q"]
        begun = await a.client.complete(reference, {"name": "target", "value": "WHO"})
        assert begun.completion.values == ["whole week"]


@in_a_loop
async def test_a_client_hears_when_what_it_watches_changes(server: Server) -> None:
    server.page("/", PAGE)
    server.page("/week", "<title>Week</title><p>All of it.")
    async with agent() as a:
        await a.call("open", url=server.url("/"))
        async with a.client.listen(resource_subscriptions=["outline://1", "page://2"]) as heard:
            await a.call("act", do="click", target=1)
            assert (await anext(heard)).uri == "outline://1"
            await a.call("open", url=server.url("/"), new_tab=True)
            assert (await anext(heard)).uri == "page://2"
