"""The declarations that matter to a text browser, read into a few normal forms.

Of each property only what decides reading is kept: keywords as themselves, measures as the class they fall in
(`off` the screen, `tiny`, `gone`, `zero`, or `on`), so that the cascade carries short strings and a rule that can hide
something is told by one set operation.
"""

from __future__ import annotations

from lightterm.extract.style.media import UNITS, closing
from lightterm.extract.style.model import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Declared = dict[str, str]
    Read = Callable[[Declared, str], None]

FAR_PX = -999.0
MOST_VARIABLES = 32
LONGEST_VALUE = 2_000
# Values that can take an element out of sight; only elements with one of them have their hiding properties resolved.
TRIGGERS = frozenset(("off", "edge", "gone", "tiny", "zero", "over", "same"))
READING = words(
    "display visibility content-visibility text-align white-space text-transform list-style-type flex-direction "
    "column-gap float direction content quotes counter-reset counter-increment counter-set order grid-columns "
    "grid-auto-flow"
)
"""The properties that matter by themselves; the others matter only where a trigger is."""

_DISPLAY = {
    name: name
    for name in words("none block inline inline-block list-item table table-row table-cell table-caption contents")
}
_DISPLAY |= {
    "flex": "flex",
    "inline-flex": "flex",
    "-webkit-flex": "flex",
    "-webkit-inline-flex": "flex",
    "-webkit-box": "block",
    "-webkit-inline-box": "inline-block",
    "grid": "grid",
    "inline-grid": "grid",
    "flow-root": "block",
    "block flow": "block",
    "block flow-root": "block",
    "inline flow-root": "inline-block",
    "block flex": "flex",
    "block grid": "grid",
    "inline-table": "table",
    "table-row-group": "contents",
    "table-header-group": "contents",
    "table-footer-group": "contents",
    "table-column": "none",
    "table-column-group": "none",
    "ruby": "inline",
    "ruby-text": "inline",
    "math": "inline",
    "initial": "inline",
    "unset": "inline",
    "revert": "revert",
    "revert-layer": "revert",
}
_ALIGN = {
    "left": "left",
    "right": "right",
    "center": "center",
    "justify": "left",
    "start": "start",
    "end": "end",
    "-webkit-left": "left",
    "-webkit-right": "right",
    "-webkit-center": "center",
    "initial": "start",
}
_SPACE = {name: name for name in ("normal", "pre", "nowrap", "pre-wrap", "pre-line")}
_SPACE |= {"break-spaces": "pre-wrap", "initial": "normal"}
_CASE = {name: name for name in ("none", "uppercase", "lowercase", "capitalize")} | {"initial": "none"}
_LIST = {
    name: name for name in words("none disc circle square decimal lower-alpha lower-roman upper-alpha upper-roman")
}
_LIST |= {"lower-latin": "lower-alpha", "upper-latin": "upper-alpha", "initial": "disc", "unset": ""}
_LIST |= {"disclosure-open": '"\u25be "', "disclosure-closed": '"\u25b8 "'}
_NUMBERED = words(
    "decimal-leading-zero lower-greek armenian upper-armenian lower-armenian georgian hebrew arabic-indic bengali "
    "cambodian khmer cjk-decimal cjk-ideographic cjk-earthly-branch cjk-heavenly-stem devanagari ethiopic-numeric "
    "gujarati gurmukhi hiragana hiragana-iroha japanese-formal japanese-informal kannada katakana katakana-iroha "
    "korean-hangul-formal korean-hanja-formal korean-hanja-informal lao malayalam mongolian myanmar oriya persian "
    "simp-chinese-formal simp-chinese-informal tamil telugu thai tibetan trad-chinese-formal "
    "trad-chinese-informal"
)
_COLOURS = {
    "black": "000000",
    "white": "ffffff",
    "red": "ff0000",
    "green": "008000",
    "blue": "0000ff",
    "yellow": "ffff00",
    "gray": "808080",
    "grey": "808080",
    "silver": "c0c0c0",
    "navy": "000080",
}


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
    found = number(value)
    if found is None:
        return None
    size, unit = found
    scale = UNITS.get(unit, 10.0 if unit in ("vw", "vh", "vmin", "vmax", "dvh", "svh", "lvh") else None)
    if scale is None:
        return 0.0 if size == 0 and unit == "" else None
    return size * scale


def colour(value: str) -> str:
    """An opaque colour as six hex digits, or "" for anything else."""
    if value[:1] == "#":
        digits = value[1:]
        if len(digits) == 3:
            return "".join(c + c for c in digits)
        return digits if len(digits) == 6 else ""
    if value.startswith("rgb(") and value.endswith(")"):
        parts = value[4:-1].replace(",", " ").split()
        if len(parts) == 3 and all(p.isdigit() and len(p) <= 3 for p in parts):
            return "".join(f"{min(int(p), 255):02x}" for p in parts)
    return _COLOURS.get(value, "")


