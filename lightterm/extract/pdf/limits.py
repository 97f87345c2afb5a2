"""Limits that stand above and below a large sign, or below lim: put behind it, where its exponents and indices are."""

from __future__ import annotations

from lightterm.extract.pdf.words import SMALL, Word

SIGNS = frozenset(
    (*"\u2211\u220f\u222b\u222e\u22c3\u22c2\u22c0\u22c1\u2210", "lim", "max", "min", "sup", "inf", "limsup", "liminf")
)
"""Sums, products, integrals, unions, and the words that have a limit below them."""

REACH = 2.4
"""Ems between the line of a sign and that of its limits at most."""

RAISED_BY, LOWERED_BY = 0.4, 0.2
"""Ems from the line at which they are put: as exponents and indices stand."""


def with_limits(words: list[Word]) -> list[Word]:
    """The words of a page, the limits of each sign behind it, those below first."""
    for sign in [word for word in words if word.text in SIGNS]:
        near = [word for word in words if _is_limit(sign, word)]
        below = [word for word in near if word.base > sign.base]
        above = [word for word in near if word.base < sign.base]
        if not near:
            continue
        gone = {id(word) for word in near}
        words = [word for word in words if id(word) not in gone]
        at = next(at for at, word in enumerate(words) if word is sign) + 1
        words[at:at] = [_put(part, sign, sign.base + LOWERED_BY * sign.size) for part in below] + [
            _put(part, sign, sign.base - RAISED_BY * sign.size) for part in above
        ]
    return words


def _is_limit(sign: Word, word: Word) -> bool:
    """Whether a small word stands right above or below a sign, or to the side of a tall one."""
    if word is sign or word.size >= SMALL * sign.size:
        return False
    distance = abs(word.base - sign.base)
    return (
        0.55 * sign.size < distance < REACH * sign.size and sign.x0 - sign.size < word.middle[0] < sign.x1 + sign.size
    )


def _put(word: Word, sign: Word, base: float) -> Word:
    """The word moved to a line of its sign, so narrow that nothing is beside it."""
    height = base - word.base
    word.top, word.bottom, word.base = word.top + height, word.bottom + height, base
    word.x0 = word.x1 = sign.x1
    word.glued = True
    return word
