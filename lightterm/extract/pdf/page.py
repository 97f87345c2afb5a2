"""One page as plain data: its blocks in the order they are read, its links, how many pictures it has."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pypdfium2_raw as pdfium

from lightterm.extract.pdf.columns import Region, in_order, rows
from lightterm.extract.pdf.described import Figure, apart, described, put_among
from lightterm.extract.pdf.dots import with_dots
from lightterm.extract.pdf.drawn import Drawn
from lightterm.extract.pdf.fractions import with_fractions
from lightterm.extract.pdf.glyphs import DESCENT, Glyphs
from lightterm.extract.pdf.limits import with_limits
from lightterm.extract.pdf.listings import EMPTY_FROM, MOST_SPACES, WIDEST, advance, space_out
from lightterm.extract.pdf.paragraphs import Block, blocks
from lightterm.extract.pdf.pdfium import page_box
from lightterm.extract.pdf.ruled import Grid, grids
from lightterm.extract.pdf.tagged import TaggedTable, Tags
from lightterm.extract.pdf.words import ARTIFACT, FAINT, GLUED, Piece, Word, looks, pieces

STOP = 0.28
"""Ems that a full stop, a comma or a parenthesis is wide."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.pdf.aligned import Aligned
    from lightterm.extract.pdf.fields import Fields
    from lightterm.extract.pdf.pdfium import Pdf

    Box = tuple[float, float, float, float]
    Data = dict[str, object]


