"""Tables that are drawn with lines: a grid of them, or rules above, below and under the head."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from lightterm.extract.pdf.columns import rows
from lightterm.extract.pdf.words import MONO, WIDE, Piece, Word, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Box = tuple[float, float, float, float]

NEAR = 3.0
"""Points within which lines meet, and are one."""

MAX_LINES = 2000
"""Lines of a page that are looked at; a drawing of more is no table."""

MAX_CELLS = 20_000

BOXED_ROWS = 3
BOXED_LETTERS = 20
"""Rows that a box without inner lines has at least to be a table, and letters in a cell of it at most, on the mean."""


class Cell:
    """One cell: where it begins, how far it goes, and its lines of words."""

    __slots__ = ("column", "columns", "header", "lines", "row", "rows", "words")

    def __init__(self, row: int, column: int, rows: int = 1, columns: int = 1) -> None:
        self.row = row
        self.column = column
        self.rows = rows
        self.columns = columns
        self.header = False
        self.words: list[Word] = []
        self.lines: list[Piece] = []


class Grid:
    """Lines that cross each other; `xs` and `ys` are where they stand."""

    def __init__(self, across: Sequence[Box], upright: Sequence[Box]) -> None:
        self.xs = _places([(box[0] + box[2]) / 2 for box in upright])
        self.ys = _places([(box[1] + box[3]) / 2 for box in across])
        self._across = across
        self._upright = upright
        self._words: list[tuple[int, int, Word]] = []

    @property
    def box(self) -> Box:
        """Its edges."""
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    @property
    def is_grid(self) -> bool:
        """Whether there is more than one cell."""
        cells = (len(self.xs) - 1) * (len(self.ys) - 1)
        return len(self.xs) > 1 and len(self.ys) > 1 and 1 < cells <= MAX_CELLS

    def take(self, word: Word) -> bool:
        """Put a word into its cell; whether it stands in one."""
        x, y = word.middle
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        column = min(bisect_right(self.xs, x), len(self.xs) - 1) - 1
        row = min(bisect_right(self.ys, y), len(self.ys) - 1) - 1
        self._words.append((row, column, word))
        return True

    def part(self) -> None:
        """Part a mere box by the strips that all rows in it leave free: groff draws a table's edge alone."""
        words = sorted([word for _, _, word in self._words], key=lambda word: word.x0)
        if not words or len(self.xs) > 2 or len(self.ys) > 2 or all(word.style & MONO for word in words):
            return
        lines = rows(pieces(words))
        cuts, reach = [], words[0].x1
        for word in words:
            if word.x0 - reach >= WIDE * word.size:
                cuts.append((reach + word.x0) / 2)
            reach = max(reach, word.x1)
        cells = len(lines) * (len(cuts) + 1)
        if not cuts or len(lines) < BOXED_ROWS or sum(line.characters for line in lines) > BOXED_LETTERS * cells:
            return
        if any(line.x1 < cuts[0] or line.x0 > cuts[-1] for line in lines):
            return
        left, top, right, bottom = self.box
        between = [(before.bottom + line.top) / 2 for before, line in pairwise(lines)]
        self.xs, self.ys = [left, *cuts, right], [top, *between, bottom]
        self._upright = [*self._upright, *((x, top, x, bottom) for x in cuts)]
        self._across = [*self._across, *((left, y, right, y) for y in between)]
        self._words = []
        for word in words:
            self.take(word)

    @property
    def is_table(self) -> bool:
        """Whether there are columns, enough cells have words, and no line goes through words."""
        filled = len({(row, column) for row, column, _ in self._words})
        if len(self.xs) < 3 or filled < 2 or 3 * filled < (len(self.xs) - 1) * (len(self.ys) - 1) ** 0.5:
            return False
        cut = sum(1 for row, _, word in self._words for at in self._inside(word) if self._parts_columns(row, at))
        return 10 * cut <= len(self._words)

    def _inside(self, word: Word) -> Iterable[int]:
        """The upright lines, by their place in `xs`, that stand within the box of a word."""
        return (at for at, x in enumerate(self.xs[1:-1], 1) if word.x0 + 1 < x < word.x1 - 1)

    def cells(self) -> list[list[Cell]]:
        """Its rows; cells that no line parts are one."""
        height, width = len(self.ys) - 1, len(self.xs) - 1
        owner: dict[tuple[int, int], Cell] = {}
        table: list[list[Cell]] = []
        for row in range(height):
            table.append([])
            for column in range(width):
                if (row, column) in owner:
                    continue
                cell = self._grown(Cell(row, column), owner)
                table[-1].append(cell)
        for row, column, word in self._words:
            owner[row, column].words.append(word)
        for cell in {id(cell): cell for cell in owner.values()}.values():
            cell.lines = rows(pieces(cell.words))
        return [part for row in table if row for part in _unruled(row)]

    def _grown(self, cell: Cell, owner: dict[tuple[int, int], Cell]) -> Cell:
        """A cell as far as no line ends it."""
        height, width = len(self.ys) - 1, len(self.xs) - 1
        while (at := cell.column + cell.columns) < width and not self._parts_columns(cell.row, at):
            if (cell.row, at) in owner:
                break
            cell.columns += 1
        while (at := cell.row + cell.rows) < height:
            span = range(cell.column, cell.column + cell.columns)
            if any((at, c) in owner or self._parts_rows(at, c) for c in span):
                break
            cell.rows += 1
        for row in range(cell.row, cell.row + cell.rows):
            for column in range(cell.column, cell.column + cell.columns):
                owner[row, column] = cell
        return cell

    def _parts_columns(self, row: int, column: int) -> bool:
        x, y = self.xs[column], (self.ys[row] + self.ys[row + 1]) / 2
        return any(abs((b[0] + b[2]) / 2 - x) <= NEAR and b[1] - NEAR <= y <= b[3] + NEAR for b in self._upright)

    def _parts_rows(self, row: int, column: int) -> bool:
        y, x = self.ys[row], (self.xs[column] + self.xs[column + 1]) / 2
        return any(abs((b[1] + b[3]) / 2 - y) <= NEAR and b[0] - NEAR <= x <= b[2] + NEAR for b in self._across)


