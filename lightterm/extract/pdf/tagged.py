"""What a tagged file says its parts are (ISO 32000-2, 14.7 and 14.8), through PDFium.

The order stays that of the page: tags say where a paragraph ends, what is a heading, an item, a cell; they are often
made by programs that know these things, and not the order.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_float
from typing import Any

import pypdfium2_raw as pdfium

from lightterm.extract.pdf.columns import rows
from lightterm.extract.pdf.described import Described
from lightterm.extract.pdf.pdfium import wide_text
from lightterm.extract.pdf.ruled import Cell
from lightterm.extract.pdf.words import ARTIFACT, SILENT, Tag, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.extract.pdf.words import Word

    Box = tuple[float, float, float, float]

MAX_ELEMENTS = 20_000
MAX_DEPTH = 60

BLOCKS = frozenset("P H H1 H2 H3 H4 H5 H6 Title LI Caption Code BlockQuote Note TOCI Formula Figure".split())
"""Elements whose text stands by itself (structure types of 14.8.4)."""

_END = 2
"""Bytes of a text that is empty: its end."""

_SPANS = (b"ColSpan", b"RowSpan")


class TaggedTable:
    """A table whose cells the file names; it stands among the pieces of a page as one that is drawn."""

    def __init__(self) -> None:
        self._rows: list[list[Cell]] = []
        self._words: list[Word] = []

    def add_row(self) -> None:
        """Begin a row."""
        self._rows.append([])

    def add_cell(self, header: bool, columns: int, rows_down: int) -> Cell:
        """The next cell of the row."""
        if not self._rows:
            self._rows.append([])
        cell = Cell(len(self._rows) - 1, len(self._rows[-1]), rows_down, columns)
        cell.header = header
        self._rows[-1].append(cell)
        return cell

    def put(self, cell: Cell, word: Word) -> None:
        """A word into its cell."""
        cell.words.append(word)
        self._words.append(word)

    @property
    def is_table(self) -> bool:
        """Whether it is more than a frame around words: tables for layout have one cell a row, or one row."""
        filled = [row for row in self._rows if any(cell.words for cell in row)]
        return len(filled) > 1 and max(len(row) for row in filled) > 1

    @property
    def box(self) -> Box:
        """Its edges, as far as there are words."""
        words = self._words
        left, top = min(word.x0 for word in words), min(word.top for word in words)
        return left, top, max(word.x1 for word in words), max(word.bottom for word in words)

    def cells(self) -> list[list[Cell]]:
        """Its rows, the words of each cell in lines."""
        for row in self._rows:
            for cell in row:
                cell.lines = rows(pieces(cell.words))
        return [row for row in self._rows if row]


class Tags:
    """The parts that a page's marked content belongs to, by its number, and what it says of some of them."""

    def __init__(self, page: Any) -> None:
        self._tags: dict[int, Tag] = {}
        self._cells: dict[int, tuple[TaggedTable, Cell]] = {}
        self._bodies: dict[int, bool] = {}  # of items by their key: whether a paragraph has begun it
        self._left = MAX_ELEMENTS
        self._last = -1
        self._within: list[Described] = []
        self.described: list[Described] = []
        tree = pdfium.FPDF_StructTree_GetForPage(page)
        if not tree:
            return
        try:
            for at in range(max(0, pdfium.FPDF_StructTree_CountChildren(tree))):
                self._walk(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), None, None, None, 0)
        finally:
            pdfium.FPDF_StructTree_Close(tree)

    def take(self, words: list[Word]) -> tuple[list[Word], list[TaggedTable]]:
        """Tell each word its part; the words that stand in no table, and the tables."""
        running: list[Word] = []
        inside: list[tuple[Word, TaggedTable]] = []
        for word in words:
            word.tag = self._tags.get(word.mark)
            place = self._cells.get(word.mark)
            if place is not None:
                table, cell = place
                table.put(cell, word)
                inside.append((word, table))
            else:
                running.append(word)
        tables = {id(table): table for _, table in inside}
        if any(not table.is_table for table in tables.values()):
            running = [w for w in words if w.mark not in self._cells or not self._cells[w.mark][0].is_table]
        return running, [table for table in tables.values() if table.is_table]

    def _walk(self, element: Any, tag: Tag | None, table: TaggedTable | None, cell: Cell | None, depth: int) -> None:
        self._left -= 1
        if not element or self._left < 0 or depth > MAX_DEPTH:
            return
        kind = wide_text(lambda buffer, size: pdfium.FPDF_StructElement_GetType(element, buffer, size))
        if kind in BLOCKS and (tag is None or tag.role != "LI" or kind == "LI" or self._is_another(tag, kind)):
            tag = Tag(self._left, kind)
        elif kind == "LBody" and tag is not None:
            self._bodies.setdefault(tag.key, False)
        elif kind == "Table" and table is None:
            table, cell = TaggedTable(), None
        elif kind == "TR" and table is not None:
            table.add_row()
        elif kind in ("TD", "TH") and table is not None:
            cell = table.add_cell(kind == "TH", *(_span(element, name) for name in _SPANS))
        about = _described(element, kind, self._last)
        if about is not None:
            self.described.append(about)
            self._within.append(about)
        for at in range(max(0, pdfium.FPDF_StructElement_CountChildren(element))):
            child = pdfium.FPDF_StructElement_GetChildAtIndex(element, at)
            if child:
                self._walk(child, tag, table, cell, depth + 1)
                continue
            mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at)
            if mark >= 0:
                self._note(mark, tag, table, cell)
        if about is not None:
            self._within.pop()

    def _is_another(self, item: Tag, kind: str) -> bool:
        """Whether an element is a paragraph in the body of an item that has begun with one."""
        begun = self._bodies.get(item.key)
        if kind == "P" and begun is not None:
            self._bodies[item.key] = True
        return kind == "P" and bool(begun)

    def _note(self, mark: int, tag: Tag | None, table: TaggedTable | None, cell: Cell | None) -> None:
        """Keep what marked content belongs to."""
        if tag is not None:
            self._tags[mark] = tag
        if table is not None and cell is not None:
            self._cells[mark] = table, cell
        self._last = mark
        for about in self._within:
            about.marks.append(mark)


