"""A command run as a process of its own, and what it cost: CPU, peak memory, exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

_MEASURE = """
import os, sys
note, *command = sys.argv[1:]
child = os.fork()
if not child:
    os.execvp(command[0], command)
_, status, use = os.wait4(child, 0)
with open(note, "w") as file:
    print(os.waitstatus_to_exitcode(status), use.ru_utime + use.ru_stime, use.ru_maxrss, file=file)
"""
"""Stands between: the peak a child reports begins with that of the process that forked it, here 9 MB."""


class Ended(NamedTuple):
    """How a command ended: exit code (negative: the signal), output, seconds of CPU and wall, peak memory in MB."""

    code: int
    out: bytes
    err: bytes
    cpu: float
    wall: float
    peak: float


def clean_environment(home: str, **more: str) -> dict[str, str]:
    """A plain environment: an empty home, UTF-8, and no PYTHON* variable (PYTHONDONTWRITEBYTECODE makes every start
    compile again) and no measuring of coverage."""
    return {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8", "TERM": "dumb", **more}


def lightterm(*arguments: str) -> list[str]:
    """The command line of lightterm in this checkout, whatever the current directory."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from lightterm.cli import run; run()"
    return [sys.executable, "-c", code, *arguments]


def run_measured(
    argv: list[str],
    home: str,
    *,
    input: bytes | None = None,
    out: str = "",
    timeout: float = 60,
    environment: dict[str, str] | None = None,
) -> Ended:
    """Run a command to its end. `out` sends its standard output to that file instead of into the answer.

    Raises subprocess.TimeoutExpired after `timeout` seconds, the command and its children killed.
    """
    with tempfile.TemporaryDirectory() as room:
        note = Path(room) / "note"
        file = Path(out or f"{room}/out")
        with file.open("wb+") as stdout, Path(room, "err").open("wb+") as stderr:
            start = time.perf_counter()
            with subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _MEASURE, str(note), *argv],
                stdin=subprocess.PIPE if input is not None else subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                cwd=home,
                env=environment or clean_environment(home),
                start_new_session=True,
            ) as process:
                try:
                    process.communicate(input, timeout)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    raise
            wall = time.perf_counter() - start
            code, cpu, peak = note.read_text().split()
            stdout.seek(0)
            stderr.seek(0)
            printed = b"" if out else stdout.read()
            return Ended(int(code), printed, stderr.read(), float(cpu), wall, int(peak) / 1024)
