"""Decoding: every format by its content, within bounds, turned, in sRGB, on the background."""

from __future__ import annotations

import struct
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from shutil import which

import pytest
from hostile_pictures import png_bomb
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms, ImageDraw

from lightterm.errors import LighttermError, ParseFailed, TooLarge
from lightterm.graphics.decode import Limits, decode, frames
from lightterm.graphics.dimensions import dimensions

BOX = (200, 200)
BLACK, WHITE = (0, 0, 0), (255, 255, 255)


def quarters(size: tuple[int, int] = (40, 20), mode: str = "RGB") -> Image.Image:
    """Red and green above blue and white."""
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    x, y = size[0] // 2, size[1] // 2
    for box, color in (((0, 0, x - 1, y - 1), "red"), ((x, 0, *size), "lime"), ((0, y, x - 1, size[1]), "blue")):
        draw.rectangle(box, color)
    draw.rectangle((x, y, *size), "white")
    return image.convert(mode)


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    stream = BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def near(color: object, wanted: tuple[int, int, int], by: int = 40) -> bool:
    assert isinstance(color, tuple)
    return all(abs(a - b) <= by for a, b in zip(color, wanted, strict=True))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP", "ICO"])
def test_every_format_is_known_by_its_content(form: str) -> None:
    options = {"quality": 95} if form in ("JPEG", "WEBP", "AVIF") else {}
    data = saved(quarters((40, 40)), form, **options, **({"sizes": [(40, 40)]} if form == "ICO" else {}))
    found = decode(data, BOX, BLACK)
    assert (found.format, found.size, found.image.mode, found.image.size) == (form, (40, 40), "RGB", (40, 40))
    assert dimensions(data) == (40, 40)
    for place, color in (((5, 5), (255, 0, 0)), ((35, 5), (0, 255, 0)), ((5, 35), (0, 0, 255)), ((35, 35), WHITE)):
        assert near(found.image.getpixel(place), color), form


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_every_kind_of_pixels_becomes_rgb(mode: str) -> None:
    image = quarters(mode=mode if mode != "I;16" else "L")
    if mode == "I;16":
        image = image.convert("I").point(lambda value: value * 257).convert("I;16")
    found = decode(saved(image, "JPEG" if mode == "CMYK" else "PNG"), BOX, BLACK).image
    assert near(found.getpixel((35, 15)), WHITE) and found.mode == "RGB"


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(10))
@pytest.mark.parametrize("order", ["<", ">"])
def test_the_size_that_a_header_says_is_that_of_the_turned_picture(form: str, orientation: int, order: str) -> None:
    """Room was made for a portrait as if it lay on its side, and its page said so."""
    exif = Image.Exif()
    exif.endian = order
    exif[0x0110], exif[0x0112] = "A camera", orientation
    data = saved(quarters((40, 20)), form, exif=exif.tobytes())
    assert dimensions(data) == decode(data, BOX, BLACK).size == ((20, 40) if 5 <= orientation <= 8 else (40, 20))


@given(st.binary(max_size=80))
def test_exif_that_is_none_leaves_the_size(junk: bytes) -> None:
    body = saved(quarters((40, 20)), "JPEG")
    part = b"\xff\xe1" + struct.pack(">H", len(junk) + 8) + b"Exif\0\0" + junk
    assert sorted(dimensions(body[:2] + part + body[2:])) == [20, 40]


def test_other_formats_are_not_tried() -> None:
    for form in ("TIFF", "PPM", "PCX"):
        with pytest.raises(ParseFailed):
            decode(saved(quarters(), form), BOX, BLACK)


@pytest.mark.covers("LB-162")
def test_a_picture_is_made_smaller_and_never_larger() -> None:
    data = saved(quarters((1000, 500)), "PNG")
    assert decode(data, (100, 100), BLACK).image.size == (100, 50)
    assert decode(data, (5000, 5000), BLACK).image.size == (1000, 500)
    assert decode(saved(quarters((1000, 2)), "PNG"), (100, 100), BLACK).image.size == (100, 1)


def test_transparency_is_blended_with_the_background() -> None:
    image = Image.new("RGBA", (10, 10), (255, 0, 0, 0))
    image.putpixel((5, 5), (0, 255, 0, 128))
    for form in ("PNG", "WEBP"):
        found = decode(saved(image, form, **({"lossless": True} if form == "WEBP" else {})), BOX, (10, 20, 200)).image
        assert near(found.getpixel((1, 1)), (10, 20, 200), 2)
        assert near(found.getpixel((5, 5)), (5, 138, 100), 4)
    indexed = quarters().convert("P")
    data = saved(indexed, "GIF", transparency=indexed.getpixel((1, 1)))
    assert near(decode(data, BOX, (9, 9, 9)).image.getpixel((1, 1)), (9, 9, 9), 2)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_turns_the_picture(orientation: int) -> None:
    upright = quarters((40, 20))
    undo = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
            5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
            8: Image.Transpose.ROTATE_270}  # fmt: skip
    stored = upright.transpose(undo[orientation]) if orientation > 1 else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    for form in ("JPEG", "PNG", "WEBP"):
        found = decode(saved(stored, form, exif=exif, quality=95), (20, 20), BLACK)
        assert (found.size, found.image.size) == ((40, 20), (20, 10))
        assert near(found.image.getpixel((2, 2)), (255, 0, 0), 60)
        assert near(found.image.getpixel((2, 8)), (0, 0, 255), 60)