def grids(lines: Sequence[Box]) -> list[Grid]:
    """The grids that lines make, those first that begin further up, and then mere boxes."""
    lines = lines[:MAX_LINES]
    across = _whole([box for box in lines if box[3] - box[1] <= box[2] - box[0]], 0)
    upright = _whole([box for box in lines if box[3] - box[1] > box[2] - box[0]], 1)
    found = [Grid(a, u) for a, u in _meeting(across, upright) if len(a) > 1 and len(u) > 1]
    boxes = [grid for grid in found if len(grid.xs) == 2 and len(grid.ys) == 2]
    return sorted((grid for grid in found if grid.is_grid), key=lambda grid: grid.ys[0]) + boxes


def _whole(lines: Sequence[Box], along: int) -> list[Box]:
    """Lines that go on where another ends as one; `along` is 0 for those that run across, 1 for upright ones.

    TeX draws the upright lines of a table a row at a time.
    """
    aside = 1 - along
    places = _places([(box[aside] + box[aside + 2]) / 2 for box in lines])
    found: list[Box] = []
    beside: dict[int, list[Box]] = {}
    for box in lines:
        beside.setdefault(bisect_right(places, (box[aside] + box[aside + 2]) / 2), []).append(box)
    for those in beside.values():
        last: Box | None = None
        for box in sorted(those, key=lambda line: line[along]):
            if last is not None and box[along] - last[along + 2] <= NEAR:
                last = min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3])
                found[-1] = last
            else:
                last = box
                found.append(box)
    return found


def _unruled(row: list[Cell]) -> list[list[Cell]]:
    """A row of the grid as the rows in it that no line parts: all its cells have as many lines, beside each other.

    Two may be one row whose text is wrapped, unless a column of them is numbers.
    """
    count = len(row[0].lines)
    if count < 2 or len(row) < 2 or any(c.rows > 1 or c.columns > 1 or len(c.lines) != count for c in row):
        return [row]
    beside = all(abs(c.lines[n].base - row[0].lines[n].base) < 0.3 * c.lines[n].size for c in row for n in range(count))
    if not beside or (count == 2 and not any(all(map(_is_number, c.lines)) for c in row)):
        return [row]
    return [[_of_line(cell, n) for cell in row] for n in range(count)]


def _of_line(cell: Cell, number: int) -> Cell:
    part = Cell(cell.row, cell.column)
    part.lines = [cell.lines[number]]
    return part


def _is_number(line: Piece) -> bool:
    text = "".join([word.text for word in line.words])
    return sum(map(str.isdigit, text)) * 2 >= len(text)


def _meeting(across: Sequence[Box], upright: Sequence[Box]) -> Iterable[tuple[list[Box], list[Box]]]:
    """The lines in groups that touch each other."""
    group = list(range(len(across) + len(upright)))

    def root(at: int) -> int:
        while group[at] != at:
            group[at] = group[group[at]]
            at = group[at]
        return at

    for i, h in enumerate(across):
        for j, v in enumerate(upright, len(across)):
            touch = h[0] - NEAR <= v[2] and v[0] <= h[2] + NEAR and v[1] - NEAR <= h[3] and h[1] <= v[3] + NEAR
            if touch:
                group[root(i)] = root(j)
    together: dict[int, tuple[list[Box], list[Box]]] = {}
    for at in range(len(group)):
        pair = together.setdefault(root(at), ([], []))
        if at < len(across):
            pair[0].append(across[at])
        else:
            pair[1].append(upright[at - len(across)])
    return together.values()


def _places(values: Iterable[float]) -> list[float]:
    """Where lines stand, those near each other as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > NEAR:
            found.append(value)
    return found
