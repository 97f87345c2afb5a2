"""Tables as full rows: what spans columns or rows stands in each place that it covers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Cell, Table

    Place = tuple[Cell, bool]
    """(the cell that covers a place, whether it begins there)"""

WIDEST = 1000
"""Places of a row that are filled."""


def full_rows(table: Table) -> list[list[Place | None]]:
    """The rows of a table, all of one length; None where there is no cell. A span of 0 goes to the end of the table.

    Columns in which no cell begins are left out: pages write a span of 100 for "all".
    """
    rows: list[list[Place | None]] = []
    open_: dict[int, tuple[Cell, int]] = {}
    for at, cells in enumerate(table.rows):
        row: list[Place | None] = []
        waiting = iter(cells)
        cell = next(waiting, None)
        while len(row) < WIDEST and (cell is not None or any(column >= len(row) for column in open_)):
            column = len(row)
            if column in open_:
                covering, left = open_.pop(column)
                if left > 1:
                    open_[column] = (covering, left - 1)
                row.append((covering, False))
                continue
            if cell is None:
                row.append(None)
                continue
            down = cell.rows or len(table.rows) - at
            for n in range(min(cell.columns, WIDEST - column)):
                if n and column + n in open_:
                    break
                row.append((cell, not n))
                if down > 1:
                    open_[column + n] = (cell, down - 1)
            cell = next(waiting, None)
        rows.append(row)
    used = sorted({n for row in rows for n, place in enumerate(row) if place is not None and place[1]})
    return [[row[n] if n < len(row) else None for n in used] for row in rows]
