"""The journal of what agents did: each entry holds the hash of the one before, so that none changes unnoticed.

And each has a seal (`seals.py`), so that none is made anew, emptied or taken from an end by who has the store alone.
Journals of before have theirs sealed as they are by the first entry that comes.
"""

from __future__ import annotations

import hashlib
import json
import time

from lightterm.session.store.model import ChainState, DeedEntry
from lightterm.session.store.seals import Head, Seals
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
_ROW = f"id, {_FIELDS}, previous, hash, seal"
_WRITTEN, _FORGOTTEN, _BEGINNING = "written", "forgotten", "beginning"
"""What a seal says of an entry, or of a hash that the chain begins after."""


class Deeds:
    """The journal, oldest first; it goes back so many days, and has so many entries at most."""

    def __init__(self, database: Database, days: int, rows: int) -> None:
        self._db = database
        self._days = days
        self._rows = rows
        self._seals = Seals(database.path) if database.path else None

    def add(self, entry: DeedEntry) -> bool:
        """Write an entry at the end of the chain; whether it was kept."""
        values = [entry.at or self._db.now()]
        words = (entry.who, entry.tool, entry.words, entry.url, entry.arguments, entry.outcome)
        row = [*values, *(storable(text)[:LONGEST] for text in words)]
        if self._seals is not None:
            self._seals.key(make=True)
        return self._db.try_write(lambda db: self._add(db, row)) and self._db.try_write(self._end_here)

    def _add(self, db: Connection, row: list[Any]) -> None:
        ends = db.execute("SELECT last FROM deed_chain").fetchone()
        if ends is None:  # somebody took them away: what follows is written down all the same, and the check tells
            db.execute("INSERT INTO deed_chain (first, last) VALUES ('', '')")
        last = ends[0] if ends else ""
        digest = _digest(last, row)
        insert = f"INSERT INTO deeds ({_FIELDS}, previous, hash, seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        db.execute(insert, (*row, last, digest, _seal(self._seals, _WRITTEN, digest)))
        db.execute("UPDATE deed_chain SET last = ?", (digest,))

    def _end_here(self, db: Connection) -> None:
        """Say that the last entry is the last, and let go of the oldest.

        After what was written is kept: a kill in between leaves a head that is behind, which is no fault of the chain.
        The entry it names stays until it moves on, so that one which is missing was taken away.
        """
        last = db.execute("SELECT id, hash FROM deeds ORDER BY id DESC LIMIT 1").fetchone()
        if last is None:
            return
        seals, bound = self._seals, int(last[0])
        if seals is not None and seals.key():
            head = seals.head()
            if head is None:
                _seal_all(db, seals)
            lost = () if head is None else tuple(at for at in head.lost if at >= self._oldest())
            if head is not None and not _has(db, head):
                lost = (*lost, self._db.now())
            if not seals.move(Head(last[0], last[1], lost)) and head is not None:
                bound = head.id
        self._shorten(db, bound)

    def _oldest(self) -> float:
        return self._db.now() - self._days * DAY

    def _shorten(self, db: Connection, bound: int) -> None:
        """Let go of what is too old or too much, up to the entry `bound` at most: a beginning, never a part within."""
        keep = db.execute("SELECT id FROM deeds ORDER BY id DESC LIMIT 1 OFFSET ?", (self._rows - 1,)).fetchone()
        first = db.execute("SELECT min(id) FROM deeds WHERE at >= ?", (self._oldest(),)).fetchone()[0]
        bound = min(bound, max(keep[0] if keep else 0, first or 0))
        gone = db.execute("SELECT hash FROM deeds WHERE id < ? ORDER BY id DESC LIMIT 1", (bound,)).fetchone()
        if gone is not None:
            db.execute("DELETE FROM deeds WHERE id < ?", (bound,))
            db.execute("UPDATE deed_chain SET first = ?, seal = ?", (*gone, _seal(self._seals, _BEGINNING, *gone)))

    def all(self, most: int = -1) -> tuple[DeedEntry, ...]:
        """The entries, latest first. Raises FileUnreadable."""
        sql = f"SELECT {_ROW} FROM deeds ORDER BY id DESC LIMIT ?"
        return tuple(DeedEntry(*row) for row in self._db.read(lambda db: db.execute(sql, (most,)).fetchall()))

    def check(self) -> ChainState:
        """Follow the chain from its beginning to its end. Raises FileUnreadable."""
        seals = self._seals
        head = seals.head() if seals is not None else None  # before what is read: it may move on meanwhile
        if seals is None or head is None:
            return self._db.read(lambda db: _followed(db, None))
        state = self._db.read(lambda db: _followed(db, seals, head))
        if state.broken:
            return state
        if lost := [at for at in head.lost if at >= self._oldest()]:
            day = time.strftime("%Y-%m-%d", time.localtime(lost[0]))
            return ChainState(state.count, state.forgotten, -1, f"entries of before {day} were taken away")
        return state

    def export(self, out: TextIO) -> int:
        """Write the entries as JSON lines, oldest first; how many. Raises FileUnreadable, OSError."""
        entries = self.all()[::-1]
        for entry in entries:
            # Words of pages are in it, and files are looked at in terminals.
            out.write(json.dumps(entry.__getstate__()) + "\n")
        return len(entries)


