"""The app on a screen beside the peers: first text, a key, a resize, idling, memory.

    python -m tests.bench.tui [--rounds N] [--peers w3m,lynx,elinks] [--sizes 10000,100000,1000000] [--no-slow]

Each program runs in a pseudo-terminal of 80x24 with a local page. Printed: seconds until a word of the page's first
screen is written (wall and CPU of the process), CPU of a key (the worst first press of Down,
Space and Tab once it has come to rest, and the worst median of 30 presses each), the time from a resize to the first
repaint (wall, and CPU until nothing more is written), CPU while nothing happens for two seconds, once it has come to
rest, and peak memory. Then a page of 6 MB from a server that sends 2 MB a second: seconds from its first bytes to the
first screen. The goals are those of the app; the worst round counts.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import socket
import struct
import sys
import tempfile
import termios
import threading
import time
from contextlib import suppress
from fcntl import ioctl
from math import isnan, nan
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

KEYS = (b"\x1b[B", b" ", b"\t")
CALM = 4
"""Times in a row that it has nothing to do before it counts as at rest."""

PATIENCE = 60.0
ENDING = 5.0
"""Seconds that a program has to end by itself."""

UNMOVED = 3.0
"""Seconds after which a program that was resized shows nothing new by itself, as lynx."""

SLOW = 6_000_000
"""Bytes of the page that comes slowly."""

PIECE, PAUSE = 20_000, 0.01
"""Bytes that its server sends at a time, and seconds between them."""

GOALS = {"first_cpu": 0.5, "key_cpu": 0.006, "resized": 0.1, "idle_cpu": 0.005}
"""Seconds at most; idling is none, but for what the clock of the kernel puts down to it."""

MEMORY = (1_000_000, 150)
"""Megabytes at most for a page of so many bytes."""

SLOW_GOAL = 1.0


class Run(NamedTuple):
    """What one run of a program cost: seconds, and megabytes."""

    first_wall: float
    first_cpu: float
    first_key: float
    key_cpu: float
    resized: float
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
            with suppress(FileNotFoundError):  # a thread that has ended since
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

    def until(self, word: bytes, seconds: float = PATIENCE) -> None:
        """Read until a word is written."""
        out = b""
        end = time.perf_counter() + seconds
        while word not in out:
            if time.perf_counter() > end:
                raise TimeoutError(f"{word!r} was not written within {seconds:g} s")
            out += self.read(0.1)

    def rest(self) -> None:
        """Read until it has used no CPU for a while: what it does behind the first screen is done."""
        end = time.perf_counter() + PATIENCE
        quiet = 0
        while quiet < CALM and time.perf_counter() < end:
            before = self.cpu()
            self.settle()
            quiet = quiet + 1 if self.cpu() - before < GOALS["idle_cpu"] else 0

    def settle(self, quiet: float = QUIET) -> None:
        """Read until nothing more is written."""
        while self.read(quiet):
            pass

    def end(self) -> None:
        """End it, if it can be well: the next start would ask about its tabs, and the first key answer that."""
        os.kill(self.pid, signal.SIGTERM)
        end = time.perf_counter() + ENDING
        while not os.waitpid(self.pid, os.WNOHANG)[0]:
            with suppress(OSError):  # its side is closed
                self.read(0.0)
            time.sleep(0.01)  # its end tells nobody but who asks
            if time.perf_counter() > end:
                os.kill(self.pid, signal.SIGKILL)
                end += PATIENCE
        os.close(self.fd)


def measure(argv: list[str], presses: int = 30) -> Run:
    """One run of a program."""
    screen = Screen(argv)
    try:
        screen.until(WORD.encode())
        wall, cpu = time.perf_counter() - screen.began, screen.cpu()
        screen.rest()
        first = max(_cost(screen, key) for key in KEYS)
        key = max(median(_cost(screen, key) for _ in range(presses)) for key in KEYS)
        before, began = screen.cpu(), time.perf_counter()
        screen.resize(100, 30)
        os.kill(screen.pid, signal.SIGWINCH)
        resized = time.perf_counter() - began if screen.read(UNMOVED) else nan
        screen.settle()
        resize = screen.cpu() - before
        screen.rest()
        before = screen.cpu()
        screen.settle(2.0)
        return Run(wall, cpu, first, key, resized, resize, screen.cpu() - before, screen.memory())
    finally:
        screen.end()


def _cost(screen: Screen, key: bytes) -> float:
    """CPU of a key."""
    before = screen.cpu()
    os.write(screen.fd, key)
    screen.settle(0.05)
    return screen.cpu() - before


class Slow:
    """A server of one page, which it sends little by little."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self.first = 0.0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                talk = self._listener.accept()[0]
            except OSError:
                return
            with talk, suppress(OSError):
                if not talk.recv(65536).startswith(b"GET / "):
                    continue
                talk.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n")
                talk.sendall(b"Content-Length: %d\r\n\r\n" % len(self._body))
                self.first = time.perf_counter()
                for at in range(0, len(self._body), PIECE):
                    talk.sendall(self._body[at : at + PIECE])
                    time.sleep(PAUSE)

    def close(self) -> None:
        """Serve no more."""
        self._listener.close()


