"""Who wrote the posts of a thread that the reader's view keeps, and when: without it they run into one another."""

from __future__ import annotations

import re

from lightterm.document.marks import FIELD, LINK
from lightterm.document.model import Paragraph
from lightterm.document.posts import thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeGuard

    from lightterm.document.model import Block, Document, Frame

LONGEST = 80
"""Characters up to which a paragraph is a name or a date, and not a text."""

FEW = 3
"""Links of a paragraph that may be to its author: before it may be one to the post."""

AROUND = 40
"""Blocks before the first and behind the last kept one of a post in which these are looked for."""

_PERSON = re.compile(
    r"/(?:@|~|(?:u|user|users|member|members|people|profile|profiles|author|authors)\b)|[?&/]user[-=_]"
    r"|viewprofile|action=profile|showuser|[?&;]u(?:id)?=\d",
    re.IGNORECASE,
)
_DATED = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d\d\b|\bago\b|\b\d+ ?(?:h|d|w|mo|y|yr)s?\b")


def with_posters(document: Document, kept: list[bool]) -> list[bool]:
    """Which blocks are kept, with those that tell of each post that is kept whose it is and from when.

    A blank line is put before each of these: a style sheet that is not here draws a box around it.
    """
    starts = thread(document)
    if not starts:
        return kept
    blocks, kept = document.blocks, kept[:]
    addresses = dict(document.targets.addresses())
    top = kept.index(True)
    for start, end in zip(starts, [*starts[1:], len(blocks)], strict=True):
        shown = [at for at in range(start, end) if kept[at]]
        if not shown:
            continue
        near = range(max(start, top, shown[0] - AROUND), min(end, shown[-1] + AROUND))
        persons = [at for at in near if _is_person(blocks[at], addresses)]
        if not persons:
            _part(blocks[shown[0]])
            continue
        first = persons[0] if persons[0] < shown[-1] else persons[-1]  # below an answer who edited it comes before
        who = next((at for at in persons if _is_date(blocks[at])), first)
        kept[who] = True
        if not _is_date(blocks[who]):
            dates = [at for at in near if not kept[at] and _is_date(blocks[at]) and not _is_value(blocks[at])]
            kept[min(dates, key=lambda at: abs(at - who), default=who)] = True
        _part(blocks[kept.index(True, start)])
    return kept


def _part(block: Block) -> None:
    """Put a blank line before a post."""
    block.gap = max(block.gap, 1)


def _is_value(block: Block) -> bool:
    """Whether something has a name of its own, as the day that somebody became a member: the day of a post has none."""
    frame: Frame | None = block.frame
    while frame is not None and frame.kind != "definition":
        frame = frame.parent
    return frame is not None


def _is_person(block: Block, addresses: dict[int, str]) -> bool:
    """Whether a short paragraph has a link to somebody's page among its first, by more than its address."""
    if not _is_short(block):
        return False
    words, links = block.text(), block.raw.count(LINK)
    if not links or not any(map(str.isalpha, words)):
        return False
    found = [addresses.get(block.first + at, "") for at in range(min(links, FEW))]
    named = [address for address in found if not ("." in words and address.endswith(f"/{words}"))]
    return any(map(_PERSON.search, named))


def _is_date(block: Block) -> bool:
    return _is_short(block) and bool(_DATED.search(block.text()))


def _is_short(block: Block) -> TypeGuard[Paragraph]:
    return isinstance(block, Paragraph) and not block.pre and FIELD not in block.raw and len(block.raw) <= LONGEST
