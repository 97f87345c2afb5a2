"""The chunks of blocks that a flow lays out together, and their lines."""

from __future__ import annotations

from itertools import pairwise

from lightterm.document.model import Paragraph, Table
from lightterm.document.parts import LONG, Parts, is_parted
from lightterm.document.rows import Rows, has_parts
from lightterm.document.solid import Solid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.known import Known, Way
    from lightterm.document.layout import Span
    from lightterm.document.model import Block, Document
    from lightterm.document.structure import Structure

CHUNK = 24
"""Blocks laid out together at most: a screen or more, .3 ms with spans. A key needs two or three of them; with twice as
many, and more characters, it cost half as much again, and to count a page takes as long with either."""

CHARACTERS = 3000
"""Characters from which on a chunk takes no further block: spans cost 0.1 us a character."""

DENSE = 4
"""Characters that one of a preformatted paragraph counts for: source with its tags marked is as many spans."""

PART = 40
"""Blocks that a part of one counts for, as it has that many lines."""


class Chunk:
    """Blocks laid out: their lines, the spans of lines that have some, the line each block begins on and the one after
    its last. Of a part of a table, the line each of its `rows` begins on.
    """

    __slots__ = ("ends", "lines", "rows", "solid", "spans", "starts")

    def __init__(
        self, lines: list[str], spans: dict[int, list[Span]], starts: list[int], ends: list[int], rows: list[int]
    ) -> None:
        self.lines = lines
        self.solid = Solid(lines)
        self.spans = spans
        self.starts = starts
        self.ends = ends
        self.rows = rows


class Cuts:
    """How the blocks of a page are cut into chunks, the same at any width: to look at every block takes 20 ms of a
    page of 240,000 lines, and to cut a paragraph of 10 MB as long, so that it is kept as long as the page is.

    `firsts` are the first block of each chunk, and the number of blocks; a table stands alone. `sizes` are the blocks
    of each, or what a part of one counts for. `parts` are those of the blocks that have some, each of which is a chunk.
    `known` are the lines in the ways that the page was laid out in last.
    """

    __slots__ = ("_structure", "blocks", "firsts", "known", "parts", "sizes")

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks
        self.known: dict[Way, Known] = {}
        self.parts: dict[int, Parts | Rows] = {}
        self._structure: Structure | None = None
        self.firsts = self._cut()
        self.sizes = [b - a or PART for a, b in pairwise(self.firsts)]

    def structure(self, document: Document) -> Structure:
        """Where the headings of the document are that has these blocks."""
        known = self._structure
        if known is None or known.document is not document:
            from lightterm.document.structure import Structure

            self._structure = known = Structure(document)
        return known

    def _cut(self) -> list[int]:
        firsts = [0] if self.blocks else []
        first = weight = 0
        for i, block in enumerate(self.blocks):
            size = len(block.raw) if block.__class__ is Paragraph else CHARACTERS if block.__class__ is Table else 0
            own = _parts(block) if size >= CHARACTERS else None
            size = size * DENSE if size and block.__class__ is Paragraph and block.pre else size
            size = size if own is None else max(size, CHARACTERS + 1)
            if i - first >= CHUNK or (weight + size > CHARACTERS and i > first):
                firsts.append(i)
                first, weight = i, 0
            weight += size
            if own is not None:
                self.parts[i] = own
                firsts += [i] * (len(own) - 1)
        return [*firsts, len(self.blocks)]


def _parts(block: Block) -> Parts | Rows | None:
    """The parts of a block, where it has some."""
    if isinstance(block, Paragraph):
        return Parts(block) if len(block.raw) >= LONG and is_parted(block) else None
    rows = Rows(block) if isinstance(block, Table) and has_parts(block) else None
    return rows if rows is not None and len(rows) > 1 else None
