"""Tables without upright lines: rows of words under each other, with strips between them that all rows leave free."""

from __future__ import annotations

import re
from itertools import pairwise

from lightterm.extract.pdf.ruled import Cell
from lightterm.extract.pdf.words import MONO, Piece, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.pdf.ruled import Box

    Strips = list[tuple[float, float]]

ROWS = 3
"""Rows that a table has at least."""

FREE = 0.85
"""Ems that a strip between two columns is wide at least: TeX puts 1.0 there, and 0.33 between words."""

SEEN = 1.5
"""Ems of the widest strip of a row that may begin a table: a justified line of few words has less."""

FAR = 2.4
"""Times the size of letters that two rows are apart at most."""

FILLED = 0.6
"""Share of the cells that hold words at least."""

LETTERS, LONGEST = 34, 50
"""Letters in a filled cell at most, on the mean of all and of one column: what has more is prose beside prose."""

_MARKER = re.compile(r"[\W_]|\(?\[?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)\]]")
_LEADERS = re.compile(r"(?:[.·…]\s?){4,}|(?:\s[.·…])+\s*\d+$")
_OPERATORS = frozenset("=+−±≤≥≠≈≡∑∏∫√→∈")


class Aligned:
    """Rows of words, parted at `cuts`."""

    def __init__(self, lines: Sequence[Piece], cuts: Sequence[float]) -> None:
        self._lines = lines
        self._cuts = cuts
        self._rows = [[self._cell(row, column) for column in range(len(cuts) + 1)] for row in range(len(lines))]

    @property
    def box(self) -> Box:
        """Its edges."""
        lines = self._lines
        return (
            min(line.x0 for line in lines),
            min(line.top for line in lines),
            max(line.x1 for line in lines),
            max(line.bottom for line in lines),
        )

    def _cell(self, row: int, column: int) -> Cell:
        cell = Cell(row, column)
        left = self._cuts[column - 1] if column else float("-inf")
        right = self._cuts[column] if column < len(self._cuts) else float("inf")
        cell.words = [word for word in self._lines[row].words if left < word.middle[0] <= right]
        if cell.words:
            cell.lines = [Piece(cell.words, row)]
        return cell

    @property
    def is_table(self) -> bool:
        """Whether enough cells are filled, with little in each, and no column is but the markers of a list."""
        filled = [cell for row in self._rows for cell in row if cell.words]
        columns = list(zip(*self._rows, strict=True))
        if len(self._rows) < ROWS or len(filled) < FILLED * len(self._rows) * len(columns):
            return False
        if sum(cell.lines[0].characters for cell in filled) > LETTERS * len(filled):
            return False
        for column in columns:
            lengths = [cell.lines[0].characters for cell in column if cell.words]
            if len(lengths) < 2 or sum(lengths) > LONGEST * len(lengths):
                return False
        return not (len(columns) == 2 and all(_MARKER.fullmatch(_text(cell)) for cell in columns[0] if cell.words))

    def cells(self) -> list[list[Cell]]:
        """Its rows; one that has nothing in its first cell, and is but a line further down, goes on with the last."""
        found: list[list[Cell]] = []
        pitch = min(after.base - before.base for before, after in pairwise(self._lines))
        for at, row in enumerate(self._rows):
            near = at > 0 and self._lines[at].base - self._lines[at - 1].base < 1.15 * pitch
            if not (near and found and self._goes_on(row)):
                found.append(row)
                continue
            for cell, more in zip(found[-1], row, strict=True):
                cell.lines += more.lines
        for cell in found[0] if self._has_head() else ():
            cell.header = True
        return found

    def _has_head(self) -> bool:
        """Whether the first row names what stands below it: words alone, over a column of numbers."""
        first, *others = self._rows
        if any(_is_number(_text(cell)) for cell in first):
            return False
        columns = zip(*others, strict=True)
        return any(all(_is_number(_text(cell)) for cell in column if cell.words) for column in columns)

    @staticmethod
    def _goes_on(row: list[Cell]) -> bool:
        """Whether a row is the rest of cells that did not fit: but one or two, and no number among them."""
        filled = [cell for cell in row if cell.words]
        return not row[0].words and 2 * len(filled) <= len(row) and not any(_is_number(_text(cell)) for cell in filled)


def with_tables(lines: list[Piece]) -> list[Piece]:
    """The lines of a column with a stand-in for each table among them."""
    found: list[Piece] = []
    at = 0
    while at < len(lines):
        table, end = _table(lines, at)
        if table is None:
            found.append(lines[at])
            at += 1
        else:
            found.append(Piece([], lines[at].order, table))
            at = end
    return found


def _table(lines: list[Piece], start: int) -> tuple[Aligned | None, int]:
    """The table that begins with a line, and the line after it."""
    taken: Strips = []
    widest = 0.0
    end = start
    while end < len(lines) and _may_be_row(lines[end]):
        if end > start and not _is_next(lines[end - 1], lines[end]):
            break
        merged = _merged(taken, lines[end])
        if len(merged) < 2:
            break
        taken = merged
        widest = max(widest, _widest(lines[end]))
        end += 1
    if end - start < ROWS or widest < SEEN:
        return None, start
    return _best(lines[start:end], start)


def _best(lines: list[Piece], start: int) -> tuple[Aligned | None, int]:
    """The table of these lines, or of the first of them, where what follows is none of its rows."""
    for count in range(len(lines), ROWS - 1, -1):
        if _widest(lines[count - 1]) < FREE or _widest(lines[0]) < FREE:
            continue
        taken: Strips = []
        for line in lines[:count]:
            taken = _merged(taken, line)
        cuts = [(before[1] + after[0]) / 2 for before, after in pairwise(taken)]
        table = Aligned(lines[:count], cuts)
        formulas = sum(any(_OPERATORS & set(word.text) for word in line.words) for line in lines[:count])
        if table.is_table and 3 * formulas <= count:
            return table, start + count
    return None, start


def _may_be_row(line: Piece) -> bool:
    if line.table is not None or not line.words or line.tag is not None:
        return False
    return not all(word.style & MONO for word in line.words) and not _LEADERS.search(_joined(line.words))


def _is_next(before: Piece, line: Piece) -> bool:
    """Whether a line may be the row after another: as large, and neither beside it nor far below."""
    size = max(before.size, line.size)
    return 0.9 * size < line.base - before.base < FAR * size and min(before.size, line.size) > 0.85 * size


def _merged(taken: Strips, line: Piece) -> Strips:
    """The strips that are taken once a line is there too; what is nearer than FREE is one."""
    least = FREE * line.size
    spans = sorted([*taken, *((word.x0, word.x1) for word in line.words)])
    found: Strips = []
    for left, right in spans:
        if found and left - found[-1][1] < least:
            found[-1] = found[-1][0], max(found[-1][1], right)
        else:
            found.append((left, right))
    return found


def _widest(line: Piece) -> float:
    """Ems of the widest space in a line."""
    words = sorted(line.words, key=lambda word: word.x0)
    return max((after.x0 - before.x1 for before, after in pairwise(words)), default=0.0) / max(line.size, 0.1)


def _is_number(text: str) -> bool:
    return 2 * sum(map(str.isdigit, text)) > len(text)


def _text(cell: Cell) -> str:
    return _joined(cell.words)


def _joined(words: list[Word]) -> str:
    return " ".join([word.text for word in words])
