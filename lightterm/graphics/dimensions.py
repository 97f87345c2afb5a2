"""The size of a picture as its header says, so that its place is known before it has come, without an image library."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Size = tuple[int, int]

_HEAD = 1 << 20
"""Bytes looked at for a size: a JPEG may hold a megabyte of metadata before it."""

_SVG_HEAD = 4096
"""Bytes in which an SVG's root element begins, behind its declaration, document type and comments."""


def dimensions(data: bytes) -> Size:
    """Width and height in pixels of any picture of the web, from its beginning (1 KB mostly); (0, 0) when not said."""
    return svg_size(_root(data)) if is_svg(data) else size_of(data)


def is_svg(data: bytes) -> bool:
    """Whether `data` is SVG by its content."""
    head = data[:_SVG_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith(b"<") and (b"<svg" in head or b":svg" in head)


def _root(data: bytes) -> str:
    """The attributes of an SVG's root element."""
    head = data[: 2 * _SVG_HEAD]
    start = head.find(b"<svg")
    start = head.find(b":svg") if start < 0 else start
    return head[start : head.find(b">", start)].decode("utf-8", "replace")


def size_of(body: bytes) -> Size:
    """Width and height in pixels as the header of a PNG, GIF, JPEG, WebP, BMP, icon, AVIF or HEIC says, else (0, 0).

    They are of the picture as it is shown: turned as its EXIF says, where that stands before its pixels.
    """
    head = body[:_HEAD]
    if head.startswith(b"\x89PNG\r\n\x1a\n") and head[12:16] == b"IHDR":
        return _turned((_big(head, 16, 4), _big(head, 20, 4)), _png_exif(head))
    if head.startswith((b"GIF87a", b"GIF89a")):
        return _little(head, 6, 2), _little(head, 8, 2)
    if head.startswith(b"\xff\xd8"):
        return _turned(*_jpeg(head))
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _webp(head)
    if head.startswith(b"BM"):
        return _bmp(head)
    if head.startswith((b"\0\0\1\0", b"\0\0\2\0")):
        return _icon(head)
    return _heif(head) if head[4:8] == b"ftyp" else (0, 0)


def _big(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "big")


def _little(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def exif_of(body: bytes) -> bytes:
    """The EXIF of a JPEG, PNG or WebP, a TIFF file by itself; b"" for none that stands where it should."""
    head = body[:_HEAD]
    if head.startswith(b"\xff\xd8"):
        return _jpeg(head)[1]
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png_exif(head)
    return _webp_exif(body) if head[:4] == b"RIFF" and head[8:12] == b"WEBP" else b""


def _jpeg(head: bytes) -> tuple[Size, bytes]:
    """The size in the frame header (SOF0-15 but DHT, JPG and DAC), and the EXIF before it. ITU T.81, B.2.2"""
    at, exif = 2, b""
    while at + 9 <= len(head):
        if head[at] != 0xFF:
            break
        marker = head[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return (_big(head, at + 7, 2), _big(head, at + 5, 2)), exif
        elif marker == 1 or 0xD0 <= marker <= 0xD8:
            at += 2
        else:
            end = at + 2 + max(2, _big(head, at + 2, 2))
            if marker == 0xE1 and head.startswith(_EXIF, at + 4):
                exif = head[at + 10 : end]
            at = end
    return (0, 0), exif


_EXIF = b"Exif\0\0"


def _png_exif(head: bytes) -> bytes:
    """The EXIF before the pixels of a PNG. https://www.w3.org/TR/png-3/#11eXIf"""
    at = 8
    while at + 8 <= len(head) and head[at + 4 : at + 8] != b"IDAT":
        size = _big(head, at, 4)
        if head[at + 4 : at + 8] == b"eXIf":
            return head[at + 8 : at + 8 + size]
        at += 12 + size
    return b""


def _webp_exif(head: bytes) -> bytes:
    at = 12
    while at + 8 <= len(head):
        size = _little(head, at + 4, 4)
        if head[at : at + 4] == b"EXIF":
            return head[at + 8 : at + 8 + size].removeprefix(_EXIF)
        at += 8 + size + (size & 1)
    return b""


def _turned(size: Size, exif: bytes) -> Size:
    """A size with its sides changed over where EXIF lays the picture on its side (tag 274, from 5 to 8)."""
    order: Literal["big", "little"] = "big" if exif[:2] == b"MM" else "little"
    start = int.from_bytes(exif[4:8], order)
    for at in range(start + 2, start + 2 + 12 * int.from_bytes(exif[start : start + 2], order), 12):
        entry = exif[at : at + 12]
        if len(entry) < 12:
            break
        if int.from_bytes(entry[:2], order) == 0x0112:
            return size[::-1] if 5 <= int.from_bytes(entry[8:10], order) <= 8 else size
    return size


def _webp(head: bytes) -> Size:
    """https://www.rfc-editor.org/rfc/rfc9649, section 2"""
    form = head[12:16]
    if form == b"VP8X" and len(head) >= 30:
        return _turned((_little(head, 24, 3) + 1, _little(head, 27, 3) + 1), _webp_exif(head))
    if form == b"VP8 " and head[23:26] == b"\x9d\x01\x2a":
        return _little(head, 26, 2) & 0x3FFF, _little(head, 28, 2) & 0x3FFF
    if form == b"VP8L" and head[20:21] == b"\x2f":
        bits = _little(head, 21, 4)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return 0, 0


def _bmp(head: bytes) -> Size:
    if _little(head, 14, 4) == 12:
        return _little(head, 18, 2), _little(head, 20, 2)
    height = _little(head, 22, 4)
    return _little(head, 18, 4), 2**32 - height if height >= 2**31 else height


def _icon(head: bytes) -> Size:
    """The largest picture of an icon; 0 stands for 256."""
    sizes = [
        (head[at] or 256, head[at + 1] or 256) for at in range(6, min(6 + 16 * _little(head, 4, 2), len(head) - 15), 16)
    ]
    return max(sizes, default=(0, 0))


def _heif(head: bytes) -> Size:
    """The largest `ispe` property: thumbnails and tiles have their own. ISO/IEC 23008-12, 6.5.3"""
    sizes = [(0, 0)]
    at = head.find(b"ispe")
    while 0 <= at <= len(head) - 16 and len(sizes) < 1000:
        sizes.append((_big(head, at + 8, 4), _big(head, at + 12, 4)))
        at = head.find(b"ispe", at + 4)
    return max(sizes, key=lambda size: size[0] * size[1])


def svg_size(attributes: str) -> tuple[int, int]:
    """Width and height as an SVG's root element says in pixels, else those of its view box; (0, 0) for neither."""
    import re

    said = dict(re.findall(r"""\b(width|height|viewBox)\s*=\s*["']([^"'<>]*)""", attributes))
    numbers = [_pixels(said.get(name, "")) for name in ("width", "height")]
    if not all(numbers):
        box = said.get("viewBox", "").replace(",", " ").split()
        numbers = [_pixels(n) for n in box[2:]] if len(box) == 4 else [0, 0]
    return numbers[0], numbers[1]


def _pixels(length: str) -> int:
    digits = length.strip().removesuffix("px").partition(".")[0]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 8 else 0
