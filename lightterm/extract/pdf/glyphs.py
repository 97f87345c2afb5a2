"""The characters of a page, as PDFium finds them, put together to words."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_double, c_int, c_uint
from functools import reduce
from itertools import groupby
from math import hypot, pi
from typing import Any
from unicodedata import bidirectional, normalize

import pypdfium2_raw as pdfium

from lightterm.extract.pdf.brackets import BRACKETS
from lightterm.extract.pdf.extension import EXTENSION, family, named, struck
from lightterm.extract.pdf.from_right import CURLY, is_from_right, parts, read_from_right, set_right
from lightterm.extract.pdf.tagged import marked_as
from lightterm.extract.pdf.upright import DOWN, is_ideographic, runs_down, upended
from lightterm.extract.pdf.words import ARTIFACT, BOLD, FAINT, FALL, ITALIC, MONO, SILENT, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    Box = tuple[float, float, float, float]

MAX_CHARACTERS = 200_000
"""Characters of one page that are read; a page of a book has 3000."""

HYPHENS = {0x02: "-", 0xFFFE: "-", 0xAD: "-"}
"""What PDFium makes of a hyphen at the end of a line, and the soft hyphen itself."""

ASCENT, DESCENT = 0.78, 0.22
"""How far letters stand above and below the line, as a share of the size."""

SEEN, WHITE = 12, 250
"""Opacity up to which nothing is seen, and brightness from which a colour is white, of 255."""

_FIXED, _ITALIC, _FORCE_BOLD = 1, 1 << 6, 1 << 18
"""Flags of fonts (ISO 32000-2, table 121)."""

_HEAVY = 600

ACCENTS = {
    0x60: 0x300, 0xA8: 0x308, 0xAF: 0x304, 0xB4: 0x301, 0xB8: 0x327, 0x2C6: 0x302, 0x2C7: 0x30C, 0x2D8: 0x306,
    0x2D9: 0x307, 0x2DA: 0x30A, 0x2DB: 0x328, 0x2DC: 0x303, 0x2DD: 0x30B,
}  # fmt: skip
"""Accents that TeX draws before the letter they stand over, and what each is as a combining mark."""

DOTLESS = {0x131: "i", 0x237: "j"}

KERNED = (-0.2, 0.05)
"""Ems between two letters of one word that the file shows one by one, drawn together or apart."""

JOINED = -1
"""Stands for a character that is part of its neighbour, or for none."""

BLANK = frozenset((9, 10, 13, 32))

ROOT = "\N{SQUARE ROOT}"

FROM_RIGHT = "\u0590", "\ufefc"
"""The first and last letter of the scripts that may run from right to left."""

SIGNS = "".join(c for c in map(chr, range(33, 127)) if not c.isalnum() and ord(c) not in BRACKETS)

AXIS = 0.25
"""Ems above the line at which the middle of large signs is."""

INVISIBLE = 3
"""FPDF_TEXTRENDERMODE_INVISIBLE."""


STACKED = 0.2, 0.8
"""Ems by which what stands below a word begins before its end, and its line is lower."""


class Glyphs:
    """A page's words in the order of the file, and the quarter turn most of them stand at."""

    def __init__(self, page: Any, tagged: bool = False) -> None:
        self._tagged = tagged
        self._runs: dict[int, tuple[float, int, int, int, int]] = {}
        self._fonts: dict[str, int] = {}
        self._turned = [0, 0, 0, 0]
        self.unmapped = 0
        self._words: list[tuple[Word, int]] = []
        self._rect = pdfium.FS_RECTF()
        self._into = byref(self._rect)
        self._object_at = _object_at()
        self._text_page = pdfium.FPDFText_LoadPage(page)
        try:
            if self._text_page:
                self._read()
        finally:
            if self._text_page:
                pdfium.FPDFText_ClosePage(self._text_page)

    @property
    def turn(self) -> int:
        """Quarters of a turn, anticlockwise, that most of the text is turned by."""
        return max(range(4), key=lambda turn: self._turned[turn])

    def words(self) -> dict[int, list[Word]]:
        """The words by how they are turned, -1 for those at a slant; boxes are still those of the page (y upwards)."""
        turn = self.turn
        found = self._words
        if turn == DOWN:  # a character that stands alone is in a column as well
            found = [(word, DOWN if t == 0 and is_ideographic(word.text) else t) for word, t in found]
        turned: dict[int, list[Word]] = {turn: []}
        for word, t in found:
            turned.setdefault(t, []).append(word)
        return turned

    def _read(self) -> None:
        text_page = self._text_page
        get_code = pdfium.FPDFText_GetUnicode
        count = min(pdfium.FPDFText_CountChars(text_page), MAX_CHARACTERS)
        codes = [get_code(text_page, at) for at in range(count)]
        first = -1
        codes.append(0)
        self._from_right = any(0x590 <= code <= 0x8FF or 0xFB1D <= code <= 0xFEFC for code in codes)
        brackets = BRACKETS if self._from_right else ()
        for at, code in enumerate(codes):
            if code == JOINED:
                continue
            if (code <= 32 and code not in HYPHENS and not self._is_sign(at, code)) or code == 0xA0:
                if first >= 0 and code == 13 and self._is_kerned(at, codes):
                    codes[at] = codes[at + 1] = JOINED
                    continue
                self._part(first, at, codes)
                first = -1
            elif code in brackets:
                self._part(first, at, codes)
                self._take(at, at + 1, codes)
                first = -1
            elif first < 0:
                first = at

    def _part(self, first: int, end: int, codes: list[int]) -> None:
        """Keep the word of characters `first` up to `end`, if there is one, or what it falls apart into."""
        if first < 0:
            return
        if self._from_right and JOINED not in codes[first:end]:
            text = "".join(map(_character, codes[first:end]))
            for length in parts(text, [self._box(at) for at in range(first, end)]):
                self._take(first, first + length, codes)
                first += length
        else:
            self._take(first, end, codes)

    def _is_sign(self, at: int, code: int) -> bool:
        """Whether the code of a control character is that of a large sign."""
        if code in BLANK:
            return False
        return self._of_run(at, self._object_at(self._text_page, at) or 0)[4] == EXTENSION

    def _is_kerned(self, at: int, codes: list[int]) -> bool:
        """Whether the end of a line that PDFium tells at `at` parts two letters of one word, side by side."""
        if at + 2 >= len(codes) or codes[at + 1] != 10:
            return False
        if not (_character(codes[at - 1]) + _character(codes[at + 2])).isalpha():
            return False
        one, other = self._box(at - 1), self._box(at + 2)
        size = one[3] - one[1]
        return one[1::2] == other[1::2] and KERNED[0] * size < other[0] - one[2] < KERNED[1] * size

    def _take(self, first: int, end: int, codes: list[int]) -> None:
        """Keep the word of characters `first` up to `end`, or the words: objects far from each other are not one."""
        text_page, get_object = self._text_page, self._object_at
        while first < end and self._is_silent(first, run := get_object(text_page, first) or 0):
            first += 1
        if first == end:
            return
        bounds = self._box(first)
        if (get_object(text_page, end - 1) or 0) == run:
            inner = range(first + 1, end) if self._from_right else (end - 1,)
            self._put(codes[first:end], reduce(_around, map(self._box, inner), bounds), first, run)
            return
        begin, begun, glued = first, run, False
        for at in range(first + 1, end):
            if codes[at] == JOINED:
                continue
            owner, box = get_object(text_page, at) or 0, self._box(at)
            if self._is_silent(at, owner):
                codes[at] = JOINED
                continue
            apart = owner != run and (
                _is_apart(bounds, box) or self._is_below(begin, begun, at, owner, box[0] - bounds[2])
            )
            if apart or (owner != run and self._is_shifted(begin, begun, at, owner)):
                self._put(codes[begin:at], bounds, begin, begun, glued)
                begin, begun, bounds, glued = at, owner, box, not apart
            else:
                bounds = _around(bounds, box)
            run = owner
        self._put(codes[begin:end], bounds, begin, begun, glued)

    def _is_silent(self, at: int, run: int) -> bool:
        """Whether the file says that a character of a run is not to be read."""
        return bool(self._of_run(at, run)[1] & SILENT)

    def _is_below(self, begin: int, begun: int, at: int, owner: int, gap: float) -> bool:
        """Whether a character of other marked content stands above or below a word, not behind it: the item of a list
        of letters, which PDFium takes for one word where much of the page stands in short lines.
        """
        one, other = self._of_run(begin, begun), self._of_run(at, owner)
        if one[3] or other[3] or one[2] == other[2] or min(one[2], other[2]) < 0 or gap > -STACKED[0] * other[0]:
            return False
        return abs(self._origin(begin) - self._origin(at)) > STACKED[1] * max(one[0], other[0])

    def _is_shifted(self, begin: int, begun: int, at: int, owner: int) -> bool:
        """Whether a character of another run is of another size and stands higher or lower: an exponent, an index."""
        one = self._of_run(begin, begun)
        other = self._of_run(at, owner)
        if one[3] or other[3] or abs(one[0] - other[0]) < 0.1 * max(one[0], other[0]):
            return EXTENSION in (one[4], other[4]) and one[4] != other[4]
        return abs(self._origin(begin) - self._origin(at)) > FALL * max(one[0], other[0])

    def _origin(self, at: int) -> float:
        """How high above the bottom of the page the line stands on which a character is written."""
        x, y = c_double(), c_double()
        pdfium.FPDFText_GetCharOrigin(self._text_page, at, byref(x), byref(y))
        return y.value

    def _box(self, at: int) -> Box:
        box = self._rect
        pdfium.FPDFText_GetLooseCharBox(self._text_page, at, self._into)
        return box.left, box.bottom, box.right, box.top

    def _put(self, codes: list[int], bounds: Box, first: int, run: int, glued: bool = False) -> None:
        """Keep a word; its style is that of its first character."""
        look = self._of_run(first, run)
        if any(code in ACCENTS for code in codes):
            self._compose(codes, first)
        text = "".join([HYPHENS.get(code) or chr(min(code, 0x10FFFF)) for code in codes if code != JOINED])
        if look[4]:
            text = named(text, look[4])
        if not text.isascii():
            text = struck(text)
            if any("\ud800" <= c <= "\udfff" for c in text):
                text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            if self._from_right and any(map(is_from_right, text)):
                text = text.translate(CURLY)
        told = text
        if len(text) == len(codes) > 1 and any(FROM_RIGHT[0] <= c <= FROM_RIGHT[1] for c in text):
            text = self._forwards(text, first)
        turn = look[3]
        if turn == 0 and runs_down(text, bounds):
            turn = DOWN
            word = upended(text, bounds, look)
        else:
            word = self._word(text, bounds, first, look)
        if turn >= 0:
            self._turned[turn] += len(text)
        if text:
            if self._from_right and len(told) == len(codes):
                set_right(word, told, [self._box(first + at)[0] for at in range(len(told))])
            word.glued = glued
            self._words.append((word, turn))

    def _forwards(self, text: str, first: int) -> str:
        """A word with the letters that run from right to left in their order, where the file has them as they stand."""
        out = ""
        for is_backwards, letters in groupby(text, lambda c: bidirectional(c) in ("R", "AL", "NSM")):
            part = "".join(letters)
            start = first + len(out)
            if is_backwards and self._box(start)[0] < self._box(start + len(part) - 1)[0]:
                part = part[::-1]
            out += part
        signs = len(out) - len(out.rstrip(SIGNS))
        if signs > 1:  # told as they stand: they go on to the left
            places = [self._box(first + at)[0] for at in range(len(out) - signs, len(out))]
            out = out[:-signs] + read_from_right(out[-signs:], places)
        return out

    def _compose(self, codes: list[int], first: int) -> None:
        """Put the accents of a word on the letters that they are drawn over."""
        for at in range(len(codes) - 1):
            mark = ACCENTS.get(codes[at])
            if mark is None or codes[at + 1] == JOINED:
                continue
            accent, letter = self._box(first + at), self._box(first + at + 1)
            both = normalize("NFC", DOTLESS.get(codes[at + 1], _character(codes[at + 1])) + chr(mark))
            if len(both) == 1 and letter[0] < (accent[0] + accent[2]) / 2 < letter[2]:
                codes[at], codes[at + 1] = JOINED, ord(both)

    def _word(self, text: str, bounds: Box, first: int, look: tuple[float, int, int, int, int]) -> Word:
        """A word whose box is as high as its font is large, whatever the font says of its letters."""
        size, style, mark, turn, kind = look
        x, y = c_double(), c_double()
        pdfium.FPDFText_GetCharOrigin(self._text_page, first, byref(x), byref(y))
        left, bottom, right, top = bounds
        up, down = ASCENT * size, DESCENT * size
        if turn in (0, -1):
            line = self._hung(first, size) if kind == EXTENSION or text[0] == ROOT else y.value
            bottom, top = line - down, line + up
        elif turn == 1:
            left, right = x.value - up, x.value + down
        elif turn == 2:
            bottom, top = y.value - up, y.value + down
        else:
            left, right = x.value - down, x.value + up
        return Word(text, (left, bottom, right, top), size, style, mark)

    def _hung(self, at: int, size: float) -> float:
        """How high the line of a large sign is: it hangs from where it is written, its middle on the axis."""
        left, right, bottom, top = (c_double() for _ in range(4))
        pdfium.FPDFText_GetCharBox(self._text_page, at, *map(byref, (left, right, bottom, top)))
        return (bottom.value + top.value) / 2 - AXIS * size

    def _of_run(self, first: int, run: int) -> tuple[float, int, int, int, int]:
        """(size, style, marked content, quarter turn or -1 for a slant, family of signs) of a character's run."""
        found = self._runs.get(run)
        if found is None:
            found = self._looked_up(first, run)
            if run:
                self._runs[run] = found
        return found

    def _looked_up(self, first: int, run: int) -> tuple[float, int, int, int, int]:
        text_page = self._text_page
        flags = c_int()
        name = ctypes.create_string_buffer(128)
        size = pdfium.FPDFText_GetFontInfo(text_page, first, name, 128, byref(flags))
        key = name.value[: max(0, size - 1)].decode("utf-8", "replace")
        style = self._fonts.get(key)
        if style is None:
            style = self._fonts[key] = _style(key, flags.value)
        if pdfium.FPDFText_GetFontWeight(text_page, first) >= _HEAVY:
            style |= BOLD
        angle = -pdfium.FPDFText_GetCharAngle(text_page, first) / (pi / 2)  # PDFium counts clockwise
        turn = round(angle) % 4 if abs(angle - round(angle)) < 0.03 else -1
        mark = -1
        if run:
            owner = ctypes.cast(run, pdfium.FPDF_PAGEOBJECT)
            mark = pdfium.FPDFPageObj_GetMarkedContentID(owner)
            style |= FAINT if _is_faint(owner) else 0
            style |= marked_as(owner) & (ARTIFACT | SILENT if self._tagged else SILENT)
        kind = family(key)
        if kind != EXTENSION:
            self.unmapped += pdfium.FPDFText_HasUnicodeMapError(text_page, first) == 1
        return self._size(first), style, mark, turn, kind

    def _size(self, at: int) -> float:
        """The height of the font as it is drawn."""
        size = pdfium.FPDFText_GetFontSize(self._text_page, at)
        matrix = pdfium.FS_MATRIX()
        if pdfium.FPDFText_GetMatrix(self._text_page, at, byref(matrix)):
            size *= hypot(matrix.c, matrix.d)
        return max(float(size), 0.5)


