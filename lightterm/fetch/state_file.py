"""Small files of state, private to the user and whole at every instant."""

from __future__ import annotations

import contextlib
import os

from lightterm.errors import WriteFailed


def write_private(path: str, text: str) -> None:
    """Put `text` in the place of `path`, readable by its owner only; a crash leaves the old file or the new one.

    Raises WriteFailed, with the old file untouched.
    """
    # A link is followed, so that a file kept elsewhere stays there.
    path = os.path.realpath(path)
    temporary = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    try:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(descriptor)
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
    except OSError as error:
        raise WriteFailed(f"{path!r} could not be written: {error.strerror or error}", path=path) from None
