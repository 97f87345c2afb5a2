"""The general URL parser (https://url.spec.whatwg.org/, section 4.4), for what the fast paths of `urls` leave over.

Left out on purpose: Windows drive letters in file: URLs.
"""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

DEFAULT_PORTS = {"http": "80", "https": "443", "ws": "80", "wss": "443", "ftp": "21", "file": ""}
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
_SCHEME_CHARACTERS = LETTERS + DIGITS + "+-."
_ENDS = "".join(map(chr, range(0x21)))
_PRINTABLE = bytes(range(0x21, 0x7F))

# The percent-encode sets of section 1.3, turned round: the bytes that stay as they are.
_FRAGMENT = _PRINTABLE.translate(None, b'"<>`')
_QUERY = _PRINTABLE.translate(None, b'"#<>')
_SPECIAL_QUERY = _QUERY.translate(None, b"'")
_PATH = _QUERY.translate(None, b"?^`{}")
_USERINFO = _PATH.translate(None, b"/:;=@[\\]|")
_CONTROL = bytes(range(0x20, 0x7F))


class Url(Record):
    """The parts of a URL, percent-encoded as they travel.

    `host` is None where the scheme has no authority ("mailto:x"); `opaque` marks such a path that does not start with
    a slash. `port` is "" when it is the scheme's own. `query` and `fragment` are None when absent, "" when empty.
    """

    scheme: str
    user: str = ""
    password: str = ""
    host: str | None = None
    port: str = ""
    path: str = ""
    query: str | None = None
    fragment: str | None = None
    opaque: bool = False

    @property
    def authority(self) -> str:
        """Host and port, without credentials."""
        return f"{self.host or ''}:{self.port}" if self.port else self.host or ""

    def text(self) -> str:
        """The URL in one string (section 4.5)."""
        out = self.scheme + ":"
        if self.host is not None:
            secret = f":{self.password}" if self.password else ""
            out += "//" + (f"{self.user}{secret}@" if self.user or secret else "") + self.authority
        elif self.path.startswith("//"):
            out += "/."
        out += self.path
        if self.query is not None:
            out += "?" + self.query
        return out if self.fragment is None else f"{out}#{self.fragment}"


def percent_encode(data: bytes, keep: bytes) -> str:
    """`data` with every byte outside `keep` as %XX."""
    if not data.translate(None, keep):
        return data.decode("ascii")
    kept = set(keep)
    return "".join(chr(b) if b in kept else f"%{b:02X}" for b in data)


def percent_decode(text: str) -> bytes:
    """The bytes that `text` stands for; a % without two hexadecimal digits stays."""
    first, *rest = text.encode("utf-8", "surrogatepass").split(b"%")
    out = [first]
    for part in rest:
        pair = part[:2]
        if len(pair) == 2 and not pair.translate(None, b"0123456789abcdefABCDEF"):
            out.append(bytes((int(pair, 16),)) + part[2:])
        else:
            out.append(b"%" + part)
    return b"".join(out)


def split_scheme(text: str) -> tuple[str, str]:
    """The scheme in lower case ("" when there is none) and what follows its colon."""
    head, colon, rest = text.partition(":")
    if colon and head and head[0] in LETTERS and not head.strip(_SCHEME_CHARACTERS):
        return head.lower(), rest
    return "", text


def parse(text: str, base: Url | None = None, charset: str = "utf-8") -> Url:
    """The URL that `text` means on a page at `base`; its query is written in `charset`.

    Raises UrlInvalid where a browser would do nothing with it.
    """
    text = text.strip(_ENDS)
    if not text.isprintable():
        text = text.replace("\t", "").replace("\n", "").replace("\r", "")
    scheme, rest = split_scheme(text)
    if not scheme:
        return _parse_without_scheme(rest, base, charset)
    if scheme == "file":
        return _file(rest, base if base and base.scheme == "file" else None, charset)
    if scheme in DEFAULT_PORTS:
        slashed = rest[:2].replace("\\", "/") == "//"
        if base and base.scheme == scheme and not slashed:
            return _relative(rest, base, charset)
        return _with_authority(scheme, rest.lstrip("/\\"), charset)
    if rest.startswith("//"):
        return _with_authority(scheme, rest[2:], charset)
    body, query, fragment = _cut(rest, scheme, charset)
    if body.startswith("/"):
        return Url(scheme, path=_path(body, False), query=query, fragment=fragment)
    path = _encode(body[:-1] + "%20" if body.endswith(" ") else body, _CONTROL)
    return Url(scheme, path=path, query=query, fragment=fragment, opaque=True)


_parsed: dict[str, Url] = {}
MAX_PARSED = 256
"""Addresses that are remembered: that of a page is asked about ten times, for cookies, the cache, robots.txt …"""


def parsed(text: str) -> Url:
    """The absolute URL that `text` means, parsed once. Raises UrlInvalid."""
    known = _parsed.get(text)
    if known is None:
        if len(_parsed) >= MAX_PARSED:
            _parsed.clear()
        known = _parsed[text] = parse(text)
    return known


