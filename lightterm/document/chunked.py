"""Blocks laid out at one width, in chunks, where they are looked at.

A chunk that is looked at is laid out with its spans and kept; those of a page that was laid out in the same way before,
in another pane or before one went on, are taken from there (`document/known.py`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from lightterm.document.chunks import Chunk, Cuts
from lightterm.document.folding import NOTHING, Folded, signed
from lightterm.document.known import known_of
from lightterm.document.layout import Layout
from lightterm.document.long_rows import UNCUT, in_rows
from lightterm.document.model import Paragraph, Table
from lightterm.document.numbering import Numbering
from lightterm.document.parts import Parts
from lightterm.document.rows import Rows
from lightterm.document.stacked import stacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from lightterm.document.folding import Members
    from lightterm.document.known import Known
    from lightterm.document.model import Block
    from lightterm.document.pictured import Sizes
    from lightterm.document.rows import Laid

KEPT = 160
"""Chunks whose lines are kept: enough to page to and fro; 1 MB or so."""


class Chunked:
    """A document's blocks laid out in `width` cells; `numbers` puts `[12]` before targets.
    `shown(index, block, before)` may give another block to lay out in a block's place (with matches marked, say); it
    must have the same text. Of a block with parts it is asked for each, with the characters before it, else with -1.
    `pictures` says how many cells a picture takes; when that changes, `forget` its block. `wrap` breaks preformatted
    lines that are too wide, also where they are not as long as to be broken anyway. `opened` says which disclosures
    are open, by target number, where the page has them else. `stacked` shows tables as records. `cuts` may be those of
    another flow of the same blocks.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        width: int,
        numbers: bool = True,
        shown: Callable[[int, Block, int], Block] | None = None,
        pictures: Sizes | None = None,
        wrap: bool = False,
        opened: Mapping[int, bool] | None = None,
        stacked: bool = False,
        cuts: Cuts | None = None,
    ) -> None:
        self.blocks = blocks
        self._own: list[Block] | None = None
        self.width, self.numbers = width, numbers
        self._shown, self._wrap = shown, wrap
        self._pictures = pictures
        self.opened, self.stacked = opened or {}, stacked
        self.cuts = cuts if cuts is not None and cuts.blocks is blocks else Cuts(blocks)
        self._own_parts, self._firsts, self._sizes = self.cuts.parts, self.cuts.firsts, self.cuts.sizes
        self._parts = self._own_parts
        self._numbering = Numbering(self._sizes)
        self._kept: dict[int, Chunk] = {}
        self._found: tuple[int, int, Chunk, int | None] | None = None
        """The target looked for last, and where it is: each key asks for it several times, 0.1 ms in a long table."""
        self._known: Known | None = None
        self._apart: set[int] = set()
        """Chunks of blocks that others were put in the place of."""
        self._folded: frozenset[int] = frozenset()
        self._next = 0
        self.holding: Callable[[], Callable[[], None]] | None = None
        """Called before the lines of a chunk are counted that were guessed, and what it gives is called after it."""

    # --- laying out

    def recall(self) -> None:
        """Take over what is known of the lines from when the blocks were laid out in the same way, before any is laid
        out; what is put in their place is put there before."""
        if self._pictures is None:
            opened = tuple(sorted(self.opened.items()))
            way = self.width, self.numbers, self._wrap, self.stacked, opened, self._folded
            self._known = known_of(self.cuts.known, way, len(self._sizes))
            self._numbering.recall(self._known.lines, self._apart)

    def chunk(self, index: int) -> Chunk:
        """The chunk of that index with its spans."""
        kept = self._kept.pop(index, None)
        if kept is None:
            kept = self._lay_out(index)
            self._count(index, len(kept.lines))
            while len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
        self._kept[index] = kept
        return kept

    def _count(self, index: int, lines: int) -> None:
        """A chunk has so many lines."""
        self._numbering.count(index, lines)
        self._noted(index, lines)

    def _noted(self, index: int, lines: int) -> None:
        if self._known is not None and index not in self._apart:
            self._known.lines[index] = lines

    def _lay_out(self, index: int) -> Chunk:
        """A chunk laid out with its spans, or as it was before."""
        blocks = self._blocks(index)
        known = self._known if index not in self._apart and not any(marked for _, marked, _ in blocks) else None
        chunk = known.chunk(index) if known is not None else None
        if chunk is None:
            chunk = self._laid_out(index, blocks, rich=True)
            if known is not None:
                known.keep(index, chunk)
        return chunk

    def _blocks(self, index: int, rich: bool = True) -> list[tuple[Block, bool, tuple[bool, bool]]]:
        """The blocks of a chunk as they are shown, not shaped yet: (each, whether it is marked, how it is cut)."""
        first, end = self._firsts[index : index + 2]
        if first in self._own_parts:
            return [self._piece(index, rich)]
        return [(*self._marked(number, self.written(number), -1, rich), UNCUT) for number in range(first, end)]

    def _marked(self, number: int, block: Block, before: int, rich: bool) -> tuple[Block, bool]:
        """A block, or its part, with its marks, and whether it has some."""
        shown = self._shown(number, block, before) if rich and self._shown is not None else block
        return shown, shown is not block

    def _laid_out(self, index: int, blocks: Sequence[tuple[Block, bool, tuple[bool, bool]]], rich: bool) -> Chunk:
        layout = Layout(self.width, self.numbers, rich, self._pictures, self.opened)
        lines = layout.lines
        if index:
            lines.append("")  # what comes before, so that the first block has its blank line; taken away below
        starts, ends, rows = [], [], list[int]()
        for number, (block, _, cut) in enumerate(blocks, self._firsts[index]):
            block = self._shaped(number, block, cut)
            before, layout.laid = len(lines), self._laid(index, number)
            layout.add((block,))
            starts.append(before + (1 if block.gap and before and len(lines) > before else 0))
            ends.append(len(lines))
            rows += layout.laid.starts if layout.laid is not None else ()
        if not index:
            return Chunk(lines, layout.spans, starts, ends, rows)
        del lines[0]
        spans = {i - 1: spans for i, spans in layout.spans.items()}
        return Chunk(lines, spans, [s - 1 for s in starts], [e - 1 for e in ends], [r - 1 for r in rows])

    def written(self, index: int) -> Block:
        """A block with the text that is shown of it: the signs of disclosures are as they are now."""
        return signed(self.blocks[index], self.opened) if self.opened else self.blocks[index]

    def block(self, index: int, marked: bool = True) -> Block:
        """A block as it is shown; its marks may be left out where only its lines are of interest."""
        return self._shaped(index, self._marked(index, self.written(index), -1, marked)[0])

    def _piece(self, chunk: int, rich: bool) -> tuple[Block, bool, tuple[bool, bool]]:
        """The part of a block that a chunk is, as it is shown."""
        index, part = self._part(chunk)
        parts, way = self._parts.get(index), self._way(index)
        if part >= (len(parts) if parts is not None else 1):
            return NOTHING, False, UNCUT
        if parts is None:
            return (*self._marked(index, self.written(index), -1, rich), UNCUT)
        block: Block = parts.piece(part, *way)
        if self.opened:
            block = signed(block, self.opened)
        shown, marked = self._marked(index, block, parts.before(part, *way).characters, rich)
        return shown, marked, parts.cut(part, *way) if isinstance(parts, Parts) else UNCUT

    def _laid(self, chunk: int, block: int) -> Laid | None:
        """How a chunk's table is laid out that is a part of a block."""
        parts = self._parts.get(block)
        if not isinstance(parts, Rows):
            return None
        part = self._part(chunk)[1]
        return parts.laid(part, *self._way(block), self.stacked) if part < len(parts) else None

    def _part(self, chunk: int) -> tuple[int, int]:
        """(block, which of its parts) of a chunk that is a part of one."""
        block = self._firsts[chunk]
        return block, chunk - bisect_left(self._firsts, block, 0, chunk + 1)

    def _way(self, block: int) -> tuple[int, bool]:
        """The cells in a line of a block with parts, and whether its targets have numbers."""
        return max(1, self.width - len(Layout(self.width).prefixes(self.blocks[block])[1])), self.numbers

    def _shaped(self, index: int, block: Block, cut: tuple[bool, bool] = UNCUT) -> Block:
        if self.stacked:
            block = stacked(block)
        return (
            in_rows(block, *self._way(index), self._wrap, cut) if block.__class__ is Paragraph and block.pre else block
        )

    def forget(self, blocks: Sequence[int] | None = None) -> None:
        """Lay these blocks out anew when they are looked at next; with None all of them."""
        if blocks is None:
            self._kept.clear()
        else:
            for block in blocks:
                own = range(self._within(block)[0], self._last_of(block) + 1)
                for chunk in [chunk for chunk in self._kept if chunk in own] if len(own) > 1 else own:
                    self._kept.pop(chunk, None)

    def put(self, index: int, block: Block, rows: Collection[int] = ()) -> None:
        """Have another block in a block's place; the document keeps its own. Parts of a table that are as they were are
        not laid out anew: where marks in them may be others, `forget` the block. `rows` are those of a table that may
        differ from the document's, where it is known."""
        if self._own is None:
            self.blocks = self._own = list(self.blocks)
        self._own[index] = block
        before = self._parts.get(index)
        if index in self._own_parts:
            self._put_parts(index, block, rows)
        first, parts = self._within(index)[0], self._parts.get(index)
        self._apart.update(range(first, self._last_of(index) + 1))
        if isinstance(parts, Rows) and isinstance(before, Rows):
            for part in parts.changed(before, *self._way(index), self.stacked):
                self._kept.pop(first + part, None)
        else:
            self.forget((index,))

    def _put_parts(self, index: int, block: Block, rows: Collection[int] = ()) -> None:
        own = self._own_parts[index]
        self._parts = {at: parts for at, parts in self._parts.items() if at != index}
        if isinstance(block, Paragraph):
            self._parts[index] = Parts(block, most=len(own))
        elif isinstance(block, Table) and isinstance(own, Rows):
            self._parts[index] = Rows(block, like=own, others=rows)

    def fold(self, folded: frozenset[int], members: Members) -> None:
        """Show these members of an outline folded, before anything is laid out."""
        self._folded = folded
        self.blocks = blocks = Folded(self.blocks, members, folded)
        for index in self._own_parts:
            if blocks.changes(index):
                self._put_parts(index, blocks[index])

    def _within(self, block: int) -> tuple[int, int]:
        """(chunk, which of its blocks) of a block, the nearest that there is."""
        block = min(max(block, 0), len(self.blocks) - 1)
        index = bisect_right(self._firsts, block) - 1
        first = self._firsts[index]
        return bisect_left(self._firsts, first, 0, index + 1), block - first

    def _last_of(self, block: int) -> int:
        """The chunk that a block ends in."""
        return bisect_right(self._firsts, min(max(block, 0), len(self.blocks) - 1)) - 1
