"""The probe on a real pseudo-terminal whose other end answers as terminals do, or does not, or lies."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from fcntl import ioctl

import pytest
from graphics.test_replies import FOOT, KITTY, TMUX, XTERM

from lightterm.graphics.probe import ATTRIBUTES, Terminal, questions_for

CHILD = """
import fcntl, os, pickle, sys, termios
tty, out = int(sys.argv[1]), int(sys.argv[2])
fcntl.ioctl(tty, termios.TIOCSCTTY, 0)
from lightterm.graphics.probe import probe
before = termios.tcgetattr(tty)
environment = dict(pair.split("=", 1) for pair in sys.argv[4:])
os.write(tty, b"ready")
if sys.argv[3].startswith("after "):
    os.read(0, 1)
found = probe(float(sys.argv[3].removeprefix("after ")), environment)
os.write(out, pickle.dumps((found, termios.tcgetattr(tty) == before)))
"""
LONG = "20"
"""Seconds that no run takes: the answers decide."""


def run(
    answer: Callable[[bytes], bytes], timeout: str = LONG, typed: bytes = b"", **env: str
) -> tuple[Terminal, bytes, bool]:
    """What is found, all that came to the screen after `ready`, and whether the modes are as before."""
    import pickle

    master, slave = os.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 30, 100, 1000, 600))
    inside, outside = os.pipe()
    env = {"TERM": "xterm-256color", **env}
    command = [sys.executable, "-c", CHILD, str(slave), str(outside), ("after " if typed else "") + timeout]
    child = subprocess.Popen(
        [*command, *(f"{name}={value}" for name, value in env.items())],
        stdin=subprocess.PIPE,
        pass_fds=(slave, outside),
        start_new_session=True,
    )
    os.close(outside)
    shown, answered, told = b"", False, False
    try:
        while True:
            ready, _, _ = select.select([master, inside], [], [], 60)
            if master in ready:
                shown += os.read(master, 65536)
            if typed and not told and shown.endswith(b"ready"):
                os.write(master, typed)
            if typed and not told and shown.endswith(typed):  # echoed: the line discipline has it
                assert child.stdin is not None
                child.stdin.write(b"x")
                child.stdin.flush()
                told = True
            if not answered and shown.endswith(ATTRIBUTES):
                answered = True
                os.write(master, answer(shown))
            if inside in ready or not ready:
                found, restored = pickle.loads(os.read(inside, 65536))
                break
        while select.select([master], [], [], 0)[0]:
            shown += os.read(master, 65536)
    finally:
        child.communicate(timeout=60)
        for fd in (master, slave, inside):
            os.close(fd)
    return found, shown.partition(b"ready")[2], restored


@pytest.mark.parametrize(
    ("replies", "env", "pictures"),
    [
        (XTERM, {}, "sixel"),
        (KITTY, {"TERM": "xterm-kitty"}, "kitty"),
        (FOOT, {"TERM": "foot"}, "sixel"),
        (TMUX, {"TERM": "tmux-256color", "TMUX": "x"}, "sixel"),
        (b"\x1b[?1;2c", {}, "blocks"),
    ],
)
@pytest.mark.covers("LB-97")
def test_a_terminal_that_answers(replies: bytes, env: dict[str, str], pictures: str) -> None:
    found, shown, restored = run(lambda _: replies, **env)
    assert (found.answered, found.pictures, found.size) == (True, pictures, (100, 30))
    assert shown == questions_for({"TERM": "xterm-256color", **env})
    assert restored


def test_the_kernel_knows_the_cell_where_the_terminal_does_not_say() -> None:
    assert run(lambda _: b"\x1b[?1;2c")[0].cell == (10, 20)


def test_a_silent_terminal_is_left_after_the_time() -> None:
    found, shown, restored = run(lambda _: b"", "0.05")
    assert (found.answered, found.pictures, restored) == (False, "blocks", True)
    assert shown == questions_for({"TERM": "xterm-256color"})


def test_a_terminal_that_answers_in_part_gives_what_it_said() -> None:
    found, _, restored = run(lambda _: XTERM.partition(b"\x1b[?63")[0], "0.2")
    assert (found.answered, found.name, found.sixel, restored) == (False, "XTerm(379)", False, True)


def test_a_hostile_terminal_cannot_keep_it() -> None:
    found, _, restored = run(lambda _: b"\x1b]11;" + b"\x1bP>|" * 500, "0.2")
    assert (found.answered, found.background, restored) == (False, None, True)
    lies = b"\x1bP>|\x9b31mevil\r\n" + b"x" * 500 + b"\x1b\\\x1b[6;99999;99999t\x1b[?2;0;999999;1S\x1b[?62;4c"
    found, _, restored = run(lambda _: lies)
    assert (found.answered, found.cell, restored) == (True, (10, 20), True)
    assert found.name.isprintable() and len(found.name) == 64


def test_keys_typed_ahead_are_kept_and_not_shown_again() -> None:
    found, shown, _ = run(lambda _: b"j" + XTERM + b"\x1b[B", typed=b":open x")
    assert found.typed == b":open xj\x1b[B"
    assert shown == b":open x" + questions_for({"TERM": "xterm-256color"})


@pytest.mark.parametrize("term", ["dumb", "linux"])
def test_where_nothing_can_be_asked_nothing_is_written(term: str) -> None:
    found, shown, restored = run(lambda _: b"", TERM=term)
    assert (found.answered, found.size, shown, restored) == (False, (100, 30), b"", True)


def test_without_a_terminal_the_environment_speaks() -> None:
    code = (
        "from lightterm.graphics.probe import probe; import os; found = probe(20);"
        "print(found.answered, found.colors, found.size)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        capture_output=True,
        text=True,
        env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "", "NO_COLOR": ""},
        start_new_session=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "False 256 (0, 0)\n"


def test_the_probe_loads_little() -> None:
    code = "import sys; import lightterm.graphics.probe as p; p.probe(0.1); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, start_new_session=True,
                          timeout=60, check=True)  # fmt: skip
    assert {"re", "PIL", "dataclasses", "typing", "enum"} & set(done.stdout.split()) == set()
