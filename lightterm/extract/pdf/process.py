"""Has a PDF read by a process of its own, page after page, whatever becomes of that process.

It gets the file as its standard input, already unlinked, and answers in lines of JSON. A page on which it ends or takes
too long is left out, and another process goes on after it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from select import select
from time import monotonic

from lightterm.extract.pdf.model import Fault, PdfPage
from lightterm.extract.pdf.telling import told
from lightterm.records import Record
from lightterm.resources import import_paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from lightterm.extract.pdf.model import PdfFile
    from lightterm.fetch.clock import Cancel

    Said = PdfFile | PdfPage | Fault

PATIENCE = 10.0
"""Seconds that one page may take, and the file before its first."""

MOST_FAULTS = 5
"""Pages that may end the process; a file with more is given up."""

LARGEST = 1 << 26
"""Bytes of one line of an answer."""

_START = "import sys; sys.path[:0] = sys.argv[1:]; from lightterm.extract.pdf.worker import main; main()"


class Refused(Exception):
    """PDFium does not open the file: "password", "broken", "security" or "file"."""


class Asked(Record):
    """What is to be read: ranges of pages (first and last, from 0), in so many bytes of memory and seconds.

    `about`: what is said of the whole file too; `labels`: the pages that bear these are told.
    """

    pages: tuple[tuple[int, int], ...]
    password: str = ""
    memory: int = 268_435_456
    seconds: float = 60.0
    about: bool = True
    labels: tuple[str, ...] = ()


def read(body: bytes, asked: Asked, cancel: Cancel | None = None) -> Iterator[Said]:
    """What the file says, in its order; a Fault for each page that was given up.

    Raises Refused, and TimeoutError when time is up (what came before stays true).
    """
    until = monotonic() + asked.seconds
    for _ in range(MOST_FAULTS):
        process = _Process(body, asked, cancel)
        try:
            for said in process.answers(until):
                if isinstance(said, Fault):
                    break
                if isinstance(said, PdfPage):
                    asked = asked.replace(about=False, pages=_after(asked.pages, said.index))
                elif said.whole:
                    asked = asked.replace(about=False)
                yield said
                if cancel is not None and cancel.cancelled:
                    return
            else:
                return
        finally:
            process.end()
        if cancel is not None and cancel.cancelled:
            return
        if asked.about:  # it was no page's fault
            asked = asked.replace(about=False)
            yield said
        elif asked.pages:
            stopped = asked.pages[0][0]
            asked = asked.replace(pages=_after(asked.pages, stopped))
            yield said.replace(page=stopped)


def _after(pages: tuple[tuple[int, int], ...], done: int) -> tuple[tuple[int, int], ...]:
    """The ranges without the page that comes next, once it is done."""
    (first, last), *rest = pages
    return ((done + 1, last), *rest) if first <= done < last else tuple(rest)


class _Process:
    """One run of the worker."""

    def __init__(self, body: bytes, asked: Asked, cancel: Cancel | None) -> None:
        self._cancel = cancel
        self._process: subprocess.Popen[bytes] | None = None
        with _handed(body, asked) as source:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _START, *import_paths()],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        if cancel is not None:
            cancel.add(self._process.kill)

    def answers(self, until: float) -> Iterator[Said]:
        """What it says; last a Fault when it ended before it was done. Raises Refused, TimeoutError."""
        process = self._process
        assert process is not None and process.stdout is not None
        rest = b""
        while True:
            limit = min(until, monotonic() + PATIENCE)
            while b"\n" not in rest:
                left = limit - monotonic()
                if left <= 0 or not select([process.stdout], [], [], left)[0]:
                    if limit == until:
                        raise TimeoutError
                    yield Fault(-1, f"it takes more than {PATIENCE:g} s")
                    return
                piece = os.read(process.stdout.fileno(), 1 << 18)
                if not piece or len(rest) > LARGEST:
                    yield Fault(-1, _ending(process))
                    return
                rest += piece
            line, _, rest = rest.partition(b"\n")
            said = told(line)
            if said is None:
                return
            if isinstance(said, str):
                raise Refused(said)
            yield said

    def end(self) -> None:
        """End it and all it started."""
        process = self._process
        if process is None:
            return
        if self._cancel is not None:
            self._cancel.remove(process.kill)
        process.kill()
        process.communicate()


def _ending(process: subprocess.Popen[bytes]) -> str:
    """In words how it ended."""
    try:
        code = process.wait(1.0)
    except subprocess.TimeoutExpired:
        return "it cannot be read"
    if -code == 24:  # SIGXCPU
        return "it takes too long"
    return "it is broken or far too large, and ended the reader" if code else "it cannot be read"


def _handed(body: bytes, asked: Asked) -> IO[bytes]:
    """A nameless file that holds the request, on one line, and the file."""
    import json
    from tempfile import TemporaryFile

    wanted = {
        "pages": asked.pages,
        "password": asked.password,
        "memory": asked.memory,
        "seconds": asked.seconds,
        "about": asked.about,
        "labels": asked.labels,
    }
    file = TemporaryFile()  # noqa: SIM115 (who gets it closes it)
    file.write(json.dumps(wanted).encode("ascii") + b"\n")
    file.write(body)
    file.flush()
    file.seek(0)
    return file