def test_colours_come_out_in_srgb() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    assert decode(saved(quarters(), "PNG", icc_profile=lab.tobytes()), BOX, BLACK).image.size == (40, 20)
    assert decode(saved(quarters(), "PNG", icc_profile=b"no profile"), BOX, BLACK).image.size == (40, 20)
    swapped = _profile_with_red_and_green_swapped()
    found = decode(saved(quarters(), "PNG", icc_profile=swapped), BOX, BLACK).image
    assert near(found.getpixel((5, 5)), (0, 255, 0), 60) and near(found.getpixel((35, 5)), (255, 0, 0), 60)


def _profile_with_red_and_green_swapped() -> bytes:
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes().replace(b"sRGB", b"test"))
    count = int.from_bytes(data[128:132], "big")
    entries = {bytes(data[132 + 12 * i : 136 + 12 * i]): 132 + 12 * i for i in range(count)}
    red, green = entries[b"rXYZ"] + 4, entries[b"gXYZ"] + 4
    data[red : red + 8], data[green : green + 8] = data[green : green + 8], data[red : red + 8]
    return bytes(data)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_picture_cut_off_shows_what_came_or_says_so(form: str) -> None:
    data = saved(quarters((300, 300)), form)
    for part in (0.1, 0.6, 0.95):
        cut = data[: int(len(data) * part)]
        try:
            found = decode(cut, BOX, BLACK)
        except ParseFailed:
            assert form in ("WEBP", "GIF") or part < 0.5
        else:
            assert found.size == (300, 300)
    if form in ("PNG", "JPEG"):
        assert near(decode(data[: int(len(data) * 0.6)], BOX, BLACK).image.getpixel((10, 10)), (255, 0, 0), 60)


@pytest.mark.covers("LB-159")
def test_bombs_are_refused_before_they_are_decoded() -> None:
    with pytest.raises(TooLarge, match="50,000 x 50,000") as refused:
        decode(png_bomb(50_000, 50_000), BOX, BLACK)
    assert "images.max_pixels" in refused.value.suggestion and "--max-bytes" not in refused.value.suggestion
    with pytest.raises(TooLarge):
        decode(saved(quarters((400, 400)), "PNG"), BOX, BLACK, Limits(max_pixels=100_000))
    with pytest.raises(TooLarge):
        decode(b"GIF89a" + struct.pack("<HH", 65535, 65535) + bytes(20), BOX, BLACK)
    with pytest.raises(TooLarge):
        next(frames(png_bomb(50_000, 50_000), BOX, BLACK))


def test_a_jpeg_may_be_larger_since_it_is_decoded_smaller() -> None:
    limits = Limits(max_pixels=100_000)
    assert decode(saved(quarters((600, 600)), "JPEG"), (60, 60), BLACK, limits).image.size == (60, 60)
    with pytest.raises(TooLarge):
        decode(saved(quarters((600, 600)), "JPEG", progressive=True), (60, 60), BLACK, limits)
    with pytest.raises(TooLarge):
        decode(saved(quarters((600, 600)), "JPEG"), (600, 600), BLACK, limits)


def test_what_is_no_picture_is_named_so() -> None:
    for data in (
        b"",
        b"<html><body>404",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"\xff\xd8\xff\xe0",
        b"RIFF\0\0\0\0WEBPVP8 ",
    ):
        with pytest.raises(ParseFailed):
            decode(data, BOX, BLACK)


def test_animations_give_their_first_frame_and_the_others_when_asked() -> None:
    colors = ["red", "lime", "blue"]
    pages = [Image.new("RGB", (20, 20), color) for color in colors]
    for form in ("GIF", "WEBP", "PNG"):
        data = saved(pages[0], form, save_all=True, append_images=pages[1:], duration=[100, 250, 10], loop=0)
        first = decode(data, BOX, BLACK)
        assert first.animated and near(first.image.getpixel((5, 5)), (255, 0, 0))
        shown = list(frames(data, (10, 10), BLACK))
        assert [image.size for image, _ in shown] == [(10, 10)] * 3
        assert [round(seconds, 2) for _, seconds in shown] == [0.1, 0.25, 0.1]
        assert near(shown[2][0].getpixel((5, 5)), (0, 0, 255))
    assert not decode(saved(pages[0], "GIF"), BOX, BLACK).animated


SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'


def svg(attributes: str, body: str) -> bytes:
    return SVG.format(attributes, body).encode()


def test_svg_is_drawn_at_the_size_asked_for() -> None:
    data = svg('width="400" height="200"', '<rect width="200" height="200" fill="red"/>')
    found = decode(data, (100, 100), (1, 2, 3))
    assert (found.format, found.size, found.image.size, dimensions(data)) == ("SVG", (400, 200), (100, 50), (400, 200))
    assert near(found.image.getpixel((10, 10)), (255, 0, 0), 2) and near(found.image.getpixel((90, 10)), (1, 2, 3), 2)
    data = b"<?xml version='1.0'?>\n<!-- x -->\n" + svg('viewBox="0 0 30 60" width="100%"', '<circle r="9"/>')
    assert decode(data, BOX, BLACK).image.size == dimensions(data) == (30, 60)


def test_svg_reads_nothing_but_itself(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(saved(Image.new("RGB", (20, 20), "red"), "PNG"))
    size = 'width="20" height="20"'
    for reference in (f'href="{secret}"', f"xlink:href = '{secret}'", f'href="&#x2f;{str(secret)[1:]}"',
                      f'href="\n{secret}"', 'HREF="x" href="secret.png"'):  # fmt: skip
        found = decode(svg(size, f"<image {size} {reference}/>"), BOX, BLACK)
        assert found.image.getpixel((10, 10)) == BLACK, reference
    inline = "data:image/png;base64," + b64encode(secret.read_bytes()).decode()
    assert near(
        decode(svg(size, f'<image {size} href="{inline}"/>'), BOX, BLACK).image.getpixel((9, 9)), (255, 0, 0), 2
    )
    for entity in (f'<!ENTITY x SYSTEM "file://{secret}">', f"<!ENTITY x '<image href=&#34;{secret}&#34;/>'>",
                   "<!ENTITY % x 'y'>"):  # fmt: skip
        with pytest.raises(ParseFailed):
            decode(b"<!DOCTYPE svg [" + entity.encode() + b"]>" + svg(size, "&x;"), BOX, BLACK)


@pytest.mark.skipif(not which("fc-match"), reason="fontconfig tells the fonts there are")
@pytest.mark.parametrize(
    "said",
    [
        "",
        'font-family="monospace"',
        'font-family="serif"',
        'font-family="No Such Font"',
        """font-family='"No Such Font", Neither'""",
        'style="font-family:No Such Font" fill="#000"',
        """style="font-family: 'No Such Font', cursive; fill: #000\"""",
        'class="named"',
    ],
)
def test_svg_draws_text_in_fonts_that_are_not_here(said: str) -> None:
    style = """<style>.named { font-family: "No Such Font", Neither; font-weight: bold }</style>"""
    text = f'<text x="2" y="30" font-size="30" {said}>Tide</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">{style}{text}</svg>'.encode()
    drawn = decode(svg, (80, 40), (255, 255, 255)).image
    assert isinstance(drawn, Image.Image) and drawn.convert("L").getextrema()[0] < 100


def test_svg_that_takes_too_long_is_given_up_and_the_next_is_drawn() -> None:
    slow = (
        '<filter id="f"><feGaussianBlur stdDeviation="80"/><feTurbulence baseFrequency=".01" numOctaves="8"/></filter>'
    )
    attributes = 'width="2000" height="2000"'
    with pytest.raises(TooLarge, match=r"more than|memory"):
        decode(
            svg(attributes, slow + f'<rect {attributes} filter="url(#f)"/>'), (2000, 2000), BLACK, Limits(svg_seconds=1)
        )
    assert decode(svg('width="9" height="9"', '<rect width="9" height="9" fill="red"/>'), BOX, BLACK,
                  Limits(svg_seconds=30)).image.getpixel((4, 4)) == (255, 0, 0)  # fmt: skip
    with pytest.raises(TooLarge, match="bytes"):
        decode(svg("", " " * 1000), BOX, BLACK, Limits(max_svg_bytes=1000))
    with pytest.raises(ParseFailed):
        decode(b"<svg><unclosed", BOX, BLACK, Limits(svg_seconds=30))


SAMPLES = [saved(quarters(), form) for form in ("PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP", "ICO")]


@given(
    st.sampled_from(SAMPLES),
    st.lists(st.tuples(st.integers(0, 400), st.binary(max_size=3)), max_size=4),
    st.integers(0, 400),
)
def test_damaged_pictures_are_shown_or_refused(data: bytes, changes: list[tuple[int, bytes]], cut: int) -> None:
    for at, new in changes:
        data = data[:at] + new + data[at + len(new) :]
    try:
        found = decode(data[: len(data) - cut] if cut < len(data) else data, BOX, BLACK)
    except LighttermError:
        return
    assert found.image.mode == "RGB" and max(found.image.size) <= 200
