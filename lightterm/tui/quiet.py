"""A terminal whose keys nobody reads yet."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


LEFT_RAW = "the terminal had been left raw by a program that was killed: it is put right (where none is, type `reset`)"


def sane(found: list[Any]) -> list[Any] | None:
    """How a terminal should be that is found with neither echo nor lines, as `stty sane` has it; None for any other.

    What has a terminal so and is killed (SIGKILL) leaves it so, and not every shell puts it right.
    """
    import termios

    if found[3] & (termios.ICANON | termios.ECHO):
        return None
    mended = list(found)
    mended[0] |= termios.ICRNL | termios.IXON | termios.BRKINT
    mended[1] |= termios.OPOST | termios.ONLCR
    mended[3] |= termios.ICANON | termios.ECHO | termios.ECHOE | termios.ECHOK | termios.ISIG | termios.IEXTEN
    return mended


def quiet(fd: int) -> list[Any]:
    """Have keys wait unseen for the app, to which Enter is no line end; how the terminal was, as termios tells."""
    import termios

    found, wanted = termios.tcgetattr(fd), termios.tcgetattr(fd)
    # Enter would come as Ctrl-J; Ctrl-S, which searches in Emacs, would hold the screen and be gone.
    wanted[0] &= ~(termios.ICRNL | termios.IXON)
    wanted[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(fd, termios.TCSANOW, wanted)
    return found


def is_anothers(fd: int) -> bool:
    """Whether another job of the shell, or the shell, has the terminal: who touches it then is stopped."""
    try:
        return os.tcgetpgrp(fd) != os.getpgrp()
    except OSError:  # it is no terminal of ours, or closed
        return False
