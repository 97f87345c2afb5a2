"""Lines out and lines in: pages on stdout, what is wrong on stderr where stdout is no terminal, answers from stdin.

At a terminal that understands escape codes lines are edited by prompt-toolkit, with history and completion. A dumb
one gets no escape code at all: its own driver, or the program around it (Emacs, a serial line), edits the line.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys

from lightterm.line import DUMB
from lightterm.output.encode import encode
from lightterm.safe import clean, output_guard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol, TextIO

    from lightterm.commands.complete import Source

    class Editor(Protocol):
        """What edits lines at a terminal."""

        def read(self, prompt: str, default: str, command: bool, offers: Source | None = None) -> str:
            """A line; raises EOFError, KeyboardInterrupt."""


AT_ONCE = 500
"""Lines written at a time."""


class Console:
    """The terminal or the pipes of this process; `encoding` is that of what is written."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self.encoding = encoding
        self.asks = sys.stdin is not None and sys.stdin.isatty()
        """Whether a person types the lines that are read."""
        self.shows = sys.stdout is not None and sys.stdout.isatty()
        """Whether a terminal shows what is written."""
        self.dumb = os.environ.get("TERM", "") in DUMB
        self._typed = b""
        self.editor: Editor | None = None
        """What edits lines; without one they are read as they come."""
        if sys.stdin is not None:
            with contextlib.suppress(AttributeError, ValueError):
                sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]

    @property
    def size(self) -> tuple[int, int]:
        """(columns, rows) of the terminal; rows are 0 where there is none."""
        if not self.shows:
            return 80, 0
        with contextlib.suppress(OSError, ValueError):
            columns, rows = os.get_terminal_size(sys.stdout.fileno())
            # An Emacs buffer or a serial line says 0.
            return columns or 80, rows or 24
        return 80, 24

    def lines(self, lines: Iterable[str]) -> None:
        """Write lines of a page. Raises BrokenPipeError, OSError."""
        for some in _batches(lines):
            self._write(sys.stdout, output_guard("\n".join(some) + "\n"))

    def tell(self, text: str, wrong: bool = False) -> None:
        """Write what is not of the page: each line of `text` is made safe."""
        stream = sys.stdout if self.shows or (self.asks and not wrong) else sys.stderr
        if stream is not None:
            told = "\n".join(clean(line) for line in text.split("\n"))
            self._write(stream, output_guard(told + "\n"))

    def _write(self, stream: TextIO, text: str) -> None:
        stream.flush()
        stream.buffer.write(encode(text, self.encoding))
        stream.flush()

    def read(self, prompt: str, default: str = "", command: bool = False, offers: Source | None = None) -> str | None:
        """A line, without its end; None at the end of the input. Raises KeyboardInterrupt.

        `default` can be edited where a line can be, else it is taken when nothing is typed. `command` says that the
        line is a command: history and completion are for those, and completion where `offers` has whole texts.
        """
        if self.editor is not None:
            try:
                return self.editor.read(clean(prompt), default, command, offers)
            except EOFError:
                return None
        shown = f"{prompt}[{default}] " if default else prompt
        while (line := self._line(shown)) is not None:
            if offers is None or not self.asks or not line.endswith("\t"):
                return line or default
            # A terminal that edits no lines sends a Tab as it is.
            self.tell("\n".join(offer.text for offer in offers(line.rstrip("\t"))) or "nothing fits")
        return None

    def _line(self, prompt: str) -> str | None:
        """A line as it comes; None at the end of the input."""
        self._ask(prompt)
        line = self._typed_line() if self.asks and os.name == "posix" else _piped_line()
        if not line and self.asks:
            self._write(sys.stdout, "\n")
        return line.rstrip("\r\n") if line else None

    def _typed_line(self) -> str:
        """The next line of the terminal, with its end; "" at the end of the input.

        Not by the stream, whose buffer would hold a line that Ctrl-C came in the midst of, unseen by what waits.
        """
        assert sys.stdin is not None
        try:
            while b"\n" not in self._typed:
                _await_typing()
                data = os.read(sys.stdin.fileno(), 1 << 16)
                if not data:
                    self._typed, rest = b"", self._typed
                    return rest.decode(sys.stdin.encoding, "replace")
                self._typed += data
        except KeyboardInterrupt:
            self._typed = b""
            raise
        line, end, self._typed = self._typed.partition(b"\n")
        return (line + end).decode(sys.stdin.encoding, "replace")

    def secret(self, prompt: str) -> str | None:
        """A line that is not shown while it is typed; None at the end of the input. Raises KeyboardInterrupt."""
        # Hidden before it is asked for: what is typed at once would be shown else.
        with _unseen() if self.asks else contextlib.nullcontext():
            self._ask(prompt)
            line = self._typed_line() if self.asks and os.name == "posix" else _piped_line()
        if self.asks:
            self._write(sys.stdout, "\n")
        return line.rstrip("\r\n") if line else None

    def _ask(self, prompt: str) -> None:
        if self.asks:
            self._write(sys.stdout, output_guard(clean(prompt)))


def _piped_line() -> str:
    return sys.stdin.readline() if sys.stdin is not None else ""


def _await_typing() -> None:
    """Wait for what is typed next; a signal that comes just before ends it too, where a read would sleep on."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    before = signal.set_wakeup_fd(wake)
    try:
        while sys.stdin not in select.select([sys.stdin, woken], [], [])[0]:
            os.read(woken, 64)
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(wake)


@contextlib.contextmanager
def _unseen() -> Iterator[None]:
    """The terminal without echo."""
    import termios

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    quiet = termios.tcgetattr(fd)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(fd, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _batches(lines: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for line in lines:
        batch.append(line)
        if len(batch) >= AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch
