"""As much of a page as a budget allows: what matters most first, in the order of the page, and how to go on.

Blocks are ranked by priority, then by place; an answer is the next blocks of that order that fit, shown in the order of
the page. Where no order is asked for, headings of the main text go first in a third of the budget: they tell what is
left out. The cursor is how many blocks were given, so that all answers together hold each block once.
"""

from __future__ import annotations

from zlib import crc32

from lightterm.document.marks import FIELD, LINK, MEDIA
from lightterm.document.model import Divider, Paragraph, Pictures, Table
from lightterm.document.subset import chain, folded, paragraphs, plain, subset
from lightterm.errors import ValidationFailed
from lightterm.output.cutting import Cuts
from lightterm.output.tokens import tokens
from lightterm.output.wanted import PRIORITY, Truncation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Block, Document
    from lightterm.output.wanted import Budget

    Write = Callable[[Document, Truncation | None, bool, int], str]


def fit(document: Document, budget: Budget, write: Write) -> str:
    """The document as `write` makes it, within the budget to the last character. Raises as `fit_and_rest`."""
    return fit_and_rest(document, budget, write)[0]


def fit_and_rest(document: Document, budget: Budget, write: Write) -> tuple[str, str]:
    """(the document as `write` makes it, within the budget to the last character; the cursor of the rest, "" for none).

    `write` gets what is to be shown, what to say of the rest (None for nothing), whether to leave out all that is
    not the text itself, and after how many characters it may stop, as the text is too long then (0: none). Raises
    ValidationFailed for a cursor of another page, and for a budget that holds nothing.
    """
    fitting = _Fitting(document, budget, write)
    text = fitting.text()
    return text, fitting.cursors.get(text, "")


NOTE = "[100 of 100 blocks left out: --cursor 12345a.100]\n"
"""About what is said of what is left out."""

DIGITS = 5
"""Hexadecimal digits of a cursor that tell its page; what follows them is how many headings went ahead."""


