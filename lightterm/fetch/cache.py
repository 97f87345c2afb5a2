"""The HTTP cache: private, on disk, shared between processes (RFC 9111)."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import sys
import time
import zlib
from threading import RLock

from lightterm.errors import UrlInvalid
from lightterm.fetch import cache_rules as rules
from lightterm.fetch.model import Headers, Response, Timing
from lightterm.fetch.urls import origin, resolve, without_fragment
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from lightterm.fetch.model import Request

    T = TypeVar("T")

_VERSION = 2
_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL, vary TEXT NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL,
    http_version TEXT NOT NULL, headers TEXT NOT NULL, stated_type TEXT NOT NULL, charset TEXT NOT NULL,
    received REAL NOT NULL, delay REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL,
    revalidating INTEGER NOT NULL DEFAULT 0, UNIQUE (url, vary));
CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY REFERENCES entries ON DELETE CASCADE, data BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS by_use ON entries (used, size);
"""
# The sum of all sizes is asked for with each entry that is kept: counted anew it took 0.5 ms of 20,000 entries.
_TAKEN = """
CREATE TABLE IF NOT EXISTS taken (bytes INTEGER NOT NULL);
DELETE FROM taken;
INSERT INTO taken SELECT coalesce(sum(size), 0) FROM entries;
CREATE TRIGGER IF NOT EXISTS kept AFTER INSERT ON entries BEGIN UPDATE taken SET bytes = bytes + new.size; END;
CREATE TRIGGER IF NOT EXISTS gone AFTER DELETE ON entries BEGIN UPDATE taken SET bytes = bytes - old.size; END;
"""
_COLUMNS = "id, status, reason, http_version, headers, stated_type, charset, received, delay, revalidating, vary"
_SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
_OVERHEAD = 512
_ROOM = 256 * 1024
"""Bytes of a disk with less of which deleting a row may fail."""
_BUSY_SECONDS = 2.0
# One body may take a quarter of the cache: more would sweep out all the rest.
_LARGEST_SHARE = 4
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
DAMAGED = ".damaged"
"""What the name of a damaged file ends in that was moved aside."""

_UNUSABLE = "the cache cannot be used"


class Stored(Record):
    """A kept reply; `fresh`: it may be used unasked; `validators`: the request headers that ask whether it holds.

    `stale_if_error` says that it may stand in when the server fails. `entry` is its number in the cache.
    """

    response: Response
    fresh: bool
    validators: Headers
    stale_if_error: bool = False
    entry: int = 0


def _to_stderr(text: str) -> None:
    print(f"lightterm: {text}", file=sys.stderr)


