"""Paragraphs from lines: by their distance, size, style and edges."""

from __future__ import annotations

import re
from itertools import pairwise

from lightterm.extract.pdf.aligned import with_tables
from lightterm.extract.pdf.counted import listed
from lightterm.extract.pdf.listings import take_numbers
from lightterm.extract.pdf.words import BOLD, MONO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.pdf.aligned import Aligned
    from lightterm.extract.pdf.columns import Region
    from lightterm.extract.pdf.described import Figure
    from lightterm.extract.pdf.ruled import Grid
    from lightterm.extract.pdf.tagged import TaggedTable
    from lightterm.extract.pdf.words import Piece

BULLETS = "•‣◦▪▫●○■□◆◇\u2043∙·–—*-➢➤►✓✔❖\uf0b7\uf0a7\uf0d8\uf076\uf0fc\x88"
"""What stands before the items of lists; the last ones are where Wingdings, Symbol and TeX's symbols have theirs."""

NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]")

_SECTION = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,3}\.?")

HYPHENS = "-\xad\u2010"
"""What parts words at the ends of lines."""

INDENT = 0.7
"""Ems by which the first line of a paragraph stands in or out."""

WIDE_SPACE = 0.45
"""Ems that a number stands off its item at least; between words it is a third."""

APART = 1.6
"""Ems between the cells of a row at least; a justified line of few words has less between them."""

SAME_SIZE = 1.15
"""Times that letters of one paragraph differ in size at most."""

FAR = 1.3
"""Times the usual distance of lines from which on a paragraph has ended."""

EMPTY = 2.5
"""The same in code, where a line may be empty."""


