"""What fields for numbers, dates, times and colours hold: reading, writing, cleaning and stepping it.

The formats are those of https://html.spec.whatwg.org/#common-microsyntaxes, what is done with them that of
https://html.spec.whatwg.org/#states-of-the-type-attribute. Numbers are fractions: 0.1 is a tenth, and a step of it
comes out even.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from fractions import Fraction

    from lightterm.document.model import Field

STEPS = {
    "number": (1, 1),
    "range": (1, 1),
    "date": (1, 86_400_000),
    "month": (1, 1),
    "week": (1, 604_800_000),
    "time": (60, 1000),
    "datetime-local": (60, 1000),
}
"""By kind: the step where a field says none, and what one step counts (milliseconds, for months 1)."""

EXAMPLES = {
    "number": "a number, as in 3 or -0.5",
    "range": "a number",
    "date": "a date, as in 2026-11-22",
    "month": "a month, as in 2026-11",
    "week": "a week, as in 2026-W47",
    "time": "a time, as in 14:30",
    "datetime-local": "a date and time, as in 2026-11-22 14:30",
    "color": "a colour, as in #1e90ff",
}
DAY = 86_400_000
_WEEK_BASE = -259_200_000
"""Monday of the week that 1970 began in: the base of steps of weeks."""

_LINE_KINDS = ("text", "search", "tel", "url", "email", "password")
_HEX = frozenset("0123456789abcdefABCDEF")


def attribute(field: Field, name: str) -> str:
    """An attribute that was kept of a field, "" for none."""
    return next((value for key, value in field.attributes if key == name), "")


def as_number(text: str) -> Fraction | None:
    """A valid floating-point number; None for all else."""
    from fractions import Fraction

    digits, _, exponent = text.lower().partition("e")
    plain = digits.removeprefix("-").replace(".", "", 1)
    if not (plain.isascii() and plain.isdigit()) or digits.endswith(".") or len(text) > 400:
        return None
    if "e" in text.lower():
        bare = exponent.removeprefix("-") if exponent.startswith("-") else exponent.removeprefix("+")
        if not (bare.isascii() and bare.isdigit()) or len(bare) > 3:
            return None
    number = Fraction(text)
    return number if abs(number) < 10**308 else None


def to_number(kind: str, text: str) -> Fraction | None:
    """What a field of that kind holds as a number (milliseconds or months since 1970); None where it cannot."""
    from fractions import Fraction

    if kind in ("number", "range"):
        return as_number(text)
    if kind == "time":
        found = _time(text)
    elif kind == "datetime-local":
        day, _, rest = text.replace(" ", "T", 1).partition("T")
        parts = _days(day), _time(rest)
        found = parts[0] * DAY + parts[1] if parts[0] is not None and parts[1] is not None else None
    elif kind == "month":
        found = _month(text)
    elif kind == "week":
        found = _week(text)
    else:
        days = _days(text)
        found = None if days is None else days * DAY
    return None if found is None else Fraction(found)


def to_text(kind: str, number: Fraction) -> str | None:
    """A number as a field of that kind holds it; None where it cannot."""
    from datetime import UTC, datetime, timedelta

    if kind in ("number", "range"):
        return _decimal(number)
    whole = int(number)
    if kind == "month":
        return f"{1970 + whole // 12:04}-{whole % 12 + 1:02}" if 0 < 1970 + whole // 12 < 10_000 else None
    if kind == "time":
        return _clock(whole % DAY)
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=whole)
    except OverflowError:
        return None
    day = f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
    if kind == "week":
        year, week, _ = moment.isocalendar()
        return f"{year:04}-W{week:02}"
    return day if kind == "date" else f"{day}T{_clock(whole % DAY)}"


def _decimal(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    return f"{float(number):.12g}"


def _clock(milliseconds: int) -> str:
    seconds, left = divmod(milliseconds, 1000)
    text = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
    if seconds % 60 or left:
        text += f":{seconds % 60:02}"
    return f"{text}.{left:03}" if left else text


def _digits(text: str, *sizes: int) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) in sizes else None


def _time(text: str) -> int | None:
    """Milliseconds of a valid time string."""
    clock, dot, part = text.partition(".")
    pieces = [_digits(piece, 2) for piece in clock.split(":")]
    if not 2 <= len(pieces) <= 3 or (dot and len(pieces) != 3) or None in pieces:
        return None
    hours, minutes, seconds = [piece or 0 for piece in (*pieces, 0)[:3]]
    millis = _digits(part.ljust(3, "0"), 3) if dot and part else 0
    if hours > 23 or minutes > 59 or seconds > 59 or millis is None or (dot and not part):
        return None
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis


def _days(text: str) -> int | None:
    """Days since 1970 of a valid date string."""
    from datetime import date

    year, month, day = [*text.split("-"), "", ""][:3]
    parts = _digits(year, 4), _digits(month, 2), _digits(day, 2)
    if text.count("-") != 2 or None in parts:
        return None
    try:
        return date(parts[0] or 0, parts[1] or 0, parts[2] or 0).toordinal() - 719_163
    except ValueError:
        return None


def _month(text: str) -> int | None:
    year, dash, month = text.partition("-")
    parts = _digits(year, 4), _digits(month, 2)
    if not dash or not parts[0] or not parts[1] or parts[1] > 12:
        return None
    return (parts[0] - 1970) * 12 + parts[1] - 1


def _week(text: str) -> int | None:
    from datetime import date

    year, dash, week = text.partition("-W")
    parts = _digits(year, 4), _digits(week, 2)
    if not dash or not parts[0] or not parts[1]:
        return None
    try:
        return (date.fromisocalendar(parts[0], parts[1], 1).toordinal() - 719_163) * DAY
    except ValueError:
        return None


# --- cleaning


def sanitized(field: Field, text: str) -> str:
    """What a field keeps of a text, as https://html.spec.whatwg.org/#value-sanitization-algorithm says."""
    kind = field.kind
    if kind == "textarea":
        return text.replace("\r\n", "\n").replace("\r", "\n")
    if kind == "hidden":
        return text
    if kind == "color":
        return as_color(text) or "#000000"
    if kind == "range":
        return _in_range(field, text)
    if kind in STEPS:
        text = text.strip()
        if kind == "datetime-local":
            text = text.replace(" ", "T", 1)
        return text if to_number(kind, text) is not None else ""
    text = text.replace("\r", "").replace("\n", "")
    if kind == "email" and field.multiple:
        return ",".join(part.strip() for part in text.split(","))
    return text.strip("\t\n\f\r ") if kind in ("email", "url") else text


