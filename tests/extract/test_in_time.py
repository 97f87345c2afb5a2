"""Of a page too large for the time that is left as much is read as fits, and what is left out is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lightterm.document.layout import text_lines
from lightterm.errors import TimedOut
from lightterm.extract.in_time import FIRST, extract_in_time
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot

if TYPE_CHECKING:
    from collections.abc import Sequence

SHEET = "<link rel=stylesheet href=/s.css>"
LINES = "".join(f"<p>line {number} and <i class=off>what nobody sees</i></p>" for number in range(20_000))
MARKUP = f"<!doctype html><title>T</title>{SHEET}{LINES}".encode()


def page(markup: bytes = MARKUP, kind: str = "text/html") -> Snapshot:
    return Snapshot(Response("http://x.example/"), kind, markup)


def read(seconds: float, snapshot: Snapshot) -> tuple[str, list[str], int]:
    """The text, what is said of it, and how often sheets were asked for."""
    asked = []

    def sheets(urls: Sequence[str]) -> Sequence[str | None]:
        asked.append(urls)
        return [".off { display: none }" for _ in urls]

    document, problems = extract_in_time(snapshot, View(css=True), sheets, seconds)
    said = [problem.message for problem in problems if isinstance(problem, TimedOut)]
    return "\n".join(text_lines(document.blocks, 80)), said, len(asked)


def test_without_any_time_the_beginning_is_read_and_the_rest_told() -> None:
    assert len(MARKUP) > 4 * FIRST
    text, said, sheets = read(0.0, page())
    assert "line 0 and" in text and "line 100 and" in text and "line 19999" not in text
    assert "nobody" not in text and sheets == 1
    assert said == [f"time was up: the last {len(MARKUP) - FIRST} of the page's {len(MARKUP)} bytes were left out"]


def test_with_some_time_as_much_is_read_as_fits_and_its_sheets_are_loaded_once() -> None:
    text, said, sheets = read(1.0, page())  # too little to be sure of it, and enough on most machines
    assert "line 100 and" in text and "nobody" not in text and sheets == 1
    assert bool(said) != ("line 19999 and" in text)


def test_with_time_all_is_read_and_what_is_no_page_is_read_whole() -> None:
    text, said, sheets = read(60.0, page())
    assert "line 19999 and" in text and not said and sheets == 1
    text, said, _ = read(0.0, page(LINES.encode(), "text/plain"))
    assert "line 19999 and" in text and not said, "what has no charset was not decoded, and may be of one piece"


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "text/csv"])
def test_other_text_is_cut_at_a_line(kind: str) -> None:
    lines = "".join(f'{{"line": {number}}},\n' for number in range(30_000))
    text, said, _ = read(0.0, page(("[" + lines).encode(), kind).replace(charset="utf-8"))
    assert "line" in text and "29999" not in text and len(said) == 1
