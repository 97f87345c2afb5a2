"""What of a page is asked for on the command line: words, patterns, what it is about, and their combinations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dumping import dump

PAGE = """<title>Ports</title><h1>Ports</h1>
<p>Brest has a harbour of 1634 for ships of war.</p>
<p>Dover has ferries to France, and a castle.</p>
<h2>Tides</h2>
<p>The tide at Brest rises by 6.9 metres in spring.</p>
<p>The tide at Dover rises less, ferries wait for nothing.</p>
<h2>Food</h2>
<p>Fish is cooked with butter in the harbour of Brest.</p>
"""


def told(tmp_path: Path, *argv: str) -> list[str]:
    """The paragraphs that are left, without headings."""
    path = tmp_path / "ports.html"
    path.write_text(PAGE)
    done = dump("--no-metadata", "-w", "200", *argv, str(path))
    return [line for line in done.text.splitlines() if line and not line.startswith("#")]


@pytest.mark.covers("LBX-5")
def test_any_or_all_of_several_keywords(tmp_path: Path) -> None:
    words = ("--keyword", "brest", "--keyword", "tide")
    assert len(told(tmp_path, *words)) == len(told(tmp_path, *words, "--keyword-mode", "any")) == 4
    assert told(tmp_path, *words, "--keyword-mode", "all") == ["The tide at Brest rises by 6.9 metres in spring."]


@pytest.mark.covers("LBX-38")
def test_a_pattern_and_what_else_is_asked_for_narrow_each_other(tmp_path: Path) -> None:
    assert len(told(tmp_path, "--pattern", r"\d")) == 2
    assert told(tmp_path, "--pattern", r"\b\d{4}\b") == ["Brest has a harbour of 1634 for ships of war."]
    both = ("--pattern", r"\d", "--keyword", "tide")
    assert told(tmp_path, *both) == ["The tide at Brest rises by 6.9 metres in spring."]
    assert told(tmp_path, "--pattern", "1634|butter") == [
        "Brest has a harbour of 1634 for ships of war.",
        "Fish is cooked with butter in the harbour of Brest.",
    ]
    either = ("--keyword", "ferries", "--keyword", "butter", "--pattern", "Dover|Brest", "--query", "castle")
    assert told(tmp_path, *either, "--top", "1") == ["Dover has ferries to France, and a castle."]
    path = str(tmp_path / "ports.html")
    assert dump("--pattern", "(", path).code == 2 and dump("--pattern", "nowhere", path).code == 44


@pytest.mark.covers("LBX-3", "LBX-4")
def test_a_query_has_a_most_and_a_least(tmp_path: Path) -> None:
    query = ("--query", "tide at Brest")
    counts = [len(told(tmp_path, *query, "--semantic-top-k", str(most))) for most in (1, 2, 3, 8)]
    assert counts == sorted(counts) and all(n <= most for n, most in zip(counts, (1, 2, 3, 8), strict=True))
    shares = [len(told(tmp_path, *query, "--semantic-threshold", share)) for share in ("0", "0.2", "0.5", "0.9", "1")]
    assert shares == sorted(shares, reverse=True) and shares[0] > shares[2] >= 1 > shares[-1]
    assert told(tmp_path, *query, "--threshold", "0.5")[0] == "The tide at Brest rises by 6.9 metres in spring."


@pytest.mark.parametrize(
    "argv",
    [
        ("--threshold", "0.5"),
        ("--top", "3"),
        ("--keyword-mode", "all"),
        ("--query", "x", "--threshold", "2"),
        ("--query", "x", "--top", "0"),
        ("--query", "x", "--threshold", "nan"),
    ],
)
def test_what_makes_no_sense_is_a_mistake(tmp_path: Path, argv: tuple[str, ...]) -> None:
    done = dump(*argv, str(tmp_path / "ports.html"))
    assert (done.code, done.output) == (2, b"")


@pytest.mark.covers("LBX-18")
def test_addresses_come_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "ports.html"
    path.write_text(PAGE)
    done = dump("--batch", "-", stdin=f"{path}\n".encode())
    assert done.code == 0 and "Dover has ferries" in done.text


@pytest.mark.covers("LB-142", "LB-145")
@pytest.mark.parametrize("options", [("--selector", ".none"), ("--keyword", "snow"), ("--pattern", "^snow")])
def test_what_is_nowhere_on_the_page_is_an_error_in_words_and_in_json(tmp_path: Path, options: tuple[str, ...]) -> None:
    path = tmp_path / "ports.html"
    path.write_text(PAGE)
    done = dump("--no-metadata", *options, str(path))
    assert (done.code, done.text.strip(), done.errors.count("\n")) == (44, "", 1)
    assert "nothing on the page is what was asked for; see what there is (--format outline)" in done.errors
    errors = json.loads(dump("--json", *options, str(path)).text)["errors"]
    assert [(each["code"], each["number"], each["exitCode"]) for each in errors] == [("EXTRACTION_ERROR", 402, 44)]
