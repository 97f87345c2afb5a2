"""Textual's driver for a terminal, which goes on from the first screen, knows Alt with every key, and sleeps well."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from textual import events
from textual._keyboard_protocol import MODIFIER_FUNCTIONAL_KEYS
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.keys import Keys

from lightterm.graphics.replies import keys_of
from lightterm.output.encode import InCells
from lightterm.tui.look import turned
from lightterm.tui.pasting import Pasted
from lightterm.tui.prepaint import in_two
from lightterm.tui.quiet import is_anothers, quiet
from lightterm.tui.steady import steady

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from textual.message import Message

    from lightterm.tui.app import Browser

ALTERNATE = "\x1b[?1049h"

SAVE_TITLE, GIVE_TITLE_BACK = "\x1b[22;2t", "\x1b]2;\x07\x1b[23;2t"
"""What the window is called is put on the terminal's stack of titles, and taken from there; where there is none, it is
called nothing, else a page's title would stay (XTWINOPS 22 and 23: invisible-island.net/xterm/ctlseqs/ctlseqs.html)."""

INTRODUCERS = "[O]P_\x1b"
"""What after Escape begins a longer sequence of the terminal's: CSI, SS3, OSC, DCS, APC, or another Escape."""


PAUSE = 0.03
"""Seconds after Escape in which a longer sequence goes on: terminals send it at once, people are slower."""


TOGETHER = 0.1
"""Seconds in which signals that were sent together are heard: they come in any order, and who is stopped hears no more
of its end."""


MOST_ANSWERS = 65_536
"""Bytes that answers which come late may have."""


HELD = MODIFIER_FUNCTIONAL_KEYS | {"caps_lock", "num_lock", "scroll_lock"}
"""Keys that do nothing by themselves. Terminals with Kitty's keyboard protocol tell of them as of any other."""

KITTY_KEYS = "\x1b[>25u"
"""What Textual asks of Kitty's keyboard protocol: every key as a sequence, with its text."""

KITTY_ALL_KEYS = "\x1b[>29u"
"""The same, and what a key is with Shift and on a keyboard of Latin letters: Alt and `<` would come as Alt and `,`."""

_ALTERNATES = re.compile(r"\x1b\[(\d+):(\d*)(?::(\d*))?(?:;(\d*))?((?:;[\d:]*)?)u")


TELLS_SCHEME, TELLS_NO_SCHEME = "\x1b[?2031h", "\x1b[?2031l"
"""Has a terminal say, or not, when it is made light or dark (contour, foot, ghostty, kitty, tmux and others)."""

_SCHEME = re.compile(r"\x1b\[\?997;([12])n")


def _entitled(title: str) -> str:
    return f"\x1b]2;{title}\x07"


def _with_shift(sequence: str) -> str:
    """A key of Kitty's protocol without its alternates, of which Textual knows nothing: the one that was meant."""
    if (found := _ALTERNATES.fullmatch(sequence)) is None:
        return sequence
    code, shifted, latin, held, text = found.groups(default="")
    bits = int(held or 1) - 1
    if not text and shifted and bits & 1 and not chr(int(code)).isalpha():
        code, bits = shifted, bits & ~1
    elif not text and latin and bits & 6 and int(code) > 127:  # Alt or Control
        code = latin
    return f"\x1b[{code};{bits + 1}{text}u"


class WithAlt(events.Key):
    """A key that came behind Escape: with Alt, or, where nothing is bound to that, Escape and the key typed fast."""

    def __init__(self, behind: events.Key) -> None:
        key = f"shift+{behind.key.lower()}" if behind.key.isupper() else behind.key
        super().__init__(f"alt+{key}", None)
        self.behind = behind


WithAlt.handler_name = events.Key.handler_name