class _Fitting:
    def __init__(self, document: Document, budget: Budget, write: Write) -> None:
        self._document = document
        self._budget = budget
        self._write = write
        self._measure = len if budget.characters else tokens
        self._enough = budget.size if budget.characters else 4 * budget.size  # a token is four characters at most
        self._blocks = list(document.blocks)
        self._flat, self._rows = -1, 0
        self._cuts: dict[int, Cuts] = {}
        self._order = ranked(document, budget.priority)
        ahead = self._headings_ahead()
        self._order = [*ahead, *(index for index in self._order if index not in set(ahead))]
        self._digest = _digest(document, budget.priority) + (f"{len(ahead):x}" if ahead else "")
        self._start, self._offset = self._position()
        self._original = 0
        self._bare = False
        self.cursors: dict[str, str] = {}
        """Where each text that was tried ends."""

    def text(self) -> str:
        whole = self._write(self._document, None, False, self._enough)
        self._original = self._measure(whole)
        if not self._budget.cursor and self._original <= self._budget.size:
            return whole
        if not self._order and self._fits(empty := self._write(self._document, None, True, self._enough)):
            return empty
        for way in ("whole", "bare", "flat"):
            self._bare = way != "whole"
            if way == "flat":
                if not self._flatten(self._offset):
                    break
                self._offset = 0
            count = self._most(lambda n: self._made(n, 0), len(self._order) - self._start)
            found = self._made(count, 0) if count else None
            cut = self._cut(count, found)
            if cut or found is not None:
                return cut or found or ""
        self._enough = 0
        more = self._start < len(self._order)
        smallest = self._measure(self._made(1, 0) if more else self._write(self._document, None, True, 0))
        budget = f"{self._budget.size} {self._unit} hold" if self._budget.size > 1 else f"1 {self._unit[:-1]} holds"
        words = f"{budget} nothing of the page; the next part takes {smallest}"
        raise ValidationFailed(words, actions=(), smallest=smallest)

    def _headings_ahead(self) -> list[int]:
        """The headings of the main text, highest first, that a third of the budget holds; later, as many as before."""
        if self._budget.priority != PRIORITY:
            return []
        main = self._order[: main_size(self._document, self._order)]
        levels = {i: block.level for i in main if isinstance(block := self._blocks[i], Paragraph) and block.level}
        headings = sorted(levels, key=lambda i: (levels[i], i))
        if self._budget.cursor:
            return headings[: _count(self._budget.cursor.partition(".")[0][DIGITS:])]
        room = (self._budget.size - self._measure(NOTE)) // 3
        for count, index in enumerate(headings):
            room -= self._measure(f"{'#' * levels[index]} {plain(self._blocks[index])}\n\n")
            if room < 0:
                return headings[:count]
        return headings

    @property
    def _unit(self) -> str:
        return "characters" if self._budget.characters else "tokens"

    def _fits(self, text: str) -> bool:
        return self._measure(text) <= self._budget.size

    def _most(self, make: Callable[[int], str], limit: int) -> int:
        """The largest number up to `limit` that makes a text that fits: doubled first, then halved between."""
        low, high = 0, 1
        while high <= limit and self._fits(make(high)):
            low, high = high, high * 2
        high = min(high, limit + 1)
        while high - low > 1:
            middle = (low + high) // 2
            if self._fits(make(middle)):
                low = middle
            else:
                high = middle
        return low

    def _cut(self, count: int, found: str | None) -> str:
        """The text with a part of the block that did not fit, where half the budget is left or headings are all."""
        at = self._start + count
        if at >= len(self._order):
            return ""
        given = [self._blocks[index] for index in self._order[self._start : at]]
        headings = all(isinstance(block, Paragraph) and block.level for block in given)
        if found is not None and not headings and self._measure(found) * 2 > self._budget.size:
            return ""
        block = self._blocks[self._order[at]]
        if isinstance(block, Paragraph) and block.level and (count or not self._bare):
            return ""  # a heading is cut only where nothing else is left to leave out
        begun = self._offset if not count else 0
        cuts = self._cuts_of(block)
        pieces = self._most(lambda n: self._made(count, n), cuts.count - begun - 1)
        return self._made(count, pieces) if pieces else ""

    def _cuts_of(self, block: Block) -> Cuts:
        """Where a block may be cut: a paragraph of 200,000 links has as many places, and is tried in twenty sizes."""
        cuts = self._cuts.get(id(block))
        if cuts is None:
            cuts = self._cuts[id(block)] = Cuts(block)
        return cuts

    def _made(self, count: int, pieces: int) -> str:
        """The text of the next `count` blocks and some pieces of the one after."""
        blocks = list(self._blocks)
        indices = self._order[self._start : self._start + count]
        offset = self._offset
        if indices and offset:
            cuts = self._cuts_of(blocks[indices[0]])
            blocks[indices[0]] = cuts.part(offset, cuts.count)
            offset = 0
        done, begun = self._start + count, 0
        if pieces:
            index = self._order[done]
            blocks[index] = self._cuts_of(blocks[index]).part(offset, offset + pieces)
            indices = [*indices, index]
            begun = offset + pieces
        elif not count:
            begun = offset
        part = self._document.replace(blocks=blocks)
        shown = subset(part, sorted(indices))
        if shown is part and (pieces or self._offset):  # all blocks, of which one is cut: with it go its targets
            shown = part.replace(folded=folded(part, blocks), access=None)
        left = len(self._order) - done
        flat = f"{self._rows}f" if left and self._order[done] == self._flat else ""
        cursor = f"{self._digest}.{done}" + (f".{flat}{begun}" if begun else "") if left else ""
        said = Truncation(
            self._budget.size, self._unit, self._original, self._budget.size, len(self._order), left, cursor
        )
        text = self._write(shown, said, self._bare, self._enough)
        size = self._measure(text)
        if size <= self._budget.size:
            text = self._write(shown, said.replace(returned=size), self._bare, self._enough)
            self.cursors[text] = cursor
        return text

    def _position(self) -> tuple[int, int]:
        cursor = self._budget.cursor
        if not cursor:
            return 0, 0
        digest, _, place = cursor.partition(".")
        start, _, offset = place.partition(".")
        rows, flat, words = offset.partition("f")
        offset = words if flat else offset
        numbers = (start, offset or "0", (flat and rows) or "0")
        if not all(number.isdecimal() and number.isascii() for number in numbers) or len(place) > 20:
            raise ValidationFailed(f"{cursor!r} is no cursor", actions=())
        first, pieces = int(start), int(offset or 0)
        if digest != self._digest or first >= len(self._order):
            reason = "the page, or what is asked for of it, is not the one that the cursor is of: begin anew"
            raise ValidationFailed(reason, actions=())
        self._start = first
        flattened = not flat or self._flatten(int(rows))
        if not flattened or pieces >= max(1, self._cuts_of(self._blocks[self._order[first]]).count):
            raise ValidationFailed(f"{cursor!r} is no cursor", actions=())
        return first, pieces

    def _flatten(self, rows: int) -> bool:
        """Make running text, from a row on, of a table that is next and of which not even a row fits."""
        index = self._order[self._start] if self._start < len(self._order) else -1
        if index < 0 or self._flat == index or not isinstance(self._blocks[index], Table):
            return False
        cuts = Cuts(self._blocks[index])
        self._flat, self._rows, self._blocks[index] = index, rows, running(cuts.part(rows, cuts.count))
        return True


