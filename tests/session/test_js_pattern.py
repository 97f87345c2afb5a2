"""The pattern attribute: JavaScript's expressions, matched whole, in bounded time."""

from __future__ import annotations

import time

import pytest

from lightterm.session.js_pattern import SECONDS, matches


@pytest.mark.parametrize(
    ("pattern", "fits", "not_so"),
    [
        (r"[0-9]{3}", "123", "1234"),
        (r"a|bc", "bc", "abc"),
        (r"^\d+$", "42", "٤٢"),
        (r"\w+", "abc_1", "é"),
        (r"\s", "\ufeff", "\x1c"),
        (r"\p{Lu}\p{L}*", "Éa", "éa"),
        (r"[a-z&&[^aeiou]]+", "bcd", "bad"),
        (r"[\p{L}--[a-c]]+", "def", "abc"),
        (r"(?<q>['\x22]).*\k<q>", "'a'", "'a\""),
        (r"(a)\1", "aa", "ab"),
        (r"(?=.*\d)(?=.*[a-z]).{8,}", "abcdefg1", "abcdefgh"),
        (r"\u{1F600}|\uD83D\uDE01|\x41|\cJ", "😁", "\ud83d"),
        (r"[\-\]\\]+", "-]\\", "a"),
        (r"a.c", "abc", "a\nc"),
        (r"\bx\B.", "xy", "x-"),
        (r"[^]", "]", ""),
        (r"(?:ab)+?", "abab", "aba"),
        (r"#+ x", "## x", "##x"),
    ],
)
def test_a_value_matches_or_does_not(pattern: str, fits: str, not_so: str) -> None:
    assert matches(pattern, fits)
    assert not matches(pattern, not_so)


@pytest.mark.parametrize(
    "pattern",
    ["[a-z", "(", "a)", "*a", "a++", "a{,3}", "{", "[\\w-.]", "[(]", "\\-", "\\k<x", "[z-a]", "(?i:a)"],
)
def test_what_is_no_expression_asks_for_nothing(pattern: str) -> None:
    assert matches(pattern, "anything at all")


@pytest.mark.parametrize("pattern", [r"(a+)+b|(a|aa)+$(?<!a)", r"(.*)*(.*)*(.*)*x(?=y)\1", "a" * 9000])
def test_an_expression_takes_no_longer_than_it_may(pattern: str) -> None:
    start = time.process_time()
    matches(pattern, "a" * 5000)
    assert time.process_time() - start < SECONDS + 1
