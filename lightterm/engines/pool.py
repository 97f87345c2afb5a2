"""Browsers that stay warm: started when first wanted, shared, checked, replaced when dead or large, ended when idle.

One browser serves all sessions that start it alike; each has a context of its own in it. A second Chromium would cost
370 MB, a second context 20.
"""

from __future__ import annotations

import threading
import time
from typing import Generic, Protocol, TypeVar

from lightterm.settings import MIB

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

BUDGET = 1024 * MIB
IDLE_SECONDS = 300.0
LOOK_SECONDS = 5.0
SHORTEST_LOOK = 0.5
TOLD = 60.0
"""Seconds for which it holds what a worker was found to take, with what it may have taken since."""


class Worker(Protocol):
    """What a pool keeps: something that runs in processes of its own."""

    def alive(self) -> bool: ...

    def memory(self) -> int:
        """Bytes that its processes hold."""

    def at_most(self) -> int:
        """Bytes that they can hold, told at little cost: it grows by what they take, at least."""

    def close(self) -> None: ...


W = TypeVar("W", bound=Worker)


class _Place(Generic[W]):
    """A worker and how many use it; a retired one takes nobody on."""

    def __init__(self, key: Hashable, worker: W) -> None:
        self.key = key
        self.worker = worker
        self.users = 1
        self.retired = False
        self.idle_since = 0.0
        self._size = self._most = 0
        self._told = -TOLD

    def size(self, exact: bool) -> int:
        """Bytes it holds: what it was found to, and what it may have taken since; `exact` asks anew.

        To ask takes 14 ms of CPU of a Chromium with one page; its resident pages, shared ones in each, 0.2.
        """
        most, now = self.worker.at_most(), time.monotonic()
        if exact or now - self._told >= TOLD:
            self._size, self._most, self._told = self.worker.memory(), most, now
        return self._size + max(0, most - self._most)


class Pool(Generic[W]):
    """Workers by what they were started with, shared between threads. Sizes in bytes, times in seconds."""

    def __init__(
        self,
        budget: int = BUDGET,
        idle_seconds: float = IDLE_SECONDS,
        look: float = LOOK_SECONDS,
        before: Callable[[float], None] | None = None,
        emptied: Callable[[], Callable[[], None]] | None = None,
    ) -> None:
        """`before` each look users may give back what they have not used for so long; when the last worker has ended,
        `emptied` says what else is to end."""
        self._before = before
        self._emptied = emptied
        self._budget = budget
        self._idle_seconds = idle_seconds
        self._look = look
        self._places: list[_Place[W]] = []
        self._lock = threading.RLock()
        self._woken = threading.Event()
        self._reaper: threading.Thread | None = None

    def bound(self, budget: int, idle_seconds: float) -> None:
        """Hold to these from now on: the pool is the process's, and who asked last knows what its user wants."""
        with self._lock:
            sooner = idle_seconds < self._idle_seconds
            self._budget, self._idle_seconds = budget, idle_seconds
        if sooner:
            self._woken.set()

    def take(self, key: Hashable, start: Callable[[], W]) -> W:
        """The worker for `key`, started when there is none that lives; to be given back. Raises what `start` raises."""
        with self._lock:
            for place in self._places:
                if place.key == key and not place.retired:
                    if place.worker.alive():
                        place.users += 1
                        return place.worker
                    place.retired = True
            self._end_unused()
            worker = start()
            self._places.append(_Place(key, worker))
            if self._reaper is None:
                self._reaper = threading.Thread(target=self._look_after, name="browser pool", daemon=True)
                self._reaper.start()
        return worker

    def give_back(self, worker: W, since: float = 0.0) -> None:
        """Say that one user of the worker is done, and was for so many seconds; harmless when the pool has ended it."""
        with self._lock:
            for place in self._places:
                if place.worker is worker:
                    place.users -= 1
                    place.idle_since = max(place.idle_since, time.monotonic() - since)
            self._end_unused()

    def retire(self, worker: W) -> None:
        """Give the worker to nobody any more; it ends with its last user."""
        with self._lock:
            for place in self._places:
                place.retired = place.retired or place.worker is worker
            self._end_unused()

    def close(self) -> None:
        """End all workers, used or not."""
        with self._lock:
            places, self._places = self._places, []
            self._reaper = None
        self._woken.set()
        for place in places:
            place.worker.close()

    def workers(self) -> tuple[W, ...]:
        """Those that run, warm or in use."""
        with self._lock:
            return tuple(place.worker for place in self._places)

    def look(self) -> None:
        """Retire what is dead or over the budget, end what nobody uses and is retired or idle too long."""
        with self._lock:
            places = tuple(self._places)
        sizes = {id(place): place.size(exact=False) for place in places}
        if sum(sizes.values()) > self._budget:
            sizes = {id(place): place.size(exact=True) for place in places}
        with self._lock:
            now = time.monotonic()
            over = sum(sizes.values()) - self._budget
            for place in sorted(places, key=lambda one: (one.users > 0, one.idle_since)):
                idle = place.users <= 0 and now - place.idle_since >= self._idle_seconds
                if idle or over > 0 or not place.worker.alive():
                    place.retired = True
                    over -= sizes[id(place)]
            self._end_unused()

    def _end_unused(self) -> None:
        ended = [place for place in self._places if place.retired and place.users <= 0]
        self._places = [place for place in self._places if place not in ended]
        for place in ended:
            place.worker.close()

    def _look_after(self) -> None:
        while True:
            self._woken.wait(max(SHORTEST_LOOK, min(self._look, self._idle_seconds)))
            self._woken.clear()
            with self._lock:
                if self._reaper is not threading.current_thread():
                    return None
                empty = not self._places
                if empty:
                    self._reaper = None
                    end = self._emptied() if self._emptied is not None else None
                seconds = self._idle_seconds
            if empty:
                return end() if end is not None else None
            if self._before is not None:
                self._before(seconds)
            self.look()


def processes_below(pid: int) -> tuple[int, ...]:
    """The processes that `pid` started and those that they started, as /proc tells; nothing where there is none."""
    import os

    parents: dict[int, list[int]] = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return ()
    for name in names:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    fields = file.read().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents.setdefault(int(fields[1]), []).append(int(name))
    found: list[int] = []
    open_ = [pid]
    while open_:
        inner = parents.get(open_.pop(), [])
        found += inner
        open_ += inner
    return tuple(found)


def memory_of(pids: tuple[int, ...]) -> int:
    """The bytes that processes hold, shared pages split between those that share them; 0 where nothing tells."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:")) * 1024
        except OSError:
            continue
    return total


def resident(pids: tuple[int, ...]) -> int:
    """The bytes of memory that processes have before them, shared pages in each of them; 0 where nothing tells."""
    from resource import getpagesize

    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/statm", encoding="ascii") as file:
                total += int(file.read().split()[1])
        except OSError:
            continue
    return total * getpagesize()
