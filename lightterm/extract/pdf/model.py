"""What the reading process tells of a PDF: the file, its pages, their blocks of lines."""

from __future__ import annotations

from lightterm.extract.pdf.words import GLUED
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    Line = tuple["Run", ...]
    Box = tuple[float, float, float, float]


class Run(Record):
    """Words of a line that look alike; `style` as in words.py, `link` an index into the page's links, -1 for none."""

    text: str
    style: int = 0
    link: int = -1


def text_of(line: Line) -> str:
    """The words of a line."""
    return "".join([run.text if run.style & GLUED or run is line[0] else f" {run.text}" for run in line])


class Link(Record):
    """A link of a page: an address, or a page of the file (from 0) and the distance from its bottom (-1: unknown)."""

    uri: str
    page: int
    height: float


class Block(Record):
    """Lines that belong together, in a column from `left` to `right`; `box` is (left, top, right, bottom) in points.

    `role` is what a tagged file calls it ("H1", "P" ...), "" elsewhere; `inner` is where words begin behind a marker.
    """

    lines: tuple[Line, ...]
    size: float
    box: Box
    left: float
    right: float
    gap: bool = True
    marker: str = ""
    mono: bool = False
    role: str = ""
    inner: float = 0.0

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(map(text_of, self.lines))


class TableCell(Record):
    """A cell of a table, its lines and how many rows and columns it spans."""

    lines: tuple[Line, ...]
    rows: int = 1
    columns: int = 1
    header: bool = False


class Table(Record):
    """A table: rows of cells as written."""

    rows: tuple[tuple[TableCell, ...], ...]
    box: Box


class FormField(Record):
    """A field of a form: its name, what it holds, and what kind of control it is."""

    name: str
    value: str
    kind: str


class PdfPage(Record):
    """A page by its index from 0; `pictured` is the share of it that pictures take.

    `broken`: nothing of it can be read. `unmapped` are runs of text whose letters no table of the file tells; `hidden`
    and `artifacts` count characters.
    """

    index: int
    label: str = ""
    width: float = 0.0
    height: float = 0.0
    blocks: tuple[Block | Table, ...] = ()
    links: tuple[Link, ...] = ()
    fields: tuple[FormField, ...] = ()
    pictures: int = 0
    pictured: float = 0.0
    unmapped: int = 0
    hidden: int = 0
    artifacts: int = 0
    broken: bool = False


class Bookmark(Record):
    """An entry of the file's own outline; `page` from 0, -1 for none; `height` from its bottom, -1 for unknown."""

    level: int
    title: str
    page: int
    height: float


class PdfFile(Record):
    """What is said of the whole file; `named` are (name, page), `mended`: its end was lost, `whole`: this is all."""

    pages: int = 0
    encrypted: bool = False
    mended: bool = False
    whole: bool = False
    language: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    attachments: tuple[tuple[str, int], ...] = ()
    outline: tuple[Bookmark, ...] = ()
    named: tuple[tuple[str, int], ...] = ()
    labels: tuple[tuple[str, int], ...] = ()


class Fault(Record):
    """The reading process ended at a page (from 0; -1: before the first): `why` in words. Others are still read."""

    page: int
    why: str
