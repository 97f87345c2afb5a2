"""How MiniWoB++'s oracle plays what nobody describes: it looks at the picture of the screenshot tool, and counts."""

from __future__ import annotations

import cmath
import io
import re
from base64 import b64decode

from PIL import Image

from tests.bench.miniwob_hand import Hand, Stuck

PAGE = (0, 0, 160, 212)
"""What of a screenshot is the task's page."""

ALIKE = 40
"""How far, in each of red, green and blue, a dot may be from a colour and still be of it: edges are blended."""

MANY = range(3, 8)
"""How many corners an outline may have."""

Dot = tuple[int, int]


async def seen(hand: Hand) -> Image.Image:
    """The task's page as the screenshot tool shows it. Raises Stuck where it shows none."""
    result = await hand.agent.result("screenshot")
    picture = next((block for block in result.content if block.type == "image"), None)
    if picture is None:
        raise Stuck("there is no picture")
    return Image.open(io.BytesIO(b64decode(picture.data))).convert("RGB").crop(PAGE)


def areas(picture: Image.Image, colour: tuple[int, int, int]) -> list[set[Dot]]:
    """What hangs together of a colour, corner to corner too."""
    dots = picture.load()
    wide, high = picture.size
    left = {
        (x, y)
        for x in range(wide)
        for y in range(high)
        if all(abs(part - wanted) <= ALIKE for part, wanted in zip(dots[x, y], colour, strict=True))
    }
    found = []
    while left:
        waiting, area = [left.pop()], set[Dot]()
        while waiting:
            x, y = waiting.pop()
            area.add((x, y))
            near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
            left -= near
            waiting += near
        found.append(area)
    return found


def span(area: set[Dot]) -> tuple[int, int]:
    """How wide and high an area is."""
    xs, ys = [x for x, _ in area], [y for _, y in area]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def corners(area: set[Dot]) -> int:
    """How many corners a regular outline has: how often it goes out and in on the way round its middle."""
    middle = sum(x for x, _ in area) / len(area), sum(y for _, y in area) / len(area)
    around = [cmath.polar(complex(x - middle[0], y - middle[1])) for x, y in area]
    mean = sum(far for far, _ in around) / len(around)
    waves = {n: abs(sum((far - mean) * cmath.exp(-1j * n * turn) for far, turn in around)) for n in MANY}
    return max(waves, key=lambda n: waves[n])


BLOCK = (0x7F, 0xB0, 0xFF)
INK = (0, 0, 0)


async def blocks(hand: Hand, _found: re.Match[str]) -> None:
    """How many blocks there are; each is ten dots wide, and has an edge of its own."""
    count = sum(1 for area in areas(await seen(hand), BLOCK) if min(span(area)) >= 8)
    await hand.do("type", (await hand.forms())[0][0], str(count))
    await hand.click("Submit")


async def sides(hand: Hand, _found: re.Match[str]) -> None:
    """The outline is the one drawn thing that is as large."""
    drawn = [area for area in areas(await seen(hand), INK) if min(span(area)) > 40 and max(span(area)) < 100]
    if len(drawn) != 1:
        raise Stuck(f"{len(drawn)} outlines are there")
    await hand.click(str(corners(drawn[0])))
