"""The script that writes a page down as it shows; the head of its first part says what it can be asked."""

from __future__ import annotations

from lightterm.document.numbers import Numbers
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_scripts: dict[str, str] = {}
_QUESTION = "QUESTION"
"""What stands in the scripts for the name of the event by which they talk across worlds, and that no page may know."""
_SOURCE = "reading"
"""Where all the parts of the tool that reads pages are kept together."""

PARTS = (
    "natives",
    "known",
    "paint",
    "handles",
    "called",
    "walk",
    "sight",
    "covers",
    "fields",
    "targets",
    "drawings",
    "sheets",
    "writing",
    "asked",
)
"""The files of `reading`, which are one function in this order: what comes before is known to what comes after."""

FRAME_HANDLES = 10_000_000
"""Handles of a frame that is read from inside begin at this times the number of its tool."""


def script(name: str) -> str:
    """A script that lies beside this module; read once. Their event has another name in each process."""
    if name not in _scripts:
        import os

        with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
            _scripts[name] = file.read().replace(_QUESTION, _asked())
    return _scripts[name]


def _asked() -> str:
    """The name of the event in this process."""
    if _QUESTION not in _scripts:
        import os

        _scripts.setdefault(_QUESTION, os.urandom(12).hex())
    return _scripts[_QUESTION]


def event(name: str) -> str:
    """What the scripts call an event of their own."""
    return f"{_asked()} {name}"


def before_scripts(latest: float) -> str:
    """What runs in the page's own world before its scripts do; timers of up to `latest` seconds are known."""
    told = script("timers.js").replace(f"{_asked()}_LATEST", str(int(latest * 1e3)))
    return script("open_roots.js") + script("listened.js") + told


def source() -> str:
    """The script, an expression for an isolated world whose value is the tool."""
    if _SOURCE not in _scripts:
        _scripts[_SOURCE] = "".join(script(f"reading/{part}.js") for part in PARTS)
    return _scripts[_SOURCE]


def call(expression: str) -> str:
    """JavaScript that asks the tool, as `call("read({})")`."""
    return f"({source()}).{expression}"


class Reading(Record):
    """What `read` gave. `text` counts the characters that are read; `cut`: a bound was met, `late`: that of time.

    `hidden` is what was left out: (reason, elements, characters). `veiled` counts those that would show once they are
    scrolled to, `waiting` the elements that scripts fill once they are, `height` is the page's in CSS pixels.
    `tool` names what gave the handles: another document, and what lost its memory, has another.
    `frames` are those that can only be read from inside: (handle of the element, the markup that stands in its place).
    """

    markup: str
    title: str = ""
    url: str = ""
    text: int = 0
    canvas: bool = False
    cut: bool = False
    late: bool = False
    frames: tuple[tuple[int, str], ...] = ()
    ms: float = 0.0
    veiled: int = 0
    waiting: int = 0
    height: int = 0
    tool: int = 0
    hidden: tuple[tuple[str, int, int], ...] = ()


class Numbering:
    """The numbers of a page's targets, begun anew with each document."""

    def __init__(self) -> None:
        self._tool = 0
        self._numbers = Numbers()

    def of(self, reading: Reading) -> Numbers:
        """Those of the document that was read."""
        if reading.tool != self._tool:
            self._tool, self._numbers = reading.tool, Numbers()
        return self._numbers


def reading(value: Mapping[str, Any]) -> Reading:
    """The plain data that `read` gives, as a record."""
    frames = tuple((int(number), str(piece)) for number, piece in value["frames"])
    names = ("markup", "title", "url", "text", "canvas", "cut", "late", "ms", "veiled", "waiting", "height", "tool")
    hidden = tuple((str(reason), int(count), int(size)) for reason, count, size in value.get("hidden", ()))
    return Reading(**{name: value[name] for name in names}, frames=frames, hidden=hidden)
