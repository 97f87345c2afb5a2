"""A long PDF is written while it is read, and comes out as it would at once."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from dumping import dump
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
    monkeypatch.setattr(gathering, "FIRST_LOOK", 0.0)  # a look after every page
    early = dump("--dump", *more, book)
    assert "Part 3" in early.text and early.text == at_once.text
    assert dump("--dump", *more, book, book).text.count("Part 3") == 2
    assert dump("-f", "markdown", book).text.count("Part 3") == 1


def test_pages_are_written_before_all_are_read(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "FIRST_LOOK", 0.0)
    options = DumpOptions(urls=(book,), quiet=True)
    out = Written()
    assert run(options, load(), out, io.StringIO()) == 0 and out.times > 4
    with pytest.raises(BrokenPipeError):
        run(options, load(), Written(most=2), io.StringIO())
