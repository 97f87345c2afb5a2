"""One line of a page as a Textual strip: its spans styled, and over them what the reader does with it."""

from __future__ import annotations

from bisect import bisect_right, insort
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from lightterm.document.cells import fit, shape, width
from lightterm.document.layout import Span
from lightterm.records import Record
from lightterm.safe import output_guard
from lightterm.tui.visual_order import Order, in_order, is_reordered, visual

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.tui.palette import Palette


Run = tuple[int, int, Style]
"""A range of characters and its style."""

Piece = tuple[int, int, Style, "Sequence[tuple[str, Style]]"]
"""A range of characters, its style, and what is painted in its place, if anything is."""

LONG = 2000
"""Characters from which on only what is in sight of a line is painted."""


BRIGHT = 8
"""The first of the bright ones of a terminal's sixteen colours."""

MATCHES = ("find", "found")
"""Kinds of spans of what was searched for, which lie over what is there."""


class Over(Record):
    """What lies over a line: a range of characters with a style that goes before all others.

    `instead` are texts with styles of their own that take the characters' place. What is `even` looks the same over
    all that it lies over, as a selection does: fields and links in it would look left out.
    """

    start: int
    end: int
    style: Style
    instead: tuple[tuple[str, Style], ...] = ()
    even: bool = False


class Look(Record):
    """What of the page stands out: the targets under the cursor and the mouse, and those visited.

    `order` is how right-to-left text is put in order, None where the terminal does.
    """

    current: int = 0
    hover: int = 0
    visited: frozenset[int] = frozenset()
    order: Order | None = None


def paint(text: str, spans: Sequence[Span], palette: Palette, look: Look, over: Sequence[Over] = ()) -> Strip:
    """The strip of one line."""
    safe = output_guard(text)
    if safe != text:
        text, spans = safe, ()
    order = look.order
    if not (spans or over or (order is not None and order.words and is_reordered(text, order))):
        text = visual(text, order)
        return Strip([Segment(text, palette.base)], _cells(text))
    runs = _nested(len(text), spans, palette, look)
    if runs is None:
        runs = _overlapping(len(text), spans, palette, look)
    if not over and text.isascii():
        return Strip([Segment(text[start:end], style) for start, end, style in runs], len(text))
    size = len(text)
    pieces: list[Piece] = []
    hidden = 0
    for start, end, style in _cut(runs, over) if over else runs:
        if start < hidden:
            continue
        for each in over:
            if each.start <= start and each.end >= end:
                style = _evenly_laid(style, each.style) if each.even else _laid(style, each.style)
        label = next((each for each in over if each.start == start and each.instead), None)
        if label is None:
            pieces.append((start, end, style, ()))
        else:
            hidden = label.end
            pieces.append((start, label.end, style, label.instead))
    # What begins at the line's end, as a caret may, stands on a space of its own.
    ending = [Segment(" ", palette.base + each.style) for each in over if each.start >= size]
    if order is not None and is_reordered(text, order):
        segments = _reordered(text, pieces, ending, order)
    else:
        segments = [segment for piece in pieces for segment in _segments(text, piece)] + ending
    return Strip(segments, sum(_cells(segment.text) for segment in segments))


def _nested(size: int, spans: Sequence[Span], palette: Palette, look: Look) -> list[Run] | None:
    """The runs of a line whose spans stand one behind or in the other, as nearly all do; None where two overlap."""
    runs: list[Run] = []
    end, style, at = size, palette.base, 0
    outer: list[tuple[int, Style]] = []
    for span in spans:
        start, stop = span.start, span.end
        if start >= stop or start >= size:
            continue
        while end <= start and outer:
            if at < end:
                runs.append((at, end, style))
                at = end
            end, style = outer.pop()
        stop = stop if stop < size else size
        if start < at or stop > end:
            return None
        if at < start:
            runs.append((at, start, style))
            at = start
        outer.append((end, style))
        end, style = stop, _on(style, span, palette, look)
    for stop, below in ((end, style), *reversed(outer)):
        if at < stop:
            runs.append((at, stop, below))
            at = stop
    return runs


def _overlapping(size: int, spans: Sequence[Span], palette: Palette, look: Look) -> list[Run]:
    """The runs of a line with spans that go on behind the one that they begin in: of those around, the last is
    innermost."""
    ends = sorted({0, size, *(min(at, size) for span in spans for at in (span.start, span.end))})
    coming = sorted(range(len(spans)), key=lambda at: -spans[at].start)
    around: list[int] = []
    runs: list[Run] = []
    for start, end in pairwise(ends):
        around = [at for at in around if spans[at].end > start]
        while coming and spans[coming[-1]].start <= start:
            at = coming.pop()
            if spans[at].end > start:
                insort(around, at)
        style = palette.base
        for at in around:
            style = _on(style, spans[at], palette, look)
        runs.append((start, end, style))
    return runs


def _cut(runs: Sequence[Run], over: Sequence[Over]) -> Iterator[Run]:
    """The runs, each ended where something that lies over the line begins or ends."""
    ends = sorted({at for each in over for at in (each.start, each.end)})
    for start, end, style in runs:
        for at in ends:
            if start < at < end:
                yield start, at, style
                start = at
        yield start, end, style


def _on(style: Style, span: Span, palette: Palette, look: Look) -> Style:
    """The style of a span that lies on text of a style."""
    known = palette.alone.get(span.kind) if style is palette.base and not span.target else None
    if known is None:
        own = _style(span, palette, look)
        known = _laid(style, own) if span.kind in MATCHES else _within(style, own, palette.base)
        if style is palette.base and not span.target:
            palette.alone[span.kind] = known
    return known


