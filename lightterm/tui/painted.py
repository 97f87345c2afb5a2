"""The rows of a page as they lie on the screen, and those that were painted last, whichever view they were for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.strip import Strip

from lightterm.document.layout import Span
from lightterm.tui.prepaint import MORE
from lightterm.tui.strips import Look, in_sight

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from lightterm.tui.page_view import PageView
    from lightterm.tui.palette import Palette
    from lightterm.tui.strips import Over
    from lightterm.tui.visual_order import Order

ROWS = 2000
"""Rows that a view keeps by their line."""

SHARED = 256
"""Rows that all views keep together: those of ten screens."""


class Painted:
    """Rows of all views, by what they show and how.

    A pane split off, a tab come back to, a page gone back to and one loaded again show lines that were painted before,
    for another view or before the page was laid out anew: 60 us a row, 1.5 ms of a key, and thrice that where lines go
    from right to left.
    """

    def __init__(self) -> None:
        self._worn: tuple[Palette, Order | None] | None = None
        self._rows: dict[Hashable, Strip] = {}

    def wear(self, palette: Palette, order: Order | None) -> None:
        """Rows are to be asked for that look so; those of another look are given up."""
        worn = self._worn
        if worn is None or worn[0] is not palette or worn[1] != order:
            self._worn = palette, order
            self._rows.clear()

    def get(self, key: Hashable) -> Strip | None:
        """A row, None where it was not painted so."""
        kept = self._rows.pop(key, None)
        if kept is None:
            return None
        self._rows[key] = kept
        return kept

    def put(self, key: Hashable, row: Strip) -> None:
        """Keep a row."""
        while len(self._rows) >= SHARED:
            del self._rows[next(iter(self._rows))]
        self._rows[key] = row


painted = Painted()


def painted_row(view: PageView, line: int, thumb: bool, columns: int) -> Strip:
    """A line as it lies on the screen: shifted, filled up, the scroll bar beside it; finished ones are kept."""
    over = view.lies_over(line)
    look = (view.left, columns, thumb)
    kept = view.rows.get(line)
    if kept is not None and kept[0] == look and not over:
        return kept[1]
    if over or line >= len(view.flow):
        return _row(view, line, over, thumb, columns)
    text, spans = view.flow.row(line)
    key = _key(view, text, spans, look)
    row = painted.get(key) if key is not None else None
    if row is None:
        row = _row(view, line, over, thumb, columns)
        if key is not None:
            painted.put(key, row)
    if len(view.rows) > ROWS:
        view.rows.clear()
    view.rows[line] = look, row
    return row


def _key(view: PageView, text: str, spans: Sequence[Span], look: tuple[int, int, bool]) -> Hashable:
    """By what a row is known, None where a picture that may be on its way is part of it."""
    parts: list[Hashable] = [text, look]
    for span in spans:
        if span.__class__ is not Span:
            return None
        target = span.target
        led = target and (target == view.target, target == view.hover, target in view.visited)
        parts.append((span.start, span.end, span.kind, led))
    return tuple(parts)


def _row(view: PageView, line: int, over: tuple[Over, ...], thumb: bool, columns: int) -> Strip:
    room, palette = columns - 1, view.palette
    strip, left = _line(view, line, over, room)
    cells = strip.cell_length
    bar = Segment(MORE if cells - left > room else " ", palette.thumb if thumb else palette.track)
    if left or cells > room:
        strip, cells = strip.crop_extend(left, left + room, palette.base), room
    filling = [Segment(" " * (room - cells), palette.base)] if cells < room else ()
    return Strip([*strip, *filling, bar], room + 1)


def _line(view: PageView, line: int, over: tuple[Over, ...], room: int) -> tuple[Strip, int]:
    if line >= len(view.flow):
        return Strip.blank(0, view.palette.base), view.left
    look = Look(view.target, view.hover, view.visited, view.order)
    text, spans, above, left = in_sight(*view.flow.row(line), over, view.left, room)
    return view.pictures.paint(text, spans, view.palette, look, above), left
