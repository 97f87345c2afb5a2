"""Lines to bytes in the output's charset; what it cannot hold is written in its nearest letters.

Letters can be longer than what they stand for (`EUR`). So a page is spelled before it is laid out, and what `encode`
then still meets are the lines and bullets that the layout drew, which have stand-ins of the same width. Screens of the
app are laid out in all letters, and spelled cell by cell as they are written.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Document, Frame

_NEAREST = {
    "•": "*", "◦": "o", "▪": "-", "─": "-", "│": "|", "┼": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "▸": ">",
    "▾": "v", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "…": "...", "–": "-",
    "—": "--", "−": "-", "×": "x", "÷": "/", "→": "->", "←": "<-", "↑": "^", "↓": "v", "⇒": "=>", "€": "EUR",
    "£": "GBP", "©": "(c)", "®": "(R)", "™": "(TM)", "°": " deg", "·": "*", "\xa0": " ", "\u202f": " ",
    "\u2009": " ", "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "√": "sqrt", "≤": "<=", "≥": ">=", "≠": "!=", "½": "1/2", "¼": "1/4", "¾": "3/4", "‹": "<",
    "›": ">", "‑": "-", "‐": "-", "✓": "v", "✔": "v", "✗": "x", "★": "*", "☆": "*", "◆": "*", "■": "#", "□": "[]",
    "�": "?", "▲": "^", "▼": "v", "▶": ">", "◀": "<", "►": ">", "◄": "<",
}  # fmt: skip
_IN_ONE_CELL = {"→": ">", "←": "<", "⇒": ">", "…": ".", "—": "-", "–": "-", "√": "V", "≤": "<", "≥": ">", "≠": "#"}
"""Stand-ins for those whose nearest letters take more cells than they do themselves."""

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", "0123456789+-=()ni", strict=True))


class Spelling:
    """How text is written in one charset."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self._table = _Table(encoding)
        self._frames: dict[Frame, Frame] = {}

    def text(self, text: str) -> str:
        """`text` in letters of the charset."""
        if text.isascii():
            return text
        if not _RAISED.keys().isdisjoint(text):
            text = _with_carets(text, self._table)
        return text.translate(self._table)

    def address(self, url: str) -> str:
        """An address that is fit to be shown, with escapes for what the charset lacks: it stays the same address."""
        try:
            url.encode(self.encoding)
        except UnicodeEncodeError:
            return "".join(c if self._table[ord(c)] == c else _escaped(c) for c in url)
        return url

    def document(self, document: Document) -> Document:
        """The document with its title and all its text spelled, to be laid out."""
        return document.replace(title=self.text(document.title), blocks=self.blocks(document.blocks))

    def blocks(self, blocks: list[Block]) -> list[Block]:
        """The blocks spelled; those that need it are copies."""
        return [self._block(block) for block in blocks]

    def _block(self, block: Block) -> Block:
        from lightterm.document.model import Cell, Divider, Paragraph, Table

        frame = self._frame(block.frame)
        if isinstance(block, Paragraph):
            if frame is block.frame and block.raw.isascii():
                return block
            copy = block.with_raw(self.text(block.raw))
            copy.frame = frame
            return copy
        if isinstance(block, Divider):
            return Divider(frame, block.gap, block.lead)
        rows = [[Cell(self.blocks(c.blocks), c.columns, c.rows, c.header, c.align) for c in row] for row in block.rows]
        return Table(rows, self.blocks(block.caption), frame, block.gap, block.lead, block.stacked)

    def _frame(self, frame: Frame) -> Frame:
        """The frame with its markers spelled, the same object for the same frame; no recursion, frames nest deep."""
        chain: list[Frame] = []
        at: Frame | None = frame
        while at is not None and at not in self._frames:
            chain.append(at)
            at = at.parent
        for one in reversed(chain):
            parent = self._frames[one.parent] if one.parent is not None else None
            marker, step = self.text(one.marker), self.text(one.step)
            if parent is one.parent and marker == one.marker and step == one.step:
                self._frames[one] = one
            else:
                step = step.ljust(len(marker)) if one.step.isspace() else step
                self._frames[one] = type(one)(parent, one.kind, marker, step, one.fold, one.open, one.detail)
        return self._frames[frame]


class _Table(dict[int, str]):
    """What stands for each character in a charset, found out when it is first met; for `str.translate`."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def __missing__(self, code: int) -> str:
        near = self[code] = _near(chr(code), self._encoding)
        return near


def _escaped(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))


def encode(text: str, encoding: str) -> bytes:
    """`text` in `encoding`; raises nothing: what cannot be written becomes near letters, at last `?`."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return Spelling(encoding).text(text).encode(encoding, "replace")
    except LookupError:
        return text.encode("utf-8", "replace")


class InCells(dict[int, str]):
    """What stands for each character where what is painted already may not change its width; for `str.translate`."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def encode(self, text: str) -> bytes:
        """What is painted in the charset of a terminal; raises nothing."""
        try:
            return text.encode(self._encoding)
        except UnicodeEncodeError:
            return text.translate(self).encode(self._encoding, "replace")

    def __missing__(self, code: int) -> str:
        from lightterm.document.cells import width

        char = chr(code)
        room = width(char)
        near = _near(char, self._encoding)
        if len(near) != room:
            letters = near.isalpha() or near.count(near[:1]) == len(near)
            near = _IN_ONE_CELL.get(char) or (near[:room] if letters else "?")
        near = self[code] = near.ljust(room, "?")[:room]
        return near


def _near(char: str, encoding: str) -> str:
    try:
        char.encode(encoding)
        return char
    except UnicodeEncodeError:
        pass
    near = _NEAREST.get(char)
    if near is None:
        from unicodedata import category, normalize

        if category(char) in ("Cf", "Mn", "Me"):
            return ""
        near = "".join(c for c in normalize("NFKD", char) if c.isascii()) or "?"
    return near


def _with_carets(text: str, near: _Table) -> str:
    """Powers that the charset cannot raise, behind a caret: no `mc2`, which is another formula."""
    out: list[str] = []
    run = ""
    for char in [*text, ""]:
        if char in _RAISED:
            run += char
            continue
        if any(near[ord(c)] != c for c in run):
            power = "".join(map(_RAISED.__getitem__, run))
            run = f"^{power}" if power.isdigit() or len(power) == 1 else f"^({power})"
        out += (run, char)
        run = ""
    return "".join(out)
