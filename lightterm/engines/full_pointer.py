"""What a mouse does in Chromium beyond a plain click: at a point, dragged, over text, and with its wheel."""

from __future__ import annotations

from lightterm.engines import visible
from lightterm.engines.base import Spot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any, Literal

    from playwright.async_api import ElementHandle, Position

    from lightterm.engines.base import Action
    from lightterm.engines.full_tab import Tab

    Hold = Callable[[int], Awaitable[ElementHandle]]

STEPS = 10
"""Moves of the mouse on a drag: scripts go by what they hear on the way."""

_SCROLL = """(e, way) => {
    const scrolls = (n, across) => /auto|scroll/.test(getComputedStyle(n)[across ? 'overflowX' : 'overflowY']) &&
        (across ? n.scrollWidth > n.clientWidth + 1 : n.scrollHeight > n.clientHeight + 1);
    const across = way === 'left' || way === 'right';
    let box = e;
    while (box && !scrolls(box, across)) box = box.parentElement;
    if (!box) return false;
    const [width, height] = [box.clientWidth * 0.9, box.clientHeight * 0.9];
    const far = { down: [0, height], up: [0, -height], right: [width, 0], left: [-width, 0],
        bottom: [0, 1e7], top: [0, -1e7] }[way];
    box.scrollBy({ left: far[0], top: far[1], behavior: 'instant' });
    return true;
}"""
SCROLLS = ("down", "up", "left", "right", "bottom", "top")

_PLACE = """async e => {
    e.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = e.getBoundingClientRect();
    return [e.clientLeft || 0, e.clientTop || 0, e.clientWidth || box.width, e.clientHeight || box.height];
}"""


class NotThere(Exception):
    """There is nothing at that point; the words say why."""


def _inner(spot: Spot, size: list[float]) -> tuple[float, float]:
    """A spot as pixels from the corner of an element inside its border."""
    _, _, width, height = size
    return (spot.x * width / 100, spot.y * height / 100) if spot.share else (spot.x, spot.y)


async def position(element: ElementHandle, action: Action) -> Position | None:
    """Where in the element the mouse is to be, None for its middle."""
    if not action.spots or action.spots[0].is_middle:
        return None
    x, y = _inner(action.spots[0], await element.evaluate(_PLACE))
    return {"x": x, "y": y}


async def _point(element: ElementHandle, spot: Spot) -> tuple[float, float]:
    """Where a spot of an element is in view, which is scrolled to it. Raises NotThere."""
    size = await element.evaluate(_PLACE)
    box = await element.bounding_box()
    if box is None:
        raise NotThere("the element is not shown")
    x, y = _inner(spot, size)
    return box["x"] + size[0] + x, box["y"] + size[1] + y


async def drag(tab: Tab, element: ElementHandle, action: Action, ms: float, hold: Hold) -> None:
    """Press the mouse where the way begins, move it along the way, and let it go. Raises NotThere."""
    first, *way = action.spots if len(action.spots) > 1 else (Spot(), *action.spots)
    if not way:
        raise NotThere("to drag needs a place to drag to")
    goals: list[tuple[Spot, ElementHandle]] = [
        (spot, await hold(spot.handle) if spot.handle else element) for spot in way
    ]
    await element.hover(timeout=ms, position=await position(element, action.replace(spots=(first,))))
    mouse = tab.page.mouse
    x, y = await _point(element, first)
    await mouse.move(x, y)
    await mouse.down()
    try:
        for spot, goal in goals:
            x, y = (x + spot.x, y + spot.y) if spot.by else await _point(goal, spot)
            await mouse.move(x, y, steps=max(1, STEPS // len(goals)))
        await mouse.move(x, y)  # what is under the mouse hears of it only with the next move
    finally:
        await mouse.up()


async def seen_at(tab: Tab, x: float, y: float) -> tuple[int, ...]:
    """The handles of what is seen at a point in view, the innermost first."""
    return tuple(int(one) for one in await tab.ask(f"at({x}, {y})"))


async def at_point(tab: Tab, action: Action, hold: Hold) -> None:
    """Do what a mouse does at a point in view. Raises NotThere where something else is there than was seen."""
    first, *way = action.spots
    if await seen_at(tab, first.x, first.y) != action.seen:
        raise NotThere("something else is at that point now")
    mouse = tab.page.mouse
    if action.kind == "drag":
        await _along(tab, first, [(spot, await hold(spot.handle) if spot.handle else None) for spot in way])
    elif action.kind == "hover":
        await mouse.move(first.x, first.y)
    else:
        button: Literal["left", "right"] = "right" if action.kind == "right_click" else "left"
        await mouse.click(first.x, first.y, button=button, click_count=1 + (action.kind == "double_click"))


async def _along(tab: Tab, first: Spot, way: list[tuple[Spot, ElementHandle | None]]) -> None:
    """Move the mouse, held down, from a point in view by others."""
    mouse, x, y = tab.page.mouse, first.x, first.y
    await mouse.move(x, y)
    await mouse.down()
    try:
        for spot, goal in way:
            beside = (x + spot.x, y + spot.y) if spot.by else (spot.x, spot.y)
            x, y = await _point(goal, spot) if goal is not None else beside
            await mouse.move(x, y, steps=max(1, STEPS // len(way)))
        await mouse.move(x, y)  # what is under the mouse hears of it only with the next move
    finally:
        await mouse.up()


async def scroll_within(element: ElementHandle, way: str) -> bool:
    """Scroll the element, or the nearest round it that can; whether there is one."""
    return bool(await element.evaluate(_SCROLL, way))


async def mark(element: ElementHandle, values: tuple[str, ...]) -> str:
    """Mark text in the element; what was wrong."""
    source = visible.script("marking.js").partition("*/")[2].strip()
    said: Any = await element.evaluate(source, list(values))
    return str(said)