class Block:
    """Lines that belong together. `gap`: more than a line's distance before it; `marker` is a list's, no longer in the
    lines; `x0` and `x1` are the edges of its column, `left` its own, `inner` that of its words behind a marker.
    """

    __slots__ = ("bottom", "gap", "inner", "left", "lines", "marker", "mono", "role", "size", "top", "x0", "x1")

    def __init__(self, lines: list[Piece], x0: float, x1: float, gap: bool) -> None:
        first = lines[0]
        self.lines = lines
        self.x0 = x0
        self.x1 = x1
        self.gap = gap
        self.size = first.size if len(lines) == 1 else sorted(line.size for line in lines)[len(lines) // 2]
        self.left = min(line.x0 for line in lines)
        self.inner = first.words[1].x0 if len(first.words) > 1 and _marker(first) == first.words[0].text else self.left
        self.top = first.top
        self.bottom = max(line.bottom for line in lines)
        self.role = first.tag.role if first.tag is not None else ""
        self.mono = is_all(first, MONO) and self.role in ("", "Code", "P")
        self.marker = ""


def blocks(region: Region) -> list[Block | Grid | TaggedTable | Aligned | Figure]:
    """The paragraphs, headings, items and tables of a region, in their order."""
    found: list[Block | Grid | TaggedTable | Aligned | Figure] = []
    take_numbers(region.lines)
    for together, gap in _apart(with_tables(region.lines)):
        if together[0].table is not None:
            found.append(together[0].table)
            continue
        right = max(line.x1 for line in together) if len(together) > 2 or _is_narrow(together, region) else region.x1
        for lines, first in _paragraphs(together, right):
            block = Block(lines, region.x0, region.x1, gap or first)
            gap = False
            if not block.mono:
                _take_marker(block, alone=len(together) == 1)
            found.append(block)
    _take_counted(found)
    return found


def _take_counted(found: Sequence[Block | Grid | TaggedTable | Aligned | Figure]) -> None:
    """Have the markers of counted items on their own that only the others of their list tell from words."""
    candidates = [(None, "") if not isinstance(block, Block) else (block, _counts(block)) for block in found]
    for at in listed(candidates):
        block, marker = candidates[at]
        if block is not None and not block.marker:
            _cut(block, marker)
    for (before, _), (block, marker) in pairwise(candidates):  # one alone, within an item
        if before is None or block is None or block.marker or not before.marker or not marker:
            continue
        if block.left > before.left + INDENT * block.size and _stands_off(block):
            _cut(block, marker)


def _counts(block: Block) -> str:
    """The number that a block begins with, "" where it cannot be an item's."""
    first = block.lines[0]
    if block.marker or block.mono or block.role not in ("", "LI"):
        return block.marker
    if (block.gap and is_all(first, BOLD)) or _has_leaders(first):
        return ""
    hangs = len(block.lines) == 1 or block.lines[1].x0 > first.x0 + INDENT * first.size
    return _marker(first) if hangs else ""


def _is_narrow(lines: list[Piece], region: Region) -> bool:
    """Whether lines stand in on both sides as far, as an abstract and a quotation do."""
    left = min(line.x0 for line in lines) - region.x0
    right = region.x1 - max(line.x1 for line in lines)
    return left > lines[0].size and abs(left - right) < 0.5 * lines[0].size


def is_all(line: Piece, style: int) -> bool:
    """Whether all of a line has a style."""
    return all(word.style & style for word in line.words)


def _apart(lines: list[Piece]) -> list[tuple[list[Piece], bool]]:
    """Lines of one kind at their usual distance, and whether there is more before them."""
    pitches = _pitches(lines)
    found: list[tuple[list[Piece], bool]] = []
    for at, line in enumerate(lines):
        before = lines[at - 1] if at else None
        if before is None:
            found.append(([line], True))
            continue
        distance = line.base - before.base
        reach = EMPTY if is_all(before, MONO) and is_all(line, MONO) else FAR
        far = distance > reach * pitches.get(round(line.size), 1.25 * line.size) or distance < -line.size
        if far or _differ(before, line):
            found.append(([line], far or distance > FAR * 1.2 * min(before.size, line.size)))
        else:
            found[-1][0].append(line)
    return found


def _pitches(lines: list[Piece]) -> dict[int, float]:
    """The distance of most lines of a size, by size."""
    distances: dict[int, list[float]] = {}
    for before, line in pairwise(lines):
        distance = line.base - before.base
        if 0.8 * line.size < distance < 3 * line.size and abs(line.size - before.size) < 0.1 * line.size:
            distances.setdefault(round(line.size), []).append(distance)
    return {size: sorted(some)[(len(some) - 1) // 3] for size, some in distances.items()}


def _differ(before: Piece, line: Piece) -> bool:
    one, other = before.size, line.size
    if before.table is not None or line.table is not None:
        return True
    if before.tag is not None and line.tag is not None:
        return before.tag.key != line.tag.key
    if max(one, other) > SAME_SIZE * min(one, other) and min(before.characters, line.characters) > 2:
        return True
    return is_all(before, BOLD) != is_all(line, BOLD) or is_all(before, MONO) != is_all(line, MONO)


def _paragraphs(lines: list[Piece], right: float) -> list[tuple[list[Piece], bool]]:
    """The lines of one cluster as paragraphs, and whether each but the first should have a blank line before it."""
    if is_all(lines[0], MONO):
        return [(lines, False)]
    found: list[tuple[list[Piece], bool]] = [([lines[0]], False)]
    for before, line in pairwise(lines):
        ends, gap = _ends(found[-1][0], before, line, right)
        if ends:
            found.append(([line], gap))
        else:
            found[-1][0].append(line)
    return found


def _ends(paragraph: list[Piece], before: Piece, line: Piece, right: float) -> tuple[bool, bool]:
    """Whether a new paragraph begins with `line`, and whether it stands apart."""
    if before.tag is not None and line.tag is not None and before.tag.role != "Code":
        return before.tag.key != line.tag.key, False
    step = INDENT * line.size
    if _has_leaders(before) or _is_parted(before) or _is_parted(line) or _is_next_entry(before, line):
        return True, False
    if _begins_section(line) and _begins_section(paragraph[0]):
        return True, False
    if _begins_item(line) and (line.x0 <= paragraph[0].x0 + step or _begins_item(paragraph[0])):
        return True, False
    if _is_centred(before, line):
        return False, False
    hanging = len(paragraph) == 1 and line.x0 > before.x0 + step
    if hanging:
        return _fits(before, line, right), False
    if line.x0 > before.x0 + step or (line.x0 < before.x0 - step and len(paragraph) > 1):
        return True, True
    return _fits(before, line, right), False


def _is_parted(line: Piece) -> bool:
    """Whether a line is a row of things that stand apart, as in a table without rules."""
    widest = APART * line.size
    return any(after.x0 - word.x1 > widest for word, after in pairwise(line.words[1:] if _marker(line) else line.words))


def _has_leaders(line: Piece) -> bool:
    """Whether a line is an entry of a table of contents: dots, and a number at its end."""
    last = line.words[-1].text
    dots = sum(word.text.count(".") for word in line.words if not word.text.strip("."))
    if len(line.words) < 3 or not last.isalnum():
        return False
    return dots > (0 if last.isdigit() else 3) or "....." in line.words[-2].text


def _is_next_entry(before: Piece, line: Piece) -> bool:
    """Whether one line ends with a page's number and the next begins with a section's: contents without dots."""
    return before.words[-1].text.isdigit() and _SECTION.fullmatch(line.words[0].text) is not None


def _is_centred(before: Piece, line: Piece) -> bool:
    both = abs(before.x0 + before.x1 - line.x0 - line.x1) < 0.6 * line.size
    return both and abs(before.x0 - line.x0) > 0.5 * line.size


def _fits(before: Piece, line: Piece, right: float) -> bool:
    """Whether the first word of a line had room on the one before: then that one was ended on purpose."""
    word = line.words[0]
    if _is_cut(before.words[-1].text, word.text):
        return False
    return before.x1 + 0.3 * line.size + (word.x1 - word.x0) < right - 0.8 * line.size


def _is_cut(end: str, beginning: str) -> bool:
    """Whether a hyphen parts a word between two lines, of which a text that is not justified may end early."""
    return len(end) > 1 and end[-1] in HYPHENS and end[-2].isalpha() and beginning[:1].islower()


def _begins_section(line: Piece) -> bool:
    return len(line.words) > 1 and _SECTION.fullmatch(line.words[0].text) is not None


def _begins_item(line: Piece) -> bool:
    return bool(_marker(line))


def _marker(line: Piece) -> str:
    """The bullet or number that a line begins with, where text follows it."""
    first = line.words[0].text
    if len(line.words) < 2:
        return first[0] if len(first) > 2 and first[0] in "•●▪■◦○‣" else ""
    if (len(first) == 1 and first in BULLETS) or NUMBER.fullmatch(first):
        return first
    if first == "o" and line.words[0].style & MONO and not line.words[1].style & MONO:
        return first  # Word's second bullet, a letter of Courier
    return first[0] if first[0] in "•●▪■◦○‣" else ""


def _take_marker(block: Block, alone: bool) -> None:
    """Have the marker of a list's item on its own; a bold line `alone` with a number is no item but a heading."""
    line = block.lines[0]
    marker = _marker(line)
    if block.role == "LI" and not marker and line.tag is not None and not line.tag.begun:
        block.marker = BULLETS[0]  # the file's own may be drawn
    if line.tag is not None:
        line.tag.begun = True
    heading = alone and block.gap and not block.role and is_all(line, BOLD)
    counted = marker[:1].isdecimal() and not heading and _hangs(block)
    if marker and (marker in BULLETS or marker == "o" or counted or block.role == "LI"):
        _cut(block, marker)


def _cut(block: Block, marker: str) -> None:
    """Take the marker from the words of a block."""
    line = block.lines[0]
    block.marker = marker
    word = line.words[0]
    if word.text == marker:
        del line.words[0]
        line.measure()
    else:
        word.text = word.text[len(marker) :]
        word.x0 += (word.x1 - word.x0) * len(marker) / (len(marker) + len(word.text))
    if len(block.lines) == 1:
        block.size = line.size  # a marker may be larger


def _hangs(block: Block) -> bool:
    """Whether a numbered paragraph is an item: its other lines stand in, or its number stands off."""
    first = block.lines[0]
    if len(block.lines) > 1:
        return block.lines[1].x0 > first.x0 + INDENT * first.size
    return _stands_off(block)


def _stands_off(block: Block) -> bool:
    """Whether more than a space is behind the first word of a block."""
    first = block.lines[0]
    return len(first.words) > 1 and first.words[1].x0 - first.words[0].x1 > WIDE_SPACE * first.size
