"""The content of a document as nested plain data, for JSON: what is in what, and which targets stand where."""

from __future__ import annotations

from lightterm.document.marks import MEDIA
from lightterm.document.model import Divider, Paragraph, Pictures, Table
from lightterm.document.subset import chain, shared, targets_of
from lightterm.output.grid_rows import full_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Cell, Document, Frame

    Data = dict[str, object]

DEEPEST = 60
"""Frames within each other that are told apart."""

_KINDS = {
    "item": "item",
    "quote": "quote",
    "bullets": "list",
    "numbers": "list",
    "definitions": "definitions",
    "term": "term",
    "definition": "definition",
    "details": "details",
}
"""What frames are called; paragraphs and code are told by the block in them."""


def content(document: Document) -> tuple[list[Data], list[Data]]:
    """(the blocks, nested; the tables, as headers and rows, to which blocks refer by index)."""
    tree = _Tree()
    for block in document.blocks:
        if not (block.frame.folds and block.frame.hidden()):
            tree.add(block)
    return tree.top, tree.tables


class _Tree:
    def __init__(self) -> None:
        self.top: list[Data] = []
        self.tables: list[Data] = []
        self._open: list[tuple[Frame, list[Data]]] = []

    def add(self, block: Block) -> None:
        frames = _named(block.frame)
        kept = shared([frame for frame, _ in self._open], frames, _opened(block, frames))
        del self._open[kept:]
        for frame in frames[kept:]:
            inside = self._open[-1][1] if self._open else self.top
            children: list[Data] = []
            inside.append(_container(frame, children))
            self._open.append((frame, children))
        (self._open[-1][1] if self._open else self.top).append(self._leaf(block))

    def _leaf(self, block: Block) -> Data:
        if isinstance(block, Divider):
            return {"type": "divider"}
        if isinstance(block, Table):
            self.tables.append(self._table(block))
            return {"type": "table", "table": len(self.tables) - 1}
        return leaf(block)

    def _table(self, table: Table) -> Data:
        rows = full_rows(table)
        heads = 0
        while heads < len(rows) and all(place is None or place[0].header for place in rows[heads]):
            heads += 1
        headers = [_joined(column) for column in zip(*rows[:heads], strict=True)] if heads else []
        return {
            "caption": " ".join(plain(table.caption).split()),
            "headers": headers,
            "rows": [[_cell_text(place[0]) if place else "" for place in row] for row in rows[heads:]],
            "targets": sorted({n for row in table.rows for cell in row for n in targets_of(cell.blocks)}),
        }


def leaf(block: Paragraph) -> Data:
    """A block of text as data."""
    text = block.text()
    data: Data
    if isinstance(block, Pictures):
        data = {"type": "media"}
    elif block.level:
        data = {"type": "heading", "level": block.level, "text": " ".join(text.split())}
    elif block.pre:
        data = {"type": "code", "text": text}
        if block.frame.kind == "code" and block.frame.detail:
            data["language"] = block.frame.detail
    else:
        data = {"type": "paragraph", "text": text}
    if numbers := targets_of((block,)):
        data["targets"] = numbers
    if count := block.raw.count(MEDIA):
        data["media"] = list(range(block.media, block.media + count))
    return data


def plain(blocks: Sequence[Block]) -> str:
    """The text of blocks, a line each."""
    parts: list[str] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            parts.append(block.text())
        elif isinstance(block, Table):
            parts += [plain(block.caption), *(" ".join(plain(cell.blocks) for cell in row) for row in block.rows)]
    return "\n".join(filter(None, parts))


def _container(frame: Frame, children: list[Data]) -> Data:
    data: Data = {"type": _KINDS[frame.kind]}
    if frame.kind in ("bullets", "numbers"):
        data["ordered"] = frame.kind == "numbers"
        if frame.kind == "numbers" and frame.detail.lstrip("-").isdecimal():
            data["start"] = int(frame.detail)
    elif frame.kind == "item" and frame.detail:
        data["done"] = frame.detail == "[x]"
    elif frame.kind == "item" and frame.parent is not None and frame.parent.kind not in ("bullets", "numbers"):
        data["marker"] = frame.marker.strip()
    elif frame.kind == "details":
        data["target"] = frame.fold
    data["children"] = children
    return data


def _named(frame: Frame) -> list[Frame]:
    """The frames that are told, from the outermost in."""
    return [around for around in chain(frame) if around.kind in _KINDS][:DEEPEST]


def _opened(block: Block, frames: list[Frame]) -> int:
    """How many of these frames the block opens."""
    count, frame, left = 0, block.frame, block.lead
    while left and frame.parent is not None:
        count += frame.kind in _KINDS
        frame = frame.parent
        left -= 1
    return min(count, len(frames))


def _joined(column: Sequence[tuple[Cell, bool] | None]) -> str:
    """The name of a column under headers in several rows."""
    words = [_cell_text(place[0]) for place in column if place is not None]
    return " / ".join(dict.fromkeys(filter(None, words)))


def _cell_text(cell: Cell) -> str:
    return plain(cell.blocks)
