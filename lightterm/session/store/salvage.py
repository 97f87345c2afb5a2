"""What can still be read of a damaged store."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from urllib.parse import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# What a person made comes first. The texts of pages are left: they lie in the file that was set aside, and to index
# them anew could take minutes.
_TABLES = (
    "bookmarks", "bookmark_tags", "quickmarks", "marks", "page_marks", "read_later", "decisions", "runs", "sessions",
    "saved_tabs", "drafts", "inputs", "cookies", "downloads", "feed_items", "followed", "deeds", "watched", "places",
    "visits",
)  # fmt: skip


def salvage(aside: str, db: sqlite3.Connection) -> int:
    """Copy the readable rows of the damaged file `aside` into a new store, in one transaction; how many.

    A table is read from both ends up to where it is broken. Raises sqlite3.Error for the new store alone.
    """
    logged = os.path.exists(aside + "-wal") and os.path.getsize(aside + "-wal")
    # Without a log the file is read as it lies there, so that none is made beside it.
    how = "mode=ro" if logged else "mode=ro&immutable=1"
    source = sqlite3.connect(f"file:{quote(aside)}?{how}", isolation_level=None, uri=True)
    count = 0
    db.execute("BEGIN IMMEDIATE")
    try:
        for table in _TABLES:
            there = _columns(source, table)  # an older version's table lacks some
            columns = [each for each in _columns(db, table) if each in there]
            if not columns:
                continue
            insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            for row in _rows(source, table, columns):
                # A row may be nonsense, or belong to one that is lost.
                with contextlib.suppress(sqlite3.IntegrityError, sqlite3.InterfaceError, OverflowError):
                    count += db.execute(insert, row).rowcount
        for ends in _rows(source, "deed_chain", ["first", "last", "seal"]):  # there is one, which is there already
            db.execute("UPDATE deed_chain SET first = ?, last = ?, seal = ?", ends)
        db.execute("UPDATE places SET text_crc = 0, text_size = 0")
        db.execute("INSERT INTO pages (rowid, title, url, text) SELECT id, title, url, '' FROM places")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    finally:
        source.close()
    return count


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    """The columns of a table, none where it cannot be told."""
    try:
        return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    except (sqlite3.Error, UnicodeDecodeError):
        return []


def _rows(source: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[tuple[Any, ...]]:
    for order in ("rowid", "rowid DESC"):
        sql = f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED ORDER BY {order}"
        try:
            yield from source.execute(sql)
            return
        except (sqlite3.Error, UnicodeDecodeError):
            continue
