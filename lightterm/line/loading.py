"""A load that a person waits for: a line now and then when it takes long, and Ctrl-C stops it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from lightterm.extract.build import size_in_words
from lightterm.fetch.url_display import display_url
from lightterm.session.load import Load

if TYPE_CHECKING:
    from lightterm.fetch.model import Request
    from lightterm.line.console import Console
    from lightterm.session.session import Session
    from lightterm.session.tab import Progress

LONG = 1.5
"""Seconds after which a person is told that it goes on."""
LONGER = 3.5
"""Seconds after that, when it is said how far it is."""
TOLD_EVERY = 10.0
"""Seconds between two such lines from then on."""


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
        patience = LONGER
        while not ended.wait(patience):
            patience = TOLD_EVERY
            if console.asks:
                console.tell(f"still loading: {_so_far(going.progress)}")
    except KeyboardInterrupt:
        console.tell("")  # off the line with ^C
        going.cancel()
        ended.wait()
    return going


def _so_far(progress: Progress) -> str:
    """What a load does now, and what came of the page, in words."""
    if not progress.received:
        return progress.stage
    of = f" of {size_in_words(progress.total)}" if progress.total else ""
    return f"{progress.stage}, {size_in_words(progress.received)}{of} came"
