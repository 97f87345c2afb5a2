"""Lists to choose from: tabs, the tab's pages, headings, matches; and what was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.line.verbs import verb
from lightterm.line.verbs_reading import found, line_of, show_match, to_block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.line.front import LineMode


def pick(front: LineMode, heading: str, entries: Sequence[str], done: Callable[[int], None]) -> None:
    """List things by number; a person is asked for one, a script just gets the list."""
    if not front.console.asks:
        front.console.lines([heading, *(f"{i} {entry}" for i, entry in enumerate(entries, 1))])
        return
    at = front.choose(f"{heading} (Enter for none)", entries)
    if at is not None:
        done(at)


def _many(count: int, one: str, many: str) -> str:
    return f"1 {one}" if count == 1 else f"{count} {many}"


@verb("tabs")
def tabs(front: LineMode, call: Invocation) -> None:
    here = front.tabs.index
    entries = [tab.title + " (this one)" * (at == here) for at, tab in enumerate(front.tabs)]
    pick(front, _many(len(entries), "tab", "tabs"), entries, front.select_tab)


@verb("visits")
def visits(front: LineMode, call: Invocation) -> None:
    tab = front.tabs.active
    entries = [(v.title or v.url) + " (this one)" * (v is tab.visit) for v in tab.visits]
    pick(front, _many(len(entries), "page", "pages") + " of this tab", entries, lambda at: front.move(at - tab.index))


@verb("outline")
def outline(front: LineMode, call: Invocation) -> None:
    headings = front.view.document.outline()
    if not headings:
        raise ValidationFailed("the page has no headings", actions=())
    entries = [f"level {h.level}: {h.text}" for h in headings]
    pick(front, _many(len(entries), "heading", "headings"), entries, lambda at: to_block(front, headings[at].block))


@verb("match list")
def match_list(front: LineMode, call: Invocation) -> None:
    matches = found(front)
    flow = front.view.flow
    entries = [f"line {(line := line_of(front, m)) + 1}: {flow.text(line).strip()}" for m in matches[:200]]
    more = "" if len(matches) <= 200 else ", the first 200"
    heading = f"{_many(len(matches), 'match', 'matches')} of {front.searched}{more}"
    pick(front, heading, entries, lambda at: show_match(front, matches, at))
