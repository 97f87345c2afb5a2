"""Where the store's file is, and one look into it without opening the store, which takes a hundred times as long."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    Look = tuple[tuple[int, ...], str, float | None]
    """What the file was like, the value, and until when it holds (None: always)."""

SETTLED = 0.1
"""Seconds after which a change of a file changes its time, too: clocks of file systems go in steps of up to 10 ms."""

MOST_KEPT = 1000

_looks: dict[tuple[str, str, str], Look] = {}


def store_path() -> str:
    """Where the store is, whether or not it is there yet."""
    from lightterm.resources import user_directory

    return os.path.join(user_directory("data"), "lightterm.sqlite")


def decided(path: str, host: str, key: str) -> str:
    """What was decided for a host and holds now; "" for nothing, and where the file cannot be read.

    Of a file that did not change since, the last look counts: 10 us, not 250, and a run asks before each page.
    """
    import time

    asked = (path, host, key)
    now = time.time()
    like = _like(path)
    look = _looks.get(asked)
    if look is None or look[0] != like:
        found = _found(path, host, key)
        if found is None:
            return ""
        look = like, *found
        if now - max(like[0], like[3]) / 1e9 > SETTLED:
            if len(_looks) >= MOST_KEPT:
                _looks.clear()
            _looks[asked] = look
    return look[1] if look[2] is None or look[2] > now else ""


def _like(path: str) -> tuple[int, ...]:
    """Time of change, size and number of the store's file and of its log; 0 for what is not there."""
    said: list[int] = []
    for name in (path, f"{path}-wal"):
        try:
            found = os.stat(name)
        except OSError:
            said += (0, 0, 0)
        else:
            said += (found.st_mtime_ns, found.st_size, found.st_ino)
    return tuple(said)


def _found(path: str, host: str, key: str) -> tuple[str, float | None] | None:
    """What is decided and until when; None where the file cannot be read now."""
    import sqlite3
    from contextlib import closing
    from urllib.parse import quote

    sql = "SELECT value, until FROM decisions WHERE host = ? AND key = ?"
    try:
        with closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", timeout=0.05, uri=True)) as db:
            row = db.execute(sql, (host, key)).fetchone()
    except sqlite3.Error:
        return None
    return (str(row[0]), row[1]) if row is not None else ("", None)