def as_color(text: str) -> str:
    """A colour as `#rrggbb`, of #rgb and without the # too; "" for no colour."""
    digits = text.strip().removeprefix("#")
    if len(digits) not in (3, 6) or not _HEX.issuperset(digits):
        return ""
    return "#" + (digits if len(digits) == 6 else "".join(c * 2 for c in digits)).lower()


def limits(field: Field) -> tuple[Fraction | None, Fraction | None]:
    """The least and the greatest that a field takes, as numbers."""
    from fractions import Fraction

    low = to_number(field.kind, attribute(field, "min"))
    high = to_number(field.kind, attribute(field, "max"))
    if field.kind == "range":
        low = Fraction(0) if low is None else low
        high = Fraction(100) if high is None else high
    return low, high


def step_of(field: Field) -> tuple[Fraction, Fraction] | None:
    """(the step, the base it counts from) of a field; None where any value will do."""
    from fractions import Fraction

    default, scale = STEPS[field.kind]
    said = attribute(field, "step").strip().lower()
    if said == "any":
        return None
    number = as_number(said)
    step = (number if number is not None and number > 0 else Fraction(default)) * scale
    base = to_number(field.kind, attribute(field, "min"))
    if base is None:
        base = to_number(field.kind, field.value)
    if base is None:
        base = Fraction(_WEEK_BASE if field.kind == "week" else 0)
    return step, base


