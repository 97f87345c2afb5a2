"""The folders that agents in the app may send files from and save files in: granted by the person alone."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from agent_clients import Agent
from app_agents import again, attached
from browsing import browsing, in_a_loop
from mcp_types import Implementation

if TYPE_CHECKING:
    from pathlib import Path

    from browsing import Browsing
    from servers import Server

FORM = "<title>Up</title><form action=/up method=post enctype=multipart/form-data><label>File <input type=file name=f>\
</label><button>Up</button></form><p><a href=/rows.csv>Rows</a>"


def serve(server: Server) -> None:
    server.page("/", FORM)
    server.page("/up", "<title>There</title><p>It came.")
    server.on("/rows.csv", lambda _asked, talk: talk.reply("a,b\n1,2\n", content_type="text/csv"))


def let_act(b: Browsing, **more: object) -> None:
    """Actions are not asked about here, folders are."""
    values = {"agents.acting": "allow", **{f"agents.{name}": value for name, value in more.items()}}
    b.app.session.configure(b.app.session.settings.with_session(list(values.items())))


async def uploaded(agent: Agent, file: str) -> str:
    """The code of the error, "" for none."""
    said = await agent.call("act", do="upload", target=1, value=file)
    return str(said.get("error", {}).get("code", ""))


@in_a_loop
async def test_the_person_is_asked_for_the_folder_of_uploads_once_and_nothing_outside_is_sent(
    server: Server, tmp_path: Path
) -> None:
    serve(server)
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "mine.txt").write_text("meins")
    (tmp_path / "secret").write_text("geheim")
    (tmp_path / "given" / "link").symlink_to(tmp_path / "secret")
    async with browsing(server.url("/")) as b, attached(b) as agent:
        let_act(b)
        calls = asyncio.create_task(uploaded(agent, "mine.txt"))
        await b.until(lambda: "mcp wants to send files from a folder of yours" in b.screen)
        await b.press("escape")
        assert await calls == "ACTION_REFUSED"
        calls = asyncio.create_task(uploaded(agent, "mine.txt"))
        await b.until(lambda: "wants to send files" in b.screen)
        await b.type(f"{tmp_path / 'no such'}\n")
        await b.until(lambda: "no such folder" in " ".join(b.screen.split()) and b.app.mode == "command")
        await b.press("ctrl+u")
        await b.type(f"{tmp_path / 'given'}\n")
        assert await calls == ""
        for outside in ("../secret", str(tmp_path / "secret"), "link", "../given/../secret", "/etc/passwd", "."):
            assert await uploaded(agent, outside) == "VALIDATION_FAILED", outside
        await agent.call("session", do="create", name="other")
        await agent.call("open", url=server.url("/"))
        assert await uploaded(agent, "mine.txt") == "", "sessions of the agent's own have it too"
        await agent.call("act", do="submit", target=1)
        await b.type(":agents grant uploads none\n")
        calls = asyncio.create_task(uploaded(agent, "mine.txt"))
        await b.until(lambda: "wants to send files" in b.screen)
        await b.press("escape")
        assert await calls == "ACTION_REFUSED"
    assert b"meins" in server.log[-1].body and b"geheim" not in server.log[-1].body


@in_a_loop
async def test_a_form_that_is_filled_in_asks_for_it_too_and_a_setting_is_as_good_as_an_answer(
    server: Server, tmp_path: Path
) -> None:
    serve(server)
    (tmp_path / "mine.txt").write_text("meins")
    async with browsing(server.url("/")) as b, attached(b) as agent:
        let_act(b)
        calls = asyncio.create_task(agent.call("fill_form", fields={"File": "mine.txt"}))
        await b.until(lambda: "wants to send files" in b.screen)
        await b.press("escape")
        assert (await calls)["error"]["code"] == "ACTION_REFUSED"
        let_act(b, uploads=str(tmp_path))
        assert "error" not in await agent.call("fill_form", fields={"File": "mine.txt"})


@in_a_loop
async def test_downloads_and_har_go_where_the_person_says(server: Server, tmp_path: Path) -> None:
    serve(server)
    async with browsing(server.url("/")) as b:
        let_act(b, caps=("files", "network"))
        b.app.session.configure(b.app.session.settings.with_session([("downloads.folder", str(tmp_path))]))
        async with attached(b) as agent:
            calls = asyncio.create_task(agent.call("network", har=True))
            await b.until(lambda: "mcp wants to save files in a folder of yours" in b.screen)
            assert str(tmp_path)[:30] in b.screen, "the person's own folder is offered"
            await b.press("enter")
            assert "saved network.har" in (await calls)["text"]
            got = await agent.call("download", target=3)
            assert got["data"]["file"] == "rows.csv", "asked once"
            assert (await agent.call("download", target=3))["data"]["file"] == "rows.1.csv"
            assert (await agent.call("download", target=3, name="../x.csv"))["error"]["code"] == "VALIDATION_FAILED"
            await b.type(":mcp status\n")
            assert str(b.app.agents.place) in b.app.agents.told_place
            assert b.app.agents.told_folders == f"uploads: asked for, downloads: {tmp_path}"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["network.har", "rows.1.csv", "rows.csv"]


@in_a_loop
async def test_two_agents_that_ask_at_once_are_answered_one_after_the_other(server: Server, tmp_path: Path) -> None:
    serve(server)
    (tmp_path / "mine.txt").write_text("meins")
    other = Implementation(name="other", version="1")
    both = browsing(server.url("/"), server.url("/"))
    async with both as b, attached(b) as agent, again(b, client_info=other) as second:
        let_act(b)
        first = asyncio.create_task(agent.call("act", do="upload", target=1, value="mine.txt", tab=1))
        await b.until(lambda: "mcp wants to send files" in b.screen)
        then = asyncio.create_task(second.call("act", do="upload", target=1, value="mine.txt", tab=2))
        await b.type(f"{tmp_path}\n")
        assert "error" not in await first
        assert "error" not in await then, "what was granted meanwhile is not asked for again"


@in_a_loop
async def test_what_the_person_types_stays_theirs_and_a_client_that_goes_takes_its_question_along(
    server: Server, tmp_path: Path
) -> None:
    serve(server)
    async with browsing(server.url("/")) as b, attached(b) as agent:
        let_act(b)
        await b.type(":ope")
        calls = asyncio.create_task(uploaded(agent, "mine.txt"))
        await agent.call("tabs")
        assert "wants to send" not in b.screen and ":ope" in b.screen
        await b.press("escape")
        await b.until(lambda: "wants to send files" in b.screen)
        calls.cancel()
        await b.until(lambda: "wants to send files" not in b.screen and b.app.mode == "normal")
        await b.until(lambda: "mcp waits for no answer any more" in b.status)
