"""Document to Markdown (CommonMark 0.31.2 with GitHub's tables, task boxes, strike-through and footnotes).

Links keep their numbers: `[text][12]` with the addresses listed at the end, in which `[12]:` is the target's number.
What the page was read for decides how well lists and paragraphs are told apart: see extract/structure.py.
"""

from __future__ import annotations

from lightterm.document.marks import CODE, FIELD, LINK, RESUME
from lightterm.document.model import ROOT, Divider, Pictures, Table
from lightterm.document.subset import chain, shared
from lightterm.output.footnotes import NO_NOTES, Notes
from lightterm.output.grid_rows import full_rows
from lightterm.output.markdown_inline import Inline, destination
from lightterm.output.spans import spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.model import Block, Cell, Document, Frame, Paragraph

    ShowUrl = Callable[[str], str]

_BULLETS = "-*"
_NUMBERS = ".)"
_ALIGNED = {"left": ":---", "center": ":---:", "right": "---:"}
BREAK = "<br>"
"""A line's end in a cell of a table, which is a line itself."""

INDENTS = 60
"""Frames within each other that are written; what is deeper stands in the last of them."""

REFUSED = ("javascript:", "vbscript:", "file:", "data:")
"""Beginnings of addresses that readers of Markdown take for dangerous."""


