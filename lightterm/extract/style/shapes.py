"""Transforms, clips, masks and filters read into what they leave of a box: gone, off the screen, over an edge, on."""

from __future__ import annotations

from lightterm.extract.style.media import closing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Length = Callable[[str], float | None]
    Number = Callable[[str], tuple[float, str] | None]

COLLAPSED = 0.02
"""The part of its size below which a box is nothing."""
BLURRED = 8.0
"""Pixels of a blur by which text of the usual size is a stain: half its height."""
_SCALES = {"scale": 2, "scalex": 1, "scaley": 1, "scale3d": 2}
_MOVES = {"translate": 2, "translatex": 1, "translatey": 1, "translate3d": 2}


def functions(value: str) -> Iterator[tuple[str, list[str]]]:
    """The functions of a value with their arguments, parted by commas or white space."""
    at = 0
    while (start := value.find("(", at)) >= 0:
        end = closing(value, start)
        yield value[at:start].strip(" ,"), value[start + 1 : end].replace(",", " ").split()
        at = end + 1


def share(text: str, number: Number) -> float | None:
    """A number or percentage as a part of one."""
    found = number(text)
    if found is None or found[1] not in ("", "%"):
        return None
    return found[0] / 100 if found[1] == "%" else found[0]


def transform(value: str, number: Number, length: Length, far: float) -> str:
    """What a transform does to a box."""
    verdict = "on"
    for name, given in functions(value):
        if name in _SCALES:
            if scaled(given[: _SCALES[name]], number) == "gone":
                return "gone"
        elif name == "matrix" and len(given) == 6:
            sizes = [abs(share(one, number) or 0.0) for one in given[:4]]
            if sizes[0] + sizes[1] < COLLAPSED or sizes[2] + sizes[3] < COLLAPSED:
                return "gone"
        elif name in ("rotatex", "rotatey") and given in (["90deg"], ["-90deg"], ["270deg"]):
            return "gone"
        elif name in _MOVES:
            moved_ = moved(given[: _MOVES[name]], number, length, far)
            verdict = moved_ if verdict == "on" else verdict
    return verdict


def scaled(given: list[str], number: Number) -> str:
    """What the property `scale` or the function leaves: gone, or on."""
    sizes = [share(one, number) for one in given[:2]]
    return "gone" if any(size is not None and abs(size) < COLLAPSED for size in sizes) else "on"


def moved(given: list[str], number: Number, length: Length, far: float) -> str:
    """Where a translation to the left or the top leads: off, over the edge by the box's own size, or on."""
    for one in given[:2]:
        found = number(one)
        size = length(one)
        if size is not None and size <= far:
            return "off"
        if found is not None and found[1] in ("%", "vw", "vh") and found[0] <= -100:
            return "edge" if found[1] == "%" and found[0] > -900 else "off"
    return "on"


def clipped(value: str, number: Number, length: Length) -> str:
    """Whether a clip-path leaves nothing."""
    name, _, rest = value.partition("(")
    inner = rest.rpartition(")")[0].partition(" round ")[0].partition(" at ")[0]
    sizes = inner.split()
    gone = False
    if name == "inset" and sizes:
        shares = [found[0] if (found := number(one)) is not None and found[1] == "%" else 0.0 for one in sizes[:4]]
        top, right, bottom, left = _sides(shares)
        gone = top + bottom >= 100 or right + left >= 100
    elif name in ("circle", "ellipse"):
        gone = any(length(one) == 0 or one == "0%" for one in sizes)
    elif name == "rect" and len(sizes) == 4 and "auto" not in sizes:
        gone = sizes[0] == sizes[2] or sizes[1] == sizes[3]
    elif name == "polygon":
        points = [part.split() for part in inner.split(",")]
        points = [point for point in points if len(point) == 2]
        gone = bool(points) and any(len({point[side] for point in points}) == 1 for side in (0, 1))
    return "gone" if gone else "on"


def _sides(given: list[float]) -> tuple[float, float, float, float]:
    top = given[0]
    right = given[1] if len(given) > 1 else top
    return top, right, given[2] if len(given) > 2 else top, given[3] if len(given) > 3 else right


def masked(value: str) -> str:
    """Whether a mask lets nothing through: a gradient whose colours are all clear."""
    name, _, rest = value.partition("(")
    if not name.endswith("-gradient"):
        return "on"
    stops = [one.strip() for one in rest.rpartition(")")[0].split(",")]
    stops = [one for one in stops if not one.startswith("to ") and not one.endswith("deg")]
    clear = [one.split()[0] in ("transparent", "#0000", "#00000000") for one in stops if one]
    return "gone" if clear and all(clear) else "on"


def filtered(value: str, number: Number, length: Length) -> str:
    """Whether a filter makes a box clear, or blurs it so that no word in it can be read: gone, over, or on."""
    said = [(name, given[0]) for name, given in functions(value) if given]
    shares = [share(one, number) for name, one in said if name == "opacity"]
    if any(one is not None and one < COLLAPSED for one in shares):
        return "gone"
    return "over" if any(name == "blur" and (length(one) or 0.0) >= BLURRED for name, one in said) else "on"
