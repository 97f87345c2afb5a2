"""Words for the signs before a line: a screen reader has no name for a hollow bullet, and says `>` before each line.

The level of an item is said where it is another than that of the item before: behind each bullet it was taken for a
part of the number of the link that follows. A quotation is said where it begins and where it ends.
"""

from __future__ import annotations

from functools import lru_cache

from lightterm.document.cells import width
from lightterm.document.marks import DEL, DEL_END, INS, INS_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.flow import Flow
    from lightterm.document.model import Frame

BULLET = "•"
_BULLETS = frozenset(("• ", "◦ ", "▪ "))
BEGINS, ENDS = "quote: ", " (end of quote)"

_EDITS = (
    (f"{DEL}~~", f"{DEL}(deleted: "),
    (f"~~{DEL_END}", f"){DEL_END}"),
    (f"{INS}{INS}++", f"{INS}{INS}(inserted: "),
    (f"++{INS_END}{INS_END}", f"){INS_END}{INS_END}"),
)
"""What stands round a change, as it is seen and as it is said."""


def has_edits(raw: str) -> bool:
    """Whether something of a paragraph was deleted or inserted."""
    return DEL in raw or INS in raw


def with_edits_said(raw: str) -> str:
    """A paragraph's string with words where it has signs for what was deleted and inserted."""
    for seen, said in _EDITS:
        raw = raw.replace(seen, said)
    return raw


def begun_in_words(flow: Flow, line: int, text: str) -> str:
    """A line with words before it, or nothing, where it has signs."""
    index = flow.block_at(line)
    frame = flow.blocks[index].frame
    if frame.kind not in ("item", "quote") and not frame.depth:
        return text
    chain = _chain(frame)
    quotes = [each for each in chain if each.kind == "quote"]
    if quotes and not text.strip("> "):
        return ""
    before, at, level = _before(text, chain)
    words = text[at:]
    if level and level != (_level_above(flow, index) or 1):
        told = f"level {level}: "
        blank = before[: len(before) - len(before.lstrip(" "))]
        apart = width(before + told + words) > flow.width
        before = f"{blank}{told.rstrip()}\n{before}" if apart else f"{blank}{told}{before.lstrip(' ')}"
    if quotes and line == flow.line_of_block(index):
        before = BEGINS * _without(flow, index - 1, frame, quotes) + before
    if quotes and line + 1 == flow.end_of_block(index):
        words = words.rstrip(" ") + ENDS * _without(flow, index + 1, frame, quotes)
    return before + words


def _without(flow: Flow, index: int, frame: Frame, quotes: list[Frame]) -> int:
    """How many of the quotations of a block in a frame the block at an index does not stand in."""
    if not 0 <= index < len(flow.blocks):
        return len(quotes)
    other = flow.blocks[index].frame
    if other is frame:
        return 0
    around = set(map(id, _chain(other)))  # 500 in each other, and 100,000 paragraphs in them
    return sum(id(each) not in around for each in quotes)


@lru_cache(maxsize=16)
def _chain(frame: Frame) -> tuple[Frame, ...]:
    """The frames from the outermost on."""
    found: list[Frame] = []
    at: Frame | None = frame
    while at is not None:
        found.append(at)
        at = at.parent
    return tuple(found[::-1])


def _level_above(flow: Flow, index: int) -> int:
    """How deep in lists the block before the one at an index stands, 0 for in none."""
    return sum(frame.kind == "item" for frame in _chain(flow.blocks[index - 1].frame)) if index else 0


def _before(text: str, chain: tuple[Frame, ...]) -> tuple[str, int, int]:
    """(what is said of the signs before a line, where these end, the level of the item that begins there or 0)."""
    before, at, level, begun = "", 0, 0, 0
    for frame in chain:
        level += frame.kind == "item"
        sign = frame.marker if frame.marker and text.startswith(frame.marker, at) else frame.step
        if not text.startswith(sign, at):
            break
        at += len(sign)
        if frame.kind == "quote":
            continue
        if frame.kind == "item" and sign is frame.marker and sign.strip():
            begun = level
        if sign in _BULLETS:
            before = f"{before.replace(BULLET, ' ')}{BULLET} "
        else:
            before += sign
    return before, at, begun
