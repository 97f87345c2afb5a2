"""Which blocks are headings, and of what level: by the file's outline, by size, by weight."""

from __future__ import annotations

import re
from collections import Counter

from lightterm.extract.pdf.joining import LEADERS
from lightterm.extract.pdf.model import Block
from lightterm.extract.pdf.words import BOLD, MONO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.pdf.model import PdfFile, PdfPage

LARGER = 1.08
"""Times the size of running text from which on a short block is a heading."""

LONGEST = 200
BOLD_LONGEST = 100
LINES = 4
DEEPEST = 6
ROLES = {"Title": 1, "H1": 1, "H2": 2, "H3": 3, "H4": 4, "H5": 5, "H6": 6}

_NUMBERING = re.compile(
    r"^(?:(?:chapter|section|part|appendix|kapitel)\s+)?[\dA-Z]{1,3}(?:\.\d+)*[.:)]?\s+", re.IGNORECASE
)
_NUMBERED = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\S")


def body_size(pages: Sequence[PdfPage]) -> float:
    """The size that most text has, 0 where there is none: listings are set smaller, and may be most of a file."""
    sizes: Counter[float] = Counter()
    listed: Counter[float] = Counter()
    for page in pages:
        for block in page.blocks:
            if isinstance(block, Block):
                (listed if block.mono else sizes)[block.size] += len(block.text)
    return (sizes or listed).most_common(1)[0][0] if sizes or listed else 0.0


class Headings:
    """Knows the sizes of a document."""

    def __init__(self, file: PdfFile, pages: Sequence[PdfPage]) -> None:
        self._outline: dict[str, list[tuple[int, int]]] = {}
        for mark in file.outline:
            self._outline.setdefault(_plain(mark.title), []).append((mark.page, mark.level))
        self.body = body_size(pages)
        self._sizes = self._steps(pages)

    def _steps(self, pages: Sequence[PdfPage]) -> list[float]:
        """The sizes that headings have, the largest first; those that hardly differ are one."""
        found = {b.size for p in pages for b in p.blocks if isinstance(b, Block) and self._is_large(b)}
        steps: list[float] = []
        for size in sorted(found, reverse=True):
            if not steps or size < steps[-1] * 0.96:
                steps.append(size)
        return steps

    def _is_large(self, block: Block) -> bool:
        if block.size < LARGER * self.body or block.mono or block.marker:
            return False
        text = block.text
        return len(block.lines) <= LINES and len(text) <= LONGEST and any(c.isalpha() for c in text)

    def level(self, block: Block, page: int) -> int:
        """The level of a heading, 0 for what is none."""
        if block.role and block.role != "H":
            return ROLES.get(block.role, 0)
        if block.mono or len(block.lines) > LINES or len(block.text) > LONGEST or LEADERS in block.text:
            return 0
        known = self._in_outline(block.text, page)
        if known:
            return min(known, DEEPEST)
        if self._is_large(block):
            step = next(i for i, size in enumerate(self._sizes, 1) if block.size >= size * 0.96)
            return min(step, DEEPEST)
        return self._bold_level(block)

    def _in_outline(self, text: str, page: int) -> int:
        places = self._outline.get(_plain(text), ())
        return next((level for at, level in places if at in (page, -1)), 0)

    def _bold_level(self, block: Block) -> int:
        """The level of a bold line of its own, set apart from what stands around it."""
        text = block.text
        if not block.gap or block.marker or len(block.lines) > 2 or len(text) > BOLD_LONGEST:
            return 0
        if text.endswith((".", ",", ";")) or not any(c.isalpha() for c in text) or block.size < 0.9 * self.body:
            return 0
        if not all(run.style & BOLD and not run.style & MONO for line in block.lines for run in line):
            return 0
        numbered = _NUMBERED.match(text)
        depth = numbered[1].count(".") if numbered else 0
        return min(len(self._sizes) + 1 + depth, DEEPEST)


def _plain(text: str) -> str:
    """A title without its number, for comparing."""
    return "".join(_NUMBERING.sub("", text.strip()).lower().split())
