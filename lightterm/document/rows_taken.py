"""Rows of a long table taken as they stand: 10,000 of them take .3 s, and so they are laid out once more in a thread.

The lines of the flow that is read belong to whoever looks at it. Where in the table the first and last of those taken
are is told by its parts, which are the same in any flow of that width.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.flow import Flow
    from lightterm.document.motions import Position

FOREVER = 60.0
"""Seconds that counting the lines of a table may take at a time."""


class RowsTaken(Record):
    """From the character of a line in a part of a table up to one of another; None for the table's own end."""

    made: Callable[[], Flow]
    start: tuple[int, int, int] | None
    end: tuple[int, int, int] | None

    def text(self) -> str:
        """The rows, a line each."""
        flow = self.made()
        while not flow.measure(FOREVER):
            pass
        first, begin = (flow.line_at(*self.start[:2]), self.start[2]) if self.start is not None else (0, 0)
        last, finish = (flow.line_at(*self.end[:2]), self.end[2]) if self.end is not None else (len(flow) - 1, None)
        lines = list(flow.texts(first, last + 1))
        if lines:
            lines[-1] = lines[-1][:finish]
            lines[0] = lines[0][begin:]
        return "\n".join(lines)


def rows_taken(flow: Flow, index: int, start: Position, end: Position, most: int) -> RowsTaken | None:
    """What lies between two positions in a table where it is more than so many lines; None for anything else."""
    alone = flow.alone(index)
    if alone is None:
        return None
    first, behind = flow.line_of_block(index), flow.end_of_block(index)
    top, bottom = max(first, start[0]), min(behind - 1, end[0])
    if bottom - top <= most:
        return None
    begins = (*flow.in_table(index, start[0]), start[1]) if start[0] >= first else None
    return RowsTaken(alone, begins, (*flow.in_table(index, end[0]), end[1]) if end[0] < behind else None)
