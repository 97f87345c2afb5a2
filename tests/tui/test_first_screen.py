"""The first screen, painted by the load's thread before the app is there."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from browsing import KEYS, browsing, in_a_loop
from textual import events

from lightterm.session.session import Session
from lightterm.settings import Settings
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
