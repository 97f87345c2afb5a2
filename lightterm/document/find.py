"""Searching a document: matches in its paragraphs, at any width, and blocks with their matches marked."""

from __future__ import annotations

import re
import warnings
from bisect import bisect_left, bisect_right
from itertools import count
from time import perf_counter

from lightterm.document.alike import alike, is_place_for_place, places
from lightterm.document.fill import rebuilt
from lightterm.document.mark_places import before_marks
from lightterm.document.marks import FIND, FIND_END, FOUND, FOUND_END, strip
from lightterm.document.matches import Match, Matches
from lightterm.document.model import Paragraph
from lightterm.document.within import paragraphs
from lightterm.errors import ValidationFailed
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lightterm.document.model import Block

MOST = 100_000
"""Matches that are counted; a search for one letter in a large page ends there."""


AT_A_TIME = 200
"""Paragraphs and matches after which the time is looked at, or as many hundreds of characters."""

LONG = 40_000
"""Characters from which on a paragraph is searched a part after another: one of 10 MB took 50 ms for each letter."""

AHEAD = 4000
"""Characters that a match may go on for beyond the part that it begins in, where the whole is not looked at for it."""

BEHIND = 100
"""Characters before a part that an expression may look back at."""

_BY_CHARACTER = re.compile(r"[\[\\][^\x00-\x7f]|\[[^\]]*[^\x00-\x7f]|\\[uUNx]")
"""What names characters one by one: there é is é alone."""

_READING = re.compile(r"(?<=[\u3005\u3400-\u9fff\uf900-\ufaff])\([^()\s]{1,30}\)")
"""How ruby tells what stands before it is read, which nobody types who looks for the word."""


class Sought(Record):
    """A pattern and whether accents are nothing to it: then it is one for texts without them."""

    pattern: re.Pattern[str]
    loose: bool
    fault: str = ""
    """What is told where what was typed is no regular expression, and so is searched for as it stands."""

    def spans(self, text: str, begin: int = 0) -> Iterator[tuple[int, int]]:
        """Where a text is matched from a place on, also across readings; empty matches are passed over."""
        if "(" not in text or text.isascii() or not _READING.search(text):
            yield from self._spans(text, begin)
            return
        reached = begin
        for start, end in sorted((*self._spans(text, begin), *self._across(text))):
            if start >= reached:
                reached = end
                yield start, end

    def _across(self, text: str) -> Iterator[tuple[int, int]]:
        """Where a text is matched without its readings by what has one in it: 子(こ)ども is 子ども."""
        places: list[int] = []
        after = 0
        for reading in _READING.finditer(text):
            places += range(after, reading.start())
            after = reading.end()
        places += range(after, len(text))
        for start, end in self._spans("".join([text[at] for at in places])):
            if places[end - 1] - places[start] >= end - start:
                yield places[start], places[end - 1] + 1

    def _spans(self, text: str, begin: int = 0) -> Iterator[tuple[int, int]]:
        bare = alike(text) if self.loose else text
        at = None if is_place_for_place(text, bare) else places(text)
        reached = begin
        for found in self.pattern.finditer(bare, begin if at is None else bisect_left(at, begin)):
            start, end = found.span()
            if end <= start:
                continue
            if at is not None:
                start, end = at[start], max(at[end], at[end - 1] + 1) if end < len(at) else len(text)
                if start < reached:
                    continue  # the rest of a ligature that was found already
                reached = end
            yield start, end

    def found_in(self, text: str) -> bool:
        """Whether a text is matched."""
        found = self.pattern.search(alike(text) if self.loose else text) is not None
        return found or ("(" in text and next(self.spans(text), None) is not None)


