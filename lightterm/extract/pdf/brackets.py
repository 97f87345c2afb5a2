"""Brackets and other signs in lines from right to left: which opens and which closes, what they belong to, and where no
space is.

PDFium tells some as they are drawn and some as they are meant, and not always where they stand in the line; what they
are is told by where they stand: a bracket is nearer to what it holds, and signs at the ends of words of another script
go with the line (UAX 9, N1 and N2).
"""

from __future__ import annotations

from itertools import pairwise

from lightterm.extract.pdf.from_right import among_others, is_from_right, take_as_read
from lightterm.extract.pdf.words import TOUCHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.extract.pdf.words import Word

_PAIRS = ("()", "[]", "{}", "«»", "‹›")
_FAMILY = {sign: pair for pair in _PAIRS for sign in pair}
BRACKETS = frozenset(map(ord, _FAMILY))
"""The codes of brackets: on a page with letters from right to left each is a word of its own."""

_OPENING, _CLOSING = (frozenset(pair[side] for pair in _PAIRS) for side in (0, 1))

_CLOSING_SIGNS = ",;:!?+/"
_OPENING_SIGNS = frozenset("-@#$~")
_QUOTES = "\"'"
_HYPHENS = frozenset("-\u2010\u2011\u05be")

HELD = 0.3
"""Ems between a bracket and what it holds that are no space: boxes of Arabic letters and brackets leave 0.17."""

NEARER = 0.08
"""Ems by which a bracket is nearer to one side at least; else it is the other one of the bracket before it."""


def is_bracket(word: Word) -> bool:
    """Whether a word is a bracket told apart."""
    return word.text in _FAMILY


def is_sign(word: Word) -> bool:
    """Whether a word has neither letters nor digits, and is no bracket."""
    return not any(map(str.isalnum, word.text)) and not is_bracket(word)


def in_line(words: list[Word], among_such: bool = False) -> list[Word]:
    """The words of a line in the order they are read, given as they stand from the left; brackets are set right.

    `among_such` says that its page is read from the right: one word of such a script is enough for its line.
    """
    backwards = any(is_from_right(word.text) for word in words) if among_such else runs_from_right(words)
    mixed = backwards or any(is_from_right(word.text) for word in words)
    runs = [[word] for word in words]
    if backwards:
        take_as_read(words)
    elif mixed:
        runs = among_others(words)
    within: frozenset[int] = frozenset()
    if any(map(is_bracket, words)):
        row = sorted(words, key=lambda word: word.x0)
        opens = _opening(row)
        if backwards:
            within = frozenset(id(row[at]) for at in _of_others(row, opens))
        forwards = within if backwards else {id(run[0]) for run in runs if len(run) == 1}
        for at, word in enumerate(row):
            if mixed and is_bracket(word):
                word.text = _FAMILY[word.text][opens[at] != (id(word) in forwards)]
    if backwards:
        runs = _from_right(words, within)
    _glue(runs, backwards)
    return [word for run in runs for word in run]


def runs_from_right(words: Iterable[Word]) -> bool:
    """Whether most words are of a script from right to left; numbers and signs are of none."""
    said = [is_from_right(word.text) for word in words if any(map(str.isalpha, word.text))]
    return 2 * sum(said) > len(said)


def _opening(row: list[Word]) -> list[bool]:
    """For each word of a line whether it is a bracket on the left of what it holds."""
    opens: list[bool] = []
    waiting: list[str] = []
    for at, word in enumerate(row):
        opens.append(False)
        if not is_bracket(word):
            continue
        left = word.x0 - row[at - 1].x1 if at else float("inf")
        right = row[at + 1].x0 - word.x1 if at + 1 < len(row) else float("inf")
        family = _FAMILY[word.text]
        if abs(left - right) < NEARER * word.size:
            opens[at] = family not in waiting or opens[at - 1]
        else:
            opens[at] = right < left
        if opens[at]:
            waiting.append(family)
        elif family in waiting:
            waiting.remove(family)
    return opens


def _of_others(row: list[Word], opens: list[bool]) -> set[int]:
    """The brackets around words of other scripts alone, with which they keep their order.

    Numbers are of none: what holds them goes with the line, but for those behind such a word (UAX 9, N0).
    """
    found: set[int] = set()
    waiting: list[int] = []
    for at, word in enumerate(row):
        if not is_bracket(word):
            continue
        if opens[at]:
            waiting.append(at)
        elif waiting and _FAMILY[row[waiting[-1]].text] == _FAMILY[word.text]:
            start = waiting.pop()
            inside = [other.text for other in row[start + 1 : at]]
            if any(map(is_from_right, inside)):
                continue
            if _has_letters(inside) or _has_letters([other.text for other in row[max(0, start - 1) : start]]):
                found |= {start, at}
    return found


def _has_letters(texts: list[str]) -> bool:
    """Whether some text has a letter of another script."""
    return any(c.isalpha() for text in texts if not is_from_right(text) for c in text)


