"""Directories for what engines put on the disk: gone with the run, and with one that is killed, soon after."""

from __future__ import annotations

import os
import shutil
import subprocess
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
        if name.startswith(_PREFIX) and pid.isdigit() and not lives(int(pid)):
            shutil.rmtree(os.path.join(root, name), ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=root)


_KEEPER = """trap '' HUP INT TERM QUIT
read -r _
for _ in 1 2 3 4 5; do rm -rf -- "$0" && [ ! -e "$0" ] && exit; sleep 1; done"""
"""Waits for the end of its input, which comes when we have ended, however; Chromium may write a second longer."""


def removed_after_us(place: str) -> subprocess.Popen[bytes] | None:
    """A process of a shell that removes a directory once we have ended, should we be killed; None where there is none.

    Where it is not there either, the next run removes what was left.
    """
    if os.name != "posix":
        return None
    try:
        command = ["/bin/sh", "-c", _KEEPER, place]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return None


def let_go(keeper: subprocess.Popen[bytes] | None) -> None:
    """Have such a process end: the directory is gone."""
    if keeper is not None:
        keeper.kill()
        keeper.wait()
        if keeper.stdin is not None:
            keeper.stdin.close()


def lives(pid: int) -> bool:
    """Whether there is a process of that number; True where that cannot be told."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