def pattern(text: str, regex: bool = True) -> Sought:
    """What a person typed as a pattern: smart case, white space matches any, `\\c` and `\\C` force the case.

    Accents count for nothing, here and there, but in what names characters one by one: `[é]`. What is no regular
    expression is taken as it stands, and so is any text behind `\\V`. Raises ValidationFailed where that is not to be:
    with `\\v`.
    """
    ignore, strict, fault = ignores_case(text), False, ""
    text = text.replace("\\c", "").replace("\\C", "")
    if text.startswith(("\\v", "\\V")):
        text, strict, regex = text[2:], True, text[1] == "v"
    flags = re.IGNORECASE if ignore else 0
    if regex:
        loose = _BY_CHARACTER.search(text) is None
        try:
            with warnings.catch_warnings(action="ignore"):  # [[a] is no mistake of ours to be told of
                return Sought(re.compile(_spaces(_bare(text) if loose else text), flags), loose)
        except (re.error, OverflowError, RecursionError) as problem:
            if strict:
                raise ValidationFailed(f"not a regular expression: {problem}") from None
            why = str(problem).partition(" at position ")[0].partition(",")[0]
            fault = f"no valid expression, searched for as it stands ({why})"
    return Sought(re.compile(_spaces(re.escape(alike(text)).replace("\\ ", " ")), flags), True, fault)


def ignores_case(text: str) -> bool:
    """Whether capitals count for nothing in what a person typed: it has none, or says so."""
    if "\\C" in text or "\\c" in text:
        return "\\C" not in text
    text = text.removeprefix("\\V")
    return text == text.lower()


def with_case_turned(text: str) -> str:
    """What a person typed with the other case, said in front, where the end of it is still to be typed."""
    wanted, bare = not ignores_case(text), text.replace("\\c", "").replace("\\C", "")
    kind = bare[:2] if bare.startswith(("\\v", "\\V")) else ""
    rest = bare[len(kind) :]
    return kind + ("" if ignores_case(bare) is wanted else "\\c" if wanted else "\\C") + rest


def with_kind_turned(text: str) -> str:
    """What a person typed as the text it is, where it was an expression, and the other way round."""
    return text[2:] if text.startswith("\\V") else "\\V" + text.removeprefix("\\v")


def _bare(text: str) -> str:
    """A regular expression without accents; what becomes a sign of its syntax by that is escaped."""
    if text.isascii():
        return text
    return "".join([c if c.isascii() else re.escape(alike(c)) for c in text])


def _spaces(text: str) -> str:
    """A space matches any run of spaces and line ends; inside [] it stays as it is."""
    return re.sub(r"(?<![\\\[]) +(?![^\[]*\])", lambda m: r"\s+", text)


class Search:
    """The matches of a pattern in the blocks of a document, found a slice of time after another."""

    def __init__(self, blocks: Sequence[Block], wanted: Sought) -> None:
        self.blocks = blocks
        self.wanted = wanted
        self.matches = Matches()
        self._next = 0
        self._going_on: Iterator[Match | int] | None = None

    @property
    def complete(self) -> bool:
        """Whether the whole document has been searched."""
        return self._next >= len(self.blocks)

    @property
    def searched(self) -> int:
        """How many blocks have been searched, from the first on."""
        return self._next

    def run(self, seconds: float) -> bool:
        """Search on for so long; whether the whole document has been searched."""
        until = perf_counter() + seconds
        passed = 0
        while not self.complete:
            if self._going_on is None:
                self._going_on = _steps(self.blocks[self._next], self._next, self.wanted)
            passed += self._go_on(AT_A_TIME - passed)
            if passed >= AT_A_TIME:
                passed = 0
                if perf_counter() > until:
                    break
        return self.complete

    def _go_on(self, steps: int) -> int:
        """Search on in the block, at most so many steps; how many they were."""
        assert self._going_on is not None
        passed = 0
        for step in self._going_on:
            if isinstance(step, Match):
                self.matches.append(step)
                passed += 1
            else:
                passed += step
            if len(self.matches) >= MOST:
                self._next, self._going_on = len(self.blocks), None
                return passed
            if passed >= steps:
                return passed
        self._next, self._going_on = self._next + 1, None
        return passed

    def after(self, block: int, offset: int = 0, paragraph: int = 0) -> int:
        """The index of the first match from there on; the number of matches when there is none."""
        return self.matches.after(block, paragraph, offset)

    def index(self, match: Match) -> int:
        """Which of the matches one is."""
        return self.after(match.block, match.start, match.paragraph)

    def of_block(self, block: int) -> list[Match]:
        """The matches in one block."""
        return self.matches[self.after(block) : self.after(block + 1)]

    def renew(self, blocks: Sequence[Block], index: int) -> None:
        """Go on in these blocks, of which one has another text now."""
        self.blocks = blocks
        if index == self._next and self._going_on is not None:
            self._going_on = None
            self.matches.put(self.after(index), len(self.matches), ())
        if index < self._next:
            found = matches_in(self.blocks[index], index, self.wanted)
            self.matches.put(self.after(index), self.after(index + 1), found)

    def marked(self, index: int, block: Block, current: Match | None, before: int = -1) -> Block:
        """The block with its matches marked, the current one as such; itself where it has none.

        Of a part of a paragraph `before` is how many characters of the paragraph's text come before it, of rows of a
        table how many of its paragraphs do.
        """
        if before < 0:
            found = self.of_block(index)
            return mark(block, found, current) if found else block
        if not isinstance(block, Paragraph):
            end = before + sum(1 for _ in paragraphs(block))
            some = self.matches[self.after(index, 0, before) : self.after(index, 0, end)]
            own = [match.replace(paragraph=match.paragraph - before) for match in some]
            return mark(block, own, current and current.replace(paragraph=current.paragraph - before)) if own else block
        end = before + len(block.text())
        low, high = self.after(index, before), self.after(index, end)
        if low and self.matches[low - 1].block == index and self.matches[low - 1].end > before:
            low -= 1
        within = [_within(match, before, end) for match in self.matches[low:high]]
        return mark(block, within, _within(current, before, end) if current else None) if within else block


