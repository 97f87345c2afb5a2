"""How long a 600x400 picture takes from bytes to rows, each way of showing it: `python -m tests.bench.pictures`."""

from __future__ import annotations

import statistics
import time
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

from lightterm.graphics.decode import decode
from lightterm.graphics.fit import fit
from lightterm.graphics.picture import make_picture
from lightterm.graphics.probe import TRUE_COLOR, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable

SIZE = (600, 400)
CELL = (9, 18)
ROUNDS = 7


def photograph(size: tuple[int, int]) -> Image.Image:
    """Shades, edges and noise, as a camera has them."""
    shades = [Image.radial_gradient("L").resize(size), Image.linear_gradient("L").resize(size)]
    noise = Image.effect_noise(size, 40)
    edges = Image.effect_mandelbrot(size, (-2, -1.2, 1, 1.2), 60)
    return Image.blend(Image.merge("RGB", (*shades, noise)), edges.convert("RGB"), 0.4)


def measured(work: Callable[[], object]) -> float:
    """The median CPU time of a call, in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print a table."""
    columns, rows = fit(*SIZE, CELL, 100, 50)
    for name, size in (("600x400", SIZE), ("40 MP", (7300, 5480))):
        for form in ("JPEG", "PNG", "WEBP"):
            if form != "JPEG" and size != SIZE:
                continue
            stream = BytesIO()
            photograph(size).save(stream, form)
            data = stream.getvalue()
            print(f"decode {name} {form:5} {measured(lambda data=data: decode(data, SIZE, (0, 0, 0))):7.1f} ms")
    image = photograph(SIZE)
    for way, colors in (("kitty", 0), ("sixel", 0), ("blocks", TRUE_COLOR), ("blocks", 256), ("blocks", 16)):
        terminal = Terminal(cell=CELL, colors=colors)
        picture = make_picture(image, columns, rows, terminal, way, (0, 0, 0))
        size = len(picture.transmit()) + sum(len(picture.overlay(n)) for n in range(rows))
        taken = measured(lambda t=terminal, w=way: make_picture(image, columns, rows, t, w, (0, 0, 0)))
        print(f"{way:6} {colors or '':>8} {taken:7.1f} ms {size // 1024:5} KB")


if __name__ == "__main__":
    main()
