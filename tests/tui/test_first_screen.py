"""The first screen, painted by the load's thread before the app is there."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

from lightterm.session.session import Session
from lightterm.settings import Settings
from lightterm.tui.start import First, Tty

if TYPE_CHECKING:
    from pathlib import Path


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
