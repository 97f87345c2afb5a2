"""Bullets that are drawn, not written, as browsers do: small round or square areas before the first word of a line."""

from __future__ import annotations

from lightterm.extract.pdf.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Box = tuple[float, float, float, float]

LEAST, MOST = 0.12, 0.55
"""Ems that one is wide and high: a browser's are .31, its rings .47."""

SQUARE = 1.2
"""Times its height that it is wide at most, and the other way round."""

NEAR, FAR = 0.15, 1.6
"""Ems between it and its line."""

ALONE = 0.8
"""Ems before it that are free."""

ENOUGH = 300
"""Small areas from which on they are a drawing's."""

DOT = "•"


def with_dots(words: list[Word], areas: Sequence[Box]) -> list[Word]:
    """The words with a bullet before each line that has one drawn before it."""
    dots = [box for box in areas if _is_square(box)]
    if not dots or len(dots) > ENOUGH:
        return words
    sizes = sorted(word.size for word in words)
    usual = sizes[len(sizes) // 2] if sizes else 0.0
    before: dict[int, Word] = {}
    for box in dots:
        if not LEAST * usual <= box[2] - box[0] <= MOST * usual:
            continue
        middle = (box[1] + box[3]) / 2
        line = [word for word in words if word.top < middle < word.bottom and word.x1 > box[0] - ALONE * word.size]
        first = min(line, key=lambda word: word.x0, default=None)
        if first is not None and _is_before(box, first):
            bullet = Word(DOT, (box[0], first.top, box[2], first.bottom), first.size, 0, first.mark)
            bullet.base = first.base
            before[id(first)] = bullet
    return [one for word in words for one in ([before[id(word)], word] if id(word) in before else [word])]


def _is_square(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return 0 < width <= SQUARE * height and height <= SQUARE * width


def _is_before(box: Box, word: Word) -> bool:
    """Whether a dot stands where the bullet of a line that begins with a word does, and is as large as one."""
    size, gap = word.size, word.x0 - box[2]
    if not (LEAST * size <= box[2] - box[0] <= MOST * size and NEAR * size < gap < FAR * size):
        return False
    return word.base - 0.65 * size < (box[1] + box[3]) / 2 < word.base - 0.1 * size
