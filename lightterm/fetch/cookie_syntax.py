"""Set-Cookie headers and cookie dates taken apart (RFC 6265bis, sections 5.1.1 and 5.6)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from lightterm.records import Record

MAX_PAIR = 4096
MAX_ATTRIBUTE = 1024
MAX_AGE = 400 * 86_400.0
_CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_DATE_TOKENS = re.compile(r"[^\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+")
_TIME = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)", re.ASCII)
_DAY = re.compile(r"(\d{1,2})(?:\D|$)", re.ASCII)
_YEAR = re.compile(r"(\d{2,4})(?:\D|$)", re.ASCII)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SAME_SITE = ("strict", "lax", "none")


class SetCookie(Record):
    """One Set-Cookie header. `expires` is in seconds since 1970, None for a session cookie; `domain` and `path` are ""
    when absent or void; `same_site` is "strict", "lax", "none" or "" (none stated)."""

    name: str
    value: str
    expires: float | None = None
    domain: str = ""
    path: str = ""
    secure: bool = False
    http_only: bool = False
    same_site: str = ""


def parse_set_cookie(header: str, now: float) -> SetCookie | None:
    """The cookie that `header` sets, None when it must be ignored: controls, nothing in it, or too large."""
    if _CONTROLS.search(header):
        return None
    pair, *attributes = header.split(";")
    name, equals, value = pair.partition("=")
    if not equals:
        name, value = "", pair
    name, value = name.strip(" \t"), value.strip(" \t")
    if not (name or value) or octets(name) + octets(value) > MAX_PAIR:
        return None
    found: dict[str, str] = {}
    for attribute in attributes:
        key, _, given = attribute.partition("=")
        given = given.strip(" \t")
        if octets(given) <= MAX_ATTRIBUTE:
            _take_attribute(found, key.strip(" \t").lower(), given)
    same_site = found.get("samesite", "").lower()
    return SetCookie(
        name,
        value,
        _expiry(found, now),
        found.get("domain", "").removeprefix(".").lower(),
        found.get("path", ""),
        "secure" in found,
        "httponly" in found,
        same_site if same_site in _SAME_SITE else "",
    )


def octets(text: str) -> int:
    """The size of a header value on the wire; headers are read as Latin-1."""
    return len(text) if text.isascii() else len(text.encode("latin-1", "xmlcharrefreplace"))


def _take_attribute(found: dict[str, str], key: str, given: str) -> None:
    """The last of several wins, except that Expires and Max-Age which say nothing leave the earlier one."""
    if key == "expires" and parse_date(given) is None:
        return
    if key == "max-age" and not re.fullmatch(r"-?[0-9]+", given):
        return
    if key == "path" and not given.startswith("/"):
        given = ""
    found[key] = given


def _expiry(found: dict[str, str], now: float) -> float | None:
    if "max-age" in found:
        # Only as many digits as a float can take: nobody needs more than 400 days.
        given = found["max-age"]
        seconds = -1.0 if given.startswith("-") else float(given[:300])
        return now + min(seconds, MAX_AGE) if seconds > 0 else 0.0
    if "expires" in found:
        return min(parse_date(found["expires"]) or 0.0, now + MAX_AGE)
    return None


def parse_date(text: str) -> float | None:
    """Seconds since 1970 of a cookie date in any of the forms that servers write, or None."""
    clock: re.Match[str] | None = None
    day = month = year = None
    for token in _DATE_TOKENS.findall(text):
        if clock is None and (match := _TIME.match(token)):
            clock = match
        elif day is None and (match := _DAY.match(token)):
            day = int(match[1])
        elif month is None and token[:3].lower() in _MONTHS:
            month = _MONTHS.index(token[:3].lower()) + 1
        elif year is None and (match := _YEAR.match(token)):
            year = int(match[1])
            year += 1900 if 70 <= year <= 99 else 2000 if year <= 69 else 0
    if clock is None or day is None or month is None or year is None or year < 1601:
        return None
    try:
        return datetime(year, month, day, int(clock[1]), int(clock[2]), int(clock[3]), tzinfo=UTC).timestamp()
    except ValueError:
        return None
