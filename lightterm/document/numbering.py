"""Which lines of a page each of its chunks takes: counted, or guessed as long as nobody has looked."""

from __future__ import annotations

from itertools import accumulate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

GUESS = 2.5
"""Lines a block is taken to have before any was laid out, its blank line included (median of 200 real pages)."""


class Numbering:
    """The lines of chunks of so many blocks each.

    The guess changes when it is asked to, and no sooner: it gives other numbers to all that follows.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes
        self._counts: list[int | None] = [None] * len(sizes)
        self._begins: list[int] | None = None
        self._guess = GUESS
        self._measured = self._blocks = self._lines = 0

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def complete(self) -> bool:
        """Whether every line has been counted."""
        return self._measured == len(self._sizes)

    @property
    def starts(self) -> list[int]:
        """The first line of each chunk, and the number of lines."""
        if self._begins is None:
            most = max(self._sizes, default=0)
            guess = [max(1, round(self._guess * blocks)) for blocks in range(most + 1)]
            counts = zip(self._counts, self._sizes, strict=True)
            self._begins = [0, *accumulate(guess[size] if count is None else count for count, size in counts)]
        return self._begins

    def is_counted(self, index: int) -> bool:
        """Whether the lines of a chunk are no guess."""
        return self._counts[index] is not None

    def count(self, index: int, lines: int) -> None:
        """A chunk has so many lines."""
        old = self._counts[index]
        if old == lines:
            return
        if old is None:
            self._measured += 1
            self._blocks += self._sizes[index]
        self._lines += lines - (old or 0)
        self._counts[index] = lines
        self._begins = None

    def guess(self) -> None:
        """Guess by what is counted by now."""
        if self._blocks and self._guess != self._lines / self._blocks:
            self._guess = self._lines / self._blocks
            self._begins = None
