"""What was meant by a value that a field does not take: dates, times, numbers, colours, addresses written otherwise.

Only what can be read in one way is read: 05/03/2026 may be in March or in May, and is left to who wrote it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from lightterm.numerals import is_whole
from lightterm.session.colour_names import COLOURS
from lightterm.session.controls import Control
from lightterm.session.store.text import fold
from lightterm.session.typed_values import STEPS, attribute, limits, step_of, to_number, to_text
from lightterm.session.validation import problem

if TYPE_CHECKING:
    from lightterm.document.model import Field

LONGEST = 80
"""Characters of a value that is looked at."""

_MONTHS = {
    "jan": 1, "ene": 1, "gen": 1, "feb": 2, "fev": 2, "mar": 3, "mrz": 3, "maa": 3, "apr": 4, "avr": 4, "abr": 4,
    "may": 5, "mai": 5, "mag": 5, "mei": 5, "maj": 5, "jun": 6, "juin": 6, "giu": 6, "jul": 7, "juil": 7, "lug": 7,
    "aug": 8, "aou": 8, "ago": 8, "sep": 9, "set": 9, "oct": 10, "okt": 10, "ott": 10, "out": 10, "nov": 11, "dec": 12,
    "dez": 12, "dic": 12,
}  # fmt: skip
"""What names of months begin with, without accents: in English and the larger languages of Western Europe."""
_NAMES = re.compile(r"[^\W\d_]{3,}")
_CLOCK = re.compile(
    r"(?<![\d.:/-])(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2}))?)?\s*(?:(am|pm|a\.m\.|p\.m\.)|uhr|h|o'clock)?(?:\.\d+)?"
    r"(?:z|[+-]\d\d:?\d\d)?$",
    re.IGNORECASE,
)
_COMPACT = re.compile(r"([01]\d|2[0-3])([0-5]\d)(?:h|hrs?|hours)?")
_BASIC = re.compile(r"(?<!\d)(\d{4})(\d\d)(\d\d)(?!\d)")
_WEEK = re.compile(r"(?:(\d{4})\D{0,3})?(?:w|week|kw|cw)\s?(\d{1,2})(?:\D{1,5}(\d{4}))?", re.IGNORECASE)
_AT = re.compile(r" at |\s*[(\[{]\s*at\s*[)\]}]\s*", re.IGNORECASE)
_DOT = re.compile(r" dot |\s*[(\[{]\s*dot\s*[)\]}]\s*", re.IGNORECASE)
_COUNTS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
_NOTHING = ("none", "no", "nil", "nobody", "keine", "aucun", "ninguno", "nessuno", "geen")
_SIGNS = re.compile(r"[^\d.,' \u00a0\u202f-]+")
_MANY = re.compile(r"(\d{1,6}(?:[.,]\d{1,2})?) ?(?:k|thousand|grand|tausend|mille|mil)\b.{0,12}", re.IGNORECASE)
"""A number of thousands; of one with three digits behind its sign nobody can tell."""
_GROUPED = re.compile(r"-?\d{1,3}(?:([,.' ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+1(?:\.0)?)?\s*\)", re.IGNORECASE)


def meant_value(field: Field, text: str) -> str:
    """The value that the field takes and that was meant by one which it does not take; "" where that is not plain."""
    make = _MAKERS.get(field.kind)
    given = " ".join(text.split())
    if not given or len(given) > LONGEST:
        return ""
    if make is None:
        return _by_pattern(field, given) if attribute(field, "pattern") else ""
    made = _share(field, given) or make(given)
    fits = made and not problem(Control(0, field.replace(required=False), (made,), True))
    return made if fits else ""


def likely(field: Field, text: str) -> dict[str, Any]:
    """What an error tells of a value that a field does not take: what was meant by it, or what is nearest to it."""
    if near := meant_value(field, text):
        return {"given": text, "near": [near]}
    nearest = nearest_value(field, text)
    return {"given": text, "nearest": nearest} if nearest else {}


def _share(field: Field, text: str) -> str:
    """A number of a field that says how much of the whole it is: "80%" where ten are all, "7 of 10", "7/10"."""
    said = _SHARE.fullmatch(text)
    if said is None or field.kind not in _COUNTED:
        return ""
    low, high = limits(field)
    whole = to_number(field.kind, said[2]) if said[2] else None
    if low is None or high is None or (whole is not None and whole != high):
        return ""
    if whole is not None:
        return said[1].replace(",", ".")
    number = to_number(field.kind, said[1].replace(",", "."))
    if number is None or high == 100:
        return ""
    return to_text(field.kind, _stepped(field, low + (high - low) * number / 100)) or ""


_SHARE = re.compile(
    r"(\d+(?:[.,]\d+)?)\s*(?:%|per ?cent|prozent|(?:/|of|out of|von|sur|de|su|van)\s*(\d+))", re.IGNORECASE
)


def nearest_value(field: Field, text: str) -> str:
    """The value that a field takes and that is nearest to one beyond its bounds or between its steps: a number, or the
    beginning of a text that is too long; "" for what has none. It is another value, and is to be told as one."""
    made: str | None = ""
    if field.kind in _COUNTED:
        number = to_number(field.kind, _number(" ".join(text.split())[:LONGEST]))
        made = to_text(field.kind, _stepped(field, number)) if number is not None else ""
    else:
        most = attribute(field, "maxlength").strip()
        made = _begun(text, int(most)) if is_whole(most) and field.kind not in STEPS else ""
    fits = made and made != text and not problem(Control(0, field.replace(required=False), (made,), True))
    return made if made and fits else ""


def _stepped(field: Field, number: Fraction) -> Fraction:
    """The number on the steps and within the bounds of a field that is nearest."""
    low, high = limits(field)
    step = step_of(field)
    number = number if low is None else max(low, number)
    number = number if high is None else min(high, number)
    if step is None:
        return number
    there = step[1] + round((number - step[1]) / step[0]) * step[0]
    return there - step[0] if high is not None and there > high else there


def _begun(text: str, units: int) -> str:
    """The beginning of a text that is so many UTF-16 units long, in which HTML counts, without half a character."""
    return text.encode("utf-16-le", "surrogatepass")[: units * 2].decode("utf-16-le", "ignore")


_COUNTED = ("number", "range")


def _months(text: str) -> list[int]:
    """The months that a text names."""
    words = _NAMES.findall(fold(text))
    found = (_MONTHS.get(word[:4]) or _MONTHS.get(word[:3]) for word in words)
    return [month for month in found if month]


def _day(text: str) -> tuple[int, int, int] | None:
    """Year, month and day of a date with a year of four digits; None where it can be read in two ways."""
    names = _months(text)
    numbers = [int(one) for one in re.findall(r"\d+", text)]
    years = [one for one in numbers if 1000 <= one <= 9999]
    others = [one for one in numbers if one not in years]
    if len(years) != 1 or len(names) > 1 or len(others) != (1 if names else 2):
        return None
    if names:
        return years[0], names[0], others[0]
    first, second = others
    if numbers[0] == years[0]:  # the year before: as ISO 8601 has it
        return years[0], first, second
    if first == second or (first > 12) != (second > 12) or "." in text:
        day, month = (second, first) if second > 12 else (first, second)
        return years[0], month, day
    return None


def day_of(text: str) -> tuple[int, int, int] | None:
    """Year, month and day of a date as people write it; None for none, or where it can be read in two ways."""
    if len(text) > LONGEST:
        return None
    return _day(re.split(r"[T ]\d{1,2}:", _BASIC.sub(r"\1-\2-\3", text))[0])


def _date(text: str) -> str:
    found = day_of(text)
    return f"{found[0]:04}-{found[1]:02}-{found[2]:02}" if found else ""


def month_of(text: str) -> str:
    """The month of a text that says one, as a field holds it; "" for none."""
    return _month(text) if len(text) <= LONGEST else ""


def _month(text: str) -> str:
    names = _months(text)
    numbers = [int(one) for one in re.findall(r"\d+", text)]
    years = [one for one in numbers if 1000 <= one <= 9999]
    others = names or [one for one in numbers if one not in years]
    if len(years) != 1 or not others:
        return ""
    if len(others) == 1:
        return f"{years[0]:04}-{others[0]:02}"
    return _date(text)[:7]


_PAST = re.compile(
    r"(half past|quarter past|quarter to) ([a-z]+|\d{1,2})\b\s*(am|pm)?|([a-z]+) (?:o'clock|(am|pm))", re.IGNORECASE
)
_HALF = re.compile(
    r"(?<!am)(?<!pm),? (?:(in the morning|morgens|vormittags|du matin)|in the (?:afternoon|evening)|abends|nachmittags"
    r"|de l'après-midi|du soir)$",
    re.IGNORECASE,
)
"""What says at the end of which half of the day a time is; of the night nobody can tell."""
_MINUTES = {"half past": 30, "quarter past": 15, "quarter to": 45}


def _in_words(text: str) -> str:
    """A time that is said in words: "half past eight", "nine o'clock"; of the day's halves the first, unless told."""
    found = _PAST.search(text.lower())
    said = (found[2] or found[4]) if found else ""
    hour = int(said) if said.isdecimal() else _COUNTS.index(said) if said in _COUNTS else 0
    if found is None or not 1 <= hour <= 12:
        return ""
    hour = hour % 12 + 12 * ((found[3] or found[5]) == "pm") - (found[1] == "quarter to")
    return f"{hour % 24:02}:{_MINUTES.get(found[1] or '', 0):02}"


