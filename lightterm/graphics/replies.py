"""What terminals answer to the questions of `probe`, told from the keys that were typed meanwhile. No I/O."""

from __future__ import annotations

from lightterm.records import Record

Color = tuple[int, int, int]
Size = tuple[int, int]

_ST = (b"\x1b\\", b"\x07")
MAX_REPLY = 4096
"""Bytes that one reply may have."""


class Replies(Record):
    """The answers in a stretch of input. `complete`: the last question (DA1) was answered, nothing more will come.

    `attributes` are DA1's parameters. Sizes are (width, height) in pixels, (0, 0) when not said; `modes` pairs of DEC
    private mode and DECRPM value; `typed` is all input that is no answer, in order.
    """

    complete: bool = False
    attributes: tuple[int, ...] = ()
    name: str = ""
    cell: Size = (0, 0)
    area: Size = (0, 0)
    sixel_colors: int = 0
    sixel_area: Size = (0, 0)
    kitty_graphics: bool = False
    kitty_keyboard: bool = False
    modes: tuple[tuple[int, int], ...] = ()
    foreground: Color | None = None
    background: Color | None = None
    typed: bytes = b""


def parse(data: bytes) -> Replies:
    """The replies in `data`; a reply that is cut off counts as not come. Any bytes are taken."""
    found: dict[str, object] = {}
    typed: list[bytes] = []
    at = 0
    while at < len(data):
        escape = data.find(b"\x1b", at)
        if escape < 0:
            break
        typed.append(data[at:escape])
        end = _end(data, escape)
        fields = _read(data[escape:end]) if end > escape else None
        if fields is None:
            typed.append(data[escape : escape + 1])
            at = escape + 1
            continue
        modes = (*_modes(found), *_modes(fields))
        found.update(fields)
        if modes:
            found["modes"] = modes
        at = end
    typed.append(data[at:])
    return Replies(typed=b"".join(typed)).replace(**found)


def keys_of(data: bytes) -> tuple[bytes, bytes]:
    """What was typed, without answers that came too late for `parse`; and what may be the beginning of one more.

    Reports of modes stay: the driver of the app has questions of its own, and these are answers to them.
    """
    typed: list[bytes] = []
    at = 0
    while (escape := data.find(b"\x1b", at)) >= 0:
        typed.append(data[at:escape])
        end = _end(data, escape)
        if not end and _may_go_on(data[escape:]):
            return b"".join(typed), data[escape:]
        fields = _read(data[escape:end]) if end else None
        at = end
        if fields is None or "modes" in fields:
            at = escape + 1
            typed.append(b"\x1b")
    typed.append(data[at:])
    return b"".join(typed), b""


def _may_go_on(data: bytes) -> bool:
    """Whether a sequence that has no end may still get one."""
    kind, rest = data[1:2], data[2:]
    if len(data) >= MAX_REPLY:
        return False
    if kind == b"[":
        return all(0x20 <= byte <= 0x3F for byte in rest)
    return kind in (b"]", b"P", b"_") and b"\x1b" not in rest[:-1]


def _modes(fields: dict[str, object]) -> tuple[object, ...]:
    modes = fields.get("modes", ())
    assert isinstance(modes, tuple)
    return modes


def _end(data: bytes, start: int) -> int:
    """Where the control sequence or string at `start` ends; 0 when it does not. ECMA-48, 5.4 and 5.6"""
    kind = data[start + 1 : start + 2]
    limit = min(len(data), start + MAX_REPLY)
    if kind == b"[":
        at = start + 2
        while at < limit and 0x20 <= data[at] <= 0x3F:
            at += 1
        return at + 1 if at < limit and 0x40 <= data[at] <= 0x7E else 0
    if kind not in (b"]", b"P", b"_"):
        return 0
    ends = [(at, len(st)) for st in _ST if (at := data.find(st, start + 2, limit)) >= 0]
    if not ends:
        return 0
    at, size = min(ends)
    inside = data[start + 2 : at]
    return 0 if b"\x1b" in inside else at + size


def _read(sequence: bytes) -> dict[str, object] | None:
    """The fields of `Replies` that a whole sequence sets, None when it is no answer to a question of ours."""
    if sequence[1:2] == b"[":
        return _control(sequence[2:-1], sequence[-1:])
    body = sequence[2:]
    for st in _ST:
        body = body.removesuffix(st)
    if sequence.startswith(b"\x1bP>|"):
        return {"name": "".join(chr(c) for c in body[2:] if 32 <= c < 127)[:64]}
    if sequence.startswith(b"\x1b_G"):
        return {"kitty_graphics": body.endswith(b";OK")}
    for code, field in ((b"10;", "foreground"), (b"11;", "background")):
        if sequence.startswith(b"\x1b]" + code):
            color = _color(body[3:])
            return {field: color} if color else {}
    return None


def _control(body: bytes, final: bytes) -> dict[str, object] | None:
    """The fields that a control sequence sets: its parameters and intermediates, and its final byte."""
    private = body[:1] == b"?"
    numbers = _numbers(body.lstrip(b"?").rstrip(b"$"))
    if numbers is None:
        return None
    if private and final == b"c":
        return {"attributes": numbers, "complete": True}
    if private and final == b"u" and len(numbers) == 1:
        return {"kitty_keyboard": True}
    if private and final == b"y" and body[-1:] == b"$" and len(numbers) == 2:
        return {"modes": (numbers,)}
    if private and final == b"S" and len(numbers) > 1:
        return _sixel(numbers)
    if not private and final == b"t" and len(numbers) == 3 and numbers[0] in (4, 6):
        size = (numbers[2], numbers[1])
        return {"cell" if numbers[0] == 6 else "area": size if min(size) > 0 else (0, 0)}
    return None


def _sixel(numbers: tuple[int, ...]) -> dict[str, object]:
    """XTSMGRAPHICS: item, status (0 is success), values."""
    if numbers[1] != 0:
        return {}
    if numbers[0] == 1 and len(numbers) == 3:
        return {"sixel_colors": numbers[2]}
    return {"sixel_area": numbers[2:4]} if numbers[0] == 2 and len(numbers) == 4 else {}


def _numbers(body: bytes) -> tuple[int, ...] | None:
    """Decimal parameters, an empty one being 0; None when there is something else among them."""
    parts = body.split(b";")
    if any(len(part) > 6 or not (part.isdigit() or not part) for part in parts):
        return None
    return tuple(int(part or b"0") for part in parts)


def _color(text: bytes) -> Color | None:
    """`rgb:RRRR/GGGG/BBBB` or `rgba:...` with 1 to 4 digits each, in 0-255; None for anything else."""
    scheme, _, rest = text.partition(b":")
    parts = rest.split(b"/")[:3]
    if scheme not in (b"rgb", b"rgba") or len(parts) != 3 or not all(1 <= len(part) <= 4 for part in parts):
        return None
    try:
        red, green, blue = (int(part, 16) * 255 // (16 ** len(part) - 1) for part in parts)
    except ValueError:
        return None
    return red, green, blue
