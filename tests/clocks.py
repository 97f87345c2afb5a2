"""Time as tests set it."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

DAY = 86_400.0


class Time:
    """A clock that the test moves."""

    def __init__(self, at: float = 1_700_000_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


class Stopwatch:
    """Seconds since it was made, but for those in which this process would have run and the machine ran others.

    The kernel tells how long each thread was ready and had no processor (/proc/PID/task/*/schedstat); where it does
    not, this is the time that passed.
    """

    def __init__(self) -> None:
        self._begun, self._waited = time.monotonic(), _waited()

    def seconds(self) -> float:
        return time.monotonic() - self._begun - max(_waited() - self._waited, 0.0)


def _waited() -> float:
    nanoseconds = 0
    for told in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError, IndexError):
            nanoseconds += int(told.read_text().split()[1])
    return nanoseconds / 1e9
