"""The reader's own style sheet."""

from __future__ import annotations

LARGEST = 1_048_576
"""Characters of it that are read."""


def read_style(path: str, notes: list[str]) -> str:
    """The style sheet at `path`; "" when it cannot be read, which is noted."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(LARGEST)
    except OSError as problem:
        notes.append(f"style sheet {path!r}: {problem.strerror}")
        return ""
