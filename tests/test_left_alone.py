"""Work that is left alone once its time is over: what it comes to is had by who waits, or undone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from time import perf_counter

import pytest

from lightterm.errors import TimedOut
from lightterm.fetch.clock import Cancel
from lightterm.left_alone import InTime


@pytest.fixture
def brisk() -> Iterator[None]:
    """Threads take turns as quickly as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("brisk")
def test_what_comes_as_its_time_ends_is_had_or_undone() -> None:
    """Of work that took just as long as it might half was neither: a page was left open in its engine."""
    had: list[float] = []
    undone: list[float] = []

    def busy(_cancel: Cancel) -> float:
        begun = perf_counter()
        while perf_counter() - begun < 0.0012:
            pass
        return begun

    for _ in range(300):
        try:
            had.append(InTime(busy, 0.001, None, undone.append).run())
        except TimedOut:
            continue
    for thread in threading.enumerate():
        if thread.name == "engine":
            thread.join(30)
    assert len(had) + len(undone) == 300 and not set(had) & set(undone)


def test_what_it_raises_is_raised_and_what_comes_too_late_is_undone() -> None:
    def fail(_cancel: Cancel) -> None:
        raise ValueError("no page")

    with pytest.raises(ValueError, match="no page"):
        InTime(fail, 30.0, None, lambda _made: None).run()
    undone = threading.Event()

    def wait(cancel: Cancel) -> str:
        stopped = threading.Event()
        cancel.add(stopped.set)
        stopped.wait(30)
        return "late"

    with pytest.raises(TimedOut):
        InTime(wait, 0.01, None, lambda _made: undone.set()).run()
    assert undone.wait(30)
