"""Other programs: run in the background, or given the terminal until they end; the editor among them."""

from __future__ import annotations

import subprocess
import threading
from typing import TYPE_CHECKING

from lightterm.commands.editor import edited, editor, how_it_ended, run_program
from lightterm.errors import ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.tui.app import Browser


def spawn(app: Browser, words: Sequence[str], stdin: bytes, terminal: bool) -> None:
    """Run a program without a shell; how it ended is told when it was not well. Raises ValidationFailed."""
    if terminal:
        with app.suspend():
            code = run_program(words, stdin)
        _tell(app, words, code)
        return
    try:
        child = subprocess.Popen(
            list(words),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as problem:
        raise ValidationFailed(f"{words[0]}: {problem.strerror}", actions=()) from None

    def wait() -> None:
        child.communicate(stdin)
        app.call_from_thread(_tell, app, words, child.returncode)

    threading.Thread(target=wait, name=f"wait {words[0]}", daemon=True).start()


def _tell(app: Browser, words: Sequence[str], code: int) -> None:
    if code:
        app.say(how_it_ended(words, code), "warning")


def edit(app: Browser, text: str, suffix: str, done: Callable[[str], None]) -> None:
    """Let the person edit `text` in their editor; `done` gets what they saved. Raises ValidationFailed."""

    def run(words: Sequence[str]) -> int:
        with app.suspend():
            return run_program(words)

    saved, code = edited(text, suffix, run)
    if saved is None:
        _tell(app, editor(), code)
    else:
        done(saved)
