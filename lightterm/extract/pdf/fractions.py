"""Fractions and roots, by their rules: what stands above and below one becomes a word of the line it is part of."""

from __future__ import annotations

import re
from itertools import pairwise

from lightterm.extract.pdf.words import FALL, RISE, SMALL, WIDE, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Box = tuple[float, float, float, float]

LONGEST = 18.0
"""Ems that a rule is long at most; TeX makes it as long as the wider of its two parts."""

MOST = 14
"""Words above or below a rule."""

MOST_RULES = 300
"""Rules of a page that are looked at, the shortest first; a drawing has more."""

AXIS = 0.25
"""Ems above its line at which the rule of a fraction stands."""

NEAR, FAR = 0.05, 1.4
"""Ems between a rule and the lines on which its parts stand."""

MEETING = 2.0
"""Points within which lines meet."""

ROOT = "\N{SQUARE ROOT}"

_ONE = re.compile(f"{ROOT}?[\\w^]+")


def with_fractions(words: list[Word], rules: Sequence[Box], lines: Sequence[Box] = ()) -> list[Word]:
    """The words of a page, those around each rule of a fraction or under that of a root as one.

    What upright `lines` of the page meet at an end is a border of cells.
    """
    for x0, top, x1, bottom in sorted(rules, key=lambda box: box[2] - box[0])[:MOST_RULES]:
        y = (top + bottom) / 2
        within = [word for word in words if x0 - 1.5 <= word.x0 and word.x1 <= x1 + 1.5]
        above = [word for word in within if NEAR * word.size < y - word.base < FAR * word.size]
        below = [word for word in within if NEAR * word.size < word.base - y < FAR * word.size]
        root = next(
            (word for word in words if word.text == ROOT and abs(word.x1 - x0) < 1.5 and _reaches(word, y)), None
        )
        if root is not None and _is_row(below):
            words = _put(words, [root, *below], ROOT + _grouped(below), root.size, root.base)
        elif (
            _is_row(above)
            and _is_row(below)
            and _fits(above, below, x0, x1)
            and _is_alone(above, words)
            and _is_alone(below, words)
            and not any(_meets(line, x0, x1, y) for line in lines)
        ):
            size = max(word.size for word in above + below)
            words = _put(words, above + below, f"{_grouped(above)}/{_grouped(below)}", size, y + AXIS * size)
    return words


def _meets(line: Box, x0: float, x1: float, y: float) -> bool:
    """Whether an upright line stands at an end of a rule."""
    left, top, right, bottom = line
    upright = bottom - top > right - left and top - MEETING < y < bottom + MEETING
    return upright and any(left - MEETING < x < right + MEETING for x in (x0, x1))


def _reaches(root: Word, y: float) -> bool:
    """Whether a root ends at the height of a rule."""
    return root.top - 0.3 * root.size < y < root.base


def _is_row(words: list[Word]) -> bool:
    """Whether words are one line of a formula: few, and none far from the next."""
    if not 0 < len(words) <= MOST:
        return False
    in_order = sorted(words, key=lambda word: word.x0)
    if any(after.x0 - before.x1 > WIDE * max(before.size, after.size) for before, after in pairwise(in_order)):
        return False
    size = max(word.size for word in words)
    bases = [word.base for word in words if word.size > SMALL * size]
    return max(bases) - min(bases) < 0.3 * size


def _is_alone(part: list[Word], words: list[Word]) -> bool:
    """Whether nothing stands beside a part on its own line: a word over a line of text may be underlined."""
    main = max(part, key=lambda word: word.size)
    left, right = min(word.x0 for word in part), max(word.x1 for word in part)
    inside = {id(word) for word in part}
    return not any(
        abs(word.base - main.base) < 0.1 * main.size
        and max(word.x0 - right, left - word.x1) < WIDE * main.size
        and id(word) not in inside
        for word in words
    )


def _fits(above: list[Word], below: list[Word], x0: float, x1: float) -> bool:
    """Whether a rule is as long as the wider of its parts, and both stand in its middle."""
    size = max(word.size for word in above + below)
    spans = [(min(word.x0 for word in part), max(word.x1 for word in part)) for part in (above, below)]
    widest = max(right - left for left, right in spans)
    centred = all(abs(left + right - x0 - x1) < size for left, right in spans)
    return x1 - x0 < LONGEST * size and abs(x1 - x0 - widest) < 0.5 * size and centred


def _grouped(words: list[Word]) -> str:
    """The words of a part on one line, in brackets where they are more than one thing."""
    text = _written(sorted(words, key=lambda word: word.x0))
    is_one = _ONE.fullmatch(text) or (text[0] == "(" and text.find(")") == len(text) - 1)
    return text if is_one else f"({text})"


def _written(words: list[Word]) -> str:
    size = max(word.size for word in words)
    line = next(word.base for word in words if word.size == size)
    out = words[0].text
    for before, word in pairwise(words):
        rise = (line - word.base) / size if word.size < SMALL * size else 0.0
        mark = "^" if rise > RISE else "_" if rise < -FALL else ""
        space = "" if mark or word.glued or word.x0 - before.x1 < 0.14 * size else " "
        out += f"{space}{mark}{word.text}"
    return out


def _put(words: list[Word], parts: list[Word], text: str, size: float, base: float) -> list[Word]:
    """The words with one in the place of the first of its parts, on a line at `base`."""
    first = min(words.index(part) for part in parts)
    like = parts[0]
    left, right = min(word.x0 for word in parts), max(word.x1 for word in parts)
    whole = Word(text, (left, base - 0.78 * size, right, base + 0.22 * size), size, like.style, like.mark)
    whole.base, whole.link, whole.tag = base, like.link, like.tag
    gone = {id(part) for part in parts}
    return [whole if at == first else word for at, word in enumerate(words) if at == first or id(word) not in gone]
