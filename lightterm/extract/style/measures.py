"""Measures and colours read into what they mean for being seen: off the screen, tiny, gone, zero, or on."""

from __future__ import annotations

from lightterm.extract.style import shapes
from lightterm.extract.style.media import UNITS
from lightterm.extract.style.named_colours import NAMED
from lightterm.numerals import is_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Declared = dict[str, str]
    Read = Callable[[Declared, str], None]

FAR_PX = -999.0
FAINT = 0.06
"""Opacity below which nobody sees a box, in every tier (`FAINT` in engines/reading)."""
LEGIBLE = 2.5
"""Pixels of a font that somebody could read."""
_CUTTING = ("hidden", "clip", "auto", "scroll", "overlay")
_HEX = "0123456789abcdef"


def number(value: str) -> tuple[float, str] | None:
    """A number and its unit, or None."""
    end = len(value)
    while end and (value[end - 1].isalpha() or value[end - 1] == "%"):
        end -= 1
    try:
        found = float(value[:end])
    except ValueError:
        return None
    return (found, value[end:]) if abs(found) < 1e9 else None


def length(value: str) -> float | None:
    """A length in px (em as 16 px, viewport units as of 1000 px), or None for percentages and anything else."""
    if value == "0":
        return 0.0
    if value.startswith("calc("):
        return _calculated(value[5:-1])
    found = number(value)
    if found is None:
        return None
    size, unit = found
    scale = UNITS.get(unit, 10.0 if unit in ("vw", "vh", "vmin", "vmax", "dvh", "svh", "lvh") else None)
    if scale is None:
        return 0.0 if size == 0 and unit == "" else None
    return size * scale


def _calculated(sum_: str) -> float | None:
    """The length that one length, two with a sign between, or one by a number, is worth."""
    for sign in (" - ", " + "):
        first, found_, second = sum_.partition(sign)
        if found_ and not set("*/()") & set(sum_) and second.count(" ") == second.count("  ") == 0:
            sizes = length(first.strip()), length(second.strip())
            return None if None in sizes else (sizes[0] or 0.0) + (sizes[1] or 0.0) * (1 if sign == " + " else -1)
    one, _, other = sum_.partition("*")
    if not other:
        return length(one.strip())
    factors = [one.strip(), other.strip()]
    plain = [number(factor) for factor in factors]
    for i, found in enumerate(plain):
        if found is not None and not found[1]:
            size = length(factors[1 - i])
            return None if size is None else size * found[0]
    return None


def colour(value: str) -> str:
    """An opaque colour as six hex digits, `colours.CLEAR` for one that shows nothing, or "" for anything else."""
    if value[:1] == "#":
        digits = value[1:]
        if digits.strip(_HEX):
            return ""
        if len(digits) in (3, 4):
            digits = "".join(c + c for c in digits)
        if len(digits) == 8:
            return digits[:6] if digits[6:] == "ff" else "clear" if digits[6:] < "10" else ""
        return digits if len(digits) == 6 else ""
    if "(" in value:
        if value.startswith("rgb(") and value.endswith(")"):
            parts = value[4:-1].replace(",", " ").split()
            if len(parts) == 3 and all(is_whole(p) and len(p) <= 3 for p in parts):
                return "".join(f"{min(int(p), 255):02x}" for p in parts)
        from lightterm.extract.style.colours import function

        return function(value)
    return NAMED.get(value, "")


def _offset(name: str) -> Read:
    def read(into: Declared, value: str) -> None:
        if value[:1] != "-" and not value.startswith("calc(-"):
            into[name] = "auto" if value in ("auto", "initial", "unset") else _ahead(value)
            return
        found = number(value)
        if found is not None and found[1] in ("%", "vw") and found[0] <= -100:
            into[name] = "off" if found[0] <= -900 else "edge"
            return
        size = length(value)
        into[name] = "off" if size is not None and size <= FAR_PX else "on"

    return read


def _ahead(value: str) -> str:
    """How far a place is from the side that it is counted from: not at all, a screen or more (past), or on."""
    size = length(value)
    if size == 0:
        return "nil"
    found = number(value)
    if found is None or found[0] < 100:
        return "on"
    screens = found[1] in ("%", "vw", "vh", "dvh", "svh", "lvh")
    return "past" if screens or (size or 0.0) >= -5 * FAR_PX else "on"