class Markdown:
    """Writes the blocks of one document, in order.

    `links` is "refs" (numbers, addresses after the text), "inline" or "none"; `show_url` makes an address fit to be
    shown; `numbers` puts their numbers before fields.
    """

    def __init__(self, document: Document, links: str, show_url: ShowUrl, numbers: bool = True) -> None:
        self._document = document
        self._links = links if numbers or links != "refs" else "inline"
        self._show_url = show_url
        self._addresses = dict(document.targets.addresses()) if links != "none" else {}
        self._used: list[int] = []
        self._defined: set[int] = set()
        self._notes: Notes = NO_NOTES
        if links != "none" and document.anchors:
            self._notes = Notes(document, self._addresses)
        acting = numbers and links != "none"
        self._inline = Inline(self._address, self._picture, self._notes.label, numbers, acting)
        self._leads: dict[Frame, tuple[str, str, str]] = {}
        self._loose = _loose_lists(document.blocks)
        self._frames: tuple[Frame, ...] = ()
        self._before: Block | None = None

    def block(self, index: int) -> str:
        """The Markdown of a block: its lines, with the blank line before them where there is one, none after."""
        block = self._document.blocks[index]
        if block.frame.folds and block.frame.hidden():
            return ""
        frames = chain(block.frame)
        note = self._notes.at(index)
        lines = self._lines(block)
        if not lines:
            return ""
        kept = shared(self._frames, frames, block.lead)
        if note:
            self._place_note(frames, note)
        head = self._gap(block, frames, kept, not lines[0])
        first, rest = self._prefixes(frames, kept)
        self._frames, self._before = frames, block
        out = [first + lines[0], *[(rest + line).rstrip(" ") if not line else rest + line for line in lines[1:]]]
        if not lines[0]:
            out[0] = out[0].rstrip(" ")
        return head + "\n".join(out) + "\n"

    def definitions(self) -> str:
        """The addresses of the links written since the last time, as reference definitions; "" for none.

        Those that some readers refuse stand last and apart: markdown-it reads no definition behind one that it refuses.
        """
        lines: list[str] = []
        refused: list[str] = []
        for number in self._used:
            if number not in self._defined:
                self._defined.add(number)
                line = f"[{number}]: {self._destination(number)}\n"
                (refused if self._addresses[number].lower().startswith(REFUSED) else lines).append(line)
        self._used = []
        return "".join(lines) + ("\n" if lines and refused else "") + "".join(refused)

    def _address(self, number: int) -> str:
        if number not in self._addresses:
            return ""
        if self._links == "inline":
            return f"({self._destination(number)})"
        self._used.append(number)
        return f"[{number}]"

    def _destination(self, number: int) -> str:
        title = self._document.targets[number].title
        return destination(self._show_url(self._addresses[number]), title) or "<>"

    def _picture(self, index: int) -> str:
        medium = self._document.media[index]
        if self._links == "none" or medium.url[:5].lower() == "data:":  # which holds the place of a picture, or itself
            return ""
        return destination(self._show_url(medium.url), medium.title)

    def _lines(self, block: Block) -> list[str]:
        if block.__class__ is Divider:
            return ["___"]
        if isinstance(block, Table):
            return self._table(block)
        assert not isinstance(block, Divider)
        if isinstance(block, Pictures):
            return [self._inline.text(spans(block)).replace(")![", ") ![")] if self._links != "none" else []
        if block.pre and not _holds_links(block):
            return _fenced(block)
        span = self._notes.without_return(spans(block))
        if block.level:
            return [f"{'#' * block.level} {_heading(self._inline.text(span, ' '))}".rstrip()]
        box = self._inline.task(span) if _begins_item(block) else ""
        lines = (box + self._inline.text(span)).split("\n")
        if block.frame.kind == "item" and block.frame.detail and block.lead:
            lines[0] = f"{block.frame.detail} {lines[0]}"
        elif block.frame.kind == "paragraph" and block.lead > 1 and block.frame.parent and block.frame.parent.detail:
            lines[0] = f"{block.frame.parent.detail} {lines[0]}"
        return lines

    def _place_note(self, frames: tuple[Frame, ...], label: str) -> None:
        """Make the innermost item among the frames a footnote's text."""
        item = next((frame for frame in reversed(frames) if frame.kind == "item"), None)
        if item is not None:
            self._leads[item] = (f"[^{label}]: ", "    ", "note")
            for frame in frames:
                if frame is item:
                    break
                if frame.kind in ("bullets", "numbers"):
                    self._leads[frame] = ("", "", "notes")

    def _gap(self, block: Block, frames: tuple[Frame, ...], kept: int, is_empty: bool) -> str:
        """The blank line before a block, if there is one, with the prefix of what holds both."""
        if self._before is None:
            return ""
        common = frames[:kept]
        text_before = not self._frames[kept:] or self._frames[kept].kind != "item"
        bare_item = is_empty and text_before  # as `-` below text it would make a heading of that
        if not bare_item and self._is_close(block, frames, kept):
            return ""
        prefix = "".join([self._lead(frame)[1] for frame in common[:INDENTS]]).rstrip(" ")
        return prefix + "\n"

    def _is_close(self, block: Block, frames: tuple[Frame, ...], kept: int) -> bool:
        """Whether a block follows the one before it without a blank line."""
        before = self._frames
        opened = frames[kept:]
        ended = before[kept:]
        if opened and opened[0].kind == "definition":
            return bool(ended) and ended[0].kind == "term"
        tight = next((frame for frame in reversed(frames[:kept]) if frame.kind in ("bullets", "numbers")), None)
        if tight is None or tight in self._loose:
            item = bool(opened and opened[0].kind == "item" and ended and ended[0].kind == "item")
            return tight is None and item and not block.gap and self._lead(opened[0])[2] == self._lead(ended[0])[2]
        if opened and opened[0].kind == "code":
            return True
        if not opened or opened[0].kind == "paragraph":
            return bool(ended and ended[0].kind == "code") or getattr(self._before, "level", 0) > 0
        if opened[0].kind == "numbers" and ("".join(map(_digits, opened[1:2])) or opened[0].detail) != "1":
            return False  # only a list from 1 may follow text at once
        return not ended or ended[0].kind in ("item", "code") or opened[0].kind == "item"

    def _prefixes(self, frames: tuple[Frame, ...], kept: int) -> tuple[str, str]:
        """What stands before the first and before every other line of a block."""
        for depth in range(kept, len(frames)):
            if frames[depth] not in self._leads:
                self._set_lead(frames, depth)
        frames = frames[:INDENTS]
        leads = [self._lead(frame) for frame in frames]
        rest = "".join([lead[1] for lead in leads])
        first = "".join([lead[1] for lead in leads[:kept]]) + "".join([lead[0] for lead in leads[kept:]])
        return first, rest

    def _set_lead(self, frames: tuple[Frame, ...], depth: int) -> None:
        frame = frames[depth]
        beside = self._frames[depth] if depth < len(self._frames) else None
        if frame.kind in ("bullets", "numbers"):
            signs = _BULLETS if frame.kind == "bullets" else _NUMBERS
            last = self._leads.get(beside, ("", "", ""))[2] if beside is not None and beside.kind == frame.kind else ""
            sign = signs[1] if last[:1] == signs[0] else signs[0]
            number = frame.detail if frame.detail.isdecimal() else "1"
            self._leads[frame] = ("", "", sign if frame.kind == "bullets" else f"{sign}{number}")
        elif frame.kind == "item":
            self._leads[frame] = self._item_lead(frame, frames[depth - 1] if depth else ROOT)
        else:
            self._leads[frame] = _PLAIN_LEADS.get(frame.kind, ("", "", ""))

    def _item_lead(self, frame: Frame, parent: Frame) -> tuple[str, str, str]:
        kind = self._leads.get(parent, ("", "", ""))[2]
        if kind == "notes":
            kind = "-"
        if parent.kind == "numbers" and kind:
            sign, number = kind[0], _digits(frame) or kind[1:]
            self._leads[parent] = ("", "", f"{sign}{int(number) + 1}")
            mark = f"{number[-9:]}{sign} "
            return mark, " " * len(mark), "item"
        if parent.kind == "bullets":
            return f"{kind} ", "  ", "item"
        if digits := _digits(frame):  # a page that was read for its text: the marker is all there is
            mark = f"{digits[-9:]}. "
            return mark, " " * len(mark), "number"
        return "- ", "  ", "bullet"

    def _lead(self, frame: Frame) -> tuple[str, str, str]:
        return self._leads.get(frame, ("", "", ""))

    def _table(self, table: Table) -> list[str]:
        rows = full_rows(table)
        lines: list[str] = []
        for block in table.caption:
            lines += [*self._lines(block), ""]
        if not rows or not rows[0]:
            return lines[:-1]
        head = [place[0] for place in rows[0] if place is not None]
        width = len(rows[0])
        body = rows
        if head and all(cell.header for cell in head):
            lines.append(_row([self._cell(place) for place in rows[0]]))
            body = rows[1:]
        else:
            lines.append(_row([""] * width))
        first = [row[n] for n in range(width) for row in body[:1]] or [None] * width
        lines.append(_row([_ALIGNED.get(place[0].align if place else "", "---") for place in first]))
        lines += [_row([self._cell(place) for place in row]) for row in body]
        return lines

    def _cell(self, place: tuple[Cell, bool] | None) -> str:
        if place is None:
            return ""
        cell, begins = place
        if not begins and cell.rows == 1:
            return ""  # the rest of a cell over several columns; one over several rows is in each of them
        return BREAK.join(_flat(self._lines_of(cell.blocks)))

    def _lines_of(self, blocks: Sequence[Block]) -> list[str]:
        """Blocks as lines that can stand in a cell."""
        found: list[str] = []
        for block in blocks:
            if isinstance(block, Table):
                found += [" ".join(filter(None, map(self._cell, row))) for row in full_rows(block)]
            elif not isinstance(block, Divider):
                marker = "".join(f.marker for f in chain(block.frame)[-block.lead :] if block.lead)
                found.append(marker + self._inline.text(spans(block), BREAK))
        return found


