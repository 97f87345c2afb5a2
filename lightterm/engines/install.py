"""Fetching a Chromium where there is none: Playwright's installer, for who asks for it."""

from __future__ import annotations

import os
import subprocess

from lightterm.engines import chromium
from lightterm.errors import BrowserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


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
    try:
        code = subprocess.run(command, check=False).returncode
    except OSError as fault:
        raise BrowserError(f"Playwright's installer does not start: {fault.strerror or fault}") from None
    found = chromium.find()
    if code or not found:
        words = f"Playwright's installer ended with {code}: its words are above"
        raise BrowserError(f"{words}; a Chromium of the system's own package does as well")
    say(f"installed {found}")
    return 0
