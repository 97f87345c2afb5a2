"""Lists to choose from: tabs, the tab's pages, headings, what a search found."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lightterm.document.model import Paragraph
from lightterm.document.posts import post_words
from lightterm.document.structure import outline_regions
from lightterm.errors import ValidationFailed
from lightterm.tui.choices import Row, Texts
from lightterm.tui.verbs import verb
from lightterm.tui.verbs_moving import go_to, without_headings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.document.model import Block
    from lightterm.tui.app import Browser

MOST_MATCHES = 1000
"""Matches that are listed."""

AROUND = 40
"""Characters of the text before and after a match that are listed with it."""


@verb("tabs")
def tabs(app: Browser, call: Invocation) -> None:
    from lightterm.fetch.url_display import display_url

    there = list(app.tabs)
    rows = [
        Row(f"{i} {tab.title}", display_url(tab.visit.url) if tab.visit else "", "pinned" if tab.pinned else "")
        for i, tab in enumerate(there, 1)
    ]

    def go(index: int) -> None:
        now = list(app.tabs)  # an agent may have closed or opened some meanwhile
        if there[index] not in now:
            raise ValidationFailed("that tab is closed by now", actions=())
        app.select_tab(now.index(there[index]))

    app.command_line.pick(rows, go, app.tabs.index)


@verb("visits")
def visits(app: Browser, call: Invocation) -> None:
    from lightterm.fetch.url_display import display_url

    tab = app.tabs.active
    if not tab.visits:
        raise ValidationFailed("the tab has been nowhere", actions=())
    rows = [Row(visit.title or "(no title)", display_url(visit.url)) for visit in tab.visits]

    def go(index: int) -> None:
        if tab is not app.tabs.active:
            raise ValidationFailed("another tab is in front by now", actions=())
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
        places = list(app.view.cuts.structure(document).places())
    regions = [] if document.contents else outline_regions(document)
    if not places and not regions:
        raise ValidationFailed(f"{without_headings(app)} and no regions", actions=())
    if regions:  # each stands before its heading, which has a level of 1 and more
        places = sorted([*places, *[(mark.start, at - len(regions)) for at, (mark, _) in enumerate(regions)]])

    def text(index: int) -> str:
        at, level = places[index]
        if level < 0:
            return regions[level][1]
        words = _words(blocks, at, places[index + 1][0] if index + 1 < len(places) else len(blocks))
        return "  " * (level - 1) + (document.contents[index].text if document.contents else words)

    here = app.view.place.block
    current = max((i for i, (block, _) in enumerate(places) if block <= here), default=0)

    def go(index: int) -> None:
        at = places[index][0]
        now = app.view.document.blocks
        if now is not blocks and _words(now, at, at + 1) != _words(blocks, at, at + 1):
            raise ValidationFailed("another page has come meanwhile", actions=())
        go_to(app, app.view.flow.line_of_block(at))

    app.command_line.pick(Texts(len(places), text), go, current)


def _words(blocks: Sequence[Block], at: int, end: int) -> str:
    """What the heading at a place says, else what is there and before another place."""
    block = blocks[at] if at < len(blocks) else None
    if isinstance(block, Paragraph) and block.level:
        return block.text().replace("\n", " ")
    return post_words(blocks, at, end)


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
    matches = found.matches[:MOST_MATCHES]

    def around(at: int) -> str:
        match = matches[at]
        text = next(islice(paragraphs(found.blocks[match.block]), match.paragraph, None)).text()
        return " ".join(text[max(0, match.start - AROUND) : match.end + AROUND].split())

    rows = Texts(len(matches), around)
    current = found.index(app.view.match) if app.view.match is not None else 0

    def go(index: int) -> None:
        if app.view.search is not found:
            raise ValidationFailed("another state of the page has come meanwhile", actions=())
        show(app, index)

    app.command_line.pick(rows, go, min(current, len(rows) - 1))
