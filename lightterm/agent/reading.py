"""A page, or a part of it, as lines in a budget of tokens."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from lightterm.agent.addresses import address_told
from lightterm.agent.alts import with_short_pictures
from lightterm.agent.lookalikes import unlike, without_lookalikes
from lightterm.agent.near_words import named_nearly
from lightterm.agent.part_names import named_parts
from lightterm.agent.twice import told_once
from lightterm.document.flow import Flow
from lightterm.document.layout import text_lines
from lightterm.document.unfold import unfolded
from lightterm.errors import ExtractionFailed, ValidationFailed
from lightterm.numerals import whole_number
from lightterm.output.tokens import tokens
from lightterm.records import Record
from lightterm.session.fillings import filled_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.model import Block, Document
    from lightterm.session.tab import Visit

COLUMNS = 120
"""Cells that pages are loaded for: a window of 1920 pixels."""

WIDE = 400
"""Cells of a line: every wrapped line costs a token, and every one is whole in an answer or in the next."""

MENU = 240
"""Cells of a line to which those of single links are put together."""

OUTLINE = 500
"""Tokens of an outline: it is for choosing a part."""

AROUND = 3
"""Lines shown on each side of what was found."""

_SHORTER = (
    (re.compile(r"(?<=\S) {3,}"), "   "),
    (re.compile(r"^ {9,}"), "  "),
    (re.compile(r"(?<=\d\])_{4,}"), "__"),
    (re.compile(r"(?<=\d\])(?:\[ \]|\( \))"), "-"),
    (re.compile(r"(?<=\d\])\[·\]"), "·"),
    (re.compile(r"^ +(?=#{1,6} \[\d)"), ""),
    (re.compile(r" *│ *"), " | "),
    (re.compile(r"(?<=\S) {2}(?=\|)|(?<=\S) {2,}(?=\[\d)|(?<=\|) {2}"), " "),
    (re.compile(r"(?<=\d\]) {2,}(?=[^\s|])"), ""),
    (re.compile(r"^ +(?=[-+]?[\d.,%]+ \| )"), ""),
    (re.compile(r"^ *[─┼├┤┬┴]{4,} *$"), "---"),
)
"""What costs tokens and tells nothing: room between columns and before centred lines, bullets before numbers, the
place of a sign behind one, that figures of a table stand right, how long fields and rules are, frames of buttons
without a name; a box that is not checked is a hyphen."""


class Place(Record):
    """Where an answer goes on: the line, and how many characters of it were given already."""

    line: int = 0
    into: int = 0


class Part(Record):
    """Lines that fit a budget; `after` is where to go on, None when that was all; `left` how many lines are left."""

    lines: tuple[str, ...]
    after: Place | None = None
    left: int = 0


def room(max_tokens: int) -> int:
    """Tokens left for text beside the head of an answer and its marks."""
    return max(10, max_tokens - 60)


FEW = 3
"""Headings that an outline has at least before the deeper ones are left for later."""

_ALONE = re.compile(r"^( *)(?:\[\d+\](?:\\?\[[^\[\]]{1,40}\]|[^\[\]_({\\][^\[\]]{0,40})(?: |$))+$")
"""A line of links and buttons: those of a menu stand on one, as an end of a line costs a token more than a space."""

_FIGURE = re.compile(r" *\(?[\d.,]{1,9}\)?$")
"""A line that is a figure alone: how much there is behind the link before it."""

_BULLET = re.compile(r" *[•◦▪] (?=\[[\d…])")
"""The sign before a number, which says as well that something begins, and before a picture like the one before."""

_PICTURES = re.compile(r"^( *)(?:\[[^\]\d][^\]]*\](?: |$))+$")
"""A line of pictures."""


def page_lines(visit: Visit) -> list[str]:
    """The lines of the page of a visit as it is being filled in."""
    assert visit.page is not None
    return lines_of(filled_blocks(visit), visit.page.document)


def lines_of(blocks: list[Block], document: Document) -> list[str]:
    """The lines of blocks of a document with target numbers, in few tokens."""
    lines: list[str] = []
    for line in told_once([*_short_lines(blocks)], document):
        before = lines[-1] if lines else ""
        if line == "---" and " | " in before:
            continue  # every row of a table is a line
        if _FIGURE.match(line) and _ALONE.match(before):
            lines[-1] = f"{before} {line.strip()}"
            continue
        last = -2 if not before and len(lines) > 1 else -1
        before = lines[last] if lines else ""
        if len(before) + len(line) < MENU and (_go_on(_ALONE, before, line) or _go_on(_PICTURES, before, line)):
            lines[last:] = [f"{before} {line.lstrip()}"]
        else:
            lines.append(line)
    return lines


def _short_lines(blocks: list[Block]) -> Iterator[str]:
    """The lines of blocks without what costs tokens and tells nothing."""
    inside = 0
    for wide in text_lines(list(without_lookalikes(with_short_pictures(blocks))), WIDE, True):
        bullet = _BULLET.match(wide)
        if bullet or not wide.startswith(" " * inside):
            inside = bullet.end() if bullet else inside * (not wide)
        # What goes on below a number has no more to stand below of.
        yield _shorter(f"{wide[: inside - 2]}{wide[inside:]}".rstrip() if inside else wide.rstrip())


def _go_on(kind: re.Pattern[str], before: str, line: str) -> bool:
    """Whether two lines are of one kind, and begin in the same column."""
    first, second = kind.match(before), kind.match(line)
    return first is not None and second is not None and first[1] == second[1]


def _shorter(line: str) -> str:
    for pattern, instead in _SHORTER:
        line = pattern.sub(instead, line)
    return line


def fitting(lines: Sequence[str], max_tokens: int, start: Place | None = None) -> Part:
    """As many whole lines from `start` as the budget holds; a line longer than all of it is cut between words.

    What is cut off is the beginning of the next part.
    """
    start = start or Place()
    taken: list[str] = []
    room = max_tokens
    for at in range(start.line, len(lines)):
        into = start.into if at == start.line else 0
        line = lines[at][into:]
        cost = tokens(line + "\n")
        if cost > room:
            if not taken:
                text, size = _cut(line, room)
                taken.append(text)
                into += size
            return Part(tuple(taken), Place(at, into), len(lines) - at)
        taken.append(line)
        room -= cost
    return Part(tuple(taken))


def _cut(line: str, room: int) -> tuple[str, int]:
    """The beginning of a line, cut between words, at signs or clusters where there are none; how much of it that is."""
    from lightterm.document.cells import clusters

    pieces = re.findall(r"\s*\S+\s*", line) or [line]
    if tokens(pieces[0]) + 1 > room:
        pieces = re.findall(r"\s*\w+|\W", pieces[0])
    if tokens(pieces[0]) + 1 > room:
        pieces = list(clusters(pieces[0]))
    low, high = 1, len(pieces)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens("".join(pieces[:middle]).rstrip() + " …") + 1 <= room:
            low = middle
        else:
            high = middle - 1
    text = "".join(pieces[:low])
    # A number cut in two would be another number.
    open_bracket = text.rfind("[")
    if open_bracket > text.rfind("]") and text[:open_bracket].strip():
        text = text[:open_bracket]
    return f"{text.rstrip()} …", len(text)


def section(document: Document, blocks: list[Block], part: str) -> list[Block]:
    """The blocks round a target ("12") or under a heading, a disclosure or a caption (its words, or how they begin).

    Raises ValidationFailed for a number that no target has, ExtractionFailed for a heading that is not there.
    """
    if part.strip("[]").isdecimal():
        number = whole_number(part.strip("[]"))
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
    others = named_parts(document, blocks)
    for test in (str.__eq__, str.startswith):
        for name, (first, end) in others.items():
            if wanted and test(name.casefold(), wanted):
                return unfolded(blocks[first:end])
    names = [*(heading.text for heading in outline), *others]
    near = named_nearly(part, names) or difflib.get_close_matches(part, names, 3)
    raise ExtractionFailed(f"the page has no heading {part!r}", actions=(), argument="part", candidates=near)


def outline_lines(document: Document) -> list[str]:
    """The headings, indented by level: first those of as many levels as a small budget holds, then the deeper ones."""
    headings = [(heading.level, "  " * (heading.level - 1) + unlike(heading.text)) for heading in document.outline()]
    room, deepest, count = OUTLINE, 0, 0
    for level in sorted({level for level, _ in headings}):
        own = [line for of, line in headings if of == level]
        room -= sum(tokens(line + "\n") for line in own)
        if room < 0 and count >= FEW:
            break
        deepest, count = level, count + len(own)
    deeper = [line for level, line in headings if level > deepest]
    said = [f"({len(deeper)} deeper headings:)"] if deeper else []
    return [*(line for level, line in headings if level <= deepest), *said, *deeper]


def link_lines(document: Document) -> list[str]:
    """A line for each link: number, words, address."""
    return [address_line(document, number, url) for number, url in document.targets.addresses()]


def address_line(document: Document, number: int, url: str) -> str:
    return f"[{number}] {unlike(document.targets[number].text)} {address_told(url)}".replace("  ", " ")


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
