"""The lines of a text too long to hold all of them at once: made some thousand at a time, as they are asked for.

One line of 20 MB is 7 million lines on a screen of 2 cells, 800 MB as strings. They are the lines that are made of the
whole text at once: it is broken in the way that all of it asks for, from where the slice before ended, and what hangs
on the end of a slice is left to the next.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from lightterm.document.bidi import balanced
from lightterm.document.cells import EAST_ASIAN, WIDE
from lightterm.document.code_order import apart
from lightterm.document.held import signs_held
from lightterm.document.hyphens import LEAST, LONGEST, hyphenate, insert
from lightterm.document.layout import has_isolates, has_rtl
from lightterm.document.sided import lines_of
from lightterm.document.wrap import add_breaks, line_text, way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from lightterm.document.layout import Layout, Span
    from lightterm.document.model import Paragraph

    Part = tuple[list[str], Mapping[int, list[Span]]]
    """Lines and the spans of those that have some, by their place among them."""

    Slice = tuple[str, Sequence[int], int, Sequence[int]]

SIZE = 1 << 16
"""Characters of a slice."""

LOOK = 256
"""Characters that a line is told by, beyond those that have room in a few."""

OPEN = 3
"""Lines at the end of a slice that may be others where the text goes on."""


WAITING = "…"
"""What stands in a layout for lines that it waits for: they are not empty."""


def slices(text: str, room: int) -> Iterator[tuple[str, Sequence[int]]]:
    """Parts of a text in order, each with its lines' offsets in it as of `wrap.breaks`; hyphens have been put in."""
    return ((part, ends) for part, ends, _, _ in cut(text, room))


def cut(text: str, room: int) -> Iterator[Slice]:
    """(a part, its lines' offsets in it, where it begins, where hyphens are in it); without any, all of the text."""
    held = signs_held(text)
    how = way(held)
    if room < LEAST:
        for ends, _ in _broken(held, room, how):
            yield text, ends, 0, ()
        return
    hinted = (WIDE if how[0] == EAST_ASIAN else how[0], False, False, "")
    places: list[int] = []
    known: list[int] = []
    at = latest = 0
    for ends, after in _broken(held, room, how):
        begin = max(at - LOOK, 0)
        found = hyphenate(text, [*ends, after] if after <= len(text) else ends)
        places = [place for place in places if place > begin] + [place for place in found if place > latest]
        latest = max(latest, found[-1] if found else 0)
        stop = after - 2 * LONGEST if after <= len(text) else len(text)  # a word there may be cut further on
        known = _from(at, [*known, *ends])
        if stop < at:
            continue
        inside = [place - begin for place in places if place < stop]
        part = text
        lines: list[int] = []
        if inside:
            part, broken = insert(text[begin:stop], inside), insert(held[begin:stop], inside)
            start = at - begin + bisect_right(inside, at - begin)
            add_breaks(broken, start, len(part), room, room, hinted, lines)
        else:
            begin, lines = 0, known if known[:1] == [at] else []
            if not lines:
                add_breaks(held, at, stop, room, room, how, lines)
        if stop < len(text):
            count = _settled(lines, stop if part is text else len(part), room)
            if not count:
                continue
            start = lines[2 * count]
            lines = lines[: 2 * count]
            at = begin + start - bisect_left([place + i for i, place in enumerate(inside)], start)
        yield part, lines, begin, inside


def _from(at: int, ends: list[int]) -> list[int]:
    """The offsets of the lines that begin at or behind `at`."""
    found = bisect_left(ends, at)
    return ends[found + found % 2 :]


def _broken(text: str, room: int, how: tuple[int, bool, bool, str]) -> Iterator[tuple[list[int], int]]:
    """(the offsets of some lines, where the next begins), to the end of the text and beyond, without hyphens."""
    at, size = 0, SIZE
    while at <= len(text):
        stop = min(at + size, len(text))
        ends: list[int] = []
        add_breaks(text, at, stop, room, room, how, ends)
        if stop == len(text):
            at = stop + 1
        elif count := _settled(ends, stop, room):
            at, size = ends[2 * count], SIZE
            del ends[2 * count :]
        else:
            size *= 2
            continue
        yield ends, at


