"""Reading on, elsewhere in the page, and in another look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.files import loaded
from lightterm.commands.navigate import shown
from lightterm.document.find import Search, pattern
from lightterm.document.folding import disclosures, states
from lightterm.document.structure import region_words
from lightterm.document.whereabouts import whereabouts
from lightterm.errors import ValidationFailed
from lightterm.line.verbs import verb
from lightterm.session.reader import changed, is_reader, same_place, why_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.document.find import Sought
    from lightterm.document.matches import Match
    from lightterm.document.model import Block
    from lightterm.line.front import LineMode

SEARCHING = 60.0
"""Seconds a search may take."""


@verb("more")
def more(front: LineMode, call: Invocation) -> None:
    lines = call.number("lines")
    if lines is not None and lines < 1:
        raise ValidationFailed("at least one line", actions=())
    if front.view.is_over:
        raise ValidationFailed("the page ends here", actions=())
    front.more(lines or 0)


@verb("whole")
def whole(front: LineMode, call: Invocation) -> None:
    front.console.lines(front.view.portion(0))


@verb("again")
def again(front: LineMode, call: Invocation) -> None:
    front.view.at = front.view.shown
    front.more()


@verb("scroll")
def scroll(front: LineMode, call: Invocation) -> None:
    direction = call.text("direction")
    page = front.portion or 22
    steps = {"down": 1, "up": -1, "page-down": page, "page-up": -page, "half-down": page // 2, "half-up": -page // 2}
    if direction not in steps:
        raise ValidationFailed(f"{direction}: every line is shown whole here", actions=())
    _show_from(front, front.view.shown + steps[direction] * call.times * (call.number("amount") or 1))


@verb("scroll to")
def scroll_to(front: LineMode, call: Invocation) -> None:
    where = call.text("where")
    lines = front.view.count()
    words = {"top": 0, "middle": lines // 2, "bottom": max(0, lines - (front.portion or 22))}
    if where in ("left", "right"):
        raise ValidationFailed(f"{where}: every line is shown whole here", actions=())
    if where.endswith("%"):
        _show_from(front, lines * min(100, int(where[:-1])) // 100)
    else:
        _show_from(front, words[where] if where in words else int(where) - 1)


@verb("scroll screen")
def scroll_screen(front: LineMode, call: Invocation) -> None:
    _show_from(front, ((call.number("number") or 1) - 1) * (front.portion or 22))


@verb("scroll percent")
def scroll_percent(front: LineMode, call: Invocation) -> None:
    percent = call.number("percent") or 0
    _show_from(front, front.view.count() * max(0, min(100, percent)) // 100)


def _show_from(front: LineMode, line: int) -> None:
    front.view.go_to_line(line)
    front.more()


@verb("heading")
def heading(front: LineMode, call: Invocation) -> None:
    found = front.view.document.outline()
    which = call.text("which")
    here = front.view.flow.block_at(front.view.shown)
    level = next((h.level for h in reversed(found) if h.block <= here), 0)
    if which in ("first", "last"):
        wanted = list(found)
    elif which == "next":
        wanted = [h for h in found if h.block > here]
    elif which == "previous":
        wanted = [h for h in reversed(found) if h.block < here]
    else:
        wanted = [h for h in reversed(found) if h.block < here and h.level < level]
    if not wanted:
        raise ValidationFailed(f"there is no {which} heading" if found else "the page has no headings", actions=())
    at = len(wanted) - 1 if which == "last" else 0 if which == "first" else min(call.times, len(wanted)) - 1
    to_block(front, wanted[at].block)


@verb("where")
def where(front: LineMode, call: Invocation) -> None:
    front.view.count()
    front.say(whereabouts(front.view.document, front.view.flow, max(front.view.shown, front.view.at - 1)))


@verb("landmark")
def landmark(front: LineMode, call: Invocation) -> None:
    which = call.text("which")
    if which == "main":
        _show_main(front)
        return
    here = front.view.flow.block_at(front.view.shown)
    found = front.view.document.landmarks
    if which in ("next", "previous"):
        beyond = [m for m in found if (m.start > here if which == "next" else m.start < here)]
        wanted = beyond if which == "next" else beyond[::-1]
    else:
        role = "contentinfo" if which == "footer" else which
        wanted = [m for m in found if m.role == role]
    if not wanted:
        raise ValidationFailed(f"the page has no {which} region", actions=())
    mark = wanted[min(call.times, len(wanted)) - 1]
    front.say(region_words(mark))
    to_block(front, mark.start)


def _show_main(front: LineMode) -> None:
    from lightterm.document.main_part import main_block
    from lightterm.line.beyond import TOLD_AT_MOST

    front.main_part_told = TOLD_AT_MOST
    top = main_block(front.view.document)
    mark = next((m for m in front.view.document.landmarks if m.role == "main"), None)
    if top is None:
        raise ValidationFailed("the page has no main region, and no heading of its own", actions=())
    front.say(region_words(mark) if mark else "no main region is marked; the heading:")
    to_block(front, top)


def to_block(front: LineMode, block: int) -> None:
    """Read on from a block, unfolded where it is in something closed."""
    front.remember_place()
    front.view.unfold(block)
    _show_from(front, front.view.flow.line_of_block(block))


@verb("details")
def details(front: LineMode, call: Invocation) -> None:
    view = front.view
    action = call.text("action", "toggle")
    number = call.number("target") or view.target or 0
    there = states(disclosures(view.document.blocks), view.opened, action)
    if call.has("all"):
        if not there:
            raise ValidationFailed("the page has nothing that can be opened or closed", actions=())
        view.fold(there)
        front.more()
    elif number:
        fold(front, number, action)
    else:
        raise ValidationFailed("which one? Give its number", actions=())


def fold(front: LineMode, number: int, action: str) -> None:
    """Open, close or toggle a disclosure, and read on from it. Raises ValidationFailed where the target is none."""
    view = front.view
    now = disclosures(view.document.blocks) | view.opened
    if number not in now:
        raise ValidationFailed(f"[{number}] is nothing that can be opened", actions=())
    view.fold({number: not now[number] if action == "toggle" else action == "open"})
    _show_from(front, view.flow.line_of_target(number) or 0)


# --- searching


@verb("search")
def search(front: LineMode, call: Invocation) -> None:
    text = call.text("text")
    if not text:
        front.ask("search for:", (), "", lambda typed: _search(front, typed, call))
    else:
        _search(front, text, call)


def _search(front: LineMode, text: str, call: Invocation) -> None:
    if not text:
        return
    if call.has("case"):
        text += "\\C"
    front.searched = text
    front.search_backward = call.has("backward")
    front.search_plain = call.has("plain")
    fault = _sought(front).fault
    if fault:
        front.say(fault, "warning")
    _step(front, -1 if front.search_backward else 1, 1, found(front))


def _sought(front: LineMode) -> Sought:
    return pattern(front.searched, regex=not front.search_plain)


def found(front: LineMode) -> Sequence[Match]:
    """The matches of what was searched for last. Raises ValidationFailed when there are none."""
    if not front.searched:
        raise ValidationFailed("nothing has been searched for", actions=())
    going = Search(front.view.blocks, _sought(front))
    going.run(SEARCHING)
    if not going.matches:
        raise ValidationFailed(f"not found: {front.searched}", actions=())
    return going.matches


@verb("match")
def match(front: LineMode, call: Invocation) -> None:
    which = call.text("which")
    matches = found(front)
    if which in ("first", "last"):
        show_match(front, matches, 0 if which == "first" else len(matches) - 1)
        return
    forward = (which == "next") is not front.search_backward
    _step(front, 1 if forward else -1, call.times, matches)


def _step(front: LineMode, way: int, times: int, matches: Sequence[Match]) -> None:
    """Go to a match in a direction from the one shown, else from where one reads; round the end it is told."""
    current = front.match if front.match in matches else None
    if current is not None:
        at = matches.index(current) + way * times
    else:
        here = front.view.flow.block_at(front.view.shown)
        before = sum(1 for m in matches if m.block < here)
        at = before + times - 1 if way > 0 else before - times
    if not 0 <= at < len(matches):
        front.say(f"from the {'beginning' if way > 0 else 'end'} again")
    show_match(front, matches, at % len(matches))


def show_match(front: LineMode, matches: Sequence[Match], index: int) -> None:
    """Read on from a match, unfolded where it is in something closed."""
    front.match = matches[index]
    front.remember_place()
    front.view.unfold(front.match.block)
    line = line_of(front, front.match)
    front.say(f"match {index + 1} of {len(matches)}, line {line + 1} of {front.view.count()}")
    if front.view.shown == line < front.view.at:  # it was read out with the match before
        front.console.lines([front.view.text(line)])
    else:
        _show_from(front, line)


def line_of(front: LineMode, match: Match) -> int:
    """The line that a match begins on; of a long block the part it stands in is laid out alone, as 200 matches in a
    paragraph of 1 MB took 12 s."""
    from lightterm.document.flow import Flow

    flow = front.view.flow
    front.view.count()  # until then the lines of a long block are an estimate
    start = flow.lines_of_character(match.block, match.paragraph, match.start).start
    search = Search(flow.blocks, _sought(front))
    search.matches.append(match)

    def shown(index: int, block: Block, before: int) -> Block:
        return search.marked(index, block, match, before) if index == match.block else block

    alone = Flow(flow.blocks, flow.width, flow.numbers, shown, opened=flow.opened, stacked=flow.stacked, cuts=flow.cuts)
    lines = alone.lines_of_character(match.block, match.paragraph, match.start)
    return start + next((i - lines.start for i in lines if any(s.kind == "found" for s in alone.spans(i))), 0)


# --- the look of the page


@verb("numbers")
def numbers(front: LineMode, call: Invocation) -> None:
    state = call.text("state")
    front.change("output.numbers", state == "on" if state else not front.chosen.output.numbers)


@verb("width")
def width(front: LineMode, call: Invocation) -> None:
    front.change("tui.width", call.number("cells") or 0)


@verb("width by")
def width_by(front: LineMode, call: Invocation) -> None:
    front.change("tui.width", max(20, front.columns + (call.number("cells") or 0)))


@verb("encoding")
def encoding(front: LineMode, call: Invocation) -> None:
    from lightterm.fetch.charset import canonical_label

    charset = call.text("charset")
    if charset and not canonical_label(charset):
        raise ValidationFailed(f"there is no charset {charset!r}", actions=())
    visit = front.visit
    if visit is None:
        raise ValidationFailed("no page is open", actions=())
    visit.request = visit.request.replace(charset=charset)
    front.reload(front.tabs.active)


@verb("reader")
def reader(front: LineMode, call: Invocation) -> None:
    visit, page = shown(front), loaded(front)
    state = call.text("state")
    wanted = state == "on" if state else not is_reader(page.document)
    if wanted != is_reader(page.document):
        found = changed(front.session, page, front.columns, wanted)
        if wanted and not is_reader(found.document):
            raise ValidationFailed(why_whole(found.document), actions=())
        front.keep_place()
        visit.place = same_place(page.document, found.document, visit.place)
        visit.page = found
    front.say("the main text alone" if wanted else "the whole page")
    front.show_visit()
