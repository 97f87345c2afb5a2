"""Tables: rows and cells gathered; tables that only lay out the page dissolved into their content."""

from __future__ import annotations

from lightterm.document.marks import MEDIA
from lightterm.document.model import ROOT, Cell, Paragraph, Table
from lightterm.extract import dom
from lightterm.extract.tidy import COLUMN, is_simple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Frame
    from lightterm.extract.table_names import TableNames
    from lightterm.extract.walk import Action, OneStep, Walker

MAX_SPAN = 1000
"""HTML's own limit of colspan (rowspan 65534 there; no table a terminal shows is longer than its rows)."""

MAX_LEVELS = 12
"""Tables of data within each other that are shown as such: layout goes into each, and copies its lines."""

SHORT_ROW = 160
"""Characters up to which the cells of a layout table's row read as one line."""

SIGN = 8
"""Characters of all but the longest cell of a row up to which they are a number or a sign before its text."""

BIG_CELL = 600
"""Characters in one cell that make a table without headers a layout table."""


class _Open:
    """A table that is open, and what the walk returns to at its end."""

    __slots__ = (
        "blocks",
        "caption",
        "cell",
        "frame",
        "gap",
        "head",
        "inside",
        "lead",
        "legend",
        "nested",
        "rows",
        "ruled",
        "state",
    )

    def __init__(
        self, head: str, blocks: list[Block], frame: Frame, gap: int, lead: int, state: tuple[str, str, int]
    ) -> None:
        self.head = head
        self.blocks = blocks
        self.frame = frame
        self.gap = gap
        self.lead = lead
        self.state = state
        self.rows: list[list[Cell]] = []
        self.caption: list[Block] = []
        self.cell: Cell | None = None
        self.legend: list[str] = []
        self.nested = False
        self.inside = 0  # levels of tables of data in its cells
        self.ruled = False


HEAD_ROWS = 2
"""Rows at the top of a table whose header cells name columns."""

GRAFTED = 24
"""Tables inside each other up to which what stands round them is shown: each costs a pass over all that they hold."""