def _extent(name: str) -> Read:
    def read(into: Declared, value: str) -> None:
        size = length(value)
        if size is None and value in ("0%", "1%"):
            size = 0.0
        into[name] = "tiny" if size is not None and size <= 1 else "on"

    return read


def _nil(name: str) -> Read:
    def read(into: Declared, value: str) -> None:
        into[name] = "nil" if all(length(part) == 0 for part in value.split()) else "on"

    return read


def _padding(into: Declared, value: str) -> None:
    parts = value.split() or ["0"]
    tall, wide = parts[::2], parts[1::2] or parts[:1]
    into["padding-top"] = "nil" if all(length(p) == 0 for p in tall) else "on"
    into["padding-left"] = "nil" if all(length(p) == 0 for p in wide) else "on"


def _inset(into: Declared, value: str) -> None:
    parts = value.split()
    if parts and len(parts) <= 4:
        top, right = parts[0], parts[1] if len(parts) > 1 else parts[0]
        HIDING["top"](into, top)
        HIDING["right"](into, right)
        HIDING["left"](into, parts[3] if len(parts) == 4 else right)


def _clip(into: Declared, value: str) -> None:
    gone = False
    if value.startswith("rect(") and value.endswith(")"):
        sides = [length(part) for part in value[5:-1].replace(",", " ").split()]
        if len(sides) == 4 and None not in sides:
            top, right, bottom, left = (side or 0.0 for side in sides)
            gone = bottom - top <= 1 or right - left <= 1
    into["clip"] = "gone" if gone else "on"


def _clip_path(into: Declared, value: str) -> None:
    into["clip-path"] = shapes.clipped(value, number, length)


def _transform(into: Declared, value: str) -> None:
    into["transform"] = shapes.transform(value, number, length, FAR_PX)


def _translate(into: Declared, value: str) -> None:
    into["translate"] = shapes.moved(value.split(), number, length, FAR_PX)


def _scale(into: Declared, value: str) -> None:
    into["scale"] = shapes.scaled(value.split(), number)


def _zoom(into: Declared, value: str) -> None:
    size = shapes.share(value, number)
    into["zoom"] = "gone" if size is not None and 0 < size < LEGIBLE / 16 else "on"


def _mask(into: Declared, value: str) -> None:
    into["mask"] = shapes.masked(value)


def _filter(into: Declared, value: str) -> None:
    into["filter"] = shapes.filtered(value, number, length)


def _margin_left(into: Declared, value: str) -> None:
    size = length(value)
    into["margin-left"] = "off" if size is not None and size <= FAR_PX else "on"


def _overflow(into: Declared, value: str) -> None:
    words = value.split()
    if words:
        cut = all(word in ("hidden", "clip") for word in words)
        rolled = cut or all(word in _CUTTING for word in words)
        into["overflow"] = "hidden" if cut else "scroll" if rolled else "visible"


def _indent(into: Declared, value: str) -> None:
    first = value.split(" ")[0]
    size = length(first)
    found = number(first)
    if (size is not None and size <= FAR_PX) or (found is not None and found[1] == "%" and found[0] <= -900):
        into["text-indent"] = "off"
    elif found is not None and found[1] == "%" and found[0] >= 100:
        into["text-indent"] = "over"
    else:
        into["text-indent"] = "on"


def _opacity(into: Declared, value: str) -> None:
    found = number(value)
    if found is not None:
        into["opacity"] = "zero" if found[0] < FAINT * (100 if found[1] == "%" else 1) else "on"


def _animation(into: Declared, value: str) -> None:
    """Whether an animation may make something of an element; `none` is one that does nothing."""
    into["moved"] = "" if value in ("none", "initial", "unset") else "on"


def _font_size(into: Declared, value: str) -> None:
    size = length(value)
    if size is not None and value[-2:] == "em" and value[-3:] != "rem" and size >= LEGIBLE:
        into["font-size"] = "relative"
    elif size is not None:
        into["font-size"] = "zero" if size < LEGIBLE else "on"
    elif value in ("0%", "inherit", "smaller", "larger", "unset") or value[-1:] == "%":
        into["font-size"] = "zero" if value == "0%" else "relative"
    else:
        into["font-size"] = "on"


