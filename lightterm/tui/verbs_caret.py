"""The caret, selecting with it, and the modes it has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.document.motions import WORD
from lightterm.errors import ValidationFailed
from lightterm.tui.caret import SHAPES, begin_at
from lightterm.tui.verbs import verb
from lightterm.tui.verbs_moving import OVERLAP

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.commands.registry import Invocation
    from lightterm.document.motions import Motions, Position
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView

STEPS: dict[str, Callable[[Motions, Position], Position]] = {
    "word": lambda m, at: m.word(at),
    "word-end": lambda m, at: m.word_end(at),
    "word-after": lambda m, at: m.word_after(at),
    "word-before": lambda m, at: m.word_back(at, least=WORD),
    "word-back": lambda m, at: m.word_back(at),
    "big-word": lambda m, at: m.word(at, big=True),
    "big-word-end": lambda m, at: m.word_end(at, big=True),
    "big-word-back": lambda m, at: m.word_back(at, big=True),
    "sentence-next": lambda m, at: m.sentence_next(at),
    "sentence-back": lambda m, at: m.sentence_back(at),
    "paragraph-next": lambda m, at: m.paragraph_next(at),
    "paragraph-back": lambda m, at: m.paragraph_back(at),
    "sentence-after": lambda m, at: m.sentence_after(at),
    "paragraph-after": lambda m, at: m.paragraph_after(at),
    "paragraph-before": lambda m, at: m.paragraph_before(at),
}
ON_LINE: dict[str, Callable[[Motions, Position], Position]] = {
    "line-start": lambda m, at: m.line_start(at),
    "line-text": lambda m, at: m.line_text(at),
    "line-end": lambda m, at: m.line_end(at),
}
EDGES = ("screen-left", "screen-center", "screen-right", "column")
FAR_RIGHT = 1 << 30
"""The cell that moving down keeps to after going to a line's end."""


def shown_caret(app: Browser) -> None:
    """Have a caret to move, and the mode for it: it begins where one is looking."""
    caret = app.view.caret
    if not caret.shown:
        caret.move(begin_at(app.view))
        app.enter("caret")


@verb("caret")
def caret(app: Browser, call: Invocation) -> None:
    shown_caret(app)
    view, motion, times = app.view, call.text("motion"), call.times
    text_caret = view.caret
    motions = text_caret.motions
    if motion in ("up", "down"):
        text_caret.down(times if motion == "down" else -times)
    elif motion in ("left", "right"):
        text_caret.move(motions.sideways(text_caret.at, times if motion == "right" else -times))
    elif motion in STEPS:
        text_caret.move(_repeated(STEPS[motion], motions, text_caret.at, times))
    elif motion in ON_LINE:
        if motion == "line-end" and times > 1:
            text_caret.down(times - 1)
        text_caret.move(ON_LINE[motion](motions, text_caret.at), FAR_RIGHT if motion == "line-end" else None)
    elif motion in EDGES:
        text_caret.to_cell(_edge(view, motion, times - 1))
    elif motion == "match-bracket":
        found = motions.bracket(text_caret.at)
        if found is None:
            raise ValidationFailed("there is no bracket here, or none that belongs to it", actions=())
        text_caret.move(found)
    elif motion.startswith(("page", "half")):
        _by_screens(app, motion, times)
    else:
        _to_edge(app, motion, call)
    reveal_caret(app)


