"""A page, or a part of it, as lines in a budget of tokens."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from lightterm.agent.alts import short_words, with_short_pictures
from lightterm.document.fill import filled
from lightterm.document.flow import Flow
from lightterm.document.layout import text_lines
from lightterm.document.marks import FIELD, IMAGE, LINK, MEDIA
from lightterm.document.subset import paragraphs
from lightterm.errors import ExtractionFailed, ValidationFailed
from lightterm.fetch.url_display import display_url
from lightterm.output.tokens import tokens
from lightterm.records import Record
from lightterm.session.fillings import fillings

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    (re.compile(r"^ *[─┼├┤┬┴]{4,} *$"), "---"),
)
"""What costs tokens and tells nothing: room between columns and before centred lines, bullets before numbers, how long
fields and rules are, frames of buttons without a name; a box that is not checked is a hyphen."""


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


FEW, NEAR = 3, 4
"""Words that a picture keeps where a link beside it says the same; how many numbers on "beside" is."""

_TARGET = re.compile(f"{LINK}(?:[{IMAGE}{MEDIA}])?|{FIELD}")
"""Where a target begins, and whether it does so with a picture."""

_NUMBERED = re.compile(r"\[(\d+)\]([^\[]*)")

_ALONE = re.compile(r"^( *)(?:\[\d+\](?:\[[^\[\]]{1,40}\]|[^\[\]_({][^\[\]]{0,40})(?: |$))+$")
"""A line of links and buttons: those of a menu stand on one, as an end of a line costs a token more than a space."""

_FIGURE = re.compile(r" *\(?[\d.,]{1,9}\)?$")
"""A line that is a figure alone: how much there is behind the link before it."""

_BULLET = re.compile(r" *[•◦▪] (?=\[\d)")
"""The sign before a number, which says as well that something begins."""

_PICTURE = re.compile(r"\[[^\]\d][^\]]*\]$")
"""A picture that says no more than the one before it."""


def blocks_of(visit: Visit) -> list[Block]:
    """The page of a visit as it is being filled in."""
    assert visit.page is not None
    document = visit.page.document
    changed = fillings(document, visit.given)
    return [filled(block, changed) for block in document.blocks] if changed else document.blocks


def page_lines(visit: Visit) -> list[str]:
    """The lines of the page of a visit as it is being filled in."""
    assert visit.page is not None
    return lines_of(blocks_of(visit), visit.page.document)


def lines_of(blocks: list[Block], document: Document) -> list[str]:
    """The lines of blocks of a document with target numbers, in few tokens."""
    lines: list[str] = []
    pictures = _doubled(document)
    inside = 0
    for wide in text_lines(with_short_pictures(blocks), WIDE, True):
        bullet = _BULLET.match(wide)
        if bullet or not wide.startswith(" " * inside):
            inside = bullet.end() if bullet else inside * (not wide)
        # What goes on below a number has no more to stand below of.
        line = _shorter(f"{wide[: inside - 2]}{wide[inside:]}".rstrip() if inside else wide.rstrip())
        if pictures and "[" in line:
            line = _NUMBERED.sub(lambda found: _cut_picture(found, pictures), line)
        before = lines[-1] if lines else ""
        if line == before and _PICTURE.match(line):
            continue
        if line == "---" and " | " in before:
            continue  # every row of a table is a line
        if _FIGURE.match(line) and _ALONE.match(before):
            lines[-1] = f"{before} {line.strip()}"
            continue
        last = -2 if not before and len(lines) > 1 else -1
        before = lines[last] if lines else ""
        begun, alone = _ALONE.match(before), _ALONE.match(line)
        if alone and begun and alone[1] == begun[1] and len(before) + len(line) < MENU:
            lines[last:] = [f"{before} {line.lstrip()}"]
        else:
            lines.append(line)
    return lines


def _doubled(document: Document) -> dict[str, tuple[str, str]]:
    """The words of targets that were told already, and what is said instead, by their numbers.

    A picture that leads where a link beside it leads, or was told before; a link that has no name but its address.
    """
    pictures = _pictures(document)
    near: dict[str, int] = {}
    found: dict[str, tuple[str, str]] = {}
    told: set[tuple[str, str]] = set()
    before = ""
    for number, url in document.targets.addresses():
        text, other = document.targets[number].text, near.get(url, 0)
        if number in pictures and text == before:
            found[str(number)] = text, "…"
        elif number in pictures and (text, url) in told:
            found[str(number)] = text, _begun(text)
        elif text and text in url and (text, "") in told:
            found[str(number)] = text, "…"
        elif end := _end_of(text, url):
            found[str(number)] = text, end
        for one, same in ((number, other), (other, number)):
            if one and same and _names_alike(document, one, same):
                found[str(one)] = document.targets[one].text, "…"
        beside = (number in pictures) != (other in pictures) and number - near.get(url, -NEAR) < NEAR
        one = number if number in pictures else other
        if beside and str(one) not in found and (document.targets[number + other - one].text):
            found[str(one)] = document.targets[one].text, "…"
        told |= {(text, url), *([(text, "")] if f"//{text}/" in f"{url}/" else [])}
        near[url], before = number, text
    return found


def _pictures(document: Document) -> set[int]:
    """The numbers of links that are a picture with words and nothing else."""
    alts = {medium.alt for medium in document.media if medium.alt}
    if not alts:
        return set()
    found: set[int] = set()
    for paragraph in paragraphs(document.blocks):
        if MEDIA in paragraph.raw:
            numbers = paragraph.numbers()
            next(numbers)  # that of the target before
            opened = (mark[0] for mark in _TARGET.finditer(paragraph.raw))
            found.update(number for mark, number in zip(opened, numbers, strict=False) if len(mark) > 1)
    return {number for number in found if document.targets[number].text in alts}


def _begun(words: str) -> str:
    begun = words.split()[:FEW]
    return " ".join(begun) + "…" if len(begun) < len(words.split()) else words


def _end_of(text: str, url: str) -> str:
    """The last part of an address that names its link together with its host, "" where it does not."""
    host, _, end = text.partition("/")
    return end if " " not in text and end and f"://{host}/" in url.replace("://www.", "://") else ""


def _names_alike(document: Document, number: int, other: int) -> bool:
    """Whether another link says in words what the end of an address, that names a link, says."""
    target = document.targets[number]
    text = _end_of(target.text, target.url) or target.text
    return "_" in text and document.targets[other].text.split() == text.split("_")


def _cut_picture(found: re.Match[str], doubled: dict[str, tuple[str, str]]) -> str:
    """A number with less than its words, where they were told already."""
    text, short = doubled.get(found[1], ("", ""))
    for words in (text, short_words(text)):
        if words and found[2].startswith(words):
            return f"[{found[1]}]{short}{found[2][len(words) :]}"
    return found[0]


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
    """The beginning of a line, cut between words, or between clusters where there are none; how much of it that is."""
    from lightterm.document.cells import clusters

    pieces = re.findall(r"\s*\S+\s*", line) or [line]
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
    """The blocks round a target ("12") or under a heading (its words, or the beginning of them).

    Raises ValidationFailed for a number that no target has, ExtractionFailed for a heading that is not there.
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
    raise ExtractionFailed(f"the page has no heading {part!r}", actions=(), argument="part", candidates=near)


def outline_lines(document: Document) -> list[str]:
    """The headings, indented by level: first those of as many levels as a small budget holds, then the deeper ones."""
    told = [(heading.level, "  " * (heading.level - 1) + heading.text) for heading in document.outline()]
    room, deepest, count = OUTLINE, 0, 0
    for level in sorted({level for level, _ in told}):
        own = [line for of, line in told if of == level]
        room -= sum(tokens(line + "\n") for line in own)
        if room < 0 and count >= FEW:
            break
        deepest, count = level, count + len(own)
    deeper = [line for level, line in told if level > deepest]
    said = [f"({len(deeper)} deeper headings:)"] if deeper else []
    return [*(line for level, line in told if level <= deepest), *said, *deeper]


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
