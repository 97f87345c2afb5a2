"""Words of lines from right to left as they read, made from where their characters stand.

PDFium tells the characters of such words now as they are drawn, now as they are meant, and spaces on either side of
signs; where they stand is sure. Numbers run from the left; which signs are of a number depends on the letters before it
(UAX 9, W2 to W7): of "50%" the sign stands on the right behind Hebrew, on the left behind Arabic.
"""

from __future__ import annotations

from unicodedata import bidirectional

from lightterm.extract.pdf.words import TOUCHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.extract.pdf.words import Word

    Box = tuple[float, float, float, float]

CURLY = str.maketrans("\u201c\u201d\u2018\u2019", "\u201d\u201c\u2019\u2018")
"""Quotes that PDFium mirrors in text from right to left, though they are drawn as they are meant."""

_SIGNS = "\"'.,;:!?-\u2010\u2013\u2014\u201c\u201d\u2018\u2019\u2026"
_BRACKETS = frozenset("()[]{}")
_PERCENT = "%\u066a\u2030"


def is_from_right(text: str) -> bool:
    """Whether a word is of a script that runs from right to left: each word of it is a piece by itself."""
    return not text.isascii() and any(bidirectional(c) in ("R", "AL") for c in text[:4])


def parts(text: str, boxes: list[Box]) -> list[int]:
    """How many characters each word has of what PDFium tells as one: a space beside a sign may be on its other side."""
    if text.isalnum() or len({is_from_right(c) for c in text if c.isalpha()}) > 1:
        return [len(text)]
    size = max(top - bottom for _, bottom, _, top in boxes)
    ends = [at for at in range(1, len(text)) if not text[at - 1 : at + 1].isalnum() and _is_parted(boxes, at, size)]
    return [end - start for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]


def _is_parted(boxes: list[Box], at: int, size: float) -> bool:
    """Whether all the characters before one stand on one side of those from it on, a space away."""
    one, other = ((min(x0 for x0, *_ in side), max(x1 for _, _, x1, _ in side)) for side in (boxes[:at], boxes[at:]))
    return max(one[0] - other[1], other[0] - one[1]) > TOUCHING * size


def set_right(word: Word, told: str, places: list[float]) -> None:
    """Note how a word reads in a line from right to left, by where its characters stand; `told` is what PDFium says."""
    kinds = {bidirectional(c) for c in told}
    if "L" in kinds and not kinds & {"R", "AL", "NSM"}:
        word.text = "".join(told[at] for at in sorted(range(len(told)), key=places.__getitem__))
    elif "NSM" not in kinds and not told.isalpha() and (len(told) > 1 or told.isdigit()):
        word.from_right = read_from_right(told, places)
        word.after_arabic = read_from_right(told, places, arabic=True)


def read_from_right(text: str, places: list[float], arabic: bool = False) -> str:
    """The characters from the right one on, as they stand at `places`, but for numbers and letters of other scripts.

    Those run from the left. Behind `arabic` letters only points and the like within it are of a number.
    """
    seen = [text[at] for at in sorted(range(len(text)), key=places.__getitem__, reverse=True)]
    found: list[str] = []
    number: list[str] = []
    for at, c in enumerate(seen):
        kind = bidirectional(c)
        after = seen[at + 1 : at + 2]
        between = number and any(map(_runs_from_left, after))
        signs = kind in ("CS", "AN") or (kind == "ES" and not arabic)
        of_number = kind == "ET" and not arabic and any(map(str.isdigit, (*number[-1:], *after)))
        if _runs_from_left(c) or (signs and between) or of_number:
            number.append(c)
        else:
            found += [*reversed(number), c]
            number = []
    return "".join([*found, *reversed(number)])


def _runs_from_left(c: str) -> bool:
    return c.isdigit() or bidirectional(c) == "L"


def take_as_read(words: Iterable[Word]) -> None:
    """Give the words of a line from right to left the texts that they have in it."""
    row = sorted(words, key=lambda word: word.x0, reverse=True)
    last = ""
    for word in row:
        if word.from_right and any(map(str.isalnum, word.text)):
            word.text = _as_read(word, last, row)
        last = next((kind for c in reversed(word.text) if (kind := bidirectional(c)) in ("L", "R", "AL")), last)


def _as_read(word: Word, last: str, row: list[Word]) -> str:
    """A word's text behind letters of a kind; those before the line's first are not known, and are like the next."""
    kinds = (bidirectional(c) for other in (word, *row) for c in other.text)
    before = last or next((kind for kind in kinds if kind in ("R", "AL")), "")
    if before != "AL" or (not last and word.after_arabic[0] in _PERCENT):
        return word.from_right
    return word.after_arabic


def among_others(words: list[Word]) -> list[list[Word]]:
    """The words of a line from left to right in runs, those from right to left in their order, with the numbers, signs
    and brackets among them (UAX 9, N0 to N2).

    Signs on either side of such words are the line's.
    """
    row = sorted(words, key=lambda word: word.x0)
    found: list[list[Word]] = []
    at = 0
    while at < len(row):
        end = at + 1
        if is_from_right(row[at].text) or _opens_after(row, at):
            for other in range(end, len(row)):
                if is_from_right(row[other].text):
                    end = other + 1
                elif any(map(str.isalpha, row[other].text)):
                    break
        found.append(_turned(row[at:end]) if is_from_right(row[end - 1].text) else row[at:end])
        at = end
    return found


def _opens_after(row: list[Word], at: int) -> bool:
    """Whether a sign is the left bracket around words from right to left that others are before."""
    if row[at].text not in _BRACKETS or at + 1 == len(row) or not is_from_right(row[at + 1].text):
        return False
    after = iter(row[at + 1 :])
    closed = any(word.text in _BRACKETS for word in after)
    following = next((word.text for word in after if any(map(str.isalnum, word.text))), "")
    return closed and is_from_right(following)


def _turned(run: list[Word]) -> list[Word]:
    """Words side by side from the right one on, with the signs at their ends where the line has them."""
    if not run:
        return run
    texts = [(word.from_right if is_from_right(word.text) else "") or word.text for word in reversed(run)]
    left = len(texts[-1]) - len(texts[-1].rstrip(_SIGNS))
    before, texts[-1] = texts[-1][len(texts[-1]) - left :], texts[-1][: len(texts[-1]) - left]
    right = len(texts[0]) - len(texts[0].lstrip(_SIGNS))
    after, texts[0] = texts[0][:right], texts[0][right:]
    texts[0] = before[::-1] + texts[0]
    texts[-1] += after[::-1]
    for word, text in zip(reversed(run), texts, strict=True):
        word.text = text
    return run[::-1]