def _character(code: int) -> str:
    return chr(min(code, 0x10FFFF))


def _object_at() -> Any:
    """FPDFText_GetTextObject, with a plain number as its result: comparing pointers takes five times as long."""
    function = pdfium.FPDFText_GetTextObject
    function.restype = ctypes.c_void_p
    return function


def _is_faint(owner: Any) -> bool:
    """Whether a run of text is not drawn, or in white, or so that nothing of it is seen."""
    if pdfium.FPDFTextObj_GetTextRenderMode(owner) == INVISIBLE:
        return True
    colour = [c_uint() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetFillColor(owner, *map(byref, colour)):
        return False
    *parts, alpha = (part.value for part in colour)
    return alpha < SEEN or min(parts) > WHITE


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _is_apart(one: Box, other: Box) -> bool:
    """Whether a character of another object begins a word though no space was told: it is too far off."""
    heights = one[3] - one[1], other[3] - other[1]
    gap = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
    return min(heights) > 0 and gap > 0.5 * max(min(heights), 1.0)


def _style(name: str, flags: int) -> int:
    lower = name.lower()
    style = 0
    if flags & _FORCE_BOLD or any(part in lower for part in ("bold", "black", "heavy", "cmbx", "-bd", "semibold")):
        style |= BOLD
    if flags & _ITALIC or any(part in lower for part in ("italic", "oblique", "cmti", "slant")):
        style |= ITALIC
    if flags & _FIXED or any(part in lower for part in ("mono", "courier", "cmtt", "consol", "typewriter")):
        style |= MONO
    return style
