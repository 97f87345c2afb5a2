"""Which page is next: a clock of the test's own."""

from __future__ import annotations

from lightterm.batch.model import Entry, Outcome, Problem
from lightterm.batch.schedule import LONGEST_DELAY, Manners, Schedule


def entries(*hosts: str) -> list[Entry]:
    return [Entry(n, f"{host}/{n}", f"http://{host}/{n}", host) for n, host in enumerate(hosts, 1)]


def started(schedule: Schedule, now: float, first: int | None = None) -> list[int]:
    numbers = []
    while (entry := schedule.next(now, first)) is not None:
        numbers.append(entry.number)
    return numbers


def failed(number: int, delay: float | None = None) -> Outcome:
    return Outcome(number, "", problems=(Problem("X", "network", "failed", retryable=True, delay=delay),))


def test_a_host_has_its_share_and_others_go_on() -> None:
    pages = entries("a", "a", "a", "b", "", "", "a")
    schedule = Schedule(pages, Manners(concurrency=5, per_host=2))
    assert started(schedule, 0) == [1, 2, 4, 5, 6]
    assert schedule.wake(0) is None
    assert schedule.ended(pages[3], Outcome(4, ""), 0) == Outcome(4, "")
    assert started(schedule, 0) == []
    schedule.ended(pages[0], Outcome(1, ""), 0)
    assert started(schedule, 0) == [3]
    assert schedule.left == 5


def test_pages_of_a_host_stand_apart_in_time() -> None:
    pages = entries("a", "a", "b")
    schedule = Schedule(pages, Manners(delay=2.0))
    assert started(schedule, 10) == [1, 3]
    assert schedule.wake(10.5) == 1.5
    assert started(schedule, 11.9) == []
    assert started(schedule, 12) == [2]


def test_what_failed_in_passing_is_tried_again_later_and_less_often() -> None:
    pages = entries("a", "a")
    schedule = Schedule(pages, Manners(concurrency=1, retries=2))
    assert started(schedule, 0) == [1]
    assert schedule.ended(pages[0], failed(1), 0) is None
    assert started(schedule, 0) == [2]
    schedule.ended(pages[1], Outcome(2, ""), 0.5)
    assert started(schedule, 0.9) == [] and schedule.wake(0.9) is not None
    assert started(schedule, 1) == [1]
    assert schedule.ended(pages[0], failed(1), 1) is None
    assert started(schedule, 2.9) == [] and started(schedule, 3) == [1]
    last = schedule.ended(pages[0], failed(1), 3)
    assert last is not None and last.attempts == 3 and last.problems
    assert schedule.left == 0


def test_a_server_that_asks_for_patience_gets_it_from_all_its_pages() -> None:
    pages = entries("a", "a", "b")
    schedule = Schedule(pages, Manners(concurrency=1, retries=1))
    assert started(schedule, 0) == [1]
    assert schedule.ended(pages[0], failed(1, delay=30), 0) is None
    assert started(schedule, 0) == [3]
    schedule.ended(pages[2], Outcome(3, ""), 1)
    assert started(schedule, 29) == [] and schedule.wake(29) == 1
    assert started(schedule, 30) == [1]
    assert schedule.ended(pages[0], failed(1, delay=1e6), 30) == failed(1, delay=1e6).replace(attempts=2)
    assert started(schedule, 30 + LONGEST_DELAY) == [2]


def test_the_first_alone_goes_on_while_results_wait_for_it() -> None:
    pages = entries("a", "b", "a", "c")
    schedule = Schedule(pages, Manners(concurrency=1, retries=3))
    assert started(schedule, 0) == [1]
    assert schedule.ended(pages[0], failed(1), 0) is None
    assert started(schedule, 0) == [2]
    schedule.ended(pages[1], Outcome(2, ""), 0)
    assert started(schedule, 0, first=1) == [] and schedule.wake(0) == 1
    assert started(schedule, 1, first=1) == [1]
    schedule.ended(pages[0], Outcome(1, ""), 1)
    assert started(schedule, 1) == [3]
