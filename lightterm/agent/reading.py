"""A page, or a part of it, as lines in a budget of tokens."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from lightterm.document.fill import filled
from lightterm.document.flow import Flow
from lightterm.document.layout import text_lines
from lightterm.errors import ValidationFailed
from lightterm.fetch.url_display import display_url
from lightterm.output.tokens import tokens
from lightterm.records import Record
from lightterm.session.fillings import fillings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Block, Document
    from lightterm.session.tab import Visit

COLUMNS = 120
"""Cells of a line: wide enough for most tables, and every wrapped line costs a token."""

AROUND = 3
"""Lines shown on each side of what was found."""

_SPACES = re.compile(r"(?<=\S) {3,}")


class Part(Record):
    """Lines that fit a budget; `after` is the line to go on from, 0 when that was all; `left` how many are left."""

    lines: tuple[str, ...]
    after: int = 0
    left: int = 0


def room(max_tokens: int) -> int:
    """Tokens left for text beside the head of an answer and its marks."""
    return max(10, max_tokens - 60)


def blocks_of(visit: Visit) -> list[Block]:
    """The page of a visit as it is being filled in."""
    assert visit.page is not None
    document = visit.page.document
    changed = fillings(document, visit.given)
    return [filled(block, changed) for block in document.blocks] if changed else document.blocks


def lines_of(blocks: list[Block]) -> list[str]:
    """The lines of blocks with target numbers; the room between columns costs no tokens."""
    return [_SPACES.sub("   ", line.rstrip()) for line in text_lines(blocks, COLUMNS, True)]


def fitting(lines: Sequence[str], max_tokens: int, start: int = 0) -> Part:
    """As many whole lines from `start` as the budget holds; a line longer than all of it is cut between words."""
    taken: list[str] = []
    room = max_tokens
    for at in range(start, len(lines)):
        cost = tokens(lines[at] + "\n")
        if cost > room:
            if not taken:
                taken.append(_cut(lines[at], room))
                at += 1
            return Part(tuple(taken), at if at < len(lines) else 0, len(lines) - at)
        taken.append(lines[at])
        room -= cost
    return Part(tuple(taken))


def _cut(line: str, room: int) -> str:
    """The beginning of a line, cut between words, or between clusters where there are none."""
    from lightterm.document.cells import clusters

    pieces = re.findall(r"\S+\s*", line) or [line]
    if tokens(pieces[0]) + 1 > room:
        pieces = list(clusters(pieces[0]))
    low, high = 0, len(pieces)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens("".join(pieces[:middle]).rstrip() + " …") + 1 <= room:
            low = middle
        else:
            high = middle - 1
    text = "".join(pieces[:low]).rstrip()
    # A number cut in two would be another number.
    open_bracket = text.rfind("[")
    if open_bracket > text.rfind("]"):
        text = text[:open_bracket].rstrip()
    return f"{text} …"


def section(document: Document, blocks: list[Block], part: str) -> list[Block]:
    """The blocks round a target ("12") or under a heading (its words, or the beginning of them).

    Raises ValidationFailed.
    """
    if part.strip("[]").isdecimal():
        number = int(part.strip("[]"))
        if number not in document.targets:
            raise ValidationFailed(f"there is no target [{number}]", actions=(), argument="part")
        at = Flow(blocks, COLUMNS).block_of_target(number)
        return blocks[max(0, at - 1) : at + 2]
    wanted = " ".join(part.split()).casefold()
    outline = document.outline()
    for test in (str.__eq__, str.startswith, str.__contains__):
        for at, heading in enumerate(outline):
            if test(" ".join(heading.text.split()).casefold(), wanted):
                end = next((h.block for h in outline[at + 1 :] if h.level <= heading.level), len(blocks))
                return blocks[heading.block : end]
    near = difflib.get_close_matches(part, [heading.text for heading in outline], 3)
    raise ValidationFailed(f"the page has no heading {part!r}", actions=(), argument="part", candidates=near)


def outline_lines(document: Document) -> list[str]:
    """The headings, indented by their level."""
    return ["  " * (heading.level - 1) + heading.text for heading in document.outline()]


def link_lines(document: Document) -> list[str]:
    """A line for each link: number, words, address."""
    lines = []
    for number, url in document.targets.addresses():
        target = document.targets[number]
        lines.append(f"[{number}] {target.text} {display_url(url)}".replace("  ", " "))
    return lines


def changed_lines(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What is new on a page, and how much has gone."""
    lines: list[str] = []
    gone = 0
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    if len(before) * len(after) > 4_000_000:
        known = set(before)
        return [line for line in after if line and line not in known]
    for tag, i, j, k, end in matcher.get_opcodes():
        if tag in ("replace", "delete"):
            gone += sum(1 for line in before[i:j] if line)
        if tag in ("replace", "insert"):
            lines += [line for line in after[k:end] if line]
    if gone:
        lines.append(f"({gone} line{'s' * (gone != 1)} gone)")
    return lines
