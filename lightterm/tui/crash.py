"""What went wrong inside lightterm itself: noted in a file, and told in words a person understands."""

from __future__ import annotations

import os
import platform
import sys
import threading
import time
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.errors import InternalError
from lightterm.resources import user_directory

if TYPE_CHECKING:
    from lightterm.tui.pages import Pages

KEPT = 20
"""Reports kept; the oldest go."""


class Crashes:
    """The errors of lightterm's own that this run met."""

    def __init__(self, app: Pages) -> None:
        self.app = app
        self.fatal: BaseException | None = None
        """What the app died of."""
        self._hook = threading.excepthook
        self.tabs = 0
        """How many tabs were open then."""

    def take(self, problem: BaseException) -> None:
        """The app dies of this, unless it is dying already."""
        if self.fatal is None:
            self.fatal = problem
            self.tabs = len(self.app.tabs)

    def watch(self) -> None:
        """Note and tell what a thread dies of: Python would write it over the screen."""
        threading.excepthook = self._in_thread

    def unwatch(self) -> None:
        """Leave threads to Python again."""
        threading.excepthook = self._hook

    def _in_thread(self, happened: threading.ExceptHookArgs) -> None:
        problem = happened.exc_value
        if isinstance(problem, Exception):
            self.met(problem)

    def met(self, problem: Exception) -> None:
        """Note and tell an error that the app lives on with."""
        self.note(problem)
        self.app.in_loop(self.app.fail, InternalError(f"internal error: {type(problem).__name__}: {problem}"))

    def note(self, problem: BaseException) -> str:
        """Write down an error that the app lives on with; the file's path, "" where nothing is kept."""
        return "" if self.app.session.settings.session.private else write_report(problem)

    def report(self) -> str:
        """What to tell the person in the terminal after the app died, "" when it did not."""
        problem = self.fatal
        if problem is None:
            return ""
        what = traceback.format_exception_only(problem)[-1].strip().splitlines()[0][:300]
        lines = [f"lightterm came upon an error of its own and had to end: {what}"]
        private = self.app.session.settings.session.private
        path = self.note(problem)
        if path:
            lines.append(f"The details are in {path}: please send that file with a report of what you did.")
        else:
            lines.append("".join(traceback.format_exception(problem)).rstrip())
        if private:
            lines.append("It was private: nothing of it was kept.")
        elif self.tabs:
            tabs, them = ("Your tab is", "it") if self.tabs == 1 else (f"Your {self.tabs} tabs are", "them")
            lines.append(f"{tabs} kept: the next start offers to open {them} again.")
        return "".join(f"{line}\n" for line in lines)


def is_ours(problem: BaseException) -> bool:
    """Whether code of lightterm took part in an error, and may have left its work half done."""
    return any(
        frame.f_globals.get("__name__", "").partition(".")[0] == "lightterm"
        for frame, _ in traceback.walk_tb(problem.__traceback__)
    )


def write_report(problem: BaseException) -> str:
    """Write an error with its traceback into a file that only the person can read; its path, "" if that failed."""
    from lightterm import __version__

    folder = os.path.join(user_directory("state"), "crashes")
    path = os.path.join(folder, time.strftime("crash-%Y%m%d-%H%M%S.txt"))
    system = f"{platform.system()} {platform.release()} {platform.machine()}, TERM={os.environ.get('TERM', '')}"
    head = f"lightterm {__version__}, Python {platform.python_version()}, {system}\n\n"
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(head + "".join(traceback.format_exception(problem)) + "\n")
    except OSError:
        return ""
    with suppress(OSError):
        for name in sorted(os.listdir(folder))[:-KEPT]:
            os.unlink(os.path.join(folder, name))
    return path


def tell(app: Pages) -> None:
    """Tell of a crash on standard error, once the terminal is as it was."""
    text = app.crashes.report()
    if text and sys.stderr is not None:
        from lightterm.safe import clean

        with suppress(OSError, ValueError):
            sys.stderr.write("".join(clean(line) + "\n" for line in text.splitlines()))
