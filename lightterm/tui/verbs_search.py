"""Searching the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.excerpt import text_offset
from lightterm.document.find import Search, pattern
from lightterm.errors import ValidationFailed
from lightterm.tui.sideways import reveal_range
from lightterm.tui.verbs import verb

if TYPE_CHECKING:
    from lightterm.commands.registry import Invocation
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView

PREVIEW = 0.03
"""Seconds a search may take while its text is typed."""

AT_ONCE = 0.5
"""Seconds a search may take before what it found so far is shown."""


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
    begin(app, text, "plain" if call.has("plain") else "regex" if call.has("regex") else "")
    step(app, -1 if backward else 1, 1, stay=True)


def begin(app: Browser, text: str, kind: str = "") -> None:
    """Search the page for a text and mark what is found; `kind` is "regex", "plain" or "".

    Raises ValidationFailed for what has to be a regular expression and is none.
    """
    view = app.view
    wanted = pattern("\\v" + text if kind == "regex" else text, kind != "plain")
    found = Search(view.flow.blocks, wanted)
    found.run(AT_ONCE)
    app.searched = text
    view.search, view.match = found, None
    view.reshow()


def preview(app: Browser, text: str) -> None:
    """Show the first match of what is being typed; nothing is told when there is none yet."""
    view = app.view
    if not text:
        forget(app)
        return
    found = Search(view.flow.blocks, pattern(text.removeprefix("\\v")))
    found.run(PREVIEW)
    view.search, view.match = found, None
    view.reshow()
    if found.matches:
        block, offset = _here(app)
        at = found.after(block, offset) - (1 if app.search_backward else 0)
        show(app, at % len(found.matches), jump=False)
    app.status_changed()


def standing(view: PageView) -> str:
    """Which of how many matches is the current one, "+" where more may follow; "" where nothing is searched for."""
    found = view.search
    if found is None:
        return ""
    more = "" if found.complete else "+"
    if view.match is None:
        return "" if more or found.matches else "none"
    return f"{found.index(view.match) + 1}/{len(found.matches)}{more}"


def forget(app: Browser) -> None:
    """Take the marks of a search away."""
    app.view.search = app.view.match = None
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
        show(app, 0 if which == "first" else len(view.search.matches) - 1)
        return
    forward = (which == "next") is not app.search_backward
    step(app, 1 if forward else -1, call.times)


@verb("match clear")
def clear(app: Browser, call: Invocation) -> None:
    forget(app)


def step(app: Browser, way: int, times: int, stay: bool = False) -> None:
    """Go to the next match in a direction; at the end of the page it goes on from its beginning, and says so."""
    view = app.view
    found = view.search
    assert found is not None
    while not found.complete and not found.matches:
        found.run(AT_ONCE)
    if not found.matches:
        raise ValidationFailed(f"not found: {app.searched}", actions=())
    if view.match is not None:
        at = found.index(view.match) + way * times
    else:
        block, offset = _here(app)
        at = found.after(block, offset) - (way < 0) + (way * (times - 1))
    if not found.complete and at >= len(found.matches):
        found.run(60.0)
    count = len(found.matches)
    if not 0 <= at < count:
        app.say(f"search hit the {'end' if at >= count else 'beginning'}, going on from the other side", "warning")
    show(app, at % count)


def _here(app: Browser) -> tuple[int, int]:
    """(block, character of its text) where the caret is, else at the top of the screen."""
    view = app.view
    line, at = view.caret.at if view.caret.shown else (view.first, 0)
    return view.flow.block_at(line), text_offset(view.flow, line, at)


def show(app: Browser, index: int, jump: bool = True) -> None:
    """Go to one of the matches and mark it as the current one."""
    view = app.view
    found = view.search
    assert found is not None
    if not 0 <= index < len(found.matches):
        raise ValidationFailed(f"not found: {app.searched}", actions=())
    before, view.match = view.match, found.matches[index]
    if jump:
        app.remember_place()
    view.folds.unfold(view.match.block)
    view.reshow([m.block for m in (before, view.match) if m is not None])
    flow = view.flow
    for line in flow.lines_of_character(view.match.block, view.match.start):
        span = next((span for span in flow.spans(line) if span.kind == "found"), None)
        if span is not None:
            view.reveal(line, margin=view.height // 4)
            reveal_range(view, line, span.start, span.end)
            if view.caret.shown:
                view.caret.move((line, span.start))
            elif jump:  # Enter follows a link that was found
                inside = (s.target for s in flow.spans(line) if s.target and s.start <= span.start < s.end)
                view.choose(next(inside, 0), reveal=False)
            break
    app.status_changed()
