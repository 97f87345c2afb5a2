"""Pictures as pages of words: name, format, size. The headers are read here, so that no image library is needed."""

from __future__ import annotations

from lightterm.document.marks import IMAGE, IMAGE_END, MEDIA
from lightterm.document.model import Media
from lightterm.extract.build import Builder, name_of, size_in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.build import Reading
    from lightterm.fetch.model import Snapshot

    Size = tuple[int, int]

_FORMATS = {
    "image/jpeg": "JPEG",
    "image/jpg": "JPEG",
    "image/pjpeg": "JPEG",
    "image/webp": "WebP",
    "image/svg+xml": "SVG",
    "image/vnd.microsoft.icon": "icon",
    "image/x-icon": "icon",
    "image/x-ms-bmp": "BMP",
}
_HEAD = 1 << 20
"""Bytes looked at for a size: a JPEG may hold a megabyte of metadata before it."""


def image_document(snapshot: Snapshot, url: str) -> Reading:
    """A page about a picture, with one link and one medium: the picture; ParseFailed when it is none of its type."""
    from lightterm.errors import ParseFailed
    from lightterm.safe import clean

    kind = snapshot.content_type
    body = snapshot.markup
    form = _FORMATS.get(kind) or clean(kind.partition("/")[2]).upper()
    name = name_of(url) or f"{form} image"
    builder = Builder(url, snapshot.base)
    described = None
    if kind == "image/svg+xml":
        from lightterm.extract.xml_view import described_svg

        described = described_svg(snapshot, url)
    width, height = described.size if described else size_of(body)
    pixels = f", {width}\u00d7{height} pixels" if width and height else ""
    title = (described and described.title) or name
    builder.paragraph(title, level=1)
    exact = f" ({len(body):,} bytes)" if len(body) >= 1000 else ""
    builder.paragraph(f"{form} image{pixels}, {size_in_words(len(body))}{exact}", gap=1)
    builder.paragraph(builder.link(url, f"{IMAGE}{MEDIA}{name}{IMAGE_END}"), gap=1)
    for line in described.lines if described else ():
        builder.paragraph(builder.linked(line), gap=1)
    problems = described.problems if described else ()
    if not described and not (width and height) and _should_be_known(kind):
        problems = (ParseFailed(f"this is no readable {form} image", url=url),)
    alt = title if described else name
    return builder.document(title, kind, (Media("image", url, alt, width, height),)), problems


def _should_be_known(kind: str) -> bool:
    return kind in (*_FORMATS, "image/png", "image/gif", "image/bmp", "image/avif")


def size_of(body: bytes) -> Size:
    """Width and height in pixels as the header of a PNG, GIF, JPEG, WebP, BMP, icon, AVIF or HEIC says, else (0, 0)."""
    head = body[:_HEAD]
    if head.startswith(b"\x89PNG\r\n\x1a\n") and head[12:16] == b"IHDR":
        return _big(head, 16, 4), _big(head, 20, 4)
    if head.startswith((b"GIF87a", b"GIF89a")):
        return _little(head, 6, 2), _little(head, 8, 2)
    if head.startswith(b"\xff\xd8"):
        return _jpeg(head)
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


def _jpeg(head: bytes) -> Size:
    """The frame header (SOF0-15 but DHT, JPG and DAC). ITU T.81, B.2.2"""
    at = 2
    while at + 9 <= len(head):
        if head[at] != 0xFF:
            return 0, 0
        marker = head[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _big(head, at + 7, 2), _big(head, at + 5, 2)
        elif marker == 1 or 0xD0 <= marker <= 0xD8:
            at += 2
        else:
            at += 2 + max(2, _big(head, at + 2, 2))
    return 0, 0


def _webp(head: bytes) -> Size:
    """https://www.rfc-editor.org/rfc/rfc9649, section 2"""
    form = head[12:16]
    if form == b"VP8 " and head[23:26] == b"\x9d\x01\x2a":
        return _little(head, 26, 2) & 0x3FFF, _little(head, 28, 2) & 0x3FFF
    if form == b"VP8L" and head[20:21] == b"\x2f":
        bits = _little(head, 21, 4)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8X" and len(head) >= 30:
        return _little(head, 24, 3) + 1, _little(head, 27, 3) + 1
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
