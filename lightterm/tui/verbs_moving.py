"""Moving about in a page."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from lightterm.document.elements import BEGUN, TARGETS, in_words, level_of
from lightterm.document.structure import region_words
from lightterm.document.whereabouts import whereabouts
from lightterm.errors import ValidationFailed
from lightterm.numerals import whole_number
from lightterm.tui.loads import TOLD_AT_MOST
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView

OVERLAP = 2
"""Lines of the last screen that stay in sight when paging."""


@verb("scroll")
def scroll(app: Browser, call: Invocation) -> None:
    view = app.view
    direction = call.text("direction")
    times = call.times * (call.number("amount") or 1)
    unit, _, way = direction.partition("-")
    if not way:
        unit, way = "line", direction
    lines = {"line": 1, "half": max(1, view.height // 2), "page": max(1, view.height - OVERLAP)}[unit]
    cells = {"line": 1, "page": max(1, view.columns - OVERLAP)}.get(unit, 1)
    if way in ("left", "right"):
        view.shift(cells * times * (1 if way == "right" else -1))
    else:
        first = view.first
        view.scroll_by(lines * times * (1 if way == "down" else -1))
        if way == "down" and view.first == first and not app.loads.of(app.tabs.active):
            from lightterm.tui.beyond import tell

            tell(app)


@verb("scroll to")
def scroll_to(app: Browser, call: Invocation) -> None:
    view = app.view
    where = call.text("where")
    app.remember_place()
    if where == "top":
        view.scroll_to_line(0)
    elif where == "bottom":
        view.scroll_to_end()
        app.loads.follow_end(app.tabs.active, view.scroll_to_end)
    elif where == "middle":
        view.scroll_to_line((len(view.flow) - view.height) // 2)
    elif where in ("left", "right"):
        view.shift(-view.left if where == "left" else 1 << 20)
    elif where.endswith("%"):
        _percent(app, float(where[:-1]))
    else:
        _to_line(app, int(where) - 1)


def _to_line(app: Browser, line: int) -> None:
    """Go to a line, and on to it as it comes where it is not there yet."""
    view = app.view
    view.scroll_to_line(line)
    if line > view.first:
        app.loads.follow_end(app.tabs.active, lambda: view.scroll_to_line(line))


@verb("scroll screen")
def scroll_screen(app: Browser, call: Invocation) -> None:
    app.remember_place()
    app.view.scroll_to_line(((call.number("number") or 1) - 1) * max(1, app.view.height - OVERLAP))


@verb("scroll percent")
def scroll_percent(app: Browser, call: Invocation) -> None:
    app.remember_place()
    _percent(app, float(call.number("percent") or 0))


def _percent(app: Browser, percent: float) -> None:
    view = app.view
    view.scroll_to_line(round((len(view.flow) - view.height) * min(max(percent, 0.0), 100.0) / 100))


@verb("scroll align")
def align(app: Browser, call: Invocation) -> None:
    view = app.view
    where = call.text("where")
    line, column = app.cursor_place()
    if where in ("left", "column"):
        view.shift((column if where == "left" else column - view.columns // 2) - view.left)
    else:
        goals = {"center": view.height // 2, "top": 0, "bottom": view.height - 1}
        view.scroll_to_line(line - (goals[where] if where in goals else _next(view, line, list(goals.values()))))


def _next(view: PageView, line: int, goals: list[int]) -> int:
    """The row after the one that the line stands in, where the page can be scrolled so far."""
    firsts = [max(0, min(line - goal, len(view.flow) - view.height)) for goal in goals]
    at = firsts.index(view.first) + 1 if view.first in firsts else 0
    order = [*range(at, len(goals)), *range(at)]
    return goals[next((n for n in order if firsts[n] != view.first), at % len(goals))]


def without_headings(app: Browser) -> str:
    """What is said of a page that has no headings, or none so far."""
    return f"{'what has come of the page so far' if app.loads.of(app.tabs.active) else 'the page'} has no headings"


@verb("heading")
def heading(app: Browser, call: Invocation) -> None:
    outline = app.view.cuts.structure(app.view.document).places()
    if not outline:
        regions = "; :landmark next goes to its regions" if app.view.document.landmarks else ""
        raise ValidationFailed(without_headings(app) + regions, actions=())
    blocks = [block for block, _ in outline]
    which = call.text("which")
    if which == "parent":
        at = max(0, _behind(app, blocks) - 1)
        parent = next((i for i in range(at - 1, -1, -1) if outline[i][1] < outline[at][1]), None)
        if parent is None:
            raise ValidationFailed("there is no heading above this one", actions=())
        go_to(app, app.view.flow.line_of_block(blocks[parent]))
    else:
        go_to(app, _step(app, blocks, which, call.times, "heading"))


@verb("element")
def element(app: Browser, call: Invocation) -> None:
    which, kind = call.text("which"), call.text("kind")
    if kind in TARGETS:
        from lightterm.tui.verbs_links import target

        target(app, call)
        return
    known = app.view.cuts.structure(app.view.document)
    level, what = level_of(kind), in_words(kind)
    blocks = known.begun()[kind] if kind in BEGUN else [at for at, lev in known.places() if level in (0, lev)]
    if not blocks:
        raise ValidationFailed(f"the page has no {what}", actions=())
    go_to(app, _step(app, blocks, which, call.times, what))


@verb("where")
def where(app: Browser, call: Invocation) -> None:
    view = app.view
    line = view.caret.at[0] if view.caret.shown else view.first
    app.say(whereabouts(view.document, view.flow, line))


@verb("page")
def page(app: Browser, call: Invocation) -> None:
    leaves = app.status.facts.leaves()
    if not leaves:
        raise ValidationFailed("this is no PDF: it has no pages", actions=())
    which = call.text("which")
    if which in ("next", "previous"):
        go_to(app, _step(app, leaves, which, call.times, "page"))
    elif 1 <= (number := whole_number(which)) <= len(leaves):
        go_to(app, app.view.flow.line_of_block(leaves[number - 1]))
    else:
        raise ValidationFailed(f"there is no page {which}: it has {len(leaves)}", actions=())


@verb("landmark")
def landmark(app: Browser, call: Invocation) -> None:
    roles = {"main": "main", "navigation": "navigation", "search": "search", "footer": "contentinfo"}
    which = call.text("which")
    role = roles.get(which)
    marks = [mark for mark in app.view.document.landmarks if role in (None, mark.role)]
    if which == "main":
        app.loads.main_part_told = TOLD_AT_MOST
        top = app.view.cuts.structure(app.view.document).main()
        if top is not None:
            go_to(app, app.view.flow.line_of_block(top))
            if not marks:
                app.say("the page marks no main part: this is its heading")
            return
    if not marks:
        raise ValidationFailed(f"the page has no region {which}" if role else "the page has no regions", actions=())
    blocks = sorted({mark.start for mark in marks})
    line = app.view.flow.line_of_block(blocks[0]) if role else _step(app, blocks, which, call.times, "region")
    go_to(app, line)
    begun = _begun(app, blocks, line)
    there = next((mark for mark in marks if mark.start in begun), marks[0])
    app.say(region_words(there))


def _step(app: Browser, blocks: Sequence[int], which: str, times: int, what: str) -> int:
    """The line of the block so many further on; only blocks near the screen are laid out for it."""
    flow, top = app.view.flow, app.view.first
    if which in ("first", "last"):
        return flow.line_of_block(blocks[0 if which == "first" else -1])
    behind = _behind(app, blocks)
    if which == "next":
        if behind == len(blocks) or top >= app.view.last_first:
            raise ValidationFailed(f"there is no {what} below", actions=())
        return flow.line_of_block(blocks[min(behind + times, len(blocks)) - 1])
    before = behind
    while before and flow.line_of_block(blocks[before - 1]) >= top:
        before -= 1
    if not before:
        raise ValidationFailed(f"there is no {what} above", actions=())
    return flow.line_of_block(blocks[max(before - times, 0)])


def _behind(app: Browser, blocks: Sequence[int]) -> int:
    """How many of the blocks, which are in their order, begin on the line at the top or before it."""
    flow, top = app.view.flow, app.view.first
    count = bisect_right(blocks, flow.block_at(top))
    while count and flow.line_of_block(blocks[count - 1]) > top:
        count -= 1
    return count


def _begun(app: Browser, blocks: Sequence[int], line: int) -> list[int]:
    """Those of the blocks, which are in their order, that begin on a line; only blocks near it are laid out."""
    flow = app.view.flow
    end = start = bisect_right(blocks, flow.block_at(line))
    while start and flow.line_of_block(blocks[start - 1]) >= line:
        start -= 1
    return [block for block in blocks[start:end] if flow.line_of_block(block) == line]


def go_to(app: Browser, line: int) -> None:
    """Go to a line, to be had back by a jump; the caret goes along."""
    app.remember_place()
    app.view.scroll_to_line(line)
    if app.view.caret.shown:
        app.view.caret.move((line, 0))
