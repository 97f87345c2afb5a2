"""Header text in both directions: what a request says of us, and how a reply's headers are read."""

from __future__ import annotations

from lightterm import __version__
from lightterm.errors import ValidationFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.model import Headers, Request
    from lightterm.fetch.options import HttpOptions
    from lightterm.fetch.weburl import WebUrl

USER_AGENT = f"lightterm/{__version__}"
NOT_TRACKED = (("DNT", "1"), ("Sec-GPC", "1"))
"""What says that one does not want to be tracked."""

CODINGS = "gzip, deflate, br, zstd"

_ACCEPT = {
    "document": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "frame": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "style": "text/css,*/*;q=0.1",
    "image": "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
}
# What the current Chrome on Linux sends, in its order. The version is part of the disguise: raise it with Chrome's.
_CHROME = "142"
_CHROME_AGENT = (
    f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{_CHROME}.0.0.0 Safari/537.36"
)
_CHROME_ACCEPT = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
    "application/signed-exchange;v=b3;q=0.7"
)
_TOKEN = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
# A header whose name holds one of these words is a credential and stays with the origin it was given for.
_SECRET_WORDS = (
    "auth",
    "token",
    "key",
    "secret",
    "cookie",
    "session",
    "credential",
    "passw",
    "signature",
    "jwt",
    "csrf",
)
# The transport's own: one given by hand would make the message mean something else than what is sent.
_OWN = ("host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "upgrade", "te")


def header_text(raw: bytes) -> str:
    """A header's name or value as text: UTF-8 if it is that, else Latin-1 (RFC 9110 section 5.5)."""
    raw = raw.strip(b" \t\r\n\0")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def header_of(name: bytes, value: bytes) -> tuple[str, str]:
    """A header as text; bytes of a Location that are no UTF-8 are written as %XX, as browsers ask for them."""
    key = header_text(name)
    text = header_text(value)
    if key.lower() == "location" and not text.isascii() and text.encode("utf-8") != value.strip(b" \t\r\n\0"):
        text = "".join([char if char.isascii() else f"%{ord(char):02X}" for char in text])
    return key, text


def is_secret(name: str) -> bool:
    """Whether a header carries credentials, by its name."""
    name = name.lower()
    return any(word in name for word in _SECRET_WORDS)


def secrets_of(*several: Headers) -> Headers:
    """Those of some headers that carry credentials, the last of each name."""
    return tuple({name.lower(): (name, value) for each in several for name, value in each if is_secret(name)}.values())


def headers_onward(headers: Headers, source: str, target: str) -> Headers:
    """Of the headers given for a page at `source`, those that go along to `target`: secrets only to the same origin.

    What described the body of the first request stays behind.
    """
    from lightterm.fetch.urls import origin

    same = origin(source) == origin(target)
    return tuple(h for h in headers if (same or not is_secret(h[0])) and not h[0].lower().startswith("content-"))


def check_method(method: str) -> None:
    """Raise ValidationFailed for what is no HTTP method."""
    if not method or not _TOKEN.issuperset(method):
        raise ValidationFailed(f"not a method that can be sent: {method!r}")


def checked(headers: Headers) -> Headers:
    """Headers given by people or programs, without the transport's own. Raises ValidationFailed for unfit text."""
    kept = []
    for name, value in headers:
        if not name or not _TOKEN.issuperset(name) or any(mark in value for mark in "\r\n\0"):
            raise ValidationFailed(f"not a header that can be sent: {name!r}")
        if name.lower() not in _OWN:
            kept.append((name, value.strip()))
    return tuple(kept)


def request_headers(
    request: Request, url: WebUrl, options: HttpOptions, given: Headers, referer: str
) -> list[tuple[str, str]]:
    """The headers of a request but for Host, Cookie, Authorization and cache validators, in the order they go out.

    `given` (of the settings or the request, checked) replace our own of the same name.
    """
    own = _stealthy(request, url, options) if options.stealth else _honest(request, options)
    if options.send_dnt:
        own += NOT_TRACKED
    if referer:
        own.append(("Referer", referer))
    if request.freshness == "fresh":
        own += [("Cache-Control", "no-cache"), ("Pragma", "no-cache")]
    if request.data is not None or request.method in ("POST", "PUT", "PATCH"):
        own += [("Content-Type", "application/x-www-form-urlencoded")] if request.data else []
        own += [("Content-Length", str(len(request.data or b"")))]
    if request.method not in ("GET", "HEAD") and request.initiator:
        own.append(("Origin", _origin(request.initiator)))
    return overridden(own, given)


def _origin(initiator: str) -> str:
    """The Origin header (RFC 6454 section 7): servers check it against forged forms."""
    from lightterm.errors import RefusedError
    from lightterm.fetch.weburl import parse

    try:
        url = parse(initiator)
    except RefusedError:
        return "null"
    return f"{url.scheme}://{url.authority}"


def overridden(own: list[tuple[str, str]], given: Headers) -> list[tuple[str, str]]:
    """`own` with `given` in place of headers of the same name; an empty value removes one."""
    names = {name.lower() for name, _ in given}
    return [pair for pair in own if pair[0].lower() not in names] + [pair for pair in given if pair[1]]


def _honest(request: Request, options: HttpOptions) -> list[tuple[str, str]]:
    headers = [
        ("User-Agent", options.user_agent or USER_AGENT),
        ("Accept", _ACCEPT.get(request.destination, "*/*")),
        ("Accept-Language", options.accept_language),
        ("Accept-Encoding", CODINGS),
    ]
    return [pair for pair in headers if pair[1]]


def _stealthy(request: Request, url: WebUrl, options: HttpOptions) -> list[tuple[str, str]]:
    document = request.destination in ("document", "frame")
    hints = f'"Chromium";v="{_CHROME}", "Google Chrome";v="{_CHROME}", "Not_A Brand";v="99"'
    secure = [("sec-ch-ua", hints), ("sec-ch-ua-mobile", "?0"), ("sec-ch-ua-platform", '"Linux"')]
    fetch = [
        ("Sec-Fetch-Site", _site(request, url)),
        ("Sec-Fetch-Mode", "navigate" if document else "no-cors"),
        *([("Sec-Fetch-User", "?1")] if document else []),
        ("Sec-Fetch-Dest", request.destination),
    ]
    return [
        *(secure if url.scheme == "https" else []),
        *([("Upgrade-Insecure-Requests", "1")] if document else []),
        ("User-Agent", options.user_agent or _CHROME_AGENT),
        ("Accept", _CHROME_ACCEPT if document else _ACCEPT.get(request.destination, "*/*")),
        *(fetch if url.scheme == "https" else []),
        ("Accept-Encoding", CODINGS),
        ("Accept-Language", options.accept_language),
    ]


def _site(request: Request, url: WebUrl) -> str:
    """Sec-Fetch-Site without the Public Suffix List: same-site is told apart only where the host is the same."""
    from lightterm.errors import RefusedError
    from lightterm.fetch.weburl import parse

    if request.initiator is None:
        return "none"
    try:
        initiator = parse(request.initiator)
    except RefusedError:
        return "cross-site"
    if initiator.origin == url.origin:
        return "same-origin"
    return "same-site" if initiator.host == url.host and initiator.scheme == url.scheme else "cross-site"


def media_type(value: str) -> tuple[str, str]:
    """Media type and charset of a Content-Type header, both in lower case, each "" if it has none (RFC 9110 8.3).

    Quoted values, stray spaces and semicolons, and the first of several joined types are taken as browsers do.
    """
    parts: list[str] = []
    for part, mark in split_outside_quotes(value, ";,"):
        parts.append(part)
        if mark == ",":
            break
    kind = parts[0].strip().lower()
    if kind.count("/") != 1 or not all(part and _TOKEN.issuperset(part) for part in kind.split("/")):
        kind = ""
    for part in parts[1:]:
        name, equals, content = part.partition("=")
        if equals and name.strip().lower() == "charset":
            content = content.strip()
            if content.startswith('"'):
                content = content[1:].partition('"')[0].replace("\\", "")
            return kind, content.strip("'\" \t").lower()
    return kind, ""


def split_outside_quotes(value: str, separators: str) -> list[tuple[str, str]]:
    """The pieces of a header value, each with the separator that ends it ("" the last); quoted ones do not count.

    https://www.rfc-editor.org/rfc/rfc9110#section-5.6.4
    """
    pieces: list[tuple[str, str]] = []
    quoted, start, index = False, 0, 0
    while index < len(value):
        mark = value[index]
        if mark == "\\" and quoted:
            index += 1
        elif mark == '"':
            quoted = not quoted
        elif mark in separators and not quoted:
            pieces.append((value[start:index], mark))
            start = index + 1
        index += 1
    return [*pieces, (value[start:], "")]
