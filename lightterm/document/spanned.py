"""Lines with their spans: of a paragraph's text as it is broken, each a range of it and of the marks over it."""

from __future__ import annotations

from bisect import bisect_left

from lightterm.document import sided
from lightterm.document.layout import LONG, Span, has_isolates, has_rtl
from lightterm.document.slices import add_parts, cut, put

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lightterm.document.layout import Layout
    from lightterm.document.marks import Mark
    from lightterm.document.model import Paragraph
    from lightterm.document.slices import Part, Slice

SIDES = ("center", "right")
"""Where lines may be aligned that do not stand at the left."""

NO_END = ("", " ")
"""What a text does not end in that stands on a line as it is."""

ROWS = 1 << 12
"""Rows of a preformatted text that become lines at a time."""


def add_spanned(layout: Layout, block: Paragraph, text: str, marks: list[Mark], first: str, rest: str) -> None:
    """Append the lines of a paragraph's text, or of a part of it, with their spans."""
    room = max(1, layout.width - len(rest))
    is_line = len(text) <= room and text[-1:] not in NO_END and text.isascii() and "\n" not in text
    if is_line and not block.pre and _is_simple(block, text):
        _add_simple(layout, block, text, marks, (0, len(text)), (first, rest))
        return
    text = text.replace("\xa0", " ") if block.pre else text
    broken = _rows(text) if block.pre else cut(text, room) if len(text) > LONG else _whole(text, marks, room)
    if len(text) <= LONG and text.isascii() and _is_simple(block, text):
        (only,) = broken
        part, ends, _, places = only
        if not places:
            _add_simple(layout, block, part, marks, ends, (first, rest))
            return
        broken = iter((only,))
    add = put if len(text) > LONG else add_parts
    add(layout, _spanned(block, text, marks, broken, first, rest, room))


def _is_simple(block: Paragraph, text: str) -> bool:
    """Whether a text of ASCII stands at the left, and is broken at once."""
    if block.pre:
        return block.direction != "rtl" and text.count("\n") < ROWS
    return block.align not in SIDES and block.direction != "rtl"


def _add_simple(
    layout: Layout, block: Paragraph, text: str, marks: list[Mark], ends: Sequence[int], prefixes: tuple[str, str]
) -> None:
    """Append the lines of a text of ASCII that stands at the left, as most do: as `_spanned`, in half the time."""
    lines, waiting = layout.lines, marks[::-1]
    over: list[Mark] = []
    prefix, rest = prefixes
    it = iter(ends)
    for start, end in zip(it, it, strict=True):
        piece = text[start:end].rstrip() if block.pre else text[start:end].rstrip(" ")
        line = prefix + piece if piece else prefix.rstrip()
        prefix = rest
        while waiting and waiting[-1].start < end:
            over.append(waiting.pop())
        if over:
            over = [m for m in over if m.end > start]
        if over or block.level:
            layout.spans[len(lines)] = spans = []
            size = len(piece)
            if block.level:
                spans.append(Span(len(line) - len(line.lstrip()), len(line), "heading", 0))
            moved, last = len(line) - size - start, start + size
            for m in over:
                begin, stop = m.start, m.end
                begin = start if begin < start else last if begin > last else begin
                spans.append(_span(m, begin + moved, (last if stop > last else stop) + moved))
        lines.append(line)


def _whole(text: str, marks: list[Mark], room: int) -> Iterator[Slice]:
    """A text as it is broken, with soft hyphens in it where they help."""
    from lightterm.document.held import marked_held
    from lightterm.document.hyphens import LEAST, hyphenate, insert
    from lightterm.document.wrap import breaks

    ends = breaks(marked_held(text, marks), room, room) or [0, 0]  # a part of a paragraph may be marks alone
    places = hyphenate(text, ends) if room >= LEAST else []
    if places:
        text = insert(text, places)
        ends = breaks(text, room, room)
    yield text, ends, 0, places


def _rows(text: str) -> Iterator[Slice]:
    """The rows of a preformatted text, some thousand at a time."""
    ends: list[int] = []
    at = 0
    while at <= len(text):
        end = text.find("\n", at)
        end = end if end >= 0 else len(text)
        ends += (at, end)
        at = end + 1
        if len(ends) > 2 * ROWS:
            yield text, ends, 0, ()
            ends = []
    if ends:
        yield text, ends, 0, ()


