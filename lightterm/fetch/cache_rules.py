"""What a private HTTP cache may keep and for how long (RFC 9111, RFC 5861), from headers alone."""

from __future__ import annotations

from lightterm.fetch.cookie_syntax import parse_date
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Headers, Response

Directives = dict[str, str]

_HEURISTIC_SHARE = 0.1
_HEURISTIC_CAP = 86_400.0
_CACHEABLE = (200, 203, 300, 301, 308)
_NEEDS_LIFETIME = (302, 303, 307)
_AUTHORIZED = ("public", "must-revalidate", "s-maxage")
_MAX_SECONDS = 1 << 31
_HOP_BY_HOP = frozenset(
    (
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authentication-info",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    )
)
# They describe the stored body, which a 304 does not have.
_OF_THE_BODY = frozenset(("content-length", "content-encoding", "content-type", "content-range"))


class Freshness(Record):
    """`lifetime` and `age` in seconds; the ranges in which a stale entry may still be used."""

    lifetime: float
    age: float
    while_revalidating: float
    if_error: float
    must_revalidate: bool

    @property
    def staleness(self) -> float:
        """Seconds past the lifetime; negative while fresh."""
        return self.age - self.lifetime


def field(headers: Headers, name: str) -> str:
    """All values of a header as one list."""
    return ", ".join(value for key, value in headers if key.lower() == name)


def directives(value: str) -> Directives:
    """Cache-Control taken apart, names in lower case, quotes off the values; the first of several counts."""
    found: Directives = {}
    for part in _split_list(value):
        name, _, argument = part.partition("=")
        if name.strip():
            found.setdefault(name.strip().lower(), argument.strip().strip('"'))
    return found


def _split_list(value: str) -> list[str]:
    """A header list at its commas, but for those inside quotes."""
    if '"' not in value:
        return value.split(",")
    parts, start, quoted = [], 0, False
    for at, character in enumerate(value):
        if character == '"':
            quoted = not quoted
        elif character == "," and not quoted:
            parts.append(value[start:at])
            start = at + 1
    return [*parts, value[start:]]


def seconds(found: Directives, name: str) -> float | None:
    """A directive's number of seconds; one that is no number counts as 0, none as None."""
    if name not in found:
        return None
    value = found[name]
    return float(min(int(value[:12]), _MAX_SECONDS)) if value.isascii() and value.isdigit() else 0.0


def may_store(request_headers: Headers, response: Response) -> bool:
    """Whether a whole, good reply to a GET may be kept (RFC 9111, section 3)."""
    asked = directives(field(request_headers, "cache-control"))
    answered = directives(field(response.headers, "cache-control"))
    if response.error is not None or response.truncated or "no-store" in asked or "no-store" in answered:
        return False
    if field(request_headers, "range") or "*" in field(response.headers, "vary"):
        return False
    if field(request_headers, "authorization") and not any(name in answered for name in _AUTHORIZED):
        return False
    return response.status in _CACHEABLE or response.status in _NEEDS_LIFETIME


def is_reusable(status: int, headers: Headers, now: float) -> bool:
    """Whether a stored reply may ever answer a load: it stays fresh for a while, or can be asked about."""
    if status in _NEEDS_LIFETIME:
        return "max-age" in directives(field(headers, "cache-control")) or bool(field(headers, "expires"))
    return bool(validators(headers)) or freshness(headers, now, 0.0, now).lifetime > 0


def without_validators(headers: Headers) -> Headers:
    """The headers of a reply that is kept and never used unasked, nor asked about."""
    return tuple((name, value) for name, value in headers if name.lower() not in ("etag", "last-modified"))


def freshness(headers: Headers, received: float, delay: float, now: float) -> Freshness:
    """Lifetime and age (section 4.2); `received` is when the reply came, `delay` how long it was on its way."""
    found = directives(field(headers, "cache-control"))
    date = parse_date(field(headers, "date"))
    date = received if date is None else date
    stated = field(headers, "age").partition(",")[0].strip()
    age = float(min(int(stated[:12]), _MAX_SECONDS)) if stated.isascii() and stated.isdigit() else 0.0
    initial = max(received - date, age + delay, 0.0)
    return Freshness(
        0.0 if "no-cache" in found else _lifetime(headers, found, date),
        initial + max(now - received, 0.0),
        seconds(found, "stale-while-revalidate") or 0.0,
        seconds(found, "stale-if-error") or 0.0,
        "must-revalidate" in found or "no-cache" in found,
    )


def _lifetime(headers: Headers, found: Directives, date: float) -> float:
    age = seconds(found, "max-age")
    if age is not None:
        return age
    expires = field(headers, "expires")
    if expires:
        ends = parse_date(expires)
        # "Expires: 0" and other nonsense mean: expired.
        return max(0.0, ends - date) if ends is not None else 0.0
    modified = parse_date(field(headers, "last-modified"))
    if modified is None or modified >= date:
        return 0.0
    return min((date - modified) * _HEURISTIC_SHARE, _HEURISTIC_CAP)


def is_fresh_enough(state: Freshness, request_headers: Headers) -> bool:
    """Whether the entry may be used unasked, the request's own Cache-Control considered (section 5.2.1)."""
    asked = directives(field(request_headers, "cache-control"))
    if "no-cache" in asked or (not asked and "no-cache" in field(request_headers, "pragma")):
        return False
    limit = seconds(asked, "max-age")
    if limit is not None and state.age > limit:
        return False
    if state.staleness + (seconds(asked, "min-fresh") or 0.0) < 0:
        return True
    if state.must_revalidate or "max-stale" not in asked:
        return False
    # Without a number, max-stale takes any staleness.
    return not asked["max-stale"] or state.staleness <= (seconds(asked, "max-stale") or 0.0)


def may_revalidate_later(state: Freshness, request_headers: Headers) -> bool:
    """Whether a stale entry may be used now and asked about afterwards (RFC 5861, section 3)."""
    within = 0 <= state.staleness < state.while_revalidating and not state.must_revalidate
    return within and is_fresh_enough(state.replace(lifetime=state.age + 1), request_headers)


def validators(headers: Headers) -> Headers:
    """The request headers that ask whether a stored reply still holds (section 4.3.1)."""
    tag, modified = field(headers, "etag"), field(headers, "last-modified")
    asking = (("If-None-Match", tag), ("If-Modified-Since", modified))
    return tuple((name, value) for name, value in asking if value)


def varying(headers: Headers, request_headers: Headers) -> tuple[tuple[str, str], ...]:
    """The request headers that the reply's Vary names, with their values in a normal form (section 4.1)."""
    names = {name.strip().lower() for name in field(headers, "vary").split(",")} - {""}
    return tuple((name, " ".join(field(request_headers, name).split())) for name in sorted(names))


def kept_headers(headers: Headers) -> Headers:
    """The headers to store: none of the connection's own, and no cookies to set a second time (section 3.1)."""
    named = {name.strip().lower() for name in field(headers, "connection").split(",")}
    dropped = _HOP_BY_HOP | named | {"set-cookie", "set-cookie2"}
    return tuple((key, value) for key, value in headers if key.lower() not in dropped)


def updated_headers(stored: Headers, fresh: Headers) -> Headers:
    """The stored headers with those of a 304 in their place (section 3.2)."""
    new = tuple((key, value) for key, value in kept_headers(fresh) if key.lower() not in _OF_THE_BODY)
    replaced = {key.lower() for key, _ in new}
    return tuple(pair for pair in stored if pair[0].lower() not in replaced) + new