def _from_right(words: list[Word], within: frozenset[int]) -> list[list[Word]]:
    """Words from right to left, but for those of other scripts among them, which keep their order and are a run each.

    `within` are the brackets that go with those, by identity.
    """
    found: list[list[Word]] = []
    others: list[Word] = []
    for word in sorted(words, key=lambda word: word.x0, reverse=True):
        if is_from_right(word.text) or (is_bracket(word) and id(word) not in within):
            found += _forwards(others, found[-1][-1] if found else None)
            others = []
            found.append([word])
        else:
            others.append(word)
    return found + _forwards(others, found[-1][-1] if found else None, ends=True)


def _forwards(words: list[Word], before: Word | None, ends: bool = False) -> list[list[Word]]:
    """Words of scripts from left to right, given from the right one on, as they are read: numbers as they stand, and
    signs before the first word and behind the last where the line has them. `ends`: they end the line; `before` is the
    word on their right.
    """
    if len(words) > 2 and is_bracket(words[0]) and is_bracket(words[-1]):
        inside = [word for run in _forwards(words[1:-1], words[0]) for word in run]
        opening, closing = words[0], words[-1]  # as the line runs
        opening.text, closing.text = (_FAMILY[opening.text][side] for side in (0, 1))
        return [[opening, *inside, closing]]
    start = next((at for at, word in enumerate(words) if not is_sign(word)), len(words))
    end = next((at for at in range(len(words), start, -1) if not is_sign(words[at - 1])), start)
    for word in (*words[:start], *words[end:]):
        word.text = word.from_right or word.text
    if end < len(words) and words[end].text == words[start].text[-1:] and words[end].text in _QUOTES:
        end += 1  # what it opens is told with the words
    inside = words[start:end]
    runs = [[word] for word in inside]
    if len(inside) > 2 and is_bracket(inside[0]) and is_bracket(inside[-1]) and len(inside) < len(words):
        runs = _forwards(inside, before)
    elif any(any(map(str.isalpha, word.text)) for word in inside):
        _close(inside[-1], inside[0], _CLOSING_SIGNS + "." * ends)
        _open(inside[-1], inside[0], before)
        runs = [inside[::-1]]
    return [*([word] for word in words[:start]), *runs, *([word] for word in words[end:])]


def _close(leftmost: Word, rightmost: Word, closing: str) -> None:
    """Put the signs on the left of words of another script behind the last of them, if one is there that is closing."""
    text = leftmost.text
    before = next((at for at, c in enumerate(text) if c.isalnum()), 0)
    last = rightmost.text[-2:]
    sharp = text[0] == "#" and last[-1:].isalpha() and not last[:-1].isalnum()  # C#, and no tag
    if before and (text[0] in closing or sharp) and rightmost.text[-1].isalnum():
        leftmost.text = text[before:]
        rightmost.text += text[:before][::-1]


def _open(leftmost: Word, rightmost: Word, before: Word | None) -> None:
    """Put signs on the right of words of another script before the first of them, if they are such that begin a word
    and do not touch the word `before`, which a hyphen may put before them.
    """
    text = rightmost.text.rstrip("".join(_OPENING_SIGNS))
    signs = rightmost.text[len(text) :]
    sharp = signs == "#" and len(text) == 1
    if not signs or not text or sharp or not leftmost.text[:1].isalnum():
        return
    if before is None or before.x0 - rightmost.x1 >= TOUCHING * rightmost.size:
        rightmost.text = text
        leftmost.text = signs[::-1] + leftmost.text


def _glue(runs: list[list[Word]], backwards: bool) -> None:
    """Note where no space is before and behind the brackets of a line, and in one from right to left around signs and
    between a prefix and what it is put to, which is of another script. What is on either side of a run is beside all of
    it, whichever of its words is read first.
    """
    sides = [(min(word.x0 for word in run), max(word.x1 for word in run)) for run in runs]
    for number, run in enumerate(runs):
        if number:
            _glue_two(runs[number - 1][-1], run[0], _gap(sides[number - 1], sides[number]), backwards)
        for before, word in pairwise(run):
            _glue_two(before, word, _gap((before.x0, before.x1), (word.x0, word.x1)), backwards)


def _gap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return max(other[0] - one[1], one[0] - other[1])


def _glue_two(before: Word, word: Word, gap: float, backwards: bool) -> None:
    size = max(before.size, word.size)
    if backwards and is_from_right(before.text) != is_from_right(word.text) and before.text[-1:] in _HYPHENS:
        word.glued = gap < TOUCHING * size
    elif is_bracket(before) or is_bracket(word):
        held = before.text in _OPENING or word.text in _CLOSING
        word.glued = gap < (HELD if held else TOUCHING) * size
    elif (backwards or is_from_right(before.text) or is_from_right(word.text)) and not (
        before.text[-1:].isalnum() and word.text[:1].isalnum()
    ):
        word.glued = gap < TOUCHING * size
