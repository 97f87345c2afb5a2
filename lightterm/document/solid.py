"""Counting the visible characters of lines: where one reads is so many of them into a block, at any width.

One block may have half a million lines, as a `<pre>` can. Counts are kept for every so many of them: line by line, a
key at the end of it took 300 ms.
"""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

STEP = 256
"""Lines between two counts that are kept."""


class Solid:
    """The visible characters of lines that do not change any more."""

    __slots__ = ("_lines", "_sums")

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._sums = [0]

    def between(self, start: int, end: int) -> int:
        """Visible characters in the lines from `start` up to `end`."""
        if end - start <= STEP:
            return solid("".join(self._lines[start:end]))
        return self._before(end) - self._before(start)

    def reached(self, start: int, end: int, count: int) -> int:
        """The first line from `start` on with which more than `count` have come; `end` where none has."""
        if end - start > STEP:
            wanted = self._before(start) + count
            self._before(end)
            step = min(bisect_right(self._sums, wanted), end // STEP) - 1
            at = max(start, step * STEP)
            passed = self._before(at) - self._before(start)
        else:
            at, passed = start, 0
        while at < end:
            passed += solid(self._lines[at])
            if passed > count:
                return at
            at += 1
        return end

    def after_last(self, start: int, end: int) -> int:
        """The line after the last one with visible characters, of those from `start` up to `end`; else `start`."""
        end = min(end, len(self._lines))
        while end > start and not solid(self._lines[end - 1]):
            end -= 1
        return end

    def _before(self, line: int) -> int:
        """Visible characters before a line."""
        sums = self._sums
        whole = line // STEP
        for at in range((len(sums) - 1) * STEP, whole * STEP, STEP):
            sums.append(sums[-1] + solid("".join(self._lines[at : at + STEP])))
        return sums[whole] + solid("".join(self._lines[whole * STEP : line]))


def solid(text: str) -> int:
    """The characters that are no spaces: as many at every width, but for hyphens put in."""
    return len(text) - text.count(" ")
