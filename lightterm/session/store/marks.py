"""Marks: a capital for a place in a page, the same in every tab and every run; small letters are each page's own."""

from __future__ import annotations

from lightterm.session.store.addresses import kept_url
from lightterm.session.store.model import Mark, ScrollPlace
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

_COLUMNS = "letter, url, title, block, offset, row, made"


class Marks:
    """Letters and the places they stand for. An `url` says of which page a small letter is, without its fragment."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, mark: Mark) -> None:
        """Set a mark; the letter's older place is given up. Raises WriteFailed."""
        if not mark.made:
            mark = mark.replace(made=self._db.now())
        self._db.write(lambda db: put_mark(db, mark))

    def get(self, letter: str, url: str = "") -> Mark | None:
        """The mark of a letter. Raises FileUnreadable."""
        return next((mark for mark in (self.of(url) if url else self.all()) if mark.letter == letter), None)

    def all(self) -> tuple[Mark, ...]:
        """The marks across pages by letter. Raises FileUnreadable."""
        return self._read("SELECT {} FROM marks ORDER BY letter")

    def of(self, url: str) -> tuple[Mark, ...]:
        """The marks of a page by letter. Raises FileUnreadable."""
        return self._read("SELECT {} FROM page_marks WHERE url = ? ORDER BY letter", _page(url))

    def of_pages(self) -> tuple[Mark, ...]:
        """The marks that are pages' own, those of the page marked last first. Raises FileUnreadable."""
        last = "(SELECT max(made) FROM page_marks AS same WHERE same.url = page_marks.url)"
        return self._read(f"SELECT {{}} FROM page_marks ORDER BY {last} DESC, url, letter")

    def delete(self, letter: str, url: str = "") -> bool:
        """Give a mark up; whether there was one. Raises WriteFailed."""
        sql, values = "DELETE FROM marks WHERE letter = ?", [letter]
        if url:
            sql, values = "DELETE FROM page_marks WHERE letter = ? AND url = ?", [letter, _page(url)]
        return self._db.write(lambda db: db.execute(sql, values).rowcount) > 0

    def _read(self, sql: str, *values: str) -> tuple[Mark, ...]:
        rows = self._db.read(lambda db: db.execute(sql.format(_COLUMNS), values).fetchall())
        return tuple(Mark(letter, url, title, ScrollPlace(*place), made) for letter, url, title, *place, made in rows)


def put_mark(db: Connection, mark: Mark) -> None:
    """Write a mark in place of the letter's older one."""
    place = (mark.place.block, mark.place.offset, mark.place.row)
    table, url = ("marks", kept_url(mark.url)) if mark.letter.isupper() else ("page_marks", _page(mark.url))
    values = (mark.letter, url, storable(mark.title), *place, mark.made)
    db.execute(f"INSERT OR REPLACE INTO {table} ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def _page(url: str) -> str:
    return kept_url(url).partition("#")[0]
