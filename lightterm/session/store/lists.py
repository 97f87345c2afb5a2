"""Quickmarks, pages to read later, and items of feeds that were seen."""

from __future__ import annotations

from lightterm.session.store.addresses import kept_url
from lightterm.session.store.model import FeedItem, Quickmark, ReadLater
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

ITEMS_PER_FEED = 5000
"""Items of a feed that are remembered: far more than a feed shows at once."""

_LATER = "SELECT url, title, added, read FROM read_later"


class Quickmarks:
    """Short names for addresses."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, name: str, url: str) -> None:
        """Name an address; an older one of that name is given up. Raises WriteFailed, ValueError without a name."""
        if not name.strip() or not kept_url(url):
            raise ValueError("a quickmark needs a name and an address")
        mark = Quickmark(name, url, self._db.now())
        self._db.write(lambda db: put_quickmark(db, mark))

    def get(self, name: str) -> Quickmark | None:
        """The quickmark of that name. Raises FileUnreadable."""
        return next((mark for mark in self.all() if mark.name == name.strip()), None)

    def all(self) -> tuple[Quickmark, ...]:
        """All of them, by name. Raises FileUnreadable."""
        sql = "SELECT name, url, added FROM quickmarks ORDER BY name"
        return tuple(Quickmark(*row) for row in self._db.read(lambda db: db.execute(sql).fetchall()))

    def delete(self, name: str) -> bool:
        """Delete a quickmark; whether there was one. Raises WriteFailed."""
        sql = "DELETE FROM quickmarks WHERE name = ?"
        return self._db.write(lambda db: db.execute(sql, (name.strip(),)).rowcount) > 0


class ReadLaterList:
    """Pages to be read, oldest first; those that were stay until they are deleted."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def add(self, url: str, title: str = "") -> bool:
        """Put a page on the list, or back on it as unread; whether it was new. Raises WriteFailed, ValueError for no
        usable URL."""
        if not kept_url(url):
            raise ValueError(f"{url[:80]!r} cannot be put on a list")
        page = ReadLater(url, title, self._db.now())
        return self._db.write(lambda db: put_read_later(db, page))

    def all(self, unread: bool = False) -> tuple[ReadLater, ...]:
        """The list, or only what is unread. Raises FileUnreadable."""
        sql = f"{_LATER} WHERE read IS NULL OR NOT ? ORDER BY added, rowid"
        return tuple(ReadLater(*row) for row in self._db.read(lambda db: db.execute(sql, (unread,)).fetchall()))

    def mark(self, url: str, read: bool = True) -> bool:
        """Say that a page was read, or was not; whether it is on the list. Raises WriteFailed."""
        values = (self._db.now() if read else None, kept_url(url))
        sql = "UPDATE read_later SET read = ? WHERE url = ?"
        return self._db.write(lambda db: db.execute(sql, values).rowcount) > 0

    def delete(self, url: str) -> bool:
        """Take a page off the list; whether it was on it. Raises WriteFailed."""
        sql = "DELETE FROM read_later WHERE url = ?"
        return self._db.write(lambda db: db.execute(sql, (kept_url(url),)).rowcount) > 0


class Feeds:
    """Which items of which feeds were seen; items are named by their id, or by their link where they have none."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def seen(self, feed: str) -> frozenset[str]:
        """The items of a feed that were seen; none when the store cannot be read."""
        return self._items("SELECT item FROM feed_items WHERE feed = ? AND seen > 0", feed)

    def unread(self, feed: str) -> frozenset[str]:
        """The items of a feed that are unread because that was said; none when the store cannot be read."""
        return self._items("SELECT item FROM feed_items WHERE feed = ? AND seen = 0", feed)

    def _items(self, sql: str, feed: str) -> frozenset[str]:
        rows: list[tuple[str]] = self._db.try_read(lambda db: db.execute(sql, (kept_url(feed),)).fetchall(), [])
        return frozenset(row[0] for row in rows)

    def mark(self, feed: str, items: Iterable[str], seen: bool = True) -> bool:
        """Say that items were seen, or were not; whether that was kept."""
        found = [FeedItem(feed, item, self._db.now()) for item in items]
        if seen:
            return self._db.try_write(lambda db: put_feed_items(db, found))
        rows = [(kept_url(each.feed), storable(each.item)) for each in found]
        return self._db.try_write(lambda db: db.executemany("DELETE FROM feed_items WHERE feed = ? AND item = ?", rows))

    def mark_unread(self, feed: str, items: Iterable[str]) -> bool:
        """Say that items are unread, also where their pages were visited; whether that was kept."""
        found = [FeedItem(feed, item, 0.0) for item in items]
        return self._db.try_write(lambda db: put_feed_items(db, found))

    def opened(self, item: str) -> bool:
        """An item's page was opened: that it is unread holds no longer; whether that was kept."""
        sql = "DELETE FROM feed_items WHERE item = ? AND seen = 0"
        if not self._db.try_read(lambda db: db.execute("SELECT 1 FROM feed_items WHERE seen = 0").fetchone(), None):
            return True
        return self._db.try_write(lambda db: db.execute(sql, (storable(item),)))

    def all(self) -> tuple[FeedItem, ...]:
        """Every item that was seen. Raises FileUnreadable."""
        sql = "SELECT feed, item, seen FROM feed_items ORDER BY feed, rowid"
        return tuple(FeedItem(*row) for row in self._db.read(lambda db: db.execute(sql).fetchall()))


def put_quickmark(db: Connection, mark: Quickmark) -> None:
    """Write a quickmark in place of an older one of its name."""
    values = (storable(mark.name).strip(), kept_url(mark.url), mark.added)
    db.execute("INSERT OR REPLACE INTO quickmarks VALUES (?, ?, ?)", values)


def put_read_later(db: Connection, page: ReadLater) -> bool:
    """Write a page to read later; whether it was new."""
    url = kept_url(page.url)
    new = db.execute("SELECT 1 FROM read_later WHERE url = ?", (url,)).fetchone() is None
    sql = (
        "INSERT INTO read_later VALUES (?, ?, ?, ?) ON CONFLICT (url) DO UPDATE SET read = excluded.read,"
        " title = CASE excluded.title WHEN '' THEN title ELSE excluded.title END"
    )
    db.execute(sql, (url, storable(page.title), page.added, page.read))
    return new


def put_feed_items(db: Connection, items: Iterable[FeedItem]) -> None:
    """Write items that were seen; of a feed with very many the oldest are forgotten."""
    rows = [(kept_url(each.feed), storable(each.item), each.seen) for each in items]
    db.executemany("INSERT OR REPLACE INTO feed_items VALUES (?, ?, ?)", rows)
    for feed in {row[0] for row in rows}:
        db.execute(
            "DELETE FROM feed_items WHERE feed = ? AND rowid NOT IN"
            " (SELECT rowid FROM feed_items WHERE feed = ? ORDER BY seen DESC, rowid DESC LIMIT ?)",
            (feed, feed, ITEMS_PER_FEED),
        )