def come_slowly(argv: list[str], body: bytes) -> float:
    """Seconds from the first bytes of a page that comes slowly to its first screen."""
    server = Slow(body)
    screen = Screen([*argv, server.url])
    try:
        screen.until(WORD.encode())
        return time.perf_counter() - server.first
    finally:
        screen.end()
        server.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default="w3m,lynx,elinks")
    parser.add_argument("--sizes", default="10000,100000,1000000,10000000")
    parser.add_argument("--no-slow", action="store_true")
    given = parser.parse_args()
    names = ["lightterm", *(name for name in given.peers.split(",") if name in COMMANDS)]
    print(
        "| page | program | first text ms (wall) | (CPU) | first keys ms | key ms | resize ms (wall) | (CPU) "
        "| idle ms in 2 s | memory MB | goals |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HOME"] = folder  # else the tabs of all runs come back in the next ones, and in the person's own
        for size in map(int, given.sizes.split(",")):
            page = Path(folder) / f"doc-{size}.html"
            page.write_text(_page(size), "utf-8")
            runs: dict[str, list[Run]] = {name: [] for name in names}
            for _ in range(given.rounds):
                for name in names:
                    runs[name].append(measure([*COMMANDS[name], str(page)]))
            for name in names:
                columns = [median(values) for values in zip(*runs[name], strict=True)]
                shown = " | ".join("–" if isnan(value) else f"{value * 1e3:.1f}" for value in columns[:-1])
                goals = _goals(runs[name], size) if name == "lightterm" else ""
                print(f"| {size} | {name} | {shown} | {columns[-1]:.0f} | {goals} |", flush=True)
    if not given.no_slow:
        body = _page(SLOW).encode()
        for name in names:
            worst = max(come_slowly(COMMANDS[name], body) for _ in range(given.rounds))
            said = f" (goal {SLOW_GOAL:g}: {_met(worst <= SLOW_GOAL)})" if name == "lightterm" else ""
            print(f"6 MB slowly, {name}: first screen {worst:.2f} s after its first bytes{said}", flush=True)


def _page(size: int) -> str:
    return f"<title>Page</title><p>{WORD} of the page.</p>" + doc(Random(1), size)


def _goals(runs: list[Run], size: int) -> str:
    """Which goals are met in every round."""
    missed = [name for name, goal in GOALS.items() if max(getattr(run, name) for run in runs) > goal]
    if size == MEMORY[0] and max(run.memory for run in runs) > MEMORY[1]:
        missed.append("memory")
    return f"not met: {', '.join(missed)}" if missed else _met(True)


def _met(met: bool) -> str:
    return "met" if met else "not met"


if __name__ == "__main__":
    main()
