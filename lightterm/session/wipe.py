"""All that lightterm keeps of what was browsed, overwritten and removed: history, cookies, cache, saved states, drafts.

`forget` leaves out single hosts and spans of time; this leaves nothing. A file system that copies on write, a backup
or a disk that moves its blocks about may keep what was there before: no program can reach that.
"""

from __future__ import annotations

import os

from lightterm.errors import WriteFailed
from lightterm.resources import user_directory

PLACES = ("data", "cache", "state")
BLOCK = 1 << 20


def wipe() -> tuple[int, int]:
    """Overwrite and remove every file of the data, cache and state directories; how many, and their bytes.

    Raises WriteFailed, naming what could not be removed.
    """
    files = size = 0
    for place in dict.fromkeys(user_directory(kind) for kind in PLACES):
        for folder, _, names in os.walk(place, topdown=False):
            for name in names:
                path = os.path.join(folder, name)
                try:
                    size += _overwrite(path)
                    os.unlink(path)
                except OSError as problem:
                    raise WriteFailed(f"{path}: {problem.strerror}", actions=()) from None
                files += 1
            if not os.listdir(folder):
                os.rmdir(folder)
    return files, size


def _overwrite(path: str) -> int:
    """Write zeros over a file, as far as it is one of its own; its bytes."""
    if os.path.islink(path) or not os.path.isfile(path) or os.stat(path).st_nlink > 1:
        return 0
    size = os.path.getsize(path)
    with open(path, "r+b", buffering=0) as file:
        left = size
        while left > 0:
            left -= file.write(bytes(min(left, BLOCK)))
        os.fsync(file.fileno())
    return size
