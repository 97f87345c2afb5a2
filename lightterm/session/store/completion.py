"""What to offer for a half-typed address: pages of the history and bookmarks, by how well and how often they fit.

As in Firefox and qutebrowser every word typed must occur, anywhere in address or title; the order comes from where it
occurs (a host that begins with it before a word that does before the middle of one) and from frecency.
"""

from __future__ import annotations

import math

from lightterm.session.store.history import HALF_LIFE
from lightterm.session.store.model import Completion
from lightterm.session.store.text import fold, glob, storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

    Row = tuple[str, str, str, float, int, float]

_POOL = 300
"""The candidates looked at closely: of all that have the words, those of the highest frecency."""

_WHERE = (("host", 1.0), ("host word", 0.8), ("word", 0.6), ("inside", 0.3))
_QUALITY = dict(_WHERE)


def complete(database: Database, words: str, limit: int = 20) -> tuple[Completion, ...]:
    """The best pages for `words`, best first; without words those of the highest frecency."""
    wanted = fold(storable(words)).split()
    rows = database.try_read(lambda db: _candidates(db, wanted), [])
    now = database.now()
    ranked = sorted(rows, key=lambda row: -_rank(row, wanted, now))
    return tuple(Completion(url, title, "history", last, count) for url, title, _, last, count, _ in ranked[:limit])


def _candidates(db: Connection, wanted: list[str]) -> list[Row]:
    # The index is read in the order of frecency and holds all that is looked at: 100,000 pages take 14 ms at the
    # worst, when nothing fits; a word that fits often is done after a few hundred.
    fits = " AND ".join(["hay GLOB ?"] * len(wanted)) or "1"
    sql = (
        "SELECT url, title, hay, last, count, frecency FROM places WHERE id IN (SELECT id FROM places"
        f" INDEXED BY places_by_frecency WHERE {fits} ORDER BY frecency DESC LIMIT {_POOL})"
    )
    return db.execute(sql, [glob(word) for word in wanted]).fetchall()


def _rank(row: Row, wanted: list[str], now: float) -> float:
    hay, score = row[2], row[5]
    weight = 2.0 ** max(-60.0, min(60.0, (score - now) / HALF_LIFE))
    quality = sum(_quality(hay, word) for word in wanted) / len(wanted) if wanted else 1.0
    return quality * (0.3 + math.log2(1.0 + weight))


def _quality(hay: str, word: str) -> float:
    """How well a word fits, from 0 to 1."""
    if hay.startswith(word):
        return _QUALITY["host"]
    host_end = len(hay.partition("\n")[0].partition("/")[0])
    best = _QUALITY["inside"]
    at = hay.find(word)
    while at >= 0:
        if not hay[at - 1].isalnum():
            best = max(best, _QUALITY["host word" if at < host_end else "word"])
            break
        at = hay.find(word, at + 1)
    return best
