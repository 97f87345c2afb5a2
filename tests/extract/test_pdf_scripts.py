"""Scripts that run down the page, and letters that the file has in the order they are seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from dumping import dump
from reportlab.pdfbase.pdfmetrics import stringWidth
from typeset import drawn, shown, stream


def told(path: Path, content: bytes, first: str, face: str = "Courier") -> str:
    """What is read of a page whose letters A to Z are those from the code `first` on."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF>"
        b" endcodespacerange 1 beginbfrange <41> <5A> <" + first.encode() + b"> endbfrange endcmap end"
    )
    font = f"<< /Type /Font /Subtype /Type1 /BaseFont /{face} /ToUnicode 5 0 R >>"
    path.write_bytes(drawn(content, more=(font, stream(cmap)), resources="/Font << /F 4 0 R >>"))
    return dump("--no-metadata", str(path)).text.strip()


def test_columns_that_run_down_are_read_from_the_right(tmp_path: Path) -> None:
    content = b""
    for column, letters in enumerate(("ABCDEFGH", "IJKLMNOP", "QRSTUVWX")):
        content += b"".join(shown(c, 500 - 18 * column, 700 - 10 * row) for row, c in enumerate(letters))
    assert told(tmp_path / "a.pdf", content, "4E00").replace("\n", "") == "".join(map(chr, range(0x4E00, 0x4E00 + 24)))


@pytest.mark.parametrize("columns", [("MW", "WM", "MM", "WW"), ("MWM", "WMW", "MMW", "WWM")])
def test_words_of_two_characters_run_down_already(tmp_path: Path, columns: tuple[str, ...]) -> None:
    """They are about twice as high as wide: letters of Helvetica as wide as those of such scripts."""
    content = b""
    for column, letters in enumerate(columns):
        content += b"".join(shown(c, 500 - 18 * column, 700 - 10 * row) for row, c in enumerate(letters))
    meant = "".join(chr(ord(c) - ord("A") + 0x4E00) for c in "".join(columns))
    assert told(tmp_path / "a.pdf", content, "4E00", "Helvetica").replace("\n", "") == meant


@pytest.mark.parametrize("lines", [("AB", "CD", "EF"), ("ABCDEF", "GHIJKL", "MNOPQR")])
def test_lines_of_such_scripts_are_read_from_the_left(tmp_path: Path, lines: tuple[str, ...]) -> None:
    content = b"".join(shown(line, 100, 700 - 14 * row) for row, line in enumerate(lines))
    meant = "".join(chr(ord(c) - ord("A") + 0x4E00) for c in "".join(lines))
    assert told(tmp_path / "a.pdf", content, "4E00").replace("\n", "") == meant


def test_letters_from_the_right_that_the_file_has_as_they_stand_are_turned_round(tmp_path: Path) -> None:
    seen = "CBA"  # the first letter stands on the right
    content = b"".join(shown(c, 100 + 6 * at, 700) for at, c in enumerate(seen))
    assert told(tmp_path / "a.pdf", content, "0628").strip("\u2067\u2069 ") == "\u0628\u0629\u062a"


