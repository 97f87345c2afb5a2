"""Time as tests set it."""

from __future__ import annotations

DAY = 86_400.0


class Time:
    """A clock that the test moves."""

    def __init__(self, at: float = 1_700_000_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at
