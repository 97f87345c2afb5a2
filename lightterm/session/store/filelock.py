"""A lock that ends with the process that holds it, however that ends."""

from __future__ import annotations

import contextlib
import os
import sys


class FileLock:
    """An exclusive lock on a file of its own, which is made for it and goes when the lock is released."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._descriptor = -1

    def acquire(self) -> bool:
        """Whether the lock is ours now; never waits. Raises OSError when the file cannot be made."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        if not _lock(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def leave(self, path: str) -> None:
        """Have the file stay under another name, which nobody holds, when the lock is released. Raises OSError."""
        os.rename(self.path, path)

    def release(self) -> None:
        """Give the lock up and remove its file."""
        if self._descriptor >= 0:
            if sys.platform != "win32":
                with contextlib.suppress(OSError):
                    os.unlink(self.path)
            os.close(self._descriptor)
            self._descriptor = -1
            if sys.platform == "win32":
                with contextlib.suppress(OSError):
                    os.unlink(self.path)


def is_held(path: str) -> bool:
    """Whether a living process holds the lock of that file; the file of a dead one is removed."""
    if not os.path.exists(path):
        return False
    lock = FileLock(path)
    try:
        if not lock.acquire():
            return True
    except OSError:
        return False
    lock.release()
    return False


def _lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
