"""Pictures that a tagged file describes: their descriptions stand where they do."""

from __future__ import annotations

from pathlib import Path

import pytest
from dumping import dump
from typeset import FONT, drawn, shown, stream, written

PICTURE = b"%d %d %d %d re f\n"


def tagged(*parts: tuple[str, str, bytes], more: str = "", wrapped: str = "") -> bytes:
    """A page of parts: the kind, what else the element says, and the operators; `wrapped` is a kind around all."""
    drawn = b"".join(b"/P <</MCID %d>> BDC\n%sEMC\n" % (mark, code) for mark, (_, _, code) in enumerate(parts))
    first = 7 if wrapped else 6
    kids = " ".join(f"{first + at} 0 R" for at in range(len(parts)))
    elements = [
        f"<< /Type /StructElem /S /{kind} /P 5 0 R /Pg 3 0 R /K [{at}] {says} >>"
        for at, (kind, says, _) in enumerate(parts)
    ]
    whole = [f"<< /Type /StructElem /S /{wrapped} /P 5 0 R /K [{kids}] >>"] if wrapped else []
    return written(
        "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R /MarkInfo << /Marked true >> /Lang (en) >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /StructParents 0"
        f" /Resources << /Font << /F {FONT} >> >> {more} >>",
        stream(drawn),
        f"<< /Type /StructTreeRoot /K [{'6 0 R' if wrapped else kids}] /ParentTree << /Nums [0 [{kids}]] >> >>",
        *whole,
        *elements,
    )


def text_of(path: Path, data: bytes, *more: str) -> str:
    path.write_bytes(data)
    done = dump("--no-metadata", *more, str(path))
    assert (done.code, done.errors) == (0, "")
    return done.text.strip()


BEFORE = ("P", "", shown("A line of words that the picture stands below."))
AFTER = ("P", "", shown("And a line below it.", y=500))


@pytest.mark.parametrize(
    ("kind", "says", "code", "wanted"),
    [
        ("Figure", "/Alt (Boats at the quay)", PICTURE % (72, 560, 200, 100), "[Boats at the quay]"),
        ("Figure", "/Alt <FEFF00630061006600E9>", PICTURE % (72, 560, 200, 100), "[caf\u00e9]"),
        ("Figure", "/ActualText (Harbour Office)", PICTURE % (72, 560, 200, 100), "Harbour Office"),
        ("Formula", "/Alt (e = m c squared)", PICTURE % (72, 560, 90, 30), "[e = m c squared]"),
        ("Figure", "/Alt (Levels of a year)", shown("Jan Feb Mar", y=600), "[Levels of a year]\n\nJan Feb Mar"),
        ("Figure", "/Alt (Jan, Feb and Mar)", shown("Jan, Feb and Mar", y=600), "Jan, Feb and Mar"),
        ("Figure", "/Alt (A drawing) /A << /O /Layout /BBox [72 560 272 660] >>", b"", "[A drawing]"),
        ("Figure", "/Alt (A drawing without a place)", b"", "[A drawing without a place]"),
        ("Link", "/Alt (Goes to the tides)", shown("Tides", y=600), "Tides"),
        ("Span", "/ActualText (Hello)", shown("Goodbye", y=600), "Goodbye"),
    ],
)
def test_a_picture_that_is_described_stands_between_the_paragraphs(
    kind: str, says: str, code: bytes, wanted: str, tmp_path: Path
) -> None:
    text = text_of(tmp_path / "picture.pdf", tagged(BEFORE, (kind, says, code), AFTER))
    assert text == f"A line of words that the picture stands below.\n\n{wanted}\n\nAnd a line below it."


def test_a_small_picture_stands_in_its_line(tmp_path: Path) -> None:
    parts = (
        ("P", "", shown("Take the")),
        ("Figure", "/Alt (oar)", PICTURE % (114, 699, 9, 9)),
        ("P", "", shown("and row.", 126)),
    )
    path = tmp_path / "small.pdf"
    assert text_of(path, tagged(*parts)) == "Take the [oar] and row."
    assert '- image "oar"' in dump("--format", "a11y", str(path)).text


def test_signs_of_a_font_are_read_as_they_are_meant(tmp_path: Path) -> None:
    parts = (BEFORE, ("Span", "/ActualText (checked)", shown("!", y=680)), AFTER)
    assert "stands below. checked\n\n" in text_of(tmp_path / "signs.pdf", tagged(*parts))


def test_a_picture_within_a_link_is_the_link_s(tmp_path: Path) -> None:
    goal = "<< /S /URI /URI (https://a.example/) >>"
    link = f"/Annots [<< /Type /Annot /Subtype /Link /Rect [72 560 272 660] /A {goal} >>]"
    parts = (BEFORE, ("Figure", "/Alt (Boats)", PICTURE % (72, 560, 200, 100)), AFTER)
    text = text_of(tmp_path / "linked.pdf", tagged(*parts, more=link))
    assert "\n\n[1][Boats]\n\n" in text and "https://a.example/" in text


