"""The text caret on a page, and what is selected from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lightterm.document.cells import fit, shape, width
from lightterm.document.excerpt import Excerpt, columns, excerpt
from lightterm.document.motions import SPACE, Motions, end_of_cluster, kind_of, snapped
from lightterm.document.place import Place
from lightterm.document.points import Point, point, position
from lightterm.tui.in_view import match_in_sight
from lightterm.tui.strips import Over

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.flow import Flow
    from lightterm.document.motions import Position
    from lightterm.keys.keymap import Keymap
    from lightterm.session.tab import Visit
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView

SHAPES = ("characters", "lines", "block")


class Caret:
    """Where the caret is on the lines of a view, and where the selection began.

    It is `shown` while a mode or keymap moves it. `anchor` is the other end of the selection, None without one, and
    `shape` what of the lines between is selected: characters, lines or a block of columns.
    """

    def __init__(self, view: PageView) -> None:
        self._view = view
        self.at: Position = (0, 0)
        self.anchor: Position | None = None
        self.shape = "characters"
        self.shown = False
        self.on_link = False
        """Whether the cursor is on a link in sight wherever there is one, as in lynx, while no caret is shown."""
        self.exclusive = False
        """Whether what is selected ends before the caret, as in Emacs, but at the end of a line."""
        self._goal: int | None = None
        self._wanted: Point | None = None

    @property
    def motions(self) -> Motions:
        """The motions over the lines there are now."""
        return Motions(self._view.flow)

    @property
    def used(self) -> bool:
        """Whether there is anything of it to be seen."""
        return self.shown or self.anchor is not None

    # --- moving

    def reset(self) -> None:
        """Another page is to be shown: nothing is selected on it."""
        selecting = self.anchor is not None
        self.at, self.anchor, self._goal = (0, 0), None, None
        self._wanted = None
        if selecting:
            app = cast("Browser", self._view.app)
            if app.view is self._view:
                app.keyboard.end_selection()

    def begin(self) -> None:
        """Another page is shown: begin at the top of the screen."""
        if self.shown:
            self.move(self.motions.bounded(self._view.first, 0))
        else:
            self._stay_on_link()

    def move(self, to: Position, goal: int | None = None) -> None:
        """Go to a position; `goal` is the cell that moving up and down keeps to."""
        before, self.at = self.at, to
        self._goal = goal
        self._wanted = None
        if self.shown:
            self._view.choose(self.target, reveal=False, follow=False)
        self._changed(before, to)

    @property
    def target(self) -> int:
        """The target under the caret, 0 for none."""
        line, at = self.at
        return next((s.target for s in self._view.flow.spans(line) if s.target and s.start <= at < s.end), 0)

    def down(self, by: int) -> Position:
        """The position so many lines further down, in the cell where moving down began."""
        line, at = self.at
        goal = self.goal
        line = max(0, min(line + by, len(self._view.flow) - 1))
        text = self._view.flow.text(line)
        line, at = self.motions.bounded(line, fit(text, 0, len(text), goal, shape(text)))
        self.move((line, at), goal)
        return line, at

    def to_cell(self, cell: int) -> None:
        """Go to a cell of the line, or to the last one that the line has."""
        line = self.at[0]
        text = self._view.flow.text(line)
        self.move(self.motions.bounded(line, fit(text, 0, len(text), max(0, cell), shape(text))))

    @property
    def place(self) -> Place:
        """What the caret is on, to be found again at another width; in a long table its line."""
        found = point(self._view.flow, *self.at)
        return Place(found.block, found.offset, found.row)

    def go_to(self, place: Place, column: bool = True) -> None:
        """Go to what `place` names, or without `column` to its line, in the cell that one is in."""
        line, at = position(self._view.flow, Point(place.block, place.offset, place.row))
        if column:
            self.move(self.motions.bounded(line, at))
        else:
            self.down(line - self.at[0])

    @property
    def goal(self) -> int:
        """The cell that moving up and down keeps to."""
        return self.cell if self._goal is None else self._goal

    @property
    def cell(self) -> int:
        """The cell that the caret is in, from the beginning of its line."""
        line, at = self.at
        return width(self._view.flow.text(line)[:at])

    def obey(self, keymap: Keymap, moving: bool) -> None:
        """Be painted while it is `moving` and where the keymap has it so always; else the cursor may be on links."""
        self.on_link = keymap.cursor == "link"
        self.exclusive = keymap.region == "exclusive"
        self.show(moving or keymap.cursor == "text")

    def show(self, shown: bool) -> None:
        """Have the caret painted, or not."""
        if shown != self.shown:
            self.shown = shown
            self.move(self.at, self._goal)
        self._stay_on_link()

    def _stay_on_link(self) -> None:
        view = self._view
        if self.on_link and not self.shown:
            seen = [number for number, _, _ in view.in_sight()]
            if view.target not in seen:
                view.choose(seen[0] if seen else 0, reveal=False)

    def follow_view(self) -> None:
        """The view was scrolled: stay in sight."""
        view = self._view
        if not self.shown:
            self._stay_on_link()
            return
        line = max(view.first, min(self.at[0], view.first + view.height - 1))
        if line != self.at[0]:
            goal = self.goal
            text = view.flow.text(line)
            self.move(self.motions.bounded(line, fit(text, 0, len(text), goal, shape(text))), goal)

    # --- selecting

    def select(self, anchor: Position | None, shape: str = "characters") -> None:
        """Begin a selection at a position, or drop it with None."""
        before = self.anchor
        if anchor is not None:
            self.anchor, self.shape = anchor, shape
        self._changed(before or self.at, self.at)
        if anchor is None:
            self.anchor = None
        else:
            self._changed(anchor, self.at)

    @property
    def ends(self) -> tuple[Position, Position] | None:
        """(beginning, end) of the selection, the end after its last character; None without one."""
        if self.anchor is None:
            return None
        first, last = sorted((self.anchor, self.at))
        text = self._view.flow.text(last[0])
        if self.shape == "characters":
            end = end_of_cluster(text, last[1])
            return first, (last[0], last[1] if self.exclusive and end < len(text) else end)
        return (first[0], 0), (last[0], len(text))

    def text(self, numbers: bool) -> str:
        """The selected text as it is read; with `numbers` those of links stay."""
        ends = self.ends
        if ends is None:
            return ""
        if self.shape == "block":
            return columns(self._view.flow, *ends, self._cells())
        return excerpt(self._view.flow, *ends, numbers)

    def slow_text(self, numbers: bool) -> Callable[[], str] | None:
        """What makes the selected text where that takes longer than a key may, for another thread; else None."""
        ends = self.ends
        if ends is None or self.shape == "block":
            return None
        found = Excerpt(self._view.flow, *ends, numbers)
        return found.text if found.is_long else None

    def _cells(self) -> tuple[int, int]:
        """The columns of a block: the first, and the one after the last."""
        assert self.anchor is not None
        edges = []
        for line, at in (self.anchor, self.at):
            text = self._view.flow.text(line)
            edges.append((width(text[:at]), width(text[: end_of_cluster(text, at)])))
        return min(start for start, _ in edges), max(end for _, end in edges)

    @property
    def word(self) -> str:
        """The word under the caret, "" where there is none."""
        line, at = self.at
        text = self.motions.words(line)
        if not self.shown or at >= len(text) or kind_of(text[at]) == SPACE:
            return ""
        (_, start), (_, last) = self.motions.word_around(self.at)
        return text[start : end_of_cluster(text, last)]

    def word_ahead(self, position: Position | None = None) -> tuple[Position, str] | None:
        """The word under the caret, or at a position, or the next one on its line, and where it begins; None where
        there is none."""
        line, at = self.at if position is None else position
        text = self.motions.words(line)
        while at < len(text):
            start, (_, last) = self.motions.word_around((line, at))
            at = end_of_cluster(text, last)
            word = text[start[1] : at]
            if any(character.isalnum() for character in word):
                return start, word
        return None

    # --- staying where one is

    def hold(self) -> tuple[Point, Point | None]:
        """The caret and the selection as places of the page, to be found again in another flow."""
        flow = self._view.flow
        return self._wanted or point(flow, *self.at), None if self.anchor is None else point(flow, *self.anchor)

    def settle(self, held: tuple[Point, Point | None]) -> None:
        """Be where one was, in the flow there is now."""
        flow = self._view.flow
        self.at = position(flow, held[0])
        self.anchor = None if held[1] is None else position(flow, held[1])
        self.at = self.motions.bounded(*self.at)

    def returning(self) -> Callable[[], None]:
        """What brings the caret back to where it is now, however the lines are laid out and counted by then."""
        flow, (line, at), held = self._view.flow, self.at, self.hold()[0]
        chunk = flow.find(line)

        def go_back() -> None:
            now = self._view.flow
            self.move((now.line_at(*chunk), at) if now is flow else self.motions.bounded(*position(now, held)))

        return go_back

    def restore(self, to: Point | None) -> None:
        """Be where one was when the page was left, until one moves: of one that comes in parts that may be below."""
        if to is not None and self.shown:
            self.settle((to, None))
            self._wanted = to
            self._view.choose(self.target, reveal=False, follow=False)

    def find(self, flow: Flow) -> tuple[tuple[int, int], tuple[int, int] | None]:
        """Where the caret's and the selection's lines are while others are being counted."""
        return flow.find(self.at[0]), None if self.anchor is None else flow.find(self.anchor[0])

    def found(self, flow: Flow, places: tuple[tuple[int, int], tuple[int, int] | None]) -> None:
        """More lines were counted: be on the same ones."""
        self.at = (flow.line_at(*places[0]), self.at[1])
        if self.anchor is not None and places[1] is not None:
            self.anchor = (flow.line_at(*places[1]), self.anchor[1])

    # --- painting

    def over(self, line: int, text: str) -> tuple[Over, ...]:
        """What of the caret and the selection lies over a line."""
        palette = self._view.palette
        found: tuple[Over, ...] = ()
        ends = self.ends
        if ends is not None and ends[0][0] <= line <= ends[1][0]:
            start, end = self._selected(line, text, ends)
            if start < end or not text:
                found = (Over(start, max(end, start + 1), palette.selection, even=True),)
        if self.shown and line == self.at[0]:
            at = self.at[1]
            found = (*found, Over(at, max(at + 1, end_of_cluster(text, at)), palette.caret))
        return found

    def _selected(self, line: int, text: str, ends: tuple[Position, Position]) -> tuple[int, int]:
        if self.shape == "block":
            kind = shape(text)
            left, right = self._cells()
            return fit(text, 0, len(text), left, kind), fit(text, 0, len(text), right, kind)
        (first, start), (last, end) = ends
        return start if line == first else 0, end if line == last else len(text)

    def _changed(self, before: Position, after: Position) -> None:
        lines = [before[0], after[0]]
        if self.anchor is not None and self.shape == "block":
            lines.append(self.anchor[0])
        self._view.refresh_lines(min(lines), max(lines))


def come_back(view: PageView, visit: Visit) -> None:
    """Put the cursor where it was when the page was left, or was loaded before."""
    if visit.target and visit.target in view.document.targets:
        view.target = visit.target
    view.caret.restore(visit.cursor)


def begin_at(view: PageView) -> Position:
    """Where a caret begins: at the target under the cursor or what was searched for, if in sight, else at the top."""
    if view.target:
        for number, line, start in view.in_sight():
            if number == view.target:
                return line, snapped(view.flow.text(line), start)
    found = match_in_sight(view)
    if found is not None:
        return found[0], snapped(view.flow.text(found[0]), found[1])
    for line in range(view.first, min(view.first + view.height, len(view.flow))):
        text = view.flow.text(line)
        if text.strip():
            return line, snapped(text, len(text) - len(text.lstrip()))
    return view.first, 0
