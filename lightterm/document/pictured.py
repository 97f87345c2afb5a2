"""Paragraphs with pictures in them, for views that show some: where each picture's cells are.

Large pictures stand on rows of their own, several beside each other where they fit; small ones stand in the line. The
lines are blank there; a `PictureSpan` says which picture, and which row of it, belongs on them.
"""

from __future__ import annotations

from lightterm.document.layout import Layout, Span
from lightterm.document.marks import Mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Paragraph

    Sizes = Callable[[int, int], tuple[int, int]]
    """(index of the medium, cells there are) -> (columns, rows) of its picture; (0, 0) shows its words instead."""

CELL = "\ufffc"
"""Stands for a cell of a picture in a line of text."""

APART = 2
"""Cells between pictures side by side."""


class PictureSpan(Span):
    """The cells of row `row` (from 0) of a picture of `rows` rows; `target` is the link it stands in, else 0."""

    __slots__ = ("row", "rows")

    def __init__(self, start: int, end: int, target: int, media: int, row: int = 0, rows: int = 1) -> None:
        super().__init__(start, end, "picture", target, media)
        self.row = row
        self.rows = rows


class _Picture:
    """A picture in the text that is being laid out: its range there, and its cells."""

    __slots__ = ("columns", "mark", "rows")

    def __init__(self, mark: Mark, columns: int, rows: int) -> None:
        self.mark = mark
        self.columns = columns
        self.rows = rows


def add_pictured(layout: Layout, block: Paragraph, first: str, rest: str) -> None:
    """Append the lines of a paragraph that media stand in."""
    text, found = block.decode(layout.numbers)
    room = max(1, layout.width - len(rest))
    marks, pictures = _sized(layout, found, room)
    text, marks, cuts = _with_cells(text, marks, pictures)
    writer = _Writer(layout, block, first, rest)
    at = 0
    for place, picture in cuts:
        writer.text(text, marks, at, place)
        writer.picture(picture)
        at = place
    writer.text(text, marks, at, len(text))
    writer.end()


def widest(layout: Layout, block: Paragraph) -> int:
    """The columns of a paragraph's widest picture where there is room for all of it."""
    assert layout.pictures is not None
    found = [m.media for m in block.decode()[1] if m.media >= 0 and m.kind == "image"]
    return max((layout.pictures(media, layout.width)[0] for media in found), default=0)


def _sized(layout: Layout, found: tuple[Mark, ...], room: int) -> tuple[list[Mark], list[_Picture]]:
    """The marks that stay, and the pictures to be shown, in order."""
    assert layout.pictures is not None
    marks: list[Mark] = []
    pictures: list[_Picture] = []
    for mark in found:
        columns, rows = layout.pictures(mark.media, room) if mark.media >= 0 and mark.kind == "image" else (0, 0)
        if columns and rows:
            pictures.append(_Picture(mark, min(columns, room), rows))
        elif mark.start < mark.end or mark.media < 0:
            marks.append(mark)
    return marks, pictures


def _with_cells(
    text: str, marks: list[Mark], pictures: list[_Picture]
) -> tuple[str, list[Mark], list[tuple[int, _Picture]]]:
    """The text with cells in place of the words of small pictures and nothing in place of those of large ones."""
    out: list[str] = []
    olds, news, cuts, cells = [0], [0], [], []
    at = size = 0
    for picture in pictures:
        start, end = max(at, picture.mark.start), max(at, picture.mark.end)
        out.append(text[at:start])
        size += start - at
        olds.append(start)
        news.append(size)
        if picture.rows > 1:
            cuts.append((size, picture))
        else:
            if start == end and start and text[start - 1] not in " \n" and text[end : end + 1] == " ":
                out.append(" ")  # a picture without words was put behind the word before it
                size += 1
            out.append(CELL * picture.columns)
            cells.append(Mark(size, size + picture.columns, "picture", picture.mark.target, picture.mark.media))
            size += picture.columns
        olds.append(end)
        news.append(size)
        at = end
    out.append(text[at:])

    def moved(offset: int) -> int:
        from bisect import bisect_right

        i = bisect_right(olds, offset) - 1
        new = news[i] + offset - olds[i]
        return min(new, news[i + 1]) if i + 1 < len(news) else new

    kept = [m.at(moved(m.start), moved(m.end)) for m in marks]
    return "".join(out), sorted([*kept, *cells], key=lambda m: (m.start, -m.end)), cuts


