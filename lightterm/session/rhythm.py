"""How often a page changes, told from when it was looked at and found changed; and when to look again."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from statistics import median

from lightterm.fetch.urls import host_of
from lightterm.records import Record
from lightterm.session.store.model import Decision
from lightterm.session.watching import changes_since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.model import Document
    from lightterm.session.session import Session
    from lightterm.session.watching import Changes

HOUR, DAY = 3600.0, 86_400.0
NAMED = (("hourly", HOUR), ("daily", DAY), ("weekly", 7 * DAY), ("monthly", 30 * DAY))
SPREAD = 0.3
"""How far from their middle the spans between changes may be in a rhythm, and a rhythm from its name."""

STILL = 7 * DAY
"""Seconds without a change from which a page is static."""

SOONEST, LATEST = 60.0, 30 * DAY
"""Bounds of when to look again, in seconds."""

MOST = 60
"""Looks at a page that are remembered."""


class Look(Record):
    """One look at a page: when (seconds since 1970), and whether it had changed since the one before."""

    at: float
    changed: bool


class Rhythm(Record):
    """`pattern`: unknown, static, hourly, daily, weekly, monthly, regular or irregular; `every` the seconds between
    changes and `next` when one is expected (0: not known); `poll` the seconds after which to look again.
    """

    pattern: str = "unknown"
    every: float = 0.0
    next: float = 0.0
    poll: float = HOUR


def rhythm(looks: Sequence[Look], now: float) -> Rhythm:
    """The rhythm of a page by the looks at it, oldest first."""
    changes = [look.at for look in looks if look.changed]
    if len(changes) < 2:
        spent = now - (changes[-1] if changes else looks[0].at) if looks else 0.0
        if spent >= STILL and len(looks) > 2:
            return Rhythm("static", poll=min(LATEST, spent))
        return Rhythm(poll=_bounded(spent) if len(looks) > 1 else HOUR)
    spans = [after - before for before, after in pairwise(changes)]
    every = median(spans)
    if now - changes[-1] > max(STILL, 4 * every):
        return Rhythm("static", every, poll=min(LATEST, now - changes[-1]))
    if len(spans) < 2 or any(abs(span - every) > SPREAD * every for span in spans):
        return Rhythm("irregular", every, poll=_bounded(every / 2))
    names = [name for name, span in NAMED if abs(every - span) <= SPREAD * span]
    due = now + every - (now - changes[-1]) % every if every else now
    return Rhythm(names[0] if names else "regular", every, due, _bounded(due - now))


def _bounded(seconds: float) -> float:
    return min(LATEST, max(SOONEST, seconds))


class Watch:
    """The pages that are looked at again and again, kept among the decisions of their hosts."""

    def __init__(self, session: Session, now: Callable[[], float] = time.time) -> None:
        self._session = session
        self._now = now

    def look(self, url: str, document: Document) -> tuple[Changes, Rhythm]:
        """Look at a page: what changed since the last time, and its rhythm."""
        changes = changes_since(self._session, url, document, part="watch")
        looks = [*self.looks(url), Look(self._now(), bool(changes.found))][-MOST:]
        value = json.dumps([[look.at, look.changed] for look in looks])
        self._session.store.decisions.put(Decision(host_of(url), f"watch {url}", value))
        return changes, rhythm(looks, self._now())

    def looks(self, url: str) -> list[Look]:
        """When a page was looked at, oldest first."""
        known = self._session.store.decisions.get(host_of(url), f"watch {url}")
        return [Look(*pair) for pair in json.loads(known.value)] if known is not None else []

    def watched(self) -> list[tuple[str, Rhythm, float]]:
        """The pages that are watched: address, rhythm, and the seconds until the next look (0: now)."""
        found = []
        for one in self._session.store.decisions.all():
            if one.key.startswith("watch "):
                url = one.key.removeprefix("watch ")
                looks = self.looks(url)
                told = rhythm(looks, looks[-1].at)
                found.append((url, told, max(0.0, looks[-1].at + told.poll - self._now())))
        return sorted(found, key=lambda row: row[2])

    def forget(self, url: str) -> bool:
        """Watch a page no more; whether it was watched."""
        return self._session.store.decisions.delete(host_of(url), f"watch {url}")
