"""Private copies of files that agents chose: what is sent is what was granted, whatever takes a file's place later.

Engines open a file when they like: Chromium reads one as its form is sent. A link that came in its place between the
check and that was followed out of the folder.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import threading
from collections import deque
from typing import BinaryIO

from lightterm.engines.places import temporary_place
from lightterm.errors import ValidationFailed, WriteFailed
from lightterm.fetch.fixed_folder import opened_without_links

KEPT = 100
"""Copies at a time; one that was chosen so long ago is gone when its form is sent."""

LARGEST = 256 << 20
"""Bytes of a file that is copied: forms are sent from memory where no engine sends them, and a call has its time."""

_copies: deque[tuple[tuple[int, ...], str]] = deque()
_places: list[str] = []
_lock = threading.Lock()


def copied(root: str, path: str) -> str:
    """The path of a private copy of a file, by the same name; `path` is a real one below `root`.

    No link is followed on the way to it: where there is one now, it was none when the path was looked up. Raises
    OSError where it cannot be read, ValidationFailed for one of more than LARGEST bytes, WriteFailed for want of room.
    """
    with _opened(root, os.path.relpath(path, root)) as file, _lock:
        found = os.fstat(file.fileno())
        identity = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        name = os.path.basename(path)
        for known, copy in _copies:
            if known == identity and os.path.basename(copy) == name:
                return copy
        if found.st_size > LARGEST:
            raise _too_large(name, found.st_size)
        copy = _written(file, name)
        _copies.append((identity, copy))
        if len(_copies) > KEPT:
            shutil.rmtree(os.path.dirname(_copies.popleft()[1]), ignore_errors=True)
        return copy


def _written(file: BinaryIO, name: str) -> str:
    """The path of a new copy of what is read; nothing is left of one that could not be written whole."""
    try:
        place = tempfile.mkdtemp(dir=_place())
        try:
            copy = os.path.join(place, name)
            with open(copy, "xb") as out:
                while piece := file.read(1 << 20):
                    if out.tell() + len(piece) > LARGEST:  # it grows as it is read
                        raise _too_large(name, out.tell() + len(piece))
                    out.write(piece)
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
    except OSError as problem:
        raise WriteFailed(f"{name!r} could not be copied to be sent: {problem.strerror or problem}") from None
    return copy


def _too_large(name: str, size: int) -> ValidationFailed:
    return ValidationFailed(f"{name!r} has {size} bytes, and agents send files of {LARGEST} at most", actions=())


def _place() -> str:
    """Where copies are, gone with this process; another's that was killed goes with the next (`places`)."""
    if not _places:
        _places.append(temporary_place())
        atexit.register(shutil.rmtree, _places[0], ignore_errors=True)
    return _places[0]


def _opened(root: str, relative: str) -> BinaryIO:
    """A plain file below a directory, each step opened in the one before. Raises OSError."""
    *folders, name = relative.split(os.sep)
    at = opened_without_links(os.path.join(root, *folders))
    if at is None:
        return open(os.path.join(root, relative), "rb")
    try:
        # What became a pipe meanwhile would be waited for.
        return os.fdopen(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=at), "rb")
    finally:
        os.close(at)
