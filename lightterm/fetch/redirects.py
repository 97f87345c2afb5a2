"""Where a reply sends the browser, and what goes along (RFC 9110 section 15.4, Fetch, Referrer Policy)."""

from __future__ import annotations

from lightterm.fetch.weburl import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.http1 import Head
    from lightterm.fetch.weburl import WebUrl

# A page that comes back to itself sooner than this is sent on; a later one wants to be read first.
MAX_REFRESH = 5.0
_REDIRECTS = (301, 302, 303, 307, 308)
_POLICIES = frozenset(
    (
        "no-referrer",
        "no-referrer-when-downgrade",
        "origin",
        "origin-when-cross-origin",
        "same-origin",
        "strict-origin",
        "strict-origin-when-cross-origin",
        "unsafe-url",
    )
)


def parse_refresh(value: str) -> tuple[float, str | None]:
    """Seconds and target of a Refresh header or `<meta http-equiv=refresh>`; (-1, None) if it is none.

    HTML Standard, "shared declarative refresh steps": `5; url='next.html'`, with a comma or without `url=` too. No
    target means the page itself.
    """
    text = value.strip(" \t\n\f\r")
    size = 0
    while size < len(text) and text[size] in "0123456789":
        size += 1
    whole = text[:size]
    if not whole and not text.startswith("."):
        return -1.0, None
    while size < len(text) and text[size] in "0123456789.":
        size += 1
    rest = text[size:]
    if rest and rest[0] not in ";, \t\n\f\r":
        return -1.0, None
    seconds = float(min(int(whole[:10] or "0"), 10**9))
    rest = rest.strip(" \t\n\f\r")
    if rest[:1] in (";", ","):
        rest = rest[1:].lstrip(" \t\n\f\r")
    return seconds, _refresh_target(rest)


def _refresh_target(text: str) -> str | None:
    name, equals, value = text.partition("=")
    if equals and name.strip(" \t\n\f\r").lower() == "url":
        text = value.lstrip(" \t\n\f\r")
    if text[:1] in ("'", '"'):
        text = text[1:].partition(text[0])[0]
    return text.strip(" \t\n\f\r") or None


def next_location(head: Head, url: WebUrl, destination: str) -> tuple[int, str] | None:
    """The status (0 for a Refresh) and the reference a reply sends on to, or None if it is the page itself."""
    if head.status in _REDIRECTS:
        locations = [location for location in head.all("location") if location]
        return (head.status, locations[0]) if locations else None
    if destination != "document" or not 200 <= head.status < 300:
        return None
    for value in head.all("refresh"):
        seconds, target = parse_refresh(value)
        if target is not None and 0 <= seconds <= MAX_REFRESH and not _is_itself(target, url):
            return 0, target
    return None


def _is_itself(target: str, url: WebUrl) -> bool:
    from lightterm.errors import RefusedError

    try:
        return parse(target, url).bare == url.bare
    except RefusedError:
        return False


def next_url(location: str, url: WebUrl) -> WebUrl:
    """The absolute URL of a redirect: the fragment is inherited, credentials stay with the origin they were given for.

    Credentials written into the Location are not taken. Raises SchemeRefused or UrlInvalid.
    """
    target = parse(location, url)
    kept = target.origin == url.origin
    return target.replace(
        fragment=target.fragment or ("" if location.endswith("#") else url.fragment),
        user=url.user if kept else None,
        password=url.password if kept else "",
    )


def next_method(status: int, method: str) -> str:
    """The method after a redirect: POST becomes GET at 301 and 302, anything but HEAD at 303 and for a Refresh."""
    if (status in (301, 302) and method == "POST") or (status in (0, 303) and method != "HEAD"):
        return "GET"
    return method


def referer(referrer: str | None, url: WebUrl, policy: str) -> str:
    """The Referer header for a request to `url`, or "" (W3C Referrer Policy section 8.3); never credentials."""
    if not referrer or policy == "no-referrer":
        return ""
    from lightterm.errors import RefusedError

    try:
        source = parse(referrer)
    except RefusedError:
        return ""  # file:, data: and about: pages have no referrer to give
    same = source.origin == url.origin
    downgrade = source.scheme == "https" and url.scheme == "http"
    origin = f"{source.scheme}://{source.authority}/"
    if policy == "unsafe-url":
        return source.bare
    if policy == "origin":
        return origin
    if policy == "origin-when-cross-origin":
        return source.bare if same else origin
    if policy == "same-origin":
        return source.bare if same else ""
    if downgrade:
        return ""
    if policy == "strict-origin":
        return origin
    return source.bare if same or policy == "no-referrer-when-downgrade" else origin


def policy_after(head: Head, policy: str) -> str:
    """The referrer policy for the next hop: a redirect's own Referrer-Policy replaces the one before."""
    for value in head.all("referrer-policy"):
        for token in value.lower().split(","):
            if token.strip() in _POLICIES:
                policy = token.strip()
    return policy
