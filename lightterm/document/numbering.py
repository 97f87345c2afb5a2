"""Which lines of a page each of its chunks takes: counted, or guessed as long as nobody has looked."""

from __future__ import annotations

from itertools import accumulate, compress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GUESS = 2.5
"""Lines a block is taken to have before any was laid out, its blank line included (median of 200 real pages)."""


class Numbering:
    """The lines of chunks of so many blocks each.

    The guess changes when it is asked to, and no sooner: it gives other numbers to all that follows.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes
        self._most = max(sizes, default=0)
        self._counted = bytearray(len(sizes))
        self._guess = GUESS
        guess = self._guesses()
        self._lines = list(map(guess.__getitem__, sizes))
        """What each chunk has, or is taken to have."""
        self._begins: list[int] | None = None
        self._measured = self._blocks = self._sum = 0

    def __len__(self) -> int:
        return len(self._sizes)

    def _guesses(self) -> list[int]:
        return [max(1, round(self._guess * blocks)) for blocks in range(self._most + 1)]

    @property
    def complete(self) -> bool:
        """Whether every line has been counted."""
        return self._measured == len(self._sizes)

    @property
    def starts(self) -> list[int]:
        """The first line of each chunk, and the number of lines."""
        if self._begins is None:
            self._begins = list(accumulate(self._lines, initial=0))
        return self._begins

    def is_counted(self, index: int) -> bool:
        """Whether the lines of a chunk are no guess."""
        return bool(self._counted[index])

    def count(self, index: int, lines: int) -> None:
        """A chunk has so many lines."""
        old = self._lines[index]
        if not self._counted[index]:
            self._counted[index] = 1
            self._measured += 1
            self._blocks += self._sizes[index]
            self._sum += lines
        else:
            self._sum += lines - old
        if lines != old:
            self._lines[index] = lines
            self._begins = None

    def recall(self, known: Sequence[int], without: Iterable[int]) -> None:
        """Chunks have as many lines as they had before, 0 where nobody knows, `without` those that have others now."""
        if not any(known):
            return
        counts = list(known)
        for index in without:
            counts[index] = 0
        self._begins = None
        if 0 not in counts and len(counts) == len(self._sizes):  # of 10 MB: a millisecond of each pane that is split
            self._lines, self._counted = counts, bytearray(b"\1") * len(counts)
            self._measured, self._sum, self._blocks = len(counts), sum(counts), sum(self._sizes)
            return
        guess = self._guesses()
        self._lines = [lines or guess[blocks] for lines, blocks in zip(counts, self._sizes, strict=True)]
        self._counted = bytearray(map(bool, counts))
        self._measured, self._sum = sum(self._counted), sum(counts)
        self._blocks = sum(compress(self._sizes, counts))

    def guess(self) -> None:
        """Guess by what is counted by now."""
        if self._blocks and self._guess != self._sum / self._blocks:
            self._guess = self._sum / self._blocks
            guess = self._guesses()
            known = zip(self._counted, self._lines, self._sizes, strict=True)
            self._lines = [lines if counted else guess[blocks] for counted, lines, blocks in known]
            self._begins = None
