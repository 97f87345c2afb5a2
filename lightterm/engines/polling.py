"""Which requests of a page are polling: one like the other, each after the last, and nothing comes of them.

They have no end, so a page is not waited for because of them. What is asked for at the same time, or step by step with
answers of different sizes, brings a page its text.
"""

from __future__ import annotations

import re

POLLED = 3
"""How often an address is asked before it is taken for one that is polled."""
IN_TURN, AT_ONCE = 10, 0.1
"""The same where each time comes within so many seconds of the answer to the last: steps that follow each other."""
IN_TURN_ELSEWHERE, SLOW = 24, 0.5
"""The same for addresses alike in all but numbers; seconds from which an answer was held back until there is news."""
BURST = 0.03
"""Seconds between requests that are made at the same time, before an answer: a page's parts, one turn together."""
ALIKE = 16
"""Bytes by which answers differ that say the same: a number, a time."""
MOST = 1000
"""Addresses that are told apart."""

_EVER_NEW = re.compile(r"(?<![\w.])(?:1\d{12}|0?\.\d{6,})(?!\d)")
"""What is put into a query so that no cache answers: the time in milliseconds, a random number."""
_NAMED = re.compile(r"(?=[\w-]*\d)[\w-]{8,}|\d+")
"""What differs where the same is asked under ever new addresses: numbers, times, identifiers."""


class _Row:
    """What was asked alike: how many turns there were, when the last began and was answered, the sizes of answers."""

    __slots__ = ("answered", "begun", "follows", "held", "largest", "open", "smallest", "turns")

    def __init__(self) -> None:
        self.turns = self.open = 0
        self.begun = self.answered = -1e9
        self.follows = self.held = False
        self.smallest, self.largest = 1 << 60, 0

    def begin(self, now: float) -> None:
        if now - self.begun >= BURST or self.answered > self.begun:
            self.turns += 1
        self.follows = now - self.answered < AT_ONCE
        self.begun = now
        self.open += 1

    def end(self, now: float) -> None:
        self.held = self.open == 1 and now - self.begun >= SLOW
        self.answered = now
        self.open -= 1

    def is_polled(self, in_turn: int) -> bool:
        """Whether so many turns are enough; what follows at once may be steps."""
        return self.turns > (in_turn if self.follows and not self.held else POLLED)

    @property
    def alike(self) -> bool:
        return self.largest - self.smallest <= ALIKE


class Polls:
    """The requests of one document; times are seconds of one clock."""

    def __init__(self) -> None:
        self._rows: dict[str, _Row] = {}

    def begins(self, method: str, url: str, now: float, brings_data: bool) -> bool:
        """Take note of a request; whether it is polling. `brings_data`: a script asked for it."""
        for key in _keys(method, url, brings_data):
            if key in self._rows or len(self._rows) < MOST:
                self._rows.setdefault(key, _Row()).begin(now)
        return self.is_polling(method, url, brings_data)

    def is_polling(self, method: str, url: str, brings_data: bool) -> bool:
        """Whether a request that was noted is one of a row that is polling by now."""
        address, *others = [self._rows.get(key) for key in _keys(method, url, brings_data)]
        if address is not None and address.is_polled(IN_TURN):
            return True
        return any(row is not None and row.is_polled(IN_TURN_ELSEWHERE) and row.alike for row in others)

    def answered(self, method: str, url: str, now: float) -> None:
        """Take note that a request is answered, or has failed."""
        for key in _keys(method, url, True):
            if key in self._rows:
                self._rows[key].end(now)

    def came(self, method: str, url: str, size: int) -> None:
        """Take note of how many bytes an answer had."""
        row = self._rows.get(_keys(method, url, True)[1])
        if row is not None:
            row.smallest, row.largest = min(row.smallest, size), max(row.largest, size)

    def repeats(self, method: str, url: str) -> bool:
        """Whether as much as the size of an answer is of interest."""
        row = self._rows.get(_keys(method, url, True)[1])
        return row is not None and row.turns > 1

    def news(self) -> None:
        """The page's text has changed: what is asked for under new addresses brings it."""
        for key, row in self._rows.items():
            if key.startswith("*"):
                row.turns = 0


def _keys(method: str, url: str, brings_data: bool) -> tuple[str, ...]:
    """What a request is counted under: its address without what makes it new, and what is like it."""
    address, mark, query = url.partition("?")
    own = f"{method} {address}{mark}{_EVER_NEW.sub('', query)}"
    if not brings_data:
        return (own,)
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return own, f"* {method} {scheme}://{host}{slash}{_NAMED.sub('0', path)}"
