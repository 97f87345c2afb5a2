"""A part of a page as it was read: wrapped lines joined, hyphens of hyphenation and numbers of links left out.

Tables are taken as they stand, preformatted text line by line without what a quotation or list puts before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.cells import HINTS, fit, shape
from lightterm.document.layout import Layout
from lightterm.document.model import Paragraph, Table
from lightterm.document.rows_taken import rows_taken
from lightterm.records import Record

if TYPE_CHECKING:
    from lightterm.document.flow import Flow
    from lightterm.document.model import Block
    from lightterm.document.motions import Position
    from lightterm.document.rows_taken import RowsTaken

_ISOLATES = frozenset("\u2066\u2067\u2068\u2069")
_UNSEEN = HINTS | _ISOLATES | frozenset(" \n\xa0")
_DROPPED = {ord(c): None for c in HINTS} | {0xA0: " "}


BLOCKS = 200
"""Blocks of which the text is made at once: 1 to 2 ms."""

CHARACTERS = 50_000
"""Characters of a paragraph of which it is made at once."""

ROWS = 50
"""Rows of a table that are laid out at once."""


def excerpt(flow: Flow, start: Position, end: Position, numbers: bool = False) -> str:
    """The text from `start` up to, not including, `end`; with `numbers` those of links stay."""
    return Excerpt(flow, start, end, numbers).text()


class Excerpt:
    """What lies between two positions: its first and last block are taken at once, by where their lines are, those
    between them when the text is made, which may be in another thread."""

    def __init__(self, flow: Flow, start: Position, end: Position, numbers: bool = False) -> None:
        self._flow = flow
        self._taker = _Taker(flow, start, end, numbers and flow.numbers)
        self._blocks = range(0)
        self._ends: dict[int, str | RowsTaken | Passage] = {}
        if flow.blocks and start < end:
            first, last = flow.block_at(start[0]), flow.block_at(end[0])
            self._blocks = range(first, last + 1)
            for index in {first, last}:
                late = rows_taken(flow, index, start, end, ROWS)
                self._ends[index] = late or self._taker.taken(index, flow.written(index))

    @property
    def is_long(self) -> bool:
        """Whether to make the text takes longer than a key may."""
        if len(self._blocks) - 2 > BLOCKS or not all(isinstance(text, str) for text in self._ends.values()):
            return True
        within = self._flow.blocks[self._blocks.start + 1 : self._blocks.stop - 1]
        return any(_is_long(block) for block in within)

    def text(self) -> str:
        """The text."""
        flow, parts = self._flow, list[str]()
        for index in self._blocks:
            block = flow.written(index)
            if block.frame.folds and block.frame.hidden(flow.opened):
                continue
            end = self._ends[index] if index in self._ends else self._taker.whole(index, block)
            text = end if isinstance(end, str) else end.text()
            if text or (parts and isinstance(block, Paragraph)):
                if parts:
                    parts.append("\n\n" if block.gap else "\n")
                parts.append(text)
        return "".join(parts).rstrip("\n")


def columns(flow: Flow, start: Position, end: Position, cells: tuple[int, int]) -> str:
    """The cells from cells[0] up to cells[1] of the lines from `start` to `end`, a line each, without numbers of links
    that are in them whole; those stay where nothing else is."""
    rows, bare = [], []
    for line, text in enumerate(flow.texts(start[0], end[0] + 1), start[0]):
        kind = shape(text)
        begin = fit(text, 0, len(text), cells[0], kind)
        behind = fit(text, 0, len(text), cells[1], kind)
        rows.append(text[begin:behind].rstrip())
        bare.append(_without_numbers(flow, line, text, begin, behind).rstrip())
    return "\n".join(bare if any(bare) else rows).rstrip("\n")


def _without_numbers(flow: Flow, line: int, text: str, begin: int, behind: int) -> str:
    parts = []
    for span in flow.spans(line) if flow.numbers and "[" in text[begin:behind] else ():
        number = f"[{span.target}]"
        if span.target and begin <= span.start <= behind - len(number) and text.startswith(number, span.start):
            parts.append(text[begin : span.start])
            begin = span.start + len(number)
    return "".join((*parts, text[begin:behind]))


def _is_long(block: Block) -> bool:
    if isinstance(block, Table):
        return len(block.rows) > ROWS
    return isinstance(block, Paragraph) and len(block.raw) > CHARACTERS


def text_offset(flow: Flow, line: int, at: int) -> int:
    """How many characters of its block's text stand before a character of a line; of a long table's paragraphs how many
    stand before the row, 0 in what else is no paragraph."""
    if not flow.blocks:
        return 0
    first, block, before = flow.around(line)
    if not isinstance(block, Paragraph) or (line, at) <= (first, 0):
        return before
    return before + _Walk(flow, block, first, block.text(), numbered=flow.numbers).offset(line, at)


class _Taker:
    """Takes what lies between two positions, a block after another."""

    def __init__(self, flow: Flow, start: Position, end: Position, numbers: bool) -> None:
        self.flow = flow
        self.start = start
        self.end = end
        self.numbers = numbers
        self._layout = Layout(flow.width, numbers)

    def taken(self, index: int, block: Block) -> str | Passage:
        """What of the first or last block is taken."""
        flow = self.flow
        first, end = flow.line_of_block(index), flow.end_of_block(index)
        if first >= end or self.end <= (first, 0) or self.start >= (end, 0):
            return ""
        if self.start <= (first, 0) and self.end >= (end - 1, len(flow.text(end - 1))):
            if isinstance(block, Paragraph):
                return self._passage(block, 0, 0, self._lead(block))
            return self.whole(index, block)
        if isinstance(block, Paragraph):
            return self._paragraph(block, first, end)
        rows = range(max(first, self.start[0]), min(end, self.end[0] + 1))
        return "\n".join(self._cut(line) for line in rows)

    def _cut(self, line: int) -> str:
        text = self.flow.text(line)
        text = text[: self.end[1]] if line == self.end[0] else text
        return text[self.start[1] :] if line == self.start[0] else text

    def whole(self, index: int, block: Block) -> str:
        """All of a block."""
        if isinstance(block, Paragraph):
            return self._lead(block) + _clean(block.text(self.numbers), block.pre)
        layout = Layout(self.flow.width, self.numbers, opened=self.flow.opened)
        layout.add((self.flow.block(index, marked=False),))
        return "\n".join(layout.lines)

    def _lead(self, block: Paragraph) -> str:
        """What stands before a paragraph's first line."""
        prefix = self._layout.prefixes(block)[0] + ("#" * block.level + " " if block.level else "")
        return "" if block.pre and not prefix.strip() else prefix

    def _paragraph(self, block: Paragraph, first: int, end: int) -> str | Passage:
        """What lies between the two positions in a paragraph: of one with parts made of those that hold them."""
        flow = self.flow
        begins_before, ends_behind = self.start <= (first, 0), self.end[0] >= end
        line, last = first if begins_before else self.start[0], end - 1 if ends_behind else self.end[0]
        piece = flow.around(line, last)[1]
        assert isinstance(piece, Paragraph)
        begin = 0 if begins_before else self._walked(*self.start)[0]
        behind = 0
        if not ends_behind:
            passed, size = self._walked(*self.end)
            behind = size - passed
        lead = self._lead(block) if begins_before else ""
        return self._passage(piece, begin, behind, lead)

    def _passage(self, piece: Paragraph, begin: int, behind: int, lead: str) -> str | Passage:
        passage = Passage(piece, self.numbers, begin, behind, lead)
        return passage if _is_long(piece) else passage.text()

    def _walked(self, line: int, at: int) -> tuple[int, int]:
        """How much of the text of a paragraph, or of its part, stands before a character, and how long that is."""
        top, piece, _ = self.flow.around(line)
        assert isinstance(piece, Paragraph)
        text, numbered = piece.text(self.numbers), self.flow.numbers and not self.numbers
        return _Walk(self.flow, piece, top, text, numbered).offset(line, at), len(text)


