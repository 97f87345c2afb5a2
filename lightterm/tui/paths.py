"""Paths of files as they are typed into file fields."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

from lightterm.errors import FileMissing, FileUnreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Field


def completed(text: str) -> str | None:
    """A path made longer, as far as all that begin with it agree; None where nothing does."""
    if not text:
        return None
    folder, start = os.path.split(os.path.expanduser(text))
    try:
        names = [
            entry.name + (os.sep if entry.is_dir() else "")
            for entry in os.scandir(folder or ".")
            if entry.name.startswith(start) and (start.startswith(".") or not entry.name.startswith("."))
        ]
    except OSError:
        return None
    if not names:
        return None
    first, last = min(names), max(names)
    size = next((i for i, c in enumerate(first) if last[i : i + 1] != c), len(first))
    return text + first[len(start) : size] if size > len(start) else None


def split_paths(text: str) -> list[str]:
    """The paths of a text that holds several: between spaces, quoted where they hold some."""
    try:
        return shlex.split(text)
    except ValueError:
        return [text]


def joined_paths(paths: Sequence[str]) -> str:
    """The text that holds these paths."""
    return shlex.join(paths)


def found_files(words: Sequence[str], field: Field) -> tuple[str, ...]:
    """The files that are meant, as absolute paths. Raises FileMissing, and FileUnreadable for a folder."""
    paths = [word for word in words if word.strip()]
    if len(paths) == 1 and field.multiple and not os.path.exists(os.path.expanduser(paths[0])):
        paths = split_paths(paths[0])
    found = []
    for path in paths:
        full = os.path.abspath(os.path.expanduser(path.strip()))
        if os.path.isdir(full):
            raise FileUnreadable(f"{path!r} is a folder", actions=(), path=full)
        if not os.path.exists(full):
            raise FileMissing(f"there is no file {path!r}", actions=(), path=full)
        found.append(full)
    return tuple(found if field.multiple else found[-1:])
