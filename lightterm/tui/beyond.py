"""What lies beyond what is seen of a page: more of it or the next of its row, below; its main part, below menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.navigate import related

if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.tui.app import Browser

MAX_LINKS = 3000
"""Links among which the one to the next page is looked for: reading their words costs 1 us each, on a key."""

SCREENS = 2
"""Screens before the main part from which on it is told of: without their sheets 59 of 160 saved pages have as much."""


async def tell_main_part(app: Browser, document: Document) -> None:
    """Say where the main part of a page is that has just come, once it is counted, to who did nothing on it so far."""
    view = app.view
    await view.counting.ended()
    told = app.status.told and not app.tells_unasked
    if view.document is not document or app.mode != "normal" or app.typed or told:
        return
    top = view.cuts.structure(document).main()
    if top is None or view.first or view.target or view.caret.used:
        return
    lines = view.flow.line_of_block(top)
    if lines >= SCREENS * view.height:
        app.loads.main_part_told += 1
        key = _by(app, "landmark main")
        app.say_unasked(f"the main part is {lines // view.height} screens down: {key} goes there")


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
