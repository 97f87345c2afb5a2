"""Numbers, dates, times and colours: what is one, what is kept of a text, and what comes a step further."""

from __future__ import annotations

from datetime import datetime

import pytest

from lightterm.document.model import Field
from lightterm.session.typed_values import sanitized, stepped, to_number, to_text

NOW = datetime(2026, 11, 22, 14, 30, 5)

NIGHT = (
    ("06:00", -1, "05:30"),
    ("06:00", 1, "22:00"),
    ("22:00", -1, "06:00"),
    ("23:30", 1, "00:00"),
    ("00:00", -1, "23:30"),
    ("12:00", 1, "22:00"),
    ("12:00", -1, "06:00"),
    ("", 1, "22:00"),
)
"""Steps in a time field from 22:00 to 06:00, over midnight: what stands there, by how much, and what then does."""


def field(kind: str, value: str = "", **attributes: str) -> Field:
    return Field(kind, value=value, attributes=tuple(attributes.items()), multiple="multiple" in attributes)


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("number", "0 -1 .5 -0.25 1e3 1E-2 007", "+1 1. e3 1e a ٣ 1,5 0x1 inf nan 1e9999 --1 1_0"),
        ("date", "2026-11-22 0001-01-01 2024-02-29", "2023-02-29 2026-1-2 20261122 2026-13-01 26-11-22 2026-11-22-1"),
        ("month", "2026-11 0001-12", "2026-13 2026-00 2026 2026-1"),
        ("week", "2026-W47 2020-W53", "2026-W54 2021-W53 2026-47 2026-W0"),
        ("time", "00:00 23:59 14:30:05 14:30:05.5", "24:00 14:60 1:30 14 14:30.5 14:30:5"),
        ("datetime-local", "2026-11-22T14:30 2026-11-22T14:30:01", "2026-11-22 14:30 2026-11-22T T14:30"),
    ],
)
def test_what_is_a_value_of_a_kind(kind: str, good: str, bad: str) -> None:
    for text in good.split():
        number = to_number(kind, text)
        assert number is not None, text
        assert to_number(kind, to_text(kind, number) or "") == number
    assert [text for text in bad.split() if to_number(kind, text) is not None] == []


@pytest.mark.parametrize(
    ("made", "text", "kept"),
    [
        (field("text"), " a\r\nb ", " ab "),
        (field("email"), " a@b\n", "a@b"),
        (field("email", multiple=""), " a@b , c@d", "a@b,c@d"),
        (field("url"), " https://x/ ", "https://x/"),
        (field("textarea"), "a\r\nb\rc", "a\nb\nc"),
        (field("number"), "12abc", ""),
        (field("date"), "22.11.2026", ""),
        (field("datetime-local"), "2026-11-22 14:30", "2026-11-22T14:30"),
        (field("color"), "#1E90FF", "#1e90ff"),
        (field("color"), "blue-ish", "#000000"),
        (field("range"), "", "50"),
        (field("range", min="10", max="20"), "7", "10"),
        (field("range", min="0", max="10", step="4"), "9", "8"),
        (field("range", min="0", max="1", step="0.1"), "0.34", "0.3"),
        (field("range", min="0", max="1", step="any"), "0.34", "0.34"),
    ],
)
def test_what_is_kept_of_a_text(made: Field, text: str, kept: str) -> None:
    assert sanitized(made, text) == kept


@pytest.mark.parametrize(
    ("made", "text", "by", "then"),
    [
        (field("number"), "", 1, "1"),
        (field("number"), "9", -3, "6"),
        (field("number", step="0.1"), "0.2", 1, "0.3"),
        (field("number", min="5", max="7"), "", 1, "5"),
        (field("number", max="7"), "7", 1, "7"),
        (field("number", min="0", step="5"), "7", 1, "10"),
        (field("number", min="0", step="5"), "7", -1, "5"),
        (field("number"), "abc", 1, "1"),
        (field("range", min="0", max="10"), "10", 1, "10"),
        (field("date"), "", 1, "2026-11-22"),
        (field("date"), "2026-02-28", 1, "2026-03-01"),
        (field("date", min="2027-01-01"), "", 1, "2027-01-01"),
        (field("date", step="7", min="2026-11-02"), "2026-11-09", 1, "2026-11-16"),
        (field("month"), "2026-12", 1, "2027-01"),
        (field("week"), "2026-W53", 1, "2027-W01"),
        (field("week"), "", -1, "2026-W47"),
        (field("time"), "23:59", 1, "00:00"),
        (field("time", step="1"), "10:00:59", 1, "10:01"),
        (field("time"), "", 1, "14:30"),
        *((field("time", min="22:00", max="06:00", step="1800"), *row) for row in NIGHT),
        (field("time", min="22:10", max="06:00", step="1800"), "22:10", -1, "05:40"),
        (field("time", min="22:00", max="06:00", step="420"), "23:59", 1, "00:04"),
        (field("time", min="22:00", max="06:00", step="420"), "00:04", -1, "23:59"),
        (field("time", min="22:00", max="06:00", step="420"), "22:00", -1, "05:54"),
        (field("time", min="22:00", max="00:02", step="420"), "22:00", -1, "23:59"),
        (field("time", step="420"), "23:55", 1, "00:00"),
        (field("time", step="420"), "00:00", -1, "23:55"),
        (field("time", min="08:00", step="420"), "23:59", 1, "08:00"),
        (field("time", min="08:00", max="23:58", step="420"), "23:52", 1, "23:52"),
        (field("number", min="7", max="5"), "6", 1, "6"),
        (field("datetime-local"), "2026-12-31T23:59", 1, "2027-01-01T00:00"),
        (field("date"), "9999-12-31", 1, "9999-12-31"),
    ],
)
def test_a_step_further(made: Field, text: str, by: int, then: str) -> None:
    assert stepped(made, text, by, NOW) == then
