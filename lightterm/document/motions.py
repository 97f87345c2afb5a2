"""Moving about in the lines of a page: by characters, words, sentences, paragraphs and brackets.

A position is (line, character of it) in a flow; characters are those that a cluster begins with and that take cells.
Every motion looks at a bounded number of lines, however large the page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING
from unicodedata import category

from lightterm.document.cells import clusters, width
from lightterm.document.model import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.flow import Flow

    Position = tuple[int, int]

FAR = 2000
"""Lines that one motion looks at."""

ROWS = 200
"""Lines in which a blank one, or the next sentence, is looked for: where there is none 2,000 took 80 ms."""

NEAR = 40
"""Lines to either side in which a sentence is looked for first."""

SPACE, PUNCTUATION, WORD = range(3)
_SCRIPTS = (
    (0x2E80, 0x2FDF, 3),  # radicals
    (0x3005, 0x3007, 3),
    (0x3041, 0x309F, 4),  # Hiragana
    (0x30A0, 0x30FF, 5),  # Katakana
    (0x31F0, 0x31FF, 5),
    (0x3400, 0x9FFF, 3),  # Han
    (0xF900, 0xFAFF, 3),
    (0xFF66, 0xFF9F, 5),
    (0x20000, 0x3FFFF, 3),
)
_SENTENCE = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+(?=\S)|[。！？]+[」』”’）]*\s*(?=\S)")  # noqa: RUF001
_OPENING, _CLOSING = "([{<「『（【《〈“", ")]}>」』）】》〉”"  # noqa: RUF001


def kind_of(char: str, big: bool = False) -> int:
    """What a character belongs to: white space (table lines and isolates too), punctuation, a word, or a script that
    puts no spaces between words. With `big` all that is no space is one kind.
    """
    if char.isspace() or "\u2500" <= char <= "\u257f" or "\u2066" <= char <= "\u2069":
        return SPACE
    if big:
        return WORD
    if not (char.isalnum() or char == "_" or category(char)[0] == "M"):
        return PUNCTUATION
    code = ord(char)
    if code < 0x2E80:
        return WORD
    return next((kind for low, high, kind in _SCRIPTS if low <= code <= high), WORD)


def stops(text: str) -> Sequence[int]:
    """The characters of a line that a caret can stand on."""
    if text.isascii():
        return range(len(text))
    found, at = [], 0
    for cluster in clusters(text):
        if width(cluster):
            found.append(at)
        at += len(cluster)
    return found


def end_of_cluster(text: str, at: int) -> int:
    """Where the cluster that begins at a character ends."""
    if at >= len(text) or text.isascii():
        return min(at + 1, len(text))
    return at + len(next(iter(clusters(text[at : at + 64]))))


def snapped(text: str, at: int) -> int:
    """The nearest character at or before `at` that a caret can stand on; 0 on an empty line."""
    there = stops(text)
    return there[max(0, bisect_right(there, at) - 1)] if there else 0


class Motions:
    """The motions over one flow; positions beyond its ends are brought back."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow

    def bounded(self, line: int, at: int) -> Position:
        """The nearest position there is: lines that were only guessed may not be there."""
        line = max(0, min(line, len(self.flow) - 1))
        text = self.flow.text(line)
        while not text and line > 0 and line >= len(self.flow):
            line = len(self.flow) - 1
            text = self.flow.text(line)
        return line, snapped(text, at)

    def sideways(self, position: Position, by: int) -> Position:
        """So many characters to the right, or to the left, on the same line."""
        line, at = position
        there = stops(self.flow.text(line))
        if not there:
            return line, 0
        index = bisect_right(there, at) - 1
        return line, there[max(0, min(index + by, len(there) - 1))]

    def line_start(self, position: Position) -> Position:
        """The first character of the line."""
        return self.bounded(position[0], 0)

    def line_text(self, position: Position) -> Position:
        """The first character of the line that is no space."""
        text = self.flow.text(position[0])
        return self.bounded(position[0], len(text) - len(text.lstrip()))

    def line_end(self, position: Position) -> Position:
        """The last character of the line."""
        return self.bounded(position[0], len(self.flow.text(position[0])))

    # --- words

    def words(self, line: int) -> str:
        """A line with blanks for the numbers of links and fields: they are on the screen, not in the text."""
        text = self.flow.text(line)
        for span in self.flow.spans(line) if self.flow.numbers and "[" in text else ():
            label = f"[{span.target}]"
            if span.target and text.startswith(label, span.start):
                text = text[: span.start] + " " * len(label) + text[span.start + len(label) :]
        return text

    def word(self, position: Position, big: bool = False) -> Position:
        """The beginning of the next word."""
        line, at = position
        text = self.words(line)
        if at < len(text):
            at = _run_end(text, at, big)
        return self._forward_to_word(line, at)

    def _forward_to_word(self, line: int, at: int) -> Position:
        last = min(len(self.flow) - 1, line + FAR)
        while True:
            text = self.words(line)
            while at < len(text) and kind_of(text[at]) == SPACE:
                at += 1
            if at < len(text):
                return line, at
            if line >= last:
                return self.line_end((line, 0))
            line, at = line + 1, 0

    def word_end(self, position: Position, big: bool = False) -> Position:
        """The end of this word, or of the next one when it is there already."""
        line, at = position
        text = self.words(line)
        line, at = self._forward_to_word(line, end_of_cluster(text, at))
        text = self.words(line)
        return line, snapped(self.flow.text(line), _run_end(text, at, big) - 1) if text else 0

    def word_after(self, position: Position) -> Position:
        """Behind this word, or the next one: as in Emacs, which counts punctuation to no word."""
        line, at = position
        last = min(len(self.flow) - 1, line + FAR)
        while True:
            text = self.words(line)
            while at < len(text) and kind_of(text[at]) < WORD:
                at += 1
            if at < len(text):
                at = _run_end(text, at, False)
                behind = self.bounded(line, at)
                if behind != position:  # at the end of a line a caret stands on the last character, and goes on
                    return behind
            elif line >= last:
                return self.line_end((line, 0))
            else:
                line, at = line + 1, 0

    def word_back(self, position: Position, big: bool = False, least: int = PUNCTUATION) -> Position:
        """The beginning of this word, or of the one before when it is there already; of `least` kind, as in Emacs."""
        line, at = position
        first = max(0, line - FAR)
        while True:
            text = self.words(line)[:at]
            end = len(text)
            while end and kind_of(text[end - 1]) < least:
                end -= 1
            if end:
                return line, snapped(self.flow.text(line), _run_start(text, end - 1, big))
            if line <= first:
                return line, 0
            line -= 1
            at = len(self.words(line))

    def word_around(self, position: Position) -> tuple[Position, Position]:
        """(first, last) position of the word, or of the space, that a position is in."""
        line, at = position
        text = self.words(line)
        if not text:
            return (line, 0), (line, 0)
        start, end = _run_start(text, min(at, len(text) - 1), False), _run_end(text, at, False)
        return (line, start), (line, snapped(self.flow.text(line), max(0, end - 1)))

    # --- sentences and paragraphs

    def _block(self, line: int, above: int = ROWS, below: int = ROWS) -> tuple[int, int]:
        """The lines of the block at a line: the first, and the one after the last; no further than so many lines."""
        if not self.flow.blocks:
            return 0, len(self.flow)
        block = self.flow.block_at(line)
        first, end = self.flow.line_of_block(block), self.flow.end_of_block(block)
        return max(first, line - above), min(max(end, first + 1), max(line + below, first + 1))

    def _reach(self, line: int) -> int:
        """Lines to either side in which a sentence is looked for: few of a table, where most rows end none and to lay
        them out takes longest."""
        blocks = self.flow.blocks
        return NEAR if blocks and isinstance(blocks[self.flow.block_at(line)], Table) else ROWS

    def _sentences(self, line: int, above: int, below: int) -> list[Position]:
        """Where the sentences of the block at a line begin, in so many lines; near it only those that begin there."""
        first, end = self._block(line, above, below)
        lines = list(self.flow.texts(first, end))
        begins, size = [], 0
        for text in lines:
            begins.append(size)
            size += len(text) + 1
        whole = "\n".join(lines)
        found = [match.end() for match in _SENTENCE.finditer(whole)]
        if above == self._reach(line) or first > line - above:
            found.insert(0, len(whole) - len(whole.lstrip()))
        places = []
        for at in found:
            row = bisect_right(begins, at) - 1
            text = lines[row] if lines else ""
            inner = at - begins[row] if begins else 0
            places.append((first + row, snapped(text, inner + len(text[inner:]) - len(text[inner:].lstrip()))))
        return places

    def sentence_next(self, position: Position) -> Position:
        """The beginning of the next sentence."""
        line = max(position[0], self._block(position[0])[0])
        most = self._reach(line)
        for reach in sorted({NEAR, most}):
            following = next((place for place in self._sentences(line, NEAR, reach) if place > position), None)
            if following is not None:
                return following
        return self.line_text(self.paragraph_next(position, most))

    def sentence_after(self, position: Position) -> Position:
        """Behind the end of this sentence, or of the next one when it is there already: as in Emacs."""
        behind = self._behind_sentence(position)
        if behind <= position:
            following = self.sentence_next(position)
            behind = self._behind_sentence(following) if following > position else following
        return behind

    def _behind_sentence(self, position: Position) -> Position:
        line, at = self.sentence_around(position)[1]
        return self.bounded(line, end_of_cluster(self.flow.text(line), at))

    def sentence_back(self, position: Position) -> Position:
        """The beginning of this sentence, or of the one before when it is there already."""
        most = self._reach(position[0])
        for reach in sorted({NEAR, most}):
            before = [place for place in self._sentences(position[0], reach, 1) if place < position]
            if before:
                return before[-1]
        line = self._block(position[0], most)[0] - 1
        while line > 0 and not self.flow.text(line).strip():
            line -= 1
        return self._sentences(line, most, most)[-1] if line >= 0 else (0, 0)

    def sentence_around(self, position: Position) -> tuple[Position, Position]:
        """(first, last) position of the sentence that a position is in."""
        most = self._reach(position[0])
        places = self._sentences(position[0], NEAR, NEAR)
        if most > NEAR and not (places and places[0] <= position < places[-1]):
            places = self._sentences(position[0], most, most)
        start = max((place for place in places if place <= position), default=places[0])
        following = next((place for place in places if place > position), None)
        if following is None:
            return start, self.line_end((self._block(position[0], most, most)[1] - 1, 0))
        line, at = following
        while line > start[0] and not self.flow.text(line)[:at].strip():
            line -= 1
            at = len(self.flow.text(line))
        text = self.flow.text(line)
        return start, (line, snapped(text, len(text[:at].rstrip()) - 1))

    def paragraph_next(self, position: Position, reach: int = ROWS) -> Position:
        """The line after the next blank one in so many lines; else the last of these."""
        line, last = position[0], min(len(self.flow) - 1, position[0] + reach)
        while line < last and self.flow.text(line).strip():
            line += 1
        while line < last and not self.flow.text(line).strip():
            line += 1
        if line > position[0] and not self.flow.text(line - 1).strip():
            return self.bounded(line, 0)
        return self.line_end((last, 0))

    def paragraph_back(self, position: Position) -> Position:
        """The line after the blank one before this paragraph, or before the one above when it is there already."""
        line, first = position[0] - 1, max(0, position[0] - ROWS)
        while line > first and not self.flow.text(line).strip():
            line -= 1
        while line > first and self.flow.text(line - 1).strip():
            line -= 1
        return self.bounded(max(line, 0), 0)

    def paragraph_after(self, position: Position) -> Position:
        """The blank line below this paragraph, or the one below: as in vi and Emacs; the page's end where none is."""
        line, last = position[0], min(len(self.flow) - 1, position[0] + ROWS)
        while line < last and not self.flow.text(line).strip():
            line += 1
        while line < last and self.flow.text(line).strip():
            line += 1
        return self.line_end((line, 0)) if self.flow.text(line).strip() else self.bounded(line, 0)

    def paragraph_before(self, position: Position) -> Position:
        """The blank line above this paragraph, or the one above; the page's beginning where there is none."""
        line, first = position[0], max(0, position[0] - ROWS)
        while line > first and not self.flow.text(line).strip():
            line -= 1
        while line > first and self.flow.text(line).strip():
            line -= 1
        return self.bounded(line, 0)

    def paragraph_around(self, position: Position) -> tuple[Position, Position]:
        """(first, last) position of the block that a position is in."""
        first, end = self._block(position[0], FAR, FAR)
        return (first, 0), self.line_end((end - 1, 0))

    # --- brackets

    def bracket(self, position: Position) -> Position | None:
        """The bracket that belongs to the one here, or to the next one on the line; None when there is none."""
        line, at = position
        text = self.flow.text(line)
        start = next((i for i in range(at, len(text)) if text[i] in _OPENING + _CLOSING), None)
        if start is None:
            return None
        char = text[start]
        forward = char in _OPENING
        other = _CLOSING[_OPENING.index(char)] if forward else _OPENING[_CLOSING.index(char)]
        return self._partner(line, start, char, other, 1 if forward else -1)

    def _partner(self, line: int, at: int, char: str, other: str, step: int) -> Position | None:
        depth = 0
        for _ in range(FAR):
            text = self.flow.text(line)
            inner = range(at, len(text)) if step > 0 else range(min(at, len(text) - 1), -1, -1)
            for i in inner:
                depth += (text[i] == char) - (text[i] == other)
                if not depth and text[i] == other:
                    return line, i
            line += step
            if not 0 <= line < len(self.flow):
                break
            at = 0 if step > 0 else 1 << 60
        return None


def _run_end(text: str, at: int, big: bool) -> int:
    """Where the run of one kind that holds a character ends."""
    kind = kind_of(text[at], big) if at < len(text) else SPACE
    while at < len(text) and (kind_of(text[at], big) == kind or category(text[at])[0] == "M"):
        at += 1
    return at


def _run_start(text: str, at: int, big: bool) -> int:
    """Where the run of one kind that holds a character begins."""
    while at and category(text[at])[0] == "M":
        at -= 1
    kind = kind_of(text[at], big)
    while at and (kind_of(text[at - 1], big) == kind or category(text[at - 1])[0] == "M"):
        at -= 1
    return at
