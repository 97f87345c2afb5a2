"""Tables that lay out a numbered list: a number, and beside it what stands for it, in one row or more."""

from __future__ import annotations

from lightterm.document.marks import FIELD, LINK, strip
from lightterm.document.model import ROOT, Frame, Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Cell

LEAST = 3
"""Rows with numbers, each one more than the one before, that make a list: two may be anything."""

DIGITS = 4
"""Digits of such a number at most: a year may be one of a list, a telephone number is none."""


def items(rows: Sequence[Sequence[Cell]]) -> list[Frame | None]:
    """The item of each row that begins one or goes on with it, with the row's number as its marker; [] where the rows
    are no such list. What goes on has nothing where the numbers stand."""
    numbers = [_number(row) for row in rows]
    found = [int(number.rstrip(".)")) for number in numbers if number]
    if len(found) < LEAST or found != list(range(found[0], found[0] + len(found))):
        return []
    room = max(map(len, numbers))
    frames: list[Frame | None] = []
    frame: Frame | None = None
    for row, number in zip(rows, numbers, strict=True):
        if number:
            frame = Frame(ROOT, "item", f"{number.rjust(room)} ", " " * (room + 1))
        elif not row or row[0].blocks or not any(cell.blocks for cell in row):
            frame = None
        frames.append(frame)
    return frames


def _number(row: Sequence[Cell]) -> str:
    """The number that a row begins with, as it is written; "" where it has none, or nothing beside it."""
    if len(row) < 2 or len(row[0].blocks) != 1 or not any(cell.blocks for cell in row[1:]):
        return ""
    block = row[0].blocks[0]
    if not isinstance(block, Paragraph) or LINK in block.raw or FIELD in block.raw or len(block.raw) > 12:
        return ""
    said = strip(block.raw).strip()
    digits = said.removesuffix("." if said.endswith(".") else ")")
    return said if digits.isascii() and digits.isdigit() and len(digits) <= DIGITS else ""