def _within(match: Match, start: int, end: int) -> Match:
    """A match as it is in the text from `start` up to `end`."""
    return Match(match.block, match.paragraph, max(match.start, start) - start, min(match.end, end) - start)


def matches_in(block: Block, index: int, wanted: Sought) -> Iterator[Match]:
    """The matches in one block."""
    return (step for step in _steps(block, index, wanted) if isinstance(step, Match))


def _steps(block: Block, index: int, wanted: Sought) -> Iterator[Match | int]:
    """The matches in one block, and what it cost to look at each piece of text, in steps."""
    for number, paragraph in enumerate(paragraphs(block)):
        raw = paragraph.raw
        yield 1 + len(raw) // 100 if len(raw) < LONG else 0
        if len(raw) < LONG:
            for start, end in wanted.spans(paragraph.text()):
                yield Match(index, number, start, end)
            continue
        for span in _in_parts(raw, wanted):
            yield span if isinstance(span, int) else Match(index, number, *span)


def _in_parts(raw: str, wanted: Sought) -> Iterator[tuple[int, int] | int]:
    """The matches in a long string, a part after another, and after each what it cost in steps."""
    behind, passed, reached = "", 0, 0
    for at in range(0, len(raw), LONG):
        part, ahead = strip(raw[at : at + LONG]), strip(raw[at + LONG : at + LONG + AHEAD])
        text = behind + part + ahead
        begin, last = passed - len(behind), at + LONG + AHEAD >= len(raw)
        for start, end in wanted.spans(text, max(reached - begin, len(behind))):
            if start >= len(behind) + len(part):
                break
            if end == len(text) and not last:  # it goes on for longer than is looked at
                start, end = next(wanted.spans(text + strip(raw[at + LONG + AHEAD :]), start), (start, end))
            reached = begin + end
            yield begin + start, reached
        passed += len(part)
        behind = text[max(0, len(behind) + len(part) - BEHIND) : len(behind) + len(part)]
        yield LONG // 100


def mark(block: Block, found: list[Match], current: Match | None) -> Block:
    """A copy of `block` with the matches marked in its paragraphs."""
    places: dict[int, list[Match]] = {}
    for match in found:
        places.setdefault(match.paragraph, []).append(match)
    numbers = count()
    return rebuilt(block, lambda paragraph: _marked(paragraph, places.get(next(numbers), []), current))


def _marked(paragraph: Paragraph, found: list[Match], current: Match | None) -> Paragraph:
    if not found:
        return paragraph
    raw = paragraph.raw
    before = before_marks(raw)
    own = current is not None and (current.block, current.paragraph) == (found[0].block, found[0].paragraph)
    here = current.start if current is not None and own else -1
    out: list[str] = []
    at = 0
    for match in found:
        start = match.start + bisect_right(before, match.start)
        end = match.end + bisect_right(before, match.end - 1)
        opening, closing = (FOUND, FOUND_END) if match.start == here else (FIND, FIND_END)
        out += (raw[at:start], opening, raw[start:end], closing)
        at = end
    out.append(raw[at:])
    return paragraph.with_raw("".join(out))
