"""Commands where there is nothing for them: a page without a word, and one without a link."""

from __future__ import annotations

import re

import pytest
from browsing import browsing, in_a_loop
from servers import Server

from lightterm.commands.vocabulary import COMMANDS

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
