"""What is known of a page's lines from when it was laid out in the same way before, in another pane or on another way.

A page split in two, one that is gone back to, a width that was had before: its lines were all laid out and counted.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.chunks import Chunk

WAYS = 2
"""Ways of a page that are known: that of a pane, and that before its width was changed."""

CHUNKS = 12
"""Chunks of each that are kept, the last that were looked at: some five screens."""

Way = tuple[object, ...]
"""Width, numbers, and whatever else gives a page other lines."""


class Known:
    """The lines of a page laid out in one way: how many each chunk has, 0 where nobody knows, and some chunks."""

    __slots__ = ("_chunks", "lines")

    def __init__(self, chunks: int) -> None:
        self.lines = [0] * chunks
        self._chunks: dict[int, Chunk] = {}

    def chunk(self, index: int) -> Chunk | None:
        """A chunk with its spans, None where it is not kept."""
        return self._chunks.get(index)

    def keep(self, index: int, chunk: Chunk) -> None:
        """Keep a chunk with its spans, in the place of the one kept for longest."""
        self._chunks.pop(index, None)
        while len(self._chunks) >= CHUNKS:
            del self._chunks[next(iter(self._chunks))]
        self._chunks[index] = chunk


def known_of(ways: dict[Way, Known], way: Way, chunks: int) -> Known:
    """What is known of a way of a page with so many chunks; the way that was not asked for for longest is given up."""
    known = ways.pop(way, None) or Known(chunks)
    while len(ways) >= WAYS:
        del ways[next(iter(ways))]
    ways[way] = known
    return known
