"""Blocks in pieces: paragraphs by words, code by lines, tables by rows; no piece ends inside a letter or a link."""

from __future__ import annotations

from array import array

from lightterm.document.cells import clusters
from lightterm.document.marks import ENDS, FIELD, LINK, MARKS, MEDIA, OPENS, RESUME, balance, only
from lightterm.document.model import Paragraph, Pictures, Table
from lightterm.document.wrap import LONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lightterm.document.model import Block

_WHOLE = frozenset(("link", "field", "image"))
"""Ranges that are never cut."""

LONGEST_WORD = 40
"""Characters after which a word may be cut between two letters: there are scripts without spaces."""

LONGEST_LINE = 160
"""The same for lines of preformatted text, at a space; twice that anywhere: minified code is one line.

Half of it for what is not ASCII, of which each character may be two tokens.
"""


class Cuts:
    """A block and where it may be cut: `count` pieces, `part` some of them as a block."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._at: Sequence[int] = ()
        if isinstance(block, Pictures):
            self.count = 1
        elif isinstance(block, Paragraph):
            self._at = _places(block.raw, block.pre)
            self.count = len(self._at) - 1
        elif isinstance(block, Table):
            self.count = max(1, len(block.rows) - _heads(block))
        else:
            self.count = 1

    def part(self, start: int, end: int) -> Block:
        """The pieces from `start` to before `end` as a block."""
        block = self.block
        if start == 0 and end >= self.count:
            return block
        if isinstance(block, Table):
            heads = _heads(block)
            rows = block.rows[:heads] + block.rows[heads + start : heads + end]
            return Table(rows, block.caption, block.frame, block.gap, block.lead, block.stacked)
        assert isinstance(block, Paragraph)
        return self._text(block, self._at[start], self._at[min(end, self.count)])

    def _text(self, block: Paragraph, start: int, end: int) -> Paragraph:
        before = block.raw[:start]
        _, again = balance(before)
        again = again.replace(RESUME, "")
        raw, _ = balance(again + block.raw[start:end].rstrip(" \n"))
        copy = block.with_raw(raw)
        copy.lead = block.lead
        copy.first = block.first + before.count(LINK) + before.count(FIELD)
        copy.media = block.media + before.count(MEDIA)
        return copy


def _heads(table: Table) -> int:
    """The rows of headers that stand above all others, which each part of the table repeats."""
    count = 0
    while count < len(table.rows) - 1 and all(cell.header and cell.rows == 1 for cell in table.rows[count]):
        count += 1
    return count


def _places(raw: str, pre: bool) -> Sequence[int]:
    """Where a paragraph may be cut, its beginning and end included; of a long one as plain numbers, as in `wrap`."""
    places: MutableSequence[int] = [0] if len(raw) < LONG else array("l", (0,))
    open_ = 0
    at = 0
    for cluster in clusters(raw) if not raw.isascii() else raw:
        at += len(cluster)
        first = cluster[0]
        if first in MARKS:
            for mark in only(cluster):
                open_ += (OPENS.get(mark) in _WHOLE) - (ENDS.get(mark) in _WHOLE)
            continue
        if open_ <= 0 and at < len(raw) and _ends_piece(first, at - places[-1], pre):
            places.append(at)
    places.append(len(raw))
    return places


def _ends_piece(char: str, length: int, pre: bool) -> bool:
    """Whether a piece of so many characters may end behind this one."""
    if char == "\n":
        return True
    if pre:
        return length >= (LONGEST_LINE if char == " " else 2 * LONGEST_LINE if char.isascii() else LONGEST_LINE // 2)
    return char == " " or length >= LONGEST_WORD
