"""Tables that go on from page to page: one table, its head told once."""

from __future__ import annotations

from lightterm.extract.pdf.model import text_of
from lightterm.extract.pdf.words import BOLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.pdf.model import PdfPage, Table, TableCell

    Row = tuple[TableCell, ...]

MOST_HEADS = 3
"""Rows of a head that is repeated."""

EDGE = 0.25
"""Share of a page, at its end and at the beginning of the next, where the parts of a table stand."""

LEAST_NUMBERS, LEAST_ROWS = 2, 5
"""Columns of numbers, and rows of them, from which a row of words is told as a head: one alone may have its "n/a"."""

NEAR = 3.0
"""Points by which the edges of two parts may differ."""


class Whole:
    """The rows of a table so far, how many of them are its head, and where its last part stands."""

    def __init__(self, table: Table, page: PdfPage) -> None:
        self.rows = list(table.rows)
        self.heads = 0
        self._table = table
        self._page = page

    def take(self, table: Table, page: PdfPage) -> int:
        """Take the rows of a table of the next page that is more of this one; how many those are, 0 for another's."""
        if not self._goes_on(table, page):
            return 0
        count = self._heads_again(table)
        if not count and (_looks_like_a_head(table.rows[0]) or self._has_a_head_of_its_own(table)):
            return 0
        self.heads = max(self.heads, count)
        self.rows += table.rows[count:]
        self._table, self._page = table, page
        return len(table.rows) - count

    def _goes_on(self, table: Table, page: PdfPage) -> bool:
        last = self._table
        if page.index != self._page.index + 1 or not table.rows or _columns(table) != _columns(last):
            return False
        beside = abs(last.box[0] - table.box[0]) <= NEAR and abs(last.box[2] - table.box[2]) <= NEAR
        at_end = last.box[3] > (1 - EDGE) * self._page.height
        return beside and at_end and table.box[1] < EDGE * page.height

    def _has_a_head_of_its_own(self, table: Table) -> bool:
        """Whether words stand over numbers in the first row of the part as they do in that of the table."""
        first, *body = map(_words, self.rows)
        numbers = [at for at in range(len(first)) if _are_numbers([row[at] for row in body if at < len(row)])]
        heads = (first, _words(table.rows[0]))
        return len(numbers) >= LEAST_NUMBERS and all(
            at < len(head) and head[at] and not any(c.isdigit() for c in head[at]) for head in heads for at in numbers
        )

    def _heads_again(self, table: Table) -> int:
        """How many rows the part begins with that the table begins with, too."""
        count = 0
        for mine, other in zip(self.rows[:MOST_HEADS], table.rows, strict=False):
            words = _words(mine)
            if words != _words(other) or not any(words):
                break
            count += 1
        return count if count < len(table.rows) else 0


def _columns(table: Table) -> int:
    return max((sum(cell.columns for cell in row) for row in table.rows), default=0)


def _are_numbers(cells: list[str]) -> bool:
    """Whether the cells of a column, as far as they say anything, are numbers, and enough of them."""
    said = [cell for cell in cells if cell]
    numbers = sum(cell.strip("€$£¥%+-−– ").replace(".", "").replace(",", "").isdecimal() for cell in said)
    return len(said) >= LEAST_ROWS and numbers == len(said)


def _words(row: Row) -> list[str]:
    return [" ".join(map(text_of, cell.lines)) for cell in row]


def _looks_like_a_head(row: Row) -> bool:
    """Whether a row says by its looks that a table begins with it."""
    runs = [run for cell in row for line in cell.lines for run in line]
    return all(cell.header for cell in row) or (bool(runs) and all(run.style & BOLD for run in runs))
