"""Line breaking: every rule by an example, and what holds for any text by property."""

# ruff: noqa: RUF001

from __future__ import annotations

import pytest
from effort import grows_in_proportion
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lightterm.document import bidi, cells
from lightterm.document.kinsoku import NO_END, NO_START
from lightterm.document.wrap import LONG, breaks, even_lines, line_text, longest_word
from lightterm.safe import clean_flow

SAMPLE = (
    "aaabcde     -/—–.,:?=&%_()1 2\n\xad\u200b\u2060\xa0漢字かなカー、。」）「（っゃ한국어กำเก็ไทยนमस्ते\u0301\u0308"
    "🇯🇵👍🏽👨\u200d👩\ufe0f❤שלוםﻻｶﾞ…"
)
texts = st.text(st.sampled_from(SAMPLE), max_size=80)
rooms = st.integers(-1, 12)


def lines(text: str, first: int, rest: int | None = None) -> list[str]:
    flat = breaks(text, first, first if rest is None else rest)
    return [line_text(text, s, e) for s, e in zip(flat[::2], flat[1::2], strict=True)]


@given(text=texts, first=rooms, rest=rooms)
@example(text="「\xad「", first=1, rest=1)
@example(text="a \u0301b c", first=2, rest=2)
@example(text="🇯🇵🇯🇵🇯🇵", first=3, rest=5)
@settings(max_examples=1500, deadline=None)
def test_lines_cover_the_text_fit_and_split_no_cluster(text, first, rest):
    text = clean_flow(text)
    flat = breaks(text, first, rest)
    assert flat == sorted(flat)
    pairs = list(zip(flat[::2], flat[1::2], strict=True))
    ends = {0}
    for cluster in cells.clusters(text):
        ends.add(max(ends) + len(cluster))
    done = 0
    for n, (start, end) in enumerate(pairs):
        assert set(text[done:start]) <= set(" \xa0\n\u200b\xad"), ascii(text)
        assert start in ends and end in ends, ascii(text)
        assert "\n" not in text[start:end]
        assert end == start or text[end - 1] != " "
        line = line_text(text, start, end)
        room = max(rest, 1) if n else max(first, 0)
        single = len([c for c in cells.clusters(text[start:end]) if c not in cells.HINTS]) <= 1
        assert cells.width(line) <= room or single, (ascii(text), ascii(line))
        assert cells.HINTS.isdisjoint(line)
        done = end
    assert set(text[done:]) <= set(" \xa0\n\u200b"), ascii(text)
    assert len(pairs) >= (text.count("\n") + 1 if text else 0)


@given(text=st.text(st.sampled_from("abcd  \n-/é"), min_size=1, max_size=80), room=st.integers(1, 12))
@settings(max_examples=500, deadline=None)
def test_words_one_space_apart_are_broken_as_any_text_is(text, room):
    found = even_lines(text, room)
    assert found is None or found == lines(text, room)
    if not set(text) & set("\n-/é") and "  " not in text and text == text.strip():
        assert (found is None) == (longest_word(text, 99) > room)


@given(text=st.text(st.sampled_from("abc  d-/—"), max_size=80), room=st.integers(1, 12))
@settings(max_examples=300, deadline=None)
def test_plain_and_careful_ways_agree(text, room):
    """A wide character on a line of its own sends the whole text the careful way."""
    text = " ".join(text.split())
    if text:
        assert lines(text + "\n漢", room)[:-1] == lines(text, room)


