"""The app on a screen beside the peers: first text, a key, a resize, idling, memory.

    python -m tests.bench.tui [--rounds N] [--peers w3m,lynx,elinks] [--sizes 10000,100000,1000000]

Each program runs in a pseudo-terminal of 80x24 with a local page. Printed: seconds until a word of the page's first
screen is written (wall and CPU of the process), CPU of a key (the median of 40 presses of the key that moves a line
or link down), CPU of a resize until nothing more is written, CPU while nothing happens for two seconds, peak memory.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from fcntl import ioctl
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from tests.bench.pages import doc
from tests.processes import ROOT

WORD = "firstword"
START = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from lightterm.cli import run; run()"
COMMANDS = {
    "lightterm": [sys.executable, "-I", "-c", START],
    "w3m": ["w3m"],
    "lynx": ["lynx"],
    "elinks": ["elinks", "-no-home"],
}
QUIET = 0.25
"""Seconds without output after which a program counts as done with what it was asked."""


class Run(NamedTuple):
    """What one run of a program cost: seconds, and megabytes."""

    first_wall: float
    first_cpu: float
    key_cpu: float
    resize_cpu: float
    idle_cpu: float
    memory: float


class Screen:
    """A program in a pseudo-terminal."""

    def __init__(self, argv: list[str]) -> None:
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if not self.pid:
            os.execvpe(argv[0], argv, dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8"))
        self.resize(80, 24)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def cpu(self) -> float:
        """Seconds of CPU of all threads so far."""
        total = 0
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    def memory(self) -> float:
        """Peak megabytes."""
        text = Path(f"/proc/{self.pid}/status").read_text()
        return int(text.partition("VmHWM:")[2].split()[0]) / 1024

    def read(self, seconds: float) -> bytes:
        """What is written within so many seconds; questions are answered as xterm does."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return b""
        data = os.read(self.fd, 65536)
        if b"\x1b[c" in data:
            os.write(self.fd, b"\x1b[?64;22c")
        return data

    def until(self, word: bytes, seconds: float = 60.0) -> None:
        """Read until a word is written."""
        out = b""
        end = time.perf_counter() + seconds
        while word not in out:
            if time.perf_counter() > end:
                raise TimeoutError(f"{word!r} was not written within {seconds:g} s")
            out += self.read(0.1)

    def settle(self, quiet: float = QUIET) -> None:
        """Read until nothing more is written."""
        while self.read(quiet):
            pass

    def end(self) -> None:
        """End it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def measure(argv: list[str], key: bytes = b"j", presses: int = 40) -> Run:
    """One run of a program."""
    screen = Screen(argv)
    try:
        screen.until(WORD.encode())
        wall, cpu = time.perf_counter() - screen.began, screen.cpu()
        screen.settle(1.0)
        keys = []
        for _ in range(presses):
            before = screen.cpu()
            os.write(screen.fd, key)
            screen.settle(0.05)
            keys.append(screen.cpu() - before)
        before = screen.cpu()
        screen.resize(100, 30)
        os.kill(screen.pid, signal.SIGWINCH)
        screen.settle()
        resized = screen.cpu() - before
        before = screen.cpu()
        screen.settle(2.0)
        return Run(wall, cpu, median(keys), resized, screen.cpu() - before, screen.memory())
    finally:
        screen.end()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default="w3m,lynx,elinks")
    parser.add_argument("--sizes", default="10000,100000,1000000,10000000")
    given = parser.parse_args()
    names = ["lightterm", *(name for name in given.peers.split(",") if name in COMMANDS)]
    print("| page | program | first text ms (wall) | (CPU) | key ms | resize ms | idle ms in 2 s | memory MB |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for size in map(int, given.sizes.split(",")):
            page = Path(folder) / f"doc-{size}.html"
            page.write_text(f"<title>Page</title><p>{WORD} of the page.</p>" + doc(Random(1), size), "utf-8")
            runs: dict[str, list[Run]] = {name: [] for name in names}
            for _ in range(given.rounds):
                for name in names:
                    runs[name].append(measure([*COMMANDS[name], str(page)]))
            for name in names:
                columns = [median(values) for values in zip(*runs[name], strict=True)]
                shown = " | ".join(f"{value * 1e3:.1f}" for value in columns[:-1])
                print(f"| {size} | {name} | {shown} | {columns[-1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