def _time(text: str) -> str:
    text = _HALF.sub(lambda found: " am" if found[1] else " pm", text)
    if spoken := _in_words(text):
        return spoken
    if word := {"noon": "12:00", "midday": "12:00", "midnight": "00:00"}.get(text.lower()):
        return word
    if compact := _COMPACT.fullmatch(text.lower()):
        return f"{compact[1]}:{compact[2]}"
    found = _CLOCK.search(text)
    if found is None or not (found[2] or found[0].strip() != found[1]):
        return ""  # a bare number may be anything
    hour, half = int(found[1]), (found[4] or "").lower()[:1]
    if half:
        if not 1 <= hour <= 12:
            return ""
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour:02}:{found[2] or '00'}" + (f":{found[3]}" if found[3] and found[3] != "00" else "")


def _moment(text: str) -> str:
    text = re.sub(r"(?<=\d)T(?=\d)", " ", re.sub(r"(?<=\dT)(\d\d)(\d\d)(?!\d)", r"\1:\2", text))
    found = _CLOCK.search(text)
    said = text[: found.start()].strip(" ,") if found else ""
    said = re.sub(r",? (?:at|um|à|a las|alle|om)$", "", said, flags=re.IGNORECASE)
    day, clock = (_date(said), _time(text[found.start() :])) if found else ("", "")
    return f"{day}T{clock}" if day and clock else ""