def _described(element: Any, kind: str, after: int) -> Described | None:
    """What an element is said to show, or to read."""
    read = wide_text(lambda buffer, size: pdfium.FPDF_StructElement_GetActualText(element, buffer, size)).strip()
    shows = wide_text(lambda buffer, size: pdfium.FPDF_StructElement_GetAltText(element, buffer, size)).strip()
    if not read and not shows:
        return None
    return Described(read or shows, bool(read), kind == "Figure", _bounds(element), after)


def _bounds(element: Any) -> Box | None:
    """Where an element is said to stand: (left, bottom, right, top)."""
    side = c_float()
    for value in _values(element, b"BBox"):
        sides: list[float] = []
        for at in range(min(pdfium.FPDF_StructElement_Attr_CountChildren(value), 4)):
            number = pdfium.FPDF_StructElement_Attr_GetChildAtIndex(value, at)
            if number and pdfium.FPDF_StructElement_Attr_GetNumberValue(number, byref(side)):
                sides.append(side.value)
        if len(sides) == 4:
            return sides[0], sides[1], sides[2], sides[3]
    return None


def _values(element: Any, name: bytes) -> Iterator[Any]:
    """The values of an attribute."""
    for at in range(min(pdfium.FPDF_StructElement_GetAttributeCount(element), 8)):
        attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, at)
        found = pdfium.FPDF_StructElement_Attr_GetValue(attributes, name) if attributes else None
        if found:
            yield found


def _span(element: Any, name: bytes) -> int:
    """How many columns or rows a cell spans."""
    value = c_float()
    for found in _values(element, name):
        if pdfium.FPDF_StructElement_Attr_GetNumberValue(found, byref(value)):
            return max(1, min(100, int(value.value)))
    return 1


def marked_as(owner: Any) -> int:
    """ARTIFACT for an object of a page that is no part of its text (a running head, an ornament), SILENT for one in
    whose place nothing is to be read: its `/ActualText` is empty (ISO 32000-2, 14.9.4), as of line numbers in listings.
    """
    name = (ctypes.c_ushort * 12)()
    size = ctypes.c_ulong()
    found = 0
    for at in range(min(pdfium.FPDFPageObj_CountMarks(owner), 8)):
        mark = pdfium.FPDFPageObj_GetMark(owner, at)
        if not mark:
            continue
        if pdfium.FPDFPageObjMark_GetName(mark, name, ctypes.sizeof(name), byref(size)):
            said = bytes(name)[: size.value].decode("utf-16-le", "replace")
            found |= ARTIFACT if said.rstrip("\0") == "Artifact" else 0
        if pdfium.FPDFPageObjMark_GetParamStringValue(mark, b"ActualText", None, 0, byref(size)):
            found |= SILENT if size.value <= _END else 0
    return found
