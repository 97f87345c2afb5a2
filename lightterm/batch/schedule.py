"""Which page of a list is next: so many at once, politely to each host, those that failed in passing again later."""

from __future__ import annotations

import heapq

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lightterm.batch.model import Entry, Outcome

FIRST_DELAY = 1.0
"""Seconds before a page that failed in passing is asked for again; each later time twice as many."""

LONGEST_DELAY = 300.0
"""Seconds that a host is left alone at most, whatever its Retry-After says: a run has an end."""


class Manners(Record):
    """How many pages are read at once, in all and of a host; seconds between two of a host; tries after the first."""

    concurrency: int = 8
    per_host: int = 4
    delay: float = 0.0
    retries: int = 2


class _Host:
    """The pages of one host that wait (a heap by number), how many are being read, when the next may be asked for."""

    __slots__ = ("free_at", "running", "waiting")

    def __init__(self) -> None:
        self.waiting: list[tuple[int, Entry]] = []
        self.running = 0
        self.free_at = 0.0


class Schedule:
    """Entries in, one at a time out; times are those of a clock of the caller's, in seconds."""

    def __init__(self, entries: Iterable[Entry], manners: Manners) -> None:
        self._manners = manners
        self._hosts: dict[str, _Host] = {}
        self._attempts: dict[int, int] = {}
        self._later: list[tuple[float, int, Entry]] = []
        self._wake: float | None = None
        self.running = 0
        self.left = 0
        for entry in entries:
            self._hosts.setdefault(entry.host, _Host()).waiting.append((entry.number, entry))
            self.left += 1
        self._ready = [(host.waiting[0][0], name) for name, host in self._hosts.items()]
        heapq.heapify(self._ready)

    def next(self, now: float, first: int | None = None) -> Entry | None:
        """The entry to ask for now, the first in the list that manners allow; None: none yet.

        With `first` no entry but that number is given out: there are results enough that wait for it.
        """
        while self._later and self._later[0][0] <= now:
            entry = heapq.heappop(self._later)[2]
            heapq.heappush(self._hosts[entry.host].waiting, (entry.number, entry))
            heapq.heappush(self._ready, (entry.number, entry.host))
        if self.running >= self._manners.concurrency:
            return None
        passed = []
        found = None
        self._wake = self._later[0][0] if self._later else None
        while self._ready and found is None:
            number, name = heapq.heappop(self._ready)
            host = self._hosts[name]
            if host.waiting and host.waiting[0][0] == number and not self._is_full(name, host):
                if first is not None and number != first:
                    passed.append((number, name))
                    break
                if host.free_at > now:
                    passed.append((number, name))
                    self._wake = min(host.free_at, self._wake or host.free_at)
                else:
                    found = self._start(name, host, now)
        for item in passed:
            heapq.heappush(self._ready, item)
        return found

    def _is_full(self, name: str, host: _Host) -> bool:
        """A host that is full comes back among the ready when one of its pages has ended."""
        return bool(name) and host.running >= self._manners.per_host

    def _start(self, name: str, host: _Host, now: float) -> Entry:
        entry = heapq.heappop(host.waiting)[1]
        host.running += 1
        self.running += 1
        if name:
            host.free_at = max(host.free_at, now + self._manners.delay)
        self._offer(name, host)
        self._attempts[entry.number] = self._attempts.get(entry.number, 0) + 1
        return entry

    def _offer(self, name: str, host: _Host) -> None:
        if host.waiting:
            heapq.heappush(self._ready, (host.waiting[0][0], name))

    def ended(self, entry: Entry, outcome: Outcome, now: float) -> Outcome | None:
        """Take note of an outcome: it comes back with its attempts counted when it is the last, None to try again."""
        host = self._hosts[entry.host]
        host.running -= 1
        self.running -= 1
        self._offer(entry.host, host)
        attempts = self._attempts[entry.number]
        asked = outcome.problems[0].delay if outcome.problems else None
        if asked is not None:
            host.free_at = max(host.free_at, now + min(asked, LONGEST_DELAY))
        if outcome.is_final or attempts > self._manners.retries:
            self.left -= 1
            del self._attempts[entry.number]
            return outcome.replace(attempts=attempts)
        due = now + max(FIRST_DELAY * 2 ** (attempts - 1), min(asked or 0.0, LONGEST_DELAY))
        heapq.heappush(self._later, (due, entry.number, entry))
        return None

    def wake(self, now: float) -> float | None:
        """Seconds until an entry may be asked for that might not at the last `next`; None: no time brings one."""
        if self.running >= self._manners.concurrency or self._wake is None:
            return None
        return max(0.0, self._wake - now)