class KeyParser(XTermParser):
    """Textual's parser with Alt and any character, which terminals send as Escape and the character, as that.

    Textual knows letters only, and those after a pause; it has Alt and a digit as the letter that macOS prints with it,
    Alt and Backspace as Control and w (`textual._ansi_sequences`).
    """

    def __init__(self, debug: bool = False) -> None:
        self._pasted = Pasted()
        super().__init__(debug)

    dark: bool | None = None
    """What the terminal said last that it was made; None when that was seen to."""

    @property
    def pause(self) -> float | None:
        """Seconds until Escape is Escape and begins no sequence; None where nothing is waited for."""
        return None if self._timeout_time is None else max(0.0, self._timeout_time - get_time())

    def feed(self, data: str) -> Iterable[Message]:
        """The events of what was read. Textual waits 0.1 s after Escape, in which a key typed next would have Alt."""
        if read := self._pasted.take(data):  # nothing would be the end to it
            yield from super().feed(read)
        if self._timeout_time is not None:
            self._timeout_time = min(self._timeout_time, get_time() + PAUSE)

    def parse_mouse_code(self, code: str) -> Message | None:
        """An event of the mouse; Textual takes its buttons 8 and 9, at the side, for the left and the middle one."""
        event = super().parse_mouse_code(code)
        if isinstance(event, events.MouseDown | events.MouseUp) and int(code[3:].partition(";")[0]) & 128:
            event.button += 7
        return event

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        if (scheme := _SCHEME.fullmatch(sequence)) is not None:
            self.dark = scheme[1] == "1"
            yield events.Key(Keys.Ignore, sequence)
            return
        for event in self._events(_with_shift(sequence), alt):
            # Shift pressed for a capital would end the count and the keys typed before it.
            yield events.Key(Keys.Ignore, sequence) if event.key.rpartition("+")[2] in HELD else event

    def _events(self, sequence: str, alt: bool) -> Iterable[events.Key]:
        if alt or (len(sequence) == 2 and sequence[0] == "\x1b" and sequence[1] not in INTRODUCERS):
            yield from map(WithAlt, super()._sequence_to_key_events(sequence[-1]))
        else:
            yield from super()._sequence_to_key_events(sequence)


class Typed:
    """What is typed, without what the terminal still answers to the start: a slow one, or one far away, is later."""

    def __init__(self) -> None:
        self.answers = b""
        """What was read up to the last answer in it, keys among it: they are told apart by who reads the answers."""
        self._held = b""
        self._until = 0.0

    @property
    def pause(self) -> float | None:
        """Seconds until the beginning of an answer was typed after all; None where there is none."""
        return max(0.0, self._until - get_time()) if self._held else None

    def take(self, data: bytes) -> bytes:
        """What of all that was read is typed, as far as can be told."""
        read = self._held + data
        typed, self._held = keys_of(read)
        if len(typed) + len(self._held) < len(read):
            self.answers = read.removesuffix(self._held)
        self._until = get_time() + PAUSE
        return typed

    def late(self) -> bytes:
        """The beginning of an answer that got no end in time."""
        if self.pause != 0.0:
            return b""
        typed, self._held = self._held, b""
        return typed


class Lasting:
    """The terminal to write to, which may go at any time: the thread that writes would die, and the app wait for it.

    What its charset lacks is written in near letters, as many cells wide.
    """

    def __init__(self, file: Any) -> None:
        self._file = file.buffer
        self._spelled = InCells(file.encoding)

    def write(self, text: str) -> None:
        """Write, if there is a terminal."""
        with suppress(OSError):
            self._file.write(self._spelled.encode(text))

    def flush(self) -> None:
        """Have all that was written on the screen, if there is a terminal."""
        with suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """Its file descriptor."""
        return int(self._file.fileno())


