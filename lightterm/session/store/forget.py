"""Forgetting by host and by time, so that it is gone from the file too."""

from __future__ import annotations

import json

from lightterm.fetch.urls import host_if_any
from lightterm.session.store.addresses import is_within
from lightterm.session.store.cookies import counter
from lightterm.session.store.deeds import forget_deeds
from lightterm.session.store.history import drop_places, drop_texts, drop_visits
from lightterm.session.store.model import UNKNOWN_HOST, Forgotten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection
    from typing import Any

    from lightterm.session.store.database import Database
    from lightterm.session.store.forgettings import Forgettings

TRACES = (
    "history", "cookies", "inputs", "drafts", "sessions", "downloads", "feeds", "decisions", "marks", "deeds",
    "watched", "cache", "hsts",
)  # fmt: skip
"""What browsing leaves behind. "cache" and "hsts" are files of their own, which `Session.forget` sees to."""

KEPT = ("bookmarks", "quickmarks", "read_later", "followed")
"""What a person put away on purpose: forgotten only when it is named."""

# Table, the columns that hold a URL or host, and that with the time.
_TABLES = {
    "drafts": ("drafts", "url", "at"),
    "downloads": ("downloads", "url", "started"),
    "feeds": ("feed_items", "feed", "seen"),
    "decisions": ("decisions", "host", "made"),
    "marks": ("marks", "url", "made"),
    "watched": ("watched", "url", "at"),
    "cookies": ("cookies", "domain", "created"),
    "bookmarks": ("bookmarks", "url", "added"),
    "quickmarks": ("quickmarks", "url", "added"),
    "read_later": ("read_later", "url", "added"),
    "followed": ("followed", "url", "added"),
}


_IN_MEMORY = frozenset(("cookies", "sessions"))
"""Kinds of things that other runs hold in memory, or write again."""

_COMPACT: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}

_OWED = "scrub owed"
"""The counter that stands while something deleted may still be in the file."""


def host_of_place(place: str) -> str:
    """The host of a URL, or the host that it is itself: that of IPv6 has colons, too."""
    return host_if_any(place) if "//" in place else place


class Scope:
    """What is to be forgotten: a host and those below it ("": any), from `since` up to `until` (seconds since 1970)."""

    def __init__(self, name: str, since: float | None, until: float | None) -> None:
        name = name.lower().strip(".")
        self.host = f"[{name}]" if ":" in name and name[0] != "[" else name
        self.since = float("-inf") if since is None else since
        self.until = float("inf") if until is None else until

    def has_place(self, place: str) -> bool:
        """Whether a URL or host is meant."""
        return not self.host or is_within(host_of_place(place), self.host)

    def has_time(self, at: float) -> bool:
        """Whether a time is meant."""
        return self.since <= at < self.until

    @property
    def all_time(self) -> bool:
        """Whether no time was named."""
        return self.since == float("-inf") and self.until == float("inf")


def forget(database: Database, scope: Scope, kinds: tuple[str, ...], others: Forgettings) -> tuple[Forgotten, ...]:
    """Delete what `scope` and `kinds` mean from the store, and the room it took in the file; how much of each kind.

    What `others` hold in memory they are told to forget as well.

    Raises WriteFailed, ValueError for an unknown kind.
    """
    unknown = set(kinds) - set(TRACES) - set(KEPT)
    if unknown:
        raise ValueError(f"nothing is called {min(unknown)!r}; there are: {', '.join(TRACES + KEPT)}")
    database.owed.forget()
    counts, changed = database.write(lambda db: _forget_all(db, scope, kinds, others, database.path))
    if changed:
        _scrub(database)
    return counts


def scrub_owed(database: Database) -> None:
    """Overwrite what a run deleted that was killed before it could, or that another run was reading just then."""
    sql = f"SELECT 1 FROM counters WHERE name = '{_OWED}'"
    if database.try_read(lambda db: db.execute(sql).fetchone(), None):
        _scrub(database)


def _scrub(database: Database) -> None:
    if database.scrub():
        database.try_write(lambda db: db.execute(f"DELETE FROM counters WHERE name = '{_OWED}'"))


def _forget_all(
    db: Connection, scope: Scope, kinds: tuple[str, ...], others: Forgettings, path: str
) -> tuple[tuple[Forgotten, ...], bool]:
    before = db.total_changes
    counts = tuple(Forgotten(kind, _forget(db, scope, kind, path)) for kind in kinds)
    changed = db.total_changes > before
    if changed:
        db.execute(f"INSERT OR REPLACE INTO counters VALUES ('{_OWED}', 1)")
    if not _IN_MEMORY.isdisjoint(kinds):
        others.note(db, scope, kinds)
    return counts, changed


