"""Document to lines of text at a width in cells.

Plain text is what every output starts from, so it is the short way: one string a line. With `rich` each line also
gets its spans (ranges with a kind and a target), for colour, OSC 8 links and the screen.
"""

from __future__ import annotations

from _operator import eq

from lightterm.document.cells import width
from lightterm.document.marks import CODE, MARKS, MEDIA, MUTE
from lightterm.document.model import BULLETS, ROOT, Divider, Paragraph, Pictures, Table
from lightterm.safe import is_east_asian, uncommon

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import ModuleType

    from lightterm.document.marks import Mark
    from lightterm.document.model import Block, Frame
    from lightterm.document.pictured import Sizes
    from lightterm.document.rows import Laid
    from lightterm.document.slices import Part

LEAST_ROOM = 12
"""Cells that indentation always leaves for text (or half the width, on narrow screens)."""

LONG = 1 << 14
"""Characters from which on a text has its lines made in slices: those of 20 MB took up to 800 MB at two cells."""

BATCH = 200
"""Blocks laid out at a time when lines are streamed, so that `| head` sees the first ones at once."""


def has_rtl(text: str) -> bool:
    """Whether a right-to-left character may be in `text` (all of U+0590-08FF and the Arabic and Hebrew forms)."""
    global _rtl
    if text.isascii() or is_east_asian(text):
        return False
    if not _rtl:
        _rtl = frozenset(map(chr, (*range(0x590, 0x900), *range(0xFB1D, 0xFE00), *range(0xFE70, 0xFF00))))
    return not _rtl.isdisjoint(uncommon(text))


def has_isolates(text: str) -> bool:
    """Whether an isolate begins or ends in `text`: four searches in C."""
    return "\u2069" in text or "\u2068" in text or "\u2067" in text or "\u2066" in text


_rtl: frozenset[str] = frozenset()
_wrap: ModuleType | None = None
_sided: ModuleType | None = None


def _load_wrap() -> ModuleType:
    """What breaks paragraphs, imported once one is too long for a line; doing so for each costs 5000 instructions."""
    global _wrap
    from lightterm.document import wrap

    _wrap = wrap
    return wrap


def _load_sided() -> ModuleType:
    """What makes lines of text that is not ASCII or not at its left side, imported once."""
    global _sided
    from lightterm.document import sided

    _sided = sided
    return sided


class Span:
    """A range of one line: character offsets, kind of mark, target number (0: none), index of the medium (-1: none)."""

    __slots__ = ("end", "kind", "media", "start", "target")

    def __init__(self, start: int, end: int, kind: str, target: int, media: int = -1) -> None:
        self.start = start
        self.end = end
        self.kind = kind
        self.target = target
        self.media = media