def _font(into: Declared, value: str) -> None:
    """The `font` shorthand: its size comes first of what begins with a digit and is no weight."""
    for word in value.split():
        size = word.partition("/")[0]
        if size[:1] in "0123456789." and not (size.isdigit() and len(size) == 3):
            _font_size(into, size)
            break
    else:
        into["font-size"] = "on"
    into["font-family"] = value


def _colour(into: Declared, value: str) -> None:
    into["color"] = colour(value) or "other"


def _background(into: Declared, value: str) -> None:
    """The `background` shorthand, or the colour alone; "" for what is not known."""
    if "url(" in value or "gradient(" in value or "image(" in value:
        into["background"] = ""
        if value.endswith(" text"):
            into["background-clip"] = "text"
        return
    into["image"] = ""
    found = colour(value)
    if not found and "(" not in value:
        found = next((known for word in value.split() if (known := colour(word))), "")
        found = found or ("clear" if {"none", "initial", "0", "unset"}.intersection(value.split()) else "")
    into["background"] = found


def _background_colour(into: Declared, value: str) -> None:
    into["background"] = "clear" if value in ("initial", "unset") else colour(value)


def _image(into: Declared, value: str) -> None:
    into["image"] = "" if value in ("none", "initial", "unset") else "on"


def _fill(into: Declared, value: str) -> None:
    into["fill"] = "" if value in ("currentcolor", "inherit", "initial", "unset") else colour(value) or "other"


def _shadow(into: Declared, value: str) -> None:
    into["shadow"] = "" if value in ("none", "initial", "unset") else "on"


def _stroke(into: Declared, value: str) -> None:
    into["stroke"] = "" if length(value.split(" ")[0]) == 0 or value in ("initial", "unset") else "on"


def _background_clip(into: Declared, value: str) -> None:
    into["background-clip"] = "text" if "text" in value else ""


def _margin(into: Declared, value: str) -> None:
    """Whether a margin may draw a box over what is before it; a box that goes up alone mostly says so by position."""
    into["lift"] = "on" if "-" in value else ""


def _family(into: Declared, value: str) -> None:
    into["font-family"] = value


HIDING: dict[str, Read] = {
    "left": _offset("left"),
    "right": _offset("right"),
    "top": _offset("top"),
    "inset": _inset,
    "inset-inline-start": _offset("left"),
    "clip": _clip,
    "margin-left": _margin_left,
    "transform": _transform,
    "-webkit-transform": _transform,
    "translate": _translate,
    "scale": _scale,
    "zoom": _zoom,
    "mask": _mask,
    "mask-image": _mask,
    "-webkit-mask": _mask,
    "-webkit-mask-image": _mask,
    "filter": _filter,
    "-webkit-filter": _filter,
    "clip-path": _clip_path,
    "-webkit-clip-path": _clip_path,
    "width": _extent("width"),
    "max-width": _extent("max-width"),
    "inline-size": _extent("width"),
    "height": _extent("height"),
    "max-height": _extent("max-height"),
    "block-size": _extent("height"),
    "max-block-size": _extent("max-height"),
    "max-inline-size": _extent("max-width"),
    "min-width": _nil("min-width"),
    "min-height": _nil("min-height"),
    "padding": _padding,
    "padding-top": _nil("padding-top"),
    "padding-bottom": _nil("padding-bottom"),
    "padding-left": _nil("padding-left"),
    "padding-right": _nil("padding-right"),
    "overflow": _overflow,
    "overflow-x": _overflow,
    "overflow-y": _overflow,
    "text-indent": _indent,
    "opacity": _opacity,
    "animation": _animation,
    "animation-name": _animation,
    "font": _font,
    "font-size": _font_size,
    "font-family": _family,
    "color": _colour,
    "background": _background,
    "background-color": _background_colour,
    "background-image": _image,
    "background-clip": _background_clip,
    "-webkit-background-clip": _background_clip,
    "-webkit-text-fill-color": _fill,
    "text-shadow": _shadow,
    "-webkit-text-stroke": _stroke,
    "-webkit-text-stroke-width": _stroke,
    "margin": _margin,
}
"""The properties that matter only where one of them takes something out of sight."""
