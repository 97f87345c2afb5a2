"""What a person means who writes a date, time, number or colour as people write them, and what else it may mean.

What can be read in one way is taken, also words that count from today; `meant_values` reads the rest, for agents too,
whose clock may be another.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from lightterm.session.controls import Control
from lightterm.session.meant_values import LONGEST, meant_value
from lightterm.session.store.text import fold
from lightterm.session.validation import problem

if TYPE_CHECKING:
    from lightterm.document.model import Field

_DAYS = {
    "today": 0, "tomorrow": 1, "yesterday": -1, "heute": 0, "morgen": 1, "gestern": -1, "ubermorgen": 2,
    "aujourd'hui": 0, "demain": 1, "hier": -1, "hoy": 0, "manana": 1, "ayer": -1, "oggi": 0, "domani": 1, "ieri": -1,
}  # fmt: skip
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SPAN = re.compile(r"(?:in )?\+?(\d{1,4}) ?(d|days?|w|weeks?|months?|years?)")
_NO_YEAR = {"month": re.compile(r"\d{1,2}\.?|[^\W\d_]{3,}\.?"), "week": re.compile(r"(?:w|week|kw|cw)? ?(\d{1,2})\.?")}
_SHORT = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})")


def said_value(field: Field, text: str, now: datetime) -> str:
    """The value that a field takes for what was written, "" where that is not plain or the field refuses it."""
    given = " ".join(text.split())
    if len(given) > LONGEST:
        return ""
    made = _from_now(field.kind, fold(given), now)
    if made and not _wrong(field, made):
        return made
    if made := _of_a_near_year(field, fold(given), now):
        return made
    only = readings(field, given)
    return only[0] if len(only) == 1 else meant_value(field, text)


def refusal(field: Field, text: str, now: datetime) -> str:
    """What is wrong with the one value that was meant and the bounds of a field refuse; "" where none was meant."""
    free = field.replace(attributes=tuple(pair for pair in field.attributes if pair[0] not in ("min", "max", "step")))
    made = said_value(free, text, now)
    wrong = _wrong(field, made) if made and made != text.strip() else ""
    return f"{text.strip()!r} is {made}: {wrong}" if wrong else ""


def readings(field: Field, text: str) -> tuple[str, ...]:
    """The dates that the field takes and that were written in a way which may mean several: 1/12/2026, 1.12.26."""
    found = _SHORT.fullmatch("".join(text.split()))
    if field.kind != "date" or found is None:
        return ()
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    years = (year,) if len(found[4]) == 4 else (2000 + year, 1900 + year)
    orders = [(second, first)] if found[2] == "." else [(second, first), (first, second)]
    made = dict.fromkeys(f"{y:04}-{month:02}-{day:02}" for y in years for month, day in orders)
    return tuple(each for each in made if not _wrong(field, each))


def _wrong(field: Field, value: str) -> str:
    return problem(Control(0, field.replace(required=False), (value,), True))


def _from_now(kind: str, text: str, now: datetime) -> str:
    if kind == "date":
        found = _day(text, now.date())
        return found.isoformat() if found else ""
    if kind == "time":
        return now.strftime("%H:%M") if text == "now" else ""
    if kind == "datetime-local":
        return _moment(text, now)
    if kind in ("month", "week"):
        which, _, unit = text.partition(" ")
        by = {"this": 0, "next": 1, "last": -1}.get(which)
        if unit != kind or by is None:
            return ""
        if kind == "month":
            whole = now.year * 12 + now.month - 1 + by
            return f"{whole // 12:04}-{whole % 12 + 1:02}"
        year, week, _ = (now + timedelta(weeks=by)).isocalendar()
        return f"{year:04}-W{week:02}"
    return ""


def _of_a_near_year(field: Field, text: str, now: datetime) -> str:
    """A month or week that is said without its year: this one, or the next where the field does not take that."""
    said = _NO_YEAR[field.kind].fullmatch(text) if field.kind in _NO_YEAR else None
    if said is None:
        return ""
    word = f"week {said[1]}" if field.kind == "week" else text
    made = (meant_value(field, f"{word} {year}") for year in (now.year, now.year + 1))
    return next(filter(None, made), "")


def _day(text: str, today: date) -> date | None:
    """A day told by words from today on: tomorrow, friday (the next one), in 3 weeks, +10d."""
    if text in _DAYS:
        return today + timedelta(days=_DAYS[text])
    name = text.removeprefix("next ").removeprefix("on ")
    near = [at for at, day in enumerate(_WEEKDAYS) if name in (day, day[:3])]
    if near:
        return today + timedelta(days=(near[0] - today.weekday() - 1) % 7 + 1)
    span = _SPAN.fullmatch(text)
    if span is None or not (text.startswith(("in ", "+"))):
        return None
    count, unit = int(span[1]), span[2][0]
    if unit in "dw":
        return today + timedelta(days=count * (7 if unit == "w" else 1))
    months = today.year * 12 + today.month - 1 + count * (12 if unit == "y" else 1)
    for day in range(today.day, 27, -1):  # a month may be shorter than this one
        try:
            return date(months // 12, months % 12 + 1, day)
        except ValueError:
            continue
    return date(months // 12, months % 12 + 1, min(today.day, 27)) if months // 12 < 10_000 else None


def _moment(text: str, now: datetime) -> str:
    if text == "now":
        return now.strftime("%Y-%m-%dT%H:%M")
    from lightterm.document.model import Field

    words = text.replace(",", " ").split()
    for at in range(len(words) - 1, 0, -1):
        day = _day(" ".join(words[:at]), now.date())
        clock = meant_value(Field("time"), " ".join(word for word in words[at:] if word != "at"))
        if day and clock:
            return f"{day.isoformat()}T{clock}"
    return ""
