"""Code in PDF files: listings with numbers before their lines, and type of one width among other."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from dumping import dump
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

CODE = """import sys

def tides(path):
    with open(path) as file:   # opened once
        for line in file:      # a harbour each
            yield line.split()"""

PROSE = (
    "The following listing shows the loop that reads every harbour from the file and prints the tides of",
    "the day, one line for each, in the order in which they come, whatever the weather is like there.",
)


def marked(path: Path, canvas: Canvas, out: io.BytesIO) -> str:
    canvas.save()
    path.write_bytes(out.getvalue())
    done = dump("--format", "markdown", "--no-metadata", str(path))
    assert (done.code, done.errors) == (0, "")
    return done.text


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("by_words", [True, False])
def test_a_listing_keeps_its_lines_and_columns(numbered: bool, by_words: bool, tmp_path: Path) -> None:
    """Whoever typeset it: TeX places word by word, others line by line."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for row, line in enumerate(PROSE):
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(72, 780 - 13 * row, line)
    for row, line in enumerate(CODE.split("\n")):
        y = 740 - 11 * row
        if numbered:
            canvas.setFont("Times-Roman", 6)
            canvas.drawRightString(66.6, y, str(row + 1))
        canvas.setFont("Courier", 9)
        at = 0
        for word in line.split() if by_words else [line.strip()] if line else []:
            at = line.index(word, at)
            canvas.drawString(72 + 5.4 * at, y, word)
            at += len(word)
    text = marked(tmp_path / "code.pdf", canvas, out)
    lines = [f"{row} {line}".rstrip() if numbered else line for row, line in enumerate(CODE.split("\n"), 1)]
    shown = [line.rstrip() for line in text.partition("```\n")[2].partition("\n```")[0].split("\n")]
    assert shown == lines
    assert text.startswith("The following listing shows")


def test_rows_that_begin_with_numbers_are_no_listing(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for row, (name, price) in enumerate([("Oars", "12.50"), ("Compass", "80.00"), ("Rope", "7.25"), ("Sail", "99.00")]):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(72, 700 - 14 * row, str(row + 1))
        canvas.drawString(100, 700 - 14 * row, name)
        canvas.setFont("Courier", 10)
        canvas.drawString(200, 700 - 14 * row, price)
    text = marked(tmp_path / "rows.pdf", canvas, out)
    assert "| 1 | Oars | 12.50 |" in text


def test_type_of_one_width_among_smaller_words_makes_no_heading(tmp_path: Path) -> None:
    """A card of commands sets it larger, as it looks smaller."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for row, (command, words) in enumerate(
        [("quit", "ends the program and says so"), ("exit", "does the same"), ("help", "tells what others do")] * 3
    ):
        canvas.setFont("Courier", 9)
        canvas.drawString(72, 700 - 11 * row, command)
        canvas.setFont("Times-Roman", 8)
        canvas.drawString(72 + 5.4 * 4 + 3, 700 - 11 * row, words)
    assert "#" not in marked(tmp_path / "card.pdf", canvas, out)
