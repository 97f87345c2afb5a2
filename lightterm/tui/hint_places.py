"""What in sight can have a hint, and where its label goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.cells import clusters, fit, shape, width
from lightterm.records import Record
from lightterm.tui.strips import Over

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.style import Style

    from lightterm.document.layout import Span
    from lightterm.document.model import Target, Targets
    from lightterm.tui.page_view import PageView


class Spot(Record):
    """Something in sight: a target by its `number`, a medium by its index, or a heading (a line); `own` is what it
    says, or the targets that it is one of, `start` the first of its characters that can be seen.
    """

    line: int
    start: int
    own: str | Targets
    number: int = 0
    media: int = -1

    @property
    def text(self) -> str:
        """What it says: .1 ms of each of 48 in sight, which letters as labels never ask."""
        return self.own if isinstance(self.own, str) else said(self.own[self.number])


def spots(view: PageView, kind: str = "") -> Iterator[Spot]:
    """What can have a hint, in reading order: targets (of a kind), or pictures, or headings."""
    seen: set[tuple[int, int]] = set()
    for line in range(view.first, min(view.first + view.height, len(view.flow))):
        for span in view.flow.spans(line):
            spot = _spot(view, line, span, kind, seen)
            if spot is not None:
                yield spot


def _spot(view: PageView, line: int, span: Span, kind: str, seen: set[tuple[int, int]]) -> Spot | None:
    if kind == "image":
        key = (0, span.media) if span.media >= 0 else (0, -1)
    elif kind == "heading":
        key = (1, view.flow.block_at(line)) if span.kind == "heading" else (0, -1)
    else:
        left_out = kind == "field" and span.kind == "link"  # to know what a link is takes 40 us
        key = (2, span.target) if span.target and not left_out else (0, -1)
    if key[1] < 0 or key in seen:
        return None
    start = _seen_from(view, line, span)
    if start is None:
        return None
    seen.add(key)
    if kind == "image":
        return Spot(line, start, view.document.media[span.media].alt, media=span.media)
    if kind == "heading":
        return Spot(line, start, view.flow.text(line)[span.start : span.end].lstrip("# "))
    targets = view.document.targets
    if kind and targets[span.target].kind != kind:
        return None
    return Spot(line, start, targets, number=span.target)


def said(target: Target) -> str:
    """What a target says, to find it by."""
    field = target.field
    words = [target.text] if field is None else [target.text, field.label, field.name, field.placeholder]
    return " ".join(word for word in words if word)


def _seen_from(view: PageView, line: int, span: Span) -> int | None:
    """The first character of a span that is not shifted out of sight; None where all of it is."""
    text = view.flow.text(line)
    if not view.left and len(text) <= view.flow.width and text.isascii():
        return span.start
    cells = width(text[: span.start])
    if cells >= view.left + view.columns:
        return None
    if cells >= view.left:
        return span.start
    kind = shape(text)
    start = fit(text, 0, len(text), view.left, kind)
    if width(text[:start]) < view.left and start < len(text):
        start += len(next(iter(clusters(text[start:]))))  # half a wide character is out of sight
    return start if start < span.end else None


def label_over(text: str, start: int, label: str, typed: int, styles: tuple[Style, Style], least: int = 0) -> Over:
    """The label over a line's characters from `start` on, the letters typed already in the second style.

    It covers at least so many cells: half a number beside it would be read with it.

    It takes the place of whole characters: where the last of them is wider than what is left of the label, a space
    fills it up; isolates under it stay, or the rest of the line would be turned round.
    """
    cells = max(len(label), least)
    end, taken, kept = start, 0, ""
    if text.isascii():
        end = min(start + cells, len(text))
        taken = end - start
    for cluster in clusters(text[start:]) if end == start else ():
        size = width(cluster)
        if taken >= cells:
            break
        if not size:
            kept += cluster
        end += len(cluster)
        taken += size
    style, done = styles
    rest = label[typed:] + " " * max(0, taken - len(label)) + kept
    return Over(start, max(end, start + 1), style, ((label[:typed], done), (rest, style)))
