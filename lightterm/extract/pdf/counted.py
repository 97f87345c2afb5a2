"""Items that are counted: by numbers, letters or Roman numbers; what each marker may mean, and which make a list."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.extract.pdf.paragraphs import Block

    Reading = tuple[str, int]

UNDER = 0.25
"""Ems by which the text of one item stands off that of the next at most, or their markers."""

IN = 0.7
"""Ems that what is within an item stands further in than its marker at least."""

LARGER = 1.08
"""Times the size of an item from which on what follows is none within it."""

LONGEST = 40
"""Blocks looked at for the item after one: those within it stand further in."""

_ROMAN = re.compile(r"(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_DIGITS = {"i": 1, "v": 5, "x": 10}


def readings(marker: str) -> list[Reading]:
    """What a marker may mean, as the type of an HTML list and a number, the likeliest first; none for a bullet."""
    bare = marker.strip("().")
    if bare.isdecimal():
        return [("1", int(bare))]
    if not (bare.isascii() and bare.isalpha()) or bare == marker:
        return []
    found: list[Reading] = []
    if _ROMAN.fullmatch(bare):
        digits = [_DIGITS[c] for c in bare.lower()]
        values = [-one if one < after else one for one, after in zip(digits, [*digits[1:], 0], strict=True)]
        found.append(("i" if bare.islower() else "I", sum(values)))
    if len(bare) == 1:
        letter = "a" if bare.islower() else "A", ord(bare.lower()) - ord("a") + 1
        found.insert(0 if bare.lower() in "vx" else len(found), letter)
    return found


def reading(marker: str, before: Reading | None) -> Reading | None:
    """What a marker means behind that of the item before: what goes on with it, else what is likeliest."""
    found = readings(marker)
    if before is not None and (before[0], before[1] + 1) in found:
        return before[0], before[1] + 1
    return found[0] if found else None


def listed(found: Sequence[tuple[Block | None, str]]) -> list[int]:
    """Which of the blocks of a column are items by their markers: one follows the other, marker or text below its own.

    Between the two stands only what stands further in. `found` has what each block begins with, "" for nothing, and
    None for what is no block.
    """
    kept: set[int] = set()
    for at, (block, marker) in enumerate(found):
        follows = [(kind, value + 1) for kind, value in readings(marker)]
        for other in range(at + 1, min(len(found), at + LONGEST)) if follows and block is not None else ():
            following, mark = found[other]
            if following is None or block is None:
                break
            if mark and _are_siblings(block, marker, following, mark):
                if any(one in follows for one in readings(mark)):
                    kept |= {at, other}
                break
            if following.left < block.left + IN * block.size or following.size > LARGER * block.size:
                break
    return sorted(kept)


def _are_siblings(one: Block, marker: str, other: Block, mark: str) -> bool:
    """Whether two markers are written alike and stand below each other, at their beginning or their end."""
    near = UNDER * one.size
    below = abs(one.left - other.left) < near or abs(one.inner - other.inner) < near
    return below and _signs(marker) == _signs(mark)


def _signs(marker: str) -> str:
    return "".join(c for c in marker if not c.isalnum())
