"""Directories for what engines put on the disk: gone with the run, or, should it be killed, with the next one."""

from __future__ import annotations

import os
import shutil
import tempfile

LONGEST_ROOT = 40
"""Characters that a directory for temporary files may have: Chromium puts a socket below it, whose path has 104."""

_PREFIX = "lightterm-"


def temporary_place() -> str:
    """A new directory for this process; those of processes that are no more are removed."""
    root = tempfile.gettempdir()
    if len(root) > LONGEST_ROOT and os.path.isdir("/tmp"):
        root = "/tmp"
    for name in os.listdir(root):
        pid = name.removeprefix(_PREFIX).partition("-")[0]
        if name.startswith(_PREFIX) and pid.isdigit() and not _lives(int(pid)):
            shutil.rmtree(os.path.join(root, name), ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=root)


def _lives(pid: int) -> bool:
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
