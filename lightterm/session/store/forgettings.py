"""What one run was told to forget, for the others that go on: they hold cookies in memory, and tabs.

The store must not tell afterwards which host that was: a row holds a hash of its name under a salt of its own, with
which another run tries the hosts that it knows itself.
"""

from __future__ import annotations

import os

from lightterm.records import Record
from lightterm.session.store.forget import Scope, host_of_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

KEPT_DAYS = 30
"""A run that asks for no page for so long hears no more of it."""

_ANY = ("", "")


class Heard(Record):
    """What another run forgot, and which kinds of things."""

    scope: Scope
    kinds: tuple[str, ...]


class Forgettings:
    """What other runs forgot since this object was made."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._by = os.urandom(8).hex()
        self._begun = database.now()
        self._heard: set[tuple[object, ...]] = set()
        self._version: tuple[int, int] | None = None

    def note(self, db: Connection, scope: Scope, kinds: tuple[str, ...]) -> None:
        """Tell the other runs, with what is forgotten in the store itself."""
        now = self._db.now()
        salt, host = _hashed(scope.host) if scope.host else _ANY
        sql = "INSERT INTO forgettings (by, salt, host, since, until, kinds, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
        db.execute(sql, (self._by, salt, host, scope.since, scope.until, " ".join(kinds), now))

    def expire(self) -> None:
        """Drop what every run has heard of by now: a host that is guessed can be told by its hash."""
        before = self._db.now() - KEPT_DAYS * 86_400
        self._db.try_write(lambda db: db.execute("DELETE FROM forgettings WHERE at < ?", (before,)))

    def news(self) -> tuple[Heard, ...]:
        """What other runs forgot since this was asked last; it costs next to nothing where nobody has written."""
        version = self._db.data_version()
        if version == self._version:
            return ()
        # Not by the rows' numbers: a file that was damaged is begun anew, and counts from one again.
        sql = "SELECT by, salt, host, since, until, kinds, at FROM forgettings WHERE at >= ? ORDER BY id"
        rows = self._db.try_read(lambda db: db.execute(sql, (self._begun,)).fetchall(), None)
        if rows is None:
            return ()
        new = [row for row in rows if row not in self._heard]
        self._version, self._heard = version, set(rows)
        if any(row[0] != self._by for row in new):
            self._db.owed.forget()
        return tuple(
            # What came after it was forgotten there is not meant.
            Heard(_Hashed(salt, host, since, min(until, at), until >= at), tuple(kinds.split()))
            for by, salt, host, since, until, kinds, at in new
            if by != self._by
        )


class _Hashed(Scope):
    """A scope whose host is known by its hash alone."""

    def __init__(self, salt: str, host: str, since: float, until: float, to_the_end: bool) -> None:
        super().__init__("", since, until)
        self._salt, self._hash, self._to_the_end = salt, host, to_the_end

    def has_place(self, place: str) -> bool:
        if not self._hash:
            return True
        name = host_of_place(place)
        while name:
            if _hashed(name, self._salt)[1] == self._hash:
                return True
            name = name.partition(".")[2]
        return False

    @property
    def all_time(self) -> bool:
        return self.since == float("-inf") and self._to_the_end


def _hashed(host: str, salt: str = "") -> tuple[str, str]:
    """A salt and the hash of a host's name under it."""
    from hashlib import blake2b

    salt = salt or os.urandom(16).hex()
    return salt, blake2b(host.encode(), key=salt.encode(), digest_size=16).hexdigest()
