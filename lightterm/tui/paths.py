"""Paths of files as they are typed into file fields."""

from __future__ import annotations

import os
import shlex
from itertools import islice
from typing import TYPE_CHECKING

from lightterm.document.model import Option
from lightterm.errors import FileMissing, FileUnreadable
from lightterm.session.controls import called

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Field


MOST = 5000
"""Names of a folder that are looked at; a list of more helps nobody."""


def completed(text: str, several: bool = False) -> str | None:
    """A path made longer, as far as all that begin with it agree; None where nothing does.

    Of `several` paths it is the last one.
    """
    _, path = last_path(text, several)
    if not path:
        return None
    start = os.path.basename(path)
    names = ways_on(path)
    if not names:
        return None
    first, last = min(names), max(names)
    size = next((i for i, c in enumerate(first) if last[i : i + 1] != c), len(first))
    if size <= len(start):
        return None
    return put_last(text, path + first[len(start) : size], several)


def ways_on(path: str) -> list[str]:
    """The names that a path can end with in its folder, in their order, those of folders with a slash."""
    folder, start = os.path.split(os.path.expanduser(path))
    try:
        with os.scandir(folder or ".") as entries:
            begun = (
                entry
                for entry in entries
                if entry.name.startswith(start) and (start.startswith(".") or not entry.name.startswith("."))
            )
            return sorted(entry.name + (os.sep if entry.is_dir() else "") for entry in islice(begun, MOST))
    except OSError:
        return []


def unfinished(text: str, several: bool) -> bool:
    """Whether the path that is being typed is no file yet, and can become one or another."""
    _, path = last_path(text, several)
    return bool(path) and not os.path.isfile(os.path.expanduser(path)) and len(ways_on(path)) > 0


def last_path(text: str, several: bool) -> tuple[str, str]:
    """What stands before the path that is being typed, and that path without its quotes."""
    if not several or ways_on(text):
        return "", text
    at = max((i + 1 for i, char in enumerate(text) if char.isspace() and _words(text[:i]) is not None), default=0)
    words = next((words for end in ("", "'", '"') if (words := _words(text[at:] + end)) is not None), [text[at:]])
    return text[:at], "".join(words)


def put_last(text: str, path: str, several: bool) -> str:
    """A text with another path in place of the last; one that may go on has its quote still open."""
    before, last = last_path(text, several)
    whole = shlex.quote(path)
    if not several or (not before and text == last) or whole == path:
        return before + path
    return before + (whole if os.path.isfile(os.path.expanduser(path)) else whole.removesuffix("'"))


def _words(text: str) -> list[str] | None:
    """The words of a text, None where a quote is open."""
    try:
        return shlex.split(text)
    except ValueError:
        return None


def split_paths(text: str) -> list[str]:
    """The paths of a text that holds several: between spaces, quoted where they hold some."""
    words = _words(text)
    return [text] if words is None else words


def joined_paths(paths: Sequence[str]) -> str:
    """The text that holds these paths."""
    return shlex.join(paths)


def listed(text: str, several: bool) -> list[Option]:
    """What the path that is being typed can go on with: files and folders of its folder, and the way up from there."""
    _, path = last_path(text, several)
    folder = path[: len(path) - len(os.path.basename(path))]
    names = ways_on(folder + ("." if os.path.basename(path).startswith(".") else ""))
    up = os.path.join(os.path.dirname(os.path.abspath(os.path.expanduser(folder))), "")
    return [Option(folder + name, name) for name in names] + [Option(up, "../")]


def _without_comma(path: str) -> str:
    """A path without the comma that some put between several, where only that is a file."""
    bare = path.removesuffix(",")
    here = [os.path.exists(os.path.expanduser(each)) for each in (path, bare)]
    return bare if here == [False, True] else path


def found_files(words: Sequence[str], field: Field) -> tuple[str, ...]:
    """The files that are meant, as absolute paths. Raises FileMissing, and FileUnreadable for a folder."""
    paths = [word for word in words if word.strip()]
    if len(paths) == 1 and field.multiple and not os.path.exists(os.path.expanduser(paths[0])):
        paths = [_without_comma(path) for path in split_paths(paths[0])]
    found = []
    for path in paths:
        full = os.path.abspath(os.path.expanduser(path.strip()))
        if os.path.isdir(full):
            raise FileUnreadable(f"{called(field)}: {path!r} is a folder", actions=(), path=full)
        if not os.path.exists(full):
            raise FileMissing(f"{called(field)}: there is no file {path!r}", actions=(), path=full)
        if not os.path.isfile(full):
            raise FileUnreadable(f"{called(field)}: {path!r} is no file but a device or pipe", actions=(), path=full)
        found.append(full)
    return tuple(found if field.multiple else found[-1:])
