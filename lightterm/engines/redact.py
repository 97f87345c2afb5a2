"""Secrets taken out of what is kept of a page's requests, before it is kept."""

from __future__ import annotations

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

LEADING = ("location", "content-location", "refresh")
"""Headers with addresses that need not be whole."""


def redacted_url(url: str) -> str:
    """The address without name and password, without the values of parameters that are named like secrets, bounded."""
    if url.startswith("data:"):
        return url[:80]
    scheme, mark, rest = url.partition("://")
    if mark:
        host, slash, path = rest.partition("/")
        rest = host.rpartition("@")[2] + slash + path
    url, question, query = (scheme + mark + rest).partition("?")
    query, hash_, fragment = query.partition("#")
    if question:
        query = "&".join(map(_redacted_pair, query.split("&")))
    if "=" in fragment:
        fragment = "&".join(map(_redacted_pair, fragment.split("&")))
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


def _redacted_pair(pair: str) -> str:
    name, equals, value = pair.partition("=")
    secret = value and (is_secret(name) or name.lower() in ("code", "sig", "pwd", "sid"))
    return name + equals + (REDACTED if secret else value)
