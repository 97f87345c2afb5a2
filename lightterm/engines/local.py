"""Pages of this machine whose scripts run: what is given to them, and nothing else.

A file: page may be anything that somebody sent. So its scripts get no network and read no files: the engine is given
the document, and the scripts and sheets that its markup names and that lie beside or below it, under an address of its
own that leads nowhere. A page that wants scripts from elsewhere stays in tier 1, as it could not work.
"""

from __future__ import annotations

import os
import re

from lightterm.fetch.urls import file_url, local_path, resolve, without_fragment
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css"}
"""What may be given beside a page."""

MOST = 20_000_000
"""Bytes that a file beside a page may have."""

NOWHERE = "http://127.0.0.1:1"
"""A proxy that is not there: what is not given is not had."""

_TAG = re.compile(rb"<(script|link)\b([^>]*)", re.IGNORECASE)
_NAME = re.compile(rb"""\s(src|href|type)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_RUN = ("", "module", "text/javascript", "application/javascript", "text/ecmascript", "text/babel")


class Given(Record):
    """A file that a page is given: its bytes and media type."""

    body: bytes
    media_type: str


class LocalPage:
    """The page at a file: URL as an engine has it: at `address`, whose root is the directory of the file."""

    def __init__(self, url: str, markup: bytes) -> None:
        from hashlib import sha256

        path, plain = local_path(url), _place(url)
        self._root = os.path.realpath(os.path.dirname(path))
        host = f"http://{sha256(os.fsencode(path)).hexdigest()[:16]}.localhost"
        self._origin = host + "/"
        self.address = f"{host}{file_url('/' + os.path.basename(path))[7:]}{url[len(plain) :]}"
        self._named = {_place(resolve(self.address, name)) for _, name in _names(markup)}

    def has(self, url: str) -> bool:
        """Whether an address is one of this page's."""
        return url.startswith(self._origin)

    def is_page(self, url: str) -> bool:
        """Whether an address is the page itself."""
        return _place(url) == _place(self.address)

    def back(self, url: str) -> str:
        """The file: URL that an address stands for; any other as it is."""
        return url.replace(self._origin, file_url(self._root.rstrip("/") + "/"), 1) if self.has(url) else url

    def put_back(self, markup: bytes) -> bytes:
        """The markup with its addresses leading to files again."""
        return markup.replace(self._origin.encode(), self.back(self._origin).encode())

    def given(self, url: str) -> Given | None:
        """The file of an address that the markup names; None for what is not given."""
        place = _place(url)
        path = _path(self._root, place[len(self._origin) :]) if place in self._named and self.has(place) else ""
        if not path:
            return None
        try:
            with open(path, "rb") as file:
                return Given(file.read(MOST), TYPES[os.path.splitext(path)[1].lower()])
        except OSError:
            return None


def runs_alone(url: str, markup: bytes) -> bool:
    """Whether the page of a file: URL has scripts, and all of them are its own or files that it is given."""
    page = LocalPage(url, markup)
    found = False
    for tag, name in _names(markup):
        if tag == "script" and page.given(resolve(page.address, name)) is None:
            return False
        found = found or tag == "script"
    return found or any(_kind(match) in _RUN for match in _TAG.finditer(markup) if match[1].lower() == b"script")


def _names(markup: bytes) -> Iterator[tuple[str, str]]:
    """(tag, address as written) of the scripts and linked files that the markup names."""
    from html import unescape

    for match in _TAG.finditer(markup):
        tag = match[1].decode().lower()
        wanted = b"src" if tag == "script" else b"href"
        for name in _NAME.finditer(match[2]):
            if name[1].lower() == wanted:
                yield tag, unescape(name[2].strip(b"\"'").decode("utf-8", "replace")).strip()


def _kind(tag: re.Match[bytes]) -> str:
    """The type that a script says it has."""
    said = (name[2].strip(b"\"'") for name in _NAME.finditer(tag[2]) if name[1].lower() == b"type")
    return next(said, b"").decode("ascii", "replace").strip().lower()


def _place(url: str) -> str:
    return without_fragment(url).partition("?")[0]


def _path(root: str, name: str) -> str:
    """The file of a name in a directory or below it, "" where there is none that is given."""
    path = os.path.realpath(os.path.join(root, local_path(f"file:///{name}").lstrip("/")))
    if os.path.commonpath((root, path)) != root or os.path.splitext(path)[1].lower() not in TYPES:
        return ""
    return path if os.path.isfile(path) and os.path.getsize(path) <= MOST else ""