class Passage(Record):
    """What of a paragraph stands between so many of its characters from its beginning and from its end."""

    piece: Paragraph
    numbers: bool
    begin: int
    behind: int
    lead: str

    def text(self) -> str:
        """It, behind what leads it."""
        text = self.piece.text(self.numbers)
        return self.lead + _clean(text[self.begin : len(text) - self.behind], self.piece.pre)


def _clean(text: str, pre: bool) -> str:
    text = text if text.isascii() else text.translate(_DROPPED)
    return "\n".join(row.rstrip(" ") for row in text.split("\n")) if pre else text.strip(" \n")


class _Walk:
    """Where in a paragraph's text what stands on its lines comes from."""

    def __init__(self, flow: Flow, block: Paragraph, first: int, text: str, numbered: bool) -> None:
        self.flow = flow
        self.block = block
        self.first = first
        self.text = text
        self.numbered = numbered
        layout = Layout(flow.width, flow.numbers)
        lead, rest = layout.prefixes(block)
        self._lead = lead + ("#" * block.level if block.level else "")
        self._rest = rest

    def offset(self, line: int, at: int) -> int:
        """How much of the text stands before a character of a line."""
        passed = 0
        seen: set[int] = set()
        for row in range(self.first, line + 1):
            shown = self.flow.text(row)
            skip = _after(shown, self._lead if row == self.first else self._rest)
            numbers = self._numbers(row, shown, seen) if self.numbered else {}
            stop = at if row == line else len(shown)
            passed = self._row(shown, skip, stop, numbers, self._begun(passed) if row > self.first else passed)
        return passed

    def _numbers(self, row: int, shown: str, seen: set[int]) -> dict[int, int]:
        """Where numbers of targets stand on a line: beginning and end."""
        found = {}
        for span in self.flow.spans(row):
            if span.target and span.target not in seen:
                seen.add(span.target)
                number = f"[{span.target}]"
                if shown.startswith(number, span.start):
                    found[span.start] = span.start + len(number)
        return found

    def _begun(self, passed: int) -> int:
        """What of the text lies between two lines."""
        if not self.block.pre:
            return passed
        end = passed
        while end < len(self.text) and self.text[end] == " ":
            end += 1
        return end + 1 if end < len(self.text) and self.text[end] == "\n" else passed

    def _row(self, shown: str, skip: int, stop: int, numbers: dict[int, int], passed: int) -> int:
        text, pre = self.text, self.block.pre
        whole = shown[skip:stop]
        if not numbers and text.startswith(whole, passed):  # nearly each row is: told at once
            return passed + len(whole if pre else whole.rstrip(" "))
        at = skip
        while at < stop:
            if at in numbers:
                at = numbers[at]
                continue
            char = shown[at]
            at += 1
            if char == " " and not pre:
                continue
            ahead = passed
            while ahead < len(text) and text[ahead] != char and text[ahead] in _UNSEEN:
                if pre and text[ahead] in " \xa0" and char == " ":
                    break
                ahead += 1
            if ahead < len(text) and (text[ahead] == char or (pre and text[ahead] == "\xa0" and char == " ")):
                passed = ahead + 1
        return passed


def _after(shown: str, prefix: str) -> int:
    """Where on a line what a frame puts before it ends; it may have been moved to a side with it."""
    wanted = prefix.replace(" ", "")
    at = done = 0
    while done < len(wanted) and at < len(shown):
        if shown[at] == wanted[done]:
            done += 1
        elif shown[at] != " " and shown[at] not in _ISOLATES:
            return 0
        at += 1
    return at if wanted else min(len(prefix), len(shown) - len(shown.lstrip(" ")))
