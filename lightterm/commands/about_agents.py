"""about:deeds: the journal of what agents did."""

from __future__ import annotations

import time
from html import escape

from lightterm.commands.about import html_page, rows
from lightterm.fetch.url_display import display_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.about import Known
    from lightterm.session.store.model import DeedEntry

SHOWN = 500
"""Entries on the page; the rest is in the file that :deeds export writes."""


def deeds(known: Known, words: str) -> str:
    """What agents did, latest first, or the entries with some words."""
    journal = known.session.store.deeds
    wanted = words.casefold().split()
    found = [entry for entry in journal.all() if entry.tool and all(word in _text(entry) for word in wanted)]
    head = ("when", "who", "what", "where", "how it ended")
    parts = [rows(head, map(_row, found[:SHOWN])) if found else "<p>No agent has done anything yet.</p>"]
    if len(found) > SHOWN:
        parts.append(f"<p>{len(found) - SHOWN} earlier ones are in the file that :deeds export writes.</p>")
    chosen = known.session.settings
    if chosen.session.private or not chosen.agents.journal:
        parts.append("<p>Nothing of this session is written down.</p>")
    return html_page(f"What agents did: {words}" if words else "What agents did", parts)


def _text(entry: DeedEntry) -> str:
    return " ".join((entry.who, entry.tool, entry.words, entry.url, entry.outcome)).casefold()


def _row(entry: DeedEntry) -> tuple[str, ...]:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.at))
    # The browse and open of a page say its address as words too.
    words = "" if entry.words == display_url(entry.url) else entry.words
    cells = (when, entry.who, f"{entry.tool} {words}".rstrip(), display_url(entry.url), entry.outcome)
    return tuple(map(escape, cells))
