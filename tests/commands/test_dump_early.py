"""A long PDF is written while it is read, and comes out as it would at once."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from dumping import dump
from reportlab.pdfgen.canvas import Canvas
from typeset import article

from lightterm.commands.dump import run
from lightterm.commands.options import DumpOptions
from lightterm.extract.pdf import gathering
from lightterm.settings import load


class Written(io.BytesIO):
    """Standard output that counts what is written to it, and is closed by its reader after so many times."""

    def __init__(self, most: int = 1_000_000) -> None:
        super().__init__()
        self.times = 0
        self._most = most

    def write(self, data: object) -> int:
        self.times += 1
        if self.times > self._most:
            raise BrokenPipeError
        return super().write(data)  # type: ignore[arg-type]  # what the base takes is a type of typeshed's alone


@pytest.fixture
def book(tmp_path: Path) -> str:
    texts = [
        f"Paragraph {n} says what it has to say, and says it at some length, so that it fills lines." for n in range(60)
    ]
    path = tmp_path / "book.pdf"
    path.write_bytes(article([(f"Part {n}", texts) for n in range(4)]))
    return str(path)


@pytest.mark.parametrize("more", [(), ("--links", "inline"), ("--no-metadata",)])
def test_what_is_written_early_is_what_comes_at_once(
    book: str, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    at_once = dump("-f", "ansi", "--color", "never", *more, book)
    monkeypatch.setattr(gathering, "FIRST_PAGES", 2)  # of one page nobody knows what heads all of them
    early = dump("--dump", *more, book)
    assert "Part 3" in early.text and early.text == at_once.text
    assert dump("--dump", *more, book, book).text.count("Part 3") == 2
    assert dump("-f", "markdown", book).text.count("Part 3") == 1


def test_what_is_written_does_not_depend_on_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is a heading is told by all that was read: larger type comes first here, and most of it later."""
    out = io.BytesIO()
    canvas = Canvas(out)
    for page in range(12):
        canvas.setFont("Helvetica", 14 if page < 5 else 10)
        for row in range(8 if page < 5 else 40):
            canvas.drawString(
                72, 780 - (60 if page < 5 else 18) * row, f"Line {row} of page {page} has a few words, and no more."
            )
        canvas.showPage()
    canvas.save()
    path = tmp_path / "sizes.pdf"
    path.write_bytes(out.getvalue())
    monkeypatch.setattr(gathering, "FIRST_PAGES", 6)
    texts = set()
    for seconds in (0.0, 1e9):
        monkeypatch.setattr(gathering, "FIRST_LOOK", seconds)
        texts.add(dump("--dump", str(path)).text)
    assert len(texts) == 1


def test_pages_are_written_before_all_are_read(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = DumpOptions(urls=(book,), quiet=True)
    at_once, out = Written(), Written()
    assert run(options, load(), at_once, io.StringIO()) == 0
    monkeypatch.setattr(gathering, "FIRST_PAGES", 1)
    assert run(options, load(), out, io.StringIO()) == 0 and out.times > at_once.times
    with pytest.raises(BrokenPipeError):
        run(options, load(), Written(most=2), io.StringIO())