def _settled(ends: list[int], stop: int, room: int) -> int:
    """How many of the lines of a text that was cut off at `stop` are so however it goes on."""
    count = max(len(ends) // 2 - OPEN, 0)
    while count and ends[2 * count] + 4 * room + LOOK > stop:
        count -= 1
    return count


def wrapped_lines(block: Paragraph, text: str, plain: bool, first: str, rest: str, room: int) -> Iterator[list[str]]:
    """The lines of a paragraph's text; `plain`: it is ASCII or East Asian, and stands where it begins."""
    if not plain:
        yield from lines_of(block, text, slices(text, room), first, rest, room)
        return
    prefix = first
    for part, ends in slices(text, room):
        it = iter(ends)
        lines = [line_text(part, start, end) for start, end in zip(it, it, strict=True)]
        if first or rest:
            for i, line in enumerate(lines):
                lines[i] = prefix + line if line else prefix.rstrip()
                prefix = rest
        yield lines


def pre_lines(text: str, first: str, rest: str, code: bool) -> Iterator[list[str]]:
    """The lines of a preformatted text; of `code` right-to-left words are set apart."""
    inside, prefix, at = "", first, 0
    isolates = has_isolates(text)
    mixed = code and has_rtl(text)
    while at <= len(text):
        stop = text.rfind("\n", at, at + SIZE) if at + SIZE < len(text) else len(text)
        if stop < 0:
            stop = text.find("\n", at + SIZE)
        stop = stop if stop >= 0 else len(text)
        rows = text[at:stop].replace("\xa0", " ").split("\n")
        for i, row in enumerate(rows):
            if isolates:
                row, inside = balanced(row, inside)
            elif mixed:
                row = apart(row)
            rows[i] = (prefix + row).rstrip()
            prefix = rest
        yield rows
        at = stop + 1


def bare(lists: Iterator[list[str]]) -> Iterator[Part]:
    """Lines that have no spans."""
    return ((lines, {}) for lines in lists)


def put(layout: Layout, parts: Iterable[Part]) -> None:
    """Append lines to a layout, at once or, where it can wait for them, when they are asked for."""
    if layout.later is None:
        add_parts(layout, parts)
    else:
        layout.later[len(layout.lines)] = iter(parts)
        layout.lines.append(WAITING)


def add_parts(layout: Layout, parts: Iterable[Part]) -> None:
    """Append lines to a layout at once."""
    for lines, spans in parts:
        at = len(layout.lines)
        layout.lines += lines
        for i, found in spans.items():
            layout.spans[at + i] = found


def with_later(layout: Layout) -> Iterator[Part]:
    """All lines of a layout, also those that it waits for."""
    done = 0
    for at, parts in (layout.later or {}).items():
        yield _held(layout, done, at)
        yield from parts
        done = at + 1
    yield _held(layout, done, len(layout.lines))


def _held(layout: Layout, start: int, end: int) -> Part:
    spans = layout.spans
    return layout.lines[start:end], {i - start: spans[i] for i in range(start, end) if i in spans} if spans else {}


def add_inner(layout: Layout, inner: Layout, first: str, rest: str, blank: bool = True) -> None:
    """Append the lines of a part of the page, the first behind `first` and the others behind `rest`, which is as wide;
    empty ones only where they may be `blank`."""
    parts = _behind(with_later(inner), first, rest, blank)
    if inner.later:
        put(layout, parts)
    else:
        add_parts(layout, parts)


def _behind(parts: Iterator[Part], first: str, rest: str, blank: bool) -> Iterator[Part]:
    lead = first
    for lines, spans in parts:
        moved: list[str] = []
        found: dict[int, list[Span]] = {}
        for i, line in enumerate(lines):
            if i in spans:
                for span in spans[i]:
                    span.start += len(lead)
                    span.end += len(lead)
                found[len(moved)] = spans[i]
            if line or blank or lead.strip():
                moved.append((lead + line).rstrip())
            lead = rest
        yield moved, found
