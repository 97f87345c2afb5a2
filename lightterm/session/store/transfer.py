"""Everything in the store as JSON lines: one object a line, `type` says of what; the first line names the format."""

from __future__ import annotations

import json

from lightterm.fetch.cookies import Cookie
from lightterm.foreign_json import from_json
from lightterm.records import Record
from lightterm.session.store import model
from lightterm.session.store.addresses import kept_url
from lightterm.session.store.bookmarks import merge_bookmark
from lightterm.session.store.cookies import put_cookie
from lightterm.session.store.decisions import put_decision
from lightterm.session.store.downloads import put_download
from lightterm.session.store.followed import put_followed
from lightterm.session.store.history import MAX_TEXT, MAX_TITLE, keep_visit
from lightterm.session.store.inputs import put_input
from lightterm.session.store.lists import put_feed_items, put_quickmark, put_read_later
from lightterm.session.store.marks import put_mark
from lightterm.session.store.sessions import save_session
from lightterm.session.store.text import SEPARATOR, storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from sqlite3 import Connection
    from typing import Any, TextIO

    from lightterm.session.store import Store
    from lightterm.session.store.database import Database

FORMAT = "lightterm-store"
VERSION = 1
_AT_ONCE = 500
_MAX_LINE = 16_000_000
_LARGEST = 2.0**63

_KINDS: dict[str, type[Record]] = {
    "visit": model.Visit,
    "bookmark": model.Bookmark,
    "quickmark": model.Quickmark,
    "read_later": model.ReadLater,
    "mark": model.Mark,
    "download": model.Download,
    "feed_item": model.FeedItem,
    "followed": model.FollowedFeed,
    "decision": model.Decision,
    "input": model.InputEntry,
    "session": model.SavedSession,
    "cookie": Cookie,
}
_INNER: dict[str, type[Record]] = {
    "tabs": model.SavedTab, "visits": model.SavedVisit, "drafts": model.Draft, "place": model.ScrollPlace,
}  # fmt: skip
_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "float | None": (int, float, type(None)),
    "int | None": (int, type(None)),
    "tuple[str, ...]": (tuple,),
}


def export(store: Store, database: Database, out: TextIO) -> int:
    """Write all that the store holds; how many things. Raises FileUnreadable, OSError."""
    out.write(_line({"type": FORMAT, "version": VERSION}))
    count = 0
    for kind, record in _everything(store, database):
        out.write(_line({"type": kind, **_plain(record)}))
        count += 1
    return count


