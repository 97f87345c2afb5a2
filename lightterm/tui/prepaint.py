"""The first screen before Textual is imported: the beginning of the page in plain ANSI, which the app then takes over.

Importing Textual takes 0.3 s of CPU; a page read from a file or a fast server is laid out in a tenth of that. The
colours are those the app noted when it was dressed the last time; without such a note the terminal's own.
"""

from __future__ import annotations

import os
import re
from itertools import groupby, pairwise

from lightterm.document.cells import fit, shape
from lightterm.document.flow import Flow
from lightterm.document.place import Place
from lightterm.graphics.probe import is_colourless
from lightterm.records import Record
from lightterm.resources import user_directory
from lightterm.safe import clean, output_guard
from lightterm.whole_file import replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.layout import Span
    from lightterm.document.model import Document

ENTER = "\x1b[?1049h\x1b[?25l"
LEAVE = "\x1b[?25h\x1b[?1049l"
RESET = "\x1b[0m"

_LONG = re.compile(r"\x1b\[((?:[1-9];)+)(?=38;2;)")
"""The beginning of a sequence with more in it than two colours."""


_PARAMETER = re.compile(r"[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+")
_DARK = tuple(str(number) for number in range(30, 38))

MORE = "›"
"""Stands beside a line that goes on behind the edge of the screen."""


NO_WRAP, WRAP = "\x1b[?7l", "\x1b[?7h"
"""What the terminal takes for wider than the row would push all up; the app has it without wrapping from the start."""


def in_two(codes: str) -> str:
    """Colours in sequences of their own: mlterm takes ten numbers in one, and bold on a background has eleven."""
    return _LONG.sub(lambda found: f"\x1b[{found[1][:-1]}m\x1b[", codes)


class Look(Record):
    """SGR parameters by the kind of a mark; "base" is under all of them, "status" the line below the page."""

    codes: dict[str, str]

    @property
    def base(self) -> str:
        """What begins every line."""
        return f"{RESET}\x1b[{self.codes['base']}m" if self.codes.get("base") else RESET


PLAIN = Look({"heading": "1", "link": "4", "strong": "1", "em": "3", "ins": "4", "del": "9", "status": "7"})


def note_path(theme: str) -> str:
    """Where the look of a theme setting is noted: it differs with what the terminal can show."""
    depth = "true" if os.environ.get("COLORTERM") in ("truecolor", "24bit") else os.environ.get("TERM", "")
    name = "".join(c if c.isalnum() or c == "-" else "_" for c in f"look-{theme}-{depth}"[:100])
    return os.path.join(user_directory("cache"), name)


def noted_look(theme: str) -> Look:
    """The look noted for a theme setting, else the plain one."""
    if is_colourless(os.environ):
        return PLAIN
    try:
        with open(note_path(theme), encoding="ascii") as file:
            lines = file.read(10_000).splitlines()
    except (OSError, UnicodeDecodeError):
        return PLAIN
    codes = {}
    for line in lines:
        kind, mark, code = line.partition("=")
        if not mark or code.strip("0123456789;"):
            return PLAIN
        codes[kind] = code
    return Look(codes)


def note_look(theme: str, codes: dict[str, str]) -> None:
    """Note a look for the next start; where that cannot be written it is simply not noted."""
    path = note_path(theme)
    text = "".join(f"{kind}={code}\n" for kind, code in codes.items())
    try:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        replace_file(path, text.encode("ascii"), 0o600)
    except (OSError, UnicodeEncodeError):
        return


def first_screen(
    document: Document, columns: int, rows: int, numbers: bool, status: str, look: Look, bidi: str = "terminal"
) -> str:
    """The escape codes of the first screen: the page from its top, and the status line under it."""
    flow = Flow(document.blocks, max(1, columns - 1), numbers)
    flow.line(Place())
    out = [ENTER, "\x1b[H"]
    for row in range(rows - 1):
        text, spans = (flow.text(row), flow.spans(row)) if row < len(flow) else ("", [])
        end = _end(text, columns - 1)
        more = f"\x1b[K\x1b[{columns}G{MORE}" if end < len(text) else "\x1b[K"
        line = f"{look.base}{_painted(text[:end], spans, look, bidi)}"
        if not line.isascii():
            from lightterm.tui.steady import steady

            line = NO_WRAP + steady(f"\x1b[{row + 1};1H{line}") + WRAP
        out.append(f"{line}{more}\r\n")
    out.append(f"{RESET}\x1b[{look.codes.get('status', '7')}m{clean(status)[: columns - 1]}\x1b[K{RESET}")
    return "".join(out)


def _end(text: str, room: int) -> int:
    """How much of a line is in sight: preformatted ones are wider than the screen, and broken they would push it up."""
    if len(text) <= room and text.isascii():
        return len(text)
    return fit(text, 0, len(text), room, shape(text))


def _painted(text: str, spans: list[Span], look: Look, bidi: str) -> str:
    safe = output_guard(text)
    if not text.isascii() and bidi != "terminal":
        from lightterm.graphics.probe import Terminal
        from lightterm.tui.visual_order import chosen_order, in_order, is_reordered, visual

        order = chosen_order(bidi, Terminal(), os.environ)
        if order is not None and is_reordered(text, order):
            line = [
                (each.text, _codes(each.start, spans, look, each.apart)) for each in in_order(text, order) if each.text
            ]
            runs = groupby(line, lambda each: each[1])
            if (shown := "".join([words for words, _ in line])) != output_guard(shown):
                return output_guard(visual(safe, order))  # marks that mean nothing are mostly not in it any more
            return in_two("".join(_colored("".join(words for words, _ in run), codes, look) for codes, run in runs))
    if safe != text or not spans:
        return safe
    ends = sorted({0, len(text), *(min(p, len(text)) for span in spans for p in (span.start, span.end))})
    return in_two("".join(_colored(text[start:end], _codes(start, spans, look), look) for start, end in pairwise(ends)))


def _codes(at: int, spans: list[Span], look: Look, apart: bool = False) -> str:
    """The colours of a character of a line, as the app has them: on a ground of its own text keeps its colour, and the
    dark ones of the eight are not made bold."""
    said = bold = color = ground = ""
    for span in spans:
        code = look.codes.get(span.kind, "") if span.start <= at < span.end else ""
        if not code:
            continue
        own = _parts(code)
        if ground and not own["ground"]:
            own["color"] = ""
        said += f"\x1b[{';'.join(filter(None, own.values()))}m" if any(own.values()) else ""
        bold, color, ground = own["bold"] or bold, own["color"] or color, own["ground"] or ground
        if bold and color in _DARK and bool(own["bold"]) is not bool(own["color"]):
            said += "\x1b[22m"
            bold = ""
    if apart:  # see strips.apart
        said += "\x1b[3m"
    return said


def _parts(code: str) -> dict[str, str]:
    """The parameters of a sequence by what they say."""
    parts = {"others": "", "bold": "", "color": "", "ground": ""}
    for one in _PARAMETER.findall(code):
        number = int(one.partition(";")[0])
        kind = "bold" if number == 1 else "others"
        if 30 <= number <= 38 or 90 <= number <= 97:
            kind = "color"
        elif 40 <= number <= 48 or 100 <= number <= 107:
            kind = "ground"
        parts[kind] = f"{parts[kind]};{one}" if kind == "others" and parts[kind] else one
    return parts


def _colored(words: str, codes: str, look: Look) -> str:
    return f"{codes}{words}{look.base}" if codes else words
