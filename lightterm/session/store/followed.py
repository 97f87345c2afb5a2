"""The feeds that a person follows, and the entries each had when it was asked last."""

from __future__ import annotations

import json

from lightterm.session.store.addresses import kept_url
from lightterm.session.store.model import FeedEntry, FollowedFeed
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

MOST_ENTRIES = 500
"""Entries of a feed that are kept to be counted and shown."""

MAX_TITLE = 300

_COLUMNS = "url, title, site, folder, added, asked, visited, wait, error, at"


class Followed:
    """Feeds by their address."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, feed: FollowedFeed) -> bool:
        """Follow a feed, or change what is known of it; whether it is new. Raises WriteFailed, ValueError for no usable
        URL."""
        if not kept_url(feed.url):
            raise ValueError(f"{feed.url[:80]!r} cannot be followed")
        made = feed if feed.added else feed.replace(added=self._db.now())
        return self._db.write(lambda db: put_followed(db, made))

    def add_all(self, feeds: Iterable[FollowedFeed]) -> int:
        """Follow those that are not followed yet; how many were new. Raises WriteFailed."""
        now = self._db.now()
        found = [feed.replace(added=now) for feed in feeds if kept_url(feed.url)]

        def work(db: Connection) -> int:
            known = {row[0] for row in db.execute("SELECT url FROM followed UNION SELECT at FROM followed").fetchall()}
            return sum(put_followed(db, feed) for feed in found if kept_url(feed.url) not in known)

        return self._db.write(work)

    def get(self, url: str) -> FollowedFeed | None:
        """The feed of an address, its own or the one that answers for it; none when the store cannot be read."""
        sql = f"SELECT {_COLUMNS} FROM followed WHERE url = :url OR at = :url LIMIT 1"
        row = self._db.try_read(lambda db: db.execute(sql, {"url": kept_url(url) or "-"}).fetchone(), None)
        return FollowedFeed(*row) if row else None

    def all(self) -> tuple[FollowedFeed, ...]:
        """All of them, by title. Raises FileUnreadable."""
        sql = f"SELECT {_COLUMNS} FROM followed ORDER BY title COLLATE NOCASE, url"
        return tuple(FollowedFeed(*row) for row in self._db.read(lambda db: db.execute(sql).fetchall()))

    def entries(self, url: str) -> tuple[FeedEntry, ...]:
        """The entries that the feed followed at an address had last. Raises FileUnreadable."""
        sql = "SELECT entries FROM followed WHERE url = ?"
        row = self._db.read(lambda db: db.execute(sql, (kept_url(url),)).fetchone())
        return tuple(FeedEntry(*each) for each in json.loads(row[0])) if row else ()

    def found(self, url: str, feed: FollowedFeed, entries: Sequence[FeedEntry] | None) -> bool:
        """Keep what the feed followed at `url` is now, also under another address, and which entries it has (None: as
        before); whether that was kept. One that is not followed any more stays so."""
        values = _values(feed)
        sets = ", ".join(f"{name} = ?" for name in _COLUMNS.split(", "))

        def work(db: Connection) -> None:
            sql = f"UPDATE OR REPLACE followed SET {sets} WHERE url = ?"
            if db.execute(sql, (*values, kept_url(url))).rowcount and entries is not None:
                db.execute("UPDATE followed SET entries = ? WHERE url = ?", (_written(entries), values[0]))

        return self._db.try_write(work)

    def delete(self, url: str) -> bool:
        """Follow a feed no more; whether it was followed. Raises WriteFailed."""
        sql = "DELETE FROM followed WHERE url = ?"
        return self._db.write(lambda db: db.execute(sql, (kept_url(url),)).rowcount) > 0


def _written(entries: Sequence[FeedEntry]) -> str:
    rows = [(storable(e.id), kept_url(e.url), storable(e.title)[:MAX_TITLE]) for e in entries[:MOST_ENTRIES]]
    return json.dumps(rows, ensure_ascii=False)


def _values(feed: FollowedFeed) -> tuple[str | float, ...]:
    texts = (storable(feed.title)[:MAX_TITLE], kept_url(feed.site), storable(feed.folder))
    times = (feed.added, feed.asked, feed.visited, feed.wait)
    return kept_url(feed.url), *texts, *times, storable(feed.error), kept_url(feed.at)


def put_followed(db: Connection, feed: FollowedFeed) -> bool:
    """Write a feed, whose entries stay as they are known; whether it is new."""
    values = _values(feed)
    new = db.execute("SELECT 1 FROM followed WHERE url = ?", values[:1]).fetchone() is None
    names = _COLUMNS.split(", ")
    changed = ", ".join(f"{name} = excluded.{name}" for name in names[1:] if name != "added")
    sql = f"INSERT INTO followed ({_COLUMNS}) VALUES ({', '.join('?' * len(names))}) ON CONFLICT (url) DO UPDATE SET "
    db.execute(sql + changed, values)
    return new
