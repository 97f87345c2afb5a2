"""Lists of PDF files without tags: nested by where they stand, counted by letters, with bullets that are drawn."""

from __future__ import annotations

import io
from itertools import count
from pathlib import Path

import pytest
from dumping import dump
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from typeset import drawn, shown

Line = tuple[int, str, str]
"""How deep a line stands, its marker, its words."""

ORDER = "And these are to be carried, in the order that is given here:"


def listed(lines: list[Line], gap: float = 16, step: float = 20, right: bool = False) -> bytes:
    """A page with a line above the items; their markers end at one edge where they stand `right`."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Times-Roman", 11)
    canvas.drawString(72, 780, ORDER)
    for row, (depth, marker, words) in enumerate(lines):
        x, y = 90 + step * depth, 760 - 13 * row
        canvas.setFont("Courier" if marker == "o" else "Times-Roman", 11)
        (canvas.drawRightString if right else canvas.drawString)(x + (gap - 4 if right else 0), y, marker)
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(x + gap, y, words)
    canvas.save()
    return out.getvalue()


def text_of(path: Path, data: bytes, *more: str) -> str:
    path.write_bytes(data)
    done = dump("--no-metadata", *more, str(path))
    assert (done.code, done.errors) == (0, "")
    return done.text


DEEP = [
    (0, "1.", "oars"), (0, "2.", "sails of"), (1, "a)", "linen"), (1, "b)", "hemp, either"),
    (2, "i.", "white"), (2, "ii.", "brown"), (2, "iii.", "red"), (1, "c)", "cotton"), (0, "3.", "water"),
]  # fmt: skip

DEEP_TEXT = """
1. oars
2. sails of
   a. linen
   b. hemp, either
        i. white
       ii. brown
      iii. red
   c. cotton
