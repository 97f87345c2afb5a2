"""East Asian text told from other text by its bytes: a paragraph at once, not character by character.

A set of the characters costs 300 instructions for each of them (an object, its hash, a place in a set that no cache
holds). Text of ideographs, kana and Hangul has a new one at every place; that it is such text and no other its UTF-8
says for 30.
"""

from __future__ import annotations

from lightterm.safe import beyond_ascii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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

_PART = 1 << 16
"""Bytes that are taken apart at a time: the pieces of 20 MB took 250 MB."""

_last: tuple[str, bool] = "", False


def is_known(text: str) -> bool:
    """Whether `text` is ideographs, kana or Hangul with their punctuation, ASCII, dashes and quotation marks.

    All takes two cells then but ASCII and what begins with the byte E2. The last answer is kept.
    """
    global _last
    if _last[0] is not text:
        _last = text, _is_east_asian(beyond_ascii(text))
    return _last[1]


def _is_east_asian(rest: bytes) -> bool:
    """`is_east_asian` for the UTF-8 of what is beyond common ASCII."""
    leads = rest.translate(None, _CONTINUING)
    others = set(leads.translate(None, _WIDE_LEADS))
    if not others <= _TAILS.keys() or not leads.strip(b"\xe2"):
        return False
    for part in (rest,) if len(rest) <= _PART else _parts(rest):
        for lead in others:
            size, known = _TAILS[lead]
            if not known.issuperset([piece[:size] for piece in part.split(bytes((lead,)))[1:]]):
                return False
    return True


def _parts(rest: bytes) -> Iterator[bytes]:
    """The bytes some ten thousand at a time, cut between characters."""
    at = 0
    while at < len(rest):
        end = at + _PART
        while rest[end : end + 1] and rest[end] in _CONTINUING:
            end += 1
        yield rest[at:end]
        at = end
