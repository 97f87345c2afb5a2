"""Other programs: run in the background, or given the terminal until they end; the editor among them."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from lightterm.commands.detached import start_detached
from lightterm.commands.editor import edited, how_it_ended, run_program, take

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lightterm.tui.app import Browser


SOON = 1.0
"""Seconds; what a program printed that ended sooner could not be read yet."""


@contextmanager
def terminal_of(app: Browser) -> Iterator[None]:
    """Have the terminal for another program, and give it back to the app however that went.

    Textual takes it back only from what raises nothing: a program that was not there left a dead screen.
    """
    fault: Exception | None = None
    with app.suspend():
        try:
            yield
        except Exception as problem:
            fault = problem
    if fault is not None:
        raise fault


def spawn(app: Browser, words: Sequence[str], stdin: bytes, terminal: bool, told: bool = False) -> None:
    """Run a program without a shell, with the terminal or beside; how it ended is told when it was not well.

    One beside goes on when lightterm ends. Raises ValidationFailed.
    """
    if terminal:
        with terminal_of(app):
            began = monotonic()
            code = run_program(words, stdin)
            if monotonic() - began < SOON and not _ends(app):
                _hold()
        _tell(app, words, code)
        return
    child = start_detached(words, stdin)

    def wait() -> None:
        code = child.wait()
        if told and not code:
            app.in_loop(app.say, f"{words[0]} has ended")
        else:
            app.in_loop(_tell, app, words, code)

    if told:
        app.say(f"{words[0]} runs")

    threading.Thread(target=wait, name=f"wait {words[0]}", daemon=True).start()


def _hold() -> None:
    """Leave what was printed on the screen until Enter or Ctrl-C; without a terminal there is nobody to read it."""
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with open("/dev/tty", "r+b", buffering=0) as terminal:
            terminal.write(b"-- Enter goes back to the page --")
            terminal.readline()
    except (OSError, KeyboardInterrupt):
        return
    finally:
        signal.signal(signal.SIGINT, heard)


def _ends(app: Browser) -> bool:
    """Whether a signal came that ends the app, and what had its terminal meanwhile."""
    return app.ending is not None and app.ending.begun


def _tell(app: Browser, words: Sequence[str], code: int) -> None:
    if code:
        app.say(how_it_ended(words, code), "warning")


def edit(app: Browser, text: str, suffix: str, done: Callable[[str], None]) -> None:
    """Let the person edit `text` in their editor; `done` gets what they saved. Raises ValidationFailed."""

    def run(words: Sequence[str]) -> int:
        with terminal_of(app):
            return run_program(words)

    saved, code = edited(text, suffix, run)
    if saved is not None and _ends(app):
        done(saved)  # nobody is there to be asked
    else:
        take(app, saved, code, done)
