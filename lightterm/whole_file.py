"""Files that are whole at every instant: a full disk or a crash leaves the old one or the new one."""

from __future__ import annotations

import contextlib
import os

from lightterm.errors import WriteFailed


def write_private(path: str, text: str) -> None:
    """Put `text` in the place of `path`, readable by its owner only; a crash leaves the old file or the new one.

    Raises WriteFailed, with the old file untouched.
    """
    path = os.path.realpath(path)
    try:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        replace_file(path, text.encode("utf-8", "surrogateescape"), 0o600)
    except OSError as error:
        raise WriteFailed(f"{path!r} could not be written: {error.strerror or error}", path=path) from None


def replace_file(path: str, data: bytes, mode: int) -> None:
    """Put `data` in the place of `path`, a new file with this mode; a full disk or a crash leaves the old one whole.

    A link is followed, so that a file kept elsewhere stays there; what is no file (a pipe, a terminal) is written to.
    Raises OSError.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as out:
            out.write(data)
        return
    temporary = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
