"""Downloads, with what is needed to go on with one that broke off."""

from __future__ import annotations

from lightterm.session.store.addresses import kept_url
from lightterm.session.store.model import Download
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

STATES = ("waiting", "running", "paused", "failed", "done")
_COLUMNS = "url, path, state, received, size, etag, modified, error, started, changed"


class Downloads:
    """The downloads, latest first."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def add(self, download: Download) -> Download:
        """Keep a new download; it comes back with its `id` (0 when it could not be kept, which is told once)."""
        now = self._db.now()
        download = download.replace(started=download.started or now, changed=now, id=0)
        given: list[int] = []
        self._db.try_write(lambda db: given.append(put_download(db, download)))
        return download.replace(id=given[-1] if given else 0)

    def update(self, download: Download) -> bool:
        """Keep the new state of a download; whether it was kept. Raises ValueError for a state that is none."""
        values = (*_values(download.replace(changed=self._db.now())), download.id)
        names = " = ?, ".join(_COLUMNS.split(", "))
        return self._db.try_write(lambda db: db.execute(f"UPDATE downloads SET {names} = ? WHERE id = ?", values))

    def all(self) -> tuple[Download, ...]:
        """All downloads. Raises FileUnreadable."""
        sql = f"SELECT {_COLUMNS}, id FROM downloads ORDER BY started DESC, id DESC"
        return tuple(Download(*row) for row in self._db.read(lambda db: db.execute(sql).fetchall()))

    def delete(self, number: int) -> bool:
        """Forget a download, not its file; whether it was there. Raises WriteFailed."""
        return self._db.write(lambda db: db.execute("DELETE FROM downloads WHERE id = ?", (number,)).rowcount) > 0

    def clear(self) -> int:
        """Forget those that are done or failed; how many. Raises WriteFailed."""
        sql = "DELETE FROM downloads WHERE state IN ('done', 'failed')"
        return self._db.write(lambda db: db.execute(sql).rowcount)


def put_download(db: Connection, download: Download) -> int:
    """Write a new download; its number."""
    marks = ", ".join("?" * (_COLUMNS.count(",") + 1))
    number = db.execute(f"INSERT INTO downloads ({_COLUMNS}) VALUES ({marks})", _values(download)).lastrowid
    assert number is not None
    return number


def _values(download: Download) -> tuple[object, ...]:
    if download.state not in STATES:
        raise ValueError(f"{download.state!r} is no state of a download")
    counts = (download.state, download.received, download.size)
    words = (storable(download.etag), storable(download.modified), storable(download.error))
    return (kept_url(download.url), storable(download.path), *counts, *words, download.started, download.changed)
