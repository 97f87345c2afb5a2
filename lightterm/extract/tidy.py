"""The text of a paragraph as the walk gathers it, marks in it: made safe, its white space brought in order."""

from __future__ import annotations

from lightterm.document import marks
from lightterm.document.marks import BREAK, DEL, FIELD, INS, LINK, MEDIA, OPENS, RESUME, one_spaced
from lightterm.document.model import Paragraph
from lightterm.extract.dom import unescape
from lightterm.safe import clean_flow, needs_care

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block

_NOT_WORDS = frozenset((LINK, RESUME, FIELD, MEDIA, INS, DEL))
"""What makes a heading more than its words."""

COLUMN = "\x7f"
"""Between things that stand side by side: becomes two spaces. Never in network text (cleaned before parsing)."""
ROW_END = BREAK + BREAK
"""Between two column signs: the line ends here."""

ISOLATES = {"\x1e": "\u2067", "\x1f": "\u2066", "\x1d": "\u2069"}
"""What stands for the isolates of elements with a direction until the text in them, of several marks, is cleaned."""

_NO_ISOLATES = dict.fromkeys(ISOLATES, "")
"""Where nothing runs from right to left an isolate changes nothing, and is noise in what is copied."""

_CONTROLS = tuple(chr(c) for c in range(32) if c not in b"\t\n\f\r\x1c\x1d")
"""Characters that would pass for our marks, removed after parsing too where a reference such as `&#1;` makes one."""

_OPENING, _CLOSING = "".join(OPENS) + BREAK, "".join(marks.ENDS) + BREAK

_DRAWING = marks.IMAGE + marks.IMAGE_END


_SPACED = bytes(32 if chr(b).isspace() else b for b in range(256))

LONG = 262_144
"""Characters from which a paragraph is not split into words: those of 5 MB would take 60 MB."""


def pre_text(raw: str) -> str:
    """Preformatted text as it is gathered, made safe; its marks, tabs and line ends kept."""
    text = unescape(raw).replace("\r", "").replace(BREAK, "\n").replace(COLUMN, "  ")
    text = text.replace("\f", " ").replace("\x1c", "")
    if not text.isascii():
        if needs_care(marks.strip(text)):
            text = clean_marked(text)
        text = text.replace("\xad", "").replace("\u200b", "").replace("\u2060", "")
    for isolate in ISOLATES:
        text = text.replace(isolate, "")  # of ASCII text: it needs none
    return text


def clean_marked(text: str) -> str:
    """`text` made safe, its marks kept."""
    isolates = ISOLATES if any(c in text for c in ISOLATES) and _has_right_to_left(text) else _NO_ISOLATES
    out: list[str] = []
    start = 0
    for i, c in enumerate(text):
        if c in marks.ALL or c in (BREAK, COLUMN) or c in ISOLATES:
            out += [clean_flow(text[start:i]), isolates.get(c, c)]
            start = i + 1
    out.append(clean_flow(text[start:]))
    return "".join(out)


def _has_right_to_left(text: str) -> bool:
    from unicodedata import bidirectional

    return "\x1e" in text or any(bidirectional(c) in ("R", "AL", "AN") for c in text if c > "\u0590")


def is_simple(raw: str) -> bool:
    """Whether text is plain ASCII that neither collapsing nor unescaping would change."""
    if not raw.isascii() or not raw.isprintable() or "&" in raw or "  " in raw:
        return False
    return len(raw.strip(" ")) == len(raw)  # a slice at each end costs more than all this


def is_plain(text: str) -> bool:
    """Whether the text of a paragraph that is one link needs no tidying: no marks in it, no space at its ends."""
    return text.isprintable() and text[:1] != " " != text[-1:] and (text.isascii() or not needs_care(text))


def collapse(raw: str) -> str:
    """White space collapsed as CSS does: only ASCII white space, U+3000 and its kin stay."""
    if raw.isascii() and len(raw) < LONG:
        if raw.isprintable():  # neither marks nor other white space than spaces
            return one_spaced(raw) if "  " in raw else raw.strip(" ")
        data = raw.encode().translate(_SPACED)  # of ASCII the same; naming the codec costs four times as much
        data = b" ".join(data.split()) if b"  " in data else data.strip(b" ")
        return data.decode()
    text = raw.replace("\n", " ").replace("\t", " ").replace("\r", " ").replace("\f", " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip(" ")


def without_controls(html: str) -> str:
    """`html` without what would pass for our marks; looked for one by one, as translate takes 25 ms a MB.

    What stands for a drawing without words is our own, and nothing for a page to gain by.
    """
    pieces = html.split(_DRAWING)
    for control in _CONTROLS:
        if any(control in piece for piece in pieces):
            pieces = [piece.replace(control, "") for piece in pieces]
    return _DRAWING.join(pieces)


def columns(text: str) -> str:
    """Things side by side, two spaces between; the lines of a grid that `ROW_END` parts."""
    out, lines = "", []
    for part in text.split(COLUMN):
        if part == ROW_END:
            lines.append(out)
            out = ""
            continue
        part = part.strip(" ")
        if not part:
            continue
        if out and marks.strip(part) and marks.strip(out):
            out += "\xa0 "
        out += part
    return BREAK.join([line.replace(BREAK, " ") for line in (*lines, out)])


def broken(text: str) -> str:
    """A paragraph's breaks as line ends; those at its ends, inside marks too, go: what follows begins a line anyway."""
    text = text.replace(" " + BREAK, BREAK).replace(BREAK + " ", BREAK)
    end = len(text.rstrip(_CLOSING))
    begin = min(len(text) - len(text.lstrip(_OPENING)), end)
    inner = text[begin:end].replace(BREAK, "\n")
    return text[:begin].replace(BREAK, "") + inner + text[end:].replace(BREAK, "")


def squeeze(text: str) -> str:
    """One space between words, outside the marks: before one that opens, after one that ends."""
    whole: list[str] = []
    out: list[str] = []
    space = False
    for piece in marks.pieces(text):
        space = _squeeze(piece, space, out)
        whole.append("".join(out))
        out.clear()
    return "".join(whole)


def _squeeze(text: str, space: bool, out: list[str]) -> bool:
    """Append a piece of a text; whether a space is due behind it, as `space` says of the one before."""
    for word in text.split(" "):
        if not word:
            continue
        if word[0] > " " or marks.strip(word).strip(BREAK):
            out.append(" " + word if space else word)
            space = True
            continue
        for mark in word:
            if space and mark in OPENS and mark != RESUME:
                out.append(" ")
                space = False
            out.append(mark)
    return space


def without_second(blocks: list[Block]) -> None:
    """Take away a heading that says what the one right before it says, where it is nothing else: no link, no picture.

    Pages have one for wide and one for narrow screens, or one for each of two parts; of 251 real ones nine did.
    """
    first, second = blocks[-2:] if len(blocks) > 1 else (None, None)
    if not (isinstance(first, Paragraph) and isinstance(second, Paragraph) and first.level and second.level):
        return
    said = second.raw
    if second.lead or first.frame is not second.frame or not _NOT_WORDS.isdisjoint(said):
        return
    if marks.strip(first.raw).strip().casefold() == marks.strip(said).strip().casefold():
        del blocks[-1]
