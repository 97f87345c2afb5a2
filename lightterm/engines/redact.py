"""Secrets taken out of what is kept of a page's requests, before it is kept."""

from __future__ import annotations

import re

from lightterm.fetch.headers import is_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.fetch.model import Headers

REDACTED = "REDACTED"
LONGEST_URL = 2000
LONGEST_VALUE = 500
MOST_HEADERS = 60

SCHEMES = ("bearer", "basic")
"""What credentials stand behind, under whatever name they are sent."""

LONGEST_WORD = 16
"""Characters from which what stands behind a scheme's name in a sentence is no word."""

SHORT = ("code", "sig", "pwd", "sid")
"""Names of parameters that carry credentials, and that stand in too many others to be looked for within."""

_HARMLESS = re.compile(r"author(?!i[sz])|keyword|keyboard|(?:hoc|tur|mon|don|joc|whis)key")
"""Words that hold what names of secrets are told by, and stand in addresses."""

DEEPEST = 8
"""Addresses within parameters of addresses that are looked into; what lies deeper is not told at all."""

LEADING = ("location", "content-location", "refresh")
"""Headers with addresses that need not be whole."""


def redacted_url(url: str, within: int = 0) -> str:
    """The address without name and password, without the values of parameters that are named like secrets, bounded.

    `within`: how many others it stands in.
    """
    if url.startswith("data:"):
        return url[:80]
    scheme, mark, rest = url.partition("://")
    if mark:
        host, slash, path = rest.partition("/")
        rest = host.rpartition("@")[2] + slash + path
    url, question, query = (scheme + mark + rest).partition("?")
    if not question:
        url, question, query = url.partition("#")
    if ";" in url:
        url = ";".join([_redacted_matrix(part, within) for part in url.split(";")])
    query, hash_, fragment = query.partition("#")
    if question and "=" in query:
        query = "&".join([_redacted_pair(pair, within) for pair in query.split("&")])
    if "=" in fragment:
        fragment = "&".join([_redacted_pair(pair, within) for pair in fragment.split("&")])
    return (url + question + query + hash_ + fragment)[:LONGEST_URL]


def redacted_words(text: str) -> str:
    """Words of a script or browser with the credentials and the addresses among them redacted."""
    text = _without_credentials(text, LONGEST_WORD)
    words = text.split(" ") if "=" in text else ()
    return " ".join(redacted_url(word) if "?" in word or "#" in word else word for word in words) or text


def redacted_headers(headers: Iterable[tuple[str, str]]) -> Headers:
    """Headers with the values of those that carry credentials taken out, and credentials in any other, bounded."""
    kept: list[tuple[str, str]] = []
    for name, value in headers:
        if name[:1] != ":" and len(kept) < MOST_HEADERS:
            shown = redacted_url(value) if "://" in value or name.lower() in LEADING else _without_credentials(value)
            kept.append((name, REDACTED if is_secret(name) else shown[:LONGEST_VALUE]))
    return tuple(kept)


def _without_credentials(text: str, least: int = 1) -> str:
    """Text without signed tokens (JWT), and without what stands behind a scheme in so many characters or more.

    What a server asks for (`Bearer realm="x"`) is no credential.
    """
    words = text.split(" ")
    for index, word in enumerate(words):
        before = words[index - 1].lstrip("\"'`({[").lower() if index else ""
        given = before in SCHEMES and len(word) >= least and "=" not in word.rstrip("\"'`)}],;=")
        if given or ("eyJ" in word and word.count(".") >= 2):
            words[index] = REDACTED
    return " ".join(words)


def _redacted_matrix(part: str, within: int) -> str:
    """A part of a path behind a semicolon (`;jsessionid=1/p`), whose value ends with the segment."""
    value, slash, rest = part.partition("/")
    return _redacted_pair(value, within) + slash + rest if "=" in value else part


def _redacted_pair(pair: str, within: int) -> str:
    name, equals, value = pair.partition("=")
    if not value:
        return pair
    if _is_secret_parameter(_unquoted(name).lower()):
        return f"{name}={REDACTED}"
    if "%" in value or "?" in value or "://" in value:
        inner = _unquoted(value)
        if within >= DEEPEST and "=" in inner:
            return f"{name}={REDACTED}"
        if ("=" in inner or "@" in inner) and (told := redacted_url(inner, within + 1)) != inner[:LONGEST_URL]:
            from urllib.parse import quote

            return f"{name}={told if inner == value else quote(told, safe='/:')}"
    return name + equals + value


def _is_secret_parameter(name: str) -> bool:
    """Whether a parameter carries credentials, by its name in small letters: `author` and `keyword` do not."""
    if name in SHORT or "sessid" in name:
        return True
    return is_secret(name) and is_secret(_HARMLESS.sub("", name))


def _unquoted(text: str) -> str:
    """Without escapes, where it has some; those within escaped addresses stay for them."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)
