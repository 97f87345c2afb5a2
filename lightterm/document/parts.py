"""A long paragraph in parts that are laid out one by one, each where its first line begins.

A paragraph of 10 MB took 2.3 s to lay out, at each change of the width. It is cut every some thousand characters, at
any width in the same places. Which line begins there is told by the part before, where that was laid out, else by
breaking the text from some hundred lines before: lines begun at different words soon end at the same. Where they do
not, as in text without any spaces, a line may end early at a cut. Preformatted text is cut behind lines' ends, and in
lines of megabytes behind their rows. What stands before a cut (targets, characters, open
marks) is counted once, as far as it is asked.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import count

from lightterm.document.cells import HINTS, joins_back
from lightterm.document.layout import has_isolates, has_rtl
from lightterm.document.long_rows import LONG as LONG_ROW
from lightterm.document.long_rows import row_from
from lightterm.document.marks import ALL, ENDS, FIELD, FIELD_END, LINK, MARKS, MEDIA, balance, strip
from lightterm.document.model import Paragraph
from lightterm.document.wrap import breaks
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Block

LONG = 24_000
"""Characters from which on a paragraph has parts."""

SIZE = 4000
"""Characters of a part, two screens: .5 ms with spans. Of 8,000 each letter of a search made 104 lines."""

PRE = 2500
"""Characters of a part of preformatted text: source with its tags marked has six times the spans of running text."""

NEAR = 1000
"""Characters in which a place to cut is looked for."""

AHEAD = 8
"""Characters of a cell, marks and all, within which the next row of a line is looked for."""

RUN = 300
"""Lines after which lines that were begun elsewhere are taken to end alike: of 40 at 80 cells a third do not yet."""


class Sums(Record):
    """What stands before a place: targets, characters of the text, those that are no spaces, those of the targets'
    numbers, those since the last line's end, and the marks that are open there."""

    targets: int = 0
    characters: int = 0
    solid: int = 0
    digits: int = 0
    column: int = 0
    open: str = ""


def is_parted(block: Block) -> bool:
    """Whether a block is laid out in parts: not where one part's lines hang on another's more than at their cut."""
    if block.__class__ is not Paragraph or len(block.raw) < LONG or block.level or MEDIA in block.raw:
        return False
    return not block.frame.rest.strip() and not has_isolates(block.raw)


