"""Large pages in sections, made as they are asked for: JSON of some blocks, and what a query finds as far as it got.

JSON of a page of 120,000 links in a budget took 13 s of CPU, a query of it 2: a call has five seconds, and the machine
others to serve.
"""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.agent.cursors import Blocks, Piece, Whole, place_of
from lightterm.document.subset import subset
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.document.model import Document

STEP = 10_000
"""Blocks that are searched between two looks at the clock."""

SAID = 40
"""Tokens of what JSON says of the sections that come."""


class Section(Record):
    """Some blocks of a page as an answer, before which block it `end`s, and what is said of that."""

    whole: Whole
    end: int
    said: str = ""


class Sections:
    """What there is in `count` blocks, a section of them at a time: `make` makes the one that begins with a block.

    `key` stands before its cursors in JSON.
    """

    def __init__(self, count: int, make: Callable[[int], Section], key: str, begun: Section | None = None) -> None:
        self._count = count
        self._make = make
        self._key = key
        self._made = (0, begun) if begun is not None else None
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        return 0

    def piece(self, place: str, room: int) -> Piece:
        begun, _, inside = place.partition("-")
        first = place_of(begun).line
        with self._lock:
            if self._made is None or self._made[0] != first:
                self._made = first, self._make(first)
            section = self._made[1]
        more = section.end < self._count
        piece = section.whole.piece(inside, room - SAID if more else room)
        after = f"{first}-{piece.after}" if piece.after else f"{section.end}-" if more else ""
        left = piece.left + self._count - section.end
        items = piece.items
        if isinstance(section.whole, Blocks) and items:
            items = with_more(items[0], f"{self._key}:{after}" if after else "", self._count, left), *items[1:]
        return Piece(items, after, left, section.said)


def with_more(text: str, cursor: str, blocks: int, left: int) -> str:
    """JSON of the last blocks of a section, saying how many of all are left and where it goes on."""
    with suppress(ValueError):  # a part of JSON says it at its end
        data = json.loads(text)
        said = {**data.get("truncation", {}), "blocks": blocks, "omitted": left, "cursor": cursor}
        return json.dumps({**data, "truncated": bool(cursor), "truncation": said}, ensure_ascii=False)
    return text


def slice_of(document: Document, first: int, end: int) -> Document:
    """Some blocks of a document that follow each other."""
    return subset(document, range(first, min(end, len(document.blocks))))


def ranked_for(
    document: Document, query: str, keywords: tuple[str, ...], seconds: float
) -> tuple[list[tuple[float, int]], int]:
    """(scores and indices of the blocks that a query is about, best first; how many blocks were looked at in time).

    A step of them is looked at in any case.
    """
    from lightterm.document.subset import plain
    from lightterm.output.select import lexical, ranked, with_keywords

    until, found, end = time.monotonic() + seconds, list[tuple[float, int]](), 0
    by = lexical if len(document.blocks) > STEP else None  # what words mean costs three times as much, a step alike
    for first, part in _steps(document):
        if first and time.monotonic() > until:
            break
        texts = [plain(block) for block in part.blocks]
        among = with_keywords(texts, range(len(texts)), keywords, False) if keywords else range(len(texts))
        found += [(score, first + at) for score, at in ranked(part, texts, list(among), query, by)]
        end = first + len(texts)
    return sorted(found, key=lambda one: (-one[0], one[1])) if end > STEP else found, end


def _steps(document: Document) -> Iterator[tuple[int, Document]]:
    blocks = document.blocks
    for first in range(0, max(1, len(blocks)), STEP):
        yield first, document.replace(blocks=blocks[first : first + STEP])
