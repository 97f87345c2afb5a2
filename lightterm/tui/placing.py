"""Where on the page a field is edited: over its place, at the bottom where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.cells import width
from lightterm.document.model import Table
from lightterm.records import Record
from lightterm.tui.line_order import runs_left
from lightterm.tui.strips import Over
from lightterm.tui.visual_order import in_order, is_reordered

if TYPE_CHECKING:
    from textual.widget import Widget

    from lightterm.tui.page_view import PageView

_RLI = "\u2067"

ENOUGH = 6
"""Cells in which a longer text is scrolled rather than that what stands beside the field is covered."""


class Spot(Record):
    """A field on the screen: its line, where its value begins (in characters and cells) and how much room it has.

    `own` are the cells that it is painted in, its placeholder among them; `free` those until what stands beside it;
    `edge` those until the edge of the page. In a line from right to left that the app puts in order (`leftwards`) the
    value ends before `column`, and all else lies left of it.
    """

    line: int
    at: int
    column: int
    own: int
    free: int
    edge: int
    leftwards: bool = False


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
    if view.order is not None and not view.order.bare and is_reordered(text, view.order):
        return _seen_spot(view, line, text, at, end)
    blanks = len(text) - end - len(text[end:].lstrip(" "))
    column = width(text[:at]) - view.left
    edge = view.columns - column
    own = width(text[at:end])
    return Spot(line, at, column, own, edge if end + blanks == len(text) else min(edge, own + blanks), edge)


def _seen_spot(view: PageView, line: int, text: str, at: int, end: int) -> Spot:
    """The same in a line that is seen in another order."""
    assert view.order is not None
    before: list[tuple[int, bool]] = []  # of each cluster left of the field its cells, and whether it is blank
    column = right = own = 0
    for each in in_order(text, view.order):
        wide = width(each.text)
        column += wide
        if at <= each.start < end:
            right, own = column, own + wide
        elif not own:
            before.append((wide, not each.text.strip(" ")))
    leftwards = text.lstrip(" ").startswith(_RLI) or runs_left(text)
    if not leftwards:
        first = right - own - view.left
        return Spot(line, at, first, own, own, view.columns - first)
    blanks = 0
    for wide, is_blank in reversed(before):
        if not is_blank:
            break
        blanks += wide
    edge = right - view.left
    return Spot(line, at, edge, own, edge if blanks == sum(wide for wide, _ in before) else own + blanks, edge, True)


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


def lie_over(widget: Widget, view: PageView, spot: Spot | None, cells: int, rows: int, least: int) -> range:
    """Put a widget over a field; the lines of the page that it lies over."""
    region, height = view.region, view.height
    rows = min(rows, height)
    if spot is None or spot.column < 0 or spot.edge < least or (spot.leftwards and spot.column > view.columns):
        column, row, cells = 0, height - rows, view.columns
    else:
        row, cells = min(spot.line - view.first, height - rows), min(cells, spot.edge)
        column = spot.column - cells if spot.leftwards else spot.column
    widget.styles.width = cells
    widget.styles.height = rows
    widget.styles.offset = (region.x + column, region.y + row)
    return range(view.first + row, view.first + row + rows)


def is_in_table(view: PageView, number: int) -> bool:
    """Whether a field stands in a cell of a table, beside others."""
    return isinstance(view.flow.blocks[view.flow.block_of_target(number)], Table)


def blank(view: PageView, number: int, lines: range) -> None:
    """Show nothing beside a widget that lies over lines, but for what stands before the field, or in other cells."""
    spot = spot_of(view, number)
    celled, base, over = is_in_table(view, number), view.palette.base, {}
    for line in lines:
        text = view.flow.text(line)
        start = spot.at if spot is not None and line == spot.line else 0
        parts = [(start, len(text))]
        if celled:
            parts = [(max(start, s.start), s.end) for s in view.flow.spans(line) if s.target == number]
        over[line] = tuple([Over(a, b, base, ((" " * width(text[a:b]), base),)) for a, b in parts if a < b])
    view.refresh_over(over)
