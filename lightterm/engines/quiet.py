"""What a page in an engine says of itself while one waits until it is done."""

from __future__ import annotations

from enum import IntEnum

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BARE, FEW = 140, 600
"""Characters up to which text is little, and up to which the end of timers is waited for: with more, they do other
things."""


class Awaited(IntEnum):
    """What the page's own timers and streams have still to bring, as `quiet` in engines/reading numbers it."""

    NOTHING = 0
    SOON = 1
    """A timer of little more than a second, or more of a stream."""
    LONGER = 2
    LATE = 3
    """Only a timer of more than two seconds."""
    AGAIN = 4
    """Only what may have no end: an interval, timers that set each other."""

    @property
    def steady(self) -> tuple[int, float]:
        """Up to how many characters it is waited for, and the seconds without a change after which it is no more."""
        return _STEADY.get(self, (0, 0.0))


_STEADY = {Awaited.SOON: (FEW, 1.5), Awaited.LONGER: (BARE, 2.2)}


class Quiet(Record):
    """`still`: seconds since the page changed; `characters` of its text; `state`: its readyState; `cost`: seconds that
    telling this took."""

    still: float
    characters: int
    state: str
    awaited: Awaited
    cost: float

    def timed(self, acted: bool) -> float:
        """Seconds without a change that its timers are waited for; where it was `acted` on whatever its length."""
        most, seconds = self.awaited.steady
        return seconds if acted or self.characters < most else 0.0


def quiet(told: Sequence[float | int | str]) -> Quiet:
    """What `quiet` in engines/reading answers, milliseconds and all, as a record."""
    still, characters, state, awaited, cost = told
    return Quiet(float(still) / 1e3, int(characters), str(state), Awaited(int(awaited)), float(cost) / 1e3)
