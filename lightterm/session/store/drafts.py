"""Form drafts: what was typed into forms and not sent yet."""

from __future__ import annotations

from lightterm.session.store.addresses import kept_url
from lightterm.session.store.model import Draft
from lightterm.session.store.text import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from lightterm.session.store.database import Database

MAX_CHARACTERS = 1_000_000
DAYS = 60
"""Drafts of tabs that no session knows any more are kept so long."""

_EDITED = "editor:"
"""Before field and kind in a row that says where a text belongs which is in an editor now; its value is how the names
of that text's files begin."""

_COLUMNS = "tab, url, form, field, value, kind, at"
_PUT = f"INSERT OR REPLACE INTO drafts ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"


class Drafts:
    """Values of form fields by tab, page, form and field."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def put(self, draft: Draft) -> bool:
        """Keep what stands in a field now; whether it was kept. Raises ValueError for a password, which never is."""
        if draft.kind == "password":
            raise ValueError("a password is never stored")
        values = self._row(draft)
        return values is not None and self._db.try_write(lambda db: db.execute(_PUT, values))

    def _row(self, draft: Draft) -> tuple[str | float, ...] | None:
        url = kept_url(draft.url)
        if not url or len(draft.value) > MAX_CHARACTERS:
            return None
        where = (draft.tab, url, draft.form, storable(draft.field))
        return *where, storable(draft.value), draft.kind, draft.at or self._db.now()

    def replace(self, tab: str, url: str, drafts: Iterable[Draft]) -> bool:
        """Keep these drafts of a page and no others; passwords among them are left out. Whether that was kept."""
        rows = [self._row(draft) for draft in drafts if draft.kind != "password"]
        kept = [row for row in rows if row is not None]
        where = (tab, kept_url(url))
        return self._db.try_write(
            lambda db: (
                db.execute("DELETE FROM drafts WHERE tab = ? AND url = ? AND kind NOT LIKE ?", (*where, f"{_EDITED}%")),
                db.executemany(_PUT, kept),
            )
        )

    def of(self, tab: str, url: str = "") -> tuple[Draft, ...]:
        """The drafts of a tab, or of one page in it; none when the store cannot be read."""
        kept = self._db.try_read(lambda db: drafts_of(db, tab), ())
        return tuple(draft for draft in kept if not url or draft.url == kept_url(url))

    def drop(self, tab: str, url: str = "", form: int | None = None) -> None:
        """Forget the drafts of a tab, of a page, or of one form that was sent."""
        sql, values = "DELETE FROM drafts WHERE tab = ?", [tab]
        if url:
            sql, values = f"{sql} AND url = ?", [tab, kept_url(url)]
        if form is not None:
            sql += f" AND form = {int(form)}"
        self._db.try_write(lambda db: db.execute(sql, values))

    def begin_edit(self, draft: Draft) -> None:
        """Keep to which field a text belongs that is in an editor from now on; its value tells the file, see above."""
        self.put(_in_editor(draft))

    def end_edit(self, draft: Draft) -> None:
        """The editor has ended, and what was written there is in its field."""
        row = self._row(_in_editor(draft))
        if row is not None:
            sql = "DELETE FROM drafts WHERE tab = ? AND url = ? AND form = ? AND field = ?"
            self._db.try_write(lambda db: db.execute(sql, row[:4]))

    def put_back(self, file: str, text: str) -> str:
        """Make what an editor left in a file the draft of the field it belongs to; the page, "" where none is known."""
        sql = f"SELECT {_COLUMNS} FROM drafts WHERE kind LIKE ?"
        rows = self._db.try_read(lambda db: db.execute(sql, (f"{_EDITED}%",)).fetchall(), [])
        found = next((row for row in (Draft(*each) for each in rows) if file.startswith(row.value)), None)
        if found is None:
            return ""
        field, kind = (each.removeprefix(_EDITED) for each in (found.field, found.kind))
        self.end_edit(found.replace(field=field, kind=kind))
        kept = self.put(found.replace(field=field, kind=kind, value=text, at=self._db.now()))
        return found.url if kept else ""

    def expire(self) -> None:
        """Forget old drafts of tabs that no session holds."""
        before = self._db.now() - DAYS * 86_400
        sql = "DELETE FROM drafts WHERE at < ? AND tab NOT IN (SELECT key FROM saved_tabs)"
        self._db.try_write(lambda db: db.execute(sql, (before,)))


def _in_editor(draft: Draft) -> Draft:
    return draft.replace(field=_EDITED + draft.field, kind=_EDITED + draft.kind)


def drafts_of(db: Connection, tab: str) -> tuple[Draft, ...]:
    """The drafts of a tab, in the order of their fields' names."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM drafts WHERE tab = ? ORDER BY url, form, field", (tab,)).fetchall()
    return tuple(Draft(*row) for row in rows)
