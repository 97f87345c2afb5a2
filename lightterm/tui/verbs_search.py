"""Searching the page."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, cast

from lightterm.document.excerpt import text_offset
from lightterm.document.find import Search, pattern, with_case_turned, with_kind_turned
from lightterm.document.model import Table
from lightterm.document.within import paragraphs
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.tui import searching
from lightterm.tui.searching import FIRST, go_on, look_for, show_match, waiting
from lightterm.tui.sideways import reveal_range
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.registry import Invocation
    from lightterm.document.find import Sought
    from lightterm.document.matches import Match
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView

    Where = tuple[int, int, int]

LONGEST_WORD = 1000
"""Characters within which the end of a word is looked for."""

WHOLE = 60.0
"""Seconds after which a search that all matches are wanted of is taken as it is."""

TURNS = {"turn-case": with_case_turned, "turn-regex": with_kind_turned}
"""What of the verb `entry` has a search that is typed mean another thing."""


@verb("search")
def search(app: Browser, call: Invocation) -> None:
    text = call.text("text")
    backward = call.has("backward")
    if not text:
        app.prompt("?" if backward else "/")
        return
    app.search_backward = backward
    if call.has("case"):
        text += "\\C"
    _begin(app, text, "plain" if call.has("plain") else "regex" if call.has("regex") else "")
    fault = app.view.search.wanted.fault if app.view.search is not None else ""
    try:
        step(app, -1 if backward else 1, 1)
        if fault:
            app.say(fault, "warning")
    finally:  # not before: mostly it is the match that is marked, and where one is would be laid out anew
        show_match(app.view)


def begin(app: Browser, text: str, kind: str = "") -> None:
    """Search the page for a text and mark what is found; `kind` is "regex", "plain" or "".

    Raises ValidationFailed for what has to be a regular expression and is none.
    """
    _begin(app, text, kind)
    show_match(app.view)


def _begin(app: Browser, text: str, kind: str) -> None:
    """As `begin`; the match that was the current one, when it was searched for as it was typed, stays marked."""
    view = app.view
    wanted = pattern("\\v" + text if kind == "regex" else text, kind != "plain")
    app.searched = text
    found = view.search
    if found is not None and found.wanted == wanted and found.blocks is view.flow.blocks:
        view.match = None
        return
    _search_for(app, wanted)


def _search_for(app: Browser, wanted: Sought, told: Callable[[], None] | None = None, here: bool = False) -> None:
    """Search the page, the rest of a long one behind the keys; `told` is called when more is known.

    With `here` the first match from here on is shown, once it is found.
    """
    view = app.view
    waiting.pop(view, None)
    found = Search(view.flow.blocks, wanted)
    seen = searching.begin(view, found)
    start = _here(app) if here else (0, 0, 0)  # before what is laid out is forgotten
    marked = view.search is not None or found.matches
    look_for(view, found)
    if marked and seen:
        view.reshow()

    def more() -> bool:
        passed = not here or view.match is not None or _show_first(app, found, start)
        if told is not None:
            told()
        app.status_changed()  # the line that is told may be closed by now
        return passed

    more()
    go_on(view, found, more)


def _show_first(app: Browser, found: Search, here: tuple[int, int, int]) -> bool:
    """Show the first match from a place on, in the direction of the search; whether it is known."""
    at = found.after(*here)
    if not found.complete and (at == len(found.matches) or (app.search_backward and not at)):
        return False
    if found.matches:
        show(app, (at - app.search_backward) % len(found.matches), jump=False)
    return True


def preview(app: Browser, text: str, told: Callable[[], None]) -> None:
    """Show the first match of what is being typed; nothing is told when there is none yet."""
    if not text:
        forget(app)
        return
    _search_for(app, pattern(text.removeprefix("\\v")), told, here=True)


def standing(view: PageView) -> str:
    """Which of how many matches is the current one, "+" where more may follow; "" where nothing is searched for."""
    found = view.search
    if found is None:
        return ""
    more = "" if found.complete else "+"
    if view.match is None:
        if more or found.matches:
            return ""
        app = cast("Browser", view.app)
        return "none yet" if app.loads.of(app.tabs.active) is not None else "none"
    return f"{found.index(view.match) + 1}/{len(found.matches)}{more}"


def word_ahead(app: Browser, typed: bool) -> str:
    """What of the page follows the match of what is typed, up to the end of a word; without any the word ahead."""
    view = app.view
    if typed:
        match = view.match
        if match is None:
            return ""
        block = view.flow.blocks[match.block]
        text = next(islice(paragraphs(block), match.paragraph, None)).text()[match.end :][:LONGEST_WORD]
    else:
        line, at = view.caret.at if view.caret.shown else (view.first, 0)
        text = view.caret.motions.words(line)[at:]
    found = re.match(r"\W*\w*", text)
    return found.group() if found else ""


def forget(app: Browser) -> None:
    """Take the marks of a search away."""
    waiting.pop(app.view, None)
    if app.view.search is not None:
        look_for(app.view, None)
        app.view.reshow()


@verb("match")
def match(app: Browser, call: Invocation) -> None:
    view = app.view
    if view.search is None:
        if not app.searched:
            raise ValidationFailed("nothing has been searched for", actions=())
        begin(app, app.searched)
    which = call.text("which")
    if which in ("first", "last"):
        assert view.search is not None
        view.search.run(0 if which == "first" and view.search.matches else WHOLE)
        show(app, 0 if which == "first" else len(view.search.matches) - 1)
        return
    forward = (which == "next") is not app.search_backward
    step(app, 1 if forward else -1, call.times)


@verb("match clear")
def clear(app: Browser, call: Invocation) -> None:
    forget(app)


def step(app: Browser, way: int, times: int, here: Where | None = None) -> None:
    """Go to the next match in a direction; at the end of the page it goes on from its beginning, and says so. Where one
    is has to be laid out to be known; who knows it from before the marks were others says it.

    Where that match is not known yet it is gone to as soon as it is, unless one has gone elsewhere by then; steps that
    wait for it are added up.
    """
    view, here = app.view, here or _here(app)
    found = view.search
    assert found is not None
    by = waiting.pop(view, 0) + way * times
    if _stepped(app, found, here, by):
        return
    found.run(FIRST)
    if _stepped(app, found, here, by):
        return
    waiting[view] = by

    def more() -> bool:
        app.status_changed()
        if view not in waiting:
            return True
        try:
            gone = app.view is not view or _here(app) != here or _stepped(app, found, here, by)
        except LighttermError as error:
            gone = True
            app.fail(error)
        if gone:
            waiting.pop(view, None)
        return gone

    go_on(view, found, more, rests=False)


def _stepped(app: Browser, found: Search, here: Where, by: int) -> bool:
    """Go so many matches on from the current one, or from a place; whether it is known where that is."""
    now = found.index(app.view.match) if app.view.match is not None else found.after(*here) - (by > 0)
    at, count = now + by, len(found.matches)
    if not found.complete and (at < 0 or at >= count or now >= count):
        return False
    if not count:
        fault = f"; {found.wanted.fault}" if found.wanted.fault else ""
        raise ValidationFailed(f"not found: {app.searched}{fault}", actions=())
    if not 0 <= at < count:
        if not app.session.settings.tui.search_wrap:
            raise ValidationFailed(f"not found {'below' if at >= count else 'above'}: {app.searched}", actions=())
        app.say(f"search hit the {'end' if at >= count else 'beginning'}, going on from the other side", "warning")
    show(app, at % count)
    return True


def _here(app: Browser) -> Where:
    """(block, character, paragraph) where the caret is, else at the top of the screen."""
    view = app.view
    return place_of(view, *(view.caret.at if view.caret.shown else (view.first, 0)))


def start_from(view: PageView, place: Where) -> None:
    """Have the next step of a search go on from the match at a place, where that is known."""
    found = view.search
    assert found is not None
    at = found.after(*place)
    if at < len(found.matches):
        view.match = found.matches[at]


def place_of(view: PageView, line: int, at: int) -> Where:
    """Where a position is, as matches are: (block, character, paragraph)."""
    block, passed = view.flow.block_at(line), text_offset(view.flow, line, at)
    in_table = view.flow.blocks and isinstance(view.flow.blocks[block], Table)
    return (block, 0, passed) if in_table else (block, passed, 0)


def _go_behind(view: PageView, match: Match) -> None:
    """Put the caret behind a match, as Emacs does, which selects up to there; the target it was on stays the one."""
    flow, target = view.flow, view.caret.target
    ends = [
        (line, span.end)
        for line in flow.lines_of_character(match.block, match.paragraph, max(match.start, match.end - 1))
        for span in flow.spans(line)
        if span.kind == "found"
    ]
    if ends:
        view.caret.move(ends[-1])
    if target and not view.caret.target:
        view.choose(target, reveal=False, follow=False)


def show(app: Browser, index: int, jump: bool = True) -> None:
    """Go to one of the matches and mark it as the current one."""
    view = app.view
    found = view.search
    assert found is not None
    if not 0 <= index < len(found.matches):
        raise ValidationFailed(f"not found: {app.searched}", actions=())
    if jump:
        app.remember_place()
    view.match, view.passed = found.matches[index], None
    view.folds.unfold(view.match.block)
    show_match(view)
    flow = view.flow
    for line in flow.lines_of_character(view.match.block, view.match.paragraph, view.match.start):
        span = next((span for span in flow.spans(line) if span.kind == "found"), None)
        if span is not None:
            if view.caret.shown:  # before the page is scrolled: it would be looked where it is in the line it leaves
                view.caret.move((line, span.start))
            view.reveal(line, margin=view.height // 4)
            reveal_range(view, line, span.start, span.end)
            if view.caret.shown:
                if view.caret.exclusive and not app.search_backward:
                    _go_behind(view, view.match)
            elif jump:  # Enter follows a link that was found
                inside = next((s.target for s in flow.spans(line) if s.target and s.start <= span.start < s.end), 0)
                if not inside and view.caret.on_link:
                    here = (line, span.start)
                    inside = next((n for n, *at in view.in_sight() if tuple(at) > here), view.target)
                view.choose(inside, reveal=False)
            break
    app.status_changed()
