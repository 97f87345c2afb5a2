"""Signs of TeX's fonts that files do not name: PDFium tells bare codes, and strokes apart from what they go through.

Donald E. Knuth, The TeXbook, appendix F: the family of extension fonts (cmex).
"""

from __future__ import annotations

from unicodedata import normalize

_BRACKETS = "()[]\u230a\u230b\u2308\u2309{}\u27e8\u27e9"

SIGNS: dict[int, str] = {
    **dict(enumerate(_BRACKETS + "|\u2225/\\")),
    **dict(enumerate("()" + _BRACKETS + "/\\", 0x10)),
    **dict(enumerate(_BRACKETS + "/\\/\\", 0x20)),
    **dict(
        enumerate(
            "\u239b\u239e\u23a1\u23a4\u23a3\u23a6\u23a2\u23a5\u23a7\u23ab\u23a9\u23ad\u23a8\u23ac\u23aa\u23d0\u239d\u23a0\u239c\u239f\u27e8\u27e9\u2294\u2294\u222e\u222e\u2299\u2299\u2295\u2295\u2297\u2297",
            0x30,
        )
    ),
    **dict(
        enumerate(
            "\u2211\u220f\u222b\u22c3\u22c2\u228e\u22c0\u22c1\u2211\u220f\u222b\u22c3\u22c2\u228e\u22c0\u22c1\u2210\u2210",
            0x50,
        )
    ),
    **dict(enumerate("[]\u230a\u230b\u2308\u2309{}\u221a\u221a\u221a\u221a", 0x68)),
}
"""Code -> sign; accents that span letters and the pieces of braces drawn across are none."""


MAPS_TO = "\N{RIGHTWARDS ARROW FROM BAR}"

NOT = "\u0338"
"""The stroke that TeX draws before the sign it goes through."""

SYMBOLS, EXTENSION = 1, 2


def family(font: str) -> int:
    """SYMBOLS for TeX's font of signs (cmsy), EXTENSION for that of large ones, 0 for any other, by a font's name."""
    name = font.rpartition("+")[2][:4].upper()
    return EXTENSION if name == "CMEX" else SYMBOLS if name == "CMSY" else 0


def named(text: str, kind: int) -> str:
    """What the codes of a run of such a font mean; the foot of an arrow, drawn as a sign of its own, is one with it."""
    if kind == EXTENSION:
        return "".join([SIGNS.get(ord(c), "" if c < " " else c) for c in text])
    return text.replace("7\N{RIGHTWARDS ARROW}", MAPS_TO) if kind == SYMBOLS else text


def struck(text: str) -> str:
    """Signs with the stroke that stands before them on them: what is not equal is one character."""
    at = text.find(NOT)
    while 0 <= at < len(text) - 1:
        text = text[:at] + normalize("NFC", text[at + 1] + NOT) + text[at + 2 :]
        at = text.find(NOT, at + 2)
    return text
