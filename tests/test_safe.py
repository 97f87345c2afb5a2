"""The choke point: what may never come out, what must stay, and that it costs little where there is nothing to do."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
import unicodedata

import pytest
from effort import calls
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lightterm.safe import MAX_MARKS, clean, clean_flow, clean_markup, clean_text, needs_care, output_guard

ZWJ, ZWNJ, VS16 = "\u200d", "\u200c", "\ufe0f"
LRI, RLI, FSI, PDI = "\u2066", "\u2067", "\u2068", "\u2069"
LRE, RLE, PDF, LRO, RLO = "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"
LRM, RLM = "\u200e", "\u200f"
FLAG = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
FAMILY = f"👨{ZWJ}👩{ZWJ}👧"

SPECIAL = (
    "".join(map(chr, range(0x20)))
    + "\x7f\x80\x85\x9b\x9f\xa0\xad\u034f\u061c\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029"
    + "\u202a\u202b\u202c\u202d\u202e\u202f\u2060\u2061\u2062\u2064\u2065\u2066\u2067\u2068\u2069\u206a\ufeff"
    + "\ufe0e\ufe0f\ufff9\ufffa\ufffb\ufffc\ufffe\uffff\U000e0001\U000e0067\U000e0062\U000e007f\U000e0100\U0001f3f4"
    + "\ufdd0\U0001ffff\ud800\udfff\u0301\u0489\u20e3\u0e4d\u093e\u094d\u0915\u0627\u05d0é漢👨🏽 a1#"
)
texts = st.text(st.one_of(st.sampled_from(SPECIAL), st.characters()), max_size=60)
ALLOWED_FORMAT = {ZWJ, ZWNJ, LRM, RLM, "\u061c", LRI, RLI, FSI, PDI} | {
    chr(c) for c in (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)
}
TAGS = {chr(c) for c in range(0xE0020, 0xE0080)}
HINTS = {"\xad", "\u200b", "\u2060"}


def forbidden(text: str, more: frozenset[str] | set[str] = frozenset()) -> set[str]:
    """The characters of `text` that no output may hold, judged by Unicode's categories alone."""
    bad = set()
    for char in set(text) - {"\n", "\t"} - ALLOWED_FORMAT - TAGS - more:
        code = ord(char)
        nothing = 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
        if nothing or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            bad.add(char)
    return bad


def is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc", "Me") and not is_selector(char)


def is_selector(char: str) -> bool:
    return char in "\u180b\u180c\u180d\u180f" or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def check_shape(text: str) -> None:
    """The rules about neighbours: isolates balanced on each line, no runs of the invisible, capped marks."""
    for line in text.split("\n"):
        depth = 0
        for char in line:
            depth += (char in LRI + RLI + FSI) - (char == PDI)
            assert depth >= 0, ascii(line)
        assert depth == 0, ascii(line)
    marks = 0
    for i, char in enumerate(text):
        before, after = text[i - 1 : i], text[i + 1 : i + 2]
        if is_mark(char):
            marks += 1
            assert marks <= MAX_MARKS, ascii(text)
        elif char not in ALLOWED_FORMAT and not is_selector(char) and char not in TAGS:
            marks = 0
        if char in ZWJ + ZWNJ:
            assert before > "\u058f" and after > "\u058f", ascii(text)
            assert {before, after}.isdisjoint({ZWJ, ZWNJ, LRM, RLM}), ascii(text)
        if is_selector(char):
            assert before and not is_selector(before) and not is_mark(before) and before != ZWJ, ascii(text)
        if char in LRM + RLM:
            assert before not in (LRM, RLM), ascii(text)
        if char in TAGS:
            assert before in TAGS or before == "\U0001f3f4", ascii(text)


@pytest.mark.parametrize("function", [clean, clean_text, clean_flow, output_guard])
@given(text=texts)
@example(text=f"a{RLI}{ZWJ}{PDI}b")
@example(text="e" + "\u0301" * 30 + LRM + "\u0301" * 30)
@example(text="\U0001f3f4" + "\U000e0067" * 9 + "\U000e007f")
@settings(max_examples=300, deadline=None)
def test_nothing_forbidden_comes_out_and_a_second_time_changes_nothing(function, text):
    out = function(text)
    assert not forbidden(out, HINTS if function is clean_flow else frozenset()), ascii(out)
    assert function(out) == out
    if function is clean:
        assert "\n" not in out and "\t" not in out
    if function is not clean_flow:
        check_shape(out)


@given(text=texts)
@settings(max_examples=300, deadline=None)
def test_what_needs_no_care_is_not_changed(text):
    if not needs_care(text):
        assert clean_text(text) == clean_flow(text) == output_guard(text) == text


