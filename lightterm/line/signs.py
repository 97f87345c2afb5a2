"""Words for the signs before a line: a screen reader has no name for a hollow bullet, and says `>` before each line.

The level of an item stands behind its bullet, as that of a heading behind its `h`, and before its number; a quotation
is said where it begins and where it ends.
"""

from __future__ import annotations

from functools import lru_cache

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
    before, at = _before(text, chain)
    words = text[at:]
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


def _before(text: str, chain: tuple[Frame, ...]) -> tuple[str, int]:
    """(what is said of the signs before a line, where these end)."""
    before, at, level = "", 0, 0
    for frame in chain:
        level += frame.kind == "item"
        sign = frame.marker if frame.marker and text.startswith(frame.marker, at) else frame.step
        if not text.startswith(sign, at):
            break
        at += len(sign)
        if frame.kind == "quote":
            continue
        if sign not in _BULLETS:
            numbered = frame.kind == "item" and level > 1 and sign is frame.marker and sign.strip()
            before += f"level {level}: {sign}" if numbered else sign
        elif level < 2:
            before += f"{BULLET} "
        else:
            blank = before.replace(BULLET, " ")
            before = f"{blank[:-1] if blank[-1:] == ' ' else blank}{BULLET}{level} "
    return before, at
