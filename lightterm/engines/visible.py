"""The script that writes a page down as it shows; its own head says what it can be asked."""

from __future__ import annotations

from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_source = ""


def source() -> str:
    """The script, an expression for an isolated world whose value is the tool."""
    global _source
    if not _source:
        import os

        with open(os.path.join(os.path.dirname(__file__), "visible.js"), encoding="utf-8") as file:
            _source = file.read()
    return _source


def call(expression: str) -> str:
    """JavaScript that asks the tool, as `call("read({})")`."""
    return f"({source()}).{expression}"


class Reading(Record):
    """What `read` gave. `text` counts the characters that are read; `cut`: the bound on the markup was met.

    `veiled` counts those that would show once they are scrolled to, `height` is the page's in CSS pixels.
    `frames` are those that can only be read from inside: (handle of the element, the markup that stands in its place).
    """

    markup: str
    title: str = ""
    url: str = ""
    text: int = 0
    canvas: bool = False
    cut: bool = False
    frames: tuple[tuple[int, str], ...] = ()
    ms: float = 0.0
    veiled: int = 0
    height: int = 0


def reading(value: Mapping[str, Any]) -> Reading:
    """The plain data that `read` gives, as a record."""
    frames = tuple((int(number), str(piece)) for number, piece in value["frames"])
    named = {
        name: value[name] for name in ("markup", "title", "url", "text", "canvas", "cut", "ms", "veiled", "height")
    }
    return Reading(**named, frames=frames)
