"""The one choice of a list that is meant by a word which is none of them."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from lightterm.session.same_words import is_same

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LIKE, SURE, SHORT = 0.6, 0.8, 3
"""How like a choice has to be to be meant (difflib's ratio), and how like one of so few letters."""

NOON = 12

LONGEST = 80
"""Characters of a choice in which a span is looked for: a page has them of any length, and digits without end."""

_NUMBER = re.compile(r"(\d{1,12})(?::\d\d)?\s*(am|pm|years?|h|uhr)?")
"""A number that may lie in a span, or the hour of a time."""

_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?\s*(am|pm|uhr|h)?(?![\d.])")
"""A time of the day."""

_BETWEEN_WORDS = re.compile(r"[,()/]")
"""What sets words of a choice apart: "Imperial (US)"."""

_BETWEEN = re.compile(r"\D*(\d+)(?::\d\d)?\s*(?:-|–|—|to|bis|à|until|and)\s*\D?\s*(\d+)(?::\d\d)?\D*", re.IGNORECASE)
_FROM = re.compile(
    r"\D*(\d+)\s*(?:\+|(?:\w+ )?(?:or|and) (?:more|over|older|above|up).*)|(?:over|more than|from|above|ab) (\d+)\D*",
    re.IGNORECASE,
)
_BELOW = re.compile(r"(?:under|below|less than|up to|younger than|<|unter|bis)\s*(\d+)\D*", re.IGNORECASE)


def counted(place: str, there: Sequence[str]) -> list[str]:
    """The choice at a place, as programs count: from nought; the last one for a place as people count it."""
    at = int(place) if place.strip().isdecimal() and len(place) < 6 else len(there) + 1
    return list(there[min(at, len(there) - 1) :][:1]) if at <= len(there) else []


def nearest(word: str, there: Sequence[str]) -> list[str]:
    """The one choice that has a word among others, means the same, has a number in its bounds, begins so, is in the
    word, or is written nearly so; none where there are several."""
    wanted = " ".join(word.split()).casefold()
    folded = {" ".join(one.split()).casefold(): one for one in there if one.strip()}
    having = [one for said, one in folded.items() if wanted and f" {wanted} " in f" {_BETWEEN_WORDS.sub(' ', said)} "]
    same = [one for one in folded.values() if is_same(word, one)]
    within = [one for one in folded.values() if _holds(one, wanted)]
    begun = [one for said, one in folded.items() if len(wanted) > 1 and said.startswith(wanted)]
    for found in (having, same, within, begun, _at_time(wanted, folded), _on_day(wanted, folded)):
        if len(found) == 1:
            return found
    if short := [one for one in there if _is_short_for(wanted, one)]:
        return short[:1] if len(short) == 1 else []
    inside = [
        one for said, one in folded.items() if len(said) > SHORT and f" {said} " in f" {wanted.replace(',', ' ')} "
    ]
    if len(inside) == 1:
        return inside
    begun_so = [said for said in folded if said[:1] == wanted[:1]] or [said for said in folded if wanted in said]
    return [folded[said] for said in get_close_matches(wanted, begun_so, 1, LIKE if len(wanted) > SHORT else SURE)]


def _at_time(wanted: str, there: Mapping[str, str]) -> list[str]:
    """The choices that are the time which is wanted, however it is written: "7 pm" and "19:00"."""
    said = _CLOCK.fullmatch(wanted)
    if said is None or not (said[2] or said[3]):
        return []
    hour = int(said[1]) % NOON + NOON * (said[3] == "pm") if said[3] in ("am", "pm") else int(said[1])
    return [one for words, one in there.items() if (at := _CLOCK.match(words)) and _is_at(at, hour, int(said[2] or 0))]


def _on_day(wanted: str, there: Mapping[str, str]) -> list[str]:
    """The choices that are the day or month which is wanted, however it is written: "2027-04" and "April 2027"."""
    from lightterm.session.meant_values import day_of, month_of

    if not any(map(str.isdecimal, wanted)):
        return []
    if day := day_of(wanted):
        return [one for words, one in there.items() if day_of(words) == day]
    month = month_of(wanted)
    return [one for words, one in there.items() if month and month_of(words) == month]


def _is_at(at: re.Match[str], hour: int, minute: int) -> bool:
    return (int(at[1]), int(at[2] or -1)) == (hour, minute) and not at[3]


def _holds(choice: str, wanted: str) -> bool:
    """Whether a choice is a span in which a number lies: 34 in "30–39", 70 in "65+"."""
    said = _NUMBER.fullmatch(wanted)
    if said is None or len(choice) > LONGEST:
        return False
    number = int(said[1]) + 12 * (said[2] == "pm" and int(said[1]) < NOON)
    if found := _BETWEEN.fullmatch(choice):
        return int(found[1]) <= number <= int(found[2])
    if found := _FROM.fullmatch(choice):
        return number >= int(found[1] or found[2])
    found = _BELOW.fullmatch(choice)
    return found is not None and number < int(found[1])


def _is_short_for(word: str, words: str) -> bool:
    """Whether a word is the initials of others, or begins with them: "USA" of "United States"."""
    said = [one for one in words.casefold().split() if one not in _JOINING]
    letters = re.sub(r"[.&+/]", "", word)
    some = ("".join(one[0] for one in words.casefold().split()), "".join(one[0] for one in said))
    return any(len(one) > 1 and len(word) <= len(one) + 1 and letters.startswith(one) for one in some)


_JOINING = frozenset("and or of the & + und oder et ou y o e".split())
"""Words of a choice that initials leave out: "B&B"."""
