"""What the rows of a long table need once fields in them are filled in, told without measuring all of them anew.

Of 10,000 rows that is 100 ms for what was typed in one of them. A column is as wide as the widest of its cells: what is
new is compared with it, and only where the widest itself is narrower now are the sizes of the others looked through.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from lightterm.document.even import cell_text, is_number
from lightterm.document.grid import LEAST_COLUMN, needs, place
from lightterm.document.layout import Layout
from lightterm.document.measured import plain_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lightterm.document.measured import Measured
    from lightterm.document.model import Cell

    Changed = tuple[int, Sequence[Cell], Sequence[Cell]]
    """Which row, as it was, as it is."""

MOST = 100
"""Rows up to which it is worth a try."""


class Size(NamedTuple):
    """What a cell of one plain paragraph needs."""

    least: int
    most: int
    is_number: bool


class Change(NamedTuple):
    """A cell in whose place is another."""

    column: int
    old: Cell
    new: Cell
    was: Size
    now: Size


def remeasured(
    measured: Measured, changed: Sequence[Changed], rows: Sequence[Sequence[Cell]], numbers: bool
) -> Measured | None:
    """What is so with other texts in some of the rows, as they are now; None where it takes all of them to know."""
    tallness = measured.tallness
    if len(changed) > MOST or any(r < measured.head for r, _, _ in changed):
        return None
    if tallness is None:
        return measured
    if measured.kept or measured.spans or measured.needs is None:
        return None
    layout = Layout(1 << 30, numbers)
    changes = _changes(changed, layout)
    if changes is None:
        return None
    same = copy(measured)
    same.tallness = tallness.replaced([(each.column, each.old, each.new, each.now.most) for each in changes])
    same.needs = ([*measured.needs[0]], [*measured.needs[1]], [*measured.needs[2]])
    least, most, brief = same.needs
    heads = rows[: measured.head]
    for column in {each.column for each in changes}:
        here = [each for each in changes if each.column == column]
        for at, bounds in enumerate((least, most, brief)):
            come = max(_need(each.now, at) for each in here)
            if come >= bounds[column] or all(_need(each.was, at) < bounds[column] for each in here):
                bounds[column] = max(bounds[column], come)
                continue
            sizes, cells = same.tallness.plain(column)
            if sizes is None:
                return None
            of_heads = max((_alone(row[column], layout)[at] for row in heads if column < len(row)), default=0)
            bounds[column] = max(of_heads, max(sizes) if at else _most_least(cells, sizes, of_heads, layout))
    return same


def _changes(changed: Sequence[Changed], layout: Layout) -> list[Change] | None:
    """What was put in the place of what; None where that is more than words, or keeps to another side."""
    changes = []
    for _, before, after in changed:
        for column, (old, new) in enumerate(zip(before, after, strict=True)):
            if all(a is b for a, b in zip(old.blocks, new.blocks, strict=True)):
                continue
            was, now = _size(old, layout), _size(new, layout)
            if was is None or now is None or was.is_number != now.is_number or old.header:
                return None
            changes.append(Change(column, old, new, was, now))
    return changes


def _size(cell: Cell, layout: Layout) -> Size | None:
    """What a cell needs, None of one that is empty or more than a plain paragraph."""
    size = plain_size(cell, layout.numbers)
    if not size:
        return None
    text = cell_text(cell, layout)
    return Size(_least(cell, size, layout), size, text is not None and is_number(text))


def _least(cell: Cell, size: int, layout: Layout) -> int:
    return size if size <= LEAST_COLUMN else _alone(cell, layout)[0]


def _alone(cell: Cell, layout: Layout) -> tuple[int, int, int]:
    """What a column of this cell alone needs, as `needs` tells."""
    least, most, brief = needs(place([[cell]]), layout)
    return (least[0], most[0], brief[0]) if most else (0, 0, 0)


def _need(size: Size, at: int) -> int:
    """What it asks of its column at least, at most, and beside a head with its words one below the other."""
    return size.most if at else size.least


def _most_least(cells: Iterable[Cell], sizes: Iterable[int], enough: int, layout: Layout) -> int:
    """The most that one of the cells needs at least."""
    for cell, size in zip(cells, sizes, strict=True):
        if size > enough:
            enough = max(enough, _least(cell, size, layout))
            if enough == LEAST_COLUMN:
                break
    return enough
