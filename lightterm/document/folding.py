"""Folding parts of a page: what disclosures hold, and the members of an outline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import attrgetter
from typing import overload

from lightterm.document.fill import rebuilt
from lightterm.document.marks import FIELD, LINK, balance
from lightterm.document.model import ROOT, Divider, Frame, Paragraph, Table
from lightterm.document.within import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from lightterm.document.model import Block

CLOSED, OPEN = "▸", "▾"
NOTHING = Divider(Frame(ROOT, "details", "", "", fold=-1, open=False), 0, 0)
"""A block without any lines."""


def frames(blocks: Iterable[Block]) -> Iterator[Frame]:
    """The frames of disclosures, each once for every run of blocks in it, those in tables too."""
    last = ROOT
    for block in blocks:
        frame: Frame | None = block.frame if block.frame is not last else None
        last = block.frame
        while frame is not None and frame.folds:
            if frame.fold:
                yield frame
            frame = frame.parent
        if isinstance(block, Table):
            for row in block.rows:
                for cell in row:
                    yield from frames(cell.blocks)


def disclosures(blocks: Iterable[Block]) -> dict[int, bool]:
    """The disclosures that hold something, by their target's number: whether the page has them open."""
    return {frame.fold: frame.open for frame in frames(blocks)}


def around(block: Block) -> list[int]:
    """The disclosures round a block, by their target's number, the innermost first."""
    found = []
    frame: Frame | None = block.frame
    while frame is not None and frame.folds:
        if frame.fold:
            found.append(frame.fold)
        frame = frame.parent
    return found


def states(there: Mapping[int, bool], opened: Mapping[int, bool], action: str) -> dict[int, bool]:
    """All disclosures that are `there` opened or closed by "open", "close" or "toggle"; `opened` says of some what they
    are now."""
    now = {number: opened.get(number, state) for number, state in there.items()}
    return dict.fromkeys(now, not all(now.values()) if action == "toggle" else action == "open")


def signed(block: Block, opened: Mapping[int, bool]) -> Block:
    """The block with the signs of its disclosures as they are now: itself where it has none."""

    def change(paragraph: Paragraph) -> Paragraph:
        raw = paragraph.raw
        if not _has_sign(raw):
            return paragraph
        numbers = paragraph.numbers()
        number = next(numbers)
        out = list(raw)
        for at, char in enumerate(raw):
            if char in (FIELD, LINK):
                number = next(numbers)
            if char == FIELD and number in opened and raw[at + 1 : at + 2] in (CLOSED, OPEN):
                out[at + 1] = OPEN if opened[number] else CLOSED
        return paragraph.with_raw("".join(out))

    if isinstance(block, Table) and not any(_has_sign(paragraph.raw) for paragraph in paragraphs(block)):
        return block
    return rebuilt(block, change)


def _has_sign(raw: str) -> bool:
    return FIELD + CLOSED in raw or FIELD + OPEN in raw


class Members:
    """What the members of an outline hold: the further lines of a preformatted one (JSON), else the blocks below it
    that are indented more (XML). Of 40,000 blocks it takes 3 ms once, and is kept as long as they are shown.
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        depths = list(map(attrgetter("frame.depth"), blocks))
        self._depths = bytes(depths if max(depths, default=0) < 256 else [min(depth, 255) for depth in depths])
        self._marks: dict[int, bytes] = {}
        self._outermost: frozenset[int] | None = None

    def held(self, index: int) -> int:
        """How many lines or blocks a block holds."""
        block = self.blocks[index]
        if isinstance(block, Paragraph) and block.pre:
            return block.raw.count("\n")
        end = self._up_to(self._depths[index]).find(1, index + 1)
        return (end if end >= 0 else len(self._depths)) - index - 1

    @property
    def outermost(self) -> frozenset[int]:
        """The members that are folded together: those of the outermost container."""
        if self._outermost is None:
            first, second = self._holding(0), self._holding(1)
            self._outermost = frozenset(second if not first or (len(first) == 1 and second) else first)
        return self._outermost

    def _holding(self, depth: int) -> list[int]:
        """The blocks so deep that hold something."""
        found, depths = [], self._depths
        for at in compress(range(len(depths)), self._marked(range(depth, depth + 1))):
            block = self.blocks[at]
            if isinstance(block, Paragraph) and block.pre:
                holds = "\n" in block.raw
            else:
                holds = at + 1 < len(depths) and depths[at + 1] > depth
            if holds:
                found.append(at)
        return found

    def hidden(self, index: int, folded: AbstractSet[int]) -> bool:
        """Whether one of the `folded` hides a block: a preformatted one hides lines of its own alone."""
        depth, at = self._depths[index], index
        while depth > 0:
            at = self._up_to(depth - 1).rfind(1, 0, at)
            if at < 0:
                return False
            block = self.blocks[at]
            if at in folded and not (isinstance(block, Paragraph) and block.pre):
                return True
            depth = self._depths[at]
        return False

    def _up_to(self, depth: int) -> bytes:
        """By block, 1 where it is as deep or less."""
        marks = self._marks.get(depth)
        if marks is None:
            marks = self._marks[depth] = self._marked(range(depth + 1))
        return marks

    def _marked(self, depths: range) -> bytes:
        return self._depths.translate(bytes([depth in depths for depth in range(256)]))


class Folded(Sequence["Block"]):
    """The blocks of an outline of which some are folded to their first line, with how many more there are. Each is made
    when it is looked at: to make all took 35 ms of 8,000.
    """

    __slots__ = ("_blocks", "_folded", "_members")

    def __init__(self, blocks: Sequence[Block], members: Members, folded: frozenset[int]) -> None:
        self._blocks, self._members, self._folded = blocks, members, folded

    def __len__(self) -> int:
        return len(self._blocks)

    def changes(self, index: int) -> bool:
        """Whether a block is shown otherwise than it is."""
        return index in self._folded or self._members.hidden(index, self._folded)

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> list[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | list[Block]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self._blocks)))]
        block = self._blocks[index]
        index = index if index >= 0 else index + len(self._blocks)
        if self._members.hidden(index, self._folded):
            return NOTHING
        if index not in self._folded or not isinstance(block, Paragraph):
            return block
        more = self._members.held(index)
        if not more:
            return block
        first = block.raw.partition("\n")[0] if block.pre else block.raw
        return block.with_raw(balance(first)[0] + f" … {more} more lines")