def test_a_description_without_end_is_cut(tmp_path: Path) -> None:
    parts = (BEFORE, ("Figure", f"/Alt ({'boat ' * 50_000})", PICTURE % (72, 560, 200, 100)), AFTER)
    text = text_of(tmp_path / "long.pdf", tagged(*parts))
    assert 1000 < len(text) < 3000 and text.endswith("And a line below it.")


def test_pages_that_are_described_pictures_have_words(tmp_path: Path) -> None:
    only = tagged(("Figure", "/Alt (A map of the harbour)", PICTURE % (0, 0, 600, 800)))
    assert text_of(tmp_path / "map.pdf", only) == "[A map of the harbour]"


def test_a_sentence_goes_on_behind_a_picture(tmp_path: Path) -> None:
    parts = (
        ("P", "", shown("A paragraph of several lines whose sentence is not at its end", y=720)
         + shown("where the column is, but goes on behind the picture that has been", y=708)),
        ("Figure", "/Alt (Boats)", PICTURE % (72, 560, 200, 100)),
        ("P", "", shown("put there, as journals do it.", y=540)),
    )  # fmt: skip
    assert "[Boats]" in text_of(tmp_path / "goes-on.pdf", tagged(*parts))


def test_a_picture_in_a_cell_is_in_the_cell(tmp_path: Path) -> None:
    marks = [(72, 600, "Port"), (200, 600, "Sign"), (72, 540, "Brest"), (200, 540, "")]
    code = b"".join(
        b"/P <</MCID %d>> BDC\n%sEMC\n" % (mark, shown(text, x, y) if text else PICTURE % (x, y, 60, 40))
        for mark, (x, y, text) in enumerate(marks)
    )

    def element(kind: str, kids: str, parent: int, says: str = "") -> str:
        return f"<< /Type /StructElem /S /{kind} /P {parent} 0 R /Pg 3 0 R /K [{kids}] {says} >>"

    data = written(
        "<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 5 0 R /MarkInfo << /Marked true >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /StructParents 0"
        f" /Resources << /Font << /F {FONT} >> >> >>",
        stream(code),
        "<< /Type /StructTreeRoot /K [6 0 R] /ParentTree << /Nums [0 [9 0 R 10 0 R 11 0 R 13 0 R]] >> >>",
        element("Table", "7 0 R 8 0 R", 5),
        element("TR", "9 0 R 10 0 R", 6),
        element("TR", "11 0 R 12 0 R", 6),
        element("TH", "0", 7),
        element("TH", "1", 7),
        element("TD", "2", 8),
        element("TD", "13 0 R", 8),
        element("Figure", "3", 12, "/Alt (an anchor)"),
    )
    path = tmp_path / "cell.pdf"
    path.write_bytes(data)
    text = dump("--format", "markdown", "--no-metadata", str(path)).text
    assert text == "| Port | Sign |\n| --- | --- |\n| Brest | \\[an anchor\\] |\n"


def test_a_page_of_nothing_but_small_pictures_is_read(tmp_path: Path) -> None:
    icons = [("Figure", f"/Alt (icon {n})", PICTURE % (10 + n % 20 * 25, 760 - n // 20 % 30 * 25, 9, 9))
             for n in range(12_000)]  # fmt: skip
    path = tmp_path / "icons.pdf"
    path.write_bytes(tagged(("P", "", shown("A line.", y=780)), *icons))
    done = dump("--no-metadata", str(path))
    assert (done.code, done.errors) == (0, "") and "[icon 1]" in done.text


def silent(code: bytes, text: bytes = b"()") -> bytes:
    return b"/Span << /ActualText " + text + b" >> BDC\n" + code + b"EMC\n"


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        (silent(shown("12", 50, 600)) + shown("let x = 1", 72, 600), "let x = 1"),
        (silent(shown("* * *", 72, 600), b"<FEFF>"), ""),
        (shown("Tea", 72, 600) + silent(shown("***", 89, 600)), "Tea"),
        (shown("Tea", 72, 600) + silent(shown("*", 88, 600)) + shown("pot", 90, 600), "Teapot"),
        (silent(shown("* * *", 72, 600), b"(stars)"), "stars"),
    ],
)
def test_what_is_not_to_be_read_is_not_told(code: bytes, wanted: str, tmp_path: Path) -> None:
    """Also in a file without tags: LaTeX hides the numbers of lines so (accsupp)."""
    for name, data in (("tagged.pdf", tagged(BEFORE, ("P", "", code))), ("plain.pdf", drawn(BEFORE[2] + code))):
        text = text_of(tmp_path / name, data)
        assert text.removeprefix("A line of words that the picture stands below.").strip() == wanted, name
