"""Commands that no key of any set runs, typed in the app."""

from __future__ import annotations

import os
from pathlib import Path

from browsing import Browsing, browsing, in_a_loop
from servers import Server
from terminals import Terminal

from lightterm import settings


async def run(b: Browsing, line: str) -> str:
    """Type a command line; what the status line says then."""
    await b.type(f":{line}\n")
    await b.kept()
    return b.status


@in_a_loop
async def test_quickmarks_lead_to_their_pages(server: Server) -> None:
    server.page("/a", "<title>A</title><p>alpha")
    server.page("/b", "<title>B</title><p>beta")
    async with browsing(server.url("/a")) as b:
        assert f"here is {server.url('/a')}" in await run(b, "quickmark add here")
        await run(b, f"open {server.url('/b')}")
        await run(b, "quickmark open here")
        assert b.page == ["alpha"]
        await run(b, "quickmark open -t here")
        assert len(b.app.tabs) == 2
        await run(b, "quickmark delete here")
        assert "here" in await run(b, "quickmark open here") and b.app.tabs.active.visit is not None
        assert b.app.session.store.quickmarks.get("here") is None


@in_a_loop
async def test_a_tag_is_taken_off_a_bookmark(server: Server) -> None:
    async with browsing(server.page("/a", "<title>A</title><p>alpha")) as b:
        await run(b, "bookmark add web later")
        await run(b, "bookmark untag later")
        await run(b, "bookmarks")
        assert "#web" in b.screen and "#later" not in b.screen


@in_a_loop
async def test_saved_sessions_get_another_name_and_go(server: Server) -> None:
    async with browsing(server.page("/a", "<title>A</title><p>alpha")) as b:
        assert "saved the tab as one" in await run(b, "session save one")
        await run(b, "session rename one two")
        await run(b, "sessions")
        assert "two" in b.screen
        await run(b, "session delete two")
        await run(b, "session load two")
        assert "two" in b.status and len(b.app.tabs) == 1


@in_a_loop
async def test_cookies_of_a_host_are_deleted(server: Server) -> None:
    server.page("/", "<p>Set", headers=[("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
    async with browsing(server.url("/")) as b:
        assert "deleted no cookies" in await run(b, "cookie delete elsewhere.example")
        assert "deleted 2 cookies" in await run(b, "cookie delete")
        assert len(b.app.session.cookies) == 0


@in_a_loop
async def test_keys_and_names_of_ones_own(server: Server) -> None:
    server.page("/a", "<p>alpha")
    async with browsing(server.page("/", "<p>home")) as b:
        await run(b, f"bind ,x open {server.url('/a')}")
        await b.type(",x")
        assert b.page == ["alpha"]
        await run(b, "unbind ,x")
        await run(b, f"open {server.url('/')}")
        await b.type(",x")
        assert b.page == ["home"]
        await run(b, f"alias alpha open {server.url('/a')}")
        await run(b, "alpha")
        assert b.page == ["alpha"]
        await run(b, "unalias alpha")
        assert "no command 'alpha'" in await run(b, "alpha")


@in_a_loop
async def test_words_are_searched_for_and_manuals_read(server: Server, home: Path) -> None:
    search = ("open.searches", (("t", server.url("/find?q={}")),))
    server.page("/find", "<p>Found.")
    pages = home / "man" / "man1"
    pages.mkdir(parents=True)
    (pages / "tide.1").write_text(".TH TIDE 1\n.SH NAME\ntide \\- tell when is high water\n")
    os.environ["MANPATH"] = str(home / "man")
    chosen = settings.load().with_session([search, ("open.search", "t")])
    async with browsing(server.page("/", "<p>home"), chosen=chosen) as b:
        await run(b, "web high water & tides")
        assert b.page == ["Found."] and server.asked("/find")[-1].query == "q=high%20water%20%26%20tides"
        await run(b, "man tide")
        assert "tell when is high water" in b.screen


@in_a_loop
async def test_the_forms_of_a_page_are_listed_and_all_that_is_kept_is_written(server: Server, home: Path) -> None:
    server.page("/", "<form action=/x method=post name=order><input name=tide></form>")
    async with browsing(server.url("/")) as b:
        await run(b, f"store export {home}/all.json")
        await b.until((home / "all.json").exists, "the file")
        await run(b, "forms")
        assert "order" in b.screen and "tide" in b.screen and "POST" in b.screen.upper()


def test_a_shell_and_the_settings_file_have_the_terminal(server: Server, home: Path, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nprintf 'tui:\\n  width: 33\\n' > \"$1\"\n")
    editor.chmod(0o755)
    server.page("/", "<p>Begin here.")
    terminal = Terminal(home, server.url("/"), VISUAL=str(editor), SHELL="/bin/sh")
    try:
        terminal.until(lambda out: b"Begin" in out.partition(b"\x1b[?1000h")[2])
        terminal.type(":shell echo it is $((6*7))\r")
        terminal.until(lambda out: b"it is 42" in out and b"Enter goes back" in out)
        terminal.type("\r")
        terminal.until(lambda out: b"Begin" in out.rpartition(b"Enter goes back")[2])
        terminal.type(":edit settings\r")
        terminal.until(lambda out: (home / ".config" / "lightterm" / "config.yaml").exists())
        terminal.type(":set tui.width\r")
        terminal.until(lambda out: b"tui.width: 33" in out)
        terminal.type(":quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()
