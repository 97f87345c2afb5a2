"""The cookies that outlive a run, shared by all runs at once.

A jar says what was set and removed and when (`CookieJar.changes`). Of two changes of one cookie the later wins, in
whichever order they come here; what was removed leaves its name behind for a while, so that every run hears of it.
"""

from __future__ import annotations

import contextlib
import os
from threading import Lock

from lightterm.fetch.cookies import Cookie, CookieChange
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from lightterm.fetch.cookies import CookieJar
    from lightterm.session.store.database import Database

GONE_DAYS = 30
_WHICH = "domain, name, path, host_only"
_REST = "value, expires, secure, http_only, same_site, created, used, persistent"
_COLUMNS = f"{_WHICH}, {_REST}"
_NOW_GONE = ("", None, 0, 0, "", 0.0, 0.0, 0)


class Cookies:
    """The cookies in the store."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._jar: CookieJar | None = None
        self._seen = _Seen()
        self._version: tuple[int, int] | None = None
        self._lock = Lock()

    def sync(self, jar: CookieJar) -> bool:
        """Bring a jar and the store to the same, in one transaction; whether what is new in the jar was kept.

        Costs next to nothing when neither has changed. The first time the jar is filled with what is kept.
        """
        with self._lock:
            return self._sync(jar)

    def _sync(self, jar: CookieJar) -> bool:
        if jar is not self._jar:
            self._jar, self._seen, self._version = jar, _Seen(), None
            jar.track()
        changes = jar.changes()
        version = self._db.data_version()
        if not changes and version == self._version:
            return True
        pulled: list[tuple[_Seen, list[CookieChange]]] = []

        def work(db: Connection) -> bool:
            _write(db, changes)
            pulled[:] = [_pull(db, jar, self._seen)]
            return True

        kept = self._db.try_write(work) if changes else self._db.try_read(work, False)
        if kept:
            jar.settle(changes)
            self._seen, found = pulled[0]
            jar.merge(found)
            # After a write of our own the number is another one, and another run may have written since.
            self._version = None if changes else version
        return kept

    def fill(self, jar: CookieJar) -> tuple[str, ...]:
        """Fill a new jar from the store; what was wrong with a cookies.txt of lightterm 0.1.0, if there is one.

        Its cookies go into the store and the file goes; one with bad lines is kept as cookies.txt.bad. Raises
        FileUnreadable.
        """
        path = os.path.join(os.path.dirname(self._db.path), "cookies.txt")
        if self._db.in_memory or not os.path.exists(path):
            self.sync(jar)
            return ()
        from lightterm.fetch.cookie_file import read_cookies

        problems = read_cookies(path, jar)
        if self.sync(jar):
            with contextlib.suppress(OSError):
                if problems:
                    os.replace(path, path + ".bad")
                else:
                    os.unlink(path)
        return tuple(f"cookie file {path!r}, {problem}" for problem in problems)

    def all(self) -> tuple[Cookie, ...]:
        """All cookies that are kept and have not run out. Raises FileUnreadable."""
        sql = f"SELECT {_COLUMNS} FROM cookies WHERE NOT gone AND (expires IS NULL OR expires > ?) ORDER BY created"
        now = self._db.now()
        return tuple(_cookie(row) for row in self._db.read(lambda db: db.execute(sql, (now,)).fetchall()))

    def expire(self) -> None:
        """Forget what has run out, and the names of what was removed long ago."""
        now = self._db.now()
        sql = "DELETE FROM cookies WHERE expires <= ? OR (gone AND changed < ?)"
        self._db.try_write(lambda db: db.execute(sql, (now, now - GONE_DAYS * 86_400)))


class _Seen(Record):
    """How far a run has read: the last change, and how often something was forgotten; -1 for not at all."""

    change: int = -1
    forgotten: int = -1


def _pull(db: Connection, jar: CookieJar, seen: _Seen) -> tuple[_Seen, list[CookieChange]]:
    """What other runs have set and removed since this one looked last."""
    found = []
    sql = f"SELECT gone, changed, {_COLUMNS} FROM cookies WHERE seq > ?"
    for gone, changed, *row in db.execute(sql, (seen.change,)).fetchall():
        cookie = _cookie(tuple(row))
        found.append(CookieChange(*_which(cookie), changed, None if gone else cookie))
    forgotten = counter(db, "forgotten")
    if forgotten != seen.forgotten >= 0:
        # What a person made lightterm forget leaves no name behind: it is missing, that is all.
        kept = {(row[0], row[1], row[2], bool(row[3])) for row in db.execute(f"SELECT {_WHICH} FROM cookies")}
        found += [CookieChange(*_which(cookie), 0.0, None) for cookie in jar if _which(cookie) not in kept]
    return _Seen(counter(db, "cookies"), forgotten), found


def _which(cookie: Cookie) -> tuple[str, str, str, bool]:
    return cookie.domain, cookie.name, cookie.path, cookie.host_only


def counter(db: Connection, name: str, step: int = 0) -> int:
    """The value of a counter after so many steps."""
    if step:
        sql = "INSERT INTO counters VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value"
        db.execute(sql, (name, step))
    row = db.execute("SELECT value FROM counters WHERE name = ?", (name,)).fetchone()
    return row[0] if row else 0


def _write(db: Connection, changes: Iterable[CookieChange]) -> None:
    for change in changes:
        which = (change.domain, change.name, change.path, change.host_only)
        sql = "SELECT changed, gone FROM cookies WHERE domain = ? AND name = ? AND path = ? AND host_only = ?"
        known = db.execute(sql, which).fetchone()
        if known is None and change.cookie is None:
            continue
        if known is not None and known[0] > change.at:
            continue
        if change.cookie is not None and not _is_text(change.cookie):
            continue
        rest = _NOW_GONE if change.cookie is None else _rest(change.cookie)
        values = (*which, *rest, change.cookie is None, change.at, counter(db, "cookies", 1))
        marks = ", ".join("?" * len(values))
        db.execute(f"INSERT OR REPLACE INTO cookies ({_COLUMNS}, gone, changed, seq) VALUES ({marks})", values)


def put_cookie(db: Connection, cookie: Cookie) -> None:
    """Write a cookie, unless a later one is there."""
    _write(db, [CookieChange(*_which(cookie), cookie.used or cookie.created, cookie)])


def _rest(cookie: Cookie) -> tuple[object, ...]:
    flags = (cookie.secure, cookie.http_only, cookie.same_site)
    return (cookie.value, cookie.expires, *flags, cookie.created, cookie.used, cookie.persistent)


def _is_text(cookie: Cookie) -> bool:
    """Whether SQLite can hold the cookie: one from a file may have bytes in it that are no text."""
    try:
        f"{cookie.domain}{cookie.name}{cookie.path}{cookie.value}".encode()
    except UnicodeEncodeError:
        return False
    return True


def _cookie(row: tuple[object, ...]) -> Cookie:
    domain, name, path, host_only, value, expires, secure, http_only, same_site, created, used, persistent = row
    return Cookie(
        domain=str(domain),
        name=str(name),
        path=str(path),
        host_only=bool(host_only),
        value=str(value),
        expires=expires if isinstance(expires, float) else None,
        secure=bool(secure),
        http_only=bool(http_only),
        same_site=str(same_site),
        created=float(str(created)),
        used=float(str(used)),
        persistent=bool(persistent),
    )
