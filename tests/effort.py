"""How much work a call is, counted instead of timed: the same on every machine, whatever else it does."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Counting:
    """Counts the functions, of Python and of C, that this thread calls while the block runs."""

    def __init__(self) -> None:
        self.calls = 0

    def _event(self, _frame: object, kind: str, _argument: object) -> None:
        self.calls += kind in ("call", "c_call")

    def __enter__(self) -> Counting:
        self._before = sys.getprofile()
        sys.setprofile(self._event)
        return self

    def __exit__(self, *_how: object) -> None:
        sys.setprofile(self._before)


def calls(work: Callable[[], object]) -> int:
    """How many functions, of Python and of C, `work` calls."""
    with Counting() as counting:
        work()
    return counting.calls


def grows_in_proportion(work: Callable[[int], object], size: int, times: int = 4) -> bool:
    """Whether `times` the size takes no more than about `times` the calls."""
    work(size)
    return calls(lambda: work(size * times)) <= (times + 1) * calls(lambda: work(size)) + 200


QUICK = 0.07
"""CPU seconds that `_usual` takes on the machine on which the bounds of tests were measured."""


def _usual() -> None:
    found = {}
    for n in range(200_000):
        word = f"word {n}"
        found[word] = word.split()


def slowness() -> float:
    """How many times the CPU of where the bounds were measured a piece of work takes here and now, at least 1.

    A host that others use has been seen to give a third of its speed; the CPU clock counts that as work.
    """
    took = []
    for _ in range(3):
        begun = process_time()
        _usual()
        took.append(process_time() - begun)
    return max(1.0, sorted(took)[1] / QUICK)


@contextmanager
def uncovered() -> Iterator[None]:
    """Measure no coverage in the block: it takes two to five times the CPU of what is timed here."""
    from coverage import Coverage

    measuring = Coverage.current()
    if measuring is not None:
        measuring.stop()
    try:
        yield
    finally:
        if measuring is not None:
            measuring.start()
