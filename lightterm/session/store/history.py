"""The history: which pages were visited when, and what they said."""

from __future__ import annotations

import math
import zlib

from lightterm.fetch.url_display import display_url
from lightterm.fetch.urls import host_if_any
from lightterm.session.store.addresses import MAX_URL, kept_url
from lightterm.session.store.model import HistoryEntry, HistoryMatch, KeptText
from lightterm.session.store.text import SEPARATOR, fold, match_expression, segmented, storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from lightterm.session.store.database import Database
    from lightterm.session.store.model import Span

MAX_TITLE = 1000
MAX_HAY = 500
MAX_TEXT = 200_000
"""Characters of a page that are kept: some 40,000 words."""

HALF_LIFE = 30 * 86_400.0
"""A visit counts half as much every thirty days."""

_TYPED = 2.0
_DAY = 86_400.0
_OPEN, _CLOSE = "\x02", "\x03"
_AT_ONCE = 900
_ENTRY = "SELECT url, title, last, count FROM places"


class History:
    """The pages visited. With `enabled` false nothing new is kept, with `keep_text` false only addresses and titles."""

    def __init__(self, database: Database, enabled: bool = True, keep_text: bool = True) -> None:
        self._db = database
        self._enabled = enabled
        self._keep_text = keep_text

    def visit(self, url: str, title: str, when: float = 0.0, text: str = "", typed: bool = False) -> bool:
        """Keep a visit (0: now); whether it was kept. The newest text of a URL takes the place of the older.

        `typed`: the address was typed, which counts twice. Name and password in the URL are left out.
        """
        url = kept_url(url)
        if not self._enabled or not url or url.startswith("about:"):
            return False
        title = " ".join(storable(title).split())[:MAX_TITLE]
        text = storable(text[:MAX_TEXT]) if self._keep_text else ""
        at = when or self._db.now()
        now = self._db.now()
        return self._db.try_write(lambda db: keep_visit(db, url, title, at, text, typed, now), later=True)

    def renew(self, url: str, title: str, text: str) -> bool:
        """Keep what a page says now that it was loaded again, which is no other visit; whether it was kept.

        A page that the history does not have stays out of it.
        """
        if not self._enabled:
            return False
        title = " ".join(storable(title).split())[:MAX_TITLE]
        text = storable(text[:MAX_TEXT]) if self._keep_text else ""
        at = self._db.now()
        return self._db.try_write(lambda db: renew_place(db, kept_url(url), title, at, text))

    def search(self, words: str, limit: int = 50) -> tuple[HistoryMatch, ...]:
        """The pages with all of `words` (beginnings of words, "phrases in quotes") in title, address or text, best
        first; without words the latest. Raises FileUnreadable."""
        query = match_expression(words)
        if not words.strip():
            return tuple(HistoryMatch(e.url, e.title, e.last, e.count, "", ()) for e in self.recent(limit))
        if not query:
            return ()
        # The rank is asked of FTS5 itself, which then makes a snippet only of the pages that are wanted.
        sql = (
            "SELECT url, title, last, count, snippet FROM (SELECT rowid AS page, rank AS score, snippet(pages, 2,"
            f" '{_OPEN}', '{_CLOSE}', ' … ', 28) AS snippet FROM pages WHERE pages MATCH ?"
            " AND rank MATCH 'bm25(8.0, 4.0, 1.0)' ORDER BY rank LIMIT ?) JOIN places ON id = page"
            " ORDER BY score, last DESC"
        )
        rows = self._db.read(lambda db: db.execute(sql, (query, limit)).fetchall())
        return tuple(HistoryMatch(url, title, last, n, *_ranges(text)) for url, title, last, n, text in rows)

    def recent(self, limit: int = 100, since: float = 0.0) -> tuple[HistoryEntry, ...]:
        """The pages visited last, latest first. Raises FileUnreadable."""
        sql = f"{_ENTRY} WHERE last >= ? ORDER BY last DESC LIMIT ?"
        return tuple(HistoryEntry(*row) for row in self._db.read(lambda db: db.execute(sql, (since, limit)).fetchall()))

    def kept(self, url: str) -> KeptText | None:
        """What a page said at its last visit; None where nothing of it is kept, or the store cannot be read."""
        sql = "SELECT text, last FROM places JOIN pages ON pages.rowid = places.id WHERE places.url = ? AND text <> ''"
        row = self._db.try_read(lambda db: db.execute(sql, (kept_url(url),)).fetchone(), None)
        return None if row is None else KeptText(row[0].replace(SEPARATOR, ""), row[1])

    def title(self, url: str) -> str:
        """The title that a page had at its last visit, "" where that is not known."""
        sql = "SELECT title FROM places WHERE url = ?"
        row = self._db.try_read(lambda db: db.execute(sql, (kept_url(url),)).fetchone(), None)
        return "" if row is None else str(row[0])

    def visited(self, urls: Iterable[str]) -> set[str]:
        """Those of `urls` that were visited; the empty set when the store cannot be read."""
        asked = [url for url in urls if len(url) <= MAX_URL]

        def look_up(db: Connection) -> set[str]:
            found: set[str] = set()
            for start in range(0, len(asked), _AT_ONCE):
                part = [storable(url) for url in asked[start : start + _AT_ONCE]]
                marks = ",".join("?" * len(part))
                found.update(row[0] for row in db.execute(f"SELECT url FROM places WHERE url IN ({marks})", part))
            return found

        return self._db.try_read(look_up, set())

    def delete(self, url: str) -> bool:
        """Forget all visits of a URL; whether there were any. Raises WriteFailed."""
        return self._db.write(lambda db: drop_places(db, db.execute("SELECT id FROM places WHERE url = ?", (url,)))) > 0

    def expire(self, max_age_days: int = 0, max_text_bytes: int = 0) -> int:
        """Forget visits older than so many days (0: none), and the texts of the pages unseen longest until the rest
        fit (0: no bound); how many visits went."""
        gone: list[int] = []

        def work(db: Connection) -> None:
            gone.append(drop_visits(db, 0.0, self._db.now() - max_age_days * _DAY) if max_age_days else 0)
            if max_text_bytes:
                _trim_texts(db, max_text_bytes)

        return gone[0] if self._db.try_write(work) else 0


