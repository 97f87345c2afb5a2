"""Lines of text that is not ASCII, or stands at another side than the left: isolates, and spaces before it."""

from __future__ import annotations

from lightterm.document.cells import NARROW, has_hints, shape, width
from lightterm.document.layout import has_isolates, has_rtl
from lightterm.document.wrap import line_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lightterm.document.model import Paragraph


_RLI, _PDI = "\u2067", "\u2069"


def lines_of(
    block: Paragraph, text: str, parts: Iterable[tuple[str, Sequence[int]]], first: str, rest: str, room: int
) -> Iterator[list[str]]:
    """The lines of a paragraph's `text`, a list for each of its parts, which are broken as said (see wrap.breaks)."""
    rtl = is_rtl(block, text)
    aligned = rtl or block.align in ("center", "right")
    mixed, isolates = not aligned and has_rtl(text), has_isolates(text)
    even = aligned and are_cells(text)
    if mixed or isolates:
        from lightterm.document.bidi import balanced, isolate
    inside, prefix = "", first
    for part, ends in parts:
        lines, it = [], iter(ends)
        for start, end in zip(it, it, strict=True):
            piece = line_text(part, start, end).replace("\xa0", " ").rstrip(" ")
            if isolates:
                piece, inside = balanced(piece, inside)
            if mixed:
                piece = isolate(piece, "ltr")
            if aligned:
                lines.append(at_side(block, rtl, prefix, piece, room, even))
            else:
                lines.append(prefix + piece if piece else prefix.rstrip())
            prefix = rest
        yield lines


def is_rtl(block: Paragraph, text: str) -> bool:
    """Whether a paragraph runs to the left: as it says, else as its first word does."""
    if block.direction == "ltr" or (text.isascii() and block.direction != "rtl"):
        return False
    if block.direction == "rtl":
        return True
    if not has_rtl(text):
        return False
    from lightterm.document.bidi import base_direction

    return base_direction(text) == "rtl"


def are_cells(text: str) -> bool:
    """Whether each character of a text is a cell: asked of all of it, as of each line it is a third of making them."""
    return shape(text) == NARROW and not has_hints(text)


def at_side(block: Paragraph, rtl: bool, prefix: str, piece: str, room: int, even: bool) -> str:
    """A line moved to its side, and with it the marker before it; only the signs of a quotation stay.

    Right-to-left text is isolated together with its marker, so that its order stays its own. `even`: `are_cells`.
    """
    if not piece:
        return prefix.rstrip()
    spare = max(0, room - (len(piece) if even else width(piece)))
    if block.align == "center":
        spare //= 2
    elif block.align != "right" and (not rtl or block.align == "left"):
        spare = 0
    if rtl:
        from lightterm.document.bidi import isolate

        line = prefix + piece
        if prefix[:1] == " ":
            return f"{' ' * spare}{_RLI}{line}{_PDI}"  # what it is set in by is on the right of it
        return " " * spare + (line if piece.isascii() and not prefix.strip() else isolate(line, "rtl"))
    fixed = prefix.rfind("> ") + 2 if "> " in prefix else 0
    return prefix[:fixed] + " " * spare + prefix[fixed:] + piece