def _parse_without_scheme(rest: str, base: Url | None, charset: str) -> Url:
    if base is None:
        _refuse(rest, "it has no scheme (such as https:)")
    if base.opaque:
        if rest[:1] == "#":
            return base.replace(fragment=_encode(rest[1:], _FRAGMENT))
        _refuse(rest, f"a page of scheme {base.scheme}: has no relative links")
    if base.scheme == "file":
        return _file(rest, base, charset)
    return _relative(rest, base, charset)


def _refuse(text: str, why: str) -> NoReturn:
    from lightterm.errors import UrlInvalid

    shown = text.rpartition("@")[2]  # whatever goes before it may be a password
    raise UrlInvalid(f"not a URL: {why}", url=shown[:2000])


def _encode(text: str, keep: bytes) -> str:
    return percent_encode(text.encode("utf-8", "replace"), keep)


def _cut(rest: str, scheme: str, charset: str) -> tuple[str, str | None, str | None]:
    """Path, query and fragment; backslashes in the path of a special scheme become slashes."""
    rest, hash_mark, fragment = rest.partition("#")
    rest, question, query = rest.partition("?")
    special = scheme in DEFAULT_PORTS
    if special:
        rest = rest.replace("\\", "/")
    if question:
        data = query.encode("utf-8", "replace")
        if charset != "utf-8" and special and scheme not in ("ws", "wss") and not query.isascii():
            from lightterm.fetch.charset_legacy import encode_query

            data = encode_query(query, charset)
        query = percent_encode(data, _SPECIAL_QUERY if special else _QUERY)
    return rest, query if question else None, _encode(fragment, _FRAGMENT) if hash_mark else None


def _path(path: str, special: bool) -> str:
    """Dot segments taken out and the rest percent-encoded; a special scheme's path is never empty."""
    path = _encode(path, _PATH)
    if not path:
        return "/" if special else ""
    if "/." not in path and "/%2" not in path:
        return path
    out: list[str] = []
    segments = path.split("/")[1:]
    for index, segment in enumerate(segments):
        plain = segment.replace("%2e", ".").replace("%2E", ".") if len(segment) <= 6 else segment
        if plain == "..":
            if out:
                out.pop()
        elif plain != ".":
            out.append(segment)
            continue
        if index == len(segments) - 1:
            out.append("")
    return "/" + "/".join(out)


def _relative(rest: str, base: Url, charset: str) -> Url:
    special = base.scheme in DEFAULT_PORTS
    body, query, fragment = _cut(rest, base.scheme, charset)
    if body.startswith("//"):
        return _with_authority(base.scheme, rest.lstrip("/\\") if special else rest[2:], charset)
    if body.startswith("/"):
        path = _path(body, special)
    elif body:
        stem = base.path[: base.path.rfind("/") + 1]
        path = _path((stem or ("/" if base.host is not None else "")) + body, special)
    else:
        path, query = base.path, base.query if query is None else query
    return base.replace(path=path, query=query, fragment=fragment)


def _with_authority(scheme: str, rest: str, charset: str) -> Url:
    special = scheme in DEFAULT_PORTS
    body, query, fragment = _cut(rest, scheme, charset)
    authority, slash, path = body.partition("/")
    userinfo, at, location = authority.rpartition("@")
    name, _colon, secret = userinfo.partition(":")
    if not location and (special or at):
        _refuse(rest, "it names no host")
    host, port = _host_and_port(scheme, location, rest)
    return Url(
        scheme,
        _encode(name, _USERINFO),
        _encode(secret, _USERINFO),
        host,
        port,
        _path(slash + path, special),
        query,
        fragment,
    )


def _host_and_port(scheme: str, location: str, whole: str) -> tuple[str, str]:
    from lightterm.fetch.hosts import parse_host

    special = scheme in DEFAULT_PORTS
    colon = location.rfind(":")
    if colon <= location.rfind("]"):
        colon = -1
    host, port = location, ""
    if colon >= 0:
        host, port = location[:colon], location[colon + 1 :]
    if port.strip(DIGITS) or (port and int(port[-400:]) > 65535):
        # A password with a slash in it looks like a port.
        _refuse(whole, f"{port[:20]!r} is no port" if "@" not in whole else "what stands for its port is no number")
    port = port.lstrip("0") or port[:1]
    if not host and (special or colon >= 0):
        _refuse(whole, "it names no host")
    return parse_host(host, special) if host else "", "" if port == DEFAULT_PORTS.get(scheme) else port


def _file(rest: str, base: Url | None, charset: str) -> Url:
    from lightterm.fetch.hosts import parse_host

    body, query, fragment = _cut(rest, "file", charset)
    if body.startswith("//"):
        host, slash, path = body[2:].partition("/")
        host = parse_host(host, True) if host else ""
        return Url("file", "", "", "" if host == "localhost" else host, "", _path(slash + path, True), query, fragment)
    if base is not None:
        return _relative(rest, base, charset)
    path = body if body.startswith("/") else "/" + body
    return Url("file", "", "", "", "", _path(path, True), query, fragment)