def _keywords(name: str, words: dict[str, str]) -> Read:
    def read(into: Declared, value: str) -> None:
        known = words.get(value)
        if known is not None:
            into[name] = known
        elif value in ("inherit", "unset", "revert", "revert-layer"):
            into[name] = ""

    return read


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


def _offset(name: str) -> Read:
    def read(into: Declared, value: str) -> None:
        if value[:1] != "-":
            into[name] = "on" if value not in ("auto", "initial", "unset") else "auto"
            return
        found = number(value)
        if found is not None and found[1] in ("%", "vw") and found[0] <= -100:
            into[name] = "off" if found[0] <= -900 else "edge"
            return
        size = length(value)
        into[name] = "off" if size is not None and size <= FAR_PX else "on"

    return read


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
        READERS["top"](into, top)
        READERS["right"](into, right)
        READERS["left"](into, parts[3] if len(parts) == 4 else right)


def _clip(into: Declared, value: str) -> None:
    gone = False
    if value.startswith("rect(") and value.endswith(")"):
        sides = [length(part) for part in value[5:-1].replace(",", " ").split()]
        if len(sides) == 4 and None not in sides:
            top, right, bottom, left = (side or 0.0 for side in sides)
            gone = bottom - top <= 1 or right - left <= 1
    into["clip"] = "gone" if gone else "on"


def _clip_path(into: Declared, value: str) -> None:
    name, _, rest = value.partition("(")
    inner = rest.partition(")")[0].split()
    gone = False
    if name == "inset" and inner:
        sides = [number(part) for part in inner[:4] if part != "round"]
        shares = [size[0] if size is not None and size[1] == "%" else 0.0 for size in sides]
        shares = (shares + shares)[:4] if len(shares) in (2, 4) else [shares[0]] * 4 if shares else []
        gone = len(shares) == 4 and (shares[0] + shares[2] >= 100 or shares[1] + shares[3] >= 100)
    elif name == "circle" and inner:
        gone = length(inner[0]) == 0 or inner[0] == "0%"
    elif name == "polygon":
        points = {part.strip() for part in rest.partition(")")[0].split(",")}
        gone = len(points) == 1
    into["clip-path"] = "gone" if gone else "on"


def _overflow(into: Declared, value: str) -> None:
    words = value.split()
    if words:
        into["overflow"] = "hidden" if all(w in ("hidden", "clip") for w in words) else "visible"


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
        into["opacity"] = "zero" if found[0] <= 0.01 * (100 if found[1] == "%" else 1) else "on"


def _font_size(into: Declared, value: str) -> None:
    size = length(value)
    if size is not None and value[-2:] == "em" and value[-3:] != "rem" and size != 0:
        into["font-size"] = "relative"
    elif size is not None:
        into["font-size"] = "zero" if size < 1 else "on"
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
    into["background"] = "" if "(" in value and "rgb(" not in value else colour(value) or ""


def _list_style(into: Declared, value: str) -> None:
    kind = "disc"
    image = False
    for word in value.split():
        if word in ("inside", "outside"):
            continue
        if "(" in word:
            image = True
        elif word in _LIST or word in _NUMBERED or word[:1] == '"':
            kind = word
    if image and kind == "none":
        kind = "disc"
    _list_type(into, kind)


def _list_type(into: Declared, value: str) -> None:
    known = _LIST.get(value)
    if known is not None:
        into["list-style-type"] = known
    elif value[:1] == '"':
        into["list-style-type"] = value
    elif value and value not in ("inherit", "revert"):
        into["list-style-type"] = "decimal"


def _gap(into: Declared, value: str) -> None:
    wide = value.split()
    if wide:
        into["column-gap"] = "0" if wide[-1] == "normal" or length(wide[-1]) == 0 or wide[-1] == "0%" else "1"


def _flow(into: Declared, value: str) -> None:
    for word in value.split():
        if word in ("row", "column", "row-reverse", "column-reverse"):
            into["flex-direction"] = word


def _columns(into: Declared, value: str) -> None:
    """How many tracks a grid template makes: 0 when it cannot be told."""
    into["grid-columns"] = str(_tracks(value.partition("/")[2] or value))


def _tracks(value: str) -> int:
    count = depth = 0
    for word in value.replace("(", "( ").replace(")", " )").split():
        if word == "repeat(":
            return _repeat(value)
        if depth == 0 and word[:1] not in ("[", ")"):
            count += 1
        depth += word.count("(") - word.count(")")
    return count if value != "none" else 0


def _repeat(value: str) -> int:
    times = value.partition("repeat(")[2].partition(",")[0].strip()
    return int(times) if times.isdigit() and len(times) < 3 else 0


