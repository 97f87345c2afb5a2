"""Months by the names that some fifty languages give them, long, short, and as they stand within dates."""

from __future__ import annotations

import os
import re
import unicodedata
from functools import cache

NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "months.txt")
"""A line for each month, its names in lower case; Jalali and Islamic months are of other calendars, and not there."""

_CROATIAN = {"listopada": 10, "listopad": 10}
"""What is November in Czech, Polish and Ukrainian."""

_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])")


def month_of(word: str, language: str = "") -> tuple[int, int]:
    """The number of the month that a word names, and where in the word its name begins; 0 for no month.

    Accents may be left out; words before it may be glued to it ("PublishedMarch"), and Hebrew's "in".
    """
    numbers = _numbers()
    whole = _folded(word)
    if whole in _CROATIAN and language.lower().startswith("hr"):
        return _CROATIAN[whole], 0
    if number := numbers.get(whole) or (numbers.get(whole[1:]) if whole.startswith("\u05d1") else None):
        return number, 0
    joined = [found.start() for found in _JOINED.finditer(word)]
    return (numbers.get(_folded(word[joined[-1] :]), 0), joined[-1]) if joined else (0, 0)


@cache
def _numbers() -> dict[str, int]:
    with open(NAMES, encoding="utf-8") as file:
        return {_folded(name): number for number, line in enumerate(file, 1) for name in line.split()}


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))