class TerminalDriver(LinuxDriver):
    """Reads keys when there are some: Textual's own wakes ten times a second to see."""

    found: Sequence[Any] | None = None
    """How the terminal was before the start made it quiet: so it is left to other programs."""

    _title = ""
    """What the window is called, "" for what it was called before."""

    _is_quiet = False
    """Whether it goes on for a moment while another job of the shell has the terminal."""

    _answers = b""
    _told: Callable[[bytes], bool] | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # Textual writes to stderr, which people send elsewhere: what was asked for comes on stdout, a terminal.
        self._file = cast("Any", Lasting(sys.__stdout__))
        self._has_terminal = False
        self._woken, self._wake = os.pipe()  # open as long as the driver is there, which is used again after a pause

    def start_application_mode(self) -> None:
        """Take the terminal. Textual asks it for the mouse first, and would take Enter for Ctrl-J until it is raw."""
        import termios

        with suppress(termios.error):
            before = quiet(self.fileno)
            self.found = self.found or before
        self._has_terminal = True
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual says nothing of its types
        self.write(TELLS_SCHEME)
        if self._title:
            self.write(SAVE_TITLE + _entitled(self._title))

    def entitle(self, title: str) -> None:
        """Call the window so, "" for as it was called before; it is given back with the terminal."""
        before, self._title = self._title, title
        if title != before and self._has_terminal:
            self.write(("" if before else SAVE_TITLE) + _entitled(title) if title else GIVE_TITLE_BACK)

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was found: by the start, and by the app when it took it again later.

        While the app is stopped it is the shell's: who touches it then is stopped once more, before it has ended.
        """
        if not self._has_terminal:
            return
        if self.found is not None:
            self.attrs_before, self.found = list(self.found), None
        if self._writer_thread is not None:
            self.write(TELLS_NO_SCHEME + (GIVE_TITLE_BACK if self._title else ""))
        super().stop_application_mode()
        self._has_terminal = False

    def let_go(self) -> None:
        """Give the terminal back from a thread of its own, where the app's stands still."""
        self._disable_mouse_support()  # Textual ends it behind what it can do in the app's thread alone
        self.stop_application_mode()
        self.close()

    def _sigcont_application(self, *_arguments: Any) -> None:
        """Take the terminal again, and paint it: it was the shell's meanwhile.

        Textual paints nothing, and where a signal from outside stopped us, without our leaving the terminal first, it
        would begin a second thread for the keys and one for the screen, which nobody ends. `kill %1` of a shell has a
        stopped app go on to hear that it is to end: it does so without the terminal. One that goes on while another
        job has the terminal, as `bg` has it, is stopped again.
        """
        self._is_quiet = False
        if not self._auto_restart or self._ends():
            return
        if is_anothers(self.fileno):
            # This may be in the middle of the handler of the signal that ends us, which goes on when this has returned.
            self._is_quiet = True
            loop = asyncio.get_running_loop()
            loop.call_soon_threadsafe(loop.call_later, TOGETHER, self._stop_again)
            return
        if self._has_terminal:
            self.suspend_application_mode()
            self._must_signal_resume = True
        self.resume_application_mode()
        self._app.call_later(self._app.refresh, layout=True)

    def _stop_again(self) -> None:
        """Be stopped, unless the terminal was taken meanwhile, or the end has come."""
        if self._is_quiet and not self._ends():
            os.kill(os.getpid(), signal.SIGSTOP)

    def _ends(self) -> bool:
        """Whether a signal came that ends the app."""
        ending = getattr(self._app, "ending", None)
        return ending is not None and bool(ending.begun)

    def tell_answers(self, to: Callable[[bytes], bool]) -> None:
        """Have `to` told, in any thread, what the terminal answers late to the start, until it says that is all."""
        self._told = to
        if self._answers and to(self._answers):
            self._told = None

    def _answered(self, typed: Typed) -> None:
        if len(self._answers) < MOST_ANSWERS:
            self._answers += typed.answers
        typed.answers = b""
        if self._told is not None and self._told(self._answers):
            self._told = None

    def write(self, data: str) -> None:
        """Write to the terminal, unless it is another job's."""
        if self._is_quiet:
            return
        super().write(KITTY_ALL_KEYS if data == KITTY_KEYS else steady(in_two(data)))

    def disable_input(self) -> None:
        """Have no more keys read; what is typed from now on is for another program."""
        if not self._has_terminal:
            return
        if self._key_thread is not None and self._key_thread.is_alive():
            os.write(self._wake, b"\0")
        super().disable_input()

    def _gone(self) -> None:
        """The terminal is no more: what its SIGHUP says too, where that is not ignored (nohup) or lost."""
        ending = getattr(self._app, "ending", None)
        if ending is not None:
            ending.begin(128 + signal.SIGHUP)

    def run_input_thread(self) -> None:
        """Read what is typed and post it, until `disable_input` or the end of the terminal."""
        parser = KeyParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        typed = Typed()
        while True:
            pauses = [pause for pause in (parser.pause, typed.pause) if pause is not None]
            ready = select.select((self.fileno, self._woken), (), (), min(pauses, default=None))[0]
            if self._woken in ready:
                os.read(self._woken, 1)
                return
            data = _read(self.fileno) if ready else b""
            if ready and not data:
                self._gone()
                return
            keys = typed.take(data) if ready else typed.late()
            if typed.answers:
                self._answered(typed)
            if keys:
                for event in parser.feed(decode(keys)):
                    self.process_message(event)
            for event in parser.tick():
                self.process_message(event)
            if parser.dark is not None:
                cast("Browser", self._app).in_loop(turned, self._app, parser.dark)
                parser.dark = None


def _read(fileno: int) -> bytes:
    """What is typed, nothing when the terminal has gone."""
    try:
        return os.read(fileno, 4096)
    except OSError:
        return b""


class TakingOver(TerminalDriver):
    """Starts on the alternate screen that was painted before it; some terminals clear it when it is entered again."""

    _entered = True

    def write(self, data: str) -> None:
        if self._entered and data == ALTERNATE:
            self._entered = False
            return
        super().write(data)


def typed_ahead(typed: bytes) -> list[events.Key]:
    """The key presses that were read while the terminal was asked."""
    parsed = KeyParser().feed(typed.decode("utf-8", "replace")) if typed else ()
    return [event for event in parsed if isinstance(event, events.Key)]


def driver_class(painted: bool, found: Sequence[Any] | None = None) -> type[TerminalDriver]:
    """The driver for a screen that was painted already, or not, on a terminal that was `found` so (see termios)."""
    return type("FoundDriver", (TakingOver if painted else TerminalDriver,), {"found": found})
