"""What pages said the last time they were compared, whole or in part; bounded as the texts of the history are."""

from __future__ import annotations

import zlib

from lightterm.session.store.addresses import kept_url
from lightterm.session.store.history import MAX_TEXT
from lightterm.session.store.model import KeptText
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database


class WatchedTexts:
    """Texts by URL and by what of the page was asked for ("": all), together at most `max_bytes` (0: no bound).

    With `enabled` false nothing new is kept.
    """

    def __init__(self, database: Database, enabled: bool = True, max_bytes: int = 0) -> None:
        self._db = database
        self._enabled = enabled
        self._max_bytes = max_bytes

    def get(self, url: str, part: str = "") -> KeptText | None:
        """What is kept, None for nothing and where the store cannot be read."""
        sql = "SELECT text, at FROM watched WHERE url = ? AND part = ?"
        row = self._db.try_read(lambda db: db.execute(sql, (kept_url(url), storable(part))).fetchone(), None)
        return None if row is None else KeptText(zlib.decompress(row[0]).decode("utf-8"), row[1])

    def put(self, url: str, part: str, text: str) -> bool:
        """Keep a text in the place of the one before; whether it was kept."""
        url = kept_url(url)
        if not self._enabled or not url:
            return False
        data = zlib.compress(storable(text[:MAX_TEXT]).encode("utf-8"))
        values = (url, storable(part), self._db.now(), data)

        def work(db: Connection) -> None:
            db.execute("INSERT OR REPLACE INTO watched (url, part, at, text) VALUES (?, ?, ?, ?)", values)
            if self._max_bytes:
                _trim(db, self._max_bytes)

        return self._db.try_write(work)


def _trim(db: Connection, most: int) -> None:
    """Forget the texts that were compared longest ago until the rest fit; the newest stays."""
    total = db.execute("SELECT total(length(text)) FROM watched").fetchone()[0]
    if total <= most:
        return
    rows = db.execute("SELECT rowid, length(text) FROM watched ORDER BY at, rowid").fetchall()
    for row, size in rows[:-1]:
        if total <= most:
            return
        db.execute("DELETE FROM watched WHERE rowid = ?", (row,))
        total -= size
