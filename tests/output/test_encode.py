"""What a charset cannot hold comes out in its nearest letters, and nothing raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightterm.output.encode import encode


def ascii_of(text: str) -> str:
    return encode(text, "ascii").decode("ascii")


def test_what_a_charset_can_hold_is_kept():
    assert encode("é漢🙂", "utf-8") == "é漢🙂".encode()
    assert encode("é ½", "iso-8859-1") == b"\xe9 \xbd"
    assert encode("漢字", "shift_jis") == "漢字".encode("shift_jis")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("• a │ b", "* a | b"),
        ("──┼──", "--+--"),
        ("“q” ‘s’ – — …", "\"q\" 's' - -- ..."),
        ("Größe ÆØ łódź", "Grosse AEO lodz"),
        ("½ € ©2024 ™", "1/2 EUR (c)2024 (TM)"),
        ("no\xa0break", "no break"),
        ("▸ closed ▾ open", "> closed v open"),
        ("ﬁne", "fine"),
    ],
)
def test_near_letters_stand_for_what_ascii_lacks(text, near):
    assert ascii_of(text) == near


def test_powers_stay_powers_and_indices_are_read_on():
    assert ascii_of("mc², 10⁻³, x²ⁿ⁺¹, H₂O, a⁺") == "mc^2, 10^(-3), x^(2n+1), H2O, a^+"
    assert encode("mc² 10⁻³", "iso-8859-1") == b"mc\xb2 10^(-3)"


def test_format_characters_and_accents_leave_no_question_marks():
    assert ascii_of("\u2067a\u2069 e\u0301 \u2764\ufe0f") == "a e ?"


def test_the_rest_is_a_question_mark_a_letter():
    assert ascii_of("漢字 שלום") == "?? ????"


def test_an_unknown_charset_is_utf_8():
    assert encode("é", "no-such-charset") == "é".encode()


@given(text=st.text(), charset=st.sampled_from(["ascii", "iso-8859-1", "cp1252", "koi8-r", "shift_jis", "utf-8", "x"]))
def test_nothing_raises(text, charset):
    made = encode(text, charset)
    if charset == "ascii":
        assert made.isascii()
        assert text.isascii() <= (made.decode() == text)
