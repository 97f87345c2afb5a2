"""Files of schemes without heads of their own, told in the words of HTTP: size, validator, and from where on."""

from __future__ import annotations

from lightterm.numerals import whole_number
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.fetch.clock import Clock
    from lightterm.fetch.model import Request


class Known(Record):
    """What a server says of a file: its size, and when it was modified in its own words; None and "" for unknown."""

    size: int | None
    modified: str


def start_of(request: Request, known: Known) -> int:
    """The byte from which on a file is asked for: what was had before is of the same one, as `If-Range` has it."""
    asked = {name.lower(): value for name, value in request.headers}
    same = known.modified and asked.get("if-range") == known.modified
    first = asked.get("range", "").removeprefix("bytes=").removesuffix("-")
    start = whole_number(first) if same and first.isdecimal() else 0
    return start if known.size is not None and start < known.size else 0


def tell_head(clock: Clock, url: str, media: str, known: Known, start: int) -> None:
    """Tell who looks on what comes."""
    if clock.cancel is None:
        return
    headers = [("Content-Type", media), ("Last-Modified", known.modified)]
    if start:
        headers.append(("Content-Range", f"bytes {start}-{(known.size or 1) - 1}/{known.size}"))
    elif known.size is not None:
        headers.append(("Content-Length", str(known.size)))
    clock.cancel.head(url, 206 if start else 200, tuple(pair for pair in headers if pair[1]))
