"""Folding parts of a page: what disclosures hold, and the members of an outline."""

from __future__ import annotations

from lightterm.document.fill import rebuilt
from lightterm.document.marks import FIELD, LINK, balance
from lightterm.document.model import ROOT, Divider, Frame, Paragraph, Table
from lightterm.document.within import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lightterm.document.flow import Flow
    from lightterm.document.model import Block

CLOSED, OPEN = "▸", "▾"
NOTHING = Divider(Frame(ROOT, "details", "", "", fold=-1, open=False), 0, 0)
"""A block without any lines."""


def frames(blocks: Iterable[Block]) -> Iterator[Frame]:
    """The frames of disclosures, each once for every run of blocks in it, those in tables too."""
    last = ROOT
    for block in blocks:
        frame: Frame | None = block.frame if block.frame is not last else None
        last = block.frame
        while frame is not None and frame.folds:
            if frame.fold:
                yield frame
            frame = frame.parent
        if isinstance(block, Table):
            for row in block.rows:
                for cell in row:
                    yield from frames(cell.blocks)


def disclosures(blocks: Iterable[Block]) -> dict[int, bool]:
    """The disclosures that hold something, by their target's number: whether the page has them open."""
    return {frame.fold: frame.open for frame in frames(blocks)}


def around(block: Block) -> list[int]:
    """The disclosures round a block, by their target's number, the innermost first."""
    found = []
    frame: Frame | None = block.frame
    while frame is not None and frame.folds:
        if frame.fold:
            found.append(frame.fold)
        frame = frame.parent
    return found


def states(there: Mapping[int, bool], opened: Mapping[int, bool], action: str) -> dict[int, bool]:
    """All disclosures that are `there` opened or closed by "open", "close" or "toggle"; `opened` says of some what they
    are now."""
    now = {number: opened.get(number, state) for number, state in there.items()}
    return dict.fromkeys(now, not all(now.values()) if action == "toggle" else action == "open")


def signed(block: Block, opened: Mapping[int, bool]) -> Block:
    """The block with the signs of its disclosures as they are now: itself where it has none."""

    def change(paragraph: Paragraph) -> Paragraph:
        raw = paragraph.raw
        if not _has_sign(raw):
            return paragraph
        numbers = paragraph.numbers()
        number = next(numbers)
        out = list(raw)
        for at, char in enumerate(raw):
            if char in (FIELD, LINK):
                number = next(numbers)
            if char == FIELD and number in opened and raw[at + 1 : at + 2] in (CLOSED, OPEN):
                out[at + 1] = OPEN if opened[number] else CLOSED
        return paragraph.with_raw("".join(out))

    if isinstance(block, Table) and not any(_has_sign(paragraph.raw) for paragraph in paragraphs(block)):
        return block
    return rebuilt(block, change)


def _has_sign(raw: str) -> bool:
    return FIELD + CLOSED in raw or FIELD + OPEN in raw


def holds(blocks: Sequence[Block], index: int) -> int:
    """How many lines or blocks a member of an outline holds: the further lines of a preformatted one (JSON), else the
    blocks below it that are indented more (XML).
    """
    block = blocks[index]
    if isinstance(block, Paragraph) and block.pre:
        return block.raw.count("\n")
    end = index + 1
    while end < len(blocks) and blocks[end].frame.depth > block.frame.depth:
        end += 1
    return end - index - 1


def members(blocks: Sequence[Block]) -> list[int]:
    """The members of an outline that are folded together: those of its outermost container."""
    holding = [i for i in range(len(blocks)) if blocks[i].frame.depth < 2 and holds(blocks, i)]
    outer = min((blocks[i].frame.depth for i in holding), default=0)
    outermost = [i for i in holding if blocks[i].frame.depth == outer]
    if len(outermost) > 1 or len(holding) == 1:
        return outermost
    return [i for i in holding if blocks[i].frame.depth == outer + 1]


def fold(flow: Flow, index: int) -> None:
    """Have a flow show a member of an outline as its first line, and how many more there are."""
    block, more = flow.blocks[index], holds(flow.blocks, index)
    if not isinstance(block, Paragraph) or not more:
        return
    first = block.raw.partition("\n")[0] if block.pre else block.raw
    if not block.pre:
        for inner in range(index + 1, index + 1 + more):
            flow.put(inner, NOTHING)
    flow.put(index, block.with_raw(balance(first)[0] + f" … {more} more lines"))
