"""Columns with a cell too long to hold all its lines: they are counted, and made again as the table's lines are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from lightterm.document.grid import Placed
from lightterm.document.row_lines import add_mixed_row, add_plain_row
from lightterm.document.ruling import rule
from lightterm.document.slices import with_later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.layout import Layout, Span
    from lightterm.document.model import Block
    from lightterm.document.slices import Part

ROWS = 1 << 12
"""Lines of a row that are made at a time."""


class Tall(Sequence[str]):
    """The lines of a cell that are made as they are asked for, from the first on; its length is counted once."""

    def __init__(self, blocks: Sequence[Block], empty: Layout) -> None:
        self._blocks, self._empty = blocks, empty
        self._count = sum(len(lines) for lines, _ in self._made())
        self._parts = self._made()
        self._at = 0
        self._part: Part = [], {}

    def _made(self) -> Iterator[Part]:
        layout = self._empty.inner(self._empty.width)
        layout.limit, layout.later = self._empty.limit, {}
        layout.add(self._blocks)
        return with_later(layout)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        return self.take(at, at + 1)[0][0] if isinstance(at, int) else self.take(*at.indices(len(self))[:2])[0]

    def take(self, start: int, end: int) -> Part:
        """Lines and their spans; no `start` is less than one before."""
        lines: list[str] = []
        spans: dict[int, list[Span]] = {}
        end = min(end, self._count)
        while start < end:
            made, found = self._part
            if start >= self._at + len(made):
                self._at += len(made)
                self._part = next(self._parts)
                continue
            low, high = start - self._at, min(end - self._at, len(made))
            for i in range(low, high) if found else ():
                if i in found:
                    spans[len(lines) + i - low] = found[i]
            lines += made[low:high]
            start = self._at + high
        return lines, spans


def tall_rows(
    layout: Layout,
    grid: list[list[Placed]],
    heights: list[int],
    widths: list[int],
    sides: list[str],
    head: int,
    ruled: bool,
) -> Iterator[Part]:
    """Rows whose cells are laid out, as `grid.add_rows` appends them, made as they are asked for."""
    open_: list[tuple[Placed, int]] = []
    above: Sequence[Placed] = ()
    for r, row in enumerate(grid):
        made = layout.inner(layout.width)
        made.gutter = layout.gutter
        if r and ((r == head and any(heights[:r])) or (ruled and r > head and heights[r])):
            made.lines.append(rule(widths, open_, row, above, len(layout.gutter) // 2))
        open_ = [(p, done) for p, done in open_ if p.row + p.rows > r]
        across = sorted([*open_, *((p, 0) for p in row)], key=lambda item: item[0].column)
        above = [p for p, _ in across]
        for at in range(0, heights[r], ROWS):
            count = min(ROWS, heights[r] - at)
            here = [_stretch(placed, done + at, done + at + count) for placed, done in across]
            alone = not open_ and not layout.rich and len(row) == len(widths)
            if not alone or not add_plain_row(made, here, widths, count, sides, r < head):
                add_mixed_row(made, [(placed, 0) for placed in here], widths, count, sides, r < head)
            yield made.lines, made.spans
            made = layout.inner(layout.width)
            made.gutter = layout.gutter
        yield made.lines, made.spans
        open_ = [(p, done + heights[r]) for p, done in across if p.row + p.rows > r + 1]


def _stretch(placed: Placed, start: int, end: int) -> Placed:
    """A cell with some of its lines."""
    part = Placed(placed.cell, placed.row, placed.column, placed.rows, placed.columns)
    part.align, part.aligned, part.text = placed.align, placed.aligned, placed.text
    if isinstance(placed.lines, Tall):
        part.lines, part.spans = placed.lines.take(start, end)
    else:
        part.lines = placed.lines[start:end]
        part.spans = {i - start: placed.spans[i] for i in range(start, end) if i in placed.spans}
    return part
