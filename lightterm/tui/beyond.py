"""What lies beyond the end of a page, told when one scrolls against it: more of it, or the next of its row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.navigate import related

if TYPE_CHECKING:
    from lightterm.tui.app import Browser

MAX_LINKS = 3000
"""Links among which the one to the next page is looked for: reading their words costs 1 us each, on a key."""


def tell(app: Browser) -> None:
    """Say how to go on where the page can; nothing where its end is the end."""
    visit = app.tabs.active.visit
    page = visit.page if visit is not None else None
    if page is None or visit is None:
        return
    if page.snapshot.live is not None and visit.exhausted is not page:
        app.say(f"the end so far; {_by(app, 'more')} has the page's scripts bring more, if there is")
    elif len(page.document.targets) <= MAX_LINKS and related(page.document, "next"):
        app.say(f"the end; {_by(app, 'navigate next')} opens the next page")


def _by(app: Browser, line: str) -> str:
    """The keys that run a command, or how it is typed."""
    keys = app.keymap.keys_of(line)
    return keys[0] if keys else f":{line}"
