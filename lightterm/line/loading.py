"""A load that a person waits for: one line when it takes long, and Ctrl-C stops it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from lightterm.fetch.url_display import display_url
from lightterm.session.load import Load

if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.line.console import Console
    from lightterm.session.session import Session

LONG = 1.5
"""Seconds after which a person is told that it goes on."""


def load(session: Session, request: Request, columns: int, console: Console) -> Load:
    """Load a page to its end, or until Ctrl-C: what came by then is its page."""
    ended = threading.Event()
    going = Load(session, request, columns, lambda _load: ended.set())
    going.watched = True
    going.asks = console.asks
    going.start()
    try:
        if not ended.wait(LONG) and console.asks:
            console.tell(f"loading {display_url(request.url)}, Ctrl-C stops it")
        ended.wait()
    except KeyboardInterrupt:
        console.tell("")  # off the line with ^C
        going.cancel()
        ended.wait()
    return going
