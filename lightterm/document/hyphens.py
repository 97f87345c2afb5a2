"""Words longer than a line: told with a soft hyphen where they are broken, so that no reader takes a part for a word.

Only words: an address or a number is cut without a sign, for whoever copies it to get what stood there.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 100
"""Letters of a word that is still a word."""

LEAST = 8
"""Cells of a line from which on a hyphen is worth its cell."""

_BEFORE = frozenset(" \n\xa0([]{„“”«»\"'‘’¿¡-–—")
_AFTER = frozenset(" \n\xa0)[]}“”»«\"'’-–—")
_POINTS = frozenset(".,;:!?…")
_LATIN = "\u0590"
"""Scripts from here on are not hyphenated so, or break anywhere."""


def hyphenated(text: str, ends: Sequence[int], room: int) -> tuple[str, Sequence[int]]:
    """Text that was broken in lines of so many cells, and where it is broken with the hyphens it needs."""
    places = hyphenate(text, ends) if room >= LEAST else []
    if not places:
        return text, ends
    from lightterm.document.wrap import breaks

    text = insert(text, places)
    return text, breaks(text, room, room)


def hyphenate(text: str, ends: Sequence[int]) -> list[int]:
    """Where soft hyphens belong in `text`, broken as `ends` says (see wrap.breaks): in words cut for length."""
    places: list[int] = []
    done = 0
    for end, start in zip(ends[1:-1:2], ends[2::2], strict=True):
        if end != start or end <= done:
            continue
        if text[end - 1] < _LATIN and text[end - 1].isalpha() and (text[end].isalpha() or text[end] in _POINTS):
            first, done = _word(text, end)
            places += range(first + 2, done - 1)
    return places


def insert(text: str, places: list[int]) -> str:
    """`text` with a soft hyphen at each place."""
    out = []
    done = 0
    for place in places:
        out.append(text[done:place])
        done = place
    out.append(text[done:])
    return "\xad".join(out)


def _word(text: str, inside: int) -> tuple[int, int]:
    """The run of letters before or around an offset if it is a word, else nothing."""
    if inside >= LONGEST and text[inside - LONGEST : inside + 1].isalpha():
        return inside, inside  # found in C: of a line of 5 MB every end is inside a run of letters
    first = last = inside
    low, high = max(0, inside - LONGEST), min(len(text), inside + LONGEST)
    while first > low and text[first - 1].isalpha() and text[first - 1] < _LATIN:
        first -= 1
    while last < high and text[last].isalpha() and text[last] < _LATIN:
        last += 1
    begins = first == 0 or text[first - 1] in _BEFORE
    tail = last
    while tail < len(text) and text[tail] in _POINTS:
        tail += 1
    ends = tail == len(text) or text[tail] in _AFTER
    return (first, last) if begins and ends and last - first <= LONGEST else (inside, inside)
