"""The edges of PDF pages and files: heads that are none, choices of a form, and what stands before a file begins."""

from __future__ import annotations

import io
from pathlib import Path

from dumping import dump
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from typeset import pages


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


def test_of_a_group_of_buttons_the_one_that_is_chosen_is_told(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(72, 750, "Registration form")
    for at, port in enumerate(("kiel", "bremen")):
        canvas.acroForm.radio(name="port", value=port, selected=port == "bremen", x=120 + 40 * at, y=560)
    canvas.save()
    words = " ".join(text_of(tmp_path / "form.pdf", out.getvalue()).split())
    assert "port option 1: not chosen port bremen: chosen" in words


def test_what_stands_before_the_mark_of_a_file_called_so_does_not_hide_it(tmp_path: Path) -> None:
    """As mail programs and printers leave it; a mark may come as late as byte 1024."""
    assert "All of the tides" in text_of(tmp_path / "mailed.pdf", b"X-Printer: yes\n" * 20 + pages("All of the tides"))
