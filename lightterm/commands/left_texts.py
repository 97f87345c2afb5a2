"""Texts in an editor, in files of their own: what a lightterm that was killed left of them is found by the next one."""

from __future__ import annotations

import os
import stat
import tempfile
import zlib

from lightterm.engines.places import lives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.session.store.drafts import Drafts

PREFIX = "lightterm-edit-"
"""Then the process, a checksum of the text as it was given to the editor, and what makes the name its own."""


def beginning(text: str) -> str:
    """How the name of a file begins that this process makes for a text."""
    return f"{PREFIX}{os.getpid()}-{zlib.crc32(text.encode('utf-8', 'replace')):08x}-"


def written(text: str, suffix: str) -> str:
    """A new file with a text to be edited; its path."""
    descriptor, path = tempfile.mkstemp(suffix=suffix, prefix=beginning(text))
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
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


def put_back(drafts: Drafts) -> list[str]:
    """Have texts that were left in their fields again, when the tab is opened again; what a person is told of each.

    The files stay, as the tab may be declined.
    """
    return [_put_back(path, drafts) or told(path) for path in left()]


def _put_back(path: str, drafts: Drafts) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read().removesuffix("\n")
    except OSError:
        return ""
    url = drafts.put_back(os.path.basename(path), text) if text else ""
    again = f"a text from an editor of a lightterm that was killed is in its field again, on {url}"
    return f"{again}; {path} has it, too: remove that then" if url else ""


def told(path: str) -> str:
    """What a person is told of such a file."""
    return f"a text from an editor of a lightterm that was killed is in {path}: take it from there, then remove it"
