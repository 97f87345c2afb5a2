"""Snapshots of content types other than HTML, read and laid out."""

from __future__ import annotations

from typing import NamedTuple

from lightterm.document.layout import text_lines
from lightterm.document.model import Document
from lightterm.errors import LighttermError
from lightterm.extract import extract
from lightterm.extract.view import View
from lightterm.fetch.model import Response, Snapshot

URL = "https://example.org/dir/file"


class Read(NamedTuple):
    """A document, its errors, and its text at 80 columns with numbers."""

    document: Document
    errors: tuple[LighttermError, ...]
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def links(self) -> list[str]:
        return [target.url for target in self.document.targets]

    @property
    def codes(self) -> list[str]:
        return [error.code for error in self.errors]


def read(content_type: str, body: str | bytes, url: str = URL, width: int = 80) -> Read:
    """What `extract` makes of a body of that type."""
    data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
    document, errors = extract(Snapshot(Response(url, body=data), content_type, data), View(columns=width))
    return Read(document, errors, "\n".join(text_lines(document.blocks, width)))
