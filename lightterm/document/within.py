"""Looking through blocks: their paragraphs, and which block holds a target."""

from __future__ import annotations

from bisect import bisect_right

from lightterm.document.model import Paragraph, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.model import Block


def paragraphs(block: Block) -> Iterator[Paragraph]:
    """The paragraphs of a block in reading order: itself, or those of a table's caption and cells."""
    if isinstance(block, Paragraph):
        yield block
    elif isinstance(block, Table):
        for inner in block.caption:
            yield from paragraphs(inner)
        for row in block.rows:
            for cell in row:
                for inner in cell.blocks:
                    yield from paragraphs(inner)


def place_of(blocks: Sequence[Block], number: int) -> int:
    """The place of the target of a number on the page; 0 where a page that changes has it no more."""
    known = next((paragraph.known for block in blocks for paragraph in paragraphs(block)), None)
    if known is None:
        return number
    return known.index(number) if number in known else 0


def block_of_place(blocks: Sequence[Block], place: int) -> int:
    """The block that holds the target at that place among the page's targets, from 1."""
    low, high = 0, len(blocks) - 1
    while low < high:
        middle = (low + high + 1) // 2
        block = blocks[middle]
        first = block.first if block.__class__ is Paragraph else first_target(blocks, middle)
        if first is not None and first <= place:
            low = middle
        else:
            high = middle - 1
    return low


def first_target(blocks: Sequence[Block], index: int) -> int | None:
    """The place of the first target at or after a block; None where no paragraph follows."""
    for at in range(index, len(blocks)):
        for paragraph in paragraphs(blocks[at]):
            return paragraph.first
    return None


def row_of_place(table: Table, place: int) -> int:
    """The row of a table that holds the target at that place of the page; the first where its caption does."""
    rows = table.rows

    def first(row: int) -> int:
        for at in range(row, len(rows)):
            for cell in rows[at]:
                for block in cell.blocks:
                    for paragraph in paragraphs(block):
                        return paragraph.first
        return 1 << 62

    return max(bisect_right(range(len(rows)), place, key=first) - 1, 0)


def block_of_medium(blocks: Sequence[Block], index: int) -> int:
    """The block that a medium stands in."""
    low, high = 0, len(blocks) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if first_medium(blocks, middle, index + 1) <= index:
            low = middle
        else:
            high = middle - 1
    return low


def first_medium(blocks: Sequence[Block], block: int, count: int) -> int:
    """The index of the first medium in or after a block; `count` where no paragraph follows."""
    for at in range(block, len(blocks)):
        for paragraph in paragraphs(blocks[at]):
            return paragraph.media
    return count


def targets_of_medium(blocks: Sequence[Block], index: int) -> Iterator[int]:
    """The numbers of the targets that a medium stands in."""
    inside: Paragraph | None = None
    for paragraph in paragraphs(blocks[block_of_medium(blocks, index)]) if blocks else ():
        if paragraph.media > index:
            break
        inside = paragraph
    if inside is not None:
        yield from (mark.target for mark in inside.decode()[1] if mark.media == index and mark.target)
