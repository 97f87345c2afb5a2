"""Pictures as pages of words."""

from __future__ import annotations

import struct
from zlib import crc32

import pytest
from others import read


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))


PNG = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">II5x", 640, 480))
PNG += chunk(b"IDAT", b"--") + chunk(b"IEND", b"")
JPEG = b"\xff\xd8\xff\xe0\0\4ab\xff\xff\xd8\xff\xc4\0\3a\xff\xc2\0\x11\x08" + struct.pack(">HH", 480, 640) + bytes(12)
JPEG += b"\xff\xda\0\2--\xff\xd9"
GIF = b"GIF89a" + struct.pack("<HH3x", 640, 480) + b"\x2c" + struct.pack("<HHHHx", 0, 0, 640, 480) + b"\2\2--\0;"
VP8 = b"RIFF\x1a\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 640 | 0x4000, 480) + bytes(4)
VP8L = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 639 | 479 << 14) + bytes(9)
VP8X = b"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0" + (639).to_bytes(3, "little") + (479).to_bytes(3, "little")
BMP = b"BM" + bytes(12) + struct.pack("<Iii", 40, 640, -480) + bytes(20)
OLD_BMP = b"BM" + bytes(12) + struct.pack("<IHH", 12, 640, 480)
ICON = b"\0\0\1\0\2\0" + bytes((16, 16)) + bytes(14) + bytes((0, 0)) + bytes(14)
AVIF = b"\0\0\0\x18ftypavif" + b"".join(
    struct.pack(">I4sIII", 20, b"ispe", 0, *size) for size in ((160, 120), (640, 480), (64, 64))
)


@pytest.mark.parametrize(
    ("content_type", "body", "name", "size"),
    [
        ("image/png", PNG, "PNG", (640, 480)),
        ("image/gif", GIF, "GIF", (640, 480)),
        ("image/jpeg", JPEG, "JPEG", (640, 480)),
        ("image/webp", VP8, "WebP", (640, 480)),
        ("image/webp", VP8L, "WebP", (640, 480)),
        ("image/webp", VP8X, "WebP", (640, 480)),
        ("image/bmp", BMP, "BMP", (640, 480)),
        ("image/bmp", OLD_BMP, "BMP", (640, 480)),
        ("image/vnd.microsoft.icon", ICON, "icon", (256, 256)),
        ("image/avif", AVIF, "AVIF", (640, 480)),
        ("image/heic", AVIF, "HEIC", (640, 480)),
    ],
)
def test_name_format_and_size(content_type: str, body: bytes, name: str, size: tuple[int, int]) -> None:
    page = read(content_type, body, "https://example.org/a%20picture.x?y#z")
    assert page.errors == ()
    assert page.document.title == "a picture.x"
    assert f"{name} image, {size[0]}×{size[1]} pixels, {len(body)} B" in page.lines
    assert page.lines[-1] == "[1]a picture.x"
    assert [t.text for t in page.document.targets] == ["a picture.x"]
    (medium,) = page.document.media
    assert (medium.kind, medium.url, medium.alt) == ("image", "https://example.org/a%20picture.x?y#z", "a picture.x")
    assert (medium.width, medium.height) == size


@pytest.mark.parametrize(
    ("content_type", "body", "name"),
    [("image/png", PNG, "PNG"), ("image/gif", GIF, "GIF"), ("image/jpeg", JPEG, "JPEG"), ("image/webp", VP8, "WebP")],
)
def test_a_picture_that_was_cut_off_says_so(content_type: str, body: bytes, name: str) -> None:
    assert read(content_type, body).errors == ()
    page = read(content_type, body[:-2])
    assert page.codes == ["PARSE_ERROR"]
    assert page.errors[0].message == f"only a part of this {name} image can be shown: its data end too early"
    assert page.errors[0].exit_code == 42
    assert f"{name} image, 640×480 pixels, {len(body) - 2} B" in page.lines


def test_a_damaged_picture_says_so() -> None:
    page = read("image/png", PNG.replace(b"--", b"-!"))
    assert [error.message for error in page.errors] == [
        "only a part of this PNG image can be shown: its data are damaged"
    ]


@pytest.mark.parametrize(
    "content_type", ["image/png", "image/gif", "image/jpeg", "image/webp", "image/bmp", "image/avif"]
)
def test_what_is_no_picture_is_named(content_type: str) -> None:
    page = read(content_type, b"no picture at all, but long enough for a header")
    assert page.codes == ["PARSE_ERROR"]
    assert page.links == ["https://example.org/dir/file"]


def test_a_format_nobody_knows_is_still_a_page() -> None:
    page = read("image/x-odd", b"...")
    assert page.errors == ()
    assert "X-ODD image, 3 B" in page.lines


@pytest.mark.parametrize("body", [PNG, JPEG, VP8, VP8L, VP8X, BMP, OLD_BMP, ICON, AVIF])
def test_every_truncation_of_a_header_ends(body: bytes) -> None:
    for end in range(len(body)):
        page = read("image/png", body[:end])
        assert page.links == ["https://example.org/dir/file"]
