"""How many frames an animated picture has and how long they take, told by the parts of its file alone."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


MOST = 100_000
"""Parts of a file that are looked at: a megabyte of a GIF has 4,000, and one made to take long a million."""


def frames_of(body: bytes) -> tuple[int, float]:
    """Frames of a GIF, PNG or WebP, and the seconds of one round; (0, 0.0) for what has none of its own.

    What comes behind the first MOST parts is not counted.
    """
    if body.startswith((b"GIF87a", b"GIF89a")):
        waits = list(_gif(body))
    elif body.startswith(b"\x89PNG\r\n\x1a\n"):
        waits = list(_png(body))
    elif body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        waits = list(_webp(body))
    else:
        waits = []
    return len(waits), sum(waits)


def _gif(body: bytes) -> Iterator[float]:
    """The seconds of each frame. https://www.w3.org/Graphics/GIF/spec-gif89a.txt"""
    at = 13 + _colours(body[10:11])
    wait, parts = 0.0, 0
    while at < len(body) and parts < MOST:
        kind = body[at]
        if kind == 0x21:
            if body[at + 1 : at + 2] == b"\xf9":
                wait = int.from_bytes(body[at + 4 : at + 6], "little") / 100
            at += 2
        elif kind == 0x2C:
            yield wait
            at += 11 + _colours(body[at + 9 : at + 10])
        else:
            return
        while at < len(body) and body[at] and parts < MOST:
            at += 1 + body[at]
            parts += 1
        at += 1
        parts += 1


def _colours(flags: bytes) -> int:
    """Bytes of the table of colours that follows."""
    return 3 << (flags[0] & 7) + 1 if flags and flags[0] & 0x80 else 0


def _png(body: bytes) -> Iterator[float]:
    """https://www.w3.org/TR/png-3/#fcTL-chunk"""
    at = 8
    for _ in range(MOST):
        if at + 8 > len(body):
            return
        size = int.from_bytes(body[at : at + 4], "big")
        if body[at + 4 : at + 8] == b"fcTL":
            part, whole = (int.from_bytes(body[at + i : at + i + 2], "big") for i in (28, 30))
            yield part / (whole or 100)
        at += 12 + size


def _webp(body: bytes) -> Iterator[float]:
    """https://www.rfc-editor.org/rfc/rfc9649, section 2.7.1.1"""
    at = 12
    for _ in range(MOST):
        if at + 8 > len(body):
            return
        size = int.from_bytes(body[at + 4 : at + 8], "little")
        if body[at : at + 4] == b"ANMF":
            yield int.from_bytes(body[at + 20 : at + 23], "little") / 1000
        at += 8 + size + (size & 1)
