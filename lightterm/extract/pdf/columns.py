"""The order in which the pieces of a page are read: columns one after the other, what spans them in between.

From the top down, a band of pieces that leaves an upright strip of the page free is columns. A table, a list with its
bullets and a table of contents leave such strips too; what tells them from columns of prose is the order of the file,
in which columns are written one after the other and rows across, and how much text stands in a row of each.
"""

from __future__ import annotations

from itertools import pairwise

from lightterm.extract.pdf.brackets import in_line, is_bracket, runs_from_right
from lightterm.extract.pdf.from_right import is_from_right
from lightterm.extract.pdf.words import Piece, overlaps

GUTTER = 0.8
"""Ems that a strip between columns is wide at least."""

LOOK_AHEAD = 60
"""Pieces looked at for a second column to begin: as many as a column has lines."""

ROWS = 3
"""Lines that each of two columns has at least."""

LAST_ROWS = 2
"""Lines of a last column, where the text of a whole one has ended."""

PROSE = 20
"""Letters in a line from which on two columns are prose, even when the file has them line by line."""

SHORT_BAND = 12
"""Pieces of a band without columns up to which one is looked for again from its second piece on.

Where nothing stands beside the first piece, as beside a title, they are more: LOOK_AHEAD.
"""

MOST = 4000
"""Pieces of a page that are put into order; a page of more is left in the order of the file."""

MAX_DEPTH = 6


class Region:
    """Lines of one column, from the top down, each with its words from left to right; `x0` and `x1` are its edges."""

    __slots__ = ("lines", "x0", "x1")

    def __init__(self, lines: list[Piece], x0: float, x1: float) -> None:
        self.lines = lines
        self.x0 = x0
        self.x1 = x1