def running(block: Block) -> Block:
    """A table's text as one paragraph, its targets where they were."""
    parts = list(paragraphs((block,)))
    if not parts:
        return block
    paragraph = parts[0].with_raw(" ".join(part.raw.replace("\n", " ") for part in parts))
    paragraph.frame, paragraph.gap, paragraph.lead, paragraph.level = block.frame, block.gap, block.lead, 0
    paragraph.pre = False
    numbered = next((part for part in parts if LINK in part.raw or FIELD in part.raw), parts[0])
    paragraph.first = numbered.first
    paragraph.media = next((part.media for part in parts if MEDIA in part.raw), 0)
    return paragraph


def _count(digits: str) -> int:
    """A number in hexadecimal digits; 0 for anything else."""
    return int(digits, 16) if 0 < len(digits) < 9 and not set(digits) - set("0123456789abcdef") else 0


def _regions(document: Document) -> list[str]:
    """For each block what it stands in."""
    regions = ["main"] * len(document.blocks)
    for mark in document.landmarks:
        if mark.role in ("navigation", "banner", "contentinfo", "complementary"):
            regions[mark.start : mark.end] = [mark.role] * (mark.end - mark.start)
    return regions


def main_size(document: Document, order: list[int]) -> int:
    """How many blocks at the beginning of an order are of the main text."""
    regions = _regions(document)
    return next((n for n, index in enumerate(order) if regions[index] != "main"), len(order))


def ranked(document: Document, priority: tuple[str, ...]) -> list[int]:
    """The indices of the blocks that are to be seen, those named first in `priority` first.

    Lines across the page are none of them: they say nothing, and cost forty tokens each.
    """
    regions = _regions(document)
    ranks = {name: rank for rank, name in reversed(list(enumerate(priority)))}
    seen = [
        i
        for i, block in enumerate(document.blocks)
        if block.__class__ is not Divider and not (block.frame.folds and block.frame.hidden())
    ]

    def rank(index: int) -> tuple[int, int]:
        names = (*kinds(document.blocks[index]), regions[index])
        return min(ranks.get(name, len(ranks)) for name in names), index

    return sorted(seen, key=rank)


def kinds(block: Block) -> tuple[str, ...]:
    """What a block is and what it stands in, as a priority names it."""
    found = []
    if isinstance(block, Table):
        found.append("table")
    elif isinstance(block, Pictures):
        found.append("media")
    elif isinstance(block, Paragraph):
        found.append("heading" if block.level else "code" if block.pre else "paragraph")
    if any(LINK in paragraph.raw for paragraph in paragraphs((block,))):
        found.append("link")
    around = {frame.kind for frame in chain(block.frame)}
    found += [name for kind, name in (("item", "list"), ("quote", "quote")) if kind in around]
    return tuple(found)


def _digest(document: Document, priority: tuple[str, ...]) -> str:
    """What tells a page and an order of it from others, in few characters."""
    sum_ = crc32(" ".join(priority).encode())
    for block in document.blocks:
        sum_ = crc32(plain(block).encode("utf-8", "replace"), sum_)
    return f"{sum_ & 0xFFFFF:0{DIGITS}x}"
