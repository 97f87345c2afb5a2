"""The store's tables, as the steps that lead from one version to the next.

A step that was released is never changed: a store made by any earlier version is brought up by the steps it lacks,
in one transaction. `user_version` counts the steps taken.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

_HISTORY = """
CREATE TABLE places (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, host TEXT NOT NULL, title TEXT NOT NULL, hay TEXT NOT NULL,
    count INTEGER NOT NULL, last REAL NOT NULL, frecency REAL NOT NULL, text_crc INTEGER NOT NULL DEFAULT 0,
    text_size INTEGER NOT NULL DEFAULT 0);
CREATE INDEX places_by_frecency ON places (frecency DESC, hay);
CREATE INDEX places_by_last ON places (last);
CREATE TABLE visits (
    id INTEGER PRIMARY KEY, place INTEGER NOT NULL REFERENCES places ON DELETE CASCADE, at REAL NOT NULL,
    typed INTEGER NOT NULL);
CREATE INDEX visits_by_place ON visits (place);
CREATE INDEX visits_by_time ON visits (at);
CREATE VIRTUAL TABLE pages USING fts5 (title, url, text, tokenize = "unicode61 remove_diacritics 2");
"""
_SESSIONS = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT NOT NULL, started REAL NOT NULL, ended REAL,
    settled INTEGER NOT NULL DEFAULT 0);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, run INTEGER NOT NULL, active INTEGER NOT NULL, saved REAL NOT NULL,
    UNIQUE (name, run));
CREATE TABLE saved_tabs (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE, key TEXT NOT NULL, position INTEGER NOT NULL,
    pinned INTEGER NOT NULL, current INTEGER NOT NULL, visits TEXT NOT NULL, drafts TEXT NOT NULL,
    PRIMARY KEY (session, key));
CREATE TABLE drafts (
    tab TEXT NOT NULL, url TEXT NOT NULL, form INTEGER NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL,
    kind TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (tab, url, form, field));
CREATE TABLE marks (
    letter TEXT PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, block INTEGER NOT NULL, offset INTEGER NOT NULL,
    row INTEGER NOT NULL, made REAL NOT NULL);
CREATE TABLE inputs (kind TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (kind, text));
CREATE INDEX inputs_by_time ON inputs (kind, at);
"""

_LISTS = """
CREATE TABLE bookmarks (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, title TEXT NOT NULL, notes TEXT NOT NULL, hay TEXT NOT NULL,
    added REAL NOT NULL);
CREATE TABLE bookmark_tags (
    bookmark INTEGER NOT NULL REFERENCES bookmarks ON DELETE CASCADE, tag TEXT NOT NULL, PRIMARY KEY (bookmark, tag));
CREATE TABLE quickmarks (name TEXT PRIMARY KEY, url TEXT NOT NULL, added REAL NOT NULL);
CREATE TABLE read_later (url TEXT PRIMARY KEY, title TEXT NOT NULL, added REAL NOT NULL, read REAL);
CREATE TABLE downloads (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL, path TEXT NOT NULL, state TEXT NOT NULL, received INTEGER NOT NULL,
    size INTEGER, etag TEXT NOT NULL, modified TEXT NOT NULL, error TEXT NOT NULL, started REAL NOT NULL,
    changed REAL NOT NULL);
CREATE TABLE feed_items (feed TEXT NOT NULL, item TEXT NOT NULL, seen REAL NOT NULL, PRIMARY KEY (feed, item));
CREATE TABLE decisions (
    host TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, until REAL, made REAL NOT NULL,
    PRIMARY KEY (host, key));
"""
_COOKIES = """
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE cookies (
    domain TEXT NOT NULL, name TEXT NOT NULL, path TEXT NOT NULL, host_only INTEGER NOT NULL, value TEXT NOT NULL,
    expires REAL, secure INTEGER NOT NULL, http_only INTEGER NOT NULL, same_site TEXT NOT NULL, created REAL NOT NULL,
    used REAL NOT NULL, persistent INTEGER NOT NULL, gone INTEGER NOT NULL, changed REAL NOT NULL, seq INTEGER NOT NULL,
    PRIMARY KEY (domain, name, path, host_only));
CREATE INDEX cookies_by_seq ON cookies (seq);
"""
# Completion's own index: reading all of places for a word that is rare took 15 to 40 ms of a keystroke with 100,000.
_TRIGRAMS = """
CREATE VIRTUAL TABLE hays USING fts5 (
    hay, content = places, content_rowid = id, tokenize = "trigram case_sensitive 1", detail = none);
CREATE TRIGGER places_put AFTER INSERT ON places
    BEGIN INSERT INTO hays (rowid, hay) VALUES (new.id, new.hay); END;
CREATE TRIGGER places_gone AFTER DELETE ON places
    BEGIN INSERT INTO hays (hays, rowid, hay) VALUES ('delete', old.id, old.hay); END;
CREATE TRIGGER places_changed AFTER UPDATE OF hay ON places WHEN old.hay <> new.hay
    BEGIN INSERT INTO hays (hays, rowid, hay) VALUES ('delete', old.id, old.hay); INSERT INTO hays
    (rowid, hay) VALUES (new.id, new.hay); END;
INSERT INTO hays (hays) VALUES ('rebuild');
"""
_PAGE_MARKS = """
CREATE TABLE page_marks (
    letter TEXT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL, block INTEGER NOT NULL, offset INTEGER NOT NULL,
    row INTEGER NOT NULL, made REAL NOT NULL, PRIMARY KEY (url, letter));
"""
_DEEDS = """
CREATE TABLE deeds (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, who TEXT NOT NULL, tool TEXT NOT NULL, words TEXT NOT NULL,
    url TEXT NOT NULL, arguments TEXT NOT NULL, outcome TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TABLE deed_chain (first TEXT NOT NULL, last TEXT NOT NULL);
INSERT INTO deed_chain (first, last) VALUES ('', '');
"""

