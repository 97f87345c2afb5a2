"""A terminal whose keys nobody reads yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


def quiet(fd: int) -> list[Any]:
    """Have keys wait unseen for the app, to which Enter is no line end; how the terminal was, as termios tells."""
    import termios

    found, wanted = termios.tcgetattr(fd), termios.tcgetattr(fd)
    wanted[0] &= ~termios.ICRNL  # Enter would come as Ctrl-J
    wanted[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(fd, termios.TCSANOW, wanted)
    return found