@lru_cache(maxsize=512)
def apart(style: Style) -> Style:
    """A style in another font: in the same one kitty would turn punctuation and numbers round with the word there."""
    return style + Style(italic=not style.italic)


def words_in_order(text: str, order: Order | None, style: Style | str) -> list[Segment]:
    """A line of words as it is seen, in pieces where the terminal would turn what touches round with it."""
    kind = Style.parse(style) if isinstance(style, str) else style
    if order is None or not order.words or not is_reordered(text, order):
        return [Segment(visual(text, order), kind)]
    pieces = groupby(in_order(text, order), lambda each: each.apart)
    return [Segment("".join(e.text for e in found), apart(kind) if own else kind) for own, found in pieces]


@lru_cache(maxsize=512)
def _laid(below: Style, above: Style) -> Style:
    """What lies over text, told apart from it also where both are reversed; colours of its own stay as they are: many
    terminals paint bold black as grey."""
    laid = below + above
    if above.bgcolor is not None and not above.reverse and (below.reverse or below.bold):
        return laid + Style(reverse=False, bold=bool(above.bold))
    return laid + Style(reverse=False) if below.reverse and above.reverse else laid


@lru_cache(maxsize=512)
def _evenly_laid(below: Style, above: Style) -> Style:
    """What lies over text in one look; what is reversed there already is underlined, to be told from the rest."""
    return below + above + Style(underline=True) if below.reverse and above.reverse else _laid(below, above)


@lru_cache(maxsize=512)
def _within(below: Style, above: Style, base: Style) -> Style:
    """A kind of text inside another one. On a ground of its own text keeps the colour that can be read there: a link in
    a mark, or code in the link under the cursor, had 1:1."""
    if above.bgcolor is not None:
        return _laid(below, above)
    if below.bgcolor not in (None, base.bgcolor):
        above = above.without_color
    return below + _unbrightened(below, above)


def _unbrightened(below: Style, above: Style) -> Style:
    """What is added to a style, without making one of the eight dark colours bold that was not said to be: many
    terminals paint that as the bright one, which cannot be read where the dark one can."""
    laid = below + above
    dark = laid.bold and laid.color is not None and laid.color.number is not None and laid.color.number < BRIGHT
    together = bool(above.bold) == (above.color is not None)
    return above + Style(bold=False) if dark and not together else above


def _segments(text: str, piece: Piece) -> list[Segment]:
    start, end, style, instead = piece
    if not instead:
        return [Segment(text[start:end], style)]
    return [Segment(shown, style + own) for shown, own in instead if shown]


def _reordered(text: str, pieces: Sequence[Piece], ending: list[Segment], order: Order) -> list[Segment]:
    """The pieces in the order in which they are seen; what is painted in place of some is whole where they begin."""
    starts = [piece[0] for piece in pieces]
    segments: list[Segment] = []
    painted: set[int] = set()
    line = in_order(text, order)
    last = max(line, key=lambda each: each.start)
    for each in line:
        if each is last and last.leftwards:
            segments += ending
        at = bisect_right(starts, each.start) - 1
        start, _, style, instead = pieces[at]
        if not instead:
            segments.append(Segment(each.text, apart(style) if each.apart else style))
        elif start not in painted:
            painted.add(start)
            segments += _segments(text, pieces[at])
    if not last.leftwards:
        segments += ending
    elif ending and segments[0].text == " ":
        del segments[0]  # it stands in the margin, before the words
    # A segment for each letter would double what a key costs.
    alike = groupby(segments, attrgetter("style"))
    return [Segment("".join(segment.text for segment in run), style) for style, run in alike]


def in_sight(
    text: str, spans: Sequence[Span], over: Sequence[Over], left: int, room: int
) -> tuple[str, Sequence[Span], Sequence[Over], int]:
    """What of a long line is in sight when it is shifted by `left` cells, and the cells of it left of that.

    Painted whole, a script of 90 KB on one line, 7,000 spans, took 60 ms for each key.
    """
    if len(text) <= LONG or any(span.__class__ is not Span for span in spans):
        return text, spans, over, left
    kind = shape(text)
    first = fit(text, 0, len(text), left, kind)
    last = fit(text, first, len(text), room + 2, kind)  # whole clusters, that which lies across the edge too
    seen = [
        Span(max(span.start - first, 0), min(span.end, last) - first, span.kind, span.target, span.media)
        for span in spans
        if span.start < last and span.end > first
    ]
    end = last if last < len(text) else len(text) + 1  # a caret may stand behind the last character
    above = [
        each.replace(start=max(each.start - first, 0), end=each.end - first)
        for each in over
        if each.start < end and each.end >= first and (each.start >= first or not each.instead)
    ]
    return text[first:last], seen, above, left - width(text[:first])


def _cells(text: str) -> int:
    return len(text) if text.isascii() else width(text)


def _style(span: Span, palette: Palette, look: Look) -> Style:
    style = palette.kinds.get(span.kind, palette.base)
    if not span.target:
        return style
    if span.kind == "link" and span.target in look.visited:
        style += palette.visited
    if span.target == look.current:
        style += _unbrightened(style, palette.current)
    elif span.target == look.hover:
        style += _unbrightened(style, palette.hover)
    return style


def thumb_rows(first: int, lines: int, height: int) -> range:
    """The rows that a scroll bar's thumb takes on a page of so many lines; none on one that fits."""
    if lines <= height:
        return range(0)
    size = max(1, height * height // lines)
    at = round(first * (height - size) / (lines - height))
    return range(at, at + size)