_WATCHED = """
CREATE TABLE watched (
    url TEXT NOT NULL, part TEXT NOT NULL, at REAL NOT NULL, text BLOB NOT NULL, PRIMARY KEY (url, part));
"""

_PANES = """
ALTER TABLE sessions ADD COLUMN panes TEXT NOT NULL DEFAULT '';
ALTER TABLE saved_tabs ADD COLUMN frame TEXT NOT NULL DEFAULT '';
"""

_FOLLOWED = """
CREATE TABLE followed (
    url TEXT PRIMARY KEY, title TEXT NOT NULL, site TEXT NOT NULL, folder TEXT NOT NULL, added REAL NOT NULL,
    asked REAL NOT NULL, visited REAL NOT NULL, wait REAL NOT NULL, error TEXT NOT NULL, at TEXT NOT NULL,
    entries TEXT NOT NULL DEFAULT '[]');
"""

# The same text typed at two hosts is two rows: forgetting one host leaves it to the other.
_HOSTS_OF_INPUTS = """
ALTER TABLE inputs RENAME TO inputs_before;
CREATE TABLE inputs (
    kind TEXT NOT NULL, text TEXT NOT NULL, host TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (kind, text, host));
INSERT INTO inputs SELECT kind, text, '?', at FROM inputs_before ORDER BY rowid;
DROP TABLE inputs_before;
CREATE INDEX inputs_by_time ON inputs (kind, at);
"""

_FORGETTINGS = """
CREATE TABLE forgettings (
    id INTEGER PRIMARY KEY AUTOINCREMENT, by TEXT NOT NULL, salt TEXT NOT NULL, host TEXT NOT NULL, since REAL NOT NULL,
    until REAL NOT NULL, kinds TEXT NOT NULL, at REAL NOT NULL);
"""

_SEALS = """
ALTER TABLE deeds ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE deed_chain ADD COLUMN seal TEXT NOT NULL DEFAULT '';
"""

_OPENERS = """
ALTER TABLE saved_tabs ADD COLUMN opener TEXT NOT NULL DEFAULT '';
"""

# Since when the title and text of a place are what they are: who forgets the last hours forgets what came in them.
_TOLD = """
ALTER TABLE places ADD COLUMN told REAL NOT NULL DEFAULT 0;
UPDATE places SET told = last;
"""

STEPS = (
    _HISTORY + _SESSIONS, _LISTS + _COOKIES, _TRIGRAMS, _PAGE_MARKS, _DEEDS, _WATCHED, _PANES, _FOLLOWED,
    _HOSTS_OF_INPUTS, _FORGETTINGS, _SEALS, _OPENERS, _TOLD,
)  # fmt: skip
"""Step n leads from version n to n + 1; version 0 is an empty file."""


def version(db: Connection) -> int:
    """The version of a store, 0 for an empty one."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def migrate(db: Connection, to: int = len(STEPS)) -> None:
    """Bring a store up to a version; one that is there already, or newer, is left alone. Raises sqlite3.Error."""
    if version(db) >= to:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it while this one waited.
        for step in range(version(db), to):
            for statement in STEPS[step].split(";\n"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {step + 1}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
