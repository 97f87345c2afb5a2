"""The request body of `--data`."""

from __future__ import annotations

import os
import sys


def body(text: str) -> bytes:
    """The request body of --data: the text, or what @FILE or @- (stdin) holds; raises LocalError.

    Line ends and NULs of a file are dropped, as curl does: `echo a=b | lightterm --data @-` sends `a=b`.
    """
    if not text.startswith("@"):
        return os.fsencode(text)
    try:
        if text == "@-":
            data = sys.stdin.buffer.read() if sys.stdin is not None else b""
        else:
            with open(text[1:], "rb") as file:
                data = file.read()
        return data.translate(None, b"\r\n\0")
    except OSError as problem:
        from lightterm.errors import FileMissing, FileUnreadable

        kind = FileMissing if isinstance(problem, FileNotFoundError) else FileUnreadable
        raise kind(f"--data {text}: {problem.strerror}") from None
