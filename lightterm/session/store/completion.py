"""What to offer for a half-typed address: pages of the history and bookmarks, by how well and how often they fit.

As in Firefox and qutebrowser every word typed must occur, anywhere in address or title; the order comes from where it
occurs (a host that begins with it before a word that does before the middle of one) and from frecency.
"""

from __future__ import annotations

import math

from lightterm.session.store.history import HALF_LIFE
from lightterm.session.store.model import Completion
from lightterm.session.store.text import fold, glob, storable, trigrams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

    Row = tuple[str, str, str, str, float, int, float]
    """URL, title, hay, kind, last visit, number of visits, frecency."""

_POOL = 300
"""The candidates looked at closely: of all that have the words, those of the highest frecency."""

_FIRST = 10_000
"""The pages of the highest frecency that are read in any case."""

_ENOUGH = 100
"""With so many of them that fit, the rest is not looked at."""

_BOOKMARKED = 2.0
"""A bookmark counts as much as so many visits of today."""

_HOST_START, _HOST_WORD, _WORD, _INSIDE = 1.0, 0.8, 0.6, 0.3
"""How well a word fits: at the start of the host, of another word in it, of any word, or inside one."""


def complete(database: Database, words: str, limit: int = 20) -> tuple[Completion, ...]:
    """The best pages for `words`, best first; without words those of the highest frecency."""
    wanted = fold(storable(words)).split()
    rows: list[Row] = database.try_read(lambda db: _candidates(db, wanted), [])
    now = database.now()
    ranked = sorted(rows, key=lambda row: -_rank(row, wanted, now))
    return tuple(Completion(url, title, kind, last, count) for url, title, _, kind, last, count, _ in ranked[:limit])


def _candidates(db: Connection, wanted: list[str]) -> list[Row]:
    fits = " AND ".join(["hay GLOB ?"] * len(wanted)) or "1"
    patterns = [glob(word) for word in wanted]
    marked = (
        "SELECT url, title, hay, 'bookmark', coalesce(last, 0.0), coalesce(count, 0), coalesce(frecency, 0.0) FROM"
        " (SELECT url, title, hay, last, count, frecency FROM bookmarks LEFT JOIN"
        f" (SELECT url, last, count, frecency FROM places) USING (url)) WHERE {fits} ORDER BY 7 DESC LIMIT {_POOL}"
    )
    found: list[Row] = db.execute(marked, patterns).fetchall()
    known = {row[0] for row in found}
    return found + [row for row in _visited(db, wanted, fits, patterns) if row[0] not in known]


def _visited(db: Connection, wanted: list[str], fits: str, patterns: list[str]) -> list[Row]:
    """The pages of the history that fit.

    An index in the order of frecency holds all that is looked at: a word that fits often is done after some hundred
    pages. What is not often among the first is rare, and there the trigrams are quicker.
    """
    row = "SELECT url, title, hay, 'history', last, count, frecency FROM places WHERE id IN"
    first = f"(SELECT id, hay FROM places INDEXED BY places_by_frecency ORDER BY frecency DESC LIMIT {_FIRST})"
    found: list[Row] = db.execute(f"{row} (SELECT id FROM {first} WHERE {fits} LIMIT {_POOL})", patterns).fetchall()
    if len(found) >= _ENOUGH:
        return found
    # A word of fewer than three characters has none, and GLOB on that table is left alone: SQLite 3.40 crashes where a
    # short pattern stands before a long one.
    rare = trigrams(wanted)
    among = "(SELECT rowid FROM hays WHERE hays MATCH ?)" if rare else "(SELECT id FROM places)"
    sql = f"{row} {among} AND {fits} ORDER BY frecency DESC LIMIT {_POOL}"
    return db.execute(sql, [rare, *patterns] if rare else patterns).fetchall()


def _rank(row: Row, wanted: list[str], now: float) -> float:
    _, _, hay, kind, _, _, score = row
    weight = 2.0 ** max(-60.0, min(60.0, (score - now) / HALF_LIFE)) + (_BOOKMARKED if kind == "bookmark" else 0.0)
    quality = sum(_quality(hay, word) for word in wanted) / len(wanted) if wanted else 1.0
    return quality * (0.3 + math.log2(1.0 + weight))


def _quality(hay: str, word: str) -> float:
    """How well a word fits, from 0 to 1."""
    if hay.startswith(word):
        return _HOST_START
    host_end = len(hay.partition("\n")[0].partition("/")[0])
    best = _INSIDE
    at = hay.find(word)
    while at >= 0:
        if not hay[at - 1].isalnum():
            best = max(best, _HOST_WORD if at < host_end else _WORD)
            break
        at = hay.find(word, at + 1)
    return best