@pytest.mark.parametrize("one_by_one", [False, True])
@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("(CBA) FED", "DEF (ABC)"),
        ("(CBA) [FED] LHG", "GHL [DEF] (ABC)"),
        ("(2024) FED", "DEF (2024)"),
        ("KLH pq (ts) GFED CBA", "ABC DEFG pq (ts) HLK"),
        ("KLH (C pq BA) FED", "DEF (AB pq C) HLK"),
        ("((CBA) D) FED", "DEF (D (ABC))"),
        ("HG pq-B FED", "DEF B-pq GH"),
    ],
)
def test_brackets_among_letters_from_the_right(tmp_path: Path, seen: str, meant: str, one_by_one: bool) -> None:
    """They closed where they should open, and spaces stood on their wrong side."""
    if one_by_one:
        places = [100 + stringWidth(seen[:at], "Helvetica", 10) for at in range(len(seen))]
        content = b"".join(shown(_written(c), x, 700) for x, c in zip(places, seen, strict=True) if c != " ")
    else:
        content = shown(_written(seen), 100, 700)
    found = told(tmp_path / "a.pdf", content, "05D0", "Helvetica").strip("\u2067\u2069 ")
    assert found == "".join(chr(ord(c) - ord("A") + 0x5D0) if "A" <= c <= "Z" else c for c in meant)


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        (".2024-B FED", "DEF B-2024."),
        ("LK 3-B ,5.75 HG", "GH 5.75, B-3 KL"),
        ("LK ,1990-1995 50% HG", "GH 50% 1990-1995, KL"),
    ],
)
def test_numbers_among_letters_from_the_right(tmp_path: Path, seen: str, meant: str) -> None:
    """Full stops and hyphens stood on the other side of them, and the last of two was read first."""
    found = told(tmp_path / "a.pdf", shown(_written(seen), 100, 700), "05D0", "Helvetica").strip("\u2067\u2069 ")
    assert found == "".join(chr(ord(c) - ord("A") + 0x5D0) if "A" <= c <= "Z" else c for c in meant)


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        (".++pq-B FED", "DEF B-pq++."),
        ("?++pq FED", "DEF pq++?"),
        ("?++ pq FED", "DEF pq ++?"),
        ("FED (++ pq)", "(pq ++) DEF"),
        ("LK ,pq HG", "GH pq, KL"),
        ("!pq st FED", "DEF pq st!"),
        (".pq st FED", "DEF pq st."),
        ("LK - pq st HG", "GH pq st - KL"),
        ("pq st - HG", "GH - pq st"),
        ("2024 - 2023 HG FED", "DEF GH 2023 - 2024"),
        ("HG pq != st FED", "DEF pq != st GH"),
        ("HG pq++ and st FED", "DEF pq++ and st GH"),
        ("HG ++p FED", "DEF p++ GH"),
        ("HG #p FED", "DEF p# GH"),
        ("HG p# FED", "DEF p# GH"),
        ("HG pq# FED", "DEF #pq GH"),
        ("HG v- FED", "DEF -v GH"),
        ("HG pq@ FED", "DEF @pq GH"),
        ("HG /pq FED", "DEF pq/ GH"),
        ("HG FED +pq", "pq+ DEF GH"),
        ("HG #p, st, p FED", "DEF p, st, p# GH"),
        ('HG "pq st" FED', 'DEF "pq st" GH'),
    ],
)
def test_signs_beside_other_letters_go_with_the_line(tmp_path: Path, seen: str, meant: str) -> None:
    """They stood before the word they follow, in the wrong order, with a space between."""
    line = shown(_written(seen), 100, 700)
    others = b"".join(shown("QP ON ML", 100, 500 - 40 * at) for at in range(3))
    found, *_ = told(tmp_path / "a.pdf", line + others, "05D0", "Helvetica").split("\n")
    letters = "".join(chr(ord(c) - ord("A") + 0x5D0) if "A" <= c <= "Z" else c for c in meant)
    assert found.strip("\u2067\u2069 ") == letters


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("LK 50%-B FED", "DEF B-50% KL"),
        (".$100-B FED", "DEF B-$100."),
        (".(24/7) FED", "DEF (24/7)."),
        ('DC (2024) "B FED" A', 'A "DEF B" (2024) CD'),
        ('DC "pq" FED', 'DEF "pq" CD'),
        ('.("pq") FED', 'DEF ("pq").'),
        ("FED p-q-r", "p-q-r DEF"),
        ("DC pq (3) B", "B pq (3) CD"),
    ],
)
def test_numbers_quotes_and_brackets_behind_hebrew(tmp_path: Path, seen: str, meant: str) -> None:
    """Percent signs stood before their number, brackets of numbers were turned, quotes were parted from their word."""
    assert _read_from_right(tmp_path, seen, "05D0") == _letters(meant, 0x5D0)


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("LK %50 FED", "DEF 50% KL"),
        ("LK %60-%50 FED", "DEF 50%-60% KL"),
        ("LK 100$ FED", "DEF $100 KL"),
        ("LK (%15 FED) 1,299.90 B", "B 1,299.90 (DEF 15%) KL"),
        ("KL 12-3 B", "B 3-12 LK"),
    ],
)
def test_numbers_behind_arabic(tmp_path: Path, seen: str, meant: str) -> None:
    """Behind Arabic letters the signs of a number stand on its left, where they were read as if before it."""
    assert _read_from_right(tmp_path, seen, "0633") == _letters(meant, 0x633)


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("he said LK HG and left", "he said GH KL and left"),
        ('in all C"BA is here', 'in all AB"C is here'),
        ("of DC, so it is", "of CD, so it is"),
        ("the words DC - BA are here", "the words AB - CD are here"),
        ("see DC 5 BA, as we go", "see AB 5 CD, as we go"),
        ("the DC; then text of it", "the CD; then text of it"),
        ('the words "DC BA" are here', 'the words "AB CD" are here'),
        ("the words (DC BA) are here", "the words (AB CD) are here"),
        ("the words (DC) BA are here", "the words AB (CD) are here"),
        ("a line of (DC) pq and BA is here", "a line of (CD) pq and AB is here"),
    ],
)
def test_words_from_the_right_among_others_are_in_their_order(tmp_path: Path, seen: str, meant: str) -> None:
    """They were read from the left, each by itself; signs, numbers and brackets parted them, and spaces were lost."""
    found = told(tmp_path / "a.pdf", shown(_written(seen), 100, 700), "05D0", "Helvetica")
    assert found.replace("\u2067", "").replace("\u2069", "") == _letters(meant, 0x5D0)


def _read_from_right(folder: Path, seen: str, first: str) -> str:
    """What is read of a line beside others of the same script."""
    others = b"".join(shown("QP ON ML", 100, 500 - 40 * at) for at in range(3))
    found, *_ = told(folder / "a.pdf", shown(_written(seen), 100, 700) + others, first, "Helvetica").split("\n")
    return found.strip("\u2067\u2069 ")


def _letters(text: str, first: int) -> str:
    return "".join(chr(ord(c) - ord("A") + first) if "A" <= c <= "Z" else c for c in text)


def test_brackets_among_other_letters_stay_as_they_are_written(tmp_path: Path) -> None:
    content = shown(_written("of f(x) in [0, 1] (or A) and (so on)"), 100, 700)
    found = told(tmp_path / "a.pdf", content, "05D0", "Helvetica")
    assert found == "of f(x) in [0, 1] (or \u05d0) and (so on)"


def _written(text: str) -> str:
    return text.replace("(", "\\(").replace(")", "\\)")
