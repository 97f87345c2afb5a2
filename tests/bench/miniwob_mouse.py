"""How MiniWoB++'s oracle plays what takes a mouse: points of drawings, drags, marked text, parts that scroll."""

from __future__ import annotations

import math
import re

from tests.bench.miniwob_hand import TURNS, Hand, Stuck

WIDE, HIGH = 140, 120
"""How far a drawing goes in which a point is looked for."""

Point = tuple[float, float]


async def _drawing(hand: Hand) -> tuple[int, str]:
    """The number of the drawing that is clicked, and what it says of itself."""
    found = re.search(r"\[(\d+)\]drawing \d+×\d+:? ?([^\[\n]*)", await hand.look())
    if found is None:
        raise Stuck("there is no drawing")
    return int(found[1]), found[2]


def _circles(text: str, colour: str = "") -> list[Point]:
    """The middles of the circles of a colour."""
    found = re.findall(rf"{colour}[^;]*? ?circle radius [\d.]+ at (-?\d+),(-?\d+)", text)
    return [(float(x), float(y)) for x, y in found]


async def _point(hand: Hand, number: int, point: Point) -> None:
    await hand.do("click", number, f"{point[0]:.1f},{point[1]:.1f}")
    await hand.click("Submit")


async def middle(hand: Hand, _found: re.Match[str]) -> None:
    number, text = await _drawing(hand)
    points = _circles(text)
    await _point(hand, number, (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)))


def _ways(vertex: Point, angle: float) -> list[Point]:
    """Points of the drawing on a ray from a point, the farthest first."""
    ray = [(vertex[0] + math.cos(angle) * far, vertex[1] + math.sin(angle) * far) for far in range(60, 9, -5)]
    return [(x, y) for x, y in ray if 5 < x < WIDE and 5 < y < HIGH]


async def bisect(hand: Hand, _found: re.Match[str]) -> None:
    number, text = await _drawing(hand)
    vertex = _circles(text, "blue")[0]
    (ax, ay), (bx, by) = [one for one in _circles(text) if one != vertex][:2]
    one, other = math.atan2(ay - vertex[1], ax - vertex[0]), math.atan2(by - vertex[1], bx - vertex[0])
    half = math.atan2(math.sin(one) + math.sin(other), math.cos(one) + math.cos(other))
    await _point(hand, number, _ways(vertex, half)[0])


async def right_angle(hand: Hand, _found: re.Match[str]) -> None:
    number, text = await _drawing(hand)
    vertex = _circles(text, "blue")[0]
    other = next(one for one in _circles(text) if one != vertex)
    angle = math.atan2(other[1] - vertex[1], other[0] - vertex[0])
    await _point(hand, number, [*_ways(vertex, angle + math.pi / 2), *_ways(vertex, angle - math.pi / 2)][0])


async def line(hand: Hand, found: re.Match[str]) -> None:
    number, text = await _drawing(hand)
    x, y = _circles(text)[0]
    far = 25.0
    ends = [(x, y - far), (x, y + far)] if found[1] == "vertical" else [(x - far, y), (x + far, y)]
    await hand.do("drag", number, [f"{a:.0f},{b:.0f}" for a, b in ends])
    await hand.click("Submit")


async def circle(hand: Hand, _found: re.Match[str]) -> None:
    number, text = await _drawing(hand)
    x, y = _circles(text)[0]
    far = min(22, x - 2, y - 2, 148 - x, 108 - y)
    angles = [turn * math.tau / 12 for turn in range(13)]
    way = [f"{x + far * math.cos(angle):.1f},{y + far * math.sin(angle):.1f}" for angle in angles]
    await hand.do("drag", number, way)
    await hand.click("Submit")


BY = {"up": "+0,-20", "down": "+0,+20", "left": "-20,+0", "right": "+20,+0"}


