"""Dates as pages write them, made ISO 8601. A date that cannot be one, or could be two, is none."""

from __future__ import annotations

import datetime
import re
import unicodedata

from lightterm.extract.facts.months import month_of

FIRST = 1991
"""The year of the first web page."""

SHORTEST, BETWEEN = 8, 30
"""Characters of a date at least, and of what is said before a second one."""

_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?(?!\d)"
)
_COMPACT = re.compile(r"^\s*(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?Z?\s*$")
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)\s*[/.年년]\s*(\d{1,2})\s*[/.月월]\s*(\d{1,2})(?!\d)")
_LETTER = r"[^\s\d!-/:-@\[-`{-~\u00a0-\u00b4\u00b6-\u00bf\u2010-\u205e]"
_WORD = f"({_LETTER}{{2,}})"
_YEAR = r"(\d{4}|['\u2019]\d\d(?!\d))"
_DAY_NAME = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?\s*(?:de |d'|of |-|/|\.)?\s*"
    rf"{_WORD}\.?,?\s*(?:de |del |-|/)?\s*{_YEAR}",
    re.IGNORECASE,
)
_NAME_DAY = re.compile(
    rf"(?<!{_LETTER})(?<!\d){_WORD}\.?\s+(?:the )?(\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s+{_YEAR}", re.IGNORECASE
)
_YEAR_NAME = re.compile(
    rf"(?<!\d)((?:19|20)\d\d)(?:\.| m\.|,)?(?:\s+|-){_WORD}(?:\s+|-)(\d{{1,2}})(?!\d|\s*;|,?\s+\d{{4}})"
)
_YEAR_DAY = re.compile(rf"(?<!\d)((?:19|20)\d\d)\. gada (\d{{1,2}})\. {_WORD}")
_NAMED = ((_NAME_DAY, 3, 1, 2), (_DAY_NAME, 3, 2, 1), (_YEAR_NAME, 1, 2, 3), (_YEAR_DAY, 1, 3, 2))
"""Forms with a month's name, and which groups are year, month and day."""

_VIETNAMESE = re.compile(r"(?<!\d)(\d{1,2})\s+tháng\s+(\d{1,2})(?:,|\s+năm)?\s+(\d{4})(?!\d)", re.IGNORECASE)
_REIWA = re.compile(r"令和(\d{1,2}|元)年(\d{1,2})月(\d{1,2})日")
_NUMERIC = re.compile(r"(?<![\d/.])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")
_SHORT_YEAR = re.compile(r"(?<![\d/.])(\d{1,2})(/)(\d{1,2})/(\d{2})(?![\d/])")


def iso_date(text: str, language: str = "") -> str:
    """The first date in a text as ISO 8601, with its time where the text is ISO itself; "" when there is none.

    `language` decides what 3/4/2024 means: English as in the United States unless its region says otherwise.
    """
    return _first(text[:400], language)[0]


def said_before_date(text: str) -> str:
    """What stands right before the first date in a text."""
    at = _first(text[:400], "")[1]
    return text[max(0, at - 40) : at]


def until_second(text: str) -> str:
    """A text up to what is said right before the second date in it."""
    after = _first(text[:400], "")[1] + SHORTEST
    second, at = _first(text[after:400], "")
    return text[: after + max(0, at - BETWEEN)] if second else text


def _first(text: str, language: str) -> tuple[str, int]:
    """The first date of the form that is surest, and where it begins."""
    text = _in_ascii_digits(text)
    if found := _ISO.search(text):
        return _with_time(found), found.start()
    if found := _COMPACT.match(text) or _YEAR_FIRST.search(text):
        return _made(found[1], found[2], found[3]), found.start()
    named = [said for said in (_named(text, language, *form) for form in _NAMED) if said]
    if named:
        at, day = min(named)
        return day, at
    if found := _VIETNAMESE.search(text):
        return _made(found[3], found[2], found[1]), found.start()
    if found := _REIWA.search(text):
        return _made(str(2018 + (1 if found[1] == "元" else int(found[1]))), found[2], found[3]), found.start()
    if found := _NUMERIC.search(text) or _SHORT_YEAR.search(text):
        return _numeric(found, language.lower()), found.start()
    return "", len(text)


def _in_ascii_digits(text: str) -> str:
    """A text with its digits as 0 to 9, whatever script they are of; as long as it was."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)


def _named(text: str, language: str, form: re.Pattern[str], year: int, month: int, day: int) -> tuple[int, str] | None:
    """Where the first date of a form that names its month begins, and the date."""
    for found in form.finditer(text):
        number, before = month_of(found[month], language)
        if number:
            at = found.start() + (before if month == 1 else 0)
            return at, _made(_full_year(found[year], found[month]), number, found[day])
    return None


def _full_year(year: str, month: str) -> str:
    """A year as four digits of the common era: '24 is 2024, and Thai months are of Buddhist years."""
    if not year.isdigit():
        return f"20{year[1:]}"
    return str(int(year) - 543) if "\u0e00" < month[0] < "\u0e7f" and int(year) > 2400 else year


def other_reading(text: str, language: str = "") -> str:
    """What 3/4/2024 means where day and month stand the other way round; "" for a date that can be read in one way."""
    found = _NUMERIC.search(text[:400])
    if found is None or _ISO.search(text[:400]) or found[1] == found[3] or int(found[1]) > 12 or int(found[3]) > 12:
        return ""
    said = iso_date(text, language)
    one, other = _made(found[4], found[1], found[3]), _made(found[4], found[3], found[1])
    return {one: other, other: one}.get(said, "")


def _with_time(found: re.Match[str]) -> str:
    day = _made(found[1], found[2], found[3])
    if not day or found[4] is None:
        return day
    hour, minute, second = int(found[4]), int(found[5]), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 59:
        return day
    zone = found[7] or ""
    zone = zone if ":" in zone or len(zone) < 3 else f"{zone[:3]}:{zone[3:]}"
    return f"{day}T{hour:02}:{minute:02}:{second:02}{zone}"


def _numeric(found: re.Match[str], language: str) -> str:
    first, sign, second, year = (
        int(found[1]),
        found[2],
        int(found[3]),
        found[4] if len(found[4]) == 4 else "20" + found[4],
    )
    american = sign == "/" and language in ("", "en", "en-us", "en_us")
    month, day = (first, second) if second > 12 or (american and first <= 12) else (second, first)
    return _made(year, month, day) or _made(year, day, month)


def _made(year: str, month: str | int, day: str | int) -> str:
    """A date that is one, from the web's first year to the day after tomorrow: clocks and zones differ."""
    try:
        made = datetime.date(int(year), int(month), int(day))
    except ValueError:
        return ""
    latest = datetime.date.today() + datetime.timedelta(days=2)
    return made.isoformat() if made.year >= FIRST and made <= latest else ""


def date_in_address(path: str) -> str:
    """The date that an address gives a page, as in /2024/05/12/, /2024/may/12/ or /2024-05-12-; "" for none."""
    if found := re.search(r"(?<!\d)((?:19|20)\d\d)([/_-]?)(\d{2})\2(\d{2})(?!\d)", path):
        return _made(found[1], found[3], found[4])
    if found := re.search(r"/((?:19|20)\d\d)/([^\W\d_]+)/(\d{1,2})/", path):
        return _made(found[1], month_of(found[2])[0], found[3])
    return ""
