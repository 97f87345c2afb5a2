"""What a person means by a date, time, number or colour, and what may mean several things."""

from __future__ import annotations

from datetime import datetime

import pytest

from lightterm.document.model import Field
from lightterm.session.said_values import readings, refusal, said_value

NOW = datetime(2026, 11, 30, 14, 5)  # a Monday

SAID = [
    ("date", "20261201", "2026-12-01"),
    ("date", "1.12.2026", "2026-12-01"),
    ("date", "1. Dezember 2026", "2026-12-01"),
    ("date", "1er décembre 2026", "2026-12-01"),
    ("date", "5 juin 2026", "2026-06-05"),
    ("date", "5 juillet 2026", "2026-07-05"),
    ("date", "tomorrow", "2026-12-01"),
    ("date", "Übermorgen", "2026-12-02"),
    ("date", "mañana", "2026-12-01"),
    ("date", "friday", "2026-12-04"),
    ("date", "next mon", "2026-12-07"),
    ("date", "in 3 weeks", "2026-12-21"),
    ("date", "+10d", "2026-12-10"),
    ("date", "in 3 months", "2027-02-28"),
    ("date", "1/12/2026", ""),
    ("date", "1.12.26", ""),
    ("date", "someday", ""),
    ("date", "31.2.2026", ""),
    ("month", "next month", "2026-12"),
    ("month", "Dezember 2026", "2026-12"),
    ("week", "next week", "2026-W50"),
    ("week", "50", "2026-W50"),
    ("week", "week 7", "2026-W07"),
    ("week", "KW 7", "2026-W07"),
    ("week", "60", ""),
    ("month", "3", "2026-03"),
    ("month", "march", "2026-03"),
    ("month", "Dez.", "2026-12"),
    ("month", "13", ""),
    ("time", "now", "14:05"),
    ("time", "3 pm", "15:00"),
    ("datetime-local", "tomorrow 14:30", "2026-12-01T14:30"),
    ("datetime-local", "friday at 9am", "2026-12-04T09:00"),
    ("datetime-local", "20261201T1430", "2026-12-01T14:30"),
    ("datetime-local", "tomorrow", ""),
    ("color", "cornflowerblue", "#6495ed"),
    ("color", "dark red", "#8b0000"),
    ("number", "12,5", "12.5"),
    ("text", "tomorrow", ""),
]


@pytest.mark.parametrize(("kind", "text", "value"), SAID)
def test_what_is_plain_is_taken(kind: str, text: str, value: str) -> None:
    attributes = (("step", "any"),) if kind == "number" else ()
    assert said_value(Field(kind=kind, name="x", attributes=attributes), text, NOW) == value


def test_what_the_field_refuses_is_not_taken() -> None:
    assert said_value(Field("date", attributes=(("max", "2026-11-30"),)), "tomorrow", NOW) == ""


def test_a_week_or_month_without_its_year_is_of_the_next_where_this_one_is_over() -> None:
    assert said_value(Field("week", attributes=(("min", "2026-W48"),)), "3", NOW) == "2027-W03"
    assert said_value(Field("month", attributes=(("min", "2026-11"),)), "february", NOW) == "2027-02"


def test_what_the_bounds_of_a_field_refuse_is_told_as_what_it_is() -> None:
    date = Field("date", attributes=(("max", "2026-12-31"),))
    assert refusal(date, "31.12.2027", NOW) == "'31.12.2027' is 2027-12-31: not after 2026-12-31"
    assert refusal(date, "someday", NOW) == "" == refusal(date, "1.12.2026", NOW)


def test_what_may_be_several_days_is_told_with_all_of_them() -> None:
    date = Field("date")
    assert readings(date, "1/12/2026") == ("2026-12-01", "2026-01-12")
    assert readings(date, "1.12.26") == ("2026-12-01", "1926-12-01")
    assert readings(date, "13/13/2026") == () and readings(date, "someday") == ()
    late = date.replace(attributes=(("min", "2026-06-01"),))
    assert said_value(late, "1/12/2026", NOW) == "2026-12-01", "the other is before the first that it takes"
