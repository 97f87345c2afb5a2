"""What text holds beyond printable ASCII, told from its bytes: whole paragraphs at once, not character by character.

A set of the characters costs 300 instructions for each of them (an object, its hash, a place in a set that no cache
holds). Text of ideographs, kana and Hangul has a new one at every place; that it is such text and no other its UTF-8
says for 30.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

_COMMON = bytes((0x09, 0x0A, *range(0x20, 0x7F)))
_CONTINUING = bytes(range(0x80, 0xC0))
_WIDE_LEADS = bytes((0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEB, 0xEC))
"""First bytes of U+4000 to U+9FFF and U+B000 to U+CFFF."""

_TAILS = {
    0xE2: (2, frozenset(char.encode()[1:] for char in "\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026")),
    0xE3: (
        2,
        frozenset(
            chr(c).encode()[1:]
            for c in (*range(0x3000, 0x302A), *range(0x3030, 0x303F), *range(0x3041, 0x3097), *range(0x309B, 0x3100))
        ),
    ),
    0xEA: (1, frozenset(bytes((b,)) for b in range(0xB0, 0xC0))),
    0xED: (1, frozenset(bytes((b,)) for b in range(0x80, 0x9E))),
    0xEF: (2, frozenset(chr(c).encode()[1:] for c in range(0xFF01, 0xFF40))),
}
"""First byte -> (how many of the bytes behind it tell, what they may be): dashes and quotation marks, kana and CJK
punctuation but what combines, Hangul, full-width forms.
"""

LONG = 8192
"""Bytes beyond ASCII from which a text is looked at paragraph by paragraph."""

_last_rest: tuple[str, bytes] = "", b""
_last_chars: tuple[str, AbstractSet[str]] = "", frozenset()
_last_east: tuple[str, bool] = "", False


def _beyond_ascii(text: str) -> bytes:
    """The UTF-8 of the characters of `text` but TAB, LF and printable ASCII.

    Several questions are asked about one paragraph in a row, so the last answer is kept, here and below.
    """
    global _last_rest
    if _last_rest[0] is not text:
        _last_rest = text, text.encode("utf-8", "surrogatepass").translate(None, _COMMON)
    return _last_rest[1]


def uncommon(text: str) -> AbstractSet[str]:
    """The characters of `text` but TAB, LF and printable ASCII: of Latin text twice as fast as `set`."""
    global _last_chars
    if _last_chars[0] is not text:
        _last_chars = text, frozenset(_beyond_ascii(text).decode("utf-8", "surrogatepass"))
    return _last_chars[1]


def is_east_asian(text: str) -> bool:
    """Whether `text` is ideographs, kana or Hangul with their punctuation, ASCII, dashes and quotation marks.

    Then nothing in it is invisible, combines or runs to the left, and all takes two cells but ASCII and what begins
    with the byte E2. False says nothing.
    """
    global _last_east
    if _last_east[0] is not text:
        rest = _beyond_ascii(text)
        _last_east = text, rest[:1] >= b"\xe2" and _is_east_asian(rest)
    return _last_east[1]


def without_east_asian(text: str) -> str:
    """`text`, of a long one only the paragraphs that are not known to be East Asian."""
    if len(_beyond_ascii(text)) < LONG:
        return text
    return "\n".join([paragraph for paragraph in text.split("\n\n") if not is_east_asian(paragraph)])


def wide_characters(text: str) -> int:
    """How many characters of an East Asian text, or of a part of it, take two cells."""
    data = text.encode()
    return (len(data) - len(text)) // 2 - data.count(b"\xe2")


def _is_east_asian(rest: bytes) -> bool:
    """`is_east_asian` for the UTF-8 of what is beyond common ASCII."""
    leads = rest.translate(None, _CONTINUING)
    others = set(leads.translate(None, _WIDE_LEADS))
    if not others <= _TAILS.keys() or not leads.strip(b"\xe2"):
        return False
    for lead in others:
        size, known = _TAILS[lead]
        if not known.issuperset([piece[:size] for piece in rest.split(bytes((lead,)))[1:]]):
            return False
    return True
