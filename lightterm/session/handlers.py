"""Which program opens a file: the person's own choice, then mailcap, then the system's opener."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys

from lightterm.errors import ValidationFailed
from lightterm.records import Record
from lightterm.session import mailcap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.settings import Settings

OPENERS = {"darwin": "open", "win32": "explorer"}
TEST_SECONDS = 5.0
SHELL = ("/bin/sh", "-c")


class Handler(Record):
    """The words of a program that shows a file, and whether it needs the terminal."""

    words: tuple[str, ...]
    terminal: bool = False

    @property
    def name(self) -> str:
        """What a person knows it by: the program, or the first word of a mailcap's line."""
        shell = self.words[:2] == SHELL and self.words[2].lstrip("( ").split()
        return os.path.basename(shell[0] if shell else self.words[0])


def handler(settings: Settings, content_type: str, path: str) -> Handler:
    """What opens the file at an absolute `path`. It may run the tests of mailcap entries: not for the loop of an app.

    Raises ValidationFailed where nothing does.
    """
    content_type = content_type.lower() or type_of(path)
    own = _own(settings, content_type, path)
    if own is not None:
        return own
    for entry in mailcap.matching(content_type, mailcap.read_files()):
        line = mailcap.command(entry.view, path, content_type)
        if line is None or not _will_do(entry, path, content_type):
            continue
        if entry.copious:
            line = f"( {line}\n) | ${{PAGER:-more}}"
        return Handler((*SHELL, line), entry.needs_terminal or entry.copious)
    opener = shutil.which(OPENERS.get(sys.platform, "xdg-open"))
    if opener is None:
        raise ValidationFailed(f"no program is known that opens {content_type}: name one in open.handlers", actions=())
    return Handler((opener, path))


def type_of(path: str) -> str:
    """The media type that a file's name tells."""
    from lightterm.fetch.media_types import type_of_name

    return type_of_name(path) or "application/octet-stream"


def _own(settings: Settings, content_type: str, path: str) -> Handler | None:
    """What the setting open.handlers says: the type itself, then its family, then */*. Raises ValidationFailed."""
    chosen = {kind.lower(): line for kind, line in settings.open.handlers}
    for kind in (content_type, content_type.partition("/")[0] + "/*", "*/*"):
        line = chosen.get(kind)
        if line:
            try:
                words = shlex.split(line)
            except ValueError as problem:
                raise ValidationFailed(f"open.handlers, {kind}: {problem}", actions=()) from None
            placed = tuple(word.replace("{}", path) for word in words)
            return Handler(placed if placed != tuple(words) else (*placed, path))
    return None


def _will_do(entry: mailcap.Entry, path: str, content_type: str) -> bool:
    """Whether an entry's own test succeeds."""
    if not entry.test:
        return True
    line = mailcap.command(entry.test, path, content_type) if "%" in entry.test else entry.test
    if line is None:
        return False
    try:
        done = subprocess.run(
            (*SHELL, line),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=TEST_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