def drop_places(db: Connection, ids: Iterable[tuple[int]]) -> int:
    """Forget places with their visits and texts; how many."""
    rows = list(ids)
    db.executemany("DELETE FROM pages WHERE rowid = ?", rows)
    db.executemany("DELETE FROM places WHERE id = ?", rows)
    return len(rows)


def drop_visits(db: Connection, since: float, until: float, among: set[int] | None = None) -> int:
    """Forget the visits of a span of time, to these places or any, and places that have none left; how many visits."""
    rows = db.execute("SELECT id, place FROM visits WHERE at >= ? AND at < ?", (since, until)).fetchall()
    rows = [row for row in rows if among is None or row[1] in among]
    db.executemany("DELETE FROM visits WHERE id = ?", [(visit,) for visit, _ in rows])
    empty = []
    for place in dict.fromkeys(place for _, place in rows):
        left = db.execute("SELECT at, typed FROM visits WHERE place = ? ORDER BY at", (place,)).fetchall()
        if not left:
            empty.append((place,))
            continue
        score = -math.inf
        for at, typed in left:
            score = frecency(score, at, bool(typed))
        values = (len(left), left[-1][0], score, place)
        db.execute("UPDATE places SET count = ?, last = ?, frecency = ? WHERE id = ?", values)
    drop_places(db, empty)
    return len(rows)


def drop_texts(db: Connection, since: float, until: float, among: set[int] | None = None) -> None:
    """Forget what places have said since a span of time: what they said before it is not known any more."""
    for place, url in db.execute("SELECT id, url FROM places WHERE told >= ? AND told < ?", (since, until)).fetchall():
        if among is None or place in among:
            (last,) = db.execute("SELECT max(at) FROM visits WHERE place = ?", (place,)).fetchone()
            if last is None:  # its visits were lost in a damaged file
                drop_places(db, [(place,)])
                continue
            sql = "UPDATE places SET title = '', hay = ?, text_crc = 0, text_size = 0, last = ?, told = ? WHERE id = ?"
            db.execute(sql, (storable(hay(url, "")), last, last, place))
            db.execute("UPDATE pages SET title = '', text = '' WHERE rowid = ?", (place,))


def frecency(score: float, at: float, typed: bool) -> float:
    """The score of a place after one more visit.

    Visits decay by halves. What is kept is not their weight, which changes all the time, but the moment at which it
    will have fallen to 1: that orders places in the same way and needs no touch between visits.
    """
    weight = (2.0 ** min(1000.0, (score - at) / HALF_LIFE) if score > -math.inf else 0.0) + (_TYPED if typed else 1.0)
    return at + HALF_LIFE * math.log2(weight)


