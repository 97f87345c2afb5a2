"""Positions on lines that outlive a change of the width: a character of a block, found again in another flow."""

from __future__ import annotations

from lightterm.document.flow import Flow
from lightterm.document.place import Place
from lightterm.records import Record


class Point(Record):
    """A block, and how many of its visible characters come before; on the blank lines above it `row` is below 0.

    In a table with parts `inside` are the visible characters before it on its line, the others are the line's place.
    """

    block: int
    offset: int
    row: int = 0
    inside: int = 0


def point(flow: Flow, line: int, at: int) -> Point:
    """What stands at a character of a line."""
    place = flow.place(line)
    before = flow.text(line)[:at]
    solid = len(before) - before.count(" ")
    if flow.is_in_rows(place.block):
        return Point(place.block, place.offset, place.row, solid)
    return Point(place.block, place.offset + solid, place.row)


def position(flow: Flow, wanted: Point) -> tuple[int, int]:
    """(line, character) where a point is in a flow."""
    place = Place(wanted.block, wanted.offset, wanted.row)
    line = flow.line(place)
    if wanted.row < 0:
        return line, 0
    missing = wanted.inside or wanted.offset - flow.place(line).offset
    text = flow.text(line)
    for at, char in enumerate(text):
        if char != " ":
            if not missing:
                return line, at
            missing -= 1
    return line, len(text)
