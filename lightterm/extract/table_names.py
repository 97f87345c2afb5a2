"""Where what has a name stands in tables: a cell's blocks go elsewhere once it is known what the table is.

Threads, mailing lists and manuals laid out by tables were jumped to at the table's top, wherever the name stood.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Cell
    from lightterm.extract.walk import Walker

DEEPEST = 8
"""Tables inside each other up to which names in them are told apart: each costs a pass over all that are in it."""


class TableNames:
    """The anchors that the walker meets in tables; what is in a cell counts from that cell's first block.

    It is made within the first cell that holds any, of as many tables as are open then.
    """

    def __init__(self, walker: Walker, tables: int) -> None:
        self._anchors = walker.anchors
        self._seen = 0
        self._open: list[tuple[int, list[tuple[int, int, list[Block]]]]] = [(0, []) for _ in range(tables)]

    def begin(self, blocks: list[Block]) -> None:
        """A table begins within blocks."""
        self.leave(blocks)
        self._open.append((len(self._anchors), []))
        self._seen = len(self._anchors)

    def enter(self, blocks: list[Block]) -> None:
        """A cell begins: the names of its row and its own are those of its first block."""
        anchors = self._anchors
        if self._seen < len(anchors):
            anchors[self._seen :] = [(head, 0) for head, _ in anchors[self._seen :]]
            self.leave(blocks)

    def leave(self, blocks: list[Block]) -> None:
        """What was named since then stands in these blocks."""
        if self._seen < len(self._anchors):
            if self._open:
                self._open[-1][1].append((self._seen, len(self._anchors), blocks))
            self._seen = len(self._anchors)

    def has_any(self) -> bool:
        """Whether anything in the table that began last has a name."""
        return self._open[-1][0] < len(self._anchors)

    def end(self, at: int, places: dict[int, tuple[int, int]] | None) -> None:
        """The table ends: it is one block, at `at`, or the first block of each cell stands where `places` says."""
        first, cells = self._open.pop()
        anchors = self._anchors
        if first == len(anchors) or len(self._open) >= DEEPEST:
            return
        within = dict.fromkeys(range(first, len(anchors)), at)
        for begin, end, blocks in cells if places is not None else ():
            start, most = (places or {}).get(id(blocks), (at, 0))
            within.update((i, start + min(anchors[i][1], most)) for i in range(begin, end))
        anchors[first:] = [(anchors[i][0], place) for i, place in within.items()]
        self._seen = first

    @staticmethod
    def row(row: list[Cell], at: int, count: int, places: dict[int, tuple[int, int]]) -> None:
        """Note where the cells of a row stand whose `count` blocks begin at `at`: fewer than theirs are one line."""
        joined = count < sum(len(cell.blocks) for cell in row)
        for cell in row:
            places[id(cell.blocks)] = at, 0 if joined else max(0, len(cell.blocks) - 1)
            at += 0 if joined else len(cell.blocks)