def hay(url: str, title: str) -> str:
    """What completion looks for words in: address as a person reads it, then title, folded."""
    shown = display_url(url)
    address = shown.partition("://")[2].removeprefix("www.") or shown
    return fold(f"{address[:MAX_HAY]}\n{title[: MAX_HAY // 2]}")


def keep_visit(db: Connection, url: str, title: str, at: float, text: str, typed: bool, now: float) -> None:
    """Write a visit; URL, title and text are storable already."""
    known = db.execute("SELECT id, title, last, frecency, text_crc FROM places WHERE url = ?", (url,)).fetchone()
    if known is None:
        score = frecency(-math.inf, at, typed)
        values = (url, host_if_any(url), title, storable(hay(url, title)), at, score)
        sql = "INSERT INTO places (url, host, title, hay, count, last, frecency) VALUES (?, ?, ?, ?, 1, ?, ?)"
        place = db.execute(sql, values).lastrowid
        old_title, crc = "", 0
    else:
        place, old_title, last, score, crc = known
        if last > max(at, now):  # the clock was ahead: until that time came, no visit would count as the latest
            db.execute("UPDATE visits SET at = ? WHERE place = ? AND at > ?", (at, place, now))
            last, score = at, -math.inf
        # A visit told late, as from an import, does not bring an old title back.
        title = title if title and at >= last else old_title
        db.execute(
            "UPDATE places SET title = ?, hay = ?, count = count + 1, last = ?, frecency = ? WHERE id = ?",
            (title, storable(hay(url, title)), max(at, last), frecency(score, at, typed), place),
        )
        text = text if at >= last else ""
    db.execute("INSERT INTO visits (place, at, typed) VALUES (?, ?, ?)", (place, at, typed))
    new_crc = zlib.crc32(text.encode()) if text else crc
    if known is None or title != old_title or new_crc != crc:
        _index(db, place, url, title, text, new_crc, at)


def renew_place(db: Connection, url: str, title: str, at: float, text: str) -> None:
    """Write what a place says now; nothing where there is no such place."""
    known = db.execute("SELECT id, title, text_crc FROM places WHERE url = ?", (url,)).fetchone()
    if known is None:
        return
    place, old_title, crc = known
    title = title or old_title
    sql = "UPDATE places SET title = ?, hay = ?, last = max(last, ?) WHERE id = ?"
    db.execute(sql, (title, storable(hay(url, title)), at, place))
    new_crc = zlib.crc32(text.encode()) if text else crc
    if title != old_title or new_crc != crc:
        _index(db, place, url, title, text, new_crc, at)


def _index(db: Connection, place: int | None, url: str, title: str, text: str, crc: int, at: float) -> None:
    """Bring the full-text index up to date, as of `at`; without a new text the old one stays."""
    if not text:
        row = db.execute("SELECT text FROM pages WHERE rowid = ?", (place,)).fetchone()
        text = row[0] if row else ""
    else:
        text = segmented(text)
    db.execute("DELETE FROM pages WHERE rowid = ?", (place,))
    values = (place, segmented(title), segmented(display_url(url)), text)
    db.execute("INSERT INTO pages (rowid, title, url, text) VALUES (?, ?, ?, ?)", values)
    told = (crc, len(text.encode()), at, place)
    db.execute("UPDATE places SET text_crc = ?, text_size = ?, told = ? WHERE id = ?", told)


def _trim_texts(db: Connection, max_bytes: int) -> None:
    total = db.execute("SELECT total(text_size) FROM places").fetchone()[0]
    if total <= max_bytes:
        return
    for place, size in db.execute("SELECT id, text_size FROM places WHERE text_size ORDER BY last").fetchall():
        db.execute("UPDATE pages SET text = '' WHERE rowid = ?", (place,))
        db.execute("UPDATE places SET text_size = 0, text_crc = 0 WHERE id = ?", (place,))
        total -= size
        # A tenth of room is made at once, so that not every start has something to throw out.
        if total <= max_bytes * 0.9:
            return


def _ranges(marked: str) -> tuple[str, tuple[Span, ...]]:
    """A snippet without its marks, and where they stood."""
    plain: list[str] = []
    found: list[Span] = []
    length = 0
    for piece in " ".join(marked.replace(SEPARATOR, "").split()).replace(_CLOSE + _OPEN, "").split(_OPEN):
        inside, close, rest = piece.partition(_CLOSE)
        if close:
            found.append((length, length + len(inside)))
        plain += [inside, rest]
        length += len(inside) + len(rest)
    return "".join(plain), tuple(found)