_PLAIN_LEADS = {"quote": ("> ", "> ", "quote"), "definition": (":   ", "    ", "definition")}


def _digits(item: Frame) -> str:
    """The number that an item is marked with, "" for none: it need not be the one after the last."""
    digits = item.marker.strip().rstrip(".")
    return digits if digits.isascii() and digits.isdecimal() else ""


def markdown(document: Document, links: str, show_url: ShowUrl, numbers: bool = True) -> str:
    """The page as Markdown."""
    writer = Markdown(document, links, show_url, numbers)
    text = "".join([writer.block(i) for i in range(len(document.blocks))])
    listed = writer.definitions()
    return f"{text}\n{listed}" if listed else text


def _begins_item(block: Paragraph) -> bool:
    """Whether a paragraph is the first thing in an item."""
    frame = block.frame
    return bool(block.lead) and (frame.kind == "item" or (frame.kind == "paragraph" and block.lead > 1))


def _loose_lists(blocks: Sequence[Block]) -> set[Frame]:
    """The lists that hold paragraphs: a blank line between their items says so."""
    loose: set[Frame] = set()
    for block in blocks:
        item = block.frame.parent
        if block.frame.kind == "paragraph" and item is not None and item.kind == "item" and item.parent is not None:
            loose.add(item.parent)
    return loose


def _holds_links(block: Paragraph) -> bool:
    """Whether preformatted text is no code but a listing whose links are what it is for."""
    return (LINK in block.raw or RESUME in block.raw or FIELD in block.raw) and CODE not in block.raw


def _fenced(block: Paragraph) -> list[str]:
    text = block.text()
    longest = run = 0
    for c in text:
        run = run + 1 if c == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    language = block.frame.detail if block.frame.kind == "code" else ""
    return [f"{fence}{language}", *(text.split("\n") if text else []), fence]


def _heading(text: str) -> str:
    """A heading's text: a closing run of `#` would be no text."""
    bare = text.rstrip("#")
    return f"{bare}\\{text[len(bare) :]}" if len(bare) < len(text) and (not bare or bare[-1] == " ") else text


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _flat(lines: list[str]) -> list[str]:
    return [line.replace("|", "\\|").replace("\\\n", BREAK).replace("\n", " ") for line in lines if line]
