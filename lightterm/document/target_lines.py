"""Looking for the line of a target among the lines of a block, which may be a table of 30,000."""

from __future__ import annotations

from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.document.layout import Span

FEW = 200
"""Lines that are looked through from the first on."""


def first_with(spans: Mapping[int, list[Span]], start: int, end: int, number: int) -> int | None:
    """The first line, from `start` up to `end`, with a span of a target.

    Among many it is looked for around where its number is: those of a table's row may be in any order.
    """
    lines = sorted(spans)
    low, high = bisect_left(lines, start), bisect_left(lines, end)
    middle = _about(spans, lines, low, high, number) if high - low > FEW else low
    for away in range(max(middle - low, high - middle) + 1):
        for at in (middle - away, middle + away):
            if low <= at < high and _has(spans[lines[at]], number):
                while at > low and _has(spans[lines[at - 1]], number):
                    at -= 1
                return lines[at]
    return None


def _has(spans: Sequence[Span], number: int) -> bool:
    return any(span.target == number for span in spans)


def _about(spans: Mapping[int, list[Span]], lines: Sequence[int], low: int, high: int, number: int) -> int:
    """Which of the lines is the first that has the target or one behind it, if they are in order."""
    while low < high:
        middle = at = (low + high) // 2
        while at < high and not any(span.target for span in spans[lines[at]]):
            at += 1
        if at < high and max(span.target for span in spans[lines[at]]) < number:
            low = at + 1
        else:
            high = middle
    return low
