"""Where the store's file is, and one look into it without opening the store, which takes a hundred times as long."""

from __future__ import annotations

import os


def store_path() -> str:
    """Where the store is, whether or not it is there yet."""
    from lightterm.resources import user_directory

    return os.path.join(user_directory("data"), "lightterm.sqlite")


def decided(path: str, host: str, key: str) -> str:
    """What was decided for a host and holds now; "" for nothing, and where the file cannot be read."""
    import sqlite3
    import time
    from contextlib import closing
    from urllib.parse import quote

    sql = "SELECT value FROM decisions WHERE host = ? AND key = ? AND (until IS NULL OR until > ?)"
    try:
        with closing(sqlite3.connect(f"file:{quote(path)}?mode=ro", timeout=0.05, uri=True)) as db:
            row = db.execute(sql, (host, key, time.time())).fetchone()
    except sqlite3.Error:
        return ""
    return str(row[0]) if row is not None else ""
