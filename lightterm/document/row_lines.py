"""Rows of a table whose cells are laid out, as lines."""

from __future__ import annotations

from lightterm.document.even import aligned, is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.grid import Placed
    from lightterm.document.layout import Layout, Span


def add_plain_row(
    layout: Layout, row: list[Placed], widths: list[int], height: int, sides: list[str], head: bool
) -> bool:
    """Append a row of ASCII cells that each fill one column, as most are, and its spans; whether it is such a row."""
    columns: list[list[str]] = []
    spanned: list[tuple[int, str]] = []
    for placed, room, side in zip(row, widths, sides, strict=True):
        lines = placed.lines
        if placed.columns != 1 or placed.rows != 1 or not "".join(lines).isascii():
            return False
        side = "" if placed.aligned else placed.align or ("center" if placed.cell.header and head else side)
        cells = aligned(lines, side, room)
        if placed.spans:
            spanned.append((len(columns), side))
        columns.append(cells + [" " * room] * (height - len(cells)))
    if spanned:
        if any(max(map(len, cells)) > room for cells, room in zip(columns, widths, strict=True)):
            return False
        _add_spans(layout, row, widths, spanned)
    layout.lines += [layout.gutter.join(parts).rstrip(" ") for parts in zip(*columns, strict=True)]
    return True


def _add_spans(layout: Layout, row: list[Placed], widths: list[int], spanned: list[tuple[int, str]]) -> None:
    """Have the spans of the cells at these indices, which are at a side each, where they stand in the row."""
    first, found = len(layout.lines), layout.spans
    for index, side in spanned:
        placed, room = row[index], widths[index]
        before = sum(widths[:index]) + len(layout.gutter) * index
        for line, spans in placed.spans.items():
            spare = room - len(placed.lines[line]) if side else 0
            at = before + (spare if side == "right" else spare // 2)
            for span in spans:
                span.start += at
                span.end += at
            there = found.get(first + line)
            found[first + line] = spans if there is None else there + spans


def span_width(widths: list[int], placed: Placed, gutter: str) -> int:
    """Cells of the columns that a cell stands in."""
    if placed.columns == 1 and placed.column < len(widths):
        return widths[placed.column]
    last = min(placed.column + placed.columns, len(widths))
    return sum(widths[placed.column : last]) + len(gutter) * (last - placed.column - 1)


def add_mixed_row(
    layout: Layout, across: list[tuple[Placed, int]], widths: list[int], height: int, sides: list[str], head: bool
) -> None:
    from lightterm.document.cells import width

    gutter = layout.gutter
    for k in range(height):
        parts: list[str] = []
        column = 0
        spans: list[Span] = []
        at = 0
        for placed, done in across:
            while column < placed.column:
                parts.append(" " * widths[column])
                at += widths[column] + len(gutter)
                column += 1
            room = span_width(widths, placed, gutter)
            i = k + done
            text = placed.lines[i] if i < len(placed.lines) else ""
            spare = room - (len(text) if text.isascii() else width(text))
            centered = placed.cell.header and (head or placed.columns > 1)
            own = sides[placed.column] if placed.columns == 1 or is_number(text.strip()) else ""
            side = placed.align or ("center" if centered else own) if not placed.aligned else ""
            middle = side == "center" and placed.columns <= len(widths)
            left = max(0, spare if side == "right" else spare // 2 if middle else 0)
            for span in placed.spans.get(i, ()) if placed.spans else ():
                span.start += at + left
                span.end += at + left
                spans.append(span)
            parts.append(" " * left + text + " " * (spare - left))
            at += len(parts[-1]) + len(gutter)
            column = placed.column + placed.columns
        if spans:
            layout.spans[len(layout.lines)] = spans
        layout.lines.append(gutter.join(parts).rstrip(" "))