def _flex(into: Declared, value: str) -> None:
    into["flex"] = "nil" if value in ("none", "initial", "0", "0 0 auto", "0 1 auto", "0 auto") else "on"


def _raw(name: str) -> Read:
    def read(into: Declared, value: str) -> None:
        into[name] = value

    return read


def _order(into: Declared, value: str) -> None:
    digits = value[1:] if value[:1] == "-" else value
    if digits.isdigit() and len(digits) < 8:
        into["order"] = value


def _content(into: Declared, value: str) -> None:
    into["content"] = "" if value in ("none", "normal", "initial", "unset", "inherit") else value


READERS: dict[str, Read] = {
    "display": _keywords("display", _DISPLAY),
    "visibility": _keywords(
        "visibility", _same("visible", "hidden") | {"collapse": "hidden", "initial": "visible", "unset": ""}
    ),
    "content-visibility": _keywords("content-visibility", _same("visible", "auto", "hidden")),
    "position": _keywords("position", _same("static", "relative", "absolute", "fixed", "sticky")),
    "text-align": _keywords("text-align", _ALIGN),
    "white-space": _keywords("white-space", _SPACE),
    "text-transform": _keywords("text-transform", _CASE),
    "list-style": _list_style,
    "list-style-type": _list_type,
    "flex-direction": _flow,
    "flex-flow": _flow,
    "flex": _flex,
    "flex-grow": _flex,
    "gap": _gap,
    "grid-gap": _gap,
    "column-gap": _gap,
    "grid-column-gap": _gap,
    "grid-template-columns": _columns,
    "grid-auto-flow": _raw("grid-auto-flow"),
    "float": _keywords(
        "float", _same("left", "right", "none") | {"inline-start": "left", "inline-end": "right", "initial": "none"}
    ),
    "direction": _keywords("direction", _same("ltr", "rtl")),
    "order": _order,
    "content": _content,
    "quotes": _raw("quotes"),
    "counter-reset": _raw("counter-reset"),
    "counter-increment": _raw("counter-increment"),
    "counter-set": _raw("counter-set"),
    "left": _offset("left"),
    "right": _offset("right"),
    "top": _offset("top"),
    "inset": _inset,
    "inset-inline-start": _offset("left"),
    "clip": _clip,
    "clip-path": _clip_path,
    "-webkit-clip-path": _clip_path,
    "width": _extent("width"),
    "max-width": _extent("max-width"),
    "inline-size": _extent("width"),
    "height": _extent("height"),
    "max-height": _extent("max-height"),
    "block-size": _extent("height"),
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
    "pointer-events": _keywords("pointer-events", _same("none", "auto", "all") | {"initial": "auto"}),
    "font": _font,
    "font-size": _font_size,
    "font-family": _raw("font-family"),
    "color": _colour,
    "background": _background,
    "background-color": _background,
}


def declarations(block: str, variables: Variables | None = None) -> tuple[Declared, Declared]:
    """The declarations of a masked block that matter, and the !important ones among them.

    `variables` resolves var(); without it a declaration that needs one is left out.
    """
    normal: Declared = {}
    important: Declared = {}
    readers = READERS
    for item in block.lower().split(";"):
        name, _, value = item.partition(":")
        read = readers.get(name.strip())
        if read is None:
            continue
        value = value.strip()
        into = normal
        if "!" in value:
            value, _, flag = value.partition("!")
            value = value.rstrip()
            if flag.strip() == "important":
                into = important
        if "var(" in value:
            value = variables.resolve(value) if variables is not None else ""
        if value and len(value) <= LONGEST_VALUE:
            read(into, value)
    for declared in (normal, important):
        if declared.get("color") == declared.get("background", "") and declared.get("color"):
            declared["same"] = "same"
    return normal, important


class Variables:
    """Custom properties of the page as a whole, read when first asked for, for var().

    Source: CSS Variables 1 (https://www.w3.org/TR/css-variables-1/); those of single elements are not followed.
    """

    def __init__(self, read: Callable[[], dict[str, str]]) -> None:
        self._read = read
        self._values: dict[str, str] | None = None

    def resolve(self, value: str) -> str:
        """`value` with each var() replaced; "" if one is unknown without fallback, or they are too many or long."""
        if self._values is None:
            self._values = self._read()
        for _ in range(MOST_VARIABLES):
            start = value.find("var(")
            if start < 0:
                return value.strip()
            end = closing(value, start + 3)
            name, comma, fallback = value[start + 4 : end].partition(",")
            found = self._values.get(name.strip(), fallback.strip() if comma else "")
            if not found:
                return ""
            value = value[:start] + found + value[end + 1 :]
            if len(value) > LONGEST_VALUE:
                return ""
        return ""
