"""What is called by its address, as it has no other name: the last telling part of it."""

from __future__ import annotations

PAGES = frozenset(("http", "https", "ftp", "sftp", "file", "gemini", "gopher", "spartan", "finger", "data"))
"""Schemes of pages; another one is the name of the program that it starts."""


DIGEST, DIGEST_SHOWN = 16, 6
"""Letters of a name of hexadecimal digits that is no word, and those of it that tell it from another."""

_HEX = frozenset("0123456789abcdef")


def host_named(url: str) -> str:
    """The host of an address, "" for one that names none."""
    return url.partition("?")[0].partition("://")[2].partition("/")[0].rpartition("@")[2].removeprefix("www.")


def told_by_file(source: str) -> str:
    """What a picture's file is called, "" where that is no word."""
    stem = name_from_address(source).partition(".")[0]
    return stem if sum(map(str.isalpha, stem)) > 2 * sum(map(str.isdigit, stem)) + 1 else ""


def _is_identifier(name: str) -> bool:
    return len(name) > 10 and name.isalnum() and any(map(str.isdigit, name)) and name != name.lower()


def _is_digest(name: str) -> bool:
    return len(name) >= DIGEST and _HEX.issuperset(name) and sum(map(str.isdigit, name)) >= DIGEST // 4


def name_from_address(url: str) -> str:
    """The last telling part of an address: a file name, a path segment, a host.

    A long number of hexadecimal digits is told by its beginning.

    What shares this page elsewhere, or ends in an identifier, is told by its host, what another program opens by that
    program (whatsapp).
    """
    scheme, slashes, _ = url.partition("://")
    if slashes and scheme.lower() not in PAGES and scheme.replace("-", "").isalnum():
        return scheme.lower()[:60]
    query = url.partition("?")[2]
    url = url.partition("#")[0].partition("?")[0] or url
    if url[-1:] == ":" and "/" not in url:
        return "e-mail" if url.lower() == "mailto:" else url[:-1].lower()[:60]
    parts = [p for p in url.partition("://")[2 if "://" in url else 0].split("/") if p]
    if "://" in url and parts:
        parts[0] = parts[0].rpartition("@")[2]
    name = parts[-1] if parts else url
    if "://" in url and parts and ("http" in query or _is_identifier(name)):
        return parts[0].removeprefix("www.")[:60]
    if _is_digest(name):
        name = f"{name[:DIGEST_SHOWN]}…"
        return f"{parts[-2]}/{name}"[:60] if len(parts) > 1 else name
    if name.isdigit() and len(parts) > 1:
        name = parts[0] if "://" in url else f"{parts[-2]}/{name}"
    return name[:60]
