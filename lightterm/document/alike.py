"""Text as a search takes it: letters without their accents, as browsers' find bars do, and what nobody types left out.

A character becomes one character or none, and a ligature (ﬁ, ß, æ) the letters it is made of, as people type them;
`places` tells where what was found stands. Accents are the marks of
Latin, Greek, Cyrillic, Hebrew and Arabic; the signs that make another letter of one (kana's voicing, the vowels and
tones of Thai, the viramas of India) stay.
"""

from __future__ import annotations

import re
from unicodedata import combining, decomposition, normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SPECIAL = {
    **dict(zip("øØłŁđĐħĦŧŦıɨƀ", "oOlLdDhHtTiib", strict=True)),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),
    **dict.fromkeys("\u2010\u2011", "-"),
    **dict.fromkeys("\xad\u034f\u0640\u200b\u200e\u200f\u2060\ufeff", ""),
}
"""Letters with a stroke have no decomposition; quotes and hyphens are typed as keyboards have them."""

_LIGATURES = {
    **dict(zip("ßẞæÆœŒĳĲ", ("ss", "SS", "ae", "AE", "oe", "OE", "ij", "IJ"), strict=True)),
    **dict(
        zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
    ),
    **dict(zip("ǽǼǣǢ", ("ae", "AE", "ae", "AE"), strict=True)),
}
_LIGATURE = re.compile(f"[{''.join(_LIGATURES)}]")


def _is_accent(char: str) -> bool:
    kind = combining(char)
    return 10 <= kind <= 36 or kind >= 200


def _alike(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char in _LIGATURES:
        return _LIGATURES[char]
    if _is_accent(char):
        return ""
    told = decomposition(char)
    if told.startswith(("<wide>", "<narrow>")):
        return chr(int(told.split()[1], 16))
    parts = normalize("NFD", char)
    return parts[0] if len(parts) > 1 and all(map(_is_accent, parts[1:])) else char


class _Table(dict[int, str]):
    """What characters become, by their code points; made as they are met."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _alike(chr(code))
        return found


_TABLE = _Table()


def alike(text: str) -> str:
    """`text` without accents and ligatures; shorter where it has marks of their own."""
    return text if text.isascii() else text.translate(_TABLE)


def is_place_for_place(text: str, bare: str) -> bool:
    """Whether each character of `text` is one of `bare`, which is `alike(text)`."""
    return len(bare) == len(text) and (bare is text or _LIGATURE.search(text) is None)


def places(text: str) -> Sequence[int]:
    """For each character of `alike(text)` its place in `text`."""
    return [at for at, char in enumerate(text) for _ in _TABLE[ord(char)]]
