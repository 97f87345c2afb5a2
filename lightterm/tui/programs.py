"""Other programs: run in the background, or given the terminal until they end; the editor among them."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.tui.app import Browser


def spawn(app: Browser, words: Sequence[str], stdin: bytes, terminal: bool) -> None:
    """Run a program without a shell; how it ended is told when it was not well. Raises ValidationFailed."""
    if terminal:
        with app.suspend():
            code = _run(words, stdin)
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


def _run(words: Sequence[str], stdin: bytes) -> int:
    try:
        return subprocess.run(list(words), input=stdin or None, check=False).returncode
    except OSError as problem:
        raise ValidationFailed(f"{words[0]}: {problem.strerror}", actions=()) from None


def _tell(app: Browser, words: Sequence[str], code: int) -> None:
    if code:
        how = f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"
        app.say(f"{words[0]} {how}", "warning")


def editor() -> list[str]:
    """The person's editor, as words."""
    return shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")


def edit(app: Browser, text: str, suffix: str, done: Callable[[str], None]) -> None:
    """Let the person edit `text` in their editor; `done` gets what they saved. Raises ValidationFailed."""
    descriptor, name = tempfile.mkstemp(suffix=suffix, prefix="lightterm-")
    path = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        with app.suspend():
            code = _run([*editor(), name], b"")
        if code:
            _tell(app, editor(), code)
            return
        done(path.read_text(encoding="utf-8", errors="replace"))
    finally:
        path.unlink(missing_ok=True)