@given(text=st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=80))
def test_letters_digits_punctuation_and_symbols_pass(text):
    expected = text.translate(dict.fromkeys(range(0xE0000, 0xE1000)))
    assert clean(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "plain ASCII, 100% of it",
        "naïve “quotes” — dash… \xa0 €",
        "日本語　の文章。",
        FAMILY,
        f"❤{VS16} 1{VS16}\u20e3 👍🏽",
        FLAG,
        "🇯🇵",
        f"می{ZWNJ}خواهم",
        "\u0930\u094d\u200d\u092f",
        f"a {RLI}שלום 12{PDI} b",
        "نص ۱۲ \u06dd",
        f"{RLM}(c) שלום",
        "葛\U000e0100城",
        "Zürich Zu\u0308rich",
        "\ue000 an icon font",
    ],
)
def test_real_text_stays_as_it_is(text):
    assert clean(text) == text
    assert clean_text(text) == text


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("a\x1b[31mb\x07\x00\x7f\x9b", "a[31mb"),
        ("one\ntwo\r\nthree\tfour\x85five\u2028six\x0bseven", "one two three four five six seven"),
        (f"pay{RLO}lap.exe{PDF} x", "pay<U+202E>lap.exe x"),
        (f"{LRO}x", "<U+202D>x"),
        (f"a {RLE}שלום{PDF} b", f"a {RLI}שלום{PDI} b"),
        (f"a {RLI}never closed", f"a {RLI}never closed{PDI}"),
        (f"stray {PDI}{PDF}closers", "stray closers"),
        (f"{RLI}{FSI}{PDI}{PDI}empty", "empty"),
        (f"pay{ZWJ}pal{ZWNJ}.com", "paypal.com"),
        (f"{FAMILY}{ZWJ}", FAMILY),
        (f"❤{VS16}{VS16}{VS16}", f"❤{VS16}"),
        (f"{VS16}x", "x"),
        (f"{LRM}{LRM}{RLM}x", f"{LRM}x"),
        ("in\u200bvis\ufeffible\u2060\u2063", "invisible"),
        ("soft\xadhyphen", "softhyphen"),
        ("A\U000e0041\U000e0042B", "AB"),
        ("\ufff9base\ufffanote\ufffb\uffff", "basenote"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("Z" + "\u0334" * 40 + "o", "Z" + "\u0334" * 8 + "o"),
    ],
)
def test_what_becomes_of_it(text, out):
    assert clean(text) == out


def test_lines_of_text_stay_lines():
    text = "one\ttab\r\ntwo\rthree\x85four\u2029five\x0csix"
    assert clean_text(text) == "one\ttab\ntwo\nthree\nfour\nfive\nsix"


def test_an_isolate_is_closed_on_its_own_line():
    assert clean_text(f"a {FSI}b\nc{PDI} d") == f"a {FSI}b{PDI}\nc d"


def test_text_that_flows_keeps_single_break_hints():
    assert clean_flow("soft\xad\xadhyphen <wbr>\u200b\u200bhere\u2060") == "soft\xadhyphen <wbr>\u200bhere\u2060"
    assert clean_flow("e\u200b\u0301") == "e\u0301"


def test_the_guard_keeps_every_line_end_and_drops_the_rest():
    assert output_guard("a\x1b]0;x\x07\n\tb\r\n") == "a]0;x\n\tb\n"
    assert output_guard("é\u2028\x85\u202ex\n") == "é<U+202E>x\n"


def test_needs_care():
    assert not needs_care("ASCII\n\tlines")
    assert not needs_care("日本語\nไทย ก็ नमस्ते")
    for text in ("\x1b", "é\x1b", "é\x9b", "é\xad", "日\u202e", "a\u0301" * 3 + "\u0301" * 9):
        assert needs_care(text)


def test_markup_loses_controls_before_it_is_parsed():
    page = "<p\x00>a\x1b[1m\x7f é\x9b\xa0日本\x85\t\n\f\r</p>".encode()
    assert clean_markup(page).decode() == "<p>a[1m é\xa0日本…\t\n\f\r</p>"
    assert clean_markup("a Master\x92s \x93degree\x94\x81".encode()).decode() == "a Master’s “degree”"
    assert clean_markup("“café\x94 é\x9c\x94".encode()).decode() == "“café” é"
    assert clean_markup("thatâ\x80\x99s â\x9c\x85 and it\x92s".encode()).decode() == "thatâs â and it’s"


@given(data=st.lists(st.sampled_from([b"\xc2", b"\x80", b"\x9f", b"\x85", b"\xa0", b"\x00", b"\xe0", b"a"])))
def test_removal_from_broken_utf8_makes_no_new_control(data):
    text = clean_markup(b"".join(data)).decode("utf-8", "replace")
    assert not forbidden(text)


def test_hostile_sizes_take_linear_time():
    for piece in ("\U0001f3f4", RLI, RLO, "e" + "\u0301" * 20, ZWJ + "א", "\xad\u200b", LRM + "\u0301"):
        assert not forbidden(clean_text(piece * (300_000 // len(piece))))


def test_ascii_text_imports_nothing():
    script = "import sys; from lightterm.safe import *; clean('a\\x1b'); output_guard('a'); clean_markup(b'\\xc2\\xa0')"
    names = "print([m for m in ('re', 'typing', 'unicodedata', 'dataclasses') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-S", "-c", f"{script}; {names}"], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_a_long_text_with_joiners_is_cleaned_without_an_object_for_each_of_its_characters() -> None:
    text = "👨\u200d👩 word \u200d" * 20_000
    clean_flow("👨\u200d👩 word \u200d")
    tracemalloc.start()
    try:
        assert clean_flow(text) == "👨\u200d👩 word " * 20_000
        assert tracemalloc.get_traced_memory()[1] < 20 * len(text)
    finally:
        tracemalloc.stop()


def test_a_line_of_the_screen_that_holds_nothing_odd_is_looked_through_once() -> None:
    for text in ("a word – and “more”", "吾輩は猫である。", "שלום עולם"):
        assert output_guard(text) == text
        assert calls(lambda text=text: output_guard(text)) < 40, text  # 50: for each control character once
        assert output_guard(f"{text}\x1b[2J\x9b") == f"{text}[2J"


def test_the_lines_of_tables_cost_the_guard_no_look_at_each_of_them() -> None:
    text = f"{'words ' * 12}\n{'─' * 9}─┼─{'─' * 9}\n" * 500
    assert output_guard(text) == text
    again = f"{text} "
    assert calls(lambda: output_guard(again)) < 40  # 1000: once for each line
    for odd in ("\x1b", "\u200b", "\u202e"):
        assert odd not in output_guard(f"{text}{odd}")
