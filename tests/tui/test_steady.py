"""What stands behind text whose cells terminals count in different ways is where it belongs, on all of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from terminals import Terminal

from lightterm.tui.steady import steady

CODES = re.compile(r"\x1b(?:\[([0-?]*)([@-~])|[P\]X^_].*?(?:\x1b\\|\x07)|.)|(.)", re.DOTALL)

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
TEXTS = [
    "❤\ufe0f ok",
    FAMILY,
    "1\ufe0f\u20e3",
    "क्षेत्र विज्ञान",
    "หน้าแรกทำ",
    "\u1112\u1161\u11ab",
    "👍🏽🇩🇪",
    "\U0001fae8",
    "ｶﾞ",
    "漢字",
]


def each_alone(char: str) -> int:
    """As terminals do that know nothing of clusters, and no emoji of the last years."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" and char < "\U0001fa00" else 1


def with_marks(char: str) -> int:
    """As kitty does, of which vowels beside a letter have no cell."""
    return 0 if unicodedata.category(char)[0] == "M" or "\u1160" <= char <= "\u11ff" else each_alone(char)


class Rows:
    """A terminal of so many columns: what begins in which cell of which row."""

    def __init__(self, cells: Callable[[str], int], columns: int = 20) -> None:
        self.rows: dict[int, dict[int, str]] = {}
        self._cells, self._columns = cells, columns
        self._row = self._column = 1
        self._wraps = True

    def feed(self, codes: str) -> None:
        for found in CODES.finditer(codes):
            if found[3]:
                self._put(found[3])
            elif found[2] == "H":
                self._row, self._column = map(int, (found[1] or "1;1").split(";"))
            elif found[2] == "G":
                self._column = int(found[1])
            elif found[1] == "?7":
                self._wraps = found[2] == "h"
            elif found[0] == "\x1b[2J":
                self.rows.clear()

    def _put(self, char: str) -> None:
        cells = self._cells(char)
        if not cells:
            return
        if self._column + cells - 1 > self._columns:
            self._row += self._wraps
            self._column = 1 if self._wraps else self._columns + 1 - cells
        row = self.rows.setdefault(self._row, {})
        for at in range(self._column, self._column + cells):
            row.pop(at, None)
        row[self._column] = char
        self._column += cells

    def column(self, row: int, char: str) -> int:
        return next(at for at, there in self.rows[row].items() if there == char)


@pytest.mark.parametrize("cells", [each_alone, with_marks])
@pytest.mark.parametrize("text", TEXTS)
def test_what_is_behind_is_at_its_place_and_nothing_of_before_is_left(cells: Callable[[str], int], text: str) -> None:
    terminal = Rows(cells, 40)
    terminal.feed("\x1b[3;5H" + "#" * 30)
    codes = f"\x1b[3;5H\x1b[1m{text}\x1b[0m{' ' * 5}|{' ' * 20}\n"
    terminal.feed(steady(codes))
    own = Rows(each_alone, 40)
    own.feed(steady(f"\x1b[3;5H{text}{' ' * 5}|"))
    assert terminal.column(3, "|") == own.column(3, "|")
    assert "#" not in [terminal.rows[3].get(at, " ") for at in range(5, terminal.column(3, "|"))]


def test_text_that_all_count_alike_is_written_as_it_is() -> None:
    for text in ("plain", "Żółć, Straße", "漢字かな", "Привет", "שָׁלוֹם", "قال", "พื้นที่", "─│┼ ★"):
        codes = f"\x1b[1;1H\x1b[31m{text}\x1b[0m\n"
        assert steady(codes) == codes
    placeholder = "\x1b[1;1H\U0010eeee\u0305\u030d ❤"
    assert steady(placeholder) == placeholder


def test_borders_of_a_table_are_straight_and_nothing_runs_over(start: Callable[..., Terminal], tmp_path: Path) -> None:
    rows = "".join(f"<tr><td>{text}<td>name {n}" for n, text in enumerate(TEXTS))
    page = tmp_path / "page.html"
    page.write_text(f"<meta charset=utf-8><title>Widths</title><table><tr><th>Sign<th>Name{rows}</table>{FAMILY * 39}")
    terminal = start(str(page))
    terminal.until(lambda out: b"Widths" in out and b"name 9" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    for cells in (each_alone, with_marks):
        screen = Rows(cells, 80)
        screen.feed(terminal.out.decode())
        bars = [at for row in screen.rows.values() for at, char in row.items() if char == "│"]
        assert len(bars) > len(TEXTS) and len(set(bars)) == 1
        assert max(screen.rows) == 24