class HttpCache:
    """Replies to GET requests in the SQLite file at `path`, together at most about `max_bytes`.

    Opened when first used, safe between threads and processes and after a kill at any instant. Whatever goes wrong
    with the file, a load goes on without the cache: a damaged one is moved aside. `warn` is told once; `now` gives
    the time in seconds since 1970.
    """

    def __init__(
        self,
        path: str,
        max_bytes: int,
        now: Callable[[], float] = time.time,
        warn: Callable[[str], None] = _to_stderr,
    ) -> None:
        self.path = path
        self.max_bytes = max_bytes
        self._now = now
        self._warn = warn
        self._warned = False
        self._connection: sqlite3.Connection | None = None
        self._broken = max_bytes <= 0
        self._lock = RLock()

    def lookup(self, request: Request, url: str) -> Stored | None:
        """The entry for `url` that suits `request.headers` (all that will be sent), fresh or stale; None without one.

        With freshness "fresh" it is never `fresh`; with "cached" always.
        """
        if request.method != "GET" or request.data is not None or rules.field(request.headers, "range"):
            return None
        if "no-store" in rules.directives(rules.field(request.headers, "cache-control")):
            return None
        with self._lock:
            return self._guarded(lambda db: self._found(db, request, without_fragment(url)))

    def store(self, request: Request, url: str, request_headers: Headers, response: Response) -> None:
        """Keep `response` where the rules allow; an unsafe method that succeeded drops what it may have changed.

        A page that no lifetime and no validator would let be used again is kept too, for who asks the cache alone.
        """
        url = without_fragment(url)
        if request.method not in _SAFE:
            if response.status < 400 and response.status:
                self._invalidate(url, response)
            return
        if request.method != "GET" or request.data is not None or request.secret:
            return
        headers = rules.kept_headers(response.headers)
        now = self._now()
        with self._lock:
            reusable = rules.is_reusable(response.status, headers, now)
            # A page is kept in any case, to be read offline: a history is not bound by lifetimes (RFC 9111, section 6).
            if not rules.may_store(request_headers, response) or not (reusable or request.destination == "document"):
                # What was kept is not the latest any more, unless the reply only failed.
                if response.error is None and not response.truncated and response.status != 304:
                    self._guarded(lambda db: self._drop(db, (url,)))
                return
            if not reusable:
                headers = rules.without_validators(headers)
            vary = rules.varying(headers, request_headers)
            self._guarded(lambda db: self._insert(db, url, vary, response.replace(headers=headers), now))

    def refreshed(self, stored: Stored, response_304: Response) -> Response:
        """The stored reply with the headers of a 304, which also start its life anew in the cache (section 4.3.4)."""
        headers = rules.updated_headers(stored.response.headers, response_304.headers)
        now, delay = self._now(), response_304.timing.first_byte_ms / 1000
        with self._lock:
            self._guarded(
                lambda db: db.execute(
                    "UPDATE entries SET headers = ?, received = ?, delay = ?, used = ?, revalidating = 0 WHERE id = ?",
                    (json.dumps(headers), now, delay, now, stored.entry),
                )
            )
        return stored.response.replace(
            headers=headers,
            from_cache=True,
            timing=response_304.timing,
            redirects=response_304.redirects,
            retries=response_304.retries,
            wire_bytes=response_304.wire_bytes,
        )

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._guarded(lambda db: db.executescript("DELETE FROM bodies; DELETE FROM entries; VACUUM;"))

    def forget(self, unwanted: Callable[[str, float], bool]) -> int:
        """Delete the entries for whose URL and time of receipt `unwanted` holds, in the file too; how many.

        They are deleted also where the file cannot be compacted now; on a full disk, where deleting takes room, too,
        all of the cache goes.
        """

        def work(db: sqlite3.Connection) -> int:
            rows = db.execute("SELECT id, url, received FROM entries").fetchall()
            found = [entry for entry, url, received in rows if unwanted(url, received)]
            db.execute("PRAGMA secure_delete = ON")
            for entry in found:
                self._delete(db, entry)
            if found:
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return len(found)

        with self._lock:
            done = self._guarded(work) if os.path.exists(self.path) else 0
            if done is None and not self._broken and _is_full(os.path.dirname(self.path)):
                self._remove()
            return done or 0

    def _remove(self) -> None:
        """Take the file away: on a full disk it cannot even be read what is in it."""
        self.close()
        for tail in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                os.unlink(self.path + tail)
        self._warn("the disk is full: all of the cache was deleted to make room")

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    # --- the rules over the rows

    def _found(self, db: sqlite3.Connection, request: Request, url: str) -> Stored | None:
        rows = db.execute(f"SELECT {_COLUMNS} FROM entries WHERE url = ? ORDER BY received DESC", (url,))
        for row in rows.fetchall():
            asked = [[name, " ".join(rules.field(request.headers, name).split())] for name, _ in json.loads(row[-1])]
            if asked == json.loads(row[-1]):
                return self._stored(db, request, url, row)
        return None

    def _stored(self, db: sqlite3.Connection, request: Request, url: str, row: tuple[Any, ...]) -> Stored | None:
        entry, status, reason, version, headers_text, stated_type, charset, received, delay, revalidating, _ = row
        body = db.execute("SELECT data FROM bodies WHERE id = ?", (entry,)).fetchone()
        if body is None:
            self._drop(db, (url,))
            return None
        headers: Headers = tuple((name, value) for name, value in json.loads(headers_text))
        state = rules.freshness(headers, received, delay, self._now())
        fresh = rules.is_fresh_enough(state, request.headers)
        # A stale entry that is being asked about is served once; the next asker waits for the answer.
        fresh = fresh or (not revalidating and rules.may_revalidate_later(state, request.headers))
        spent = fresh and state.staleness >= 0 and request.freshness == "any"
        with contextlib.suppress(sqlite3.OperationalError):
            # Only the order of eviction hangs on it: a full disk must not lose the reader the entry.
            db.execute(
                "UPDATE entries SET used = ?, revalidating = max(revalidating, ?) WHERE id = ?",
                (self._now(), spent, entry),
            )
        response = Response(
            url,
            status,
            reason,
            version,
            headers,
            zlib.decompress(body[0]),
            stated_type,
            charset,
            timing=Timing(),
            from_cache=True,
        )
        return Stored(
            response,
            request.freshness == "cached" or (fresh and request.freshness == "any"),
            rules.validators(headers),
            not state.must_revalidate and state.staleness <= state.if_error,
            entry,
        )

    def _insert(
        self, db: sqlite3.Connection, url: str, vary: tuple[tuple[str, str], ...], response: Response, now: float
    ) -> None:
        data = zlib.compress(response.body, 1)
        headers = json.dumps(response.headers)
        size = len(data) + len(headers) + len(url) + _OVERHEAD
        if size > self.max_bytes // _LARGEST_SHARE:
            self._drop(db, (url,))
            return
        db.execute("BEGIN IMMEDIATE")
        try:
            names = [name for name, _ in vary]
            for entry, old in db.execute("SELECT id, vary FROM entries WHERE url = ?", (url,)).fetchall():
                # A new Vary makes the older variants unreachable by its rules.
                if [name for name, _ in json.loads(old)] != names or json.loads(old) == [list(pair) for pair in vary]:
                    self._delete(db, entry)
            values = (response.status, response.reason, response.http_version, headers, response.stated_type)
            times = (response.charset, now, response.timing.first_byte_ms / 1000, now, size)
            cursor = db.execute(
                "INSERT INTO entries (url, vary, status, reason, http_version, headers, stated_type, charset, received,"
                " delay, used, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (url, json.dumps(vary), *values, *times),
            )
            db.execute("INSERT INTO bodies VALUES (?, ?)", (cursor.lastrowid, data))
            self._evict(db)
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise

    def _evict(self, db: sqlite3.Connection) -> None:
        """Drop what was used longest ago until nine tenths of the room are taken."""
        total = db.execute("SELECT bytes FROM taken").fetchone()[0]
        if total <= self.max_bytes:
            return
        for entry, size in db.execute("SELECT id, size FROM entries ORDER BY used").fetchall():
            self._delete(db, entry)
            total -= size
            if total <= self.max_bytes * 0.9:
                return

    def _delete(self, db: sqlite3.Connection, entry: int) -> None:
        db.execute("DELETE FROM bodies WHERE id = ?", (entry,))
        db.execute("DELETE FROM entries WHERE id = ?", (entry,))

    def _drop(self, db: sqlite3.Connection, urls: tuple[str, ...]) -> None:
        for url in urls:
            if not db.execute("SELECT 1 FROM entries WHERE url = ? LIMIT 1", (url,)).fetchall():
                continue  # to delete nothing waits for whoever writes, too
            db.execute("DELETE FROM bodies WHERE id IN (SELECT id FROM entries WHERE url = ?)", (url,))
            db.execute("DELETE FROM entries WHERE url = ?", (url,))

    def _invalidate(self, url: str, response: Response) -> None:
        """Section 4.4: the URL itself, and what Location and Content-Location name on the same origin."""
        urls = [url]
        for name in ("location", "content-location"):
            if value := response.header(name):
                other = without_fragment(resolve(url, value))
                with contextlib.suppress(UrlInvalid):
                    urls += [other] if origin(other) == origin(url) else []
        with self._lock:
            self._guarded(lambda db: self._drop(db, tuple(urls)))

    # --- the file

    def _guarded(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """What `work` gives, or None when the cache cannot be used now."""
        if self._broken:
            return None
        try:
            return work(self._open())
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorname", "")
            if code.startswith(_DAMAGE):
                self._move_aside(str(error))
            elif not code.startswith("SQLITE_BUSY"):
                full = code.startswith("SQLITE_FULL")
                self._complain("the disk is full: the cache keeps nothing more" if full else f"{_UNUSABLE}: {error}")
        except (ValueError, zlib.error) as error:
            self._move_aside(str(error))
        except OSError as error:
            self._complain(f"{_UNUSABLE}: {error.strerror}")
        return None

    def _open(self) -> sqlite3.Connection:
        if self._connection is not None:
            return self._connection
        os.makedirs(os.path.dirname(os.path.abspath(self.path)), 0o700, exist_ok=True)
        # SQLite would make it readable by everyone: the pages in it are the user's own.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        db = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, 1, _VERSION):
                db.executescript("DROP TABLE IF EXISTS bodies; DROP TABLE IF EXISTS entries;")
            db.execute("PRAGMA journal_mode = WAL")
            # Under WAL a kill loses nothing that was committed, and a power cut at most the last entries.
            db.execute("PRAGMA synchronous = NORMAL")
            if version != _VERSION:
                db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {_TAKEN} PRAGMA user_version = {_VERSION}; COMMIT;")
        except BaseException:
            db.close()
            raise
        self._connection = db
        return db

    def _move_aside(self, why: str) -> None:
        self.close()
        aside = self.path + DAMAGED
        try:
            os.replace(self.path, aside)
            for tail in ("-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(self.path + tail)
        except OSError as error:
            self._broken = True
            self._complain(f"the cache is damaged ({why}) and cannot be moved aside: {error.strerror}")
            return
        self._complain(f"the cache was damaged ({why}); it was moved to {aside!r} and a new one is begun")

    def _complain(self, text: str) -> None:
        if not self._warned:
            self._warned = True
            self._warn(text)


def _is_full(folder: str) -> bool:
    """Whether the disk has no room for what SQLite needs to delete a row; some give it other errors for that."""
    if not hasattr(os, "statvfs"):
        return False
    try:
        room = os.statvfs(folder)
    except OSError:
        return False
    return room.f_bavail * room.f_frsize < _ROOM