def _forget(db: Connection, scope: Scope, kind: str, path: str) -> int:
    if kind == "history":
        return _history(db, scope)
    if kind == "inputs":
        return _inputs(db, scope)
    if kind == "sessions":
        return _sessions(db, scope)
    if kind == "deeds":
        return forget_deeds(db, scope, path)
    if kind not in _TABLES:
        return 0
    if kind == "cookies":
        # The names that removed cookies left behind tell of hosts as well.
        names = db.execute("SELECT rowid, domain FROM cookies WHERE gone").fetchall()
        db.executemany("DELETE FROM cookies WHERE rowid = ?", [(row,) for row, name in names if scope.has_place(name)])
    if kind == "feeds":
        rows = db.execute("SELECT rowid, url, visited FROM followed").fetchall()
        read = [(row,) for row, url, at in rows if scope.has_place(url) and scope.has_time(at)]
        db.executemany("UPDATE followed SET visited = 0 WHERE rowid = ?", read)
    if kind == "marks":
        return _rows(db, scope, *_TABLES[kind]) + _rows(db, scope, "page_marks", "url", "made")
    unwanted = _rows(db, scope, *_TABLES[kind])
    if kind == "cookies" and unwanted:
        # Other runs hold them in memory: this tells them to look.
        counter(db, "forgotten", 1)
    return unwanted


def _rows(db: Connection, scope: Scope, table: str, place: str, time: str) -> int:
    """Delete a table's rows that are meant; how many."""
    rows = db.execute(f"SELECT rowid, {place}, {time} FROM {table}").fetchall()
    unwanted = [(row,) for row, where, at in rows if scope.has_place(where) and scope.has_time(at)]
    db.executemany(f"DELETE FROM {table} WHERE rowid = ?", unwanted)
    return len(unwanted)


def _history(db: Connection, scope: Scope) -> int:
    places = [row for row in db.execute("SELECT id, host FROM places").fetchall() if is_within(row[1], scope.host)]
    if not scope.host or not scope.all_time:
        among = {row[0] for row in places} if scope.host else None
        gone = drop_visits(db, scope.since, scope.until, among)
        drop_texts(db, scope.since, scope.until, among)
        return gone
    visits = sum(
        db.execute("SELECT count(*) FROM visits WHERE place = ?", (place,)).fetchone()[0] for place, _ in places
    )
    drop_places(db, [(place,) for place, _ in places])
    return int(visits)


def _inputs(db: Connection, scope: Scope) -> int:
    """Lines typed: those on its pages, and those that name it anywhere, in an address or a command.

    What was typed into fields before their hosts were kept may have been typed at any, and goes as well.
    """
    rows = db.execute("SELECT rowid, kind, text, host, at FROM inputs").fetchall()
    unwanted = [
        (row,)
        for row, kind, text, host, at in rows
        if scope.has_time(at)
        and (
            scope.host in text.lower() or scope.has_place(host) or (host == UNKNOWN_HOST and kind.startswith("field:"))
        )
    ]
    db.executemany("DELETE FROM inputs WHERE rowid = ?", unwanted)
    return len(unwanted)


def _sessions(db: Connection, scope: Scope) -> int:
    """Pages in saved tabs. By time alone only the sessions that saved themselves go: a name was given on purpose.
    What was typed in that time goes from those, too.
    """
    gone = 0
    sql = "SELECT saved_tabs.rowid, saved, name, current, visits, drafts FROM saved_tabs JOIN sessions ON session = id"
    for tab, saved, name, current, visits, drafts in db.execute(sql).fetchall():
        if name and not scope.host:
            others = json.dumps([draft for draft in json.loads(drafts) if not scope.has_time(draft[5])], **_COMPACT)
            db.execute("UPDATE saved_tabs SET drafts = ? WHERE rowid = ? AND drafts <> ?", (others, tab, others))
            continue
        if not scope.has_time(saved):
            continue
        pages, typed = json.loads(visits), json.loads(drafts)
        kept = [page for page in pages if not scope.has_place(page[0])]
        written = [draft for draft in typed if not scope.has_place(draft[0])]  # also on pages the tab has left for good
        gone += len(pages) - len(kept)
        if not kept:
            db.execute("DELETE FROM saved_tabs WHERE rowid = ?", (tab,))
        elif len(kept) + len(written) < len(pages) + len(typed):
            # The tab shows the last page before the one it showed.
            before = sum(1 for page in pages[: current + 1] if not scope.has_place(page[0]))
            texts = [json.dumps(part, **_COMPACT) for part in (kept, written)]
            values = (max(0, before - 1), *texts, tab)
            db.execute("UPDATE saved_tabs SET current = ?, visits = ?, drafts = ? WHERE rowid = ?", values)
    return gone