async def aside(hand: Hand, found: re.Match[str]) -> None:
    number = next(n for n, name in await hand.named() if " at " in name)
    await hand.do("drag", number, BY[found[1]])
    await hand.click("Submit")


async def into_box(hand: Hand, _found: re.Match[str]) -> None:
    small = next(n for n, name in await hand.named() if name == "s")
    await hand.do("drag", small, "L")
    await hand.click("Submit")


async def item(hand: Hand, found: re.Match[str]) -> None:
    """An item of a list to another place of it, by its number or one on."""
    items = [(n, name) for n, name in await hand.named() if name]
    at = next(i for i, (_, name) in enumerate(items) if name == found[1])
    where = found[2]
    places = {"top": 0, "bottom": len(items) - 1, "up": at - 1, "down": at + 1}
    number = re.match(r"to the (\d)", where)
    to = int(number[1]) - 1 if number else next(place for word, place in places.items() if word in where)
    await hand.do("drag", items[at][0], f"{items[to][0]}@50%,{80 if to > at else 20}%")


async def tile(hand: Hand, found: re.Match[str]) -> None:
    """An item of a grid of three by three to another cell."""
    items = [(n, name) for n, name in await hand.named() if name][:9]
    at = next(i for i, (_, name) in enumerate(items) if name == found[1])
    where = found[2]
    by = {"up by": -3, "down by": 3, "left by": -1, "right by": 1}
    if step := next((step for word, step in by.items() if word in where), 0):
        to = at + step
    else:
        to = 3 * (1 - ("top" in where) + ("bottom" in where)) + 1 - ("left" in where) + ("right" in where)
    there = items[to][0]  # the others make room as it comes, and only what moves on over them is sorted in
    nudged = f"{there}@40%,70%" if to > at else f"{there}@40%,30%"
    await hand.do("drag", items[at][0], ["50%,50%", f"{there}@50%,50%", nudged])


async def sort(hand: Hand, _found: re.Match[str]) -> None:
    for _ in range(TURNS):
        items = [(n, int(name)) for n, name in await hand.named() if re.fullmatch(r"-?\d+", name)]
        wanted = sorted(value for _, value in items)
        wrong = next((i for i, (_, value) in enumerate(items) if value != wanted[i]), None)
        if wrong is None:
            await hand.click("Submit")
            return
        at = next(i for i, (_, value) in enumerate(items) if value == wanted[wrong])
        await hand.do("drag", items[at][0], f"{items[wrong][0]}@50%,20%")
    raise Stuck("the numbers do not come in order")


KINDS = {"circles": " circle ", "rectangles": " rect ", "triangles": " 3 corners "}


async def shapes(hand: Hand, found: re.Match[str]) -> None:
    """Shapes of a kind or colour into a box, or all into two."""
    text = await hand.look()
    boxes = [tuple(map(int, box)) for box in re.findall(r"rect (\d+)×(\d+) at (-?\d+),(-?\d+)", text.partition("(")[2])]
    kind = KINDS.get(found[1], f"{found[1].split()[0]} ")
    for number, name in await hand.named():
        at = re.search(r" at (-?\d+),(-?\d+)", name)
        mine = kind in f" {name} " if kind.startswith(" ") else name.startswith(kind)
        if at is None or not (mine or len(boxes) > 1):
            continue
        wide, high, left, top = boxes[0 if mine or len(boxes) < 2 else 1]
        x, y = (float(part) for part in at.groups())
        size = re.search(r"(\d+)×(\d+)", name)  # a rectangle is where its corner is, a triangle where its first one
        x, y = (x + int(size[1]) / 2, y + int(size[2]) / 2) if size else (x, y + 8 * ("corners" in name))
        await hand.do("drag", number, f"{left + wide / 2 - x:+.0f},{top + high / 2 - y:+.0f}")
    await hand.click("Submit")


