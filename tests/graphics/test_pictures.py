"""Bands: decoded again by a reader of our own, they are the picture."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from unicodedata import combining, decomposition

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from lightterm.document.cells import width
from lightterm.graphics.blocks import CUBE, BlockPicture
from lightterm.graphics.kitty import NUMERALS, PLACEHOLDER, KittyPicture
from lightterm.graphics.picture import Picture
from lightterm.graphics.probe import TRUE_COLOR
from lightterm.graphics.sixel import SixelPicture

CELL = (9, 17)
GREY = (40, 40, 40)


def gradient(size: tuple[int, int] = (90, 68)) -> Image.Image:
    across, down = Image.linear_gradient("L").resize(size), Image.linear_gradient("L").rotate(90).resize(size)
    return Image.merge("RGB", (across, down, ImageChops.invert(across)))


def read_sixel(text: str) -> Image.Image:
    """What a terminal makes of one Sixel string; pixels that it does not set are magenta."""
    found = re.fullmatch(r'\x1bP0;1;0q"1;1;(\d+);(\d+)(.*)\x1b\\', text, re.DOTALL)
    assert found
    wide, high = int(found[1]), int(found[2])
    image = Image.new("RGB", (wide, -(-high // 6) * 6), "magenta")
    colors: dict[int, tuple[int, int, int]] = {}
    x = y = color = 0
    parts = re.findall(r"(#(\d+);2;(\d+);(\d+);(\d+))|(#\d+|!\d+[?-~]|[$-])|([?-~])", found[3])
    for define, use, red, green, blue, repeat, sign in parts:
        if define:
            colors[int(use)] = tuple(int(v) * 255 // 100 for v in (red, green, blue))  # type: ignore[assignment]
        elif repeat.startswith("#"):
            color = int(repeat[1:])
        elif repeat == "$":
            x = 0
        elif repeat == "-":
            x, y = 0, y + 6
        else:
            count, sign = (int(repeat[1:-1]), repeat[-1]) if repeat else (1, sign)
            for bit in range(6):
                if ord(sign) - 63 >> bit & 1:
                    for at in range(x, x + count):
                        image.putpixel((at, y + bit), colors[color])
            x += count
    assert x <= wide
    return image.crop((0, 0, wide, high))


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two images are from each other to an eye that blurs, 0-255."""
    blurred = [image.filter(ImageFilter.GaussianBlur(2)) for image in (one, other)]
    return max(ImageStat.Stat(ImageChops.difference(*blurred)).rms)


@pytest.mark.covers("LB-97")
def test_sixel_bands_make_up_the_picture() -> None:
    image = gradient()
    picture = SixelPicture(image, 10, 4, CELL, 128, GREY)
    whole = Image.new("RGB", image.size)
    for n in range(4):
        band = read_sixel(picture.overlay(n))
        assert band.size == (90, 17)
        whole.paste(band, (0, 17 * n))
    assert difference(whole, image) < 6
    assert picture.row(0) == [(" " * 10, None, None)]


def test_sixel_keeps_to_the_colours_that_there_are_and_fills_up_with_the_background() -> None:
    picture = SixelPicture(gradient((40, 30)), 10, 2, CELL, 16, GREY)
    bands = [picture.overlay(n) for n in range(2)]
    assert all(len(set(re.findall(r"#(\d+);2;", band))) <= 16 for band in bands)
    assert difference(read_sixel(bands[0]).crop((0, 0, 40, 1)), Image.new("RGB", (40, 1), GREY)) < 20


def test_sixel_text_is_safe_ascii() -> None:
    text = SixelPicture(gradient(), 10, 4, CELL, 128, GREY).overlay(1)
    assert re.fullmatch(r"\x1bP[ -~]*\x1b\\", text)


def cells(picture: Picture, n: int) -> int:
    return sum(width(text) for text, _, _ in picture.row(n))


