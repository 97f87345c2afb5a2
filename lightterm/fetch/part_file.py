"""A file that is being fetched: it is written as NAME.part and becomes NAME when it is whole."""

from __future__ import annotations

import contextlib
import os
import sys

from lightterm.errors import WriteFailed
from lightterm.fetch.filename import numbered, takes_name
from lightterm.fetch.fixed_folder import opened_without_links

MAX_TRIES = 10_000
ENDING = ".part"


class PartFile:
    """An open NAME.part, which no other lightterm writes to at the same time. Every method raises WriteFailed."""

    def __init__(self, path: str, descriptor: int, folder: int | None = None) -> None:
        self.path = path
        """The name that the whole file will have."""
        self.size = os.fstat(descriptor).st_size
        self._descriptor = descriptor
        self._folder = folder

    @classmethod
    def new(cls, directory: str, name: str, over: bool = False, fixed: bool = False) -> PartFile:
        """Begin a file under a name that is free, as is its .part: `name`, or name.1, name.2 ... before its ending.

        With `over` only the .part must be free: the finished file takes the place of one that is there. A `fixed`
        directory is one by its real path, and stays the one that it is now, whatever takes its place.
        """
        folder = None
        try:
            if fixed:
                folder = opened_without_links(directory)
            else:
                os.makedirs(directory, exist_ok=True)
            for number in range(MAX_TRIES):
                path = os.path.join(directory, numbered(name, number))
                if _is_there(path, folder) and not over:
                    continue
                with contextlib.suppress(FileExistsError):
                    return cls._opened(path, os.O_CREAT | os.O_EXCL, folder)
        except OSError as problem:
            _let_go(folder)
            raise _failed(os.path.join(directory, name), problem) from None
        except WriteFailed:
            _let_go(folder)
            raise
        _let_go(folder)
        raise WriteFailed(f"{name!r} could not be saved in {directory!r}: too many files of that name")

    @classmethod
    def again(cls, path: str) -> PartFile:
        """Go on with the .part of `path`, or begin it anew where it is gone."""
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            return cls._opened(path, os.O_CREAT)
        except OSError as problem:
            raise _failed(path, problem) from None

    @classmethod
    def _opened(cls, path: str, flags: int, folder: int | None = None) -> PartFile:
        flags |= os.O_WRONLY | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(_name(path, folder) + ENDING, flags, 0o666, dir_fd=folder)
        if not _lock(descriptor):
            os.close(descriptor)
            raise WriteFailed(f"another lightterm is fetching {path!r}", path=path)
        return cls(path, descriptor, folder)

    def write(self, data: bytes) -> None:
        """Put bytes at the end."""
        view = memoryview(data)
        try:
            while view:
                done = os.write(self._descriptor, view)
                self.size += done
                view = view[done:]
        except OSError as problem:
            raise _failed(self.path, problem) from None

    def empty(self) -> None:
        """Begin anew."""
        try:
            os.ftruncate(self._descriptor, 0)
        except OSError as problem:
            raise _failed(self.path, problem) from None
        self.size = 0

    def check_room(self, size: int) -> None:
        """Raise WriteFailed where the disk has no room for a whole file of so many bytes."""
        if not hasattr(os, "statvfs"):
            return
        try:
            disk = os.statvfs(self._descriptor)
        except OSError:
            return
        room = disk.f_bavail * disk.f_frsize
        if size - self.size > room:
            raise WriteFailed(
                f"{os.path.basename(self.path)!r} has {size:,} bytes, and the disk has room for {room:,}",
                path=self.path,
            )

    def finish(self, over: bool = False) -> str:
        """Give the file its name, or the next one that is free where another took it; the path."""
        at = self._folder
        part = _name(self.path, at) + ENDING
        directory, name = os.path.split(self.path)
        try:
            os.fsync(self._descriptor)
            if over:
                os.replace(part, _name(self.path, at), src_dir_fd=at, dst_dir_fd=at)
                self.close()
                return self.path
            for number in range(MAX_TRIES):
                path = os.path.join(directory, numbered(name, number))
                if takes_name(part, _name(path, at), at):
                    with contextlib.suppress(FileNotFoundError):
                        os.unlink(part, dir_fd=at)
                    self.close()
                    return path
        except OSError as problem:
            raise _failed(self.path, problem) from None
        raise WriteFailed(f"{name!r} could not be saved in {directory!r}: too many files of that name")

    def close(self) -> None:
        """Let go of the file; one in which nothing stands is removed."""
        if self._descriptor < 0:
            return
        if not self.size:
            part, at = _name(self.path, self._folder) + ENDING, self._folder
            with contextlib.suppress(OSError):
                if os.path.samestat(os.stat(part, dir_fd=at), os.fstat(self._descriptor)):
                    os.unlink(part, dir_fd=at)
        os.close(self._descriptor)
        _let_go(self._folder)
        self._descriptor, self._folder = -1, None


def _name(path: str, folder: int | None) -> str:
    """What a file is called from where it is worked on: by its path, or by its name in an open folder."""
    return path if folder is None else os.path.basename(path)


def _is_there(path: str, folder: int | None) -> bool:
    try:
        os.stat(_name(path, folder), dir_fd=folder, follow_symlinks=False)
    except (OSError, ValueError):
        return False
    return True


def _let_go(folder: int | None) -> None:
    if folder is not None:
        os.close(folder)


def is_held(path: str) -> bool:
    """Whether another lightterm is fetching the file at `path`."""
    try:
        descriptor = os.open(path + ENDING, os.O_WRONLY | os.O_APPEND | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return False
    try:
        return not _lock(descriptor)
    finally:
        os.close(descriptor)


def _failed(path: str, problem: OSError) -> WriteFailed:
    return WriteFailed(f"{path!r} could not be saved: {problem.strerror or problem}", path=path)


def _lock(descriptor: int) -> bool:
    """Whether the file is ours alone, until it is closed or the process ends."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks: better a download than none
    return True
