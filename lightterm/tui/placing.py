"""Where on the page a field is edited: over its place, at the bottom where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.cells import width
from lightterm.records import Record
from lightterm.tui.strips import Over

if TYPE_CHECKING:
    from textual.widget import Widget

    from lightterm.tui.page_view import PageView

ENOUGH = 6
"""Cells in which a longer text is scrolled rather than that what stands beside the field is covered."""


class Spot(Record):
    """A field on the screen: its line, where its value begins (in characters and cells) and how much room it has.

    `own` are the cells that it is painted in, its placeholder among them; `free` those until what stands beside it;
    `edge` those until the edge of the page.
    """

    line: int
    at: int
    column: int
    own: int
    free: int
    edge: int


def spot_of(view: PageView, number: int) -> Spot | None:
    """Where a field is painted, None when it is not in sight."""
    line = view.flow.line_of_target(number)
    if line is None or not view.first <= line < view.first + view.height:
        return None
    span = next(s for s in view.flow.spans(line) if s.target == number)
    text = view.flow.text(line)
    at = span.start + (len(f"[{number}]") if view.numbers else 0)
    field = view.document.targets[number].field
    beside = f" ({field.placeholder})" if field is not None and field.placeholder else ""
    end = span.end + (len(beside) if text.startswith(beside, span.end) else 0)
    blanks = len(text) - end - len(text[end:].lstrip(" "))
    column = width(text[:at]) - view.left
    edge = view.columns - column
    own = width(text[at:end])
    return Spot(line, at, column, own, edge if end + blanks == len(text) else min(edge, own + blanks), edge)


MOST_LINES = 200
"""Lines of the page in which the end of a field is looked for."""


def end_of(view: PageView, number: int) -> int:
    """The line behind the last one that a field is painted in, 0 when it is not in sight; an empty one has no span."""
    flow = view.flow
    spot = spot_of(view, number)
    if spot is None:
        return 0
    end = min(spot.line + MOST_LINES, flow.end_of_block(flow.block_of_target(number)))
    own = (line for line in range(end - 1, spot.line, -1) if any(s.target == number for s in flow.spans(line)))
    return next(own, spot.line) + 1


def cells_for(spot: Spot | None, wanted: int, needed: int) -> int:
    """Cells for a line that would have `wanted` and has a text of `needed`, without covering what stands beside it.

    Where that leaves too few to see what one types, as much as the text needs of it is covered.
    """
    if spot is None:
        return wanted
    if spot.free == spot.edge:
        return max(wanted, spot.own)  # what is left of a long placeholder would stand behind what one types
    return max(spot.own, min(needed, max(spot.free, ENOUGH)))


def lie_over(widget: Widget, view: PageView, number: int, cells: int, rows: int, least: int) -> range:
    """Put a widget over the field of a target; the lines of the page that it lies over."""
    spot = spot_of(view, number)
    region, height = view.region, view.height
    rows = min(rows, height)
    if spot is None or spot.column < 0 or spot.edge < least:
        column, row, cells = 0, height - rows, view.columns
    else:
        column, row, cells = spot.column, min(spot.line - view.first, height - rows), min(cells, spot.edge)
    widget.styles.width = cells
    widget.styles.height = rows
    widget.styles.offset = (region.x + column, region.y + row)
    return range(view.first + row, view.first + row + rows)


def blank(view: PageView, number: int, lines: range) -> None:
    """Show nothing beside a widget that lies over lines, but for what stands before the field."""
    spot = spot_of(view, number)
    over = {}
    for line in lines:
        text = view.flow.text(line)
        start = spot.at if spot is not None and line == spot.line else 0
        if start < len(text):
            base = view.palette.base
            over[line] = (Over(start, len(text), base, ((" " * width(text[start:]), base),)),)
    view.refresh_over(over)
