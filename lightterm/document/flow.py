"""The lines of a document at one width, laid out only where they are looked at.

A view shows some forty lines of a page that may have a million. Blocks are laid out in chunks: those in view with
their spans, the others without, a slice of time after another, until every line is counted; until then the rest is an
estimate. A place in the page (block and character) outlives any change of width.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from time import perf_counter

from lightterm.document.chunked import Chunked
from lightterm.document.place import Place
from lightterm.document.rows import Rows
from lightterm.document.target_lines import first_with
from lightterm.document.within import block_of_place, first_target, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from lightterm.document.layout import Span
    from lightterm.document.model import Block


class Flow(Chunked):
    """A document's lines, numbered; what they are made of is told to `Chunked`."""

    # --- counting

    @property
    def complete(self) -> bool:
        """Whether every line has been counted, so that `len` is exact."""
        return self._numbering.complete

    def __len__(self) -> int:
        return self._numbering.starts[-1]

    def _count(self, index: int, lines: int) -> None:
        """Count the lines of a chunk, and have the place held by whoever shows this."""
        holding = self.holding
        if holding is None or self._numbering.is_counted(index):
            super()._count(index, lines)
            return
        self.holding = None  # what it asks for is laid out without it
        after = holding()
        super()._count(index, lines)
        after()
        self.holding = holding

    def measure(self, seconds: float) -> bool:
        """Count more lines for so long; whether all are counted now."""
        until = perf_counter() + seconds
        numbering = self._numbering
        numbering.guess()
        while self._next < len(numbering):
            if not numbering.is_counted(self._next):
                blocks = self._blocks(self._next, rich=False)
                super()._count(self._next, len(self._laid_out(self._next, blocks, rich=False).lines))
                if perf_counter() > until:
                    break
            self._next += 1
        return self.complete

    # --- lines

    def find(self, line: int) -> tuple[int, int]:
        """(chunk, line in it) of a line of the page, the nearest that there is."""
        while True:
            begins = self._numbering.starts
            index = min(max(bisect_right(begins, line) - 1, 0), max(len(self._sizes) - 1, 0))
            if not self._sizes or self._numbering.is_counted(index):
                return index, line - begins[index]
            self.chunk(index)

    def line_at(self, chunk: int, line: int) -> int:
        """The line of the page of a line in a chunk: what `find` gave may be found again after more was counted."""
        return self._numbering.starts[chunk] + line if self._sizes else 0

    def together(self, line: int) -> range:
        """The lines of the page laid out with one: their numbers change together."""
        chunk = self.find(line)[0]
        return range(self._numbering.starts[chunk], self._numbering.starts[chunk + 1]) if self._sizes else range(0)

    def above(self, line: int, lines: int) -> int:
        """The line so many above one, as it is numbered when all between them are counted; 0 where there are less."""
        chunk, at = self.find(line)
        while at < lines and chunk > 0:
            chunk -= 1
            at += len(self.chunk(chunk).lines)
        return self.line_at(chunk, max(0, at - lines))

    def row(self, line: int) -> tuple[str, list[Span]]:
        """One line and its spans, outermost first; "" beyond the end."""
        index, at = self.find(line)
        if not self._sizes:
            return "", []
        chunk = self.chunk(index)
        return chunk.lines[at] if 0 <= at < len(chunk.lines) else "", chunk.spans.get(at, [])

    def text(self, line: int) -> str:
        """One line; "" beyond the end."""
        return self.row(line)[0]

    def spans(self, line: int) -> list[Span]:
        """The spans of one line, outermost first."""
        return self.row(line)[1]

    def texts(self, start: int, end: int) -> Iterator[str]:
        """The lines from `start` up to `end`."""
        for line in range(start, min(end, len(self))):
            yield self.text(line)

    def lay(self, start: int, end: int) -> None:
        """Have the lines from `start` up to `end` laid out and counted."""
        while start < min(end, len(self)):
            index, at = self.find(start)
            start += max(1, len(self.chunk(index).lines) - at)

    # --- places

    def block_at(self, line: int) -> int:
        """The block that a line belongs to; a blank line belongs to the block below it."""
        if not self._sizes:
            return 0
        index, at = self.find(line)
        chunk = self.chunk(index)
        within = max(bisect_right(chunk.starts, at) - 1, 0)
        above = within + 1 < len(chunk.starts) and at >= chunk.ends[within]
        return self._firsts[index] + within + above

    def is_in_rows(self, block: int) -> bool:
        """Whether a block is a table with parts, whose rows are places."""
        return isinstance(self._parts.get(block), Rows)

    def alone(self, block: int) -> Callable[[], Flow] | None:
        """What lays a table with parts out by itself as it is here, in any thread; None for other blocks."""
        if not self.is_in_rows(block) or self._pictures is not None:
            return None
        way = self.width, self.numbers, None, None, self._wrap, dict(self.opened), self.stacked
        return partial(_alone, self.cuts.blocks[block], self.blocks[block], way)

    def in_table(self, block: int, line: int) -> tuple[int, int]:
        """(which part of a table, line in it) of a line, as they are where the table is laid out alone."""
        chunk, at = self.find(line)
        part = chunk - self._within(block)[0]
        return part, at if part else max(0, at - self.chunk(chunk).starts[0])

    def line_of_block(self, block: int) -> int:
        """The first line of a block, after its blank line."""
        if not self._sizes:
            return 0
        index, within = self._within(block)
        start = self.chunk(index).starts[within]
        return self._numbering.starts[index] + start

    def end_of_block(self, block: int) -> int:
        """The line after a block's last one."""
        index = self._last_of(block)
        end = self.chunk(index).ends[block - self._firsts[index]]
        return self._numbering.starts[index] + end

    def around(self, line: int, end: int = 0) -> tuple[int, Block, int]:
        """(first line, what it is laid out of, characters before that) of the block at a line, or of its part there
        and those up to the line `end`; of a table's part the last are the paragraphs before the row."""
        block = self.block_at(line)
        index, _ = self.find(line)
        if block not in self._parts or self._firsts[index] != block:
            return self.line_of_block(block), self.written(block), 0
        part, way = self._part(index)[1], self._way(block)
        first, parts = self._numbering.starts[index] + self.chunk(index).starts[0], self._parts[block]
        if isinstance(parts, Rows):
            return first, parts.piece(part, *way), parts.passed(self.place(line).offset)
        last = self._part(self.find(end)[0])[1] if end > line else part
        return first, parts.piece(part, *way, last), parts.before(part, *way).characters

    def lines_of_character(self, block: int, paragraph: int, character: int) -> range:
        """The lines of the block, or of its part, that has a character of one of the block's paragraphs."""
        if block not in self._parts:
            return range(self.line_of_block(block), self.end_of_block(block))
        at = paragraph if self.is_in_rows(block) else character
        index = self._within(block)[0] + self._parts[block].with_character(at, *self._way(block))
        chunk, begins = self.chunk(index), self._numbering.starts[index]
        return range(begins + chunk.starts[0], begins + chunk.ends[0])

    def place(self, line: int) -> Place:
        """What stands on a line, to be found again at another width."""
        if not self._sizes:
            return Place()
        block = self.block_at(line)
        index, at = self.find(line)
        chunk, before = self.chunk(index), 0
        start = chunk.starts[block - self._firsts[index]]
        if at < start and index == self._within(block)[0]:
            return Place(block, 0, at - start)
        if block in self._parts:
            part, way, parts = self._part(index)[1], self._way(block), self._parts[block]
            if isinstance(parts, Rows):
                return Place(block, *parts.told(part, chunk.rows, at))
            sums = parts.before(part, *way)
            before = sums.solid + (sums.digits if self.numbers else 0)
        return Place(block, before + chunk.solid.between(start, at), at - chunk.solid.after_last(start, at))

    def line(self, place: Place) -> int:
        """The line that `place` stands on in this flow."""
        if not self._sizes:
            return 0
        if place.row < 0:
            return max(0, self.line_of_block(place.block) + place.row)
        (index, within), offset = self._within(place.block), place.offset
        block = self._firsts[index] + within
        parts, way = self._parts.get(block), self._way(block)
        if parts is not None:
            part = parts.with_solid(offset, *way)
            sums = parts.before(part, *way)
            index, offset = index + part, offset - sums.solid - (sums.digits if self.numbers else 0)
        chunk = self.chunk(index)
        start, end = chunk.starts[within], chunk.ends[within]
        if isinstance(parts, Rows):
            return self._numbering.starts[index] + parts.found(place.offset, place.row, chunk.rows, end)
        at = chunk.solid.reached(start, end, offset)
        blank = chunk.solid.after_last(start, at)
        return self._numbering.starts[index] + max(start, min(blank + place.row, at, end - 1))

    # --- targets

    def block_of_target(self, number: int) -> int:
        """The block that holds a target."""
        return block_of_place(self.blocks, place_of(self.blocks, number))

    def line_of_target(self, number: int) -> int | None:
        """The line that a target begins on; None where it is nowhere to be seen."""
        if not self._sizes:
            return None
        found = self._found
        if found is None or found[0] != number or self._kept.get(found[1]) is not found[2]:
            block = self.block_of_target(number)
            index, within = self._within(block)
            if block in self._parts:
                index += self._parts[block].with_target(place_of(self.blocks, number), *self._way(block))
            chunk = self.chunk(index)
            at = first_with(chunk.spans, chunk.starts[within], chunk.ends[within], number)
            found = self._found = number, index, chunk, at
        return None if found[3] is None else self._numbering.starts[found[1]] + found[3]

    def targets(self, start: int, end: int) -> Iterator[tuple[int, int, Span]]:
        """(number, line, span) of each target that begins in the lines from `start` up to `end`."""
        seen: set[int] = set()
        if start > 0:
            seen.update(span.target for span in self.spans(start - 1) if span.target)
        for line in range(start, min(end, len(self))):
            for span in self.spans(line):
                if span.target and span.target not in seen:
                    seen.add(span.target)
                    yield span.target, line, span

    def targets_from(self, line: int) -> int:
        """The place on the page of the first target of the line's block or of one below, 1 where there is none."""
        return (first_target(self.blocks, self.block_at(line)) or 1) if self._sizes else 1


def _alone(block: Block, shown: Block, way: tuple[Any, ...]) -> Flow:
    """A flow of one block, with another in its place where its fields were filled in: cut as that was."""
    flow = Flow((block,), *way)
    if shown is not block:
        flow.put(0, shown)
    return flow
