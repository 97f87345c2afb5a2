"""The page of what changed on a page since the last visit."""

from __future__ import annotations

import time
from html import escape

from lightterm.commands.about import html_page, items, link
from lightterm.commands.about_page import page_of
from lightterm.output.changes import counted
from lightterm.session.watching import changes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.about import Known
    from lightterm.output.changes import Change


def changes(known: Known, url: str) -> str:
    """What is other than at the visit before."""
    visits = [visit for tab in known.tabs for visit in tab.visits if visit.page is not None and visit.url == url]
    visit = max(visits, key=lambda visit: visit.at, default=None)
    page = visit.page if visit is not None and visit.page is not None else page_of(known, url)
    found = changes_of(known.session, visit, url, page.document)
    head = f"<p>{link(url, page.document.title or url)}</p>"
    if found.since is None:
        words = "Nothing is kept of an earlier visit (history.enabled and history.keep_text say what is)."
        return html_page("Changes", (head, f"<p>{words}</p>"))
    return html_page("Changes", (head, f"<p>{told(found.found, found.since)}</p>", markup(found.found)))


def told(found: Sequence[Change], since: float) -> str:
    """How much is other since when, in words."""
    return f"Since {time.strftime('%Y-%m-%d %H:%M', time.localtime(since))}: {counted(found)}."


def markup(found: Sequence[Change]) -> str:
    """The changes as a list: what is gone struck out, what is new strong."""
    return items(_item(change) for change in found) if found else ""


def _item(change: Change) -> str:
    marks = {"same": "{}", "old": "<del>{}</del>", "new": "<strong>{}</strong>"}
    pieces = change.pieces or ((("old", change.before),) if change.before else (("new", change.after),))
    return " ".join(marks[kind].format(escape(words)) for kind, words in pieces)
