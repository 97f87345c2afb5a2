"""What the terminal can do, asked in one round trip before any front end starts.

All questions are written at once with DA1, which every terminal answers, as the last: whoever has not answered when
that comes will not. Sources: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html,
https://sw.kovidgoyal.net/kitty/graphics-protocol/, https://sw.kovidgoyal.net/kitty/keyboard-protocol/
"""

from __future__ import annotations

import os
import sys
from time import monotonic

from lightterm.graphics.replies import Color, Replies, Size, parse
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.settings import Settings

NAME = b"\x1b[>0q"
KITTY_GRAPHICS = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
KITTY_KEYBOARD = b"\x1b[?u"
SIXEL = b"\x1b[?1;1;0S\x1b[?2;1;0S"
COLORS = b"\x1b]10;?\x1b\\\x1b]11;?\x1b\\"
SIZES = b"\x1b[16t\x1b[14t"
ATTRIBUTES = b"\x1b[c"

DEFAULT_CELL = (8, 16)
"""Pixels of a cell where nobody says: only the shape matters then."""

TRUE_COLOR = 1 << 24
REMOTE = 5
"""How many times longer a terminal behind ssh is waited for."""

_SILENT = ("", "dumb", "linux", "unknown", "vt52", "cons25", "emacs")
_TRUE_COLOR_TERMS = ("kitty", "ghostty", "foot", "wezterm", "alacritty", "iterm", "contour", "konsole", "mlterm", "rio")
_MAX_INPUT = 65_536


class Terminal(Record):
    """What is known of a terminal. Sizes are (width, height): `cell` in pixels, `size` in cells ((0, 0): not known).

    `colors` is 0, 16, 256 or 16777216. `sixel`, `kitty` and `placements` say which pictures it shows (Kitty's as text,
    or as older ones have them: at places of the screen), `sixel_colors` and `sixel_area` how far (0: not said);
    `multiplexer` is "tmux", "screen" or ""; `typed` what was typed while it was asked.
    """

    name: str = ""
    answered: bool = False
    size: Size = (0, 0)
    cell: Size = DEFAULT_CELL
    colors: int = 0
    foreground: Color | None = None
    background: Color | None = None
    sixel: bool = False
    sixel_colors: int = 0
    sixel_area: Size = (0, 0)
    kitty: bool = False
    placements: bool = False
    kitty_keyboard: bool = False
    multiplexer: str = ""
    typed: bytes = b""

    @property
    def dark(self) -> bool | None:
        """Whether the background is dark; None when not known."""
        if self.background is None:
            return None
        red, green, blue = self.background
        return red * 299 + green * 587 + blue * 114 < 127_500

    @property
    def pictures(self) -> str:
        """The best way to show pictures: "kitty", "sixel", "placements", "blocks", or "none" without colours."""
        if self.kitty:
            return "kitty"
        if self.sixel:
            return "sixel"
        if self.placements:
            return "placements"
        return "blocks" if self.colors else "none"


def terminal_for(settings: Settings) -> Terminal:
    """The terminal, given the time that the settings say."""
    return probe(settings.images.probe_timeout)


def probe(timeout: float = 0.2, environment: Mapping[str, str] | None = None) -> Terminal:
    """Ask the controlling terminal, whatever stdin and stdout are; at most `timeout` seconds (five times that by ssh).

    Without a terminal, or where it cannot answer (TERM=dumb, the Linux console, a job in the background), what the
    environment says. The terminal's state is restored; nothing is left on the screen. Raises nothing.
    """
    env = os.environ if environment is None else environment
    try:
        fd = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return terminal(Replies(), env, (0, 0), (0, 0))
    try:
        size, pixels = _window(fd)
        questions = questions_for(env)
        if env.get("SSH_CONNECTION") or env.get("SSH_TTY"):
            timeout *= REMOTE
        replies = _ask(fd, questions, timeout) if questions else Replies()
    except OSError:
        size, pixels, replies = (0, 0), (0, 0), Replies()
    finally:
        os.close(fd)
    return terminal(replies, env, size, pixels)


