"""Tables of a PDF without upright lines, and what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest
from dumping import dump
from typeset import drawn, shown


def rows(*lines: tuple[str, ...], at: tuple[int, ...] = (72, 220, 330), pitch: int = 14) -> bytes:
    """A page with a sentence, lines of words at these places, and a sentence."""
    out = shown("A sentence stands before it and runs on for a while, as sentences in papers do.", y=740)
    for row, words in enumerate(lines):
        out += b"".join(shown(word, x, 700 - pitch * row) for x, word in zip(at, words, strict=False) if word)
    return out + shown("Another sentence follows it, no shorter than the one before, and ends.", y=500)


def told(path: Path, content: bytes, *options: str) -> str:
    path.write_bytes(drawn(content))
    return dump("--no-metadata", *options, str(path)).text


PORTS = (("Port", "Height", "Range"), ("Brest", "6.9", "1.1"), ("Port of Dover", "6.5", "0.8"), ("Hull", "7.4", ""))


def test_words_under_each_other_are_a_table(tmp_path: Path) -> None:
    text = told(tmp_path / "a.pdf", rows(*PORTS), "-f", "markdown")
    start = text.index("| Port ")
    assert text[start : text.index("\n\n", start)].splitlines() == [
        "| Port | Height | Range |",
        "| --- | --- | --- |",
        "| Brest | 6.9 | 1.1 |",
        "| Port of Dover | 6.5 | 0.8 |",
        "| Hull | 7.4 |  |",
    ]
    assert text.index("before it") < start < text.index("follows it")


def test_what_does_not_fit_its_cell_goes_on_in_it(tmp_path: Path) -> None:
    wrapped = rows(*PORTS[:3], ("", "", "at spring"), ("Hull", "7.4", "2.0"))
    assert "| Port of Dover | 6.5 | 0.8 at spring |" in told(tmp_path / "a.pdf", wrapped, "-f", "markdown")
    second = rows(*PORTS[:3], ("", "", "0.9"), ("Hull", "7.4", "2.0"))
    assert "| Port of Dover | 6.5 | 0.8 |\n|  |  | 0.9 |\n" in told(tmp_path / "b.pdf", second, "-f", "markdown")


@pytest.mark.parametrize(
    "content",
    [
        rows(("1.", "boil the water"), ("2.", "steep the leaves"), ("3.", "pour the tea"), at=(72, 100)),
        rows(("Boil the", "water now"), ("and wait", "for it"), at=(72, 160)),
        rows(("a = b + c", "(1)"), ("d = e + f", "(2)"), ("g = h + i", "(3)"), at=(200, 500)),
    ],
    ids=["a list", "two rows", "formulas"],
)
def test_a_list_and_formulas_are_none(tmp_path: Path, content: bytes) -> None:
    assert "|" not in told(tmp_path / "a.pdf", content, "-f", "markdown")


def test_a_paragraph_goes_on_over_a_footnote_and_a_figure(tmp_path: Path) -> None:
    first = [f"Line {n} of the first column runs on and on" for n in range(8)] + [
        "and ends in the midst of a long sen-"
    ]
    second = ["tence that goes on up here and then ends."] + [
        f"Then there is line {n} of what follows it" for n in range(8)
    ]
    content = b"".join(shown(line, 60, 700 - 12 * n) for n, line in enumerate(first))
    content += shown("1 A note about something at the foot of it.", 60, 560, 7)
    content += shown("Figure 2: What is to be seen above.", 320, 700)
    content += b"".join(shown(line, 320, 660 - 12 * n) for n, line in enumerate(second))
    text = " ".join(told(tmp_path / "a.pdf", content).split())
    assert "the midst of a long sentence that goes on up here and then ends." in text
    assert text.index("and then ends.") < min(text.index("1 A note about"), text.index("Figure 2"))
    assert "1 A note about something at the foot of it." in text and "Figure 2: What is to be seen above." in text


def test_the_entries_of_contents_stay_apart(tmp_path: Path) -> None:
    lines = ("2.4 Adding things to many lists 28", "2.5 Committing a column to", "its preamble now . . . . 28")
    more = ("2.6 Declaring types of them all . 30", "2.7 The stack where they are kept . 32")
    content = b"".join(shown(line, 72, 700 - 12 * row) for row, line in enumerate(lines + more))
    text = told(tmp_path / "a.pdf", content, "-w", "60")
    assert [line for line in text.splitlines() if line] == [
        "2.4 Adding things to many lists 28",
        "2.5 Committing a column to",
        "its preamble now … 28",
        "2.6 Declaring types of them all … 30",
        "2.7 The stack where they are kept … 32",
    ]
