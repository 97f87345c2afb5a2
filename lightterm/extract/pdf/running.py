"""Running heads and feet, and page numbers: what stands at the same place of page after page, and is no text."""

from __future__ import annotations

import re
from math import inf

from lightterm.extract.pdf.headings import LARGER, body_size
from lightterm.extract.pdf.model import Block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.pdf.model import PdfPage, Table

EDGE = 0.2
"""Share of the page, at its top and bottom, where they stand."""

AGAIN = 3
"""Pages that have the same words at the same place."""

MOST_LINES = 2
DEEP = 3
"""Blocks from the edge of a page that may be a head."""

APART = 0.6
"""Times the size of letters between what is one of them and the text."""

_DIGITS = re.compile(r"\d+")


def without_running(pages: Sequence[PdfPage]) -> tuple[list[PdfPage], int, int]:
    """The pages without heads and feet, and how many blocks and characters those were."""
    seen: dict[tuple[str, int], set[int]] = {}
    largest = LARGER * body_size(pages)
    for page in pages:
        for block in _outer(page, largest):
            for key in _keys(page, block):
                seen.setdefault(key, set()).add(page.index)
    kept: list[PdfPage] = []
    count = size = 0
    enough = min(AGAIN, max(2, len(pages)))
    running = [[b for b in _outer(page, largest) if _is_running(page, b, seen, enough)] for page in pages]
    if _is_all_text(pages, running, largest):
        running = [[b for b in out if _is_numbered(page, b.text)] for page, out in zip(pages, running, strict=True)]
    for page, out in zip(pages, running, strict=True):
        if 0 < len(out) < len(page.blocks):
            count += len(out)
            size += sum(len(block.text) for block in out)
            page = page.replace(blocks=tuple(block for block in page.blocks if not any(block is one for one in out)))
        kept.append(page)
    return kept, count, size


def _is_all_text(pages: Sequence[PdfPage], running: list[list[Block]], largest: float) -> bool:
    """Whether most pages that have such words hold nothing beside them but headings: cards, and lists of chapters."""
    have = [(page, out) for page, out in zip(pages, running, strict=True) if 0 < len(out) < len(page.blocks)]
    bare = [
        page
        for page, out in have
        if all(isinstance(b, Block) and (b.size > largest or any(b is one for one in out)) for b in page.blocks)
    ]
    return 2 * len(bare) > len(have)


def _outer(page: PdfPage, largest: float) -> list[Block]:
    """The blocks nearest to the upper and lower edge of a page."""
    blocks = sorted(page.blocks, key=lambda block: block.box[1])
    upper = [b for b in blocks[: _apart(blocks)] if b.box[3] < EDGE * page.height]
    blocks.sort(key=lambda block: -block.box[3])
    lower = [b for b in blocks[: _apart(blocks)] if b.box[1] > (1 - EDGE) * page.height]
    found = [b for b in {id(b): b for b in upper + lower}.values() if isinstance(b, Block)]
    return [b for b in found if len(b.lines) <= MOST_LINES and b.size <= largest]


def _apart(blocks: Sequence[Block | Table]) -> int:
    """How many of the blocks, from an edge of the page inwards, stand apart from the rest: lines of a text do not."""
    for count in range(min(DEEP, len(blocks)), 0, -1):
        outer, rest = blocks[:count], blocks[count:]
        sizes = [block.size for block in outer if isinstance(block, Block)]
        below = min((b.box[1] for b in rest), default=inf) - max(b.box[3] for b in outer)
        above = min(b.box[1] for b in outer) - max((b.box[3] for b in rest), default=-inf)
        if sizes and max(below, above) >= APART * max(sizes):
            return count
    return 0


def _keys(page: PdfPage, block: Block) -> list[tuple[str, int]]:
    """What makes two heads alike: their words but for numbers, or that both have their page's number; and the place."""
    place = round(block.box[1] / 4)
    words = " ".join(_DIGITS.sub(" ", block.text.lower()).split())
    keys = [words] if any(c.isalpha() for c in words) else []
    if _is_numbered(page, block.text):
        keys.append("#number")
    return [(key, near) for key in keys for near in (place, place + 1)]


def _is_running(page: PdfPage, block: Block, seen: dict[tuple[str, int], set[int]], enough: int) -> bool:
    bare = block.text.strip("-–— ")
    dashed = bool(bare) and not block.text.startswith(bare) and not block.text.endswith(bare)
    if bare in (page.label, str(page.index + 1)) and (dashed or block.box[1] > 0.5 * page.height):
        return True
    for key in _keys(page, block):
        pages = seen[key]
        if len(pages) >= (2 if key[0] == "#number" else enough):
            return True
    return False


def _is_numbered(page: PdfPage, text: str) -> bool:
    """Whether a line begins or ends with the number of its page."""
    words = text.replace("|", " ").split()
    if not words:
        return False
    numbers = {str(page.index + 1), page.label} - {""}
    return words[0] in numbers or words[-1] in numbers
