"""Pictures in Sixel, a band for each row of text. https://vt100.net/docs/vt3xx-gp/chapter14.html

A band has its own colours and its own raster, so it can be written whenever its row is. The palette is the picture's:
128 colours by FASTOCTREE with Floyd-Steinberg. On a noisy 600x400 photograph that is off by 1.3 of 255 to an eye that
blurs (64 colours 3.5, 256 0.9, 128 undithered 3.9), in 6 ms and 49 ms for all bands (256: 88); MEDIANCUT takes 500 ms
and is worse.
"""

from __future__ import annotations

from re import DOTALL, Match
from re import compile as compiled

from PIL import Image

from lightterm.graphics.picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.graphics.replies import Color, Size

_RUN = compiled(rb"(.)\1{3,}", DOTALL)
_IS = [bytes(i == c for i in range(256)) for c in range(256)]
"""Translation tables: 1 where a pixel has that colour."""

COLORS = 128


class SixelPicture(Picture):
    """A picture as Sixel bands."""

    __slots__ = ("_bands",)

    def __init__(self, image: Image.Image, columns: int, rows: int, cell: Size, colors: int, background: Color) -> None:
        width, height = min(image.width, columns * cell[0]), rows * cell[1]
        if image.size != (width, height):
            box = Image.new("RGB", (width, height), background)
            box.paste(image, (0, max(0, (height - image.height) // 2)))
            image = box
        seed = image.quantize(colors, method=Image.Quantize.FASTOCTREE)
        indexed = image.quantize(palette=seed, dither=Image.Dither.FLOYDSTEINBERG)
        palette = [percent(value) for value in indexed.getpalette() or []]
        data, size = indexed.tobytes(), cell[1] * width
        bands = [encode(data[at : at + size], palette, width).decode("latin-1") for at in range(0, len(data), size)]
        super().__init__(columns, rows, sum(map(len, bands)))
        self._bands = bands

    def overlay(self, n: int) -> str:
        """The Sixel string of row `n`."""
        return self._bands[n]


def percent(value: int) -> int:
    """A colour's part in the hundredths that Sixel has."""
    return (value * 100 + 127) // 255


def encode(pixels: bytes, palette: list[int], width: int) -> bytes:
    """The Sixel string of rows of palette indices; `palette` holds red, green and blue in hundredths."""
    height = len(pixels) // width
    out = [b'\x1bP0;1;0q"1;1;%d;%d' % (width, height)]
    out += [b"#%d;2;%d;%d;%d" % (color, *palette[3 * color : 3 * color + 3]) for color in sorted(set(pixels))]
    blank = int.from_bytes(b"?" * width, "big")
    for top in range(0, height, 6):
        rows = [pixels[at * width : (at + 1) * width] for at in range(top, min(top + 6, height))]
        if top:
            out.append(b"-")
        for i, color in enumerate(sorted(set().union(*rows))):
            bits = blank
            for k, row in enumerate(rows):
                if color in row:
                    bits += int.from_bytes(row.translate(_IS[color]), "big") << k
            line = bits.to_bytes(width, "big").rstrip(b"?")
            out.append(b"$#%d" % color if i else b"#%d" % color)
            out.append(_RUN.sub(_counted, line))
    out.append(b"\x1b\\")
    return b"".join(out)


def _counted(run: Match[bytes]) -> bytes:
    return b"!%d%s" % (run.end() - run.start(), run[1])
