"""Texts in an editor, in files of their own: what a lightterm that was killed left of them is found by the next one."""

from __future__ import annotations

import os
import stat
import tempfile
import zlib

from lightterm.engines.places import lives

PREFIX = "lightterm-edit-"
"""Then the process, a checksum of the text as it was given to the editor, and what makes the name its own."""


def written(text: str, suffix: str) -> str:
    """A new file with a text to be edited; its path."""
    data = text.encode("utf-8", "replace")
    prefix = f"{PREFIX}{os.getpid()}-{zlib.crc32(data):08x}-"
    descriptor, path = tempfile.mkstemp(suffix=suffix, prefix=prefix)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except OSError:
        os.unlink(path)
        raise
    return path


def left() -> list[str]:
    """The files of this user whose lightterm is no more, with a text that was changed; the others are removed."""
    root = tempfile.gettempdir()
    try:
        names = [name for name in os.listdir(root) if name.startswith(PREFIX)]
    except OSError:
        return []
    return sorted(path for name in names if _is_left(path := os.path.join(root, name)))


def _is_left(path: str) -> bool:
    pid, _, rest = os.path.basename(path).removeprefix(PREFIX).partition("-")
    if os.name != "posix" or not pid.isdecimal() or len(pid) > 9 or lives(int(pid)):
        return False
    try:
        about = os.lstat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_uid != os.getuid():
            return False
        with open(path, "rb") as file:
            changed = f"{zlib.crc32(file.read()):08x}" != rest.partition("-")[0]
        if not changed:
            os.unlink(path)
    except OSError:
        return False
    return changed


def told(path: str) -> str:
    """What a person is told of such a file."""
    return f"a text from an editor of a lightterm that was killed is in {path}: take it from there, then remove it"
