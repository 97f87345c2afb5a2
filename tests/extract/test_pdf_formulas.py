"""Mathematics of a PDF: exponents, indices, and signs that the file does not name."""

from __future__ import annotations

from pathlib import Path

import pytest
from dumping import dump
from reportlab.pdfbase.pdfmetrics import stringWidth
from typeset import drawn, shown


def told(path: Path, content: bytes, *options: str) -> str:
    extension = "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+CMEX10 >>"
    path.write_bytes(drawn(content, more=(extension,), resources="/Font << /F 3 0 R /E 4 0 R >>"))
    return dump("--no-metadata", *options, str(path)).text


def line(*parts: tuple[str, float, float]) -> bytes:
    """Words behind each other: each with its size and how far above the line."""
    out, x = b"", 72.0
    for text, size, rise in parts:
        out += shown(text, x, 700 + rise, size)
        x += stringWidth(text, "Helvetica", size)
    return out


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((("area of 25 m", 10, 0), ("2", 7, 3.6)), "area of 25 m²"),
        ((("water is H", 10, 0), ("2", 7, -1.5), ("O", 10, 0)), "water is H₂O"),
        ((("it is 10", 10, 0), ("-6", 7, 3.6), (" or so", 10, 0)), "it is 10⁻⁶ or so"),
        ((("by others", 10, 0), ("12", 6.6, 3.3)), "by others¹²"),
        ((("large", 10, 0), (" and small", 7, 0)), "large and small"),
    ],
)
def test_what_stands_above_or_below_the_line_says_so(
    tmp_path: Path, parts: tuple[tuple[str, float, float], ...], text: str
) -> None:
    assert told(tmp_path / "a.pdf", line(*parts)).strip() == text


def test_an_index_below_an_exponent_belongs_to_the_same_letter(tmp_path: Path) -> None:
    x = shown("we add a", 72, 700) + shown("2", 111, 703.6, 7) + shown("n", 111, 697, 7) + shown("to it", 118, 700)
    assert told(tmp_path / "a.pdf", x).strip() == "we add a²ₙ to it"


def test_the_raised_letter_of_latex_is_no_exponent(tmp_path: Path) -> None:
    name = shown("in L", 72, 700) + shown("A", 84.5, 702.1, 7) + shown("TEX", 87.7, 700)
    assert told(tmp_path / "a.pdf", name).strip() == "in LATEX"


def test_large_signs_of_tex_have_their_meaning(tmp_path: Path) -> None:
    signs = b"".join(b"BT /E 10 Tf %d 700 Td (%b) Tj ET\n" % at for at in ((102, b"P"), (140, b"R"), (170, b"X")))
    words = [shown(word, x) for word, x in (("sums", 72), ("and", 120), ("or", 155))]
    assert told(tmp_path / "a.pdf", words[0] + signs + words[1] + words[2]).split() == "sums ∑ and ∫ or ∑".split()


def ruled(x0: float, x1: float, y: float) -> bytes:
    return f"{x0} {y} m {x1} {y} l S\n".encode()


def test_a_fraction_is_part_of_its_line(tmp_path: Path) -> None:
    above, below = stringWidth("a + b", "Helvetica", 10), stringWidth("c", "Helvetica", 10)
    middle = 100 + above / 2
    content = shown("y =", 80, 700) + shown("a + b", 100, 707) + ruled(100, 100 + above, 703)
    content += shown("c", middle - below / 2, 694) + shown("holds", 104 + above, 700)
    assert told(tmp_path / "a.pdf", content).split() == "y = (a + b)/c holds".split()


def test_what_is_underlined_is_no_fraction(tmp_path: Path) -> None:
    width = stringWidth("underlined words", "Helvetica", 10)
    content = (
        shown("underlined words", 72, 700)
        + ruled(72, 72 + width, 698)
        + shown("and a line of text below them", 72, 688)
    )
    assert "/" not in told(tmp_path / "a.pdf", content)


def test_the_border_between_the_cells_of_a_table_is_no_fraction(tmp_path: Path) -> None:
    """A cell below as wide as the two above it."""
    left, right, middle = 102.0, 126.0, 113.0
    content = b"".join(ruled(left, right, y) for y in (716, 702, 688))
    content += (
        b"".join(f"{x} 688 m {x} 716 l S\n".encode() for x in (left, right))
        + f"{middle} 702 m {middle} 716 l S\n".encode()
    )
    content += shown("1", 106, 706) + shown("2", 116, 706) + shown("wide", 104, 691)
    assert "/" not in told(tmp_path / "a.pdf", content)


def test_limits_stand_behind_their_sign(tmp_path: Path) -> None:
    content = shown("take", 60, 700) + b"BT /E 10 Tf 100 700 Td (X) Tj ET\n"
    content += shown("n", 103, 713, 7) + shown("i=1", 100, 688, 7) + shown("x + 1", 116, 700) + shown("lim", 160, 700)
    content += shown("0", 164, 692, 7) + shown("of it", 178, 700)
    assert told(tmp_path / "a.pdf", content).split() == "take ∑ᵢ₌₁ⁿ x + 1 lim₀ of it".split()