@pytest.mark.parametrize(
    ("text", "room", "out"),
    [
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("the quick brown fox", 9, ["the quick", "brown fox"]),
        ("one\n\ntwo", 10, ["one", "", "two"]),
        ("a well-known thing", 8, ["a well-", "known", "thing"]),
        ("temp is -40 deg", 9, ["temp is", "-40 deg"]),
        ("on 2026-07-28 or", 7, ["on", "2026-", "07-28", "or"]),
        ("read and/or write", 9, ["read and/", "or write"]),
        ("half is 1/2 cup", 10, ["half is", "1/2 cup"]),
        ("word—another word", 7, ["word—", "another", "word"]),
        ("—Yes, he said", 6, ["—Yes,", "he", "said"]),
        ("see http://a.org/b now", 15, ["see", "http://a.org/b", "now"]),
        ("https://example.com/path/page?x=1", 20, ["https://example.com/", "path/page?x=1"]),
        ("https://e.org/%E3%81%82%E3%81", 20, ["https://e.org/%E3", "%81%82%E3%81"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("10\xa0000\xa0km is far", 9, ["10\xa0000\xa0km", "is far"]),
        ("extra\xadordi\xadnary", 7, ["extra-", "ordi-", "nary"]),
        ("extra\xadordi\xadnary", 10, ["extraordi-", "nary"]),
        ("extra\xadordi\xadnary", 9, ["extra-", "ordinary"]),
        ("long\u200bword\u200bhere", 8, ["longword", "here"]),
        ("漢字\u2060漢字", 4, ["漢", "字漢", "字"]),
        ("日本語の文章。", 6, ["日本語", "の文", "章。"]),
        ("「はい」と言った", 8, ["「はい」", "と言った"]),
        ("彼は「はい」", 6, ["彼は", "「は", "い」"]),
        ("ちょっとショー", 6, ["ちょっ", "と", "ショー"]),
        ("文です」）。続く", 8, ["文で", "す」）。", "続く"]),
        ("す」）。続く", 6, ["す」）", "。続く"]),
        ("한국어 문장은 띄어쓴다", 9, ["한국어", "문장은", "띄어쓴다"]),
        ("한국어한국어", 4, ["한국", "어한", "국어"]),
        ("日本語abcdef日本", 8, ["日本語", "abcdef日", "本"]),
        ("ภาษาไทย", 4, ["ภาษา", "ไทย"]),
        ("👨\u200d👩\u200d👧🇯🇵👍🏽", 4, ["👨\u200d👩\u200d👧🇯🇵", "👍🏽"]),
        ("漢字", 1, ["漢", "字"]),
        ("", 5, []),
        ("trailing ", 5, ["trail", "ing"]),
        ("C'est vrai ? Oui !", 10, ["C'est", "vrai ?", "Oui !"]),
        ("C'est vrai ! Oui ?", 12, ["C'est vrai !", "Oui ?"]),
        ("une liste : trois", 9, ["une", "liste :", "trois"]),
        ("il dit « oui » là", 10, ["il dit", "« oui » là"]),
        ("il dit « oui » là", 8, ["il dit", "« oui »", "là"]),
        ("er sagt »ja« und", 8, ["er sagt", "»ja« und"]),
        ("type in :set so", 8, ["type in", ":set so"]),
        ("はひふ 。まみ", 6, ["はひ", "ふ 。", "まみ"]),
    ],
)
def test_where_lines_break(text, room, out):
    assert lines(text, room) == out


def test_first_line_has_its_own_room():
    assert lines("one two three", 3, 9) == ["one", "two three"]
    assert lines("three one", 2, 9) == ["", "three one"]
    assert lines("abcdefghijkl", 2, 5) == ["ab", "cdefg", "hijkl"]
    assert lines("漢字", 1, 4) == ["", "漢字"]


@given(text=st.text(st.sampled_from("漢字かなカ、。」）「（っ…ー"), min_size=4, max_size=60))
@settings(max_examples=300, deadline=None)
def test_kinsoku_holds_wherever_a_free_place_is_near(text):
    """A line starts with a forbidden character only where the four places before it were no better."""
    flat = breaks(text, 20, 20)
    for start in flat[2::2]:
        if text[start] in NO_START or text[start - 1] in NO_END:
            assert all(text[p] in NO_START or text[p - 1] in NO_END for p in range(start - 3, start + 1))


def test_a_link_number_stays_with_its_link():
    assert lines("漢字[12]漢字", 8) == ["漢字", "[12]漢字"]


@pytest.mark.parametrize(
    ("text", "cap", "cells_"),
    [
        ("a few longer words", 40, 6),
        ("a few longer words", 4, 4),
        ("well-known", 40, 5),
        ("2026-07-28", 40, 10),
        ("naïve “words”", 40, 7),
        ("a\xa0b c", 40, 3),
        ("extra\xadordinary", 40, 8),
        ("日本語の文章", 40, 2),
        ("日本語。", 40, 4),
        ("한국어 문장", 40, 6),
        ("👍🏽👍🏽", 40, 2),
        ("", 40, 0),
        ("line\nlonger", 40, 6),
    ],
)
def test_longest_word(text, cap, cells_):
    assert longest_word(text, cap) == cells_


@given(text=st.text(st.sampled_from("aabcde111   /-—–\n\xad\u200b\xa0éшо한글"), max_size=60))
@settings(max_examples=500, deadline=None)
def test_in_the_room_of_the_longest_word_no_word_is_cut(text):
    text = "\n".join([" ".join(filter(None, line.split(" "))) for line in text.split("\n")])
    room = longest_word(text, 1000)
    for start in breaks(text, room, room)[2::2]:
        assert start == 0 or not (text[start - 1].isalnum() and text[start].isalnum()), ascii(text)


@pytest.mark.parametrize(
    "piece", ["a", "word ", "well-", "a/", "漢", "漢。", "e\u0301", "\xad", "ส\u200b", "「", "한", "\n"]
)
def test_five_times_the_text_takes_no_more_than_about_five_times_the_calls(piece):
    assert grows_in_proportion(lambda characters: breaks(piece * (characters // len(piece)), 79, 80), 50_000, 5)


class Looked(str):
    """Text that counts how often it is searched or taken as a whole."""

    looks = 0

    def __contains__(self, part):
        self.looks += 1
        return super().__contains__(part)

    def isascii(self):
        self.looks += 1
        return super().isascii()

    def encode(self, *args, **kwargs):
        self.looks += 1
        return super().encode(*args, **kwargs)

    def count(self, *args):
        self.looks += 1
        return super().count(*args)


@pytest.mark.parametrize("line", ["word", "a-b", "漢字かな", "漢字 and", "é", "e\u0301", "한글", "a\xadb", "שלום"])
def test_hard_breaks_do_not_have_all_of_the_text_looked_at_each(line):
    breaks(line, 80, 80)  # what its characters are is looked up once
    few, many = Looked(f"{line}\n" * 10), Looked(f"{line}\n" * 1000)
    breaks(few, 80, 80)
    breaks(many, 80, 80)
    assert 0 < many.looks <= few.looks


class Copied(str):
    """Text that counts how many of its characters are copied."""

    characters = 0

    def __getitem__(self, at):
        part = super().__getitem__(at)
        self.characters += len(part)
        return part


@pytest.mark.parametrize("piece", ["(a.b-c", "x_y/", "well-"])
def test_a_long_word_is_not_copied_at_each_of_its_hyphens(piece):
    short, long = Copied(piece * 1000), Copied(piece * 5000)
    breaks(short, 80, 80)
    breaks(long, 80, 80)
    assert 0 < long.characters <= 6 * short.characters


@pytest.mark.parametrize("piece", ["word ", "漢字かな", "漢字。 ", "e\u0301 ", "é ", "한글 ", "a\xadb ", "שלום "])
def test_a_text_of_more_than_a_million_characters_is_broken_as_a_short_one_is(piece):
    short = piece * (10_000 // len(piece))
    long = "\n".join([short] * (1 + LONG // len(short)))
    flat, size = list(breaks(short, 40, 40)), len(short) + 1
    assert list(breaks(long, 40, 40)) == [at + size * n for n in range(1 + LONG // len(short)) for at in flat]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("English שלום", "ltr"),
        ("שלום English", "rtl"),
        ("12. (مرحبا)", "rtl"),
        ("\u2067שלום\u2069 English", "ltr"),
        ("\u2068English\u2069 שלום", "rtl"),
        ("12:30 …", "ltr"),
        ("", "ltr"),
        ("\u200fabc", "rtl"),
    ],
)
def test_base_direction(text, direction):
    assert bidi.base_direction(text) == direction


@pytest.mark.parametrize(
    ("text", "direction", "out"),
    [
        ("plain", "ltr", "plain"),
        ("see שלום for more", "ltr", "see שלום for more"),
        ("see שלום עולם [12]", "ltr", "see \u2067שלום עולם\u2069 [12]"),
        ("[3] שלום", "ltr", "[3] \u2067שלום\u2069"),
        ("שלום עולם", "rtl", "שלום עולם"),
        ("שלום עולם", "ltr", "שלום עולם"),
        ("  שלום, English!", "ltr", "  \u2066שלום, English!\u2069"),
        ("שלום, English!", "rtl", "\u2067שלום, English!\u2069"),
        ("English only", "rtl", "\u2067English only\u2069"),
        ("a \u2067ש 1\u2069 2", "ltr", "a \u2067ש 1\u2069 2"),
        ("  שלום abc", "rtl", "  \u2067שלום abc\u2069"),
        ("—", "rtl", "—"),
    ],
)
def test_isolate(text, direction, out):
    assert bidi.isolate(text, direction) == out
    assert cells.width(bidi.isolate(text, direction)) == cells.width(text)


def test_a_number_is_cut_only_where_nothing_else_can_be():
    assert lines("$10,000–$200,000", 15) == ["$10,000–", "$200,000"]
    assert lines("averylongword:1,000", 17) == ["averylongword:", "1,000"]
    assert lines("1,000,000,000", 6) == ["1,000,", "000,", "000"]


@pytest.mark.parametrize("option", ["--no-pager", "(--no-pager", "“--no-pager”", "--color-words=always-on"])
def test_an_option_is_not_torn_at_its_hyphens(option: str) -> None:
    """`--no-` ended a line and `pager` began the next: that reads as two words."""
    text = f"Give it the flag {option} at the well-known end of the command."
    lines = [text[start:end] for start, end in zip(*[iter(breaks(text, 24, 24))] * 2, strict=True)]
    assert any(option in line for line in lines)
    assert breaks("well-known things", 6, 6)[:2] == [0, 5]
    assert breaks("--a-very-long-option-name", 12, 12)[:2] == [0, 9]


@pytest.mark.parametrize(
    "name", ["my-own-file.txt", "/usr/lib/x-y", "~/x-y/z", "key=long-value", "a_b-c_d", "$well-known", "std::my-own"]
)
def test_names_of_files_and_code_are_not_torn(name: str) -> None:
    text = f"Have a look into the [12]{name} at the well-known end of the very-well-known and/or all of the rest."
    for room in range(len(name) + 4, 60):
        assert any(name in line for line in lines(text, room)), room
    assert lines("well-known", 6) == ["well-", "known"] and lines("and/or", 5) == ["and/", "or"]


def test_thai_is_broken_between_syllables():
    text = "เชียงใหม่เป็นเมืองที่มีประวัติศาสตร์ยาวนานกว่าที่อื่น นักท่องเที่ยวเดินทางโดยรถสองแถวค่าโดยสารสี่สิบบาทต่อคน"
    syllables = (
        "เชียง ใหม่ เป็น เมือง ที่ มี ประ วัติ ศาสตร์ ยาว นาน กว่า ที่ อื่น "
        "นัก ท่อง เที่ยว เดิน ทาง โดย รถ สอง แถว ค่า โดย สาร สี่ สิบ บาท ต่อ คน"
    ).split()
    ends = {len("".join(syllables[: n + 1])) for n in range(len(syllables))}
    for room in range(9, 40):
        done = 0
        for line in lines(text, room):
            done += len(line.replace(" ", ""))
            assert done in ends, (room, line)


def test_an_address_that_fits_on_a_line_is_not_torn_at_its_hyphens() -> None:
    """`ftp://example.org/some-` ended a line, as other addresses did at hyphens, and never at slashes."""
    address = "ftp://example.org/some-name/in-it"
    text = f"The files are at {address} and well-known."
    lines = [text[start:end] for start, end in zip(*[iter(breaks(text, 36, 36))] * 2, strict=True)]
    assert any(address in line for line in lines)
    assert max(map(len, lines)) <= 36
    assert breaks(address, 24, 24)[:2] == [0, 23], "longer than a line it is cut at a sign"