class Layout:
    """Lays blocks out in `width` cells; `numbers` puts `[12]` before targets, `rich` collects spans by line index,
    `pictures` says how many cells a picture takes (pictured.py), `opened` which disclosures are open as in a Flow."""

    def __init__(
        self,
        width: int,
        numbers: bool = True,
        rich: bool = False,
        pictures: Sizes | None = None,
        opened: Mapping[int, bool] | None = None,
    ) -> None:
        self.width = max(1, width)
        self.limit = max(self.width - LEAST_ROOM, min(self.width // 2, self.width - 2), 0)
        self.gutter = " │ "  # between the columns of the table that it is for
        self.numbers, self.rich = numbers, rich
        self.pictures, self.opened = pictures, opened
        self.lines: list[str] = []
        self.later: dict[int, Iterator[Part]] | None = None  # by line, those to be made in its place when asked
        self.spans: dict[int, list[Span]] = {}
        self.laid: Laid | None = None  # how the table is laid out that is a part of one
        self._known: dict[tuple[Frame, int], tuple[str, str]] = {}
        self._frame, self._lead, self._last = ROOT, 0, ("", "")  # of items in a row all are the same

    def inner(self, width: int) -> Layout:
        """An empty layout like this one for a part of the page, `width` cells wide."""
        return Layout(width, self.numbers, self.rich, self.pictures, self.opened)

    def add(self, blocks: Iterable[Block]) -> None:
        """Append the blocks' lines."""
        lines = self.lines
        for block in blocks:
            if block.frame.folds and block.frame.hidden(self.opened):
                continue
            if block.gap and lines:
                lines.append("" if block.frame is ROOT else self._blank(block))
            if block.__class__ is Paragraph:
                self.paragraph(block)
            elif block.__class__ is Table:
                from lightterm.document.even import add_table

                add_table(self, block)
            elif block.__class__ is Divider:
                first, rest = self.opening(block)
                lines.append(first + "─" * (self.width - len(rest)))
            elif block.__class__ is Pictures and self.pictures is not None:
                self.paragraph(block)

    def _blank(self, block: Block) -> str:
        """An empty line; inside a quotation it keeps the quotation's sign."""
        frame = block.frame
        if frame is ROOT or ">" not in frame.rest:
            return ""
        outer = frame
        for _ in range(block.lead):
            outer = outer.parent or ROOT
        return outer.rest[: self.limit].rstrip()

    def prefixes(self, block: Block) -> tuple[str, str]:
        """(what the first line begins with, what the others begin with), equally wide but where markers leave no room
        for text: then the first is longer than `limit`.
        """
        frame = block.frame
        if frame is ROOT:
            return "", ""
        if frame is self._frame and block.lead == self._lead:
            return self._last
        known = self._known.get((frame, block.lead))
        if known is None:
            known = self._known[frame, block.lead] = self._prefixes(frame, block)
        self._frame, self._lead, self._last = frame, block.lead, known
        return known

    def _prefixes(self, frame: Frame, block: Block) -> tuple[str, str]:
        rest = frame.rest
        first = _opening(frame, block.lead) if block.lead else rest
        if len(first) > self.limit or len(rest) > self.limit:
            outer = frame
            for _ in range(block.lead):
                outer = outer.parent or ROOT
            markers = first[len(outer.rest) :]
            rest = rest[: self.limit]
            spare = self.limit - width(markers)
            first = rest[:spare] + markers if spare >= 0 else " " * (self.limit + 1) + markers
        return first, rest

    def opening(self, block: Block) -> tuple[str, str]:
        """The prefixes of a block that is no text; markers that leave no room beside them get lines of their own."""
        first, rest = self.prefixes(block)
        if len(first) <= self.limit:
            return first, rest
        self.paragraph(Paragraph(first.strip(), ROOT, 0, 0, 1))
        return rest, rest

    def paragraph(self, block: Paragraph) -> None:
        """Append one paragraph's lines."""
        first, rest = ("", "") if block.frame is ROOT else self.prefixes(block)
        if block.level:
            first += "#" * block.level + " "
            rest += " " * (block.level + 1)
        if len(first) > self.limit:
            block, rest = block.with_raw(first.lstrip() + block.raw), rest[: self.limit]
            first = rest
        if self.pictures is not None and MEDIA in block.raw:
            from lightterm.document.pictured import add_pictured

            add_pictured(self, block, first, rest)
            return
        if self.rich and (block.level or not MARKS.isdisjoint(block.raw)):
            self._rich_paragraph(block, first, rest)
            return
        text = block.text(self.numbers)
        if block.pre:
            self._pre(text, first, rest, self.rich and block.direction == "ltr")
            return
        room = self.width - len(rest)
        if len(text) <= room and text.isascii() and "\n" not in text and not block.align and not block.direction:
            self.lines.append(first + text if text[-1:] != " " else (first + text).rstrip())
            return
        self._wrapped(block, text, first, rest)

    def _pre(self, text: str, first: str, rest: str, code: bool) -> None:
        if len(text) > LONG:
            from lightterm.document.slices import bare, pre_lines, put

            put(self, bare(pre_lines(text, first, rest, code)))
            return
        rows = text.replace("\xa0", " ").split("\n")
        if not text.isascii() and has_isolates(text):
            from lightterm.document.bidi import balanced

            inside = ""
            for i, row in enumerate(rows):
                rows[i], inside = balanced(row, inside)
        elif code and has_rtl(text):
            from lightterm.document.code_order import apart

            rows = [apart(row) for row in rows]
        self.lines.append((first + rows[0]).rstrip())
        self.lines += [(rest + row).rstrip() for row in rows[1:]] if len(rows) > 1 else []

    def _wrapped(self, block: Paragraph, text: str, first: str, rest: str) -> None:
        room = max(1, self.width - len(rest))
        plain = not block.align and not block.direction and (text.isascii() or is_east_asian(text))
        if len(text) > LONG:
            from lightterm.document.slices import bare, put, wrapped_lines

            put(self, bare(wrapped_lines(block, text, plain, first, rest, room)))
            return
        wrap, prefix = _wrap or _load_wrap(), first
        pieces = wrap.even_lines(text, room) if plain else None
        if pieces is None:
            held = text
            if CODE in block.raw:
                from lightterm.document.held import code_held

                held = code_held(block, text, self.numbers)
            ends = wrap.breaks(held, room, room)
            if any(map(eq, ends[1:-1:2], ends[2::2])):
                from lightterm.document.hyphens import hyphenated

                text, ends = hyphenated(text, ends, room)
                plain = plain and (text.isascii() or is_east_asian(text))
            if not plain:
                sided = _sided or _load_sided()
                for lines in sided.lines_of(block, text, ((text, ends),), first, rest, room):
                    self.lines += lines
                return
            it = iter(ends)
            pieces = [text[start:end] for start, end in zip(it, it, strict=True)]
        if not first and not rest:
            self.lines += pieces
            return
        for piece in pieces:
            self.lines.append(prefix + piece if piece else prefix.rstrip())
            prefix = rest

    def _rich_paragraph(self, block: Paragraph, first: str, rest: str) -> None:
        text, found = block.decode(self.numbers)
        marks = list(found) if MUTE not in block.raw else [m for m in found if m.start < m.end or m.media < 0]
        self.rich_text(block, text, marks, first, rest)

    def rich_text(self, block: Paragraph, text: str, marks: list[Mark], first: str, rest: str) -> None:
        """Append the lines of a paragraph's text, or of a part of it, with their spans."""
        from lightterm.document.spanned import add_spanned

        add_spanned(self, block, text, marks, first, rest)


def text_lines(blocks: list[Block], width: int, numbers: bool = True) -> Iterator[str]:
    """The lines of plain text, laid out a batch of blocks at a time."""
    return (line for lines in line_lists(blocks, width, numbers) for line in lines)


def line_lists(blocks: list[Block], width: int, numbers: bool = True, start: int = 0) -> Iterator[list[str]]:
    """The lines of a batch of blocks after the other, from the block `start` on."""
    for layout in batches(blocks, lambda: Layout(width, numbers), start):
        if layout.later:
            from lightterm.document.slices import with_later

            yield from (lines for lines, _ in with_later(layout))
        else:
            yield layout.lines


def batches(blocks: list[Block], empty: Callable[[], Layout], start: int = 0) -> Iterator[Layout]:
    """Some blocks after the other, from the block `start` on, each in a layout that waits for its longest texts."""
    blocks = [block for block in blocks if not block.frame.folds or not block.frame.hidden()]
    for at in range(start, len(blocks), BATCH):
        layout = empty()
        layout.later = {}
        batch = blocks[at : at + BATCH]
        if at and batch[0].gap:
            layout.lines.append(layout._blank(batch[0]))
            batch[0].gap, gap = 0, batch[0].gap
            layout.add(batch)
            batch[0].gap = gap
        else:
            layout.add(batch)
        yield layout


def _opening(frame: Frame, count: int) -> str:
    """The prefix of a first line that opens the `count` innermost frames; of bullets in a row it has the innermost."""
    markers: list[str] = []
    inner = ""
    while count and frame.parent is not None:
        markers.append(frame.step if inner in BULLETS and frame.marker in BULLETS else frame.marker)
        inner = frame.marker
        frame = frame.parent
        count -= 1
    return frame.rest + "".join(reversed(markers))