def _in_range(field: Field, text: str) -> str:
    """A slider always stands somewhere: in the middle where nothing says where, on a step, between its ends."""
    from fractions import Fraction

    low, high = limits(field)
    assert low is not None and high is not None
    number = as_number(text.strip())
    if number is None:
        number = low if high < low else low + (high - low) / 2
    number = max(min(number, high), low)
    step = step_of(field)
    if step is not None:
        steps = (number - step[1]) / step[0]
        near = step[1] + step[0] * (steps + Fraction(1, 2)).__floor__()
        number = near if near <= high or high < low else near - step[0]
    return _decimal(number)


# --- stepping


def stepped(field: Field, text: str, by: int, now: datetime) -> str:
    """What stands in a number, date or time field `by` steps further; an empty one begins near zero or at `now`.

    What is between two steps goes to the next one. https://html.spec.whatwg.org/#dom-input-stepup
    """
    from fractions import Fraction

    kind = field.kind
    default, scale = STEPS[kind]
    step, base = step_of(field) or (Fraction(default * scale), Fraction(0))
    low, high = limits(field)
    if low is not None and high is not None and high < low:
        return _over_midnight(text, by, now, (step, base), (low, high)) if kind == "time" else text
    number = to_number(kind, text)
    if number is None:
        number = _beginning(kind, now)
        if (low is not None and number < low) or (high is not None and number > high):
            number = low if low is not None and number < low else high
            by = 0
        elif kind not in ("number", "range"):
            by = 0
    assert number is not None
    number = _moved(number, by, step, base)
    if kind == "time" and (high if by > 0 else low) is None:
        number = _in_day(number, step, base)
    if low is not None and number < low:
        number = base + step * ((low - base) / step).__ceil__()
    if high is not None and number > high:
        number = base + step * ((high - base) / step).__floor__()
    return to_text(kind, number) or text


def _moved(number: Fraction, by: int, step: Fraction, base: Fraction) -> Fraction:
    from fractions import Fraction

    steps = (number - base) / step
    if steps.denominator != 1:
        steps = Fraction(steps.__floor__() if by <= 0 else steps.__ceil__())
        by -= (by > 0) - (by < 0)
    return base + step * (steps + by)


def _over_midnight(
    text: str, by: int, now: datetime, steps: tuple[Fraction, Fraction], ends: tuple[Fraction, Fraction]
) -> str:
    """A step of a time whose range begins in the evening and ends in the morning; what is between is stepped over.

    https://html.spec.whatwg.org/#has-a-reversed-range
    """
    from fractions import Fraction

    low, high = ends
    number = to_number("time", text)
    if number is None:
        number, by = _beginning("time", now), 0
        up = True
    else:
        up = by > 0
    number = _in_day(_moved(number, by, *steps), *steps)
    if high < number < low:
        last = low - steps[0] * Fraction(((low - high) / steps[0]).__ceil__())
        number = low if up else _in_day(last, *steps)
    return to_text("time", number) or text


def _in_day(number: Fraction, step: Fraction, base: Fraction) -> Fraction:
    """A time on its steps, beyond midnight going on with those of the same day: where they do not fill it, 24:06 is
    no value of theirs."""
    first = base % step
    count = ((DAY - first) / step).__ceil__()
    return first + step * ((number - first) / step % count)


def _beginning(kind: str, now: datetime) -> Fraction:
    """Where stepping begins in an empty field."""
    from fractions import Fraction

    if kind in ("number", "range"):
        return Fraction(0)
    if kind == "month":
        return Fraction((now.year - 1970) * 12 + now.month - 1)
    clock = (now.hour * 60 + now.minute) * 60_000
    if kind == "time":
        return Fraction(clock)
    days = now.toordinal() - 719_163
    if kind == "week":
        days -= now.weekday()
    return Fraction(days * DAY + (clock if kind == "datetime-local" else 0))
