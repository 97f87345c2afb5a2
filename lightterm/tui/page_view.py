"""The page on the screen: a view on a document's lines that paints only what is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from lightterm.document.cells import fit, shape, width
from lightterm.document.fill import Filling, put_in
from lightterm.document.flow import Flow
from lightterm.document.model import Document
from lightterm.document.place import Place
from lightterm.tui import palette as palettes
from lightterm.tui.caret import Caret
from lightterm.tui.counting import NEAR, Counting
from lightterm.tui.folds import Folds
from lightterm.tui.in_view import current_line
from lightterm.tui.painted import painted, painted_row
from lightterm.tui.pictures import PagePictures
from lightterm.tui.pointing import Mouse, Pointing
from lightterm.tui.searching import look_for
from lightterm.tui.sideways import reveal_range
from lightterm.tui.strips import Over, thumb_rows
from lightterm.tui.visual_order import is_reordered, place_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lightterm.document.find import Search
    from lightterm.document.matches import Match
    from lightterm.document.model import Block
    from lightterm.tui.visual_order import Order


class PageView(Pointing, can_focus=True):
    """Shows one document.

    `first` is the line at the top, `left` the cells it is shifted by, `target` the one under the cursor (0: none).
    """

    ALLOW_SELECT: ClassVar[bool] = False
    DEFAULT_CSS = "PageView { height: 1fr; width: 1fr; }"
    UNHEARD: ClassVar = (events.Show, events.Hide)

    class Moved(Message):
        """The view shows other lines now, or more of them are counted."""

    class Chosen(Message):
        """The cursor went to another target, or the mouse over one."""

    def __init__(self) -> None:
        super().__init__()
        self.document = Document(url="about:blank")
        self.flow = Flow((), 80)
        self.cuts = self.flow.cuts
        """How the document is cut; who knows it of one to be shown puts it here before."""
        self.palette = palettes.plain()
        self.worn: tuple[object, ...] | None = None
        """What it was set up for (`look.set_up`)."""
        self.shape: Callable[[str], tuple[bool, bool]] = lambda _url: (True, False)
        self.numbers, self.stacked, self.copy_numbers = True, False, False
        self.text_width, self.wheel_lines, self._tall = 0, 3, 0
        self.room: tuple[int, int] | None = (81, 0)
        """The columns and rows it is going to have, until it has them."""
        self._fits: tuple[int, int] | None = None
        self.order: Order | None = None
        self.first = self.left = self.target = self.hover = 0
        self.visited: frozenset[int] = frozenset()
        self.search: Search | None = None
        self.match: Match | None = None
        self.marked: Match | None = None  # shown as the current one: `match`, once `searching.show_match` is called
        self.passed: Match | None = None  # the one that a jump led away from
        self.over: Mapping[int, tuple[Over, ...]] = {}
        """What lies over lines, by line: hints, caret, selection."""
        self.caret = Caret(self)
        self.pictures = PagePictures(self)
        self.mouse = Mouse(self)
        self.folds = Folds(self)
        self.fillings: dict[int, Filling] = {}
        self._anchor: Place | None = None
        self.rows: dict[int, tuple[tuple[int, int, bool], Strip]] = {}
        """Rows painted before, by line, and for which shift, width and scroll bar."""
        self.counting = Counting(self)

    def post_message(self, message: Message) -> bool:
        """Take a message; what only the app hears of goes there at once, and who has the keys is known at once."""
        if not self._running or message.__class__ not in (self.Moved, self.Chosen, events.Focus, events.Blur):
            return super().post_message(message)
        if isinstance(message, (self.Moved, self.Chosen)):
            return self.app.post_message(message)
        return self.has_keys(isinstance(message, events.Focus))

    # --- what is shown

    def show(
        self, document: Document, place: Place | None = None, fillings: Mapping[int, Filling] | None = None
    ) -> None:
        """Show a document, at a place or from its beginning, with fields filled in by target number."""
        if document is not self.document:
            self.visited = frozenset()
        self.document = document
        self.fillings = dict(fillings or {})
        self.target = self.hover = self.left = 0
        look_for(self, None)
        self.over = {}
        self.caret.reset()
        self.folds.forget()
        self._reflow(place or Place(), stay=False)

    def update(self, document: Document, fillings: Mapping[int, Filling] | None = None) -> None:
        """Show a fuller or newer state of the same page where one is reading."""
        place = self.place
        self.document = document
        self.target = self.target if self.target in document.targets else 0
        self.fillings = dict(fillings or {})
        look_for(self, None)
        self.over = {}
        self._reflow(place)

    def relayout(self) -> None:
        """Lay the document out anew where one is reading: the width, the numbers or the look have changed."""
        self._reflow(self.place)

    def _reflow(self, place: Place, stay: bool = True) -> None:
        held = self.caret.hold() if stay and self.caret.used else None
        self._anchor = place
        sizes = self.pictures.begin(self.document)
        folds, blocks = self.folds, self.document.blocks
        self.numbers, self.stacked = self.shape(self.document.url)
        self.flow = Flow(
            blocks, self.columns, self.numbers, self._shown, sizes, folds.wrap, folds.opened, self.stacked, self.cuts
        )
        self.cuts = self.flow.cuts
        put_in(self.flow, blocks, self.fillings)
        folds.put(self.flow)
        self.flow.recall()
        self.rows.clear()
        self.first = self._top(lambda: self.flow.line(place))
        if held is not None:
            self.caret.settle(held)  # which counts more lines, so that both are looked for once more
            self.first = self._top(lambda: self.flow.line(place))
            self.caret.settle(held)
        else:
            self.caret.begin()
        self.flow.holding = self.counting.holding
        self.refresh()
        self.counting.begin()
        self.post_message(self.Moved())

    def refilled(self, place: Place) -> None:
        """Blocks of the flow show other values in their fields: paint them, the rest of the page where it is."""
        self.repaint()
        self.first = self._top(lambda: self.flow.line(place))
        self.post_message(self.Moved())

    def _shown(self, index: int, block: Block, before: int) -> Block:
        return block if self.search is None else self.search.marked(index, block, self.marked, before)

    @property
    def columns(self) -> int:
        """Cells in a line of the page."""
        room = max(1, (self.room or self.size)[0] - 1)
        return min(room, self.text_width) if self.text_width else room

    @property
    def height(self) -> int:
        """Lines on the screen."""
        return max(1, (self.room or self.size)[1])

    @property
    def last_first(self) -> int:
        """The line at the top when the end of the page is in sight."""
        return max(0, len(self.flow) - self.height)

    @property
    def place(self) -> Place:
        """Where one is reading: it holds through any number of changes of the width."""
        if self._anchor is None:
            self._anchor = self.flow.place(self.first)
        return self._anchor

    def go_to(self, place: Place) -> None:
        """Scroll to a place of the page."""
        self.scroll_to_line(self.flow.line(place))

    @property
    def spot(self) -> Place:
        """What the caret is on, where it is shown, else where one reads."""
        return self.caret.place if self.caret.shown else self.place

    def go_to_spot(self, place: Place, column: bool = True) -> None:
        """Have the caret on what is there, or in its column of that line; without a caret the line is at the top."""
        if self.caret.shown:
            self.caret.go_to(place, column)
            self.reveal(self.caret.at[0])
        else:
            self.go_to(place)

    def on_unmount(self) -> None:
        self.pictures.close()

    def on_resize(self) -> None:
        """It has another size."""
        fits, self._fits, self.room = self._fits, None, None
        if fits != self.size:
            self._fit()

    def make_room(self, columns: int, rows: int) -> None:
        """It is going to have this size: what it shows is laid out for it now, not painted as it was and once more."""
        self.room = columns, rows
        if self.flow.blocks:
            self._fits = self.room
            self._fit()

    def _fit(self) -> None:
        tall, self._tall = self._tall, self.height
        seen = self.first <= current_line(self) < self.first + tall
        if self.flow.width != self.columns or self.pictures.outgrown:
            self._reflow(self.place)
        else:
            self.scroll_to_line(self.first)
        if self.caret.shown:
            self.reveal(self.caret.at[0], margin=0)
        elif seen and (line := current_line(self)) >= 0:
            self.reveal(line, margin=0)

    def repaint(self) -> None:
        """Paint anew: the palette, the targets visited or the marks of a search have changed."""
        self.rows.clear()
        self.refresh()

    def reshow(self, blocks: list[int] | None = None) -> None:
        """Lay blocks out anew because other marks are to be shown in them; None for all."""
        self.flow.forget(blocks)
        self.repaint()

    def recounted(self, top: int, caret: tuple[tuple[int, int], tuple[int, int] | None] | None) -> None:
        """More lines are counted, and what stands at the top is on another one; `caret` is what `Caret.find` gave."""
        if caret is not None:  # what it is on may be numbered anew though the top is not
            self.caret.found(self.flow, caret)
        if top == self.first:
            same = self.flow.together(top)  # of others the strips are kept by what may be other lines' numbers now
            self.rows = {line: self.rows[line] for line in same if line in self.rows}
            return
        self.first = top
        self.rows.clear()

    # --- moving

    def _bounded(self, line: int) -> int:
        return max(0, min(line, len(self.flow) - self.height))

    def _top(self, wanted: Callable[[], int]) -> int:
        """The line at the top for the one wanted; what is seen from it is counted, as guesses misplace the end."""
        lines = -1
        while lines != len(self.flow):
            lines, line = len(self.flow), self._bounded(wanted())
            self.flow.lay(line, line + self.height)
        return line

    def scroll_to_line(self, line: int) -> None:
        """Have a line at the top, as far as the page goes."""
        if (line := self._bounded(line)) == self.first:
            return
        self.first = line
        self._anchor = None
        self.caret.follow_view()
        self.refresh()
        self.post_message(self.Moved())

    def scroll_to_end(self) -> None:
        """Have the page's last line in sight, also while lines are being counted."""
        self.scroll_to_line(self._top(lambda: len(self.flow)))

    def scroll_by(self, lines: int) -> None:
        """Scroll down, or up with less than 0."""
        near = -NEAR * self.height < lines < 0
        self.scroll_to_line(self.flow.above(self.first, -lines) if near else self.first + lines)

    def shift(self, cells: int) -> None:
        """Shift the view to the right, or left with less than 0, as far as the lines in sight go."""
        widest = max((width(text) for text in self.texts()), default=0)
        left = max(0, min(self.left + cells, widest - self.columns))
        if left != self.left:
            self.left = left
            self.refresh()
            self.post_message(self.Moved())

    def reveal(self, line: int, margin: int = 2) -> None:
        """Scroll so that a line is in sight."""
        margin = min(margin, (self.height - 1) // 2)
        if line < self.first + margin:
            self.scroll_to_line(self.flow.above(line, margin))
        elif line >= self.first + self.height - margin:
            self.scroll_to_line(self.flow.above(line, self.height - 1 - margin))

    def texts(self) -> Iterator[str]:
        """The lines in sight."""
        return self.flow.texts(self.first, self.first + self.height)

    # --- targets

    def in_sight(self) -> list[tuple[int, int, int]]:
        """(number, line, character) of each target that begins in sight, in reading order."""
        return [(n, line, span.start) for n, line, span in self.flow.targets(self.first, self.first + self.height)]

    def choose(self, number: int, reveal: bool = True, follow: bool = True, margin: int = 2) -> None:
        """Put the cursor on a target, 0 for none; the caret follows it there."""
        if number and reveal:
            self.folds.unfold_target(number)
            self.flow.lay(self.first, self.first + self.height)  # by guesses it may seem to be in sight
        if number != self.target:
            self._refresh_targets({self.target, number})
            self.target = number
            self.post_message(self.Chosen())
        line = self.flow.line_of_target(number) if number and (reveal or self.caret.shown) else None
        if line is None:
            return
        start, end = next(((span.start, span.end) for span in self.flow.spans(line) if span.target == number), (0, 0))
        if reveal:
            self.reveal(line, margin)
            reveal_range(self, line, start, end)
        if follow and self.caret.shown:
            self.caret.move((line, start))

    def point_at(self, number: int) -> None:
        """Have the mouse over a target, 0 for none."""
        if number != self.hover:
            self._refresh_targets({self.hover, number})
            self.hover = number
            self.post_message(self.Chosen())

    def _refresh_targets(self, numbers: set[int]) -> None:
        if self._waits and not self.rows:
            return  # all of it is painted anew, and it may be elsewhere
        numbers.discard(0)
        sight = range(self.first, min(self.first + self.height, len(self.flow)))
        self.rows = {line: self.rows[line] for line in sight if line in self.rows}  # they may lie elsewhere, too
        for line in sight:
            if any(span.target in numbers for span in self.flow.spans(line)):
                self.refresh_line(line)

    def target_at(self, x: int, y: int) -> int:
        """The target at a cell of the widget, 0 for none."""
        line, character = self.character_at(x, y)
        spans = self.flow.spans(line) if line == self.first + y else ()
        return next((s.target for s in spans if s.target and s.start <= character < s.end), 0)

    def character_at(self, x: int, y: int) -> tuple[int, int]:
        """(line, character) at a cell of the widget; the line's end for what lies right of it."""
        line = max(0, min(self.first + y, len(self.flow) - 1))
        text = self.flow.text(line)
        cells = x + self.left
        if text.isascii():
            return line, min(max(cells, 0), len(text))
        if self.order is not None and is_reordered(text, self.order):
            return line, place_at(text, max(cells, 0), self.order)
        return line, fit(text, 0, len(text), max(cells, 0), shape(text))

    # --- painting

    def refresh_line(self, line: int) -> None:
        """Paint one line of the page anew."""
        self.rows.pop(line, None)
        if self.first <= line < self.first + self.height:
            self.refresh(Region(0, line - self.first, self.size.width, 1))

    def refresh_over(self, over: Mapping[int, tuple[Over, ...]]) -> None:
        """Have other things lie over the lines."""
        changed = {line for line in (*self.over, *over) if self.over.get(line) != over.get(line)}
        self.over = over
        for line in changed:
            self.refresh_lines(line, line)

    def refresh_lines(self, first: int, last: int) -> None:
        """Paint what lies over these lines of the page anew, as far as they are in sight."""
        top, end = max(first, self.first), min(last, self.first + self.height - 1)
        if top <= end:
            self.refresh(Region(0, top - self.first, self.size.width, end - top + 1))

    def lines(self, crop: Region) -> list[Strip]:
        """The strips of the region; finished ones are kept by line, codes for the terminal and all: half of a key."""
        columns, height = self.size  # what it takes to know them is 8 us: a tenth of a key when each row asks
        if self.room not in (None, (columns, height)):
            self.call_later(self.on_resize)  # it has the size that it had, of which nobody tells
        self.room = None
        painted.wear(self.palette, self.order)
        thumb = thumb_rows(self.first, len(self.flow), max(1, height))
        strips = [painted_row(self, self.first + y, y in thumb, columns) for y in range(crop.y, crop.bottom)]
        if crop.width != columns:
            return [strip.crop(crop.x, crop.right) for strip in strips]
        return self.pictures.overlaid(strips, crop.y)

    def lies_over(self, line: int) -> tuple[Over, ...]:
        """What lies over a line."""
        return self.over.get(line, ()) + (self.caret.over(line, self.flow.text(line)) if self.caret.used else ())
