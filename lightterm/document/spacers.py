"""Columns of a table that hold nothing: they are there for the looks of a page in a graphical browser."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.grid import Placed


def drop_empty_columns(grid: list[list[Placed]]) -> bool:
    """Take out the columns that hold nothing (spacers, a colspan of 1000); whether there were any."""
    before = kept_columns(grid)
    if before:
        take_out(grid, before)
    return bool(before)


def kept_columns(grid: list[list[Placed]]) -> list[int]:
    """How many columns that hold something are before each, and before the end; nothing where all do."""
    count = max((p.column + p.columns for row in grid for p in row), default=0)
    used = {p.column for row in grid for p in row if p.columns == 1 and p.cell.blocks}
    for row in grid:
        for placed in row:
            span = range(placed.column, placed.column + placed.columns)
            if placed.columns > 1 and placed.cell.blocks and used.isdisjoint(span):
                used.add(placed.column)
    if not used or len(used) == count:
        return []
    before = [0]
    for column in range(count):
        before.append(before[-1] + (column in used))
    return before


def take_out(grid: list[list[Placed]], before: Sequence[int]) -> None:
    """Have cells in the columns that are left, as `kept_columns` says; cells with none are gone."""
    for row in grid:
        for placed in row:
            start, end = before[placed.column], before[placed.column + placed.columns]
            placed.column, placed.columns = start, end - start
        row[:] = [placed for placed in row if placed.columns]
