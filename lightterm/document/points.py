"""Positions on lines that outlive a change of the width: a character of a block, found again in another flow."""

from __future__ import annotations

from lightterm.document.flow import Flow, Place
from lightterm.records import Record


class Point(Record):
    """A block, and how many of its visible characters come before; on the blank lines above it `row` is below 0."""

    block: int
    offset: int
    row: int = 0


def point(flow: Flow, line: int, at: int) -> Point:
    """What stands at a character of a line."""
    place = flow.place(line)
    before = flow.text(line)[:at]
    return Point(place.block, place.offset + len(before) - before.count(" "), place.row)


def position(flow: Flow, wanted: Point) -> tuple[int, int]:
    """(line, character) where a point is in a flow."""
    place = Place(wanted.block, wanted.offset, wanted.row)
    line = flow.line(place)
    if wanted.row < 0:
        return line, 0
    missing = wanted.offset - flow.place(line).offset
    text = flow.text(line)
    for at, char in enumerate(text):
        if char != " ":
            if not missing:
                return line, at
            missing -= 1
    return line, len(text)