def forget_deeds(db: Connection, scope: Scope, path: str) -> int:
    """Empty the entries that are meant, in the store at `path`; the chain goes on over them. How many."""
    seals = Seals(path) if path else None
    rows = db.execute("SELECT id, url, at, hash FROM deeds WHERE tool <> ''").fetchall()
    unwanted = [
        (_seal(seals, _FORGOTTEN, digest), row)
        for row, url, at, digest in rows
        if scope.has_place(url) and scope.has_time(at)
    ]
    emptied = "who='', tool='', words='', url='', arguments='', outcome='', seal=?"
    db.executemany(f"UPDATE deeds SET {emptied} WHERE id=?", unwanted)
    return len(unwanted)


def _followed(db: Connection, seals: Seals | None, head: Head | None = None) -> ChainState:
    """How far the chain holds, and with seals, whether they are ours."""
    chain = db.execute("SELECT first, last, seal FROM deed_chain").fetchone() or ("", "", "")
    before, last, beginning = chain
    count = forgotten = 0
    if seals and before and beginning != _seal(seals, _BEGINNING, before):
        return ChainState(0, 0, -1, "entries at the beginning were taken away")
    for number, *row in db.execute(f"SELECT {_ROW} FROM deeds ORDER BY id"):
        *fields, previous, digest, seal = row
        is_empty = not any(fields[1:])
        if previous != before:
            return ChainState(count, forgotten, number, "an entry before it was taken out or put in")
        if not is_empty and _digest(previous, fields) != digest:
            return ChainState(count, forgotten, number, "it was changed")
        if seals and seal != _seal(seals, _FORGOTTEN if is_empty else _WRITTEN, digest):
            return ChainState(
                count, forgotten, number, f"it was {'emptied' if is_empty else 'written'} by another hand"
            )
        before = digest
        count += 1
        forgotten += is_empty
    if before != last or (head is not None and not _has(db, head)):
        return ChainState(count, forgotten, -1, "entries at the end were taken away")
    return ChainState(count, forgotten, sealed=seals is not None)


def _has(db: Connection, head: Head) -> bool:
    """Whether an entry is there still."""
    return db.execute("SELECT 1 FROM deeds WHERE id = ? AND hash = ?", (head.id, head.hash)).fetchone() is not None


def _seal_all(db: Connection, seals: Seals) -> None:
    """Seal a journal that has no head yet as it is."""
    for number, tool, digest in db.execute("SELECT id, tool, hash FROM deeds").fetchall():
        seal = _seal(seals, _WRITTEN if tool else _FORGOTTEN, digest)
        db.execute("UPDATE deeds SET seal = ? WHERE id = ?", (seal, number))
    first = db.execute("SELECT first FROM deed_chain").fetchone()
    if first is not None and first[0]:
        db.execute("UPDATE deed_chain SET seal = ?", (_seal(seals, _BEGINNING, first[0]),))


def _seal(seals: Seals | None, what: str, digest: str) -> str:
    return seals.seal(what, digest) if seals is not None else ""


def _digest(previous: str, row: list[Any]) -> str:
    return hashlib.sha256(json.dumps([previous, *row]).encode()).hexdigest()
