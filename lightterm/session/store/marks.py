"""Global marks: a letter for a place in a page, the same in every tab and every run."""

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
    """Letters and the places they stand for."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, mark: Mark) -> None:
        """Set a mark; the letter's older place is given up. Raises WriteFailed."""
        if not mark.made:
            mark = mark.replace(made=self._db.now())
        self._db.write(lambda db: put_mark(db, mark))

    def get(self, letter: str) -> Mark | None:
        """The mark of a letter. Raises FileUnreadable."""
        return next((mark for mark in self.all() if mark.letter == letter), None)

    def all(self) -> tuple[Mark, ...]:
        """All marks by letter. Raises FileUnreadable."""
        rows = self._db.read(lambda db: db.execute(f"SELECT {_COLUMNS} FROM marks ORDER BY letter").fetchall())
        return tuple(Mark(letter, url, title, ScrollPlace(*place), made) for letter, url, title, *place, made in rows)

    def delete(self, letter: str) -> bool:
        """Give a mark up; whether there was one. Raises WriteFailed."""
        return self._db.write(lambda db: db.execute("DELETE FROM marks WHERE letter = ?", (letter,)).rowcount) > 0


def put_mark(db: Connection, mark: Mark) -> None:
    """Write a mark in place of the letter's older one."""
    place = (mark.place.block, mark.place.offset, mark.place.row)
    values = (mark.letter, kept_url(mark.url), storable(mark.title), *place, mark.made)
    db.execute(f"INSERT OR REPLACE INTO marks ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