@pytest.mark.parametrize("colors", [16, 256, TRUE_COLOR])
def test_half_blocks_are_the_picture(colors: int) -> None:
    image = gradient()
    picture = BlockPicture(image, 10, 4, CELL, colors)
    assert [cells(picture, n) for n in range(4)] == [10] * 4
    inks = {ink for n in range(4) for _, *both in picture.row(n) for ink in both}
    if colors == TRUE_COLOR:
        top = [run[1] for run in picture.row(0)]
        assert all(isinstance(ink, tuple) for ink in inks) and len(top) == 10
        small = image.resize((10, 8), Image.Resampling.BOX)
        assert top == [small.getpixel((x, 0)) for x in range(10)]
    else:
        assert all(isinstance(ink, int) and (16 if colors == 256 else 0) <= ink < colors for ink in inks)
    assert CUBE[231 - 16] == (255, 255, 255) and len(CUBE) == 240


def test_half_blocks_of_a_smaller_picture_leave_the_rest_blank() -> None:
    picture = BlockPicture(Image.new("RGB", (36, 17), "red"), 10, 3, CELL, TRUE_COLOR)
    assert [cells(picture, n) for n in range(3)] == [10] * 3
    assert picture.row(0) == [(" " * 4, None, None), (" " * 6, None, None)]
    assert picture.row(1) == [("\u2580" * 4, (255, 0, 0), (255, 0, 0)), (" " * 6, None, None)]


@pytest.mark.covers("LB-97")
def test_kitty_gets_the_picture_once_and_its_rows_are_text() -> None:
    image = Image.effect_noise((90, 68), 80).convert("RGB")
    picture = KittyPicture(image, 10, 4, CELL)
    commands = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", picture.transmit())
    assert "".join(f"\x1b_G{head};{data}\x1b\\" for head, data in commands) == picture.transmit()
    number = picture.number
    assert commands[0][0] == f"a=T,U=1,i={number},c=10,r=4,f=100,q=2,m=1" and len(commands) > 2
    assert [head for head, _ in commands[1:]] == ["q=2,m=1"] * (len(commands) - 2) + ["q=2,m=0"]
    assert all(len(data) <= 4096 and len(data) % 4 == 0 for _, data in commands)
    sent = Image.open(BytesIO(b64decode("".join(data for _, data in commands))))
    assert sent.convert("RGB").tobytes() == image.tobytes()
    ((text, ink, background),) = picture.row(2)
    assert text == "".join(f"{PLACEHOLDER}{NUMERALS[2]}{NUMERALS[column]}" for column in range(10))
    assert (ink, background) == ((number >> 16, number >> 8 & 255, number & 255), None)
    assert width(text) == 10
    assert picture.delete() == f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\"
    assert 0 < number <= 0xFFFFFF and KittyPicture(image, 10, 4, CELL).number != number


def test_kitty_behind_tmux_is_passed_through() -> None:
    picture = KittyPicture(Image.new("RGB", (9, 17)), 1, 1, CELL, "tmux")
    assert re.fullmatch(r"\x1bPtmux;\x1b\x1b_G[^\x1b]*\x1b\x1b\\\x1b\\", picture.transmit())


def test_the_numerals_are_those_of_the_protocol() -> None:
    assert (len(NUMERALS), len(set(NUMERALS))) == (297, 297)
    assert (NUMERALS[0], NUMERALS[1], NUMERALS[-1]) == ("\u0305", "\u030d", "\U0001d244")
    fused = {*range(0x300, 0x305), *range(0x306, 0x30D), 0x30F, 0x311, 0x313, 0x314, 0x342, 0x653, 0x654}
    early = [c for c in map(chr, range(0x700)) if combining(c) == 230 and not decomposition(c) and ord(c) not in fused]
    assert list(NUMERALS[: len(early)]) == early
    assert list(NUMERALS) == sorted(NUMERALS) and {combining(c) for c in NUMERALS} == {230}
