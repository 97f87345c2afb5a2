"""Commands where there is nothing for them: a page without a word, and one without a link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm.commands.vocabulary import COMMANDS

if TYPE_CHECKING:
    from pathlib import Path

LEAVING = re.compile(r"quit|suspend|restart|shell|spawn|pipe|mcp|edit (page|settings)")
"""What ends the app, or gives the terminal to another program."""


@in_a_loop
@pytest.mark.parametrize("mode", ["mode normal", "mode caret ;; select characters"])
@pytest.mark.parametrize("page", ["about:blank", "/small"])
async def test_what_there_is_nothing_for_ends_nothing(server: Server, page: str, mode: str) -> None:
    server.page("/small", "<p>Some words.")
    async with browsing(page if ":" in page else server.url(page)) as b:
        for command in COMMANDS:
            if LEAVING.match(command.name):
                continue
            choices = command.arguments[0].choices if command.arguments else ()
            for choice in choices or ("",):
                b.app.run_line("mode normal")
                b.app.run_line(mode)
                b.app.run_line(f"{command.name} {choice}".strip())
            await b.pilot.pause()
        assert b.app.is_running


@in_a_loop
async def test_what_has_no_text_says_so(tmp_path: Path) -> None:
    """The screen was blank, as if the page were still to come."""
    (tmp_path / "empty.html").write_text("")
    (tmp_path / "bare.html").write_text("<title>Bare</title><div></div>")
    async with browsing((tmp_path / "empty.html").as_uri()) as b:
        assert b.page == ["The file is empty."]
        await b.type(f":open {tmp_path / 'bare.html'}\n")
        assert b.page == ["The file has no text."]
        await b.press("H")
        assert b.page == ["The file is empty."]
        await b.type(":open about:blank\n")
        assert b.page == []


@in_a_loop
async def test_a_reply_without_a_page_leaves_one_where_one_is(server: Server) -> None:
    """It led to an empty page, as no browser does: a form may be answered so that nothing else is to be shown."""
    server.replies("/", lambda asked, talk: talk.reply("<p>Here."), lambda asked, talk: talk.head(204))
    server.on("/done", lambda asked, talk: talk.head(204))
    async with browsing(server.url("/")) as b:
        for typed in (":open /done\n", ":reload --fresh\n"):
            await b.type(typed.replace("/done", server.url("/done")))
            assert "Here." in b.page and "the server sent no page (204 No Content)" in b.screen
            assert [len(tab.visits) for tab in b.app.tabs] == [1]
            await b.press("escape")
    async with browsing(server.url("/done")) as b:
        assert b.page == ["The server sent no page (204 No Content)."]


@in_a_loop
async def test_a_tab_opened_for_a_reply_without_a_page_is_closed_again(server: Server) -> None:
    """It stood there empty, to be closed by hand."""
    server.page("/", "<p>Here.")
    server.on("/done", lambda asked, talk: talk.head(204))
    async with browsing(server.url("/")) as b:
        await b.type(":open -b about:start\n")
        for flag in ("-t", "-b"):
            await b.type(f":open {flag} {server.url('/done')}\n")
            await b.until(lambda: "no page (204 No Content): its tab is closed" in b.screen)
            assert b.page == ["Here."] and len(b.app.tabs) == 2
            await b.press("escape")
