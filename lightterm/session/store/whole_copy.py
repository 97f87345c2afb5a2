"""A database that is open, and has lost its file, as a file again."""

from __future__ import annotations

import contextlib
import os
import sqlite3

DAY = 86_400.0
_RANDOM = 8
"""Hexadecimal digits in the name of a file that is being written (whole_file.py has it, too)."""


def restore(db: sqlite3.Connection, path: str) -> None:
    """Write all of a database to `path`, its owner's alone, in one step. Raises OSError, sqlite3.Error."""
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    part = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with contextlib.closing(sqlite3.connect(part)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # all of it in the one file that is moved
        os.link(part, path)  # unlike a rename it leaves alone what another process put there meanwhile
    except FileExistsError:
        return
    finally:
        os.unlink(part)


def sweep(folder: str, now: float) -> None:
    """Remove what others were writing there who were killed at it, a day ago or longer: it may be all of a store."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            parts = name.rsplit(".", 3)
            if len(parts) < 4 or parts[3] != "tmp" or not parts[1].isdecimal():
                continue
            if len(parts[2]) != _RANDOM or parts[2].strip("0123456789abcdef"):
                continue
            path = os.path.join(folder, name)
            if os.lstat(path).st_mtime < now - DAY:
                os.unlink(path)


def is_begun(path: str) -> bool:
    """Whether there is a file with something in it; one without, for which there was no room, is removed."""
    try:
        if os.path.getsize(path):
            return True
        os.unlink(path)
    except FileNotFoundError:
        pass
    return False
