"""PDF files as documents: order, headings, heads and feet, links, outline, tables; what is broken says so."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest
from dumping import dump
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from servers import Server
from typeset import FONT, HEAD, article, drawn, order, pages, set_by_hand, shown, stream, written

ROOT = Path(__file__).resolve().parents[2]


def prose() -> list[tuple[str, list[str]]]:
    """Sections of real prose: this project's own pages of help and history, without what is no sentence."""
    texts: list[str] = []
    for path in [ROOT / "DECISIONS.md", ROOT / "CHANGELOG.md"]:
        for part in re.split(r"\n\s*\n|\n- ", path.read_text("utf-8")):
            text = re.sub(r"[^\x20-\x7e]|[*`|]", "", " ".join(part.split()))
            if len(text.split()) >= 15 and not text.startswith("#"):
                texts.append(text)
    titles = "Purpose Meaning Copies Changes Works Versions Ends".split()
    some = texts[:72]
    return [(f"{i // 8 + 1} {titles[i // 8 % 7]}", some[i : i + 8]) for i in range(0, len(some), 8)]


def text_of(path: Path, *more: str) -> str:
    done = dump("--dump", "--no-metadata", "--links", "none", "--width", "500", *more, str(path))
    assert (done.code, done.errors) == (0, "")
    return done.text


# Measured on these pages: 1.000 and .998. What is below is a fault of ours, not of chance: nothing here is random.
@pytest.mark.covers("LB-167")
@pytest.mark.parametrize(("columns", "least"), [(1, 0.995), (2, 0.99)])
def test_typeset_text_is_read_in_its_order(columns: int, least: float, tmp_path: Path) -> None:
    sections = prose()
    path = tmp_path / "article.pdf"
    path.write_bytes(article(sections, columns))
    wanted = "\n".join("\n".join((title, *paragraphs)) for title, paragraphs in sections)
    got = text_of(path)
    assert order(got, wanted) >= least
    assert HEAD not in got
    assert [line for line in got.splitlines() if line.startswith("#")] == [f"# {title}" for title, _ in sections]


@pytest.mark.parametrize(
    ("columns", "written"), [(2, "rows"), (3, "rows"), (3, "columns"), (2, "letters"), (1, "letters")]
)
def test_the_order_is_that_of_the_page_however_the_file_is_written(columns: int, written: str, tmp_path: Path) -> None:
    paragraphs = [text for _, some in prose()[:4] for text in some]
    path = tmp_path / "set.pdf"
    path.write_bytes(set_by_hand(paragraphs, columns, written))
    assert order(text_of(path), "\n".join(paragraphs)) >= 0.99


def test_pages_have_anchors_and_metadata(tmp_path: Path) -> None:
    path = tmp_path / "three.pdf"
    path.write_bytes(pages("First page.", "Second page.", "Third page.", title="On Tides", author="A. Moon"))
    done = dump("--json", str(path))
    assert done.code == 0
    assert '"title": "On Tides"' in done.text and '"contentType": "application/pdf"' in done.text
    for pair in ('{"name": "Author", "value": "A. Moon"}', '{"name": "Pages", "value": "3"}'):
        assert pair in done.text
    facts = dump("--format", "metadata", str(path)).text
    assert '"value": "A. Moon"' in facts and '"place": "PDF Author"' in facts


@pytest.mark.covers("LB-168")
@pytest.mark.parametrize("stated", ["application/pdf", "application/octet-stream", "text/html", "text/plain", ""])
def test_a_pdf_is_found_by_its_content(stated: str, server: Server, tmp_path: Path) -> None:
    body = pages("The tide is out.")
    done = dump(server.page("/report", body, stated))
    assert done.code == 0 and "The tide is out." in done.text
    nameless = tmp_path / "report.html"
    nameless.write_bytes(b"\r\n\0junk" + body)
    assert "The tide is out." in dump(str(nameless)).text
    assert "The tide is out." in dump("-", stdin=body).text


def test_a_page_about_pdf_is_none(tmp_path: Path) -> None:
    page = tmp_path / "magic.html"
    page.write_text("<p>A file that begins with %PDF-1.7 is one.", "utf-8")
    done = dump(str(page))
    assert done.code == 0 and "begins with %PDF-1.7" in done.text
    called = tmp_path / "not.pdf"
    called.write_text("Just words.\n", "utf-8")
    assert dump(str(called)).text.endswith("Just words.\n")


