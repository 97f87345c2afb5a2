"""A signal that comes just before a wait, which Python hears when that is over, is heard at once all the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from processes import ROOT, clean_environment
from servers import Asked, Server, Talk
from terminals import START, Terminal

# What the kernel does to a wait that has begun is left out: the signal is known, and nothing is interrupted.
LATE = """
import os, _thread
number = int(os.environ["LATE_SIGNAL"])

def late():
    with open(os.environ["LATE_FIFO"]) as fifo:
        fifo.read()
    _thread.interrupt_main(number)

_thread.start_new_thread(late, ())
"""
SILENCE = 12.0
"""Seconds after which the wait would end by itself."""

PROGRAM = (sys.executable, "-c", LATE + START)


class Late(Terminal):
    """lightterm that gets a signal between its last look for one and the wait."""

    PROGRAM = PROGRAM


@pytest.fixture
def fifo(tmp_path: Path) -> str:
    """What the signal comes for when it is opened and closed."""
    path = str(tmp_path / "late")
    os.mkfifo(path)
    return path


@pytest.fixture
def start(home: Path, fifo: str) -> Iterator[Callable[..., Late]]:
    running: list[Late] = []

    def begin(number: int, *arguments: str, term: str) -> Late:
        running.append(Late(home, *arguments, term=term, LATE_FIFO=fifo, LATE_SIGNAL=str(int(number))))
        return running[-1]

    yield begin
    for each in running:
        each.close()


@pytest.fixture
def asked(server: Server) -> threading.Event:
    """Set when a page is asked for that never comes."""
    came = threading.Event()

    def hold(_asked: Asked, talk: Talk) -> None:
        came.set()
        talk.hold()

    server.on("/", hold)
    return came


def late(fifo: str) -> None:
    Path(fifo).write_text("")


@pytest.mark.parametrize("batch", [False, True])
def test_it_ends_a_dump(batch: bool, server: Server, asked: threading.Event, fifo: str, home: Path) -> None:
    (home / "list").write_text(server.url())
    words = ["--batch", str(home / "list"), "--allow-private"] if batch else ["--dump", server.url()]
    environment = clean_environment(str(home), LATE_FIFO=fifo, LATE_SIGNAL=str(int(signal.SIGINT)))
    command = [*PROGRAM, *words, "--timeout", "100"]
    with subprocess.Popen(
        command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert asked.wait(30)
        late(fifo)
        out, err = process.communicate(timeout=SILENCE - 2)
    assert (process.returncode, out) == (-signal.SIGINT, b"")
    assert b"Traceback" not in err if batch else not err


def test_it_ends_a_dump_that_loses_the_exception(server: Server, asked: threading.Event, fifo: str, home: Path) -> None:
    """A finalizer has nowhere to raise what it raises."""
    losing = """
import signal
def lose(function):
    def came(*given):
        try:
            function(*given)
        except KeyboardInterrupt:
            pass
    return came
import _signal
set_handler = _signal.signal
_signal.signal = lambda number, what: set_handler(number, lose(what) if callable(what) else what)
"""
    environment = clean_environment(str(home), LATE_FIFO=fifo, LATE_SIGNAL=str(int(signal.SIGINT)))
    command = [sys.executable, "-c", losing + LATE + START, "--dump", server.url(), "--timeout", "100"]
    with subprocess.Popen(
        command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert asked.wait(30)
        late(fifo)
        assert process.communicate(timeout=SILENCE - 2) == (b"", b"")
    assert process.returncode == 130


def test_it_stops_a_load_of_line_mode(
    start: Callable[..., Late], server: Server, asked: threading.Event, fifo: str
) -> None:
    terminal = start(signal.SIGINT, "--line", server.url(), "--timeout", "100", term="dumb")
    assert asked.wait(30)
    began = time.monotonic()  # of the silence
    terminal.until(lambda out: b"Ctrl-C stops it" in out)
    late(fifo)
    terminal.until(lambda out: out.endswith(b"> "))
    assert time.monotonic() - began < SILENCE - 2
    terminal.type("quit\r")
    assert terminal.end() == 0


def test_the_app_is_ended_that_has_nothing_to_do(start: Callable[..., Late], home: Path, fifo: str) -> None:
    (home / "page.html").write_text("<p>Page one.")
    terminal = start(signal.SIGTERM, str(home / "page.html"), term="xterm-256color")
    terminal.until(lambda out: b"Page one." in out and b"\x1b[?1000h" in out)
    terminal.until(lambda out: not terminal.read(2.0) or terminal.out == out)
    late(fifo)
    assert terminal.end() == 128 + signal.SIGTERM


def test_it_is_raised_in_line_mode_where_no_lock_stays_taken() -> None:
    """Raised as a lock was taken it left that one taken: a later load of a page waited for it, and never came."""
    program = """
import os, signal, threading
from lightterm.line.interrupts import Interrupts
happened, interrupts = [], Interrupts()
interrupts.watch()
around = {"__name__": "threading", "happened": happened, "os": os, "signal": signal}
exec("def take():\\n os.kill(os.getpid(), signal.SIGINT)\\n happened.append('taken')", around)
try:
    with interrupts:
        around["take"]()
        try:
            threading.Event().wait(30)
        finally:
            happened.append("let go of")
except KeyboardInterrupt:
    print(happened)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("['taken', 'let go of']\n", "")