class Tables:
    """The actions of table, caption, tr, td and th."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.open: list[_Open] = []
        self._names: TableNames | None = None

    def actions(self) -> dict[str, Action]:
        """What to do at each of their tags."""
        rows: dict[str, Action] = {"table": self.table, "/table": self.table_end}
        rows["tr"], rows["/tr"] = self.row, self.row_end
        rows["td"] = rows["th"] = self.cell
        rows["/td"] = rows["/th"] = self.cell_end
        rows["caption"], rows["/caption"] = self.caption, self.caption_end
        rows["thead"] = self.ruled
        return rows

    def one_steps(self) -> dict[str, OneStep]:
        """What takes elements that hold only text."""
        return {"td": ("/td", self.whole_cell), "th": ("/th", self.whole_cell)}

    def table(self, head: str) -> None:
        walker = self.walker
        state = (walker.align, walker.list_style, walker.row)
        walker.row = 0
        walker.flush()
        if walker.anchors:
            self._named().begin(walker.blocks)
        self.open.append(_Open(head, walker.blocks, walker.frame, walker.gap, walker.lead, state))
        self._enter([])
        walker.align = ""

    def _named(self) -> TableNames:
        """Where what has a name stands in the tables that are open; most small pages name nothing."""
        if self._names is None:
            from lightterm.extract.table_names import TableNames

            self._names = TableNames(self.walker, len(self.open))
        return self._names

    def _enter(self, blocks: list[Block]) -> None:
        walker = self.walker
        walker.blocks = blocks
        walker.frame = ROOT
        walker.gap = walker.lead = 0

    def ruled(self, head: str) -> None:
        if self.open:
            self.open[-1].ruled = True

    def row(self, head: str) -> None:
        if self.open:
            self.walker.flush()  # what a link round the table has opened stays for its first cell
            self.open[-1].rows.append([])
        else:
            self.walker.block(head)

    def row_end(self, head: str) -> None:
        if not self.open:
            self.walker.block(head)

    def cell(self, head: str) -> None:
        if not self.open:
            self.walker.buf.append(COLUMN)
            return
        table = self.open[-1]
        if not table.rows:
            table.rows.append([])
        header = head[1] == "h"
        if " " in head:
            columns = _span(dom.attribute(head, "colspan"))
            rows = _span(dom.attribute(head, "rowspan"), 0)
            align = dom.attribute(head, "align").lower()
        else:
            columns = rows = 1
            align = ""
        cell = Cell([], columns, rows, header, align)
        table.rows[-1].append(cell)
        table.cell = cell
        if self.walker.anchors:
            self._named().enter(cell.blocks)
        self._enter(cell.blocks)

    def whole_cell(self, head: str, text: str) -> bool:
        """A cell that holds only text, in one step: most cells do. Whether it is one."""
        walker = self.walker
        if not self.open or not self.open[-1].rows or not walker.is_between() or not is_simple(text):
            return False
        table = self.open[-1]
        cell = table.cell = Cell([], 1, 1, head == "th", walker.align)
        table.rows[-1].append(cell)
        if self.walker.anchors:
            self._named().enter(cell.blocks)
        self._enter(cell.blocks)
        if text:
            walker.add(text, 0)
        return True

    def cell_end(self, head: str) -> None:
        if not self.open:
            return
        walker = self.walker
        walker.flush()
        if walker.anchors:
            self._named().leave(walker.blocks)
        walker.gap = walker.lead = 0
        cell = self.open[-1].cell
        if walker.align and cell is not None:
            cell.align = walker.align

    def explain(self, short: str, title: str) -> bool:
        """Whether what heads a column is not to be written out there: a table is as wide as that, so it stands below.

        How a cut word goes on (Mon, Monday) is known to all.
        """
        table = self.open[-1] if self.open else None
        if table is None or table.cell is None or not table.cell.header or len(table.rows) > HEAD_ROWS:
            return False
        if len(short) < 2 or not title.lower().startswith(short.rstrip(".").lower()):
            table.legend.append(dom.escape(f"{short}: {title}"))
        return True

    def caption(self, head: str) -> None:
        if self.open:
            self._enter(self.open[-1].caption)
        else:
            self.walker.block(head)

    def caption_end(self, head: str) -> None:
        self.walker.flush()

    def table_end(self, head: str) -> None:
        walker = self.walker
        if not self.open:
            walker.block(head)
            return
        walker.flush()
        if walker.anchors:
            self._named().leave(walker.blocks)
        table = self.open.pop()
        walker.blocks, walker.frame, walker.gap, walker.lead = table.blocks, table.frame, table.gap, table.lead
        at, places = len(walker.blocks), None
        walker.align, walker.list_style, walker.row = table.state
        rows = [row for row in table.rows if row]
        if self.open:
            self.open[-1].nested = True
            self.open[-1].inside = max(self.open[-1].inside, table.inside)
        if not any(cell.blocks for row in rows for cell in row):
            walker.blocks += self._adopted(table.caption)
        elif table.inside >= MAX_LEVELS or _is_layout(table, rows):
            walker.blocks += self._adopted(table.caption)
            places = self._dissolve(table.rows)
        else:
            gap = 1 if walker.blocks else 0
            walker.blocks.append(Table(rows, table.caption, walker.frame, gap, walker.lead))
            walker.lead = 0
            walker.gap = 1
            if self.open:
                self.open[-1].inside = max(self.open[-1].inside, table.inside + 1)
        if walker.anchors:
            self._named().end(at, places)
        if table.legend:
            walker.buf.append("; ".join(table.legend))
            walker.flush()
            walker.gap = 1

    def _dissolve(self, rows: list[list[Cell]]) -> dict[int, tuple[int, int]]:
        """What stands in a layout table, row after row; numbers before what they count are the markers of a list.

        Where the first block of each cell went, if anything has a name, and how many more there are.
        """
        from lightterm.extract.ranked import items

        walker = self.walker
        frames = items(rows)
        before = None
        places: dict[int, tuple[int, int]] = {}
        names = self._names if self._names is not None and self._names.has_any() else None
        for i, row in enumerate(rows):
            frame = frames[i] if frames else None
            if _is_spacer(row):
                if names is not None:
                    names.row(row, len(walker.blocks), 0, places)
                walker.gap = walker.gap if frames else 1
                continue
            if frames and (frame is None) is not (before is None):
                walker.gap = 1
            blocks = _row_blocks(row if frame is None or frame is before else row[1:])
            if frame is not None:
                from lightterm.extract.grafting import graft

                for block in blocks:
                    graft(block, frame)
                blocks[0].lead += frame is not before
            before = frame
            if names is not None:
                names.row(row, len(walker.blocks), len(blocks), places)
            walker.blocks += self._adopted(blocks)
        return places

    def _adopted(self, blocks: list[Block]) -> list[Block]:
        """Blocks of a cell as blocks of what the table stands in: the frame's chain grafted, its marker shown once."""
        walker = self.walker
        if len(self.open) <= GRAFTED and walker.frame is not ROOT:
            from lightterm.extract.grafting import graft

            for block in blocks:
                graft(block, walker.frame)
        if blocks:
            blocks[0].gap = max(blocks[0].gap, walker.gap)
            blocks[0].lead += walker.lead
            walker.gap = walker.lead = 0
        return blocks


