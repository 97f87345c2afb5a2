"""How much a client may take in a time: calls a minute, bytes of pages an hour."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict, deque
from typing import TYPE_CHECKING

from lightterm.errors import WAIT, Action, LimitReached
from lightterm.fetch.urls import host_of

if TYPE_CHECKING:
    from collections.abc import Callable

MINUTE, HOUR = 60.0, 3600.0
MEGABYTE = 1024 * 1024

KEPT = 1000
"""Hosts of which is remembered how often they were asked."""


class Window:
    """What was taken within the last `seconds`, and when there is room again; 0 for no bound."""

    def __init__(self, seconds: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self.most = most
        self.taken = 0
        self._clock = clock
        self._entries: deque[tuple[float, int]] = deque()

    def wait(self) -> float:
        """Seconds until more may be taken, 0 for now."""
        now = self._clock()
        while self._entries and self._entries[0][0] <= now - self.seconds:
            self.taken -= self._entries.popleft()[1]
        if not self.most or self.taken < self.most:
            return 0.0
        left, over = self.taken, 0.0
        for at, amount in self._entries:
            left, over = left - amount, at + self.seconds - now
            if left < self.most:
                break
        return max(over, 0.01)

    def take(self, amount: int) -> None:
        """Note what was taken."""
        self._entries.append((self._clock(), amount))
        self.taken += amount


class Hosts:
    """What all clients together ask each host for; on any thread."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._windows: OrderedDict[str, Window] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, host: str) -> None:
        """Something is about to be asked for. Raises LimitReached."""
        with self._lock:
            window = self._windows.get(host)
            if window is not None and (wait := window.wait()):
                words = f"more than {self._most} pages of {host} in a minute (agents.host_loads_per_minute)"
                raise reached(words, wait)

    def asked(self, host: str) -> None:
        """It was asked."""
        with self._lock:
            window = self._windows.pop(host, None) or Window(MINUTE, self._most, self._clock)
            self._windows[host] = window
            window.take(1)
            if len(self._windows) > KEPT:
                self._windows.popitem(last=False)


class Allowance:
    """The bounds of one client; calls may ask on any thread. `hosts` are the bounds of all."""

    def __init__(self, calls: int, megabytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.hosts: Hosts | None = None
        self._calls = Window(MINUTE, calls, clock)
        self._bytes = Window(HOUR, megabytes * MEGABYTE, clock)
        self._lock = threading.Lock()

    def call(self) -> None:
        """A call begins. Raises LimitReached."""
        with self._lock:
            if wait := self._calls.wait():
                raise reached(f"more than {self._calls.most} calls in a minute (agents.calls_per_minute)", wait)
            self._calls.take(1)

    def check(self, url: str) -> None:
        """A page is about to be loaded. Raises LimitReached."""
        self.check_bytes()
        if self.hosts is not None and url.startswith(("http:", "https:")):
            self.hosts.check(host_of(url))

    def asked(self, url: str) -> None:
        """Its host was asked for a page."""
        if self.hosts is not None and url.startswith(("http:", "https:")):
            self.hosts.asked(host_of(url))

    def came(self, url: str, size: int) -> None:
        """A page came that nobody asked for by its address: one that a click or a script led to where pages live."""
        self.asked(url)
        self.loaded(size)

    def check_bytes(self) -> None:
        """Something is about to be loaded. Raises LimitReached."""
        with self._lock:
            if wait := self._bytes.wait():
                most = self._bytes.most // MEGABYTE
                raise reached(f"more than {most} megabytes in an hour (agents.megabytes_per_hour)", wait)

    def loaded(self, size: int) -> None:
        """So many bytes came."""
        with self._lock:
            self._bytes.take(size)


def too_many_tabs(most: int, elsewhere: int) -> LimitReached:
    """The error of a client that has as many tabs as one may, so many of them in sessions other than this one."""
    step = Action("close_tab", "Close a tab that is not needed.", 1, None, "tabs", {"do": "close"})
    if elsewhere >= most:
        step = Action("close_session", "Close a session that is not needed.", 1, None, "session", {"do": "list"})
    words = f", {elsewhere} of them in its other sessions" if elsewhere else ""
    return LimitReached(f"there are {most} tabs already{words} (agents.max_tabs)", actions=(step,))


def reached(words: str, seconds: float) -> LimitReached:
    """The error of a bound that is met, with the time after which to come again."""
    return LimitReached(words, actions=(WAIT.replace(suggested_delay_ms=math.ceil(seconds * 1000)),))
