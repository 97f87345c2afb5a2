"""From the command line to the running app, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.session.session import Session
from lightterm.tui.app import Browser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.settings import Settings


def run(addresses: Sequence[str], settings: Settings, config_file: str = "") -> int:
    """Show the addresses, the first in front, until the person quits; the exit code, not 0 after a crash."""
    with Session(settings) as session:
        app = Browser(session, addresses, config_file)
        app.run()
        app.loads.stop_all()
        # App.run() returns as if all were well after a crash, which is told by return_code alone.
        return app.return_code or app.return_value or 0
