"""Pictures in half blocks, where a terminal shows nothing better: two pixels a cell, one above the other."""

from __future__ import annotations

from itertools import groupby

from PIL import Image

from lightterm.graphics.fit import pixels
from lightterm.graphics.picture import Picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.graphics.picture import Ink, Run
    from lightterm.graphics.replies import Size

HALF = "\u2580"
_LEVELS = (0, 95, 135, 175, 215, 255)
CUBE = [(r, g, b) for r in _LEVELS for g in _LEVELS for b in _LEVELS] + [(v, v, v) for v in range(8, 248, 10)]
"""The colours 16 to 255 that xterm and its kin have; the first sixteen are the user's own."""

SIXTEEN = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
]  # fmt: skip
"""What the sixteen colours are taken to be (xterm's own)."""


class BlockPicture(Picture):
    """A picture of half blocks in 16, 256 or 16777216 colours."""

    __slots__ = ("_rows",)

    def __init__(self, image: Image.Image, columns: int, rows: int, cell: Size, colors: int) -> None:
        width, height = pixels(image.width, image.height, (cell[0], cell[1]), columns, rows)
        across = min(columns, max(1, round(width / cell[0])))
        down = min(2 * rows, max(1, round(2 * height / cell[1])))
        small = image.resize((across, down), Image.Resampling.BOX)
        inks = _inks(small, colors)
        super().__init__(columns, rows, 200 * across * rows)
        top = (2 * rows - down) // 4 * 2
        empty: list[Ink] = [None] * across
        lines = [empty] * top + [inks[y * across : (y + 1) * across] for y in range(down)]
        lines += [empty] * (2 * rows - len(lines))
        blank = " " * (columns - across)
        self._rows = [_runs(lines[2 * n], lines[2 * n + 1], blank) for n in range(rows)]

    def row(self, n: int) -> list[Run]:
        """The half blocks of row `n`."""
        return self._rows[n]


def _inks(image: Image.Image, colors: int) -> list[Ink]:
    """The image's pixels as colours that the terminal has."""
    if colors > 256:
        data = image.tobytes()
        return list(zip(data[::3], data[1::3], data[2::3], strict=True))
    known, first = (CUBE, 16) if colors == 256 else (SIXTEEN, 0)
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for color in known for value in color])
    # Pixels as large as these show the dots of dithering; with sixteen colours there is no picture without them.
    dither = Image.Dither.NONE if colors == 256 else Image.Dither.FLOYDSTEINBERG
    indexed = image.quantize(palette=palette, dither=dither)
    return [first + index for index in indexed.tobytes()]


def _runs(above: list[Ink], below: list[Ink], blank: str) -> list[Run]:
    runs: list[Run] = []
    for (top, bottom), cells in groupby(zip(above, below, strict=True)):
        count = sum(1 for _ in cells)
        if top is None and bottom is None:
            runs.append((" " * count, None, None))
        elif top is None:
            runs.append(("\u2584" * count, bottom, None))
        else:
            runs.append((HALF * count, top, bottom))
    return [*runs, (blank, None, None)] if blank else runs
