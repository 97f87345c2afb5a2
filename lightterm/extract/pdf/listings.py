"""Listings of code: lines with their numbers before them are code, and what stands in columns there stays in them."""

from __future__ import annotations

from itertools import pairwise

from lightterm.extract.pdf.words import MONO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.pdf.words import Piece, Word

LEAST = 3
"""Numbered lines that a listing has at least."""

ADVANCE = 0.6
"""Ems that a letter of Courier is wide; of others their words tell it."""

MOST_SPACES = 60

EMPTY_FROM = 1.6
"""Times the distance of lines from which on there is an empty one between them."""

WIDEST = 1.4
"""Times the size of letters that the distance of lines is at most where every other line is empty."""


def take_numbers(lines: Sequence[Piece]) -> None:
    """Have the numbers before lines of code look like code; an empty line is its number alone."""
    start = 0
    while start < len(lines):
        end, coded = start, 0
        while end < len(lines) and _is_numbered(lines[end]):
            if end > start and not _is_after(lines[end - 1], lines[end]):
                break
            coded += any(word.style & MONO for word in lines[end].words)
            end += 1
        if coded >= LEAST:
            size = max(line.size for line in lines[start:end])
            for line in lines[start:end]:
                for word in line.words:
                    word.style |= MONO
                if len(line.words) == 1:
                    line.words[0].size = size
                line.measure()
        start = max(end, start + 1)


def _is_numbered(line: Piece) -> bool:
    """Whether a line begins with a number in another type than the rest of it, which is code or signs."""
    if line.table is not None or not line.words:
        return False
    first, *rest = line.words
    return first.text.isdecimal() and not first.style & MONO and all(map(_may_be_code, rest))


def _may_be_code(word: Word) -> bool:
    return bool(word.style & MONO) or not any(map(str.isalnum, word.text))


def _is_after(before: Piece, line: Piece) -> bool:
    return int(line.words[0].text) == int(before.words[0].text) + 1 and line.base > before.base


def advance(lines: Sequence[Piece]) -> float:
    """How wide a letter of a block of code is."""
    widths = sorted((word.x1 - word.x0) / len(word.text) for line in lines for word in line.words if len(word.text) > 2)
    return widths[len(widths) // 2] if widths else ADVANCE * max(line.size for line in lines)


def space_out(line: Piece, step: float) -> None:
    """Put as many spaces before each word but the first as there is room for; what is linked stays as it is."""
    for before, word in list(pairwise(line.words))[::-1]:
        spaces = min(MOST_SPACES, round((word.x0 - before.x1) / step))
        if spaces > 1 and word.link < 0:
            word.text = " " * (spaces - 1) + word.text
