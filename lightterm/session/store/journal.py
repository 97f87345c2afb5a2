"""The crash journal: which runs of lightterm came to their end, and which are still going on."""

from __future__ import annotations

import contextlib
import os
from threading import Lock

from lightterm.errors import FileUnreadable
from lightterm.session.store.filelock import FileLock, is_held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.session.store.database import Database

KEPT_RUNS = 5
"""The sessions of so many runs that ended well are kept."""

KEPT_CRASHES = 20

ENDED = ".ended"
"""The file of a run's lock is left under its name with this where the store could not take that it ended well."""

OPEN, SETTLED, HUNG_UP = 0, 1, 2
"""What becomes of the tabs of a run that is over: they are offered where it did not end well, no more, or come back
unasked, as its terminal was closed or it was told to end."""


class Journal:
    """Runs. One begins when its session is first saved or `begin` is called, and has ended well only with `end`.

    Whether a run is still going on is known by a lock of its own beside the store, which the system takes away from a
    process that dies: process numbers come again.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._lock: FileLock | None = None
        self._token = ""
        self._opening = 0
        self._beginning = Lock()
        self.run = 0
        """The number of this run, 0 before it began."""

    def begin(self) -> int:
        """Begin this run, if it has not begun; its number, 0 when the store cannot be written."""
        with self._beginning:
            if not self.run:
                self._begin()
            elif self._opening != (opening := self._db.data_version()[0]):
                self._go_on(opening)
            return self.run

    def _begin(self) -> None:
        self._db.open()
        self._token = os.urandom(8).hex()
        self._take_lock()  # before the row, so that no other run can take this one for dead
        if not self._note_begin():
            self._let_go()

    def _take_lock(self) -> None:
        if self._db.home:
            self._lock = FileLock(self._lock_path(self._token))
            with contextlib.suppress(OSError):
                self._lock.acquire()

    def _note_begin(self) -> bool:
        begun: list[int | None] = []
        sql = "INSERT INTO runs (token, started) VALUES (?, ?)"
        now = self._db.now()
        if not self._db.try_write(lambda db: begun.append(db.execute(sql, (self._token, now)).lastrowid)):
            return False
        self.run = begun[-1] or 0
        self._opening = self._db.data_version()[0]
        return True

    def _go_on(self, opening: int) -> None:
        """The store was opened anew: where it is another file (the one before was damaged) it may not know this run.

        What is saved under a number that it does not know is never offered, or is another run's. And where somebody
        deleted the file, the lock beside it may have gone with it.
        """
        if self._lock is not None and not os.path.exists(self._lock.path):
            self._let_go()
            self._take_lock()
        sql = "SELECT id FROM runs WHERE token = ?"
        row = self._db.try_read(lambda db: db.execute(sql, (self._token,)).fetchone(), (self.run,))
        if row is not None:
            self.run, self._opening = row[0], opening
        else:
            self._note_begin()

    def end(self) -> None:
        """Say that this run came to its end."""
        if self.run:
            sql = "UPDATE runs SET ended = ? WHERE id = ?"
            if not self._db.try_write(lambda db: db.execute(sql, (self._db.now(), self.run))):
                self._note_end()
            self.run = 0
        self._let_go()

    def _note_end(self) -> None:
        """Keep that the run ended well in the name of its lock's file, for which there is room on a full disk."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.leave(self._lock.path + ENDED)

    def hang_up(self) -> None:
        """Say that this run is ended from outside: its tabs come back at the next start. It goes on until `close`."""
        if self.run:
            sql = "UPDATE runs SET settled = ? WHERE id = ?"
            self._db.try_write(lambda db: db.execute(sql, (HUNG_UP, self.run)))

    def close(self) -> None:
        """Let go of the lock without saying that the run ended well."""
        self.run = 0
        self._let_go()

    def settle(self, run: int) -> None:
        """Do not offer the session of that run again: it was restored, or declined."""
        self._db.try_write(lambda db: db.execute("UPDATE runs SET settled = ? WHERE id = ?", (SETTLED, run)))

    def over(self) -> tuple[tuple[int, float, int], ...]:
        """The runs that go on no longer, latest first: number, start, and OPEN, SETTLED or HUNG_UP.

        Raises FileUnreadable.
        """
        sql = "SELECT id, token, started, ended, settled FROM runs WHERE id <> ? ORDER BY id DESC"
        rows = self._db.read(lambda db: db.execute(sql, (self.run,)).fetchall())
        return tuple(
            (run, started, SETTLED if ended is not None or os.path.exists(self._lock_path(token) + ENDED) else settled)
            for run, token, started, ended, settled in rows
            if ended is not None or not is_held(self._lock_path(token))
        )

    def prune(self) -> None:
        """Forget all but the last runs, and what they left."""
        try:
            over = self.over()
        except FileUnreadable as error:
            self._db.tell(error.message)
            return
        self._take_notes()
        well = [run for run, _, tabs in over if tabs == SETTLED][KEPT_RUNS:]
        broken_off = [run for run, _, tabs in over if tabs != SETTLED][KEPT_CRASHES:]
        rows = [(run,) for run in well + broken_off]
        if rows:
            self._db.try_write(
                lambda db: (
                    db.executemany("DELETE FROM sessions WHERE name = '' AND run = ?", rows),
                    db.executemany("DELETE FROM runs WHERE id = ?", rows),
                )
            )

    def _take_notes(self) -> None:
        """Write into the store which runs ended well when it could not be written."""
        if self._db.in_memory:
            return
        folder, start = os.path.split(self._lock_path(""))
        notes = [name for name in os.listdir(folder) if name.startswith(start) and name.endswith(ENDED)]
        tokens = [name[len(start) : -len(ENDED)] for name in notes]
        now = self._db.now()
        rows = [(now, token) for token in tokens]
        sql = "UPDATE runs SET ended = ? WHERE token = ? AND ended IS NULL"
        if rows and self._db.try_write(lambda db: db.executemany(sql, rows)):
            for name in notes:
                with contextlib.suppress(OSError):
                    os.unlink(os.path.join(folder, name))

    def _lock_path(self, token: str) -> str:
        return f"{self._db.home}.run-{token}"

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None