3. water
"""


@pytest.mark.parametrize("right", [False, True])
def test_items_are_counted_by_letters_and_roman_numbers(right: bool, tmp_path: Path) -> None:
    text = text_of(tmp_path / "deep.pdf", listed(DEEP, gap=22, right=right))
    assert text.split("here:\n")[1] == DEEP_TEXT


def test_letters_stand_as_near_as_words_do(tmp_path: Path) -> None:
    text = text_of(tmp_path / "near.pdf", listed([(n, m, w) for n, m, w in DEEP if n < 2], gap=12))
    assert "2. sails of\n   a. linen\n   b. hemp, either\n   c. cotton\n3. water" in text


def test_bullets_of_word_processors_are_nested(tmp_path: Path) -> None:
    lines = [(0, "•", "oars"), (1, "o", "of ash"), (1, "o", "of beech"), (2, "*", "red"), (0, "•", "sails")]
    text = text_of(tmp_path / "word.pdf", listed(lines), "--format", "markdown")
    assert "- oars\n  - of ash\n  - of beech\n    - red\n- sails\n" in text


def test_the_letter_i_may_follow_h(tmp_path: Path) -> None:
    lines = [(0, f"{letter}.", f"thing {letter}") for letter in "ghijk"]
    text = text_of(tmp_path / "letters.pdf", listed(lines))
    assert "g. thing g\nh. thing h\ni. thing i\nj. thing j\nk. thing k" in text


def test_what_is_no_list_stays_as_it_is(tmp_path: Path) -> None:
    sections = [(0, "A.", "Methods"), (0, "We", "looked at all of them."), (0, "B.", "Results"), (0, "It", "was so.")]
    text = text_of(tmp_path / "sections.pdf", listed(sections, gap=14))
    assert "A. Methods" in text and "B. Results" in text and "Methods\n   " not in text
    names = [(0, "A.", "Smith"), (0, "C.", "Jones"), (0, "K.", "Lee")]
    assert "A. Smith" in text_of(tmp_path / "names.pdf", listed(names, gap=15))


def test_a_paragraph_goes_on_in_the_item_that_it_stands_below(tmp_path: Path) -> None:
    words = "in which there are more words than the line has room for, so that"
    items = [(0, "1.", "sails"), (1, "A.", "linen"), (1, "B.", "hemp")]
    lines = [*items, (0, "", words), (0, "", "goes on"), (0, "2.", "tar")]
    text = text_of(tmp_path / "goes-on.pdf", listed(lines, gap=20, step=20))
    assert f"   {words} goes on\n2. tar" in text


def dotted(lines: list[tuple[float, str]], more: bytes = b"") -> bytes:
    """Lines with a square drawn before each, as browsers print bullets."""
    out = [shown("A paragraph above.", 60, 740)]
    for row, (x, words) in enumerate(lines):
        y = 700 - 12 * row
        out += [b"%.1f %.1f 3 3 re f\n" % (x - 10, y + 2), shown(words, x, y)]
    return drawn(b"".join(out) + more)


def test_bullets_may_be_drawn(tmp_path: Path) -> None:
    lines = [(80.0, "First thing"), (110.0, "Nested one"), (110.0, "Nested two"), (80.0, "Second thing")]
    text = text_of(tmp_path / "drawn.pdf", dotted(lines), "--format", "markdown")
    assert "- First thing\n  - Nested one\n  - Nested two\n- Second thing\n" in text


def test_the_points_of_a_drawing_are_no_bullets(tmp_path: Path) -> None:
    points = b"".join(b"%d %d 3 3 re f\n" % (100 + 9 * (n % 40), 100 + 9 * (n // 40)) for n in range(400))
    text = text_of(tmp_path / "points.pdf", dotted([(80.0, "A line beside a point")], points))
    assert "•" not in text and "A line beside a point" in text


def test_numbered_clauses_begin_their_own_lines(tmp_path: Path) -> None:
    lines = [(0, "2.9", "The harbour is open from six in the morning on all days."),
             (0, "2.10", "Boats pay by the metre, as they have always done here."),
             (0, "2.11", "No more.")]  # fmt: skip
    text = text_of(tmp_path / "clauses.pdf", listed(lines, gap=26))
    assert "days.\n\n2.10 Boats" in text and "here.\n2.11 No more." in text


@st.composite
def nestings(draw: st.DrawFn) -> list[int]:
    """How deep each of some items stands."""
    depths = [0]
    for _ in range(draw(st.integers(1, 14))):
        depths.append(draw(st.integers(0, min(3, depths[-1] + 1))))
    return [*depths, 0]


def test_letters_below_each_other_are_no_word(tmp_path: Path) -> None:
    """PDFium reads them downwards where most of a page stands so; what the file marks as parts are no less apart."""
    items = [(b"/LBody <</MCID %d>> BDC\n" % n) + shown("xyz"[n % 3], y=700 - 14 * n) + b"EMC\n" for n in range(12)]
    assert text_of(tmp_path / "letters.pdf", drawn(b"".join(items))).split() == list("xyz" * 4)


@settings(max_examples=30, deadline=None)
@given(nestings(), st.sampled_from(["•–*-", "1aiA", "aAi1", "•1•a"]))
def test_any_nesting_comes_back(tmp_path_factory: pytest.TempPathFactory, depths: list[int], kinds: str) -> None:
    lines: list[Line] = []
    counters: list[count[int]] = []
    for number, depth in enumerate(depths):
        del counters[depth + 1 :]
        if len(counters) == depth:
            counters.append(count(1))
        value, kind = next(counters[depth]), kinds[depth]
        roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"]
        said = {"1": str(value), "a": chr(96 + value), "A": chr(64 + value), "i": roman[value - 1]}.get(kind, kind)
        lines.append((depth, f"{said}." if kind.isalnum() else said, f"thing number {number}"))
    text = text_of(tmp_path_factory.mktemp("any") / "any.pdf", listed(lines, gap=24, step=26))
    found = [line for line in text.splitlines() if "thing number" in line]
    assert len(found) == len(depths)
    starts: dict[int, int] = {}
    for depth, line in zip(depths, found, strict=True):
        at = line.index("thing")
        assert starts.setdefault(depth, at) == at or kinds[depth] != "•", (text, depth)
    ends = [starts[depth] for depth in sorted(starts)]
    assert ends == sorted(set(ends)), text
