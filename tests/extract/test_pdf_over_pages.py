"""Tables that go on over pages of a PDF: one table with one head, as far as they are one."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from dumping import dump
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12)
HEAD = ["No", "Name", "Amount"]


def table(rows: Sequence[Sequence[str]], repeat: int = 0, bold: bool = False) -> Table:
    style = [("GRID", (0, 0), (-1, -1), 0.5, colors.black)]
    style += [("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")] if bold else []
    return Table([list(row) for row in rows], colWidths=[60, 200, 100], repeatRows=repeat, style=TableStyle(style))


def items(count: int, first: int = 1) -> list[list[str]]:
    return [[str(n), f"Item number {n}", f"{3 * n}.50"] for n in range(first, first + count)]


def tables(path: Path, *flow: Flowable) -> list[dict[str, list[object]]]:
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A4).build([Paragraph("What is in store", BODY), *flow])
    path.write_bytes(out.getvalue())
    found: list[dict[str, list[object]]] = json.loads(dump("--json", str(path)).text)["tables"]
    return found


@pytest.mark.covers("LB-167")
def test_a_table_over_three_pages_is_one_whose_head_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    (found,) = tables(file, table([HEAD, *items(90)], repeat=1), Paragraph("And that is all.", BODY))
    assert found["headers"] == HEAD and found["rows"] == items(90)
    text = dump("--no-metadata", str(file)).text
    assert text.count("Amount") == 1 and text.rstrip().endswith("And that is all.")
    part = json.loads(dump("--json", "--pages", "2-", str(file)).text)["tables"]
    assert len(part) == 1 and part[0]["headers"] == HEAD and part[0]["rows"][-1] == items(1, 90)[0]


def test_one_without_a_head_goes_on_too(tmp_path: Path) -> None:
    (found,) = tables(tmp_path / "a.pdf", table(items(80)))
    assert found["headers"] == [] and found["rows"] == items(80)


def test_another_table_is_another(tmp_path: Path) -> None:
    head = ["Nr", "Town", "People"]
    full = [HEAD, *items(36)]
    first = tables(tmp_path / "a.pdf", table(full, bold=True), PageBreak(), table([head, *items(9)], bold=True))
    assert [found["headers"] for found in first] == [HEAD, head]
    words = Paragraph("Words between the two of them.", BODY)
    second = tables(tmp_path / "b.pdf", table(full), PageBreak(), words, table([HEAD, *items(9)]))
    assert len(second) == 2
    third = tables(tmp_path / "c.pdf", table([HEAD, *items(4)]), PageBreak(), table([HEAD, *items(9)]))
    assert len(third) == 2, "half a page was left"
    fourth = tables(tmp_path / "d.pdf", table(full), PageBreak(), Spacer(1, 400), table([HEAD, *items(9)]))
    assert len(fourth) == 2


def test_a_plain_head_is_told_by_the_numbers_below_it(tmp_path: Path) -> None:
    """Nothing but the words says so: rows of the second stood in the first, its head among them."""
    full, head = [HEAD, *items(36)], ["Nr", "Town", "People"]
    found = tables(tmp_path / "a.pdf", table(full), PageBreak(), table([head, *items(9)]))
    assert [one["rows"][0] for one in found] == [HEAD, head]  # a head that looks like a row is one
    going = [*full, ["37", "Item number 37", "n/a"], *items(9, 38)]
    (one,) = tables(tmp_path / "b.pdf", table(going))
    assert one["rows"] == going
    named = [["Town", "County"], *[[f"Town {n}", f"County {n}"] for n in range(60)]]
    wide = Table(named, colWidths=[100, 100], style=TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)]))
    (one,) = tables(tmp_path / "c.pdf", wide)
    assert one["rows"] == named


def test_the_pages_of_a_long_table_can_be_gone_to_and_no_row_of_it_is_lost_early(tmp_path: Path) -> None:
    """A long file is written while it is read, up to its last page, which here is a part of a table."""
    file = tmp_path / "a.pdf"
    (found,) = tables(file, table([HEAD, *items(1400)], repeat=1), Paragraph("And that is all.", BODY))
    assert found["rows"] == items(1400)
    text = dump("--no-metadata", str(file)).text
    assert [line.split()[0] for line in text.splitlines() if "Item number" in line] == [str(n) for n in range(1, 1401)]


def test_a_short_file_that_takes_long_is_headed_by_its_title_and_address(tmp_path: Path) -> None:
    """What is there when a clock strikes is not written before there are pages enough, and was taken to be."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setTitle("Crowded")
    for _ in range(5):
        canvas.setFont("Helvetica", 2)
        for row in range(350):
            canvas.drawString(40, 800 - 2.2 * row, " ".join(f"w{row}x{n}" for n in range(80)))
        canvas.showPage()
    canvas.save()
    (file := tmp_path / "crowded.pdf").write_bytes(out.getvalue())
    assert dump("--width", "500", str(file)).text.splitlines()[:2] == ["Crowded", file.as_uri()]


@pytest.mark.parametrize("word", ["untitled", "unspecified", "anonymous"])
def test_what_programs_write_for_nothing_is_no_fact(tmp_path: Path, word: str) -> None:
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A4, title=word, author=word, subject=word).build([Paragraph("Some words.", BODY)])
    (tmp_path / "a.pdf").write_bytes(out.getvalue())
    fields = json.loads(dump("-f", "metadata", str(tmp_path / "a.pdf")).text)["fields"]
    assert [fields[name]["value"] for name in ("title", "byline", "description")] == ["", "", ""]
    assert fields["title"]["tried"][0] == {"place": "PDF Title", "value": word, "reason": "says nothing"}
