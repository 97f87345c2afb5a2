"""The dump run inside the test's own process, its three streams in memory."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import NamedTuple

from lightterm.cli import main


class Dumped(NamedTuple):
    """What one run wrote (`text` is `output` as UTF-8), what it said on stderr, and its exit code."""

    text: str
    errors: str
    code: int
    output: bytes


def dump(*argv: str, stdin: bytes = b"") -> Dumped:
    """Run lightterm with `argv`; none of the process's own streams is read or written, whatever happens."""
    stdout, stderr = io.BytesIO(), io.BytesIO()
    out = io.TextIOWrapper(stdout, "utf-8", newline="", write_through=True)
    err = io.TextIOWrapper(stderr, "utf-8", "backslashreplace", newline="", write_through=True)
    stdin_before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(argv)
    finally:
        sys.stdin = stdin_before
    output = stdout.getvalue()
    return Dumped(output.decode("utf-8", "replace"), stderr.getvalue().decode(), code, output)
