"""What is wrong with a picture's data, as decoders show what there is of it and say nothing."""

from __future__ import annotations

from zlib import crc32

CUT = "its data end too early"
DAMAGED = "its data are damaged"


def fault_of(data: bytes) -> str:
    """Why only a part of a PNG, JPEG, GIF, WebP or BMP can be shown, in words; "" where its frame says nothing."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(data)
    if data.startswith(b"\xff\xd8"):
        # Within the scan FF is followed by 0, so that no marker is met by chance; thumbnails end before it begins.
        return "" if data.rfind(b"\xff\xd9") > data.rfind(b"\xff\xda") else CUT
    if data.startswith((b"GIF87a", b"GIF89a")):
        return _gif(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return CUT if 8 + int.from_bytes(data[4:8], "little") > len(data) else ""
    if data.startswith(b"BM"):
        return CUT if int.from_bytes(data[2:6], "little") > len(data) else ""
    return ""


def _png(data: bytes) -> str:
    """Chunks up to IEND; those that a decoder may do without are not checked. https://www.w3.org/TR/png-3/#5Chunk-layout"""
    at = 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        end = at + 8 + size
        if end + 4 > len(data):
            return CUT
        kind = data[at + 4 : at + 8]
        if kind[:1].isupper() and crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return DAMAGED
        if kind == b"IEND":
            return ""
        at = end + 4
    return CUT


def _gif(data: bytes) -> str:
    """Blocks up to the trailer. https://www.w3.org/Graphics/GIF/spec-gif89a.txt, appendix A"""
    at = 13 + _colors(data, 10)
    while at < len(data):
        sign = data[at]
        if sign == 0x3B:
            return ""
        if sign == 0x2C:
            at += 11 + _colors(data, at + 9)
        elif sign == 0x21:
            at += 2
        else:
            return DAMAGED
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
    return CUT


def _colors(data: bytes, at: int) -> int:
    """Bytes of the table of colours that the flags at `at` announce."""
    flags = data[at] if at < len(data) else 0
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0