def linked() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.bookmarkPage("one")
    canvas.addOutlineEntry("The beginning", "one", 0)
    canvas.drawString(72, 700, "See the source and the end.")
    canvas.linkURL("https://tides.example/a?b=1", (90, 695, 160, 712))
    canvas.linkRect("", "two", (160, 695, 220, 712))
    canvas.showPage()
    canvas.bookmarkPage("two")
    canvas.addOutlineEntry("The end", "two", 1)
    canvas.drawString(72, 700, "Here it ends.")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_links_are_numbered_and_the_outline_is_the_file_s_own(tmp_path: Path) -> None:
    path = tmp_path / "linked.pdf"
    path.write_bytes(linked())
    done = dump(str(path))
    assert "[1]" in done.text and "[1] https://tides.example/a?b=1" in done.text
    assert f"[2] {path.as_uri()}#page=2" in done.text
    assert dump("--format", "outline", str(path)).text == "# The beginning\n## The end\n"


def test_the_signs_around_a_link_are_not_the_link_s(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    text = "It says so (see section 7.1), and [Munn 2001, p. 3] too."
    canvas.drawString(72, 700, text)
    for words, address in (("7.1", "seven"), ("Munn 2001", "munn"), ("p. 3", "munn")):
        left = 72 + canvas.stringWidth(text[: text.index(words)])
        canvas.linkURL(f"https://tides.example/{address}", (left, 695, left + canvas.stringWidth(words), 712))
    canvas.save()
    (tmp_path / "a.pdf").write_bytes(out.getvalue())
    said = dump("--format", "markdown", "--links", "inline", str(tmp_path / "a.pdf")).text
    seven, munn = "https://tides.example/seven", "https://tides.example/munn"
    assert f"(see section [7.1]({seven})), and \\[[Munn 2001, p. 3]({munn})\\] too." in said


def test_only_the_pages_asked_for_are_read(tmp_path: Path) -> None:
    path = tmp_path / "many.pdf"
    path.write_bytes(pages(*(f"This is leaf {n}." for n in range(1, 10))))
    done = dump("--pages", "2-3,8-", "--no-metadata", str(path))
    assert re.findall(r"leaf (\d)", done.text) == ["2", "3", "8", "9"]
    assert done.code == 0
    assert dump("--pages", "0", str(path)).code == 2
    for wrong in ("1-2-3", ",", "2-1", "ii,,", "-", "a b!"):
        assert dump("--pages", wrong, str(path)).errors.startswith("lightterm: --pages: '")
    beyond = dump("--pages", "40", str(path))
    assert beyond.code == 46 and "9 pages, and none of those asked for" in beyond.errors


def test_pages_are_asked_for_by_what_is_printed_on_them(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for first, look in (
        (0, {"style": "ROMAN_LOWER"}),
        (3, {"style": "ARABIC"}),
        (5, {"style": "ARABIC", "prefix": "A"}),
    ):
        canvas.addPageLabel(first, **look)
    for n in range(1, 8):
        canvas.drawString(72, 700, f"This is leaf {n}.")
        canvas.showPage()
    canvas.save()
    (tmp_path / "a.pdf").write_bytes(out.getvalue())

    def read(asked: str) -> list[str]:
        return re.findall(r"leaf (\d)", dump("--pages", asked, "--no-metadata", str(tmp_path / "a.pdf")).text)

    assert read("ii") == ["2"] and read("ii-iii, 7") == ["2", "3", "7"] and read("A1-") == ["6", "7"]
    assert read("2-A1") == ["2", "3", "4", "5", "6"]
    missing = dump("--pages", "iv-5,x", str(tmp_path / "a.pdf"))
    assert missing.code == 46 and "no page of the PDF is called iv, x" in missing.errors
    assert "the smaller number first" in dump("--pages", "A1-ii", str(tmp_path / "a.pdf")).errors


@pytest.mark.covers("LB-149")
def test_a_damaged_file_gives_what_can_be_read(tmp_path: Path) -> None:
    whole = pages("The first leaf.", "The second leaf.")
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(whole[: whole.index(b"xref")])
    done = dump(str(cut))
    assert "The first leaf." in done.text and "The second leaf." in done.text
    assert done.code == 42 and "its end is missing: 2 of its pages were found" in done.errors
    cut.write_bytes(whole.replace(b"/Type /Catalog", b"/Type /Nothing")[: whole.index(b"xref")])
    assert "The second leaf." in dump(str(cut)).text
    wrong = tmp_path / "wrong.pdf"
    wrong.write_bytes(whole.replace(b"startxref\n", b"startxref\n9"))
    assert "The second leaf." in dump(str(wrong)).text
    none = tmp_path / "none.pdf"
    none.write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\nnothing of it")
    done = dump(str(none))
    assert done.code == 42 and "broken" in done.errors and "broken" in done.text


def gridded() -> bytes:
    """A ruled table whose head spans two columns, on a page with a word above and one below."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.drawString(72, 720, "Heights of the tide follow.")
    xs, ys = (72, 172, 272, 372), (700, 680, 660, 640)
    for y in ys:
        canvas.line(xs[0], y, xs[-1], y)
    for x in xs:
        canvas.line(x, ys[0] if x != xs[2] else ys[1], x, ys[-1])
    for row, cells in enumerate([("Port", "Height", ""), ("Brest", "6.9", "1.1"), ("Dover", "6.5", "0.8")]):
        for column, text in enumerate(cells):
            canvas.drawString(xs[column] + 4, ys[row] - 14, text)
    canvas.drawString(72, 610, "They are in metres.")
    canvas.save()
    return out.getvalue()


def test_a_ruled_table_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "table.pdf"
    path.write_bytes(gridded())
    text = dump("--no-metadata", str(path)).text
    rows = [[cell.strip() for cell in line.split("│")] for line in text.splitlines() if "│" in line]
    assert rows[-2:] == [["Brest", "6.9", "1.1"], ["Dover", "6.5", "0.8"]]
    assert text.index("follow.") < text.index("Brest") < text.index("metres.")
    assert '"columns": 2' in dump("--json", str(path)).text or "Height" in rows[0]


def test_grounds_are_no_rules_and_rows_need_none(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for box, shade in (((36, 36, 520, 770), 0.97), ((36, 680, 220, 60), 0.9)):  # of the page, and behind its head
        canvas.setFillGray(shade)
        canvas.rect(*box, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.setFont("Helvetica-Bold", 24)
    canvas.drawString(72, 700, "On tides and times")
    canvas.setFont("Helvetica", 10)
    for line in range(3):
        canvas.drawString(
            72, 640 - 12 * line, f"Line {line} of a paragraph that runs over the whole page, from left to right"
        )
    for top in (580, 566, 552):  # TeX draws upright lines a row at a time
        for x in (72, 122, 172):
            canvas.line(x, top, x, top - 14)
    for y in (580, 566, 538):
        canvas.line(72, y, 172, y)
    for y, row in ((570, ("Time", "Height")), (556, ("06:42", "4.1")), (544, ("18:55", "3.9"))):
        canvas.drawString(76, y, row[0])
        canvas.drawString(126, y, row[1])
    before = "More of all this, told at a greater length than anybody needs, stands at "
    canvas.drawString(72, 500, before + "https://tides.example/")
    canvas.drawString(72, 488, "heights and more.")
    canvas.linkURL("https://tides.example/heights", (72 + canvas.stringWidth(before), 498, 560, 510))
    canvas.linkURL("https://tides.example/heights", (72, 486, 105, 496))
    canvas.save()
    path = tmp_path / "grounds.pdf"
    path.write_bytes(out.getvalue())
    done = dump(str(path))
    text = done.text.partition("\nReferences")[0]
    assert "Line 0 of a paragraph that runs over the whole page, from left to right Line 1 of" in " ".join(text.split())
    rows = [[cell.strip() for cell in line.split("│")] for line in text.splitlines() if "│" in line]
    assert rows[-2:] == [["06:42", "4.1"], ["18:55", "3.9"]]
    assert "stands at [1]https://tides.example/heights and more." in " ".join(text.split())
    assert "[2]" not in done.text
    assert '"title": "On tides and times"' in dump("--json", str(path)).text


def test_lists_code_and_a_turned_page_are_told(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    for y, x, text in [(700, 72, "We carry:"), (684, 80, "•  oars and a"), (672, 90, "compass"), (656, 80, "•  water")]:
        canvas.drawString(x, y, text)
    canvas.setFont("Courier", 10)
    canvas.drawString(72, 630, "while tide:")
    canvas.drawString(96, 618, "wait()")
    canvas.showPage()
    canvas.rotate(90)
    canvas.setFont("Helvetica", 12)
    for line in range(3):
        canvas.drawString(72, -100 - 14 * line, f"Turned line {line} of the page.")
    canvas.save()
    path = tmp_path / "mixed.pdf"
    path.write_bytes(out.getvalue())
    marked = dump("--format", "markdown", "--no-metadata", str(path)).text
    assert "- oars and a compass\n- water\n" in marked
    assert "```\nwhile tide:\n    wait()\n```" in marked
    assert "Turned line 0 of the page. Turned line 1 of the page. Turned line 2 of the page." in marked.replace(
        "\n", " "
    )


def test_hyphens_at_the_ends_of_lines_join_words_and_stay_in_compounds(tmp_path: Path) -> None:
    path = tmp_path / "hyphens.pdf"
    lines = "The harbour master of the old port waits for the high-\nwater mark, and the high-water mark is an instru-"
    path.write_bytes(pages(f"{lines}\nment."))
    assert "for the high-water mark, and the high-water mark is an instrument." in text_of(path)


def test_fields_and_attached_files_are_told(tmp_path: Path) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.drawString(72, 700, "Who are you?")
    canvas.acroForm.textfield(name="who", value="Ada", tooltip="Your name", x=160, y=690)
    canvas.acroForm.checkbox(name="swims", checked=True, x=160, y=640)
    canvas.save()
    path = tmp_path / "form.pdf"
    with pikepdf.open(io.BytesIO(out.getvalue())) as pdf:
        pdf.attachments["tides.csv"] = b"Brest,6.9\n"
        pdf.save(path)
    text = dump(str(path)).text
    assert re.search(r"Your name +Ada", text) and re.search(r"swims +checked", text)
    assert "Attached files:" in text and "• tides.csv (10 B)" in text


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pages("Words."))
    hide = (
        "import sys; sys.modules['pypdfium2_raw'] = None; from lightterm.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", hide, str(path)], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 45 and "pip install 'lightterm[pdf]'" in done.stderr
    assert "This is a PDF document" in done.stdout


PARTS = [
    ("H2", "A heading no larger than text", 72, 700),
    ("P", "A paragraph whose line is short", 72, 680),
    ("P", "and goes on.", 72, 668),
    ("LI", "A thing without a bullet", 90, 640),
    ("TH", "Port", 72, 600),
    ("TH", "Height", 200, 600),
    ("TD", "Brest", 72, 580),
    ("TD", "6.9", 200, 580),
]


def tagged() -> bytes:
    """A page whose parts are named: the second and third are one paragraph; a running head is an artifact."""
    lines = [b"/Artifact BMC\n" + shown("Not a word of it", y=500) + b"EMC\n"]
    for mark, (_, text, x, y) in enumerate(PARTS):
        lines.append(b"/Span <</MCID %d>> BDC\n" % mark + shown(text, x, y) + b"EMC\n")

    def element(kind: str, kids: str, parent: int = 5) -> str:
        return f"<< /Type /StructElem /S /{kind} /P {parent} 0 R /Pg 3 0 R /K [{kids}] >>"

    return written(
        "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R /MarkInfo << /Marked true >> /Lang (en) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /StructParents 0"
        f" /Resources << /Font << /F {FONT} >> >> >>",
        stream(b"".join(lines)),
        "<< /Type /StructTreeRoot /K [6 0 R 7 0 R 8 0 R 9 0 R]"
        " /ParentTree << /Nums [0 [6 0 R 7 0 R 7 0 R 8 0 R 12 0 R 13 0 R 14 0 R 15 0 R]] >> >>",
        element("H2", "0"),
        element("P", "1 2"),
        element("LI", "3"),
        element("Table", "10 0 R 11 0 R"),
        element("TR", "12 0 R 13 0 R", 9),
        element("TR", "14 0 R 15 0 R", 9),
        element("TH", "4", 10),
        element("TH", "5", 10),
        element("TD", "6", 11),
        element("TD", "7", 11),
    )


def test_a_tagged_file_says_what_its_parts_are(tmp_path: Path) -> None:
    path = tmp_path / "tagged.pdf"
    path.write_bytes(tagged())
    assert dump("--format", "markdown", "--no-metadata", str(path)).text == (
        "## A heading no larger than text\n\n"
        "A paragraph whose line is short and goes on.\n\n"
        "- A thing without a bullet\n\n"
        "| Port | Height |\n| --- | --- |\n| Brest | 6.9 |\n"
    )
    assert dump("--selector", "h2, td", "--no-metadata", str(path)).text.split() == [
        *"## A heading no larger than text".split(), "Brest", "6.9"
    ]  # fmt: skip


def items_of_paragraphs() -> bytes:
    """Two items, each with a label and a body: the first body of two paragraphs close to each other, the first of which
    has two lines."""
    lines = [
        ("1.", 72, 700),
        ("Sound the bell, at every", 90, 700),
        ("third tide.", 90, 688),
        ("Do it loudly.", 90, 676),
    ]
    lines += [("2.", 72, 664), ("Row home.", 90, 664)]
    drawn = [b"/Span <</MCID %d>> BDC\n" % mark + shown(*line) + b"EMC\n" for mark, line in enumerate(lines)]

    def element(kind: str, kids: str, parent: int) -> str:
        return f"<< /Type /StructElem /S /{kind} /P {parent} 0 R /Pg 3 0 R /K [{kids}] >>"

    return written(
        "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R /MarkInfo << /Marked true >> /Lang (en) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /StructParents 0"
        f" /Resources << /Font << /F {FONT} >> >> >>",
        stream(b"".join(drawn)),
        "<< /Type /StructTreeRoot /K [6 0 R] /ParentTree << /Nums [0 [9 0 R 11 0 R 11 0 R 12 0 R 13 0 R 15 0 R]] >> >>",
        element("L", "7 0 R 8 0 R", 5),
        element("LI", "9 0 R 10 0 R", 6),
        element("LI", "13 0 R 14 0 R", 6),
        element("Lbl", "0", 7),
        element("LBody", "11 0 R 12 0 R", 7),
        element("P", "1 2", 10),
        element("P", "3", 10),
        element("Lbl", "4", 8),
        element("LBody", "15 0 R", 8),
        element("P", "5", 14),
    )


def test_an_item_of_a_tagged_file_has_paragraphs(tmp_path: Path) -> None:
    path = tmp_path / "items.pdf"
    path.write_bytes(items_of_paragraphs())
    assert dump("--format", "markdown", "--no-metadata", str(path)).text == (
        "1. Sound the bell, at every third tide.\n\n   Do it loudly.\n2. Row home.\n"
    )


def test_scripts_from_right_to_left_are_read_so(tmp_path: Path) -> None:
    """A font whose A to Z are Hebrew letters draws words from the right; the columns are read from there too."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF>"
        b" endcodespacerange 1 beginbfrange <41> <5A> <05D0> endbfrange endcmap end"
    )
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 5 0 R >>"
    lines = []
    for column, right in (("A", 500), ("K", 250)):
        for row in range(4):
            for place in range(3):
                word = "".join(chr(ord(column) + place + at) for at in range(3)) + chr(ord("A") + row)
                lines.append(shown(word[::-1], right - 24 - 30 * place, 700 - 12 * row).replace(b"/F", b"/H"))
    path = tmp_path / "hebrew.pdf"
    path.write_bytes(drawn(b"".join(lines), more=[font, stream(cmap)]).replace(b"/F 3 0 R", b"/F 3 0 R /H 4 0 R"))
    got = text_of(path)
    letters = {ord("A") + at: chr(0x05D0 + at) for at in range(26)}
    words = [f"{''.join(chr(ord(c) + p + at) for at in range(3))}{r}" for c in "AK" for r in "ABCD" for p in range(3)]
    assert re.findall(r"[\u05d0-\u05ea]+", got) == [word.translate(letters) for word in words]
