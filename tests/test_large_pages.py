"""The dump of pages of 20 MB that hold a great many rows, links or words: bounded in memory and time."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from lightterm.errors import TooLarge
from tests.processes import clean_environment, lightterm, run_measured

if TYPE_CHECKING:
    from pathlib import Path

MEMORY = 256
"""Megabytes that no page may make the dump exceed."""

SIZE = 20_000_000
ROWS = "<tr><td>shalom<td>olam viod<td>12"
HEBREW = "<tr><td>שלום<td>עולם ועוד<td>12"

PROSE = "<b>quick</b> brown <i>fox</i> <code>jumped</code> over "


def page(home: Path, begin: str, piece: str, end: str = "") -> str:
    """A page of that size, nearly all of it a piece again and again; its path."""
    path = home / "page.html"
    count = SIZE // len(piece.encode())
    path.write_bytes(f"<meta charset=utf-8>{begin}{piece * count}{end}".encode())
    return str(path)


@pytest.mark.parametrize(
    ("begin", "piece", "width"),
    [
        ("<table>", ROWS, "80"),
        ("<table dir=rtl>", HEBREW, "80"),
        ("<table dir=rtl>", HEBREW, "2"),
        ("<p>", 'the quick brown foxy <a href="/page">link</a> ', "80"),
    ],
    ids=["rows", "right-to-left rows", "right-to-left records", "links in one paragraph"],
)
def test_rows_and_links_stay_within_the_memory(begin: str, piece: str, width: str, home: Path) -> None:
    options = ("--timeout", "300", "--links", "none", "--width", width)
    ended = run_measured(lightterm(*options, page(home, begin, piece)), str(home), out=os.devnull, timeout=300)
    assert ended.code == TooLarge.exit_code
    assert ended.peak <= MEMORY


def test_right_to_left_text_stays_within_the_memory(home: Path) -> None:
    path = page(home, "<p dir=rtl>", "שלום עולם זה הוא טקסט ארוך מאוד בעברית שלא נגמר ", "<p>innermost")
    ended = run_measured(lightterm("--timeout", "300", "--links", "none", path), str(home), timeout=300)
    assert (ended.code, ended.err) == (0, b"")
    assert b"".join(ended.out.split()).endswith(b"innermost")
    assert ended.peak <= MEMORY


def test_a_budget_makes_no_more_of_a_long_line_than_it_holds(home: Path) -> None:
    path = page(home, "<p>", "lorem ipsum sit a of ")
    options = ("--max-tokens", "500", "--timeout", "300", "--width", "1")
    ended = run_measured(lightterm(*options, path), str(home))
    assert (ended.code, b"loremipsum" in b"".join(ended.out.split())) == (0, True)
    assert ended.cpu < 15  # 60 when all of it was laid out
    assert ended.peak <= MEMORY


@pytest.mark.parametrize(
    "setting", [{"MALLOC_ARENA_MAX": "1"}, {"MALLOC_TRIM_THRESHOLD_": "1000000000"}], ids=["one heap", "untrimmed"]
)
@pytest.mark.parametrize(("begin", "piece"), [("<table>", ROWS), ("<table dir=rtl>", HEBREW)], ids=["ltr", "rtl"])
def test_what_the_tree_took_is_given_back(begin: str, piece: str, setting: dict[str, str], home: Path) -> None:
    # The C library gives back by itself what ends a heap, unless chance leaves some piece there: as if it always did.
    options = ("--timeout", "300", "--links", "none", "--width", "80", page(home, begin, piece))
    environment = clean_environment(str(home), **setting)
    ended = run_measured(lightterm(*options), str(home), out=os.devnull, timeout=300, environment=environment)
    assert ended.code == TooLarge.exit_code
    assert ended.peak <= 240  # 251 to 325


def test_prose_of_many_short_elements_stays_within_the_memory(home: Path) -> None:
    path = page(home, "<p>", PROSE)
    options = ("--timeout", "300", "--color", "always", "--width", "3", path)
    ended = run_measured(lightterm(*options), str(home), out=os.devnull, timeout=300)
    assert ended.code == TooLarge.exit_code
    assert ended.peak <= MEMORY