def _moved(marks: list[Mark], slices: Iterator[Slice]) -> Iterator[tuple[str, Sequence[int], list[Mark]]]:
    """(a slice's text, its lines' offsets, the marks in it where they stand there)."""
    waiting = marks[::-1]
    over: list[Mark] = []
    for part, ends, begin, places in slices:
        low, high = (begin, begin + len(part)) if places else (ends[0], ends[-1])
        over = [m for m in over if m.end > low]
        while waiting and waiting[-1].start < high:
            over.append(waiting.pop())
        if not places:
            yield part, ends, over
            continue
        here = []
        for m in over:
            start, end = (max(0, offset - begin) for offset in (m.start, m.end))
            here.append(m.at(start + bisect_left(places, start), end + bisect_left(places, end)))
        yield part, ends, here


def _spanned(
    block: Paragraph, text: str, marks: list[Mark], slices: Iterator[Slice], first: str, rest: str, room: int
) -> Iterator[Part]:
    rtl = not block.pre and sided.is_rtl(block, text)
    aligned = rtl or (not block.pre and block.align in SIDES)
    even = aligned and sided.are_cells(text)
    ordered = _ordering(block) if not aligned and has_rtl(text) else None
    inside, prefix = "", first
    for part, ends, here in _moved(marks, slices):
        lines: list[str] = []
        found: dict[int, list[Span]] = {}
        waiting = here[::-1]
        over: list[Mark] = []
        it = iter(ends)
        for start, end in zip(it, it, strict=True):
            while waiting and waiting[-1].start < end:
                over.append(waiting.pop())
            over = [m for m in over if m.end > start]
            piece, offsets = _shown(part, start, end)
            whole = piece
            if inside or has_isolates(piece):
                from lightterm.document.bidi import balanced

                whole, inside = balanced(piece, inside)
            if ordered is not None:
                whole = ordered(whole)
            line = sided.at_side(block, rtl, prefix, whole, room, even) if aligned else prefix + whole
            line = line if whole and not block.pre else line.rstrip()
            at = _places(line, piece)
            spans = [_span(m, at[offsets(max(m.start, start))], at[offsets(min(m.end, end))]) for m in over]
            if block.level:
                spans.insert(0, Span(len(line) - len(line.lstrip()), len(line), "heading", 0))
            if spans:
                found[len(lines)] = spans
            lines.append(line)
            prefix = rest
        yield lines, found


def _ordering(block: Paragraph) -> Callable[[str], str] | None:
    """What isolates right-to-left words in lines from left to right; where those are preformatted, only if asked to."""
    if not block.pre:
        from lightterm.document.bidi import isolate

        return lambda line: isolate(line, "ltr")
    if block.direction != "ltr":
        return None
    from lightterm.document.code_order import apart

    return apart


def _span(mark: Mark, start: int, end: int) -> Span:
    if mark.kind != "picture":
        return Span(start, end, mark.kind, mark.target, mark.media)
    from lightterm.document.pictured import PictureSpan

    return PictureSpan(start, end, mark.target, mark.media)


def _shown(text: str, start: int, end: int) -> tuple[str, Callable[[int], int]]:
    """(the slice as shown, a function from offsets in `text` to offsets in it): zero-width break hints are dropped."""
    from lightterm.document.cells import HINTS, has_hints
    from lightterm.document.wrap import line_text

    shown = line_text(text, start, end).replace("\xa0", " ").rstrip(" ")
    piece = text[start:end]
    if piece.isascii() or not has_hints(piece):
        return shown, lambda offset: min(offset - start, len(shown))

    def offsets(offset: int) -> int:
        return len(shown) if offset >= end else min(len(shown), sum(c not in HINTS for c in text[start:offset]))

    return shown, offsets


def _places(line: str, piece: str) -> Sequence[int]:
    """Where in `line` each character of `piece` stands, and its end: isolates may have come between them."""
    at = line.rfind(piece)
    if at >= 0:
        return range(at, at + len(piece) + 1)
    places = []
    at = len(line)
    for char in reversed(piece):
        found = line.rfind(char, 0, at)
        at = found if found >= 0 else at
        places.append(at)
    places.reverse()
    return [*places, min(places[-1] + 1, len(line))]
