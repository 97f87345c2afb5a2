"""Searching in a page: case and accents as browsers' find bars take them, and what was found marked where it stands."""

# ruff: noqa: RUF001

from __future__ import annotations

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.document.alike import alike, places
from lightterm.document.find import MOST, Search, pattern, with_case_turned, with_kind_turned
from lightterm.document.marks import STRONG, STRONG_END
from lightterm.document.matches import Match
from lightterm.document.model import ROOT, Cell, Paragraph, Table
from lightterm.extract.html import html_document
from lightterm.extract.view import View


def found(sought: str, text: str, regex: bool = True) -> list[str]:
    """What of a paragraph's text a search marks."""
    document = html_document(f"<!doctype html><p>{text}".encode(), "http://e.org/", View())
    search = Search(document.blocks, pattern(sought, regex))
    search.run(10)
    said = document.blocks[0].text()
    return [said[match.start : match.end] for match in search.matches]


@pytest.mark.parametrize(
    ("sought", "text", "marked"),
    [
        ("cafe", "Café, cafés, CAFE\u0301S, cafe", ["Café", "café", "CAFE\u0301", "cafe"]),
        ("café", "Ein cafe", ["cafe"]),
        ("Café", "café Cafe", ["Cafe"]),
        ("cafes", "a cafe\u0301s b", ["cafe\u0301s"]),
        ("lodz", "Łódź", ["Łódź"]),
        ("don't", "I don’t", ["don’t"]),
        ("e-mail", "E‑Mail", ["E‑Mail"]),
        ("hyphen", "soft hy&shy;phen", ["hy\xadphen"]),
        ("سلام", "سَلَامٌ", ["سَلَامٌ"]),
        ("שלום", "שָׁלוֹם", ["שָׁלוֹם"]),
        ("abc", "ＡＢＣ", ["ＡＢＣ"]),
        ("は", "ば は", ["は"]),
        ("มา", "ม้า มา", ["มา"]),
        ("각", "가 각", ["각"]),
        ("caf.s?", "cafés", ["cafés"]),
        ("[é]", "e é", ["é"]),
        ("[à-ü]+", "aäöa", ["äö"]),
        (r"\u00e9", "e é", ["é"]),
        ("（a", "f(a) （a", ["(a", "（a"]),
        ("[a", "x[á", ["[á"]),
        ("strasse", "Die Straße, STRASSE", ["Straße", "STRASSE"]),
        ("straße", "Strasse", ["Strasse"]),
        ("efficient", "an e\ufb03cient \ufb01sh", ["e\ufb03cient"]),
        ("fi", "\ufb01\xadsh \ufb01", ["\ufb01\xad", "\ufb01"]),
        ("eff", "e\ufb03cient", ["e\ufb03"]),
        ("ish", "\ufb01sh", ["\ufb01sh"]),
        ("[fi]", "\ufb01", ["\ufb01"]),
        (r"\Va.c", "abc A.C", ["A.C"]),
        (r"\Va.C", "a.c a.C", ["a.C"]),
        (r"\V\ca.C", "a.c a.C", ["a.c", "a.C"]),
        ("hors d'oeuvre", "Hors d’œuvre", ["Hors d’œuvre"]),
    ],
)
def test_accents_count_for_nothing(sought: str, text: str, marked: list[str]) -> None:
    assert found(sought, text) == marked


def test_plain_text_is_no_expression() -> None:
    assert found("é.", "é. ee", regex=False) == ["é."]
    assert found("[é]", "é [e]", regex=False) == ["[e]"]


@given(st.text())
def test_places_lead_from_bare_text_to_the_text(text: str) -> None:
    bare = alike(text)
    at = places(text)
    assert len(at) == len(bare) and at == sorted(at)
    assert "".join(alike(text[place]) for place in sorted(set(at))) == bare
    assert alike(bare) == alike(alike(bare))


