"""A folder that stays the one it was, whatever takes its name: opened once, and worked in by its descriptor."""

from __future__ import annotations

import os


def opened_without_links(path: str) -> int | None:
    """A descriptor of the folder at a real path, for `dir_fd`; None where the system has none. Raises OSError.

    No link is followed on the way to it: where there is one now, it was none when the path was looked up.
    """
    if os.open not in os.supports_dir_fd:
        return None
    # A folder on the way may be one that can be gone through and not listed.
    flags = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    at = os.open(os.sep, flags)
    for step in path.split(os.sep):
        if step:
            try:
                inner = os.open(step, flags, dir_fd=at)
            finally:
                os.close(at)
            at = inner
    return at
