"""Dates as pages write them, made ISO 8601. A date that cannot be one, or could be two, is none."""

from __future__ import annotations

import datetime
import re

FIRST = 1991
"""The year of the first web page."""

SHORTEST, BETWEEN = 8, 30
"""Characters of a date at least, and of what is said before a second one."""

_MONTHS = (
    "jan janv janvier januar january enero ene gennaio gen janeiro januari leden stycznia ocak января січня",
    "feb fév févr février februar february febrero febbraio fevereiro fev februari únor lutego şubat февраля лютого",
    "mar mars märz mrz march marzo março maart mrt březen marca mart марта березня",
    "apr avr avril april abril abr aprile abr duben kwietnia nisan апреля квітня",
    "may mai mayo maggio mag maio mei květen maja mayıs мая травня",  # noqa: RUF001
    "jun juin juni june junio giugno giu junho červen czerwca haziran июня червня",
    "jul juil juillet juli july julio luglio lug julho červenec lipca temmuz июля липня",
    "aug août aout august agosto ago augustus srpen sierpnia ağustos августа серпня",
    "sep sept septembre september septiembre settembre set setembro září września eylül сентября вересня",
    "oct okt octobre oktober october octubre ottobre ott outubro out říjen października ekim октября жовтня",
    "nov novembre november noviembre novembro listopad listopada kasım ноября листопада",  # noqa: RUF001
    "dec dez déc décembre dezember december diciembre dic dicembre dezembro prosinec grudnia aralık декабря грудня",  # noqa: RUF001
)
_NUMBERS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_NAMES = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_ISO = re.compile(
    r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?(?!\d)"
)
_COMPACT = re.compile(r"^\s*(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?Z?\s*$")
_YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)\s*[/.年년]\s*(\d{1,2})\s*[/.月월]\s*(\d{1,2})(?!\d)")
_DAY_NAME = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?\s*(?:de |of |-|/|\.)?\s*({_NAMES})\b\.?,?\s*"
    rf"(?:de |del |-|/)?\s*(\d{{4}})",
    re.IGNORECASE,
)
_NAME_DAY = re.compile(
    rf"(?:\b|(?-i:(?<=[a-z])(?=[A-Z])))({_NAMES})\b\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s+(\d{{4}})", re.IGNORECASE
)
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
    if found := _ISO.search(text):
        return _with_time(found), found.start()
    if found := _COMPACT.match(text) or _YEAR_FIRST.search(text):
        return _made(found[1], found[2], found[3]), found.start()
    named = [(found.start(), found) for form in (_NAME_DAY, _DAY_NAME) if (found := form.search(text))]
    if named:
        at, found = min(named, key=lambda one: one[0])
        day, month = (found[2], found[1]) if found.re is _NAME_DAY else (found[1], found[2])
        return _made(found[3], _NUMBERS[month.lower()], day), at
    if found := _NUMERIC.search(text) or _SHORT_YEAR.search(text):
        return _numeric(found, language.lower()), found.start()
    return "", len(text)


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
    if found := re.search(rf"/((?:19|20)\d\d)/({_NAMES})/(\d{{1,2}})/", path.lower()):
        return _made(found[1], _NUMBERS[found[2]], found[3])
    return ""
