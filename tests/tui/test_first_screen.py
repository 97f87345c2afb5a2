"""The first screen, painted by the load's thread before the app is there."""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING

import pytest
from browsing import KEYS, browsing, in_a_loop
from terminals import Terminal
from textual import events

from lightterm.extract.html import html_document
from lightterm.extract.view import View
from lightterm.session.session import Session
from lightterm.settings import Settings
from lightterm.tui.prepaint import MORE, PLAIN, Look, first_screen
from lightterm.tui.start import First, Tty

if TYPE_CHECKING:
    from pathlib import Path

    from servers import Server


class Gone(Tty):
    """A terminal that was closed while the page came."""

    def paint(self, screen: str) -> bool:
        """No terminal takes what is painted."""
        raise OSError(errno.EIO, "the terminal is gone")


def test_a_first_screen_that_cannot_be_painted_does_not_end_the_load(tmp_path: Path) -> None:
    """The fault ended the load's thread with a traceback over the screen, and the page never came."""
    file = tmp_path / "page.html"
    file.write_text("<title>Page</title><p>All of it")
    tty = Gone()
    tty.columns, tty.rows = 80, 24
    with Session(Settings()) as session:
        first = First(session, file.as_uri(), tty, session.settings, paints=True)
        first.wait()
        load = first.load
        assert load is not None
        load.thread.join(30)
        assert load.page is not None and load.page.document.title == "Page"
        assert isinstance(first.fault, OSError)
        assert not first.taken_over()


@in_a_loop
async def test_keys_of_the_start_come_before_those_read_since(server: Server) -> None:
    """`:field editor 1` was typed as `ield editor 1`, then `:f`: what was read meanwhile waited in the app's queue."""
    server.page("/", "<p>All of it.</p>")
    async with browsing(server.url("/")) as b:
        b.app._held = [events.Key("colon", ":"), events.Key("s", "s")]
        for letter in "et wrap!":
            b.app.post_message(events.Key(KEYS.get(letter, letter), letter))
        b.app.call_next(b.app._release_keys)
        await b.until(lambda: b.app.mode == "command" and b.app.command_line.value.endswith("wrap!"), "the line")
        assert b.app.command_line.value == ":set wrap!"


def test_the_first_screen_ends_lines_at_the_edge_and_nests_colours_as_the_app_does() -> None:
    """A long preformatted line was broken by the terminal and pushed the page up; a link in a mark had the colours of
    both, black on its own ground; code in a strong text was dark and bold."""
    long = "x" * 100 + "\n漢\n" + "漢字" * 20
    markup = f"<p><mark>in <a href=/>link</a></mark> <b>bold <code>code</code></b><pre>{long}"
    document = html_document(markup.encode(), "https://example.org/", View())
    look = Look({"mark": "30;103", "link": "4;96", "strong": "1", "code": "32"})
    rows = first_screen(document, 40, 8, True, "status", look).partition("\x1b[H")[2].split("\r\n")
    assert "\x1b[30;103min " in rows[0] and "\x1b[30;103m\x1b[4m[1]link" in rows[0]
    assert "\x1b[1m\x1b[32m\x1b[22mcode" in rows[0]
    shown = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", row) for row in rows]
    assert shown[2:5] == ["x" * 39 + MORE, "漢", "漢字" * 9 + "漢" + MORE]


def test_a_line_with_marks_that_mean_nothing_is_put_in_order_as_others_are() -> None:
    """It stood as it is written, with signs of where its direction begins, until the app took over."""
    rows = []
    for mark in ("", "\u200f"):
        document = html_document(f"<html dir=rtl><p>{mark}אבג <b>דה</b> 12".encode(), "http://x.example/", View())
        screen = first_screen(document, 40, 4, True, "status", PLAIN, "lightterm")
        rows.append(screen.partition("\x1b[H")[2].split("\r\n")[0])
    assert "גבא" in rows[0] and rows[1] == rows[0]


@pytest.mark.parametrize("address", ["about:bookmarks", "about:help?save", "view-source:about:start"])
def test_a_page_that_the_app_makes_is_not_asked_for_before_it_is_there(address: str, home: Path) -> None:
    """There was no built-in page of that name."""
    with Session(Settings()) as session:
        assert First(session, address, Tty(), session.settings, paints=True).load is None
    terminal = Terminal(home, address)
    try:
        terminal.until(lambda out: b"Bookmarks" in out or b":save" in out or b"# " in out)
        assert b"could not be loaded" not in terminal.out
        terminal.type(":quit\r")
        assert terminal.end() == 0
    finally:
        terminal.close()
