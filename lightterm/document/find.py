"""Searching a document: matches in its paragraphs, at any width, and blocks with their matches marked."""

from __future__ import annotations

import re
import warnings
from bisect import bisect_left
from itertools import count
from time import perf_counter

from lightterm.document.fill import rebuilt
from lightterm.document.flow import paragraphs
from lightterm.document.marks import FIND, FIND_END, FOUND, FOUND_END, MARKS
from lightterm.errors import ValidationFailed
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.model import Block, Paragraph

MOST = 100_000
"""Matches that are counted; a search for one letter in a large page ends there."""


class Match(Record):
    """One match: the block, which of its paragraphs (a table has many), and the range in that one's plain text."""

    block: int
    paragraph: int
    start: int
    end: int


def pattern(text: str, regex: bool = True) -> re.Pattern[str]:
    """What a person typed as a pattern: smart case, white space matches any, `\\c` and `\\C` force the case.

    What is no regular expression is taken as it stands. Raises ValidationFailed where that is not to be: with `\\v`.
    """
    ignore = text == text.lower()
    strict = False
    for word, value in (("\\c", True), ("\\C", False)):
        if word in text:
            text, ignore = text.replace(word, ""), value
    if text.startswith("\\v"):
        text, strict = text[2:], True
    flags = re.IGNORECASE if ignore else 0
    if regex:
        try:
            with warnings.catch_warnings(action="ignore"):  # [[a] is no mistake of ours to be told of
                return re.compile(_spaces(text), flags)
        except (re.error, OverflowError, RecursionError) as problem:
            if strict:
                raise ValidationFailed(f"not a regular expression: {problem}") from None
    return re.compile(_spaces(re.escape(text).replace("\\ ", " ")), flags)


def _spaces(text: str) -> str:
    """A space matches any run of spaces and line ends; inside [] it stays as it is."""
    return re.sub(r"(?<![\\\[]) +(?![^\[]*\])", lambda m: r"\s+", text)


class Search:
    """The matches of a pattern in the blocks of a document, found a slice of time after another."""

    def __init__(self, blocks: Sequence[Block], wanted: re.Pattern[str]) -> None:
        self.blocks = blocks
        self.wanted = wanted
        self.matches: list[Match] = []
        self._next = 0

    @property
    def complete(self) -> bool:
        """Whether the whole document has been searched."""
        return self._next >= len(self.blocks)

    def run(self, seconds: float) -> bool:
        """Search on for so long; whether the whole document has been searched."""
        until = perf_counter() + seconds
        while not self.complete and perf_counter() < until:
            end = min(self._next + 32, len(self.blocks))
            for index in range(self._next, end):
                self.matches += matches_in(self.blocks[index], index, self.wanted)
            self._next = end if len(self.matches) < MOST else len(self.blocks)
        return self.complete

    def after(self, block: int, offset: int = 0, paragraph: int = 0) -> int:
        """The index of the first match from there on; the number of matches when there is none."""
        return bisect_left(self.matches, (block, paragraph, offset), key=lambda m: (m.block, m.paragraph, m.start))

    def index(self, match: Match) -> int:
        """Which of the matches one is."""
        return self.after(match.block, match.start, match.paragraph)

    def of_block(self, block: int) -> list[Match]:
        """The matches in one block."""
        return self.matches[self.after(block) : self.after(block + 1)]

    def renew(self, blocks: Sequence[Block], index: int) -> None:
        """Go on in these blocks, of which one has another text now."""
        self.blocks = blocks
        if index < self._next:
            found = matches_in(self.blocks[index], index, self.wanted)
            self.matches[self.after(index) : self.after(index + 1)] = found

    def marked(self, index: int, block: Block, current: Match | None) -> Block:
        """The block with its matches marked, the current one as such; itself where it has none."""
        found = self.of_block(index)
        return mark(block, found, current) if found else block


def matches_in(block: Block, index: int, wanted: re.Pattern[str]) -> Iterator[Match]:
    """The matches in one block; empty ones are passed over."""
    for number, paragraph in enumerate(paragraphs(block)):
        for found in wanted.finditer(paragraph.text()):
            if found.end() > found.start():
                yield Match(index, number, found.start(), found.end())


def mark(block: Block, found: list[Match], current: Match | None) -> Block:
    """A copy of `block` with the matches marked in its paragraphs."""
    places: dict[int, list[Match]] = {}
    for match in found:
        places.setdefault(match.paragraph, []).append(match)
    numbers = count()
    return rebuilt(block, lambda paragraph: _marked(paragraph, places.get(next(numbers), []), current))


def _marked(paragraph: Paragraph, found: list[Match], current: Match | None) -> Paragraph:
    if not found:
        return paragraph
    raw = paragraph.raw
    places = [i for i, c in enumerate(raw) if c not in MARKS]
    out: list[str] = []
    at = 0
    for match in found:
        start, end = places[match.start], places[match.end - 1] + 1
        opening, closing = (FOUND, FOUND_END) if match == current else (FIND, FIND_END)
        out += (raw[at:start], opening, raw[start:end], closing)
        at = end
    out.append(raw[at:])
    return paragraph.with_raw("".join(out))