async def mark(hand: Hand, found: re.Match[str]) -> None:
    lines = [line for line in (await hand.look()).split("\n") if line.strip() and "[" not in line and "<" not in line]
    at = int(found[1]) - 1 if found[1] else 0
    await hand.do("mark", 0, lines[at])
    await hand.click("Submit")


async def scroll(hand: Hand, found: re.Match[str]) -> None:
    await hand.do("scroll", (await hand.forms())[0][0], found[1])
    await hand.click("Submit")


async def resize(hand: Hand, found: re.Match[str]) -> None:
    way, far = ("s", "+0,{}") if found[1] == "height" else ("e", "{},+0")
    number = next(n for n, name in await hand.named() if name == f"ui resizable handle {way}")
    await hand.do("drag", number, far.format("+15" if found[2] == "larger" else "-15"))
    await hand.click("Submit")


async def style(hand: Hand, found: re.Match[str]) -> None:
    """The buttons of the editor have pictures alone: B, I, U."""
    signs = [n for n, name in await hand.named() if name == "·"]
    text = next(n for n, name in await hand.named() if " " in name and name != "Submit")
    word = (found[1] or "").removeprefix("the text ").strip()
    await hand.do("mark", text, "" if word == "everything" else word)
    await hand.do("click", signs[("bold", "italics", "underlined").index(found[2])])
    await hand.click("Submit")


COLOURS = {"red": "FF0000", "green": "008000", "blue": "0000FF", "yellow": "FFFF00", "black": "000000",
           "white": "FFFFFF", "orange": "FFA500", "purple": "800080", "pink": "FFC0CB", "cyan": "00FFFF",
           "magenta": "FF00FF", "grey": "808080", "gray": "808080", "lime": "00FF00", "maroon": "800000",
           "navy": "000080", "olive": "808000", "teal": "008080", "silver": "C0C0C0", "aqua": "00FFFF"}  # fmt: skip


async def hue(hand: Hand, found: re.Match[str]) -> None:
    await hand.do("type", (await hand.forms())[0][0], COLOURS[found[1]])
    await hand.click("Submit")


async def shown_hue(hand: Hand, _found: re.Match[str]) -> None:
    text = (await hand.agent.call("snapshot", max_tokens=8000))["text"]
    code = re.search(r"#([0-9a-f]{6})", text)
    if code is None:
        raise Stuck("no colour is shown")
    await hand.do("type", (await hand.forms())[0][0], code[1].upper())
    await hand.click("Submit")


async def ascending(hand: Hand, _found: re.Match[str]) -> None:
    """The numbers hide behind boxes in their order with the first click."""
    await hand.do("click", next(n for n, name in await hand.named() if 'text "1"' in name))
    for _ in range(TURNS):
        boxes = [n for n, name in await hand.named() if " rect " in f" {name} "]
        if not boxes:
            return
        await hand.do("click", boxes[0])


HEAT = ("ICE COLD", "COLD", "WARM", "HOT")


async def hot(hand: Hand, _found: re.Match[str]) -> None:
    """Where it gets hotter: a coarse look over the area, then closer ones."""
    number = next(n for n, name in await hand.named() if name.startswith("touch"))
    best, at = 0, (77, 62)
    for step, span in ((36, 72), (12, 36), (5, 10)):
        around = [(at[0] + x, at[1] + y) for x in range(-span, span + 1, step) for y in range(-span, span + 1, step)]
        for point in around:
            if not (2 < point[0] < 152 and 2 < point[1] < 123):
                continue
            await hand.do("hover", number, f"{point[0]},{point[1]}")
            said = re.search("|".join(HEAT), await hand.look())
            heat = HEAT.index(said[0]) if said else 0
            if heat == best + 1:
                best, at = heat, point
                break
            if heat > best:
                best, at = heat, point
        if best == len(HEAT) - 1:
            break
    if best < 1:
        raise Stuck("nothing is hot")
    await hand.do("click", number, f"{at[0]},{at[1]}")
