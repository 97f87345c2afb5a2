"""The app in a real terminal: its first screen, how it ends, and what it leaves behind."""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from fcntl import ioctl
from pathlib import Path

import pytest
from processes import ROOT, clean_environment
from servers import Server

PATIENCE = 60.0
START = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from lightterm.cli import run; run()"


class Terminal:
    """A pseudo-terminal with lightterm in it; `out` is everything written so far."""

    def __init__(self, home: Path, *arguments: str, term: str = "xterm-256color", **others: str) -> None:
        environment = clean_environment(str(home), TERM=term, **others)
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execve(sys.executable, [sys.executable, "-c", START, *arguments], environment)
        ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.fd)
        self.out = b""
        self.code: int | None = None

    def _read(self, seconds: float) -> bool:
        """Read what there is; whether the other side is still there. A start is answered as by xterm."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.out += data
        if b"\x1b[c" in data:
            os.write(self.fd, b"\x1b[?64;22c")
        return bool(data)

    def until(self, condition: Callable[[bytes], object]) -> None:
        """Read until what was written satisfies something."""
        end = time.monotonic() + PATIENCE
        while not condition(self.out):
            assert time.monotonic() < end, self.out[-2000:]
            assert self._read(0.2) or condition(self.out), self.out[-2000:]

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def end(self) -> int:
        """Read to the end; the exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(0.2):
            assert time.monotonic() < end, self.out[-2000:]
        self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.code

    def close(self) -> None:
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)


@pytest.fixture
def start(home: Path) -> Iterator[Callable[..., Terminal]]:
    running: list[Terminal] = []

    def make(*arguments: str, **named: str) -> Terminal:
        running.append(Terminal(home, *arguments, **named))
        return running[-1]

    yield make
    for terminal in running:
        terminal.close()


def test_the_first_screen_is_there_before_the_app_and_is_not_cleared(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>Heading</h1><p>First words <a href=x>of it</a>.", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"First words" in out)
    assert terminal.out.count(b"\x1b[?1049h") == 1
    assert b"\x1b[?1000h" not in terminal.out  # the app asks for the mouse: it was not there yet
    terminal.until(lambda out: b"\x1b[?1000h" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert terminal.out.count(b"\x1b[?1049h") == 1 and b"\x1b[?1049l" in terminal.out


def test_keys_typed_before_the_app_is_there_are_not_lost(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"First words" in out)
    terminal.type(":quit\r")
    assert terminal.end() == 0
    assert b":quit" not in terminal.out.partition(b"First words")[0]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_terminal_is_left_as_it_was_found_when_the_app_is_told_to_end(
    start: Callable[..., Terminal], server: Server, number: int
) -> None:
    server.page("/", "<p>Some words")
    terminal = start(server.url("/"))
    terminal.until(lambda out: b"Some words" in out and b"\x1b[?1000h" in out)
    os.kill(terminal.pid, number)
    assert terminal.end() == 128 + number
    assert b"\x1b[?1049l" in terminal.out and b"\x1b[?25h" in terminal.out and b"\x1b[?1000l" in terminal.out
    after = termios.tcgetattr(terminal.fd)
    assert after[:4] == terminal.before[:4]


def test_a_signal_before_the_app_is_there_leaves_the_terminal_too(
    start: Callable[..., Terminal], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = start(str(page))
    terminal.until(lambda out: b"First words" in out)
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.end() == 128 + signal.SIGTERM
    assert terminal.out.count(b"\x1b[?1049h") == terminal.out.count(b"\x1b[?1049l") == 1
    assert termios.tcgetattr(terminal.fd)[:4] == terminal.before[:4]


def test_a_dumb_terminal_gets_the_text(start: Callable[..., Terminal], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>First words", "utf-8")
    terminal = start(str(page), term="dumb")
    assert terminal.end() == 0
    assert b"First words" in terminal.out and b"\x1b" not in terminal.out
