"""Which boxes cannot be seen, of their own declarations: placed far away, cut off, squeezed, or drawn to nothing."""

from __future__ import annotations

from lightterm.extract.style.display import ELSEWHERE, display_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.extract.style.match import Element
    from lightterm.extract.style.values import Declared


def hides_box(element: Element) -> str:
    """Why nothing of the element's box can be seen, of its own declarations; "" if it can."""
    style = element.style or {}
    position = style.get("position", "static")
    placed = position in ELSEWHERE
    if position != "static" and _far(style, position):
        return "offscreen"
    if _is_over_edge(style, position):
        return "offscreen"
    if placed and style.get("clip") == "gone":
        return "clipped"
    if style.get("zoom") == "gone":
        return "zero-size"
    if style.get("overflow") in ("hidden", "scroll") and _squeezed(element, style, placed):
        return "zero-size"
    return drawn_to_nothing(style) if placed or style.get("pointer-events") == "none" else ""


def drawn_to_nothing(style: Declared) -> str:
    """Why nothing is drawn of a box that has its place; what comes in by an effect often begins so.

    What is moved far to the left in its place is mostly a row of slides; a margin with as much padding lets it bleed.
    """
    if style.get("clip-path") == "gone":
        return "clipped"
    if "gone" in (style.get("transform"), style.get("scale")):
        return "zero-size"
    if "off" in (style.get("transform"), style.get("translate")):
        return "offscreen"
    if style.get("margin-left") == "off" and style.get("padding-left", "nil") == "nil":
        return "" if style.get("direction") == "rtl" else "offscreen"
    if style.get("opacity") == "zero" or "gone" in (style.get("mask"), style.get("filter")):
        return "opacity"
    return ""


def _is_over_edge(style: Declared, position: str) -> bool:
    """Moved by its own size over the edge of the screen that it is fixed to."""
    if position != "fixed" or "edge" not in (style.get("transform"), style.get("translate")):
        return False
    return "nil" in (style.get("left"), style.get("top"))


def _far(style: Declared, position: str) -> bool:
    """Off the screen to the left, the top or the right; both sides at once is a way to centre, or to bleed."""
    left, right, top = (style.get(side, "auto") for side in ("left", "right", "top"))
    if position == "fixed" and "past" in (left, top):
        return "transform" not in style and "translate" not in style
    if left in ("off", "edge"):
        return right in ("auto", "on", "nil") and (left == "off" or position == "fixed")
    if right in ("off", "edge"):
        return left == "auto" and (right == "off" or position == "fixed")
    return top == "off" or (top == "edge" and position == "fixed")


def _squeezed(element: Element, style: Declared, placed: bool) -> bool:
    """No more than a pixel high or wide; padding, a minimum or flex growth make room again, table parts do not heed."""
    display = display_of(element)
    if display.startswith(("table", "contents")) or style.get("flex") == "on":
        return False
    if display == "inline" and not placed and style.get("float", "none") == "none":
        return False
    low = "tiny" in (style.get("height"), style.get("max-height"))
    thin = "tiny" in (style.get("width"), style.get("max-width"))
    return (low and "on" not in (style.get(n) for n in ("min-height", "padding-top", "padding-bottom"))) or (
        thin and "on" not in (style.get(n) for n in ("min-width", "padding-left", "padding-right"))
    )
