"""Lists to choose from: tabs, the tab's pages, headings, what a search found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.model import Paragraph
from lightterm.errors import ValidationFailed
from lightterm.tui.choices import Row, Texts
from lightterm.tui.verbs import verb
from lightterm.tui.verbs_moving import go_to, without_headings

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser

MOST_MATCHES = 1000
"""Matches that are listed."""

AROUND = 40
"""Characters of the text before and after a match that are listed with it."""


@verb("tabs")
def tabs(app: Browser, call: Invocation) -> None:
    from lightterm.fetch.url_display import display_url

    rows = [
        Row(f"{i} {tab.title}", display_url(tab.visit.url) if tab.visit else "", "pinned" if tab.pinned else "")
        for i, tab in enumerate(app.tabs, 1)
    ]
    app.command_line.pick(rows, app.select_tab, app.tabs.index)


@verb("visits")
def visits(app: Browser, call: Invocation) -> None:
    from lightterm.fetch.url_display import display_url

    tab = app.tabs.active
    if not tab.visits:
        raise ValidationFailed("the tab has been nowhere", actions=())
    rows = [Row(visit.title or "(no title)", display_url(visit.url)) for visit in tab.visits]

    def go(index: int) -> None:
        if index != tab.index:
            app.move(index - tab.index)

    app.command_line.pick(rows, go, tab.index)


@verb("outline")
def outline(app: Browser, call: Invocation) -> None:
    document = app.view.document
    blocks = document.blocks
    if document.contents:
        places = [(heading.block, heading.level) for heading in document.contents]
    else:
        places = list(app.view.outline.places(document))
    if not places:
        raise ValidationFailed(without_headings(app), actions=())

    def text(index: int) -> str:
        at, level = places[index]
        block = blocks[at]
        words = block.text().replace("\n", " ") if isinstance(block, Paragraph) else ""
        return "  " * (level - 1) + (document.contents[index].text if document.contents else words)

    here = app.view.place.block
    current = max((i for i, (block, _) in enumerate(places) if block <= here), default=0)

    def go(index: int) -> None:
        go_to(app, app.view.flow.line_of_block(places[index][0]))

    app.command_line.pick(Texts(len(places), text), go, current)


@verb("match list")
def match_list(app: Browser, call: Invocation) -> None:
    from lightterm.document.within import paragraphs
    from lightterm.tui.verbs_search import begin, show

    if app.view.search is None:
        if not app.searched:
            raise ValidationFailed("nothing has been searched for", actions=())
        begin(app, app.searched)
    found = app.view.search
    assert found is not None
    while not found.complete and len(found.matches) < MOST_MATCHES:
        found.run(1.0)
    if not found.matches:
        raise ValidationFailed(f"not found: {app.searched}", actions=())
    rows = []
    for match in found.matches[:MOST_MATCHES]:
        text = list(paragraphs(found.blocks[match.block]))[match.paragraph].text()
        rows.append(Row(" ".join(text[max(0, match.start - AROUND) : match.end + AROUND].split())))
    current = found.index(app.view.match) if app.view.match is not None else 0
    app.command_line.pick(rows, lambda index: show(app, index), min(current, len(rows) - 1))
