"""The clipboard: through the system's own program for it, and through the terminal (OSC 52)."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from base64 import b64encode
from typing import TYPE_CHECKING

from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.tui.app import Browser

PATIENCE = 3.0
"""Seconds such a program may take."""


class Program(Record):
    """Programs that take and give a clipboard; `needs` is a variable of the environment without which they cannot."""

    needs: str
    copy: tuple[str, ...]
    paste: tuple[str, ...]
    copy_primary: tuple[str, ...] = ()
    paste_primary: tuple[str, ...] = ()


PROGRAMS = (
    Program(
        "WAYLAND_DISPLAY",
        ("wl-copy",),
        ("wl-paste", "--no-newline"),
        ("wl-copy", "--primary"),
        ("wl-paste", "--no-newline", "--primary"),
    ),
    Program(
        "DISPLAY",
        ("xclip", "-selection", "clipboard"),
        ("xclip", "-selection", "clipboard", "-o"),
        ("xclip", "-selection", "primary"),
        ("xclip", "-selection", "primary", "-o"),
    ),
    Program(
        "DISPLAY",
        ("xsel", "--clipboard", "--input"),
        ("xsel", "--clipboard", "--output"),
        ("xsel", "--primary", "--input"),
        ("xsel", "--primary", "--output"),
    ),
    Program("", ("pbcopy",), ("pbpaste",)),
    Program("", ("termux-clipboard-set",), ("termux-clipboard-get",)),
    Program("WSL_DISTRO_NAME", ("clip.exe",), ("powershell.exe", "-NoProfile", "-Command", "Get-Clipboard")),
    # tmux hands it on to the terminal around it, which applications in it often may not.
    Program("TMUX", ("tmux", "load-buffer", "-w", "-"), ("tmux", "save-buffer", "-")),
)


def found_program() -> Program | None:
    """The first that there is here; looked for anew each time, as one may attach from another place."""
    for program in PROGRAMS:
        if (not program.needs or os.environ.get(program.needs)) and shutil.which(program.copy[0]):
            return program
    return None


def osc52(text: str, primary: bool = False) -> str:
    """The sequence that puts `text` on the terminal's clipboard (xterm's ctlseqs, Operating System Commands, 52)."""
    data = b64encode(text.encode("utf-8", "replace")).decode("ascii")
    sequence = f"\x1b]52;{'p' if primary else 'c'};{data}\x07"
    return f"\x1bP{sequence}\x1b\\" if os.environ.get("STY") else sequence  # screen hands on what is wrapped so


class Clipboard:
    """Copies and pastes for the app, the programs in threads of their own."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self.text = ""
        """What was copied last."""
        self.primary = ""
        """What was selected last."""
        self._order = threading.Lock()

    def copy(self, text: str, primary: bool = False) -> None:
        """Put a text on the clipboard, or into the primary selection."""
        if primary:
            self.primary = text
        else:
            self.text = text
        program = found_program()
        self._through_terminal(text, primary, program)
        words = (program.copy_primary if primary else program.copy) if program is not None else ()
        if words:
            threading.Thread(target=self._give, args=(words, text), name=words[0], daemon=True).start()

    def _through_terminal(self, text: str, primary: bool, program: Program | None) -> None:
        chosen = self.app.session.settings.copy
        here = program is not None and not os.environ.get("SSH_CONNECTION")
        if chosen.osc52 == "never" or (chosen.osc52 == "auto" and (here or "TMUX" in os.environ)):
            return
        if len(text.encode("utf-8", "replace")) > chosen.max_osc52_bytes:
            self.app.say(f"more than {chosen.max_osc52_bytes} bytes are not copied through the terminal", "warning")
            return
        self.app.write_to_terminal(osc52(text, primary))

    def _give(self, words: tuple[str, ...], text: str) -> None:
        with self._order:
            try:
                subprocess.run(
                    words,
                    input=text.encode("utf-8", "replace"),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                    timeout=PATIENCE,
                    check=True,
                )
            except (OSError, subprocess.SubprocessError) as problem:
                self.app.call_from_thread(self.app.say, f"{words[0]} did not take the text: {problem}", "warning")

    def paste(self, done: Callable[[str], None], primary: bool = False) -> None:
        """`done` gets what is on the clipboard; what was copied here where no program can tell."""
        own = self.primary if primary else self.text
        program = found_program()
        words = (program.paste_primary or program.paste if primary else program.paste) if program is not None else ()
        if not words or not shutil.which(words[0]):
            done(own)
            return

        def ask() -> None:
            with self._order:
                text = _given(words)
            self.app.call_from_thread(done, own if text is None else text)

        threading.Thread(target=ask, name=words[0], daemon=True).start()


def _given(words: tuple[str, ...]) -> str | None:
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True, timeout=PATIENCE, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace")
