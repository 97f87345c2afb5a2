"""Dates of PDF files (ISO 32000-2, 7.9.4) as ISO 8601."""

from __future__ import annotations

import re

_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)?(\d\d)?)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?.*")


def date_of(text: str) -> str:
    """`D:20250208122313+01'00'` as 2025-02-08T12:23:13+01:00; what is no such date stays as it is."""
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return text
    year, month, day, hour, minute, second, utc, sign, hours, minutes = found.groups()
    date = "-".join(part for part in (year, month, month and day) if part)
    if not (day and hour):
        return date
    zone = "Z" if utc or (sign and hours == "00" and minutes in (None, "00")) else f"{sign}{hours}:{minutes or '00'}"
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone if utc or sign else ''}"
