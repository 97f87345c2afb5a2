"""Saved sessions: all tabs with their own histories and scroll places, by name; one of each run saves itself.

The session saved by itself has the name "". Each run has its own, so that two lightterms do not overwrite each
other's; the last ones are kept.
"""

from __future__ import annotations

import json

from lightterm.errors import SessionNotFound
from lightterm.session.store.addresses import kept_url
from lightterm.session.store.drafts import drafts_of
from lightterm.session.store.journal import HUNG_UP, OPEN
from lightterm.session.store.model import (
    Draft,
    Restorable,
    Run,
    SavedSession,
    SavedTab,
    SavedVisit,
    ScrollPlace,
    SessionSummary,
)
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database
    from lightterm.session.store.journal import Journal

_TAB = "key, position, pinned, current, visits, drafts, frame, opener"


class Sessions:
    """The saved sessions. `restore` is "always", "ask" or "never", as the setting session.restore."""

    def __init__(self, database: Database, journal: Journal, restore: str = "ask") -> None:
        self._db = database
        self._journal = journal
        self._restore = restore

    def save(self, session: SavedSession) -> bool:
        """Save a session under its name in place of an older one; whether it was kept.

        The name "" is for saving often: only tabs that changed are written, and a failure is told once. With a name
        the drafts of its tabs are saved too, and WriteFailed is raised.
        """
        session = session.replace(saved=session.saved or self._db.now())
        if session.name:
            self._db.write(lambda db: save_session(db, session, 0))
            return True
        run = self._journal.begin()
        return bool(run) and self._db.try_write(lambda db: save_session(db, session, run))

    def load(self, name: str) -> SavedSession:
        """The session of that name. Raises SessionNotFound, FileUnreadable."""
        found = self._db.read(lambda db: _load(db, name, 0)) if name else None
        if found is None:
            raise self._missing(name)
        return found

    def of_run(self, run: int) -> SavedSession | None:
        """What a run saved by itself. Raises FileUnreadable."""
        return self._db.read(lambda db: _load(db, "", run))

    def last(self) -> SavedSession | None:
        """The session as it was: that of this run, else of the last that goes on no longer. Raises FileUnreadable."""
        if self._journal.run:
            own = self._db.read(lambda db: _load(db, "", self._journal.run))
            if own is not None:
                return own
        for run, _, _ in self._journal.over():
            found = self._db.read(lambda db, run=run: _load(db, "", run))  # type: ignore[misc]
            if found is not None and found.tabs:
                return found
        return None

    def broken_off(self) -> tuple[Run, ...]:
        """The runs that ended otherwise than they should and had tabs open, latest first. Raises FileUnreadable.

        Each is there until `Journal.settle` is told that it was restored or declined.
        """
        return self._left(OPEN)

    def hung_up(self) -> tuple[Run, ...]:
        """The runs that were ended from outside over open tabs, latest first. Raises FileUnreadable."""
        return self._left(HUNG_UP)

    def _left(self, tabs: int) -> tuple[Run, ...]:
        found = [
            (run, started, self._db.read(lambda db, run=run: _load(db, "", run)))  # type: ignore[misc]
            for run, started, what in self._journal.over()
            if what == tabs
        ]
        return tuple(Run(run, started, left) for run, started, left in found if left is not None and left.tabs)

    def restorable(self) -> Restorable | None:
        """What to bring back at the start, as the setting says; None for nothing. Raises FileUnreadable.

        After a crash it is asked even where the setting is "always": a page may have been what it died of. It is never
        asked after a terminal that was closed, which is how many people leave a program, nor after SIGTERM.
        """
        if self._restore == "never":
            return None
        for run in self.hung_up():
            return Restorable(run.session, False, run.id)
        for run in self.broken_off():
            return Restorable(run.session, True, run.id)
        last = self.last() if self._restore == "always" else None
        return Restorable(last, False) if last is not None else None

    def names(self) -> tuple[SessionSummary, ...]:
        """The sessions with a name, by name. Raises FileUnreadable."""
        sql = (
            "SELECT name, (SELECT count(*) FROM saved_tabs WHERE session = id), saved FROM sessions"
            " WHERE name <> '' ORDER BY name"
        )
        return tuple(SessionSummary(*row) for row in self._db.read(lambda db: db.execute(sql).fetchall()))

    def _missing(self, name: str) -> SessionNotFound:
        from lightterm.session.spelling import there_are

        known = there_are(name, tuple(each.name for each in self.names())) or "; none is saved"
        return SessionNotFound(f"there is no saved session {name!r}{known}", name=name)

    def delete(self, name: str) -> None:
        """Delete the session of that name. Raises SessionNotFound, WriteFailed."""
        if not self._db.write(
            lambda db: db.execute("DELETE FROM sessions WHERE name = ? AND run = 0", (name,)).rowcount
        ):
            raise self._missing(name)

    def rename(self, name: str, new: str) -> None:
        """Give a session another name; one that has that name already is replaced. Raises SessionNotFound, WriteFailed,
        ValueError for the name ""."""
        if not new:
            raise ValueError("a session needs a name")

        def work(db: Connection) -> int:
            known = db.execute("SELECT id FROM sessions WHERE name = ? AND run = 0", (name,)).fetchone()
            if known is None or not name:
                return 0
            db.execute("DELETE FROM sessions WHERE name = ? AND run = 0 AND id <> ?", (new, known[0]))
            return db.execute("UPDATE sessions SET name = ? WHERE id = ?", (new, known[0])).rowcount

        if not self._db.write(work):
            raise self._missing(name)


