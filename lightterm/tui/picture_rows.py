"""Pictures on the lines of a page: their rows as strips, their words while there is nothing else, Sixel over blanks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color
from rich.segment import ControlType, Segment
from rich.style import Style
from textual.strip import Strip

from lightterm.document.cells import fit, shape, width
from lightterm.document.pictured import PictureSpan
from lightterm.safe import output_guard
from lightterm.tui.strips import Look, Over, paint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.layout import Span
    from lightterm.graphics.picture import Ink, Picture
    from lightterm.graphics.replies import Size
    from lightterm.tui.palette import Palette
    from lightterm.tui.pictures import PagePictures

ZERO_WIDTH = ((ControlType.CURSOR_MOVE_TO, 0, 0),)
"""What makes a segment take no cells; which code it names does not matter."""


def paint_pictured(
    pictures: PagePictures, text: str, spans: Sequence[Span], palette: Palette, look: Look, over: Sequence[Over] = ()
) -> Strip:
    """The strip of a line, with the rows of the pictures on it; where something lies over it, that is seen."""
    found = [span for span in spans if span.__class__ is PictureSpan]
    if not found:
        return paint(text, spans, palette, look, over)
    text = text.ljust(max(span.end for span in found))
    strip = paint(text, spans, palette, look.replace(order=None), over)  # pictures stand by the cells of the text
    for span in found:
        assert isinstance(span, PictureSpan)
        start = width(text[: span.start])
        picture = pictures.picture(span)
        if picture is None:
            row = _words(pictures.words(span), span, palette, look)
        else:
            row = Strip(
                [Segment(words, _style(fore, back, palette.base)) for words, fore, back in picture.row(span.row)]
            )
        pieces = [strip.crop(0, start), row, strip.crop(start + span.end - span.start)]
        for each in over:
            first, last = (width(text[:at]) for at in (max(each.start, span.start), min(each.end, span.end)))
            if first < last:
                whole = Strip.join(pieces)
                pieces = [whole.crop(0, first), strip.crop(first, last), whole.crop(last)]
        strip = Strip.join(pieces)
    return strip


def _words(words: str, span: PictureSpan, palette: Palette, look: Look) -> Strip:
    """A row of a picture that is not there: the first says what it is."""
    columns = span.end - span.start
    style = palette.base + palette.kinds["image"]
    if span.target and span.target == look.current:
        style += palette.current
    words = output_guard(" ".join(words.split())) if not span.row else ""
    if width(words) > columns:
        words = words[: fit(words, 0, len(words), columns - 1, shape(words))] + "…"
    return Strip([Segment(words, style), Segment(" " * (columns - width(words)), palette.base)], columns)


@lru_cache(8192)
def _style(fore: Ink, back: Ink, base: Style) -> Style:
    return base + Style(color=_color(fore), bgcolor=_color(back))


def _color(ink: Ink) -> Color | None:
    if ink is None:
        return None
    return Color.from_ansi(ink) if isinstance(ink, int) else Color.from_rgb(*ink)


def overlaid(pictures: PagePictures, strips: list[Strip], first: int) -> list[Strip]:
    """The rows of the view from `first` on with the Sixel bands of the pictures that are wholly in sight."""
    controls: dict[int, list[Segment]] = {}
    for row, place, picture, n in bare(pictures, range(first, first + len(strips))):
        controls.setdefault(row - first, []).append(Segment(at(place, picture.overlay(n)), None, ZERO_WIDTH))
    for i, segments in controls.items():
        strips[i] = Strip([*strips[i], *segments], strips[i].cell_length)
    return strips


def at(place: Size, text: str) -> str:
    """A text that is written at a place of the screen, with the cursor left where it is."""
    return f"\x1b7\x1b[{place[1] + 1};{place[0] + 1}H{text}\x1b8"


def bare(pictures: PagePictures, rows: range) -> Iterator[tuple[int, Size, Picture, int]]:
    """(row of the view, place on the screen, picture, its row) of what is wholly in sight of pictures on some rows.

    Where something covers a row, or it is shifted out of sight, it is left out: it would lie over what is there.
    """
    view = pictures.view
    if len(view.app.screen_stack) > 1:
        return
    region, flow = view.region, view.flow
    covered = _covered(pictures)
    for row in rows:
        line = view.first + row
        if row in covered or line >= len(flow):
            continue
        for span in flow.spans(line):
            if span.__class__ is not PictureSpan:
                continue
            assert isinstance(span, PictureSpan)
            if any(each.start < span.end and span.start < each.end for each in view.lies_over(line)):
                continue
            column = width(flow.text(line).ljust(span.start)[: span.start]) - view.left
            picture = pictures.picture(span)
            if picture is not None and 0 <= column <= region.width - 1 - picture.columns:
                yield row, (region.x + column, region.y + row), picture, span.row


def _covered(pictures: PagePictures) -> set[int]:
    """The rows of the view that another widget lies over."""
    view = pictures.view
    region = view.region
    others = (child.region for child in view.screen.children if child is not view.parent and child.display)
    return {y - region.y for other in others if other.overlaps(region) for y in other.line_range}


def shown_in(picture: Picture, span: PictureSpan) -> bool:
    """Whether a picture was made for the cells of a span."""
    return picture.columns == span.end - span.start and picture.rows == span.rows
