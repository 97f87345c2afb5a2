"""The clipboard of the system: through the programs that take and give it, and through the terminal (OSC 52)."""

from __future__ import annotations

import os
import shutil
import subprocess
from base64 import b64encode

from lightterm.records import Record

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


def give(words: tuple[str, ...], text: str) -> None:
    """Have a program take a text. Raises OSError, subprocess.SubprocessError."""
    subprocess.run(
        words,
        input=text.encode("utf-8", "replace"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        timeout=PATIENCE,
        check=True,
    )


def given(words: tuple[str, ...]) -> str | None:
    """What a program gives, None when it does not."""
    try:
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True, timeout=PATIENCE, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace")