def _edge(view: PageView, motion: str, beyond: int) -> int:
    """The cell of a line that a motion goes to, a count from the edge."""
    first, columns = view.left, view.columns
    cells = {"screen-left": first + beyond, "screen-right": first + columns - 1 - beyond, "column": beyond}
    return cells.get(motion, first + columns // 2)


def _repeated(step: Callable[[Motions, Position], Position], motions: Motions, at: Position, times: int) -> Position:
    for _ in range(times):
        before, at = at, step(motions, at)
        if at == before:
            break
    return at


def _by_screens(app: Browser, motion: str, times: int) -> None:
    """Scroll by screens or halves, the caret staying where it is on the screen."""
    view = app.view
    unit = max(1, view.height // 2 if motion.startswith("half") else view.height - OVERLAP)
    lines = unit * times * (1 if motion.endswith("down") else -1)
    row = view.caret.at[0] - view.first
    before = view.first
    view.scroll_by(lines)
    moved = view.first - before
    view.caret.down(before + row + (moved if moved else lines) - view.caret.at[0])


def _to_edge(app: Browser, motion: str, call: Invocation) -> None:
    """To the first or last line of the page, or one of the screen, a count from its edge."""
    view = app.view
    beyond = call.times - 1
    last = min(view.first + view.height, len(view.flow)) - 1
    if motion in ("top", "bottom"):
        app.remember_place()
        line = call.times - 1 if call.count is not None else 0 if motion == "top" else None
        _go_on_to(app, line, call.count is not None)
        return
    edges = {"screen-top": view.first + beyond, "screen-bottom": last - beyond}
    line = max(view.first, min(edges.get(motion, (view.first + last) // 2), last))
    view.caret.move(view.caret.motions.line_text(view.caret.motions.bounded(line, 0)))


def _go_on_to(app: Browser, line: int | None, centred: bool) -> None:
    """Have the caret on a line, None for the last one, and on it as it comes where it is not there yet."""
    view = app.view

    def go() -> None:
        _to_line(view, line, centred)
        reveal_caret(app)

    go()
    if line is None or line >= len(view.flow):
        app.loads.follow_end(app.tabs.active, go)


def _to_line(view: PageView, line: int | None, centred: bool) -> None:
    """Have the caret on a line, None for the last one."""
    if line is None:
        view.scroll_to_end()  # before that, a page whose lines are still being counted has a guessed end
        line = len(view.flow) - 1
    view.caret.move(view.caret.motions.line_text(view.caret.motions.bounded(line, 0)))
    if centred:
        _centre_if_far(view)


def _centre_if_far(view: PageView) -> None:
    """Have the caret's line in the middle, as vi, w3m and Emacs do, where it was out of sight."""
    line = view.caret.at[0]
    if not view.first <= line < view.first + view.height:
        view.scroll_to_line(line - view.height // 2)


def reveal_caret(app: Browser) -> None:
    """Scroll to where the caret is."""
    view = app.view
    view.reveal(view.caret.at[0], margin=0)
    cell = view.caret.cell
    if cell < view.left:
        view.shift(cell - view.left)
    elif cell >= view.left + view.columns:
        view.shift(cell - view.left - view.columns + 1 + min(view.columns // 4, 8))


@verb("caret to")
def caret_to(app: Browser, call: Invocation) -> None:
    shown_caret(app)
    motions = app.view.caret.motions
    app.remember_place()
    app.view.caret.move(motions.line_text(motions.bounded((call.number("line") or 1) - 1, 0)))
    _centre_if_far(app.view)
    reveal_caret(app)


@verb("select")
def select(app: Browser, call: Invocation) -> None:
    what = call.text("what", "characters")
    text_caret = app.view.caret
    if what == "none":
        text_caret.select(None)
        if app.mode == "visual":
            app.enter("caret")
        return
    shown_caret(app)
    if what in SHAPES:
        _begin(app, what)
    elif what == "swap":
        if text_caret.anchor is not None:
            before, anchor = text_caret.at, text_caret.anchor
            text_caret.move(anchor)
            text_caret.select(before, text_caret.shape)
    else:
        start, end = _around(app, what)
        text_caret.move(end)
        text_caret.select(start)
        app.enter("visual")
    reveal_caret(app)


def _begin(app: Browser, shape: str) -> None:
    """Begin to select, change the shape of what is selected, or end it when it has that shape."""
    text_caret = app.view.caret
    if text_caret.anchor is not None and text_caret.shape == shape and app.mode == "visual":
        text_caret.select(None)
        app.enter("caret")
        return
    anchor = text_caret.anchor if app.mode == "visual" else None
    text_caret.select(text_caret.at if anchor is None else anchor, shape)
    app.enter("visual")


def _around(app: Browser, what: str) -> tuple[Position, Position]:
    """(first, last) position of what is to be selected round the caret. Raises ValidationFailed."""
    view = app.view
    motions, at = view.caret.motions, view.caret.at
    if what == "word":
        return motions.word_around(at)
    if what == "sentence":
        return motions.sentence_around(at)
    if what == "paragraph":
        return motions.paragraph_around(at)
    if what == "all":
        return (0, 0), motions.line_end(motions.bounded(len(view.flow) - 1, 0))
    number = view.caret.target or view.target
    places = [
        (line, span.start, span.end)
        for line in range(max(0, at[0] - view.height), min(at[0] + view.height, len(view.flow)))
        for span in view.flow.spans(line)
        if number and span.target == number
    ]
    if not places:
        raise ValidationFailed("the caret is on no link", actions=())
    return places[0][:2], motions.bounded(places[-1][0], places[-1][2] - 1)


@verb("mode")
def mode(app: Browser, call: Invocation) -> None:
    name = call.text("name")
    if name == "normal":
        app.view.caret.select(None)
        app.enter("normal")
    elif name == "caret":
        shown_caret(app)
        app.view.caret.select(None)
        app.enter("caret")
        reveal_caret(app)
    elif name == "visual":
        shown_caret(app)
        _begin(app, app.view.caret.shape if app.mode == "visual" else "characters")
    elif name == "passthrough":
        app.enter("passthrough")
    else:
        _insert(app)


def _insert(app: Browser) -> None:
    """Edit the field under the cursor, or the first one in sight."""
    from lightterm.commands.run import run_call
    from lightterm.tui.hint_actions import command

    view = app.view
    targets = view.document.targets
    numbers = [view.target] if view.target else [number for number, _, _ in view.in_sight()]
    number = next((n for n in numbers if targets[n].kind == "field"), 0)
    if not number:
        raise ValidationFailed("there is no field under the cursor or in sight", actions=())
    view.choose(number)
    run_call(app, command(app, "field", action="edit", target=number))


@verb("match word")
def match_word(app: Browser, call: Invocation) -> None:
    from lightterm.tui.verbs_search import begin, place_of, start_from, step

    view, caret = app.view, app.view.caret
    found = caret.word_ahead() if caret.shown else _first_word(app)
    if found is None:
        raise ValidationFailed(f"there is no word {'under the caret' if caret.shown else 'in sight'}", actions=())
    start, word = found
    backward = call.has("backward")
    app.search_backward = backward
    if caret.shown:
        caret.move(start)
    here = place_of(view, *start)
    begin(app, rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word))
    if not caret.shown:
        start_from(view, here)
    step(app, -1 if backward else 1, 2 if caret.shown and not backward else 1, here if caret.shown else None)


def _first_word(app: Browser) -> tuple[Position, str] | None:
    """The first word of the link that the cursor is on, else of the screen, and where it begins."""
    view = app.view
    line, at = app.cursor_place()
    lines = range(line, min(len(view.flow), view.first + view.height))
    words = (view.caret.word_ahead((each, at if each == line else 0)) for each in lines)
    return next((word for word in words if word is not None), None)
