"""The store's file: one SQLite database in WAL mode, shared by threads and processes.

Two connections: reads never wait for a write, neither another thread's nor another process's. A commit survives the
death of the process; a power cut may lose the last ones, and never more than those (https://sqlite.org/wal.html).
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from errno import ENOSPC
from threading import RLock
from urllib.parse import quote

from lightterm.errors import FileUnreadable, LocalError, WriteFailed
from lightterm.session.store import schema
from lightterm.session.store.faults import BUSY, FULL, error_name, is_damage, meaning, reason
from lightterm.session.store.owed import Owed
from lightterm.session.store.whole_copy import is_begun, restore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")
    D = TypeVar("D")

BUSY_SECONDS = 5.0
"""How long a write waits for another process's."""

REOPEN_SECONDS = 5.0
"""How long a file that could only be read is left so: a full disk has room again at any time."""

_MEMORY = ":memory:"
_LOST: list[sqlite3.Connection] = []
"""Connections to files that others took the place of: SQLite, closing them, deletes the log of those, by its name."""


class Database:
    """The file at `path` ("": in memory, gone with the object), opened when first used.

    A file that cannot be written is only read, as is one of a newer version; one that cannot be opened at all is
    replaced by memory for this run; a damaged one is moved aside and begun anew. `warn` is told each such thing once;
    `now` gives the time.
    """

    def __init__(self, path: str, warn: Callable[[str], None], now: Callable[[], float] = time.time) -> None:
        self.path = self.home = path
        """Where the file is, "" while there is only memory; and where it is, or is to be once the disk has room."""
        self._name = f"the store {path!r}"
        self.now = now
        self._warn = warn
        self.owed = Owed()
        self._told: set[str] = set()
        self._refusal = ""
        self._reopen_at = float("inf")
        self._generation = 0
        self._inode = 0
        self._aside = ""
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._write_lock = RLock()
        self._read_lock = RLock()

    @property
    def in_memory(self) -> bool:
        """Whether nothing outlives this object."""
        return not self.path

    def open(self) -> None:
        """Open the file now, if it is not; never raises."""
        self._ready()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` reads, all of it from one moment. Raises FileUnreadable."""
        return self._run(work, False, FileUnreadable)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` gives, its changes kept all or none. Raises WriteFailed."""
        return self._run(work, True, WriteFailed)

    def _run(self, work: Callable[[sqlite3.Connection], T], writing: bool, failed: type[LocalError]) -> T:
        for attempt in (1, 2, 3):
            self._ready()
            if writing and self.home != self.path:
                self._take_room()
            if writing and self._refusal and not self._is_writable_now():
                raise failed(self._refusal, path=self.path)
            if writing and self.path:
                self._put_back(failed)
            generation = self._generation
            try:
                with self._write_lock if writing or self._writer is self._reader else self._read_lock:
                    db = self._writer if writing else self._reader
                    if db is not None:
                        return _transaction(db, work, "IMMEDIATE" if writing else "DEFERRED")
            except sqlite3.Error as error:
                if attempt == 3 or not self._repaired(error, generation):
                    raise failed(f"{meaning(error)}: {self._name}", path=self.path) from None
        raise failed(f"it was closed meanwhile: {self._name}", path=self.path)

    def try_read(self, work: Callable[[sqlite3.Connection], T], default: D) -> T | D:
        """As `read`, for what must not stop a person from reading: a failure is told once and gives `default`."""
        try:
            return self.read(work)
        except FileUnreadable as error:
            self.tell(error.message)
            return default

    def try_write(self, work: Callable[[sqlite3.Connection], object], later: bool = False) -> bool:
        """As `write`, for what nobody asked for just now: whether it was kept; a failure is told once.

        With `later` it is done behind the next write that goes well.
        """
        try:
            self.write(work)
        except WriteFailed as error:
            self.tell(error.message)
            if later:
                self.owed.note(work)
            return False
        self.owed.pay(self.write)
        return True

    def tell(self, text: str) -> None:
        """Say what is wrong, once."""
        if text not in self._told:
            self._told.add(text)
            self._warn(text)

    def data_version(self) -> tuple[int, int]:
        """What changes when another connection, of this process or another, has written, or the file is opened anew."""

        def ask(db: sqlite3.Connection) -> int:
            found: int = db.execute("PRAGMA data_version").fetchone()[0]
            return found

        version = self.try_read(ask, 0)
        return self._generation, version

    def scrub(self) -> bool:
        """Leave nothing in the file of what was deleted, as far as the disk and other processes let us; whether all is.

        What is not is told.

        Deleted rows are zeroed at once (secure_delete). The full-text index keeps deleted words until it is merged,
        pages that were rearranged keep copies, and so does the log: hence all three steps.
        """
        if self.in_memory:
            return True
        self._ready()
        with self._write_lock:
            try:
                assert self._writer is not None
                self._writer.execute("INSERT INTO pages (pages) VALUES ('optimize')")
                self._writer.execute("INSERT INTO hays (hays) VALUES ('optimize')")
                self._writer.execute("VACUUM")
                busy = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                problem = "another lightterm is reading it" if busy else ""
            except sqlite3.Error as error:
                problem = reason(error)
        if problem:
            self.tell(f"{self._name}: what was forgotten is deleted, and may be overwritten only later ({problem})")
        return not problem

    def close(self) -> None:
        """Let go of the file; using it again opens it again, memory excepted, which is empty then."""
        with self._write_lock, self._read_lock:
            for connection in {self._writer, self._reader} - {None}:
                assert connection is not None
                if self._is_replaced():
                    _LOST.append(connection)
                    continue
                # A page of history that is not folded into the file yet stays in the log beside it, whole.
                with contextlib.suppress(sqlite3.Error):
                    connection.close()
            self._writer = self._reader = None
            self._generation += 1

    # --- opening

    def _ready(self) -> int:
        """Open the file if it is not; the number of this opening."""
        if self._writer is None or self._reader is None:
            with self._write_lock, self._read_lock:
                if self._writer is None or self._reader is None:
                    self._open()
        return self._generation

    def _open(self) -> None:
        for last in (False, True):
            try:
                if self.path:
                    self._open_file()
                    return
                break
            except sqlite3.Error as error:
                self.close()
                if is_damage(error) and not last and self._set_aside(error):
                    continue
                if self._opened_for_reading(reason(error)):
                    return
                self._go_without(reason(error), error_name(error) == FULL)
            except OSError as error:
                self._go_without(error.strerror or str(error), error.errno == ENOSPC)
        self._writer = self._reader = _connect(_MEMORY)
        schema.migrate(self._writer)

    def _go_without(self, why: str, full: bool) -> None:
        told = "nothing is kept until the disk has room" if full else "what happens now is forgotten at the end"
        self.tell(f"{told}: {self._name} cannot be used ({why})")
        self.path, self.home = "", self.home if full else ""
        self._reopen_at = time.monotonic() + REOPEN_SECONDS

    def _take_room(self) -> None:
        """Go on in a file with all that is in memory, where the disk has room for it by now."""
        with self._write_lock, self._read_lock:
            if time.monotonic() < self._reopen_at or self._writer is None or self.home == self.path:
                return
            self._reopen_at = time.monotonic() + REOPEN_SECONDS
            with contextlib.suppress(OSError, sqlite3.Error):
                if is_begun(self.home):  # by another process: what is here cannot go into that one
                    self.home = ""
                    return
                restore(self._writer, self.home)
                self.path = self.home
                self.close()
                self._ready()

    def _opened_for_reading(self, why: str) -> bool:
        """Whether the file can be read, at least, where nothing can be written (a full disk, a read-only one).

        SQLite needs room for the index of its log; a file whose log was folded into it can be read without.
        """
        try:
            with contextlib.suppress(FileNotFoundError):
                if os.path.getsize(self.path + "-wal"):
                    return False
            self._reader = _connect(f"file:{quote(self.path)}?mode=ro&immutable=1", uri=True)
            if not 0 < schema.version(self._reader) <= len(schema.STEPS):
                raise sqlite3.OperationalError("of another version")
        except (OSError, sqlite3.Error):
            self.close()
            return False
        self._writer = self._reader
        self._refusal = f"{self._name} can only be read ({why})"
        self._reopen_at = time.monotonic() + REOPEN_SECONDS
        self.tell(self._refusal)
        return True

    def _is_writable_now(self) -> bool:
        """Whether the file, which could only be read when it was opened, is open for writing now."""
        if time.monotonic() < self._reopen_at:
            return False
        with self._write_lock, self._read_lock:
            self.close()
            self._ready()
            return not self._refusal

    def _open_file(self) -> None:
        os.makedirs(os.path.dirname(self.path), 0o700, exist_ok=True)
        # SQLite would make it readable by everyone; its log takes the mode of the file.
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            status = os.fstat(descriptor)
            self._inode = status.st_ino
            if status.st_mode & 0o077 and hasattr(os, "fchmod"):
                os.fchmod(descriptor, 0o600)
        finally:
            os.close(descriptor)
        self._writer = writer = _connect(self.path)
        _wal(writer)
        writer.execute("PRAGMA synchronous = NORMAL")
        writer.execute("PRAGMA secure_delete = ON")
        found = schema.version(writer)
        self._refusal, self._reopen_at = "", float("inf")
        if found > len(schema.STEPS):
            self._refusal = (
                f"{self._name} was made by a newer lightterm (version {found}, this one knows {len(schema.STEPS)}):"
                " it is read, and nothing is written to it"
            )
            self.tell(self._refusal)
            writer.execute("PRAGMA query_only = ON")
        else:
            schema.migrate(writer)
            if self._aside:
                self._salvage(writer)
        self._reader = _connect(self.path)
        self._reader.execute("PRAGMA query_only = ON")
        # Completion reads an index of some 15 MB at every key: 8 MB of it stay at hand.
        self._reader.execute("PRAGMA cache_size = -8000")

    # --- damage

    def _put_back(self, failed: type[LocalError]) -> None:
        """Write the file anew where somebody deleted it: what is open is whole still, and would go when it is closed.

        Where another process did so already, or set a damaged file aside, that one is opened.
        """
        if not self._is_replaced() and os.path.exists(self.path):
            return
        with self._write_lock, self._read_lock:
            if self._writer is not None and not os.path.exists(self.path):
                try:
                    restore(self._writer, self.path)
                except (OSError, sqlite3.Error) as error:
                    words = f"it was deleted, and cannot be written anew: {self._name} ({error})"
                    raise failed(words, path=self.path) from None
                self.tell(f"{self._name} was deleted: it is written anew")
            self.close()
            self._ready()

    def _is_replaced(self) -> bool:
        """Whether another file lies at the path by now."""
        try:
            return os.stat(self.path).st_ino != self._inode
        except OSError:
            return False

    def _repaired(self, error: sqlite3.Error, generation: int) -> bool:
        """Whether it is worth another try: a damaged file was moved aside, by this thread or another."""
        if not is_damage(error) or not self.path:
            return False
        with self._write_lock, self._read_lock:
            if generation != self._generation:
                return True
            self.close()
            return self._set_aside(error)

    def _set_aside(self, error: sqlite3.Error) -> bool:
        aside = f"{self.path}.damaged-{time.strftime('%Y%m%d-%H%M%S', time.localtime(self.now()))}"
        try:
            # Another process may have moved the same file already: what lies there now is the new one.
            if os.stat(self.path).st_ino == self._inode:
                os.rename(self.path, aside)
                for tail in ("-wal", "-shm"):
                    with contextlib.suppress(FileNotFoundError):
                        os.rename(self.path + tail, aside + tail)
                self._aside = aside
                self.tell(f"{self._name} was damaged ({error}): it was moved to {aside!r} and a new one is begun")
        except FileNotFoundError:
            return True
        except OSError as problem:
            self._go_without(problem.strerror or str(problem), problem.errno == ENOSPC)
            return False
        return True

    def _salvage(self, writer: sqlite3.Connection) -> None:
        from lightterm.session.store.salvage import salvage

        aside, self._aside = self._aside, ""
        try:
            count = salvage(aside, writer)
        except sqlite3.Error:
            count = 0
        if count:
            self.tell(f"{count} rows of the damaged store could still be read and are in the new one")


def _connect(path: str, uri: bool = False) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri)
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _wal(db: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait there for a process that does the same just now."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not error_name(error).startswith(BUSY) or time.monotonic() > until:
                raise
            time.sleep(0.02)


def _transaction(db: sqlite3.Connection, work: Callable[[sqlite3.Connection], T], kind: str) -> T:
    db.execute(f"BEGIN {kind}")
    try:
        result = work(db)
        db.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself when the disk is full.
        if db.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        raise
    return result