def save_session(db: Connection, session: SavedSession, run: int) -> None:
    """Write a session in place of the one of its name and run (0 for those with a name)."""
    # Nothing is written that is the same: a session of a hundred tabs saves itself at every step of one of them.
    db.execute(
        "INSERT INTO sessions (name, run, active, saved, panes) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (name, run)"
        " DO UPDATE SET active = excluded.active, saved = excluded.saved, panes = excluded.panes",
        (session.name, run, session.active, session.saved, session.panes),
    )
    (number,) = db.execute("SELECT id FROM sessions WHERE name = ? AND run = ?", (session.name, run)).fetchone()
    keys = []
    for position, tab in enumerate(session.tabs):
        drafts: tuple[Draft, ...] = ()
        if session.name:
            drafts = tab.drafts or drafts_of(db, tab.key)
        values = (tab.key, position, tab.pinned, tab.current, _visits(tab), _drafts(drafts), tab.frame, tab.opener)
        keys.append(tab.key)
        db.execute(
            f"INSERT INTO saved_tabs (session, {_TAB}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (session, key) DO UPDATE SET position = excluded.position, pinned = excluded.pinned,"
            " current = excluded.current, visits = excluded.visits, drafts = excluded.drafts, frame = excluded.frame,"
            " opener = excluded.opener"
            " WHERE (position, pinned, current, visits, drafts, frame, opener) <> (excluded.position, excluded.pinned,"
            " excluded.current, excluded.visits, excluded.drafts, excluded.frame, excluded.opener)",
            (number, *values),
        )
    for (key,) in db.execute("SELECT key FROM saved_tabs WHERE session = ?", (number,)).fetchall():
        if key not in keys:
            db.execute("DELETE FROM saved_tabs WHERE session = ? AND key = ?", (number, key))


def _load(db: Connection, name: str, run: int) -> SavedSession | None:
    sql = "SELECT id, active, saved, panes FROM sessions WHERE name = ? AND run = ?"
    head = db.execute(sql, (name, run)).fetchone()
    if head is None:
        return None
    number, active, saved, panes = head
    tabs = []
    rows = db.execute(f"SELECT {_TAB} FROM saved_tabs WHERE session = ? ORDER BY position", (number,))
    for key, _, pinned, current, visits, drafts, frame, opener in rows.fetchall():
        kept = tuple(Draft(key, *fields) for fields in json.loads(drafts)) if name else drafts_of(db, key)
        pages = tuple(_visit(*page) for page in json.loads(visits))
        tabs.append(SavedTab(key, pages, current, bool(pinned), kept, frame, opener))
    return SavedSession(tuple(tabs), max(0, min(active, len(tabs) - 1)), name, saved, panes)


def _visits(tab: SavedTab) -> str:
    # As JSON in one column: a tab is always read and written whole.
    return _json([_page(visit) for visit in tab.visits])


def _page(visit: SavedVisit) -> tuple[str | int, ...]:
    place = visit.place
    page = kept_url(visit.url), storable(visit.title), place.block, place.offset, place.row
    return (*page, 1) if visit.posted else page


def _visit(url: str, title: str, block: int, offset: int, row: int, posted: int = 0) -> SavedVisit:
    return SavedVisit(url, title, ScrollPlace(block, offset, row), bool(posted))


def _drafts(drafts: tuple[Draft, ...]) -> str:
    return _json([(d.url, d.form, d.field, d.value, d.kind, d.at) for d in drafts if d.kind != "password"])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