class _Writer:
    """Appends text and pictures to a layout in turn; pictures wait for those that may stand beside them."""

    def __init__(self, layout: Layout, block: Paragraph, first: str, rest: str) -> None:
        self._layout = layout
        self._block = block
        self._prefix = first
        self._rest = rest
        self._room = max(1, layout.width - len(rest))
        self._row: list[tuple[str, _Picture]] = []
        self._label = ""

    def text(self, text: str, marks: list[Mark], start: int, end: int) -> None:
        """The stretch of `text` from `start` to `end`; the number of a link waits for the picture it belongs to."""
        while start < end and text[start] in " \n":
            start += 1
        while end > start and text[end - 1] in " \n":
            end -= 1
        piece = text[start:end]
        if not piece:
            return
        inside = [
            m.at(max(m.start, start) - start, min(m.end, end) - start) for m in marks if m.start < end and m.end > start
        ]
        if piece == f"[{next((m.target for m in inside if m.kind == 'link'), 0)}]":
            self._number()
            self._label = piece + " "
            return
        self._rows(before_text=True)
        self._number()
        self._layout.rich_text(self._block, piece, inside, self._prefix, self._rest)
        self._prefix = self._rest

    def picture(self, picture: _Picture) -> None:
        """A large picture with its link's number, beside the ones that wait if it fits there."""
        if len(self._label) + picture.columns > self._room:
            self._number()
        if self._row and _cells(self._row) + APART + len(self._label) + picture.columns > self._room:
            self._rows()
        self._row.append((self._label, picture))
        self._label = ""

    def end(self) -> None:
        """Append what waits."""
        self._rows()
        self._number()

    def _number(self) -> None:
        """Append a number that stands alone, as its picture is not shown or takes all of the line."""
        label, self._label = self._label.rstrip(), ""
        if not label:
            return
        self._rows()
        at = len(self._prefix)
        self._layout.spans[len(self._layout.lines)] = [Span(at, at + len(label), "link", int(label[1:-1]))]
        self._layout.lines.append(self._prefix + label)
        self._prefix = self._rest

    def _rows(self, before_text: bool = False) -> None:
        """Append the rows of the pictures that wait; the sign of a heading stands `before_text` of it, not of them."""
        row, self._row = self._row, []
        sign = "#" * self._block.level + " " if self._block.level and before_text and row else ""
        if sign and self._prefix.endswith(sign):
            self._prefix, plain = self._prefix.removesuffix(sign), self._rest[: -len(sign)]
            self._add(row, plain)
            self._prefix = plain + sign
        elif row:
            self._add(row, self._rest)

    def _add(self, row: list[tuple[str, _Picture]], rest: str) -> None:
        """Append the rows of pictures, `rest` before each but the first."""
        layout, align = self._layout, self._block.align
        spare = max(0, self._room - _cells(row))
        shift = spare // 2 if align == "center" else spare if align == "right" else 0
        for r in range(max((picture.rows for _, picture in row), default=0)):
            line = self._prefix + " " * shift
            spans: list[Span] = []
            for label, picture in row:
                if label and not r:
                    spans.append(Span(len(line), len(line) + len(label) - 1, "link", int(label[1:-2])))
                line += " " * len(label) if r else label
                if r < picture.rows:
                    mark = picture.mark
                    end = len(line) + picture.columns
                    spans.append(PictureSpan(len(line), end, mark.target, mark.media, r, picture.rows))
                line += " " * (picture.columns + APART)
            layout.spans[len(layout.lines)] = spans
            layout.lines.append(line[:-APART])
            self._prefix = rest


def _cells(row: list[tuple[str, _Picture]]) -> int:
    """The cells that pictures take beside each other, with their numbers."""
    return sum(len(label) + picture.columns for label, picture in row) + APART * max(0, len(row) - 1)
