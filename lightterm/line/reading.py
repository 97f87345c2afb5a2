"""The page as line mode reads it: a portion of lines at a time, from a place that outlives a change of width."""

from __future__ import annotations

from lightterm.document.flow import Flow
from lightterm.document.folding import around
from lightterm.document.model import Document
from lightterm.document.place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Block


COUNTING = 0.2
"""Seconds the lines of a new page are counted for; of larger ones the number is an estimate until they are read."""


class Reading:
    """The page, and the line that comes next (`at`); a `lightterm.commands.front.View`."""

    selection = ""
    slow_selection = None
    word = ""

    def __init__(self, columns: int) -> None:
        self.document = Document(url="about:blank")
        self.target: int | None = None
        self.columns = columns
        self.numbers = True
        self.stacked = False
        self.aloud = False
        """Whether it is read to somebody, and not by a program: fields are as they are heard."""
        self.at = 0
        self.shown = 0
        """The line that the portion shown last began on."""
        self.blocks: list[Block] = []
        self._own: list[Block] = []
        """The blocks as they were given, of which `blocks` are those as they are heard."""
        self.flow = Flow((), columns)
        self.opened: dict[int, bool] = {}
        """Whether disclosures are open whose state was changed, by target number."""

    def show(self, document: Document, blocks: list[Block], place: Place) -> None:
        """Take a page; `blocks` are its own, or those with something put into them."""
        self.document = document
        self.target = None
        self.opened = {}
        self._take(blocks)
        self._lay_out(place)

    def refill(self, blocks: list[Block]) -> None:
        """The same page with other things in its fields."""
        over, place, onward = self.is_over, self.place, self.flow.place(self.at)
        self._take(blocks)
        self._lay_out(place)
        self.at = self.count() if over else self.flow.line(onward)

    def _take(self, blocks: list[Block]) -> None:
        self._own = self.blocks = blocks
        if self.aloud:
            from lightterm.line.aloud import aloud

            self.blocks = aloud(self.document, blocks, self.opened)

    def relayout(self, columns: int, numbers: bool, stacked: bool) -> None:
        """Other lines of the same page."""
        if (columns, numbers, stacked) != (self.columns, self.numbers, self.stacked):
            place = self.place
            self.columns, self.numbers, self.stacked = columns, numbers, stacked
            self._lay_out(place)

    def fold(self, states: dict[int, bool]) -> None:
        """Open and close disclosures, by target number; one reads on from the one that was closed round the place."""
        place = self.place
        self.opened |= states
        self._take(self._own)
        self._lay_out(place)
        hiding = [n for n in around(self.blocks[place.block]) if not self.opened.get(n, True)]
        if hiding:
            self.go_to_line(self.flow.line_of_target(hiding[-1]) or 0)

    def unfold(self, block: int) -> None:
        """Open all that hides a block."""
        if self.blocks[block].frame.hidden(self.opened):
            self.fold(dict.fromkeys(around(self.blocks[block]), True))

    def _lay_out(self, place: Place) -> None:
        self.flow = Flow(self.blocks, self.columns, self.numbers, opened=self.opened, stacked=self.stacked)
        self.flow.measure(COUNTING)
        self.go_to(place)

    @property
    def place(self) -> Place:
        """What the portion shown last begins with."""
        return self.flow.place(self.shown)

    def go_to(self, place: Place) -> None:
        """Go on from there."""
        self.at = self.shown = self.flow.line(place)

    @property
    def spot(self) -> Place:
        """What a mark keeps."""
        return self.place

    def go_to_spot(self, place: Place, column: bool = True) -> None:
        """Go on from what a mark kept."""
        self.go_to(place)

    def go_to_line(self, line: int) -> None:
        """Go on from a line, from 0; the nearest that there is."""
        self.at = self.shown = max(0, min(line, self.count() - 1))

    def count(self) -> int:
        """The lines of the page, all of them counted."""
        if not self.flow.complete:
            at, shown = self.flow.place(self.at), self.flow.place(self.shown)
            while not self.flow.measure(60.0):
                pass
            self.at, self.shown = self.flow.line(at), self.flow.line(shown)
        return len(self.flow)

    @property
    def is_over(self) -> bool:
        """Whether the last line has been shown."""
        self.flow.find(self.at)  # lays out what stands there: until then the number of lines is an estimate
        return self.at >= len(self.flow)

    def text(self, line: int) -> str:
        """One line as it is read."""
        if not self.aloud:
            return self.flow.text(line)
        from lightterm.line.aloud import said

        return said(self.flow, line)

    def portion(self, most: int) -> Iterator[str]:
        """The next lines, at most so many; 0 for all."""
        self.shown = self.at
        begun = self.at
        while not self.is_over and not (most and self.at - begun >= most):
            text = self.text(self.at)
            self.at += 1
            yield text

    @property
    def percent(self) -> int:
        """How much of the page came before what is next."""
        lines = len(self.flow)
        return 100 * min(self.at, lines) // lines if lines else 100
