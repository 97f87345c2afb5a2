"""Programs that are given the terminal until they end; the person's editor among them."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess

from lightterm.commands.left_texts import written
from lightterm.errors import FileUnreadable, ValidationFailed, WriteFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from lightterm.commands.front import Front

    Run = Callable[[Sequence[str]], int]


def run_program(words: Sequence[str], stdin: bytes = b"") -> int:
    """Run a program in the terminal, without a shell; its exit code. Raises ValidationFailed when it cannot be run.

    Ctrl-C and Ctrl-Backslash are the program's meanwhile. They are heard and nothing is done, rather than ignored: what
    is ignored, a program that is started ignores as well.
    """
    keys = [getattr(signal, name) for name in ("SIGINT", "SIGQUIT") if hasattr(signal, name)]
    heard = [(key, signal.signal(key, lambda *_: None)) for key in keys]
    try:
        with _ends_too() as put, subprocess.Popen(list(words), stdin=subprocess.PIPE if stdin else None) as child:
            try:
                put(child)
                child.communicate(stdin or None)
            except BaseException:
                child.kill()
                raise
        return child.returncode
    except OSError as problem:
        raise ValidationFailed(f"{words[0]}: {problem.strerror}", actions=()) from None
    finally:
        for key, handler in heard:
            signal.signal(key, handler)


@contextlib.contextmanager
def _ends_too() -> Iterator[Callable[[subprocess.Popen[bytes]], None]]:
    """Have a signal that ends lightterm hang up the program that is put here: left alone with the terminal, that would
    share it with the shell, and lightterm waited for its end."""
    told = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: own for number in told if callable(own := signal.getsignal(number))}
    children: list[subprocess.Popen[bytes]] = []
    came: list[int] = []

    def heard(number: int, frame: FrameType | None) -> None:
        came.append(number)
        for child in children:
            child.send_signal(signal.SIGHUP)
        before[signal.Signals(number)](number, frame)

    def put(child: subprocess.Popen[bytes]) -> None:
        children.append(child)
        if came:
            child.send_signal(signal.SIGHUP)

    for number in before:
        signal.signal(number, heard)
    try:
        yield put
    finally:
        for number, own in before.items():
            signal.signal(number, own)


def how_it_ended(words: Sequence[str], code: int) -> str:
    """The end of a program in words, "" when it was well."""
    if not code:
        return ""
    return f"{words[0]} " + (f"was ended by signal {-code}" if code < 0 else f"ended with status {code}")


def editor() -> list[str]:
    """The person's editor, as words."""
    return shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")


def take(front: Front, saved: str | None, code: int, done: Callable[[str], None]) -> None:
    """Give what was saved in the editor to `done`; where that did not end well, it is asked first."""
    words = how_it_ended(editor(), code)
    if saved is None:
        front.say(words, "warning")
    elif not code:
        done(saved)
    else:
        put = f"{words}, and had saved a changed text. Take that?"
        front.ask(put, ("yes", "no"), "yes", lambda answer: done(saved) if answer == "yes" else None)


def edited(text: str, suffix: str, run: Run) -> tuple[str | None, int]:
    """What a person made of `text` in their editor, run by `run`, and its exit code.

    Of an editor that did not end well it is None, unless that had saved something else than there was.
    Raises ValidationFailed, WriteFailed, FileUnreadable.
    """
    try:
        name = written(text, suffix)
    except OSError as problem:
        raise WriteFailed(f"no file can be made for the editor: {problem.strerror}") from None
    try:
        code = run([*editor(), name])
        with open(name, encoding="utf-8", errors="replace", newline="" if code else None) as file:
            saved = file.read()
        # A file that is empty now is what one leaves that died while it was saving.
        return (saved if not code or saved not in ("", text) else None), code
    except OSError as problem:
        raise FileUnreadable(f"what the editor left cannot be read: {problem.strerror}", actions=()) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)
