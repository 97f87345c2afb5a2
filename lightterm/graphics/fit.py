"""How many cells a picture takes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.graphics.replies import Size

TRACKING = 2
"""Pixels up to which a side shows nothing a person should see: spacers, and what counts visitors."""

SPARE = 0.3
"""Part of a row or column that is not begun for what is left over; the picture is a little smaller instead."""


def fit(width: int, height: int, cell: Size, max_columns: int, max_rows: int) -> Size:
    """(columns, rows) of a picture of `width` x `height` pixels in at most so many cells of `cell` pixels.

    It keeps its shape and is never larger than it is; what is about as high as a line takes one row, what is nothing
    but a tracking pixel (0, 0).
    """
    if width <= TRACKING or height <= TRACKING or max_columns < 1 or max_rows < 1:
        return 0, 0
    across, down = cell
    scale = min(1.0, max_columns * across / width, max_rows * down / height)
    columns, rows = width * scale / across, height * scale / down
    if rows < 1 + SPARE:
        return min(max_columns, max(1, _cells(columns / max(1.0, rows)))), 1
    return min(max_columns, max(1, _cells(columns))), min(max_rows, _cells(rows))


def said_size(said: Size, natural: Size) -> Size:
    """The size a picture is shown at: as the page says, what it leaves open (0) by the picture's own; never larger.

    (0, 0) while neither is known.
    """
    width, height = said
    if not all(natural):
        return said if all(said) else (0, 0)
    if not width and not height:
        return natural
    width = width or max(1, round(natural[0] * height / natural[1]))
    height = height or max(1, round(natural[1] * width / natural[0]))
    scale = min(1.0, natural[0] / width, natural[1] / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def pixels(width: int, height: int, cell: Size, columns: int, rows: int) -> Size:
    """The size in pixels at which a picture fills its cells without losing its shape or growing."""
    scale = min(1.0, columns * cell[0] / width, rows * cell[1] / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def _cells(amount: float) -> int:
    whole = int(amount)
    return whole + (amount - whole >= SPARE)