def _row_blocks(row: list[Cell]) -> list[Block]:
    """A layout row: one line when its cells are short, else cell after cell."""
    full = [cell for cell in row if cell.blocks]
    if len(full) < 2:
        return full[0].blocks if full else []
    firsts = [cell.blocks[0] for cell in full]
    if all(len(c.blocks) == 1 for c in full) and all(_is_short(b) for b in firsts):
        paragraphs = [b for b in firsts if isinstance(b, Paragraph)]
        sizes = sorted(len(p.raw) for p in paragraphs)
        if sum(sizes) <= SHORT_ROW or sum(sizes[:-1]) <= SIGN:
            line = Paragraph("\xa0 ".join(p.raw for p in paragraphs), ROOT, 0, 0, paragraphs[0].first)
            line.media = next((p.media for p in paragraphs if MEDIA in p.raw), 0)
            for p in paragraphs:
                if "\x01" in p.raw or "\x14" in p.raw:
                    line.first = p.first
                    break
            return [line]
    for i, cell in enumerate(full):
        if i and (len(full[i - 1].blocks) > 1 or len(cell.blocks) > 1):
            cell.blocks[0].gap = 1
    return [block for cell in full for block in cell.blocks]


def _is_short(block: Block) -> bool:
    return (
        isinstance(block, Paragraph)
        and block.frame is ROOT
        and not block.level
        and not block.pre
        and "\n" not in block.raw
    )


def _is_layout(table: _Open, rows: list[list[Cell]]) -> bool:
    """Whether the table places the page's parts rather than relates data.

    Follows what browsers tell screen readers (Chromium's AXTable::IsDataTable): role and headers decide first; then
    one row or one column, a nested table, or cells as long as an article, make a layout table.
    """
    role = dom.attribute(table.head, "role")
    if role in ("presentation", "none"):
        return True
    if role in ("table", "grid", "treegrid"):
        return False
    headers = sum(cell.header for row in rows for cell in row)
    if headers or table.caption or table.ruled:
        return headers == sum(len(row) for row in rows) and len(rows) == 1 and not table.caption
    if max(len(row) for row in rows) == 1 or not any(_is_related(row) for row in rows):
        return True
    if len(rows) == 1 and not (_bordered(table.head) and _is_row_of_words(rows[0])):
        return True
    if table.nested:
        return not _bordered(table.head)
    if max((_text_size(cell) for row in rows for cell in row), default=0) > BIG_CELL:
        return True
    if _bordered(table.head):
        return False
    if 4 * sum(map(_is_spacer, table.rows)) > len(table.rows):
        return True  # what is kept apart by rows of nothing is a list of items
    full = [cell for row in rows for cell in row if cell.blocks]
    if 2 * sum(len(cell.blocks) > 1 for cell in full) > len(full):
        return True  # teasers, say: cells that are texts in themselves
    widths = {sum(cell.columns for cell in row) for row in rows}
    return len(widths) > 3 or (max(widths) == 2 and len(rows) < 3)


def _is_spacer(row: list[Cell]) -> bool:
    return not any(cell.blocks for cell in row)


def _is_related(row: list[Cell]) -> bool:
    """Whether more than one cell of the row holds anything: spacers relate to nothing."""
    found = False
    for cell in row:
        if cell.blocks:
            if found:
                return True
            found = True
    return False


def _is_row_of_words(row: list[Cell]) -> bool:
    """Whether each cell of a row holds one short paragraph: with rules between them they are read as one line."""
    blocks = [block for cell in row for block in cell.blocks]
    short = len(blocks) == len(row) and all(len(cell.blocks) == 1 and _is_short(cell.blocks[0]) for cell in row)
    return short and sum(_text_size(cell) for cell in row) <= SHORT_ROW


def _bordered(head: str) -> bool:
    return dom.attribute(head, "border", "0") not in ("0", "")


def _text_size(cell: Cell) -> int:
    return sum(len(b.raw) for b in cell.blocks if isinstance(b, Paragraph))


def _span(text: str, least: int = 1) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 6:
        return 1
    return max(least, min(int(digits), MAX_SPAN)) if int(digits) else least
