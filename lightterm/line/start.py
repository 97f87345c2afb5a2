"""Line mode from its first address to its end."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from lightterm.commands.left_texts import left, told
from lightterm.commands.navigate import address_of
from lightterm.commands.restart import run_to_open, start_anew
from lightterm.ctrl_c import EXIT
from lightterm.errors import LighttermError
from lightterm.line.console import Console
from lightterm.line.front import Instead, LineMode
from lightterm.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.line.keeping import Keeping
    from lightterm.settings import Settings

KIND = "command"

TOLD_TO_END = (128 + 1, 128 + 15)
"""The exit codes after SIGHUP and SIGTERM: the terminal was closed, or the system is shut down."""


def run(addresses: Sequence[str], settings: Settings, config_file: str = "", encoding: str = "utf-8") -> int:
    """Open the addresses, the first in front, and do what is typed until the end of the input or `quit`.

    The exit code is what `quit` says. Where commands come from a file or a pipe it is else that of the first thing
    that went wrong, as a dump's is.
    """
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _end)
    console = Console(encoding)
    with Session(settings) as session:
        front = LineMode(session, console, config_file)
        _attend(front)
        _tell_problems(front)
        keeping = front.keeping
        reopened = run_to_open()
        if reopened:
            _guarded(front, lambda: keeping.reopen(reopened))
        if not len(front.tabs):
            _guarded(front, lambda: _begin(front, addresses))
            _guarded(front, keeping.begin)
        try:
            _loop(front, keeping)
        except SystemExit as ending:
            if ending.code in TOLD_TO_END:
                keeping.hang_up()
            if ending.code == EXIT:
                raise KeyboardInterrupt from None  # a shell is to see what ended it
            raise
        keeping.end()
        code = front.code if front.code is not None else 0
        code = code or (0 if console.asks else front.failed)
    if front.restart and not code:
        start_anew(front.restart)
    return code


def _attend(front: LineMode) -> None:
    """Have Ctrl-C and keys do what a person expects of them, where there is one."""
    console = front.console
    if not console.asks:  # what comes from a file or a pipe is ended by Ctrl-C
        signal.signal(signal.SIGINT, _end)
        return
    front.interrupts.watch()
    if console.shows and not console.dumb:
        from lightterm.line.editor import Editor

        console.editor = Editor(front)


def _end(number: int, _frame: object) -> None:
    """End in order: what was opened is closed on the way out."""
    raise SystemExit(128 + number)


def _tell_problems(front: LineMode) -> None:
    for problem in (*front.registry.problems, *front.keymap.problems):
        front.say(problem, "warning")
    if front.console.asks:
        for path in left():
            front.say(told(path), "warning")


def _begin(front: LineMode, addresses: Sequence[str]) -> None:
    for at, address in enumerate(addresses):
        front.open(address_of(address, front.session.settings), "tab" if at == 0 else "background")


def _loop(front: LineMode, keeping: Keeping) -> None:
    while front.code is None:
        keeping.save()
        front.tell_notes()
        try:
            with front.interrupts:
                line = front.console.read(front.prompt, command=True)
        except KeyboardInterrupt:
            front.console.tell("" if front.console.editor else "\n")
            continue
        if line is None:
            return
        _guarded(front, lambda typed=line: _take(front, typed))  # type: ignore[misc]


def _guarded(front: LineMode, work: Callable[[], None]) -> None:
    """Do something, or what a person wants instead of answering; what goes wrong is told, and Ctrl-C ends it."""
    try:
        with front.interrupts:
            work()
    except Instead as instead:
        line = instead.line
        _guarded(front, lambda: _take(front, line))
    except LighttermError as error:
        front.fail(error)
    except KeyboardInterrupt:
        front.console.tell("")
        front.say("stopped")


def _take(front: LineMode, line: str) -> None:
    """Do a line that was typed; without anything in it, show more of the page."""
    if front.console.editor is None and line.endswith("\t"):
        _offer(front, line.rstrip("\t"))
    elif not line.strip():
        _more(front)
    else:
        if front.console.asks and not front.is_secret(line):
            front.session.store.inputs.add(KIND, line.strip())
        front.run(line)


def _more(front: LineMode) -> None:
    if front.view.is_over:
        front.say("end of the page" if front.visit is not None else "no page is open")
    else:
        front.more()


def _offer(front: LineMode, line: str) -> None:
    """List what may stand at the end of a line: a terminal that edits no lines sends a Tab as it is."""
    from lightterm.line.offers import offers

    found = offers(front, line, len(line))
    front.console.lines([line[:start] + text.rstrip() for start, text, _ in found] or ["nothing fits"])