def import_lines(database: Database, lines: Iterable[str]) -> model.Imported:
    """Take in exported lines; what was wrong with others is said, and they are passed over. Raises WriteFailed."""
    count = 0
    problems: list[str] = []
    batch: list[tuple[str, Record]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            read = _read(line)
        except (ValueError, TypeError, RecursionError) as problem:
            problems.append(f"line {number}: {problem}")
            continue
        if read is not None:
            batch.append(read)
        if len(batch) >= _AT_ONCE:
            count += _put_all(database, batch)
            batch = []
    return model.Imported(count + _put_all(database, batch), tuple(problems))


def _everything(store: Store, database: Database) -> Iterator[tuple[str, Record]]:
    yield from (("visit", visit) for visit in _visits(database))
    yield from (("bookmark", each) for each in store.bookmarks.all())
    yield from (("quickmark", each) for each in store.quickmarks.all())
    yield from (("read_later", each) for each in store.read_later.all())
    yield from (("mark", each) for each in (*store.marks.all(), *store.marks.of_pages()))
    yield from (("download", each) for each in reversed(store.downloads.all()))
    yield from (("feed_item", each) for each in store.feeds.all())
    yield from (("followed", each) for each in store.followed.all())
    yield from (("decision", each) for each in store.decisions.all())
    yield from (("input", each) for each in store.inputs.entries())
    yield from (("session", store.sessions.load(each.name)) for each in store.sessions.names())
    yield from (("cookie", each) for each in store.cookies.all())


def _visits(database: Database) -> Iterator[model.Visit]:
    """All visits, oldest first of each page; read in portions, so that a long history is never in memory at once."""
    after = 0
    pages = (
        "SELECT id, places.url, places.title, text FROM places JOIN pages ON pages.rowid = id WHERE id > ? LIMIT 200"
    )
    visits = "SELECT at, typed FROM visits WHERE place = ? ORDER BY at"

    def portion(db: Connection) -> list[tuple[tuple[int, str, str, str], list[tuple[float, int]]]]:
        return [(row, db.execute(visits, row[:1]).fetchall()) for row in db.execute(pages, (after,)).fetchall()]

    while found := database.read(portion):
        for (_, url, title, text), times in found:
            for at, typed in times[:-1]:
                yield model.Visit(url, title, at, bool(typed))
            for at, typed in times[-1:]:
                yield model.Visit(url, title, at, bool(typed), text.replace(SEPARATOR, ""))
        after = found[-1][0][0]


def _plain(record: Record) -> dict[str, object]:
    return {field: _value(getattr(record, field)) for field in type(record)._fields}


def _value(value: object) -> object:
    if isinstance(value, Record):
        return _plain(value)
    return [_value(each) for each in value] if isinstance(value, tuple) else value


def _line(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _read(line: str) -> tuple[str, Record] | None:
    """The kind and record of a line, None for the first. Raises ValueError."""
    if len(line) > _MAX_LINE:
        raise ValueError("too long")
    fields = from_json(line)
    if not isinstance(fields, dict):
        raise ValueError("not an object")
    kind = fields.pop("type", "")
    if kind == FORMAT:
        if fields.get("version") != VERSION:
            raise ValueError(f"version {fields.get('version')!r} is unknown")
        return None
    if kind not in _KINDS:
        raise ValueError(f"unknown type {kind!r}")
    record = _record(_KINDS[kind], fields)
    url = getattr(record, "url", None)
    if url is not None and not kept_url(url):
        raise ValueError(f"no address that can be kept: {url[:80]!r}")
    return kind, record


def _record(cls: type[Record], fields: dict[str, Any]) -> Record:
    values = {}
    for name, value in fields.items():
        if name not in cls._fields:
            raise ValueError(f"unknown field {name!r}")
        values[name] = _checked(cls, name, value)
    return cls(**values)


def _checked(cls: type[Record], name: str, value: Any) -> object:
    if name in _INNER and isinstance(value, dict):
        return _record(_INNER[name], value)
    if name in _INNER and isinstance(value, list) and all(isinstance(each, dict) for each in value):
        return tuple(_record(_INNER[name], each) for each in value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = tuple(map(storable, value))
    if isinstance(value, int | float) and not abs(value) < _LARGEST:
        raise ValueError(f"{name!r} is too large")
    if isinstance(value, str):
        value = storable(value)
    wanted = _TYPES.get(str(cls.__annotations__[name]), ())
    if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
        raise ValueError(f"{name!r} is not what it should be")
    return float(value) if isinstance(value, int) and float in wanted else value


def _put_all(database: Database, batch: list[tuple[str, Record]]) -> int:
    if batch:
        now = database.now()
        database.write(lambda db: [_PUT[kind](db, record, now) for kind, record in batch])
    return len(batch)


def _put_visit(db: Connection, visit: Any, now: float) -> None:
    sql = "SELECT 1 FROM visits JOIN places ON places.id = place WHERE url = ? AND at = ?"
    if db.execute(sql, (kept_url(visit.url), visit.at)).fetchone() is None:
        words = visit.title[:MAX_TITLE], visit.at, visit.text[:MAX_TEXT]
        keep_visit(db, kept_url(visit.url), *words, visit.typed, now)


def _put_input(db: Connection, entry: Any, _now: float) -> None:
    if entry.kind != "password":
        put_input(db, entry, over=False)


def _put_session(db: Connection, session: Any, _now: float) -> None:
    if session.name:
        save_session(db, session, 0)


def _put_later(db: Connection, page: Any, _now: float) -> None:
    sql = "SELECT 1 FROM read_later WHERE url = ?"
    if db.execute(sql, (kept_url(page.url),)).fetchone() is None:
        put_read_later(db, page)


def _put_download(db: Connection, download: Any, _now: float) -> None:
    sql = "SELECT 1 FROM downloads WHERE url = ? AND path = ? AND started = ?"
    if db.execute(sql, (kept_url(download.url), download.path, download.started)).fetchone() is None:
        put_download(db, download)


_PUT: dict[str, Callable[[Connection, Any, float], object]] = {
    "visit": _put_visit,
    "bookmark": merge_bookmark,
    "quickmark": lambda db, mark, _now: put_quickmark(db, mark),
    "read_later": _put_later,
    "mark": lambda db, mark, _now: put_mark(db, mark),
    "download": _put_download,
    "feed_item": lambda db, item, _now: put_feed_items(db, [item]),
    "followed": lambda db, feed, _now: put_followed(db, feed),
    "decision": lambda db, decision, _now: put_decision(db, decision),
    "input": _put_input,
    "session": _put_session,
    "cookie": lambda db, cookie, _now: put_cookie(db, cookie),
}
