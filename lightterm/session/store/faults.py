"""What SQLite says went wrong, in the words of a person."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

FULL, BUSY = "SQLITE_FULL", "SQLITE_BUSY"
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB")

_REASONS = {
    FULL: "the disk is full",
    BUSY: "another lightterm has it in use",
    "SQLITE_READONLY": "it may not be written to",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_IOERR": "the disk cannot be written or read",
}
_MEANWHILE = {FULL: ", nothing more is kept until it has room"}
"""What a reason means for a person, behind it, where a write failed of it."""


def error_name(error: sqlite3.Error) -> str:
    """SQLite's name for an error, "" for one of Python's."""
    return getattr(error, "sqlite_errorname", "") or ""


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is damaged."""
    return error_name(error).startswith(_DAMAGE)


def reason(error: sqlite3.Error) -> str:
    """What went wrong."""
    named = error_name(error)
    return next((words for name, words in _REASONS.items() if named.startswith(name)), str(error))


def meaning(error: sqlite3.Error) -> str:
    """What went wrong as something was written, and what that means."""
    return reason(error) + _MEANWHILE.get(error_name(error), "")
