"""Long preformatted lines broken into rows: one of 10 MB is shown by the rows that are in sight.

A line of more than LONG characters is always broken at the screen's edge, as one of running text is: nobody shifts a
screen over it, and whole it took .3 to 3 s for each key.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from lightterm.document.cells import NARROW, first_end, fit, has_hints, shape, width
from lightterm.document.mark_places import before_marks
from lightterm.document.marks import ALL, FIELD, LINK, MARKS, strip
from lightterm.document.model import Paragraph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Block

LONG = 2000
"""Characters from which on a line is broken whether or not lines are wrapped: 25 screens."""

UNCUT = (False, False)

_MARK = re.compile(f"([{re.escape(ALL)}])")


def in_rows(block: Block, room: int, numbers: bool, every: bool, cut: tuple[bool, bool] = UNCUT) -> Block:
    """A preformatted paragraph with its long lines broken at `room` cells, or `every` line that is wider.

    `cut` says whether its first and its last line are pieces of longer ones.
    """
    if not isinstance(block, Paragraph) or not block.pre:
        return block
    raw = block.raw
    most = room // 2 if every else LONG
    if len(raw) <= most and not any(cut):
        return block
    lines = raw.split("\n")
    whole = [len(line) <= most or (not every and len(strip(line)) <= most) for line in lines]
    whole[0] = whole[0] and not cut[0]
    whole[-1] = whole[-1] and not cut[1]
    if all(whole):
        return block
    numbers = numbers and (LINK in raw or FIELD in raw)
    labels = (len(f"[{number}]") for number in _numbers(block)) if numbers else iter(())
    for i, line in enumerate(lines):
        if not whole[i]:
            lines[i] = broken(line, room, labels if numbers else None)
        elif numbers:
            for _ in range(line.count(LINK) + line.count(FIELD)):
                next(labels)
    return block.with_raw("\n".join(lines))


def _numbers(block: Paragraph) -> Iterator[int]:
    """The numbers of its targets and more."""
    known = block.numbers()
    next(known)
    return known


def broken(line: str, room: int, labels: Iterator[int] | None = None) -> str:
    """A line with its marks, broken at `room` cells; `labels` are the cells of its targets' numbers."""
    text = strip(line)
    kind = shape(text)
    plain = kind == NARROW and not has_hints(line)
    out: list[str] = []
    if plain and labels is None:
        before, at = before_marks(line), 0
        for place in range(room, len(text), room):
            end = place + bisect_right(before, place)
            out.append(line[at:end])
            at = end
        return "\n".join((*out, line[at:]))
    cells = 0
    for piece in _MARK.split(line):
        if piece in MARKS:
            if labels is not None and piece in (LINK, FIELD):
                size = next(labels)
                if cells and cells + size > room:
                    out.append("\n")
                    cells = 0
                cells += size
            out.append(piece)
            continue
        if plain and cells + len(piece) <= room:
            out.append(piece)
            cells += len(piece)
            continue
        at = 0
        while at < len(piece):
            end = fit(piece, at, len(piece), room - cells, kind)
            if end == at and not cells:
                end = first_end(piece, at, len(piece), kind)  # wider than a row is
            out.append(piece[at:end])
            cells += width(piece[at:end])
            if end < len(piece):
                out.append("\n")
                cells = 0
            at = end
    return "".join(out)


def row_from(line: str, at: int, room: int, labels: Iterator[int] | None) -> int | None:
    """Where in a line, which begins with a row, the first one from `at` on begins; None where none does."""
    place = 0
    for row in broken(line, room, labels).split("\n"):
        if place >= at:
            return place
        place += len(row)
    return None
