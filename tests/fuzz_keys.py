"""Keys, clicks, commands and window sizes at random in the app: `python -m tests.fuzz_keys --seconds 60 [--seed N]`.

Each run is the app in a pseudo-terminal, with one of the sets of keys and pages of the corpus. It may end only by what
asks it to, must still end when it is told to, and leaves the terminal as it found it. A run is made again by its seed,
but for what hangs on how fast the machine is: the strokes before the end are printed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from terminals import Terminal

from lightterm.commands.registry import Command
from lightterm.commands.vocabulary import COMMANDS
from lightterm.keys.keymap import load_keymap
from lightterm.settings import Settings

PAGES = sorted((Path(__file__).parent / "corpus").glob("*.html"))
KEYMAPS = ("vim", "w3m", "lynx", "chawan", "emacs")
SIZES = ((80, 24), (120, 40), (200, 60), (30, 8), (12, 4), (5, 2), (1, 1))
STROKES = 200
TOLD = 128 + signal.SIGTERM

LEFT_OUT = re.compile(r"suspend|restart|shell|spawn|pipe|external|edit|mcp|forget|keymap|set |config|bind")
"""What gives the terminal to another program, stops, or changes the keys that are pressed here."""

NAMED = {"enter": 13, "tab": 9, "space": 32, "escape": 27, "backspace": 127, "number": ord("1")}
"""Code points of keys with a name, for Kitty's protocol of keys."""

CURSOR = {"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H", "f1": "P", "f3": "R", "f4": "S"}
NUMBERED = {"insert": 2, "delete": 3, "pageup": 5, "pagedown": 6, "f5": 15, "f10": 21}
TYPED = (*"abcdefghijklmnopqrstuvwxyz0123456789/?:.,;' ", "é", "漢", "א", "\x1b", "\r", "\t", "\x7f")


def written(key: str) -> str:
    """A key as a terminal sends it."""
    if len(key) == 1:
        return key
    *modifiers, name = key.split("+") if not key.endswith("++") else [*key[:-2].split("+"), "+"]
    mask = 1 + sum({"shift": 1, "alt": 2, "ctrl": 4}[modifier] for modifier in modifiers)
    if name in CURSOR:
        return f"\x1b[1;{mask}{CURSOR[name]}"
    if name in NUMBERED:
        return f"\x1b[{NUMBERED[name]};{mask}~"
    code = NAMED.get(name) or ord(name)
    return chr(code) if mask == 1 else f"\x1b[{code};{mask}u"


def strokes(rng: random.Random, keymap: str, folder: Path) -> Iterator[str | tuple[int, int]]:
    """What is typed, one after the other; a pair is a size of the window."""
    tries = load_keymap(Settings(), COMMANDS, keymap).tries
    modes = [[keys for keys, line in tries[mode] if not LEFT_OUT.search(line)] for mode in tries]
    commands = [c for c in COMMANDS if not LEFT_OUT.search(c.name) and not c.name.startswith("quit")]
    normal = [keys for keys, line in tries["normal"] if not LEFT_OUT.search(line)]
    to_line = next(keys for keys, line in tries["normal"] if line == "prompt")
    for _ in range(STROKES):
        kind = rng.random()
        if kind < 0.06:
            yield rng.choice(SIZES)
        elif kind < 0.2:
            line = f"open {rng.choice(PAGES)}" if kind < 0.12 else _line(rng, rng.choice(commands), folder)
            yield "".join(map(written, to_line)) + line + "\r"
        elif kind < 0.25:
            x, y, button = rng.randint(1, 80), rng.randint(1, 24), rng.choice((0, 0, 0, 1, 2, 64, 65))
            yield f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"
        elif kind < 0.75:
            yield "".join(map(written, rng.choice(rng.choice(modes) or normal if kind < 0.4 else normal)))
        else:
            yield rng.choice(TYPED)


def _line(rng: random.Random, command: Command, folder: Path) -> str:
    words = [command.name]
    for argument in command.arguments:
        if argument.optional and rng.random() < 0.5:
            break
        some = (*argument.choices, "1", "a", str(folder / f"saved-{rng.randint(0, 999)}"), "(", "")
        words.append(rng.choice(argument.choices or some))
    return " ".join(words)


def play(seed: int, keymap: str, folder: Path) -> str:
    """One run; what went wrong, "" for nothing."""
    rng = random.Random(f"{seed} {keymap}")
    home = folder / f"{seed}-{keymap}"
    (home / ".config" / "lightterm").mkdir(parents=True)
    (home / ".config" / "lightterm" / "config.yaml").write_text(f"keys:\n  keymap: {keymap}\n")
    terminal = Terminal(home, str(rng.choice(PAGES)), EDITOR="true", PAGER="true", BROWSER="true", SHELL="/bin/true")
    typed: list[str | tuple[int, int]] = []
    try:
        terminal.until(lambda out: b"\x1b[?1000h" in out)
        for stroke in strokes(rng, keymap, home):
            typed.append(stroke)
            if isinstance(stroke, tuple):
                terminal.resize(*stroke)
            else:
                terminal.type(stroke)
            if not _settled(terminal, rng.choice((0.0, 0.0, 0.01, 0.05, 0.2))):
                return _judged(terminal, terminal.end(), (0,), typed)
        os.kill(terminal.pid, signal.SIGTERM)
        return _judged(terminal, terminal.end(), (0, TOLD), typed)
    except (AssertionError, OSError) as error:
        return f"{error!r} after {typed[-12:]}"
    finally:
        terminal.close()


def _settled(terminal: Terminal, seconds: float) -> bool:
    """Read for some time; whether the app is still there."""
    end = time.monotonic() + seconds
    while terminal.read(max(0.0, min(0.01, end - time.monotonic()))):
        if time.monotonic() >= end:
            return True
    return False


def _judged(terminal: Terminal, code: int, fine: tuple[int, ...], typed: list[str | tuple[int, int]]) -> str:
    if code not in fine:
        return f"ended with {code} after {typed[-12:]}\n{terminal.out[-3000:].decode(errors='replace')}"
    if b"\x1b[?1049l" not in terminal.out[-4000:] or termios.tcgetattr(terminal.fd)[:4] != terminal.before[:4]:
        return f"the terminal is not as it was after {typed[-12:]}"
    return ""


def main() -> int:
    """Run for some time; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keymap", choices=KEYMAPS)
    given = parser.parse_args()
    end, runs, bad = time.monotonic() + given.seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        while time.monotonic() < end:
            seed, keymap = given.seed + runs // len(KEYMAPS), given.keymap or KEYMAPS[runs % len(KEYMAPS)]
            runs += 1
            if wrong := play(seed, keymap, Path(folder)):
                bad += 1
                print(f"seed {seed}, keys of {keymap}: {wrong}\n", flush=True)
    print(f"{runs} runs of {STROKES} strokes, {bad} went wrong; first seed {given.seed}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
