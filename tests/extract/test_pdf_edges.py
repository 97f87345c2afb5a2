"""The edges of PDF pages and files: heads that are none, choices of a form, and what stands before a file begins."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from dumping import dump
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from typeset import drawn, pages


def text_of(path: Path, body: bytes) -> str:
    path.write_bytes(body)
    return dump("--no-metadata", "--links", "none", str(path)).text


def test_lines_of_the_text_are_no_running_heads_though_all_pages_begin_alike(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for page in range(1, 5):
        canvas.setFont("Times-Roman", 9)
        canvas.drawCentredString(297, 810, "The running head")
        canvas.drawCentredString(297, 30, f"– {page} –")
        canvas.setFont("Times-Roman", 11)
        for row in range(50):
            canvas.drawString(72, 760 - 14 * row, f"Question {row} of sheet {page}, which asks about tides and ships.")
        canvas.showPage()
    canvas.save()
    text = text_of(tmp_path / "sheets.pdf", out.getvalue())
    assert text.count("Question") == 4 * 50
    assert "running head" not in text and "–" not in text


def test_the_only_words_below_a_heading_are_no_running_head(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for page in range(1, 5):
        canvas.setFont("Times-Bold", 16)
        canvas.drawString(72, 780, f"Chapter {page}")
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(72, 750, f"What chapter {page + 7} is about.")
        canvas.drawCentredString(297, 30, f"Cards {page}")
        canvas.showPage()
    canvas.save()
    text = text_of(tmp_path / "cards.pdf", out.getvalue())
    assert text.count("is about") == text.count("# Chapter") == 4 and "Cards" not in text


def test_a_word_that_a_hyphen_parts_goes_on_though_its_line_is_short(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Times-Roman", 11)
    rows = ("The harbour is de-", "scribed in a text that is set ragged, with lines of many lengths.", "Ships come.")
    for row, line in enumerate(rows):
        canvas.drawString(72, 760 - 14 * row, line)
    canvas.save()
    text = text_of(tmp_path / "ragged.pdf", out.getvalue())
    assert "harbour is described in a text" in text


def test_of_a_group_of_buttons_the_one_that_is_chosen_is_told(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(72, 750, "Registration form")
    for at, port in enumerate(("kiel", "bremen")):
        canvas.acroForm.radio(name="port", value=port, selected=port == "bremen", x=120 + 40 * at, y=560)
    canvas.save()
    words = " ".join(text_of(tmp_path / "form.pdf", out.getvalue()).split())
    assert "port kiel: not chosen port bremen: chosen" in words


def test_what_stands_below_two_columns_comes_behind_them(tmp_path: Path) -> None:
    """It is no wider than the first of them, which was read on to its end."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for column in range(2):
        for row in range(14):
            canvas.drawString(72 + 240 * column, 760 - 14 * row, f"Column {column} has row {row} of words.")
    for row, line in enumerate(("The end of it", "No more is said.", "Finis.")):
        canvas.drawString(72, 540 - 30 * row, line)
    canvas.save()
    words = " ".join(text_of(tmp_path / "columns.pdf", out.getvalue()).split())
    assert words.index("Column 1 has row 13") < words.index("The end of it") < words.index("Finis.")


def test_no_password_of_a_form_is_told(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(72, 750, "Registration form")
    canvas.acroForm.textfield(name="user", tooltip="User", value="ada", x=120, y=600)
    canvas.acroForm.textfield(name="pass", tooltip="Password", value="hunter2", fieldFlags="password", x=120, y=560)
    canvas.save()
    (path := tmp_path / "form.pdf").write_bytes(out.getvalue())
    for form in ("text", "markdown", "json", "a11y"):
        text = dump("--format", form, str(path)).text
        assert "ada" in text and "•••••••" in text and "hunter2" not in text


def test_what_a_program_writes_where_nobody_named_a_title_is_none(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setTitle("(anonymous)")
    canvas.drawString(72, 750, "A page without a name.")
    canvas.save()
    (path := tmp_path / "nameless.pdf").write_bytes(out.getvalue())
    assert dump(str(path)).text.splitlines()[0] == "nameless.pdf"


def test_hyphens_at_the_end_of_lines_stay_before_numbers_and_in_the_place_of_what_two_words_share(
    tmp_path: Path,
) -> None:
    lines = (
        "The plan of the harbour holds for the years 2024-",
        "2025, and for months of an outbreak of COVID-",
        "19 in the old city; see also its pages 10\u2013",
        "12, which weigh at length the good of pre-",
        "and post-war piers, die vielen alten Vor-",
        "und Nachteile von Kaimauern, more infor-",
        "mation on piers of stone, and on all others.",
    )
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Helvetica", 11)
    for row, line in enumerate(lines):  # all as wide as the column
        missing = 260 - stringWidth(line, "Helvetica", 11) if row < len(lines) - 1 else 0
        canvas.drawString(72, 760 - 14 * row, line, charSpace=missing / len(line))
    canvas.save()
    text = " ".join(text_of(tmp_path / "lines.pdf", out.getvalue()).split())
    assert "2024-2025, and" in text and "COVID-19 in" in text and "10\u201312, which" in text
    assert "pre- and post-war" in text and "Vor- und Nachteile" in text and "more information on" in text


def test_what_stands_before_the_mark_of_a_file_called_so_does_not_hide_it(tmp_path: Path) -> None:
    """As mail programs and printers leave it; a mark may come as late as byte 1024."""
    assert "All of the tides" in text_of(tmp_path / "mailed.pdf", b"X-Printer: yes\n" * 20 + pages("All of the tides"))


TURNS = {"up": "1 0 0 1", "climbing": "0 1 -1 0", "down": "-1 0 0 -1", "falling": "0 -1 1 0"}


def turned(how: str, *lines: tuple[str, int, int]) -> bytes:
    """Operators that show lines of text turned so."""
    return b"".join(f"BT /F 10 Tf {TURNS[how]} {x} {y} Tm ({text}) Tj ET\n".encode() for text, x, y in lines)


@pytest.mark.parametrize(
    ("most", "lines", "others"),
    [
        ("climbing", [(100 + 12 * n, 100) for n in range(4)], [("up", 72, 760, 0, -12), ("falling", 560, 700, -12, 0)]),
        ("up", [(100, 700 - 12 * n) for n in range(4)], [("climbing", 40, 300, 12, 0), ("falling", 560, 500, -12, 0)]),
        ("falling", [(500 - 12 * n, 700) for n in range(4)], [("up", 72, 60, 0, -12), ("down", 500, 740, 0, 12)]),
    ],
)
def test_lines_that_are_turned_otherwise_are_read_each_way_by_itself(
    most: str, lines: list[tuple[int, int]], others: list[tuple[str, int, int, int, int]], tmp_path: Path
) -> None:
    whole = "Words of a line that most of the page is written like and"
    data = turned(most, *[(whole, *place) for place in lines])
    for how, x, y, right, down in others:
        data += turned(how, (f"These words are {how} and are", x, y), (f"read as {how}.", x + right, y + down))
    first, *aside = text_of(tmp_path / "turned.pdf", drawn(data)).strip().split("\n\n")
    assert " ".join(first.split()) == " ".join([whole] * 4)
    wanted = [f"These words are {how} and are read as {how}." for how, *_ in others]
    assert sorted(" ".join(some.split()) for some in aside) == sorted(wanted)
