"""How much work a call is, counted instead of timed: the same on every machine, whatever else it does."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def calls(work: Callable[[], object]) -> int:
    """How many functions, of Python and of C, `work` calls."""
    count = 0

    def event(_frame: object, kind: str, _argument: object) -> None:
        nonlocal count
        count += kind in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(event)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def grows_in_proportion(work: Callable[[int], object], size: int, times: int = 4) -> bool:
    """Whether `times` the size takes no more than about `times` the calls."""
    work(size)
    return calls(lambda: work(size * times)) <= (times + 1) * calls(lambda: work(size)) + 200
