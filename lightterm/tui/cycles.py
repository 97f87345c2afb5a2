"""Objects that hold each other are freed while nobody presses keys.

lightterm looks for them after a million new objects only (`cli.COLLECT_AFTER`): in the app that is after some hundred
keys, takes .2 to .4 s of one of them, and 16 to 20 MB until then.
"""

from __future__ import annotations

import asyncio
import gc
from time import monotonic

REST = 2.0
"""Seconds without a key after which one looks for them."""

YOUNG = 20_000
"""New objects that are worth it: what is looked through is mostly these alone, 2.5 ms for 10,000 and 13 for 60,000."""


class Cycles:
    """Looks for them once behind keys, and wakes for nothing else."""

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._pressed, self._begun = 0.0, False
        self._handle: asyncio.TimerHandle | None = None

    def later(self) -> None:
        """A key was pressed: look when none was for a while.

        What is there at the first key is not looked through: nearly all of it stays, and it takes 55 ms.
        """
        if gc.get_threshold()[0] <= YOUNG:
            return  # Python looks by itself, as no launcher said otherwise
        if not self._begun:
            gc.freeze()
            self._begun = True
        self._pressed = monotonic()
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_later(self._rest, self._look)

    def _look(self) -> None:
        rest = self._pressed + self._rest - monotonic()
        if rest > 0:
            self._handle = asyncio.get_running_loop().call_later(rest, self._look)
            return
        self._handle = None
        young, looked, looked_further = gc.get_count()
        if young >= YOUNG:
            # What outlived a look is looked through again as seldom as Python does: else it would stay for good.
            _, most, most_further = gc.get_threshold()
            gc.collect(2 if looked_further > most_further else 1 if looked > most else 0)