class Parts:
    """The parts of one paragraph; `most` bounds them where another text has taken the paragraph's place."""

    def __init__(self, block: Paragraph, most: int = 1 << 31) -> None:
        self.block = block
        self.cuts = _cuts(block.raw, block.pre)[:most]
        self._sums = [Sums()]
        self._direction = block.direction
        self._even = block.raw.isascii() and LINK not in block.raw and FIELD not in block.raw
        if not block.direction and not block.pre and has_rtl(block.raw):
            from lightterm.document.bidi import base_direction

            self._direction = base_direction(strip(block.raw))
        self._way = (0, False)
        self._starts: dict[int, tuple[int, Sums]] = {}

    def __len__(self) -> int:
        return len(self.cuts)

    def piece(self, part: int, room: int, numbers: bool, last: int = 0) -> Paragraph:
        """One part as a paragraph, or some up to the `last`, for lines of `room` cells."""
        block, last = self.block, max(part, last)
        start, before = self._start(part, room, numbers)
        end = self._start(last + 1, room, numbers)[0] if last + 1 < len(self.cuts) else len(block.raw)
        raw = block.raw[start:end]
        words = raw.rstrip(ALL)
        if last + 1 < len(self.cuts) and words.endswith("\n"):
            raw = words[:-1] + raw[len(words) :]  # the line that it ends is the next part's
        gap, lead = (0, 0) if part else (block.gap, block.lead)
        first = block.first + before.targets
        piece = Paragraph(
            before.open + raw, block.frame, gap, lead, first, 0, block.align, self._direction, block.media
        )
        piece.pre, piece.known = block.pre, block.known
        return piece

    def cut(self, part: int, room: int, numbers: bool) -> tuple[bool, bool]:
        """Whether a part begins and ends within a line of preformatted text."""
        if not self.block.pre:
            return False, False
        within = [
            0 < at < len(self.cuts) and self.block.raw[self._start(at, room, numbers)[0] - 1] != "\n"
            for at in (part, part + 1)
        ]
        return within[0], within[1]

    def before(self, part: int, room: int, numbers: bool) -> Sums:
        """What stands before a part."""
        return self._start(part, room, numbers)[1]

    def with_solid(self, wanted: int, room: int, numbers: bool) -> int:
        """The part that so many visible characters lead into."""
        return self._last(wanted, room, numbers, lambda sums: sums.solid + (sums.digits if numbers else 0))

    def with_character(self, wanted: int, room: int, numbers: bool) -> int:
        """The part that so many characters of the text lead into."""
        return self._last(wanted, room, numbers, lambda sums: sums.characters)

    def with_target(self, wanted: int, room: int, numbers: bool) -> int:
        """The part in which the target at that place of the page begins."""
        return self._last(wanted - self.block.first, room, numbers, lambda sums: sums.targets)

    def _last(self, wanted: int, room: int, numbers: bool, told: Callable[[Sums], int]) -> int:
        """The last part that has no more than so many before it."""
        while told(self._sums[-1]) <= wanted and len(self._sums) < len(self.cuts):
            self._at_cut(len(self._sums))
        part = min(bisect_right(self._sums, wanted, key=told), len(self.cuts)) - 1
        while part > 0 and told(self._start(part, room, numbers)[1]) > wanted:
            part -= 1
        return max(part, 0)

    def _at_cut(self, part: int) -> Sums:
        """What stands before a cut."""
        while len(self._sums) <= part:
            at = len(self._sums)
            self._sums.append(self._and(self._sums[-1], self.block.raw[self.cuts[at - 1] : self.cuts[at]]))
        return self._sums[part]

    def _and(self, before: Sums, raw: str) -> Sums:
        """What stands before a place, when this stands between that and another."""
        if not raw:
            return before
        text, targets = strip(raw), raw.count(LINK) + raw.count(FIELD)
        blank = text.count(" ") + text.count("\n")
        if not text.isascii():
            blank += text.count("\xa0") + sum(map(text.count, HINTS))
        line = text.rfind("\n") + 1
        return Sums(
            before.targets + targets,
            before.characters + len(text),
            before.solid + len(text) - blank,
            before.digits + sum(len(self._number(before.targets + i)) for i in range(targets)),
            len(text) - line if line else before.column + len(text),
            balance(before.open + raw)[1],
        )

    def _number(self, target: int) -> str:
        """What is put before a target, by its place in the paragraph."""
        place = self.block.first + target
        return f"[{place if self.block.known is None else self.block.known[place - 1]}]"

    def _start(self, part: int, room: int, numbers: bool) -> tuple[int, Sums]:
        """Where the first line of a part begins, and what stands before it."""
        if self._way != (room, numbers):
            self._way = (room, numbers)
            self._starts.clear()
        known = self._starts.get(part)
        if known is None:
            cut, before = self.cuts[part], self._at_cut(part)
            start = cut
            if part:
                start = (self._row_from if self.block.pre else self._line_from)(part, room, numbers)
            known = self._starts[part] = start, self._and(before, self.block.raw[cut:start])
        return known

    def _row_from(self, part: int, room: int, numbers: bool) -> int:
        """Where the first row after a cut in preformatted text begins, as its line is broken from where it begins, or
        from where it is known that a row does: else at the cut."""
        raw, cut, known = self.block.raw, self.cuts[part], self._starts.get(part - 1)
        if raw[cut - 1] == "\n" or not (self._even or known):
            return cut
        most = cut + min(AHEAD * room, PRE // 2)
        end = raw.find("\n", cut, most)
        stop = end if end >= 0 else most
        if self._even:
            ahead = raw[cut:stop]
            at = self._offset(ahead, 0, -self._at_cut(part).column % room, False)
            start = cut + at if at < len(ahead) else None
        else:
            begin, before = known or (cut, Sums())
            line = max(begin, raw.rfind("\n", begin, cut) + 1)
            first = before.targets + raw.count(LINK, begin, line) + raw.count(FIELD, begin, line)
            labels = (len(self._number(target)) for target in count(first)) if numbers else None
            found = row_from(raw[line:stop], cut - line, room, labels)
            start = None if found is None else line + found
        if start is None:
            start = end + 1 if end >= 0 else cut
        return start

    def _line_from(self, part: int, room: int, numbers: bool) -> int:
        """Where the first line after a cut begins: as the part before goes on, where it is known how that begins."""
        raw, cut, targets = self.block.raw, self.cuts[part], self._at_cut(part).targets
        known = self._starts.get(part - 1)
        begin = known[0] if known is not None else max(0, cut - max(RUN * room, NEAR))
        lead, ahead = raw[begin:cut], raw[cut : cut + min(4 * room + 64, SIZE // 2)]
        first = self.block.first + targets - lead.count(LINK) - lead.count(FIELD)
        passed = len(self._text(lead, first, numbers))
        ends = breaks(self._text(lead + ahead, first, numbers), room, room)
        start = next((at for at in ends[::2] if at >= passed), passed) - passed
        return cut + self._offset(ahead, targets, start, numbers)

    def _text(self, raw: str, first: int, numbers: bool) -> str:
        piece = Paragraph(raw, self.block.frame, 0, 0, first)
        piece.known = self.block.known
        return piece.text(numbers)

    def _offset(self, raw: str, targets: int, characters: int, numbers: bool) -> int:
        """Where in the string so many characters of its text have come, the ends of marks there with them."""
        at = 0
        while at < len(raw) and (characters > 0 or raw[at] in ENDS):
            if raw[at] in (LINK, FIELD):
                characters -= len(self._number(targets)) if numbers else 0
                targets += 1
                if characters < 0:
                    break
            elif raw[at] not in MARKS:
                characters -= 1
            at += 1
        return at


def _cuts(raw: str, pre: bool) -> list[int]:
    """Where parts begin: behind a line's end, else behind a space, in preformatted text anywhere in a long line."""
    size = PRE if pre else SIZE
    cuts, at = [0], size + len(raw) - len(raw.lstrip(ALL))  # no part is marks alone
    while at < len(raw) - size // 2:
        cut = raw.find("\n", at, at + (LONG_ROW if pre else NEAR)) + 1
        cut = cut or (0 if pre else raw.find(" ", at, at + NEAR) + 1) or _apart(raw, at)
        if cut and raw.rfind(FIELD, cuts[-1], cut) > raw.rfind(FIELD_END, cuts[-1], cut):
            cut = raw.find(FIELD_END, cut) + 1
        if not cut or cut >= len(raw):
            break
        cuts.append(cut)
        at = cut + size
    return cuts


def _apart(raw: str, at: int) -> int:
    """The next place where no character joins what is before it."""
    while at < len(raw) and (raw[at] in MARKS or joins_back(raw[at])):
        at += 1
    return at
