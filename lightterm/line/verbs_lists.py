"""Lists to choose from: tabs, the tab's pages, headings, matches; and what was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.frames import back_to_holder, beside, frames
from lightterm.commands.restart import check_restart
from lightterm.document.structure import outline_regions
from lightterm.document.within import paragraphs
from lightterm.errors import ValidationFailed
from lightterm.line.verbs import verb
from lightterm.line.verbs_reading import found, line_of, show_match, to_block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.document.matches import Match
    from lightterm.line.front import LineMode

AROUND = 40
"""Characters before and behind a match that is on no line."""


def pick(
    front: LineMode, heading: str, entries: Sequence[str], done: Callable[[int], None], current: bool = False
) -> None:
    """List things by number; a person is asked for one, a script just gets the list. `current`: one of them is where
    one is already, so that of one alone there is nothing to choose."""
    if not front.console.asks:
        front.console.lines([heading, *(f"{i} {entry}" for i, entry in enumerate(entries, 1))])
        return
    if current and len(entries) == 1:
        front.say(f"{heading}: {entries[0]}")
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
    pick(front, _many(len(entries), "tab", "tabs"), entries, front.select_tab, current=True)


@verb("visits")
def visits(front: LineMode, call: Invocation) -> None:
    tab = front.tabs.active
    entries = [(v.title or v.url) + " (this one)" * (v is tab.visit) for v in tab.visits]
    heading = _many(len(entries), "page", "pages") + " of this tab"
    pick(front, heading, entries, lambda at: front.move(at - tab.index), current=True)


@verb("outline")
def outline(front: LineMode, call: Invocation) -> None:
    document = front.view.document
    regions = outline_regions(document)
    places = [(mark.start, 0, f"region: {words}") for mark, words in regions]
    headings = document.outline()
    places += [(h.block, at, f"level {h.level}: {h.text}") for at, h in enumerate(headings, 1)]
    if not places:
        raise ValidationFailed("the page has no headings and no regions", actions=())
    places.sort(key=lambda place: place[:2])
    heading = _many(len(headings), "heading", "headings")
    if regions:
        heading += f", {_many(len(regions), 'region', 'regions')}"
    pick(front, heading, [words for _, _, words in places], lambda at: to_block(front, places[at][0]))


@verb("match list")
def match_list(front: LineMode, call: Invocation) -> None:
    matches = found(front)
    by_line: dict[int | Match, list[int]] = {}
    for at, match in enumerate(matches[:200]):
        hidden = front.view.blocks[match.block].frame.hidden(front.view.opened)
        by_line.setdefault(match if hidden else line_of(front, match), []).append(at)
    more = "" if len(matches) <= 200 else ", the first 200"
    heading = f"{_many(len(matches), 'match', 'matches')} of {front.searched}{more}"
    firsts = [found[0] for found in by_line.values()]
    entries = [_matched(front, line, len(found)) for line, found in by_line.items()]
    pick(front, heading, entries, lambda at: show_match(front, matches, firsts[at]))


def _matched(front: LineMode, line: int | Match, count: int) -> str:
    """A line with matches, once for all of them; what is in something closed stands on no line."""
    if not isinstance(line, int):
        text = list(paragraphs(front.view.blocks[line.block]))[line.paragraph].text()
        return f"in what is closed: {' '.join(text[max(0, line.start - AROUND) : line.end + AROUND].split())}"
    return f"line {line + 1}: {front.view.text(line).strip()}{f' ({count} matches)' if count > 1 else ''}"


@verb("frame")
def frame(front: LineMode, call: Invocation) -> None:
    which = call.text("which")
    if which == "parent":
        front.move(back_to_holder(front.tabs.active))
        return
    found = frames(front.view.document)
    if which == "open":
        here = [each for each in found if each.number == front.view.target] or found
        if len(here) == 1:
            front.open_link(here[0].url, framed=False)
        else:
            pick(
                front,
                _many(len(here), "frame", "frames"),
                [each.name for each in here],
                lambda at: front.open_link(here[at].url, framed=False),
            )
        return
    chosen = beside(front.view.document, found, front.view.target or 0, call.times if which == "next" else -call.times)
    front.view.target = chosen.number
    front.say(f"frame {found.index(chosen) + 1} of {len(found)}: [{chosen.number}] {chosen.name}")


@verb("restart")
def restart(front: LineMode, call: Invocation) -> None:
    check_restart(front)
    front.keeping.save()
    run = front.session.store.journal.begin() if front.console.asks else 0
    if not run:
        raise ValidationFailed("the tabs cannot be saved: they would be lost", actions=())
    front.restart = run
    front.quit()