class Turned:
    """Puts boxes of the page upright: x to the right, y down, from the top left corner of what is seen."""

    def __init__(self, box: Box, turn: int) -> None:
        self._turn = turn
        corners = [self._rotated(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
        self._left = min(x for x, _ in corners)
        self._top = max(y for _, y in corners)
        self.width = max(x for x, _ in corners) - self._left
        self.height = self._top - min(y for _, y in corners)

    def _rotated(self, x: float, y: float) -> tuple[float, float]:
        return ((x, y), (y, -x), (-x, -y), (-y, x))[self._turn]

    def box(self, box: Box) -> Box:
        """(left, top, right, bottom) of a box given as (left, bottom, right, top)."""
        x0, y0 = self._rotated(box[0], box[1])
        x1, y1 = self._rotated(box[2], box[3])
        return min(x0, x1) - self._left, self._top - max(y0, y1), max(x0, x1) - self._left, self._top - min(y0, y1)

    def put(self, word: Word) -> bool:
        """Turn a word; whether it is on the page that is seen."""
        word.x0, word.top, word.x1, word.bottom = self.box((word.x0, word.top, word.x1, word.bottom))
        word.base = word.bottom - DESCENT * word.size
        x, y = word.middle
        return 0 <= x <= self.width and 0 <= y <= self.height

    def aside(self, words: list[Word], turn: int) -> list[Region]:
        """Words that stand otherwise than most, as who turns the page reads them; those at a slant as they stand."""
        if turn < 0:
            return [Region(rows(pieces(words)), 0.0, self.width)] if words else []
        quarters = (turn - self._turn) % 4
        wide, high = self.width, self.height
        for word in words:
            x0, top, x1, bottom = word.x0, word.top, word.x1, word.bottom
            word.x0, word.top, word.x1, word.bottom = (
                (x0, top, x1, bottom),
                (high - bottom, x0, high - top, x1),
                (wide - x1, high - bottom, wide - x0, high - top),
                (top, wide - x1, bottom, wide - x0),
            )[quarters]
            word.base = word.bottom - DESCENT * word.size
        return in_order(pieces(words))


def page_data(pdf: Pdf, index: int, fields: Fields | None = None) -> Data:
    """A page, by its index from 0, as the object that is handed on."""
    page = pdfium.FPDF_LoadPage(pdf.document, index)
    if not page:
        return {"kind": "page", "page": index, "broken": True, "blocks": []}
    try:
        told = _read(pdf, page, index)
        told["fields"] = list(fields.of(page)) if fields is not None else []
        return told
    finally:
        pdfium.FPDF_ClosePage(page)


def _read(pdf: Pdf, page: Any, index: int) -> Data:
    glyphs = Glyphs(page, pdf.tagged)
    turned = Turned(page_box(page), glyphs.turn)
    words = {turn: [word for word in some if turned.put(word)] for turn, some in glyphs.words().items()}
    drawn = Drawn(page, turned.box, pdf.tagged)
    every = [word for some in words.values() for word in some]
    artifacts = [word for word in every if word.style & ARTIFACT]
    hidden = [word for word in every if word.style & FAINT and not drawn.covers(*word.middle)]
    if hidden or artifacts:
        unseen = {id(word) for word in hidden + artifacts}
        words = {turn: [word for word in some if id(word) not in unseen] for turn, some in words.items()}
    upright = words.pop(glyphs.turn)
    tags = Tags(page) if pdf.tagged else None
    pictures = described(tags.described, upright, drawn, turned.box) if tags is not None else []
    links = _take_links(pdf, page, turned, every + [figure.word for figure in pictures])
    upright = with_limits(with_fractions(upright, drawn.rules, drawn.lines))
    if tags is not None:
        running, stand_ins = _tagged(tags, upright, pictures)
    else:
        running, stand_ins = with_dots(upright, drawn.areas), []
    regions = in_order(_parted(running, grids(drawn.lines)) + stand_ins)
    for turn, some in sorted(words.items()):
        regions += turned.aside(some, turn)
    found = [_told(block) for region in regions for block in blocks(region)]
    whole = turned.width * turned.height
    return {
        "kind": "page",
        "page": index,
        "label": pdf.label(index),
        "width": round(turned.width, 1),
        "height": round(turned.height, 1),
        "blocks": found,
        "links": links,
        "pictures": len(drawn.pictures),
        "pictured": round(sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in drawn.pictures) / whole, 2) if whole else 0,
        "unmapped": glyphs.unmapped,
        "artifacts": sum(len(word.text) + 1 for word in artifacts),
        "hidden": sum(len(word.text) + 1 for word in hidden),
    }


def _tagged(tags: Tags, words: list[Word], pictures: list[Figure]) -> tuple[list[Word], list[Piece]]:
    """The words that stand in no table that the file names, and a piece for each such table and picture."""
    running, tables = tags.take([word for word in put_among(pictures, words) if word.text])
    running, figures = apart(running, pictures)
    return running, [Piece([], 0, table) for table in tables] + figures


def _parted(words: list[Word], tables: list[Grid]) -> list[Piece]:
    """The words as pieces; those that stand in a table are in it, and one piece stands for each table."""
    inside = [(word, next((grid for grid in tables if grid.take(word)), None)) for word in words]
    for grid in tables:
        grid.part()
    running = [word for word, grid in inside if grid is None or not grid.is_table]
    first = {id(grid): at for at, (_, grid) in reversed(list(enumerate(inside))) if grid is not None}
    stand_ins = [Piece([], first[id(grid)], grid) for grid in tables if grid.is_table]
    return pieces(running) + stand_ins


def _take_links(pdf: Pdf, page: Any, turned: Turned, words: list[Word]) -> list[list[object]]:
    """The links of a page as (address, page or -1, distance from its bottom); each of their words knows its own."""
    found: list[list[object]] = []
    for boxes, uri, goal, top in pdf.links(page):
        link = [uri, goal, round(top, 1)]
        # What goes over a line's end, or leaves out a comma, is several in the file.
        number = len(found) - 1 if found[-1:] == [link] else len(found)
        touched = False
        for left, upper, right, lower in map(turned.box, boxes):
            for word in words:
                x, y = word.middle
                if left <= x <= right and upper <= y <= lower:
                    word.link = number
                    word.around = _around(word, left, right)
                    touched = True
        if touched and number == len(found):
            found.append(link)
    return found


def _around(word: Word, left: float, right: float) -> tuple[int, int]:
    """How many signs of the sentence stand before and after what a link covers of a word."""
    text, wide = word.text, STOP * word.size
    before = min(len(text) - len(text.lstrip("([")), round((left - word.x0) / wide))
    after = min(len(text) - len(text.rstrip(".,;:!?)]")), round((word.x1 - right) / wide))
    return max(0, before), max(0, after)


def _line(line: Piece) -> list[list[object]]:
    """A line as runs of (text, style, link): words of one look together."""
    runs: list[list[object]] = []
    links = [-1, *[word.link for word in line.words], -1]
    for at, (word, stands) in enumerate(zip(line.words, looks(line), strict=True)):
        style = word.style & ~(FAINT | ARTIFACT) | stands
        before, _, after = (link if link == word.link else -1 for link in links[at : at + 3])
        begin, end = word.around[0], len(word.text) - word.around[1]
        for text, link in ((word.text[:begin], before), (word.text[begin:end], word.link), (word.text[end:], after)):
            if not text:
                continue
            if runs and not style & GLUED and runs[-1][1:] == [style, link]:
                runs[-1][0] = f"{runs[-1][0]} {text}"
            else:
                runs.append([text, style, link])
            style |= GLUED
    return runs


def _listed(block: Block) -> list[list[list[object]]]:
    """The lines of code as runs, what stands in columns there in its columns, and the empty ones among them."""
    step = advance(block.lines)
    pitch = min((after.base - line.base for line, after in pairwise(block.lines)), default=0.0)
    pitch = min(pitch, WIDEST * block.size)
    lines: list[list[list[object]]] = []
    for at, line in enumerate(block.lines):
        if at and line.base - block.lines[at - 1].base > EMPTY_FROM * pitch > 0:
            lines.append([["", 0, -1]])
        space_out(line, step)
        runs = _line(line)
        runs[0][0] = " " * min(MOST_SPACES, round((line.x0 - block.x0) / step)) + str(runs[0][0])
        lines.append(runs)
    return lines


def _told(block: Block | Grid | TaggedTable | Aligned | Figure) -> Data:
    if isinstance(block, Block):
        return _block(block)
    return _figure(block) if isinstance(block, Figure) else _table(block)


def _block(block: Block) -> Data:
    lines = _listed(block) if block.mono else [_line(line) for line in block.lines]
    return {
        "lines": lines,
        "size": round(block.size, 1),
        "box": [
            round(block.left, 1),
            round(block.top, 1),
            round(max(line.x1 for line in block.lines), 1),
            round(block.bottom, 1),
        ],
        "column": [round(block.x0, 1), round(block.x1, 1)],
        "gap": block.gap,
        "marker": block.marker,
        "inner": round(block.lines[0].x0 if block.marker else block.left, 1),
        "mono": block.mono,
        "role": block.role,
    }


def _figure(figure: Figure) -> Data:
    word, box = figure.word, [round(side, 1) for side in figure.box]
    return {
        "lines": [[[word.text, word.style, word.link]]],
        "size": round(word.size, 1),
        "box": box,
        "column": [box[0], box[2]],
        "gap": True,
        "marker": "",
        "mono": False,
        "role": "Figure",
    }


def _table(grid: Grid | TaggedTable | Aligned) -> Data:
    rows = [
        [
            {
                "lines": [_line(line) for line in cell.lines],
                "rows": cell.rows,
                "columns": cell.columns,
                "header": cell.header,
            }
            for cell in row
        ]
        for row in grid.cells()
    ]
    return {"table": rows, "box": [round(side, 1) for side in grid.box]}
