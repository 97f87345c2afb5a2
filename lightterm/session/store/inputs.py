"""What was typed before: commands, searches, addresses, values of form fields."""

from __future__ import annotations

import re

from lightterm.session.store.model import InputEntry
from lightterm.session.store.text import glob, storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

PER_KIND = 1000
"""Lines kept of each kind."""

MAX_CHARACTERS = 4096


_PASSWORD = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s/?#:@]*):[^\s/?#]*@", re.IGNORECASE)
"""A name and a password before the host of an address."""


class Inputs:
    """Lines by kind: "command", "search", "url", "field:NAME"; each line once a host, at the time it was typed last.

    With `enabled` false nothing new is kept.
    """

    def __init__(self, database: Database, enabled: bool = True) -> None:
        self._db = database
        self._enabled = enabled

    def add(self, kind: str, text: str, host: str = "") -> bool:
        """Keep a line, without the password of an address in it, and where it was typed; whether it was kept.

        Raises ValueError for passwords alone, which are never kept.
        """
        if kind == "password":
            raise ValueError("a password is never stored")
        text = _PASSWORD.sub(r"\1@", storable(text))
        if not self._enabled or not text.strip() or len(text) > MAX_CHARACTERS:
            return False
        now = self._db.now()

        def keep(db: Connection) -> None:
            put_input(db, InputEntry(kind, text, now, host))
            db.execute(
                "DELETE FROM inputs WHERE kind = ? AND rowid NOT IN"
                " (SELECT rowid FROM inputs WHERE kind = ? ORDER BY at DESC, rowid DESC LIMIT ?)",
                (kind, kind, PER_KIND),
            )

        return self._db.try_write(keep, later=True)

    def recent(self, kind: str, start: str = "", limit: int = PER_KIND) -> tuple[str, ...]:
        """The lines of a kind that begin with `start`, latest first, wherever they were typed, each once.

        None when the store cannot be read.
        """
        sql = (
            "SELECT text FROM inputs WHERE kind = ? AND text GLOB ? GROUP BY text"
            " ORDER BY max(at) DESC, max(rowid) DESC LIMIT ?"
        )
        pattern = glob(storable(start))[1:]
        rows = self._db.try_read(lambda db: db.execute(sql, (kind, pattern, limit)).fetchall(), [])
        return tuple(row[0] for row in rows)

    def entries(self) -> tuple[InputEntry, ...]:
        """All lines, oldest first. Raises FileUnreadable."""
        sql = "SELECT kind, text, at, host FROM inputs ORDER BY at, rowid"
        rows = self._db.read(lambda db: db.execute(sql).fetchall())
        return tuple(InputEntry(*row) for row in rows)

    def delete_with(self, kind: str, part: str) -> None:
        """Forget every line of a kind that holds a text, a password say."""
        if part:
            sql = "DELETE FROM inputs WHERE kind = ? AND instr(text, ?) > 0"
            self._db.try_write(lambda db: db.execute(sql, (kind, storable(part))))

    def delete(self, kind: str, text: str = "") -> int:
        """Forget a line, or all of a kind; how many. Raises WriteFailed."""
        sql, values = "DELETE FROM inputs WHERE kind = ?", [kind]
        if text:
            sql, values = f"{sql} AND text = ?", [kind, text]
        return self._db.write(lambda db: db.execute(sql, values).rowcount)


def put_input(db: Connection, entry: InputEntry, over: bool = True) -> None:
    """Write a line, over the one that is there or, if not `over`, only where there is none."""
    how = "REPLACE" if over else "IGNORE"
    sql = f"INSERT OR {how} INTO inputs (kind, text, host, at) VALUES (?, ?, ?, ?)"
    db.execute(sql, (entry.kind, entry.text, entry.host, entry.at))
