"""A program for a real terminal: probes it, shows a picture as it can, says on a pipe when all of it is drawn.

Usage: show_picture.py PIPE [WAY]
"""

from __future__ import annotations

import os
import pickle
import sys
import tty
from pathlib import Path

from PIL import Image, ImageDraw

from lightterm.graphics.fit import fit
from lightterm.graphics.picture import make_picture
from lightterm.graphics.probe import TRUE_COLOR, Terminal, probe

SIZE = (240, 120)
AT = (4, 2)
"""Column and row of the picture, from 0."""


def sample() -> Image.Image:
    """Four colours in the corners, shades and a circle between."""
    across, down = Image.linear_gradient("L").rotate(90).resize(SIZE), Image.linear_gradient("L").resize(SIZE)
    image = Image.merge("RGB", (across, down, Image.radial_gradient("L").resize(SIZE)))
    draw = ImageDraw.Draw(image)
    for x, y, color in ((0, 0, "red"), (200, 0, "lime"), (0, 80, "blue"), (200, 80, "white")):
        draw.rectangle((x, y, x + 39, y + 39), color)
    draw.ellipse((80, 20, 160, 100), outline="yellow", width=4)
    return image


def main() -> None:
    terminal = probe(20)
    way = sys.argv[2] if len(sys.argv) > 2 else terminal.pictures
    if way == "blocks-direct":
        terminal = terminal.replace(colors=TRUE_COLOR)
    columns, rows = fit(*SIZE, terminal.cell, 60, 20)
    picture = make_picture(sample(), columns, rows, terminal, way.removesuffix("-direct"), (0, 0, 0))
    out = ["\x1b[2J", picture.transmit()]
    for n in range(rows):
        place = f"\x1b[{AT[1] + n + 1};{AT[0] + 1}H"
        text = "".join(f"\x1b[{ink(fore, 38)};{ink(back, 48)}m{words}" for words, fore, back in picture.row(n))
        out.append(f"{place}{text}\x1b[0m|{place}{picture.overlay(n)}")
    tty.setraw(0)
    sys.stdout.write("".join(out) + "\x1b[20;1H\x1b[6n")
    sys.stdout.flush()
    while os.read(0, 1) != b"R":
        pass
    answer(terminal, rows)
    os.read(0, 1)


def ink(color: object, base: int) -> str:
    if color is None:
        return str(base + 1)
    return f"{base};2;{color[0]};{color[1]};{color[2]}" if isinstance(color, tuple) else f"{base};5;{color}"


def answer(terminal: Terminal, rows: int) -> None:
    with Path(sys.argv[1]).open("wb") as pipe:
        pickle.dump((terminal, rows), pipe)


if __name__ == "__main__":
    main()
