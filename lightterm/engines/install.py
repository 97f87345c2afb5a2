"""Fetching a Chromium where there is none: Playwright's installer, for who asks for it."""

from __future__ import annotations

import os
import subprocess
import tempfile
from contextlib import suppress
from shutil import rmtree

from lightterm.engines import chromium
from lightterm.errors import BrowserError
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO, TextIO

FAILED = "Failed to install"
"""With what the installer begins to tell of a failure: the rest of its output is for who maintains it."""

LINKS = ".links"
"""A directory of notes in its cache: one for each Playwright that has browsers there."""

MOST = 300
"""Characters of the installer's reason that are shown."""


def install(dry_run: bool, out: TextIO | None) -> int:
    """Fetch a Chromium unless there is one; 0 when there is one in the end. `dry_run` only says what would be done.

    Raises BrowserError.
    """

    def say(words: str) -> None:
        if out is not None:
            out.write(f"{words}\n")
            out.flush()

    found = chromium.find()
    if found:
        say(f"found {found}: nothing to do")
        return 0
    if os.environ.get(chromium.VARIABLE):
        raise BrowserError(chromium.missing())
    command = chromium.install_command()
    if dry_run:
        say(f"would run: {' '.join(command)}")
        return 0
    before, why, found = _Before(chromium.cache()), "", ""
    try:
        why = _run(command, say)
        found = "" if why else chromium.find()
    except OSError as fault:
        raise BrowserError(f"Playwright's installer does not start: {fault.strerror or fault}") from None
    finally:
        if not found:
            before.restore()
    if not found:
        words = f"no browser was installed: {why or 'the installer ended well, but left none'}"
        raise BrowserError(f"{words}; a Chromium of the system's own package does as well")
    say(f"installed {found}")
    return 0


def _run(command: Sequence[str], say: Callable[[str], None]) -> str:
    """Run the installer, its progress told line by line; "" where it ended well, else why not.

    What it tells may hold what a server answered: it reaches no terminal by itself.
    """
    with tempfile.TemporaryFile() as errors:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors) as process:
            told = True
            for line in process.stdout or ():
                words = clean(line.decode("utf-8", "replace").rstrip())
                told = told and not words.startswith(FAILED)
                if told:
                    say(words)
        return _reason(errors, process.returncode) if process.returncode else ""


def _reason(errors: IO[bytes], code: int) -> str:
    """Why it failed, of the stack traces that it wrote: the first error is the cause of those after it."""
    errors.seek(0)
    lines = errors.read(1 << 20).decode("utf-8", "replace").splitlines()
    first = next((line for line in lines if line.startswith("Error: ")), "") or next(iter(lines[-1:]), "")
    words = clean(first.removeprefix("Error: ").partition(" body '")[0].strip())
    return words[:MOST].rstrip(".") or f"Playwright's installer ended with {code}"


class _Before:
    """What stood in the directory of Playwright's browsers, so that a failure leaves nothing more in it."""

    def __init__(self, cache: str) -> None:
        self._cache = cache
        self._known = _entries(cache)
        self._missing: list[str] = []
        directory = os.path.join(cache, LINKS)
        while not os.path.isdir(directory):
            self._missing.append(directory)
            directory = os.path.dirname(directory)

    def restore(self) -> None:
        """Remove what has come since, and the directories that were made for it."""
        for path in _entries(self._cache) - self._known:
            with suppress(OSError):
                rmtree(path) if os.path.isdir(path) else os.remove(path)
        with suppress(OSError):  # others may have put something there meanwhile
            for directory in self._missing:
                os.rmdir(directory)


def _entries(cache: str) -> set[str]:
    """The browsers of a cache, and the notes on who uses which."""
    found: set[str] = set()
    for directory in (cache, os.path.join(cache, LINKS)):
        with suppress(OSError):
            found |= {os.path.join(directory, name) for name in os.listdir(directory) if name != LINKS}
    return found
