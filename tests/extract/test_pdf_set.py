"""PDF files as TeX and groff set them: short columns, kerned letters, accents over letters, headings with numbers."""

from __future__ import annotations

import io
from pathlib import Path

from dumping import dump
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from typeset import drawn, shown, stream


def marked(path: Path, body: bytes) -> str:
    path.write_bytes(body)
    done = dump("--format", "markdown", "--no-metadata", "--links", "none", str(path))
    assert (done.code, done.errors) == (0, "")
    return done.text


def test_a_last_column_may_be_short(tmp_path: Path) -> None:
    left = [shown("Contents", 72, 660, 14)]
    for row, title in enumerate(("Alpha", "Beta", "Gamma")):
        y = 640 - 20 * row
        left += [shown(str(row + 1), 72, y), shown(title, 87, y), shown(str(row + 1), 295, y)]
    left += [shown(f"Line {row} of a column that is as wide as that.", 72, 560 - 12 * row) for row in range(4)]
    right = [shown("4 Delta", 320, 660, 14), shown("Words below the heading.", 320, 640)]
    title = [shown("Two Columns", 255, 740, 17), shown("November, a month", 257, 710, 12)]
    text = marked(tmp_path / "short.pdf", drawn(b"".join(title + left + right)))
    places = [
        text.index(part) for part in ("Columns", "Contents", "Beta", "Line 0", "Line 3", "4 Delta", "Words below")
    ]
    assert places == sorted(places)
    table = [shown(f"{name} {side}", 72 + 200 * side, 600 - 14 * row)
             for row, name in enumerate(("Port", "Brest")) for side in range(2)]  # fmt: skip
    text = marked(tmp_path / "rows.pdf", drawn(b"".join(table)))
    assert text.index("Port 0") < text.index("Port 1") < text.index("Brest 0") < text.index("Brest 1")


def set_by_groff() -> bytes:
    """Two pages with numbered headings in bold, a kerned pair shown letter by letter, and a number at the top."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)

    def section(y: float, number: str, title: str, text: str, last: str = "") -> None:
        canvas.setFont("Times-Bold", 10)
        canvas.drawString(72, y, number)
        canvas.drawString(84.5, y, title)
        canvas.drawString(84.5 + canvas.stringWidth(title, "Times-Bold", 10) - 0.1, y, last)
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(97, y - 16, text)

    section(700, "1.", "Introduction", "High water and low water are the extremes of the tide.")
    section(640, "2.", "Data", "Second section with text.")
    canvas.showPage()
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(282, 790, "-2-")
    section(700, "3.", "Page tw", "More.", "o")
    canvas.save()
    return out.getvalue()


def test_numbered_bold_lines_are_headings_and_kerned_letters_one_word(tmp_path: Path) -> None:
    text = marked(tmp_path / "groff.pdf", set_by_groff())
    headings = [line.replace("\\", "") for line in text.splitlines() if line.startswith("#")]
    assert headings == ["# 1. Introduction", "# 2. Data", "# 3. Page two"]
    assert "-2-" not in text and "More." in text


def test_accents_stand_on_the_letters_they_are_drawn_over(tmp_path: Path) -> None:
    over = b"BT /F 10 Tf 72 700 Td [(The fish \\310) 444 (uber all, na\\310) 306 (\\365ve)] TJ ET\n"
    beside = shown("A sign \\310 alone, and \\310 before", y=680)
    text = marked(tmp_path / "accents.pdf", drawn(over + beside))
    assert "The fish über all, naïve" in text
    assert "A sign ¨ alone, and ¨ before" in text


def test_tex_s_own_bullet_is_one(tmp_path: Path) -> None:
    cmap = (
        b"/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF>"
        b" endcodespacerange 1 beginbfchar <41> <0088> endbfchar endcmap end"
    )
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >>"
    lines = [shown("We carry what follows:")]
    for row, text in enumerate(("oars", "water")):
        y = 680 - 14 * row
        lines += [shown("A", 82, y).replace(b"/F", b"/S"), shown(text, 92, y)]
    body = drawn(b"".join(lines), more=[font, stream(cmap)]).replace(b"/F 3 0 R", b"/F 3 0 R /S 4 0 R")
    assert "- oars\n- water\n" in marked(tmp_path / "bullets.pdf", body)


def test_a_box_round_rows_in_columns_is_a_table(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(72, 720, "Heights follow.")
    for row, (name, height) in enumerate((("Port", "Height"), ("Ellis", "4.1"), ("Low", "0.9"))):
        canvas.drawString(77, 698 - 12 * row, name)
        canvas.drawRightString(137, 698 - 12 * row, height)
    canvas.rect(72, 669, 70, 39)
    canvas.rect(72, 560, 450, 60)  # words in a box are no table
    for line in range(3):
        canvas.drawString(77, 600 - 12 * line, f"Line {line} of a note that stands in a box, and goes on.")
    canvas.drawString(72, 540, "They are in metres.")
    canvas.save()
    text = marked(tmp_path / "box.pdf", out.getvalue())
    assert "| Port | Height |\n| Ellis | 4.1 |\n| Low | 0.9 |\n" in text
    assert text.count("|") == 15 and "Line 0 of a note that stands in a box, and goes on. Line 1" in text
