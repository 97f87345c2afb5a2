"""Pages as HTML, which the one reader of HTML turns into a document: numbers and lists are made as everywhere."""

from __future__ import annotations

import re
from html import escape

from lightterm.extract.pdf.counted import readings
from lightterm.extract.pdf.headings import Headings
from lightterm.extract.pdf.joining import Joiner
from lightterm.extract.pdf.model import Block, Run, Table
from lightterm.extract.pdf.nested import Lists
from lightterm.extract.pdf.over_pages import Whole
from lightterm.extract.pdf.words import BOLD, ITALIC, LOWERED, MONO, PICTURE, RAISED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.pdf.model import Bookmark, Line, PdfFile, PdfPage, TableCell

SCAN = 0.3
"""Share of a page that pictures take, from which on one without text is a picture of a page."""

SMALLER = 0.94
"""Times the size of running text from which on a block is a footnote or the like."""

_CAPTION = re.compile(r"(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|listing|algorithm)\s*\d", re.IGNORECASE)

_STYLES = ((BOLD, "b"), (ITALIC, "i"), (MONO, "code"), (RAISED, "sup"), (LOWERED, "sub"))
_ENDS = (".", "!", "?", ":", ";", "…", "。", "”", '"', ")")


class Writer:
    """Writes the pages of a file, one after the other."""

    def __init__(self, file: PdfFile, pages: Sequence[PdfPage]) -> None:
        self._file = file
        self._headings = Headings(file, pages)
        self._join = Joiner(pages)
        self._out: list[str] = []
        self._lists = Lists()
        self._waiting: list[Run] = []
        self._waiting_block: Block | None = None
        self._waiting_page = -1
        self._asides: list[tuple[PdfPage, Block | Table]] = []
        self._whole: Whole | None = None
        self._table_end = self._first_row = -1
        self._links: list[str] = []
        self._link_of: list[int] = []
        self._anchors = ""
        self._waiting_anchors = ""
        self._marks: dict[int, list[tuple[int, Bookmark]]] = {}
        for number, mark in enumerate(file.outline):
            self._marks.setdefault(mark.page, []).append((number, mark))
        self._named: dict[int, list[str]] = {}
        for name, at in file.named:
            self._named.setdefault(at, []).append(name)
        for page in pages:
            self._write(page)
        self._end_paragraph()
        self._end_lists()

    def markup(self) -> str:
        """What was written."""
        return "".join(self._out)

    # --- pages

    def _write(self, page: PdfPage) -> None:
        names = [f"page={page.index + 1}", *(f"nameddest={name}" for name in self._named.get(page.index, ()))]
        self._anchors += "".join(f'<a id="{escape(name)}"></a>' for name in names)
        self._link_of = []
        for link in page.links:
            address = link.uri or f"#page={link.page + 1}"
            # A link over two lines is two in the file, one after the other.
            if not self._link_of or self._links[-1] != address:
                self._links.append(address)
            self._link_of.append(len(self._links) - 1)
        if page.links:
            page = page.replace(blocks=tuple(map(self._linked, page.blocks)))
        marks = sorted(self._marks.pop(page.index, []), key=lambda pair: -pair[1].height)
        for block in page.blocks:
            while marks and self._begins(page, block, marks[0][1]):
                self._anchors += f'<a id="outline={marks.pop(0)[0]}"></a>'
            self._put_or_keep(page, block)
        self._anchors += "".join(f'<a id="outline={number}"></a>' for number, _ in marks)
        if not page.blocks:
            self._empty(page)

    @staticmethod
    def _begins(page: PdfPage, block: Block | Table, mark: Bookmark) -> bool:
        """Whether a bookmark's place is at a block, or above it."""
        return mark.height < 0 or block.box[3] >= page.height - mark.height - 2

    def _empty(self, page: PdfPage) -> None:
        if page.broken:
            self._note(f"Page {page.index + 1} cannot be read.")
        elif page.pictured >= SCAN:
            self._note(f"Page {page.index + 1} is a picture (no text).")
        elif page.unmapped:
            self._note(f"The text of page {page.index + 1} cannot be read: its letters have no names.")

    def _note(self, words: str) -> None:
        self._end_paragraph()
        self._end_lists()
        self._put(f"<p><i>{escape(words)}</i></p>")

    def _put(self, markup: str) -> None:
        """Write an element, the anchors that wait before its text."""
        end = markup.index(">") + 1
        self._out.append(markup[:end] + self._taken_anchors() + markup[end:])

    def _taken_anchors(self) -> str:
        anchors, self._anchors = self._anchors, ""
        return anchors

    # --- blocks

    def _put_or_keep(self, page: PdfPage, block: Block | Table) -> None:
        """Write a block; what stands between the parts of a paragraph that goes on elsewhere waits for its end."""
        if self._is_open() and self._is_aside(block):
            self._asides.append((page, block))
        elif isinstance(block, Table):
            self._table(page, block)
        else:
            self._block(page, block)

    def _is_open(self) -> bool:
        """Whether the paragraph that waits has ended in mid-sentence."""
        before = self._waiting_block
        if before is None or not self._waiting or before.size < SMALLER * self._headings.body:
            return False
        return len(before.lines) > 1 and not self._waiting[-1].text.rstrip().endswith(_ENDS)

    def _is_aside(self, block: Block | Table) -> bool:
        """Whether a block may stand anywhere on its page: a footnote, a table, the words below a figure."""
        if isinstance(block, Table) or block.role == "Figure":
            return True
        return block.size < SMALLER * self._headings.body or _CAPTION.match(block.text) is not None

    def _block(self, page: PdfPage, block: Block) -> None:
        level = self._headings.level(block, page.index)
        if level:
            self._end_paragraph()
            self._end_lists()
            number = f"{escape(block.marker)} " if readings(block.marker) else ""
            self._put(f"<h{level}>{number}{self._inline(self._join.runs(block.lines), plain=BOLD)}</h{level}>")
        elif block.mono:
            self._end_paragraph()
            self._end_lists()
            lines = "\n".join(self._code(line) for line in block.lines)
            self._put(f"<pre><code>{lines}</code></pre>")
        elif block.marker:
            self._end_paragraph()
            self._item(block)
        elif self._goes_on(page, block):
            for line in block.lines:
                self._join.append(self._waiting, line)
            self._waiting_block = block
            self._waiting_page = page.index
            self._waiting_anchors += self._taken_anchors()
        else:
            self._paragraph(block)
            self._waiting_page = page.index

    def _code(self, line: tuple[Run, ...]) -> str:
        """A line as it stands."""
        return "".join(self._inline([run], plain=MONO) for run in line)

    def _goes_on(self, page: PdfPage, block: Block) -> bool:
        """Whether a block of another column or page is the rest of the paragraph that waits: in mid-sentence."""
        before = self._waiting_block
        if before is None or not self._waiting:
            return False
        moved = page.index != self._waiting_page or block.box[1] < before.box[1] or block.left > before.right
        text, following = self._waiting[-1].text.rstrip(), block.text[:1]
        like = abs(block.size - before.size) < 0.06 * before.size
        return (
            moved and like and bool(text) and not text.endswith(_ENDS) and (following.islower() or text.endswith("-"))
        )

    def _paragraph(self, block: Block) -> None:
        self._end_paragraph()
        self._out += self._lists.around(block)
        self._waiting = []
        self._waiting_anchors = self._taken_anchors()
        for line in block.lines:
            self._join.append(self._waiting, line)
        self._waiting_block = block

    def _end_paragraph(self) -> None:
        """Write the paragraph that waited for its rest."""
        block, runs = self._waiting_block, self._waiting
        self._waiting_block, self._waiting = None, []
        if block is None or not runs:
            return
        text = self._inline(runs)
        element = "blockquote" if block.role == "BlockQuote" else "p" if block.gap else "div"
        self._out.append(f"<{element}>{self._waiting_anchors}{text}</{element}>")
        asides, self._asides = self._asides, []
        for page, aside in asides:
            self._put_or_keep(page, aside)
        if asides:
            self._end_paragraph()

    def _item(self, block: Block) -> None:
        """An item of a list; one that stands further in is of a list within the item before."""
        tags, begins = self._lists.item(block)
        self._out += tags
        self._put(f"{begins}{self._inline(self._join.runs(block.lines))}")

    def _end_lists(self) -> None:
        self._out += self._lists.end()

    def _table(self, page: PdfPage, table: Table) -> None:
        """A table, or the rest of the one that the page before ended with."""
        self._end_paragraph()
        self._end_lists()
        whole, start = self._whole, 0
        if whole is not None and self._table_end == len(self._out) and (added := whole.take(table, page)):
            start = len(whole.rows) - added
            self._out.pop()
            for number in range(whole.heads):
                self._out[self._first_row + number] = self._row(whole.rows[number], is_head=True)
        else:
            whole = self._whole = Whole(table, page)
            self._out += [self._taken_anchors(), "<table>"]
            self._first_row = len(self._out)
        for number in range(start, len(whole.rows)):
            self._out.append(self._row(whole.rows[number], is_first=not number, anchors=self._taken_anchors()))
        self._out.append("</table>")
        self._table_end = len(self._out)

    def _row(self, row: Sequence[TableCell], is_head: bool = False, is_first: bool = False, anchors: str = "") -> str:
        """A row of a table, anchors in its first cell; of the first row bold cells are headers."""
        cells = []
        for cell in row:
            runs = self._join.runs(cell.lines)
            bold = bool(runs) and all(run.style & BOLD for run in runs)
            name = "th" if is_head or cell.header or (is_first and bold) else "td"
            spans = f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
            spans += f' colspan="{cell.columns}"' if cell.columns > 1 else ""
            cells.append(f"<{name}{spans}>{anchors}{self._inline(runs, BOLD if name == 'th' else 0)}</{name}>")
            anchors = ""
        return f"<tr>{''.join(cells)}</tr>"

    # --- runs

    def _linked(self, block: Block | Table) -> Block | Table:
        """A block whose links are known beyond its page: as numbers over all pages."""
        if isinstance(block, Block):
            return block.replace(lines=self._linked_lines(block.lines))
        rows = (tuple(cell.replace(lines=self._linked_lines(cell.lines)) for cell in row) for row in block.rows)
        return block.replace(rows=tuple(rows))

    def _linked_lines(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        return tuple(
            tuple(run.replace(link=self._link_of[run.link]) if run.link >= 0 else run for run in line) for line in lines
        )

    def _inline(self, runs: Sequence[Run], plain: int = 0) -> str:
        """Runs as markup, without the styles in `plain` and those that all of them have."""
        for bit, _ in _STYLES:
            if all(run.style & bit for run in runs):
                plain |= bit
        out: list[str] = []
        within = -1
        for run in runs:
            if run.link != within:
                out.append("</a>" if within >= 0 else "")
                within = run.link
                out.append(f'<a href="{escape(self._links[within])}">' if within >= 0 else "")
            text = run.text
            lead = text[: len(text) - len(text.lstrip())]
            marked = escape(text[len(lead) :], quote=False)
            for bit, element in _STYLES:
                if run.style & bit & ~plain and marked:
                    marked = f"<{element}>{marked}</{element}>"
            if run.style & PICTURE:
                marked = f'<span role="img" aria-label="{escape(text.strip("[] "))}">{marked}</span>'
            out += (lead, marked)
        out.append("</a>" if within >= 0 else "")
        return "".join(out)
