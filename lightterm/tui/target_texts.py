"""What all targets of a page say, to find them by: read in slices of time, as 200,000 links take 300 ms."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from time import perf_counter
from typing import TYPE_CHECKING

from lightterm.document.link_texts import each_link
from lightterm.tui.hint_places import said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Document

AT_A_TIME = 50
"""Targets after which the time is looked at."""

BETWEEN = "\n"
"""What stands between two of them, and in none."""


class TargetTexts:
    """The texts of a document's targets by their place; `complete` once all are read."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._steps = self._read()
        self._all = BETWEEN
        self._starts: list[int] = []
        self.complete = False

    def run(self, seconds: float) -> bool:
        """Read on for so long; whether all are read."""
        until = perf_counter() + seconds
        while not self.complete:
            for _ in range(AT_A_TIME):
                if next(self._steps, None) is None:
                    self.complete = True
                    break
            if perf_counter() > until:
                break
        return self.complete

    def _read(self) -> Iterator[int]:
        links: dict[int, list[str]] = {}  # pieces, as one link may run through 40,000 paragraphs
        for number, text in each_link(self._document.blocks):
            links.setdefault(number, []).append(text)
            yield number
        targets = self._document.targets
        texts: list[str] = []
        for number in targets.numbers:
            text = " ".join(filter(None, links.get(number, ()))) or said(targets[number])
            texts.append(" ".join(text.split()).casefold())
            yield number
        self._all = BETWEEN + BETWEEN.join(texts) + BETWEEN
        self._starts = list(accumulate((len(text) + 1 for text in texts), initial=1))

    def having(self, letters: str, start: int, way: int = 1) -> Iterator[int]:
        """The places of the targets that have these letters, from one of them on, round to it again."""
        wanted = " ".join(letters.casefold().split(" "))
        count = len(self._starts) - 1
        if BETWEEN in wanted or count < 1:
            return
        start = 1 if start > count else start if start > 0 else count
        first, behind = self._starts[start - 1], self._starts[start]
        if way > 0:
            yield from self._onwards(wanted, first, len(self._all))
            yield from self._onwards(wanted, 0, first - 1)
        else:
            yield from self._backwards(wanted, 0, behind - 1)
            yield from self._backwards(wanted, behind, len(self._all))

    def _onwards(self, wanted: str, at: int, end: int) -> Iterator[int]:
        while (found := self._all.find(wanted, at, end)) >= 0:
            place = bisect_right(self._starts, found)
            if 0 < place < len(self._starts):
                yield place
            at = self._starts[min(place, len(self._starts) - 1)]

    def _backwards(self, wanted: str, at: int, end: int) -> Iterator[int]:
        while (found := self._all.rfind(wanted, at, end)) >= 0:
            place = bisect_right(self._starts, found)
            if not 0 < place < len(self._starts):
                return
            yield place
            end = self._starts[place - 1] - 1
