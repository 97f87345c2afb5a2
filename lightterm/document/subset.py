"""Some blocks of a document as a document: everything in it keeps its number, and what is gone is folded away."""

from __future__ import annotations

from lightterm.document.marks import FIELD, LINK
from lightterm.document.model import Divider, Frame, Paragraph, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lightterm.document.model import Block, Document, Landmark


def subset(document: Document, kept: Sequence[int]) -> Document:
    """The document with the blocks of these indices, which rise; targets of the others count as folded."""
    if len(kept) == len(document.blocks):
        return document
    blocks = _led_again(document.blocks, kept)
    places = [0] * (len(document.blocks) + 1)
    for index in kept:
        places[index + 1] = 1
    for at in range(1, len(places)):
        places[at] += places[at - 1]
    return document.replace(
        blocks=blocks,
        landmarks=tuple(_landmarks(document, places)),
        anchors=tuple((name, places[min(at, len(places) - 1)]) for name, at in document.anchors),
        folded=folded(document, blocks),
        access=None,
    )


def folded(document: Document, blocks: Iterable[Block]) -> tuple[tuple[int, int], ...]:
    """Ranges of the targets that are not to be seen: those in none of the blocks, and those in closed disclosures."""
    shown = set(targets_of(blocks))
    for first, last in document.folded:
        shown.difference_update(range(first, last + 1))
    return ranges(number for number in document.targets.numbers if number not in shown)


def ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Numbers as ranges, first and last, of such as follow each other."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def targets_of(blocks: Iterable[Block]) -> list[int]:
    """The numbers of the targets that begin in blocks."""
    found: list[int] = []
    for paragraph in paragraphs(blocks):
        count = paragraph.raw.count(LINK) + paragraph.raw.count(FIELD)
        found += [number for _, number in zip(range(count + 1), paragraph.numbers(), strict=False)][1:]
    return found


def paragraphs(blocks: Iterable[Block]) -> Iterator[Paragraph]:
    """All paragraphs of blocks, those in tables included."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block
        elif isinstance(block, Table):
            yield from paragraphs(block.caption)
            for row in block.rows:
                for cell in row:
                    yield from paragraphs(cell.blocks)


def plain(block: Block) -> str:
    """The text of a block, a line a paragraph."""
    return "\n".join(paragraph.text() for paragraph in paragraphs((block,)))


def _landmarks(document: Document, places: Sequence[int]) -> Iterator[Landmark]:
    """The landmarks that still hold something; `places` says how many blocks are left before each."""
    for mark in document.landmarks:
        start, end = places[mark.start], places[mark.end]
        if start < end:
            yield mark.replace(start=start, end=end)


def _led_again(blocks: Sequence[Block], kept: Sequence[int]) -> list[Block]:
    """The kept blocks, each opening the frames that were opened by blocks left out, as far from the one before."""
    out: list[Block] = []
    before: tuple[Frame, ...] = ()
    at = 0
    for index in kept:
        missed: set[Frame] = set()
        gap = max([gone.gap for gone in blocks[at:index]], default=0) if out else 0
        for gone in blocks[at:index]:
            missed.update(chain(gone.frame)[-gone.lead :] if gone.lead else ())
        at = index + 1
        block = blocks[index]
        frames = chain(block.frame)
        known = 0
        while known < min(len(frames), len(before)) and frames[known] is before[known] and frames[known] not in missed:
            known += 1
        out.append(_led(block, max(block.lead, len(frames) - known), max(block.gap, gap)))
        before = frames
    return out


def chain(frame: Frame) -> tuple[Frame, ...]:
    """The frames round a block, from the outermost in."""
    found: list[Frame] = []
    at: Frame | None = frame
    while at is not None and at.parent is not None:
        found.append(at)
        at = at.parent
    return tuple(reversed(found))


def shared(before: Sequence[Frame], frames: Sequence[Frame], opened: int) -> int:
    """How many of a block's frames, from the outermost in, stand open already; it opens `opened` of them itself."""
    most = min(len(before), len(frames) - opened)
    return next((at for at in range(most) if frames[at] is not before[at]), max(most, 0))


def _led(block: Block, lead: int, gap: int) -> Block:
    if (lead, gap) == (block.lead, block.gap):
        return block
    if isinstance(block, Paragraph):
        copy = block.with_raw(block.raw)
        copy.lead, copy.gap = lead, gap
        return copy
    if isinstance(block, Divider):
        return Divider(block.frame, gap, lead)
    return Table(block.rows, block.caption, block.frame, gap, lead, block.stacked)
