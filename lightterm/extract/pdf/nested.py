"""Items as lists of HTML: what stands further in than an item is of a list within it."""

from __future__ import annotations

from lightterm.extract.pdf.counted import reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.pdf.counted import Reading
    from lightterm.extract.pdf.model import Block

STEP = 0.7
"""Ems by which an item stands further in than another at least."""

WITHIN = 0.5
"""Ems by which a paragraph within an item does."""


class _Open:
    """A list that has not ended: the edges of its last item and its words, and what counted it, None for a bullet."""

    __slots__ = ("inner", "last", "left")

    def __init__(self, left: float, inner: float, last: Reading | None) -> None:
        self.left = left
        self.inner = inner
        self.last = last

    @property
    def end(self) -> str:
        """The tag that ends it."""
        return "</ol>" if self.last is not None else "</ul>"


class Lists:
    """The lists that are open, the outermost first."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def around(self, block: Block) -> list[str]:
        """The tags that end the lists which a paragraph does not stand within."""
        depth = len(self._open)
        while depth and block.box[0] <= self._open[depth - 1].left + WITHIN * block.size:
            depth -= 1
        return self.end(depth)

    def end(self, depth: int = 0) -> list[str]:
        """The tags that end all but the outer lists."""
        tags = []
        while len(self._open) > depth:
            tags.append(f"</li>{self._open.pop().end}")
        return tags

    def item(self, block: Block) -> tuple[list[str], str]:
        """The tags that end and begin lists before an item, and the one that begins it."""
        left, step = block.box[0], STEP * block.size
        tags: list[str] = []
        while self._open and not self._is_level(block) and left <= self._open[-1].left + step:
            tags += self.end(len(self._open) - 1)
        level = self._open[-1] if self._open and self._is_level(block) else None
        last = reading(block.marker, level.last if level is not None else None)
        kind = last[0] if last is not None else ""
        if level is not None and kind == (level.last[0] if level.last is not None else ""):
            tags.append("</li>")
            self._open[-1] = _Open(left, block.inner, last)
        else:
            if level is not None:
                tags += self.end(len(self._open) - 1)
            self._open.append(_Open(left, block.inner, last))
            tags.append("<ul>" if last is None else "<ol>" if kind == "1" else f'<ol type="{kind}">')
        return tags, "<li>" if last is None else f'<li value="{last[1]}">'

    def _is_level(self, block: Block) -> bool:
        """Whether an item stands below that of the last list: its marker, or where they are counted, its words."""
        before, step = self._open[-1], STEP * block.size
        if abs(before.left - block.box[0]) <= step:
            return True
        return before.last is not None and bool(reading(block.marker, None)) and abs(before.inner - block.inner) <= step