def test_a_search_ends_with_a_bounded_number_of_matches() -> None:
    document = html_document(b"<!doctype html>" + (b"<p>" + b"a" * 4000) * 80, "http://e.org/", View())
    search = Search(document.blocks, pattern("a"))
    while not search.run(10):
        pass
    assert MOST <= len(search.matches) < 80 * 4000


@pytest.mark.parametrize(
    ("typed", "case", "kind"),
    [
        ("word", r"\Cword", r"\Vword"),
        ("Word", r"\cWord", r"\VWord"),
        (r"\vwo.d", r"\v\Cwo.d", r"\Vwo.d"),
        (r"\VWord", r"\V\cWord", "Word"),
        ("", r"\C", r"\V"),
    ],
)
def test_what_is_typed_says_how_it_is_meant_and_turned_twice_is_as_it_was(typed: str, case: str, kind: str) -> None:
    assert with_case_turned(typed) == case and with_case_turned(case) == typed
    assert with_kind_turned(typed) == kind and with_kind_turned(kind) == typed.removeprefix(r"\v")


@pytest.mark.parametrize(
    "sought",
    [r"word1234\b", "^word0 word1", "9 word10$", r"(?<=7 )word\d+8 ", r"été 1\d\d ", "zq( zq)+", "[a-z]+$", "no such"],
)
@pytest.mark.parametrize("accents", ["", "été"])
def test_a_long_paragraph_is_searched_in_parts_as_whole(sought: str, accents: str) -> None:
    words = " ".join(f"{STRONG}word{i}{STRONG_END} {accents} {i % 200}" for i in range(30_000))
    raw = f"{words} {'zq ' * 3000}zq {words} 9 word10"
    paragraph = Paragraph(raw, ROOT, 0, 0, 1)
    wanted = pattern(sought)
    search = Search([paragraph], wanted)
    assert search.run(60)
    assert [(m.start, m.end) for m in search.matches] == [*wanted.spans(paragraph.text())]


def test_a_search_of_one_large_block_looks_at_the_time() -> None:
    cells = [
        [Cell([Paragraph(f"row {i} cell {c}", ROOT, 0, 0, 1)], 1, 1, False, "") for c in range(9)] for i in range(900)
    ]
    for block in (Paragraph("words of it " * 90_000, ROOT, 0, 0, 1), Table(cells, [], ROOT, 0, 0)):
        search = Search([block], pattern("not in it"))
        steps = 0
        while not search.run(0):
            steps += 1
        assert steps > 20 and not search.matches


def test_many_matches_are_freed_without_freeing_each() -> None:
    search = Search([Paragraph("a" * 4000, ROOT, 1, 0, 1) for _ in range(30)], pattern("a"))
    before = len(gc.get_objects())
    assert search.run(60) and len(search.matches) >= MOST
    assert len(gc.get_objects()) - before < 1000
    at = search.after(7, 5)
    assert search.matches[at] == Match(7, 0, 5, 6) and search.index(search.matches[at]) == at
    assert search.matches[at : at + 2] == [Match(7, 0, 5, 6), Match(7, 0, 6, 7)]
    assert search.after(99) == len(search.matches) and search.of_block(7)[5] == search.matches[at]


def test_a_word_is_found_across_its_reading() -> None:
    """Ruby is shown as 子(こ)ども: who looked for 子ども did not find it."""
    text = "この子(こ)どもは漢(かん)字(じ)を読(よ)む。"
    shown = [text[start:end] for start, end in pattern("子ども").spans(text)]
    assert shown == ["子(こ)ども"]
    assert [text[s:e] for s, e in pattern("漢字を読む").spans(text)] == ["漢(かん)字(じ)を読(よ)む"]
    assert [text[s:e] for s, e in pattern("かん").spans(text)] == ["かん"]
    assert [text[s:e] for s, e in pattern("漢字").spans(text, 20)] == []
    assert pattern("漢字").found_in(text) and not pattern("字漢").found_in(text)
    assert [text[s:e] for s, e in pattern(r"\w+").spans(text)][:3] == ["この子", "こ", "どもは漢"]
