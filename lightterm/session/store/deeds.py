"""The journal of what agents did: each entry holds the hash of the one before, so that none changes unnoticed."""

from __future__ import annotations

import hashlib
import json

from lightterm.session.store.model import ChainState, DeedEntry
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection
    from typing import Any, TextIO

    from lightterm.session.store.database import Database
    from lightterm.session.store.forget import Scope

DAY = 86_400.0
LONGEST = 2_000
"""Characters of an entry's words and arguments."""

_FIELDS = "at, who, tool, words, url, arguments, outcome"
_ROW = f"id, {_FIELDS}, previous, hash"


class Deeds:
    """The journal, oldest first; it goes back so many days, and has so many entries at most."""

    def __init__(self, database: Database, days: int, rows: int) -> None:
        self._db = database
        self._days = days
        self._rows = rows

    def add(self, entry: DeedEntry) -> bool:
        """Write an entry at the end of the chain; whether it was kept."""
        values = [entry.at or self._db.now()]
        words = (entry.who, entry.tool, entry.words, entry.url, entry.arguments, entry.outcome)
        row = [*values, *(storable(text)[:LONGEST] for text in words)]
        return self._db.try_write(lambda db: self._add(db, row))

    def _add(self, db: Connection, row: list[Any]) -> None:
        ends = db.execute("SELECT last FROM deed_chain").fetchone()
        if ends is None:  # somebody took them away: what follows is written down all the same, and the check tells
            db.execute("INSERT INTO deed_chain (first, last) VALUES ('', '')")
        last = ends[0] if ends else ""
        digest = _digest(last, row)
        insert = f"INSERT INTO deeds ({_FIELDS}, previous, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        db.execute(insert, (*row, last, digest))
        db.execute("UPDATE deed_chain SET last = ?", (digest,))
        oldest = self._db.now() - self._days * DAY
        keep = db.execute("SELECT id FROM deeds ORDER BY id DESC LIMIT 1 OFFSET ?", (self._rows - 1,)).fetchone()
        # What goes is the beginning of the chain, never a part within it.
        first = db.execute("SELECT min(id) FROM deeds WHERE at >= ?", (oldest,)).fetchone()[0]
        bound = max(keep[0] if keep else 0, first or 0)
        gone = db.execute("SELECT hash FROM deeds WHERE id < ? ORDER BY id DESC LIMIT 1", (bound,)).fetchone()
        if gone is not None:
            db.execute("DELETE FROM deeds WHERE id < ?", (bound,))
            db.execute("UPDATE deed_chain SET first = ?", gone)

    def all(self, most: int = -1) -> tuple[DeedEntry, ...]:
        """The entries, latest first. Raises FileUnreadable."""
        sql = f"SELECT {_ROW} FROM deeds ORDER BY id DESC LIMIT ?"
        return tuple(DeedEntry(*row) for row in self._db.read(lambda db: db.execute(sql, (most,)).fetchall()))

    def check(self) -> ChainState:
        """Follow the chain from its beginning to its end. Raises FileUnreadable."""

        def follow(db: Connection) -> ChainState:
            before, last = db.execute("SELECT first, last FROM deed_chain").fetchone() or ("", "")
            count = forgotten = 0
            for number, *row in db.execute(f"SELECT {_ROW} FROM deeds ORDER BY id"):
                *fields, previous, digest = row
                if previous != before:
                    return ChainState(count, forgotten, number, "an entry before it was taken out or put in")
                if not any(fields[1:]):
                    forgotten += 1
                elif _digest(previous, fields) != digest:
                    return ChainState(count, forgotten, number, "it was changed")
                before = digest
                count += 1
            if before != last:
                return ChainState(count, forgotten, -1, "entries at the end were taken away")
            return ChainState(count, forgotten)

        return self._db.read(follow)

    def export(self, out: TextIO) -> int:
        """Write the entries as JSON lines, oldest first; how many. Raises FileUnreadable, OSError."""
        entries = self.all()[::-1]
        for entry in entries:
            # Words of pages are in it, and files are looked at in terminals.
            out.write(json.dumps(entry.__getstate__()) + "\n")
        return len(entries)


def forget_deeds(db: Connection, scope: Scope) -> int:
    """Empty the entries that are meant; the chain goes on over them. How many."""
    rows = db.execute("SELECT id, url, at FROM deeds WHERE tool <> ''").fetchall()
    unwanted = [(row,) for row, url, at in rows if scope.has_place(url) and scope.has_time(at)]
    db.executemany("UPDATE deeds SET who='', tool='', words='', url='', arguments='', outcome='' WHERE id=?", unwanted)
    return len(unwanted)


def _digest(previous: str, row: list[Any]) -> str:
    return hashlib.sha256(json.dumps([previous, *row]).encode()).hexdigest()
