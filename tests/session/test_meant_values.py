"""What was meant by a value that a field does not take; nothing where it may be two things."""

from __future__ import annotations

import pytest

from lightterm.document.model import Field, Option
from lightterm.errors import ValidationFailed
from lightterm.session.controls import accepted
from lightterm.session.meant_values import meant_value

MEANT = [
    ("date", "31.12.2026", "2026-12-31"),
    ("date", "5.3.2026", "2026-03-05"),
    ("date", "12/31/2026", "2026-12-31"),
    ("date", "31/12/2026", "2026-12-31"),
    ("date", "2026/3/5", "2026-03-05"),
    ("date", "March 5, 2026", "2026-03-05"),
    ("date", "Thu 5th of Mar 2026", "2026-03-05"),
    ("date", "2026-03-05T10:00:00Z", "2026-03-05"),
    ("date", "05/03/2026", ""),
    ("date", "March 2026", ""),
    ("date", "31.02.2026", ""),
    ("date", "tomorrow", ""),
    ("month", "March 2026", "2026-03"),
    ("month", "03/2026", "2026-03"),
    ("month", "2026-03-05", "2026-03"),
    ("month", "2026-13", ""),
    ("week", "week 47 2026", "2026-W47"),
    ("week", "2026 W7", "2026-W07"),
    ("week", "week 7 of 2026", "2026-W07"),
    ("week", "week 7", ""),
    ("time", "3 pm", "15:00"),
    ("time", "12 am", "00:00"),
    ("time", "3:30 PM", "15:30"),
    ("time", "9:05", "09:05"),
    ("time", "14h30", "14:30"),
    ("time", "1430", "14:30"),
    ("time", "14.30 Uhr", "14:30"),
    ("time", "noon", "12:00"),
    ("time", "3", ""),
    ("time", "25:00", ""),
    ("time", "15 pm", ""),
    ("datetime-local", "March 5, 2026 3:30 pm", "2026-03-05T15:30"),
    ("datetime-local", "2026-03-05T15:30:00Z", "2026-03-05T15:30"),
    ("datetime-local", "5 March 2026, 3pm", "2026-03-05T15:00"),
    ("datetime-local", "2026-03-05", ""),
    ("number", "1,000", "1000"),
    ("number", "€ 1.234,50", "1234.50"),
    ("number", "12,5", "12.5"),
    ("number", "40 km", "40"),
    ("number", "2 or 3", ""),
    ("number", "many", ""),
    ("color", "red", "#ff0000"),
    ("color", "rgb(30, 144, 255)", "#1e90ff"),
    ("color", "warm", ""),
    ("email", "Ada <ada@example.org>", "ada@example.org"),
    ("email", "mailto:ada@example.org", "ada@example.org"),
    ("email", "ada", ""),
    ("url", "example.org/a", "https://example.org/a"),
    ("url", "no address", ""),
    ("text", "31.12.2026", ""),
    ("password", "1,000", ""),
]


@pytest.mark.parametrize(("kind", "given", "meant"), MEANT)
def test_what_is_plain_is_written_as_the_field_takes_it(kind: str, given: str, meant: str) -> None:
    attributes = (("step", "any"),) if kind == "number" else ()
    assert meant_value(Field(kind=kind, name="x", attributes=attributes), given) == meant


def test_what_the_field_would_refuse_is_not_meant() -> None:
    late = Field(kind="date", attributes=(("max", "2026-06-30"),))
    assert meant_value(late, "30.6.2026") == "2026-06-30" and meant_value(late, "1.7.2026") == ""


def test_several_options_are_named_between_commas() -> None:
    options = (Option("a", "Oak"), Option("b", "Red elm"), Option("c", "Ash, white"))
    several = Field("select", options=options, multiple=True)
    assert accepted(several, ["a,b"]) == accepted(several, ["Oak, Red elm"]) == ("a", "b")
    assert accepted(several, ["Ash, white"]) == ("c",), "what is called so is meant"
    assert accepted(several, ["a", "c"]) == ("a", "c")
    with pytest.raises(ValidationFailed):
        accepted(several, ["a,nothing"])
    with pytest.raises(ValidationFailed):
        accepted(Field("select", options=options), ["a,b"])


@pytest.mark.parametrize("word", ["34", "19:00", "2027-04-01", "2027-04"])
@pytest.mark.parametrize("long", ["9" * 5000, "1-" + "9" * 5000, "9" * 5000 + "+", "1-" + "\u00a0" * 100_000, "under "])
def test_choices_of_any_length_end_in_no_crash_and_no_wait(word: str, long: str) -> None:
    choices = Field("select", options=(Option("a", long), Option("b", "Elm")))
    with pytest.raises(ValidationFailed) as refused:
        accepted(choices, [word])
    assert not refused.value.context["near"]