def window_cell() -> Size:
    """The cell in pixels as the kernel has it from the window's size, rounded down; (0, 0) where it does not know."""
    try:
        fd = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return 0, 0
    try:
        (columns, rows), (width, height) = _window(fd)
    except OSError:
        return 0, 0
    finally:
        os.close(fd)
    return (width // columns, height // rows) if columns and rows else (0, 0)


def questions_for(env: Mapping[str, str]) -> bytes:
    """What may be asked: some terminals print what they do not know, and multiplexers take APC for a title."""
    term = env.get("TERM", "")
    if term in _SILENT or env.get("INSIDE_EMACS"):
        return b""
    if env.get("TERM_PROGRAM") == "Apple_Terminal":
        return COLORS + SIZES + ATTRIBUTES
    kitty = b"" if _multiplexer(env) else KITTY_GRAPHICS
    return NAME + kitty + KITTY_KEYBOARD + SIXEL + COLORS + SIZES + ATTRIBUTES


def terminal(replies: Replies, env: Mapping[str, str], size: Size, pixels: Size) -> Terminal:
    """The terminal of these answers; `size` is in cells and `pixels` in pixels as the kernel says ((0, 0): not)."""
    placeholders = _knows_placeholders(replies.name)
    multiplexer = _multiplexer(env)
    return Terminal(
        name=replies.name,
        answered=replies.complete,
        size=size,
        cell=_cell(replies, size, pixels),
        colors=_color_count(replies, env),
        foreground=replies.foreground,
        background=replies.background or _fallback_background(env),
        sixel=4 in replies.attributes[1:],
        sixel_colors=replies.sixel_colors,
        sixel_area=replies.sixel_area,
        kitty=replies.kitty_graphics and placeholders,
        placements=replies.kitty_graphics and not placeholders,
        kitty_keyboard=replies.kitty_keyboard,
        multiplexer=multiplexer,
        typed=replies.typed,
    )


def told_later(before: Terminal, answers: bytes) -> Terminal | None:
    """What is known of a terminal with the answers that came after `probe` had waited; None while they are not all."""
    replies = parse(answers)
    if not replies.complete:
        return None
    now = terminal(replies.replace(name=replies.name or before.name), os.environ, before.size, (0, 0))
    plain = Terminal()
    known = {name: getattr(now, name) for name in Terminal.__match_args__ if getattr(now, name) != getattr(plain, name)}
    return before.replace(**{**known, "typed": b""})


def _multiplexer(env: Mapping[str, str]) -> str:
    term = env.get("TERM", "")
    if env.get("TMUX") or term.startswith("tmux"):
        return "tmux"
    return "screen" if env.get("STY") or term.startswith("screen") else ""


def _knows_placeholders(name: str) -> bool:
    """Whether pictures can stand in text: kitty since 0.28, and ghostty."""
    product, _, version = name.replace("(", " ").replace(")", "").partition(" ")
    if product.lower() == "ghostty":
        return True
    parts = version.split(".")
    if product.lower() != "kitty" or len(parts) < 2 or not (parts[0].isdigit() and parts[1].isdigit()):
        return False
    return (int(parts[0]), int(parts[1])) >= (0, 28)


def _cell(replies: Replies, size: Size, pixels: Size) -> Size:
    """The cell in pixels: as the terminal says, else from its window's size in cells and in pixels."""
    columns, rows = max(1, size[0]), max(1, size[1])
    candidates = (replies.cell, *((area[0] // columns, area[1] // rows) for area in (pixels, replies.area)))
    return next((cell for cell in candidates if 2 <= cell[0] <= 200 and 2 <= cell[1] <= 400), DEFAULT_CELL)


def _color_count(replies: Replies, env: Mapping[str, str]) -> int:
    term = env.get("TERM", "")
    if is_colourless(env) or term in ("", "dumb", "unknown"):
        return 0
    named = f"{replies.name} {term}".lower()
    if env.get("COLORTERM") in ("truecolor", "24bit") or "direct" in term or any(t in named for t in _TRUE_COLOR_TERMS):
        return TRUE_COLOR
    return 256 if "256" in term or env.get("COLORTERM") or replies.complete else 16


def _fallback_background(env: Mapping[str, str]) -> Color | None:
    """What rxvt, Konsole and others leave in COLORFGBG: `15;0`, the background last."""
    last = env.get("COLORFGBG", "").rpartition(";")[2]
    if not last.isdigit() or len(last) > 2:
        return None
    return (0, 0, 0) if int(last) in (0, 1, 2, 3, 4, 5, 6, 8) else (255, 255, 255)


def _window(fd: int) -> tuple[Size, Size]:
    """The window's size in cells and in pixels, as the kernel knows it."""
    from fcntl import ioctl
    from struct import unpack
    from termios import TIOCGWINSZ

    rows, columns, width, height = unpack("4H", ioctl(fd, TIOCGWINSZ, bytes(8)))
    return (columns, rows), (width, height)


def _ask(fd: int, questions: bytes, timeout: float) -> Replies:
    """Write the questions and read until the last is answered or time is up; the terminal's modes are put back."""
    import termios

    if os.tcgetpgrp(fd) != os.getpgrp():
        return Replies()  # to change a terminal from the background stops the whole job
    before = termios.tcgetattr(fd)
    quiet = termios.tcgetattr(fd)
    quiet[0] &= ~(termios.ICRNL | termios.INLCR | termios.IGNCR)
    quiet[3] &= ~(termios.ICANON | termios.ECHO)
    quiet[6][termios.VMIN], quiet[6][termios.VTIME] = 0, 0
    try:
        termios.tcsetattr(fd, termios.TCSANOW, quiet)
        return _exchange(fd, questions, monotonic() + timeout)
    finally:
        termios.tcsetattr(fd, termios.TCSANOW, before)


def _exchange(fd: int, questions: bytes, deadline: float) -> Replies:
    from select import select

    data = b""
    replies = Replies()
    while not replies.complete and len(data) < _MAX_INPUT:
        left = deadline - monotonic()
        readable, writable, _ = select([fd], [fd] if questions else [], [], max(0.0, left))
        if not (readable or writable) or left < 0:
            break
        if writable:
            questions = questions[os.write(fd, questions) :]
        if readable:
            piece = os.read(fd, 4096)
            if not piece:
                break
            data += piece
            replies = parse(data)
    return replies


def is_colourless(env: Mapping[str, str]) -> bool:
    """Whether nothing may be told by colours: a person wants none, or the terminal is one that was made without."""
    term = env.get("TERM", "")
    return bool(env.get("NO_COLOR")) or term.startswith("vt") or term.endswith(("-mono", "-m"))


def has_few_colors(env: Mapping[str, str]) -> bool:
    """Whether the terminal has eight or sixteen colours of its own and no more, by the rule that Rich goes by."""
    term = env.get("TERM", "").strip().lower()
    rich = env.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit")
    return not rich and term not in ("", "dumb", "unknown") and not term.endswith(("-256color", "-kitty"))


def unwanted() -> bool:
    """Whether no pictures are wanted where none were asked for: by NO_COLOR, or in a charset without half blocks."""
    encoding = sys.__stdout__.encoding if sys.__stdout__ is not None else "utf-8"
    return bool(os.environ.get("NO_COLOR")) or not encoding.lower().replace("-", "").startswith("utf8")