def in_order(found: list[Piece]) -> list[Region]:
    """The pieces of a page as regions, in the order they are read."""
    if not found:
        return []
    if len(found) > MOST:
        return [_region(found, False, sort=False)]
    words = [word for piece in found for word in piece.words]
    sizes = sorted(word.size for word in words)
    backwards = runs_from_right(words)
    return _ordered(found, GUTTER * sizes[len(sizes) // 2] if sizes else 0.0, backwards, 0)


def _ordered(found: list[Piece], gutter: float, backwards: bool, depth: int) -> list[Region]:
    """Regions from the top down; columns from the left, or `backwards` from the right."""
    found = sorted(found, key=lambda piece: (piece.top, piece.x0))
    regions: list[Region] = []
    plain: list[Piece] = []
    at = 0
    while at < len(found):
        end, columns = _band(found, at, gutter) if depth < MAX_DEPTH else (len(found), [])
        if len(columns) < 2:
            # A title over two columns would else take what stands first in each of them into its band.
            end = at + 1 if end - at <= (LOOK_AHEAD if _is_alone(found, at) else SHORT_BAND) else end
            plain += found[at:end]
        else:
            if plain:
                regions.append(_region(plain, backwards))
                plain = []
            end -= _cut_tail(columns)
            for column in reversed(columns) if backwards else columns:
                regions += _ordered(column, gutter, backwards, depth + 1)
        at = end
    if plain:
        regions.append(_region(plain, backwards))
    return regions


def _cut_tail(columns: list[list[Piece]]) -> int:
    """Take from the longest column what stands below all others and comes behind them in the file; how much that is.

    Text in columns that are as long as each other is followed so by a line that is no longer than one of them.
    """
    longest = max(columns, key=lambda column: max(piece.bottom for piece in column))
    others = [piece for column in columns if column is not longest for piece in column]
    below, behind = max(piece.bottom for piece in others), max(piece.order for piece in others)
    kept = [piece for piece in longest if piece.top < below or piece.order <= behind]
    cut = len(longest) - len(kept)
    if not kept or not cut:
        return 0
    bottom = max(piece.bottom for piece in kept)
    if any(piece.top < bottom for piece in longest if piece.top >= below and piece.order > behind):
        return 0
    longest[:] = kept
    return cut


def _is_alone(found: list[Piece], at: int) -> bool:
    """Whether a piece has nothing beside it, and others below."""
    return at + 1 < len(found) and found[at].bottom <= found[at + 1].top


def _band(found: list[Piece], start: int, gutter: float) -> tuple[int, list[list[Piece]]]:
    """Where the band that begins at `start` ends, and its columns from left to right: one or none when it has none."""
    taken: list[tuple[float, float]] = []
    parted = 0
    for at in range(start, len(found)):
        merged = _with(taken, found[at], gutter)
        if len(merged) == 1 and parted:
            break
        if len(merged) > 1:
            parted = at + 1
        elif at - start > LOOK_AHEAD:
            break
        taken = merged
    if not parted:
        return start + 1, []
    return parted, _columns(found[start:parted], taken)


def _with(taken: list[tuple[float, float]], piece: Piece, gutter: float) -> list[tuple[float, float]]:
    """The strips that are taken once a piece is there too; what is nearer than a gutter is one."""
    x0, x1 = piece.x0, piece.x1
    apart = []
    for left, right in taken:
        if right + gutter <= x0 or x1 + gutter <= left:
            apart.append((left, right))
        else:
            x0, x1 = min(x0, left), max(x1, right)
    apart.append((x0, x1))
    apart.sort()
    return apart


def _columns(found: list[Piece], taken: list[tuple[float, float]]) -> list[list[Piece]]:
    """The pieces by column; strips whose pieces are parts of the same rows are one."""
    columns: list[list[Piece]] = [[] for _ in taken]
    for piece in found:
        index = next(i for i, (_, right) in enumerate(taken) if piece.x0 <= right)
        columns[index].append(piece)
    merged: list[list[Piece]] = []
    for column in columns:
        if merged and not _are_columns(merged[-1], column):
            merged[-1] = merged[-1] + column
        else:
            merged.append(column)
    return merged


def _are_columns(left: list[Piece], right: list[Piece]) -> bool:
    """Whether two strips side by side are read one after the other."""
    before, after = _height(left), _height(right)
    fewer = min(before, after)
    ends = LAST_ROWS <= after < ROWS and before > 2 * ROWS
    if (fewer < ROWS and not ends) or not _side_by_side(left, right):
        return False
    marked = sorted([(piece.order, 0) for piece in left] + [(piece.order, 1) for piece in right])
    changes = sum(1 for one, other in pairwise(marked) if one[1] != other[1])
    if changes <= max(1, fewer // 5):
        return True
    if ends:
        return False
    return _letters(left) >= PROSE and _letters(right) >= PROSE


def _height(column: list[Piece]) -> int:
    """How many lines a column has."""
    count, bottom = 0, float("-inf")
    for piece in sorted(column, key=lambda piece: piece.base):
        if piece.base > bottom:
            count += 1
            bottom = piece.base + 0.5 * piece.size
    return count


def _side_by_side(left: list[Piece], right: list[Piece]) -> bool:
    top = max(min(p.top for p in left), min(p.top for p in right))
    bottom = min(max(p.bottom for p in left), max(p.bottom for p in right))
    return bottom > top


def _letters(column: list[Piece]) -> float:
    """Letters in a line, on the mean; a line of few words with wide spaces is several pieces."""
    return sum(piece.characters for piece in column) / max(1, _height(column))


def _region(found: list[Piece], backwards: bool, sort: bool = True) -> Region:
    lines = rows(found, backwards) if sort else found
    return Region(lines, min(piece.x0 for piece in found), max(piece.x1 for piece in found))


def rows(found: list[Piece], backwards: bool = False) -> list[Piece]:
    """The pieces as whole lines, from the top down; `backwards` says that the page is read from the right."""
    lines: list[Piece] = []
    together: list[Piece] = []
    for piece in sorted(found, key=lambda piece: piece.base):
        if together and not _on_line(together, piece):
            lines.append(_joined(together, backwards))
            together = []
        together.append(piece)
    if together:
        lines.append(_joined(together, backwards))
    return lines


def _on_line(together: list[Piece], piece: Piece) -> bool:
    if piece.table is not None or together[0].table is not None:
        return False
    beside = all(piece.x0 > other.x1 - 0.5 * piece.size or piece.x1 < other.x0 + 0.5 * piece.size for other in together)
    largest = max(together, key=lambda other: other.size)
    return beside and overlaps(largest, piece)


def _joined(together: list[Piece], backwards: bool) -> Piece:
    if len(together) == 1 and not any(is_bracket(word) or is_from_right(word.text) for word in together[0].words):
        return together[0]
    words = [word for piece in sorted(together, key=lambda piece: piece.x0) for word in piece.words]
    return Piece(in_line(words, backwards), min(piece.order for piece in together))
