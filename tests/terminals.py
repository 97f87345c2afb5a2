"""lightterm in a pseudo-terminal, as a person has it."""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

from processes import ROOT, clean_environment

PATIENCE = 60.0
START = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from lightterm.cli import run; run()"


class Terminal:
    """A pseudo-terminal with lightterm in it; `out` is everything written so far."""

    PROGRAM = (sys.executable, "-c", START)
    ANSWER = b"\x1b[?64;22c"
    """What is said to the start, which asks what the terminal is."""

    def __init__(self, home: Path, *arguments: str, term: str = "xterm-256color", **others: str) -> None:
        environment = clean_environment(str(home), TERM=term, **others)
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execve(self.PROGRAM[0], [*self.PROGRAM, *arguments], environment)
        self.resize(80, 24)
        self.before = termios.tcgetattr(self.fd)
        self.out = b""
        self.code: int | None = None

    def read(self, seconds: float) -> bool:
        """Read what there is; whether the other side is still there. A start is answered as by xterm."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.out += data
        if b"\x1b[c" in data:
            os.write(self.fd, self.ANSWER)
        return bool(data)

    def until(self, condition: Callable[[bytes], object]) -> None:
        """Read until what was written satisfies something."""
        end = time.monotonic() + PATIENCE
        while not condition(self.out):
            assert time.monotonic() < end, self.out[-2000:]
            assert self.read(0.2) or condition(self.out), self.out[-2000:]

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size, which its program is told."""
        ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def end(self) -> int:
        """Read to the end; the exit code."""
        end = time.monotonic() + PATIENCE
        while self.read(0.2):
            assert time.monotonic() < end, self.out[-2000:]
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code

    def hang_up(self) -> None:
        """Have the terminal go, as when its window is closed."""
        os.close(self.fd)
        self.fd = -1

    def ended(self) -> int:
        """The exit code of a program that cannot be read from any more."""
        descriptor = os.pidfd_open(self.pid)
        try:
            assert select.select([descriptor], [], [], PATIENCE)[0], "it goes on"
        finally:
            os.close(descriptor)
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code

    def close(self) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if self.fd >= 0:
            os.close(self.fd)
