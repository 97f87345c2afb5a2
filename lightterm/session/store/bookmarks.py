"""Bookmarks with tags and notes."""

from __future__ import annotations

from lightterm.session.store.addresses import kept_url
from lightterm.session.store.history import MAX_TITLE, hay
from lightterm.session.store.model import Bookmark, Tag
from lightterm.session.store.text import fold, glob, storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

_TAGS = "(SELECT group_concat(tag, char(31)) FROM (SELECT tag FROM bookmark_tags WHERE bookmark = id ORDER BY tag))"
_BOOKMARK = f"SELECT url, title, {_TAGS}, notes, added FROM bookmarks"


class Bookmarks:
    """The bookmarks, one for each URL."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, bookmark: Bookmark) -> None:
        """Keep a bookmark in place of an older one of its URL. Raises WriteFailed, ValueError for no usable URL."""
        if not kept_url(bookmark.url):
            raise ValueError(f"{bookmark.url[:80]!r} cannot be bookmarked")
        if not bookmark.added:
            bookmark = bookmark.replace(added=self._db.now())
        self._db.write(lambda db: put_bookmark(db, bookmark))

    def add_all(self, bookmarks: Iterable[Bookmark]) -> int:
        """Keep many, as from a file; how many were new. What is there keeps its title, and gains tags and notes."""
        now = self._db.now()
        return self._db.write(lambda db: sum(merge_bookmark(db, bookmark, now) for bookmark in bookmarks))

    def get(self, url: str) -> Bookmark | None:
        """The bookmark of a URL. Raises FileUnreadable."""
        rows = self._db.read(lambda db: db.execute(f"{_BOOKMARK} WHERE url = ?", (kept_url(url),)).fetchall())
        return _bookmark(rows[0]) if rows else None

    def all(self) -> tuple[Bookmark, ...]:
        """All bookmarks, oldest first. Raises FileUnreadable."""
        rows = self._db.read(lambda db: db.execute(f"{_BOOKMARK} ORDER BY added, id").fetchall())
        return tuple(map(_bookmark, rows))

    def search(self, words: str, tags: tuple[str, ...] = (), limit: int = 1000) -> tuple[Bookmark, ...]:
        """Those with every word in title, address, notes or tags, and with every one of `tags`; latest first.

        Raises FileUnreadable.
        """
        where = ["hay GLOB ?" for _ in words.split()]
        where += ["id IN (SELECT bookmark FROM bookmark_tags WHERE tag = ?)" for _ in tags]
        values = [glob(word) for word in fold(storable(words)).split()] + [_tag(tag) for tag in tags]
        sql = f"{_BOOKMARK} WHERE {' AND '.join(where) or '1'} ORDER BY added DESC, id DESC LIMIT ?"
        rows = self._db.read(lambda db: db.execute(sql, (*values, limit)).fetchall())
        return tuple(map(_bookmark, rows))

    def tags(self) -> tuple[Tag, ...]:
        """All tags, by name. Raises FileUnreadable."""
        sql = "SELECT tag, count(*) FROM bookmark_tags GROUP BY tag ORDER BY tag"
        return tuple(Tag(*row) for row in self._db.read(lambda db: db.execute(sql).fetchall()))

    def marked(self, urls: Iterable[str]) -> set[str]:
        """Those of `urls` that are bookmarked; the empty set when the store cannot be read."""
        asked = set(urls)
        rows: list[tuple[str]] = self._db.try_read(lambda db: db.execute("SELECT url FROM bookmarks").fetchall(), [])
        return asked.intersection(row[0] for row in rows)

    def delete(self, url: str) -> bool:
        """Delete the bookmark of a URL; whether there was one. Raises WriteFailed."""
        sql = "DELETE FROM bookmarks WHERE url = ?"
        return self._db.write(lambda db: db.execute(sql, (kept_url(url),)).rowcount) > 0


def put_bookmark(db: Connection, bookmark: Bookmark) -> None:
    """Write a bookmark in place of an older one of its URL."""
    url = kept_url(bookmark.url)
    title = " ".join(storable(bookmark.title).split())[:MAX_TITLE]
    notes = storable(bookmark.notes)
    tags = tuple(dict.fromkeys(filter(None, map(_tag, bookmark.tags))))
    found = storable(f"{hay(url, title)}\n{fold(notes)}\n{fold(' '.join(tags))}")
    sql = (
        "INSERT INTO bookmarks (url, title, notes, hay, added) VALUES (?, ?, ?, ?, ?) ON CONFLICT (url) DO UPDATE SET"
        " title = excluded.title, notes = excluded.notes, hay = excluded.hay, added = excluded.added"
    )
    db.execute(sql, (url, title, notes, found, bookmark.added))
    (number,) = db.execute("SELECT id FROM bookmarks WHERE url = ?", (url,)).fetchone()
    db.execute("DELETE FROM bookmark_tags WHERE bookmark = ?", (number,))
    db.executemany("INSERT INTO bookmark_tags VALUES (?, ?)", [(number, tag) for tag in tags])


def merge_bookmark(db: Connection, bookmark: Bookmark, now: float) -> bool:
    """Write a bookmark, or give one that is there its tags and notes; whether it was new."""
    url = kept_url(bookmark.url)
    if not url:
        return False
    row = db.execute(f"{_BOOKMARK} WHERE url = ?", (url,)).fetchone()
    if row is None:
        put_bookmark(db, bookmark.replace(added=bookmark.added or now))
        return True
    known = _bookmark(row)
    notes = known.notes if bookmark.notes in known.notes else "\n".join(filter(None, (known.notes, bookmark.notes)))
    title = known.title or bookmark.title
    put_bookmark(db, known.replace(title=title, tags=known.tags + bookmark.tags, notes=notes))
    return False


def _bookmark(row: tuple[str, str, str | None, str, float]) -> Bookmark:
    url, title, tags, notes, added = row
    return Bookmark(url, title, tuple(tags.split("\x1f")) if tags else (), notes, added)


def _tag(text: str) -> str:
    """A tag as it is kept: one word in lower case."""
    return "-".join(storable(text).replace(",", " ").lower().split())