def _week(text: str) -> str:
    found = _WEEK.search(text)
    year = found and (found[1] or found[3])
    return f"{year}-W{int(found[2]):02}" if found and year else ""


def _number(text: str) -> str:
    """A number without its unit and its groups of three: "1,000", "€12.50", "12,5", "40 km"."""
    words = ["zero"] if text.lower() in _NOTHING else text.lower().split()
    if words and words[0] in _COUNTS and not any(word in _COUNTS for word in words[1:]):
        return str(_COUNTS.index(words[0]))  # "six people"
    if many := _MANY.fullmatch(text.strip("€$£ ")):
        return to_text("number", Fraction(many[1].replace(",", ".")) * 1000) or ""
    bare = _SIGNS.sub("", text).strip(" .,'").replace("\u00a0", " ").replace("\u202f", " ")
    if grouped := _GROUPED.fullmatch(bare):
        bare = bare.replace(grouped[1], "")
    if bare.count(",") == 1 and "." not in bare:
        bare = bare.replace(",", ".")
    return bare if re.fullmatch(r"-?\d+(?:\.\d+)?", bare) else ""


def _colour(text: str) -> str:
    if found := _RGB.fullmatch(text):
        parts = [int(found[at]) for at in (1, 2, 3)]
        return "#" + "".join(f"{part:02x}" for part in parts) if max(parts) < 256 else ""
    name = COLOURS.get(text.lower().replace(" ", ""), "")
    return f"#{name}" if name else ""


def _mail(text: str) -> str:
    text = _DOT.sub(".", _AT.sub("@", text))
    found = re.findall(r"[^\s<>(),;:]+@[^\s<>(),;:]+", text)
    return found[0].rstrip(".") if len(found) == 1 else ""


def _telephone(text: str) -> str:
    """A number without what sets off its parts."""
    bare = re.sub(r"[\s/().\u00a0-]+", "", text)
    return bare if bare.removeprefix("+").isdecimal() else ""


def _by_pattern(field: Field, text: str) -> str:
    """A text as a pattern has it: a date as the example in the field, in capitals or small letters, without what stands
    between its letters and digits, or the digits alone ("D-24103"); "" for none."""
    bare = re.sub(r"[\W_]", "", text)
    made = (_as_example(attribute(field, "placeholder") or field.placeholder, text), text.upper(), text.lower(), bare)
    for one in (*made, bare.upper(), bare.lower(), re.sub(r"\D", "", text)):
        if one and not problem(Control(0, field.replace(required=False), (one,), True)):
            return one
    return ""


_EXAMPLE = re.compile(r"(dd|mm|yyyy)([./ -])(dd|mm)\2(dd|yyyy)", re.IGNORECASE)
"""An example of a date by the letters of its parts."""


def _as_example(example: str, text: str) -> str:
    """A date as the example of a field writes one; "" where either is none."""
    order, day = _EXAMPLE.fullmatch(example.strip()), _date(text)
    if order is None or not day:
        return ""
    parts = dict(zip(("yyyy", "mm", "dd"), day.split("-"), strict=True))
    said = [order[at].lower() for at in (1, 3, 4)]
    return order[2].join(parts[one] for one in said) if set(said) == set(parts) else ""


def _address(text: str) -> str:
    host = text.partition("/")[0].partition(":")[0]
    return f"https://{text}" if " " not in text and "." in host.strip(".") and "@" not in host else ""


_MAKERS = {
    "date": _date, "month": _month, "week": _week, "time": _time, "datetime-local": _moment, "number": _number,
    "range": _number, "color": _colour, "email": _mail, "url": _address, "tel": _telephone,
}  # fmt: skip
