"""Colours as CSS writes them, read into six hex digits. https://www.w3.org/TR/css-color-4/, CSS Color 5 (mixes)"""

from __future__ import annotations

from math import cos, radians, sin

from lightterm.extract.style.media import closing

CLEAR = "clear"
"""What lets through all or nearly all that is behind."""
LEAST_ALPHA = 0.06
PALE = 12
"""Steps of all three channels together within which nobody tells two colours apart."""
MOST = 1e6
"""The largest number of a colour: its cube can be reckoned with."""

_LINEAR = 0.0031308


def function(value: str) -> str:
    """A colour written as a function: six hex digits, CLEAR, or "" for what is not known or lets something through."""
    name, _, rest = value.partition("(")
    inner = rest[: closing(value, len(name)) - len(name) - 1]
    if name == "light-dark":
        return _named(inner.partition(",")[0])
    if name == "color-mix":
        mixed = {_named(_without_share(part)) for part in _parts(inner)[1:]}
        return mixed.pop() if len(mixed) == 1 else ""
    numbers, alpha = _numbers(inner)
    if alpha is None or len(numbers) < 3:
        return ""
    if alpha < LEAST_ALPHA:
        return CLEAR
    if alpha < 1:
        return ""
    return _opaque(name, numbers[:3], inner)


def is_pale(digits: str) -> bool:
    """Whether six hex digits are white to the eye."""
    if len(digits) != 6 or digits[0] != "f" or digits[2] != "f" or digits[4] != "f":
        return False  # most are not, and a sheet has thousands
    return sum([255 - int(digits[i : i + 2], 16) for i in (0, 2, 4)]) <= PALE


def alike(ink: str, ground: str) -> bool:
    """Whether nobody tells two opaque colours apart, as `alike` of engines/reading has it; same words are the same."""
    if ink == ground:
        return bool(ink)
    if len(ink) != 6 or len(ground) != 6:
        return False
    try:
        return sum([abs(int(ink[i : i + 2], 16) - int(ground[i : i + 2], 16)) for i in (0, 2, 4)]) <= PALE
    except ValueError:
        return False


def _named(text: str) -> str:
    from lightterm.extract.style.measures import colour

    return colour(text.strip())


def _without_share(part: str) -> str:
    words = part.strip().rsplit(" ", 1)
    return words[0] if len(words) == 2 and words[1].endswith("%") else part


def _parts(text: str) -> list[str]:
    """The arguments, parted at the commas outside of parentheses."""
    out, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            out.append(text[start:at])
            start = at + 1
    return [*out, text[start:]]


def _numbers(inner: str) -> tuple[list[tuple[float, bool]], float | None]:
    """The numbers of a colour, each with whether it is a percentage, and its alpha."""
    colour, _, said = inner.partition("/")
    words = [word for word in colour.replace(",", " ").split() if word not in ("srgb", "from")]
    found: list[tuple[float, bool]] = []
    for word in words:
        try:
            found.append((_number(word.removesuffix("%").removesuffix("deg").replace("none", "0")), word[-1] == "%"))
        except ValueError:
            return [], None
    if said.strip():
        try:
            alpha = _number(said.strip().removesuffix("%")) / (100 if said.strip().endswith("%") else 1)
        except ValueError:
            return [], None
    elif len(found) == 4:
        alpha = found[3][0] / (100 if found[3][1] else 1)
    else:
        alpha = 1.0
    return found, alpha


def _number(text: str) -> float:
    """A number within bounds that no colour reaches, so that all can be reckoned with; raises ValueError."""
    number = float(text)
    if number != number:
        raise ValueError(text[:80])
    return max(-MOST, min(number, MOST))


def _opaque(name: str, given: list[tuple[float, bool]], inner: str) -> str:
    (a, share), (b, _), (c, _) = given
    if name in ("rgb", "rgba"):
        return _digits([n / 100 if part else n / 255 for n, part in given])
    if name == "color":
        return _digits([n / 100 if part else n for n, part in given]) if inner.split()[0] == "srgb" else ""
    if name in ("hsl", "hsla"):
        return _digits(_hsl(a, b / 100, c / 100))
    if name == "hwb":
        white, black = b / 100, c / 100
        if white + black >= 1:
            return _digits([white / (white + black)] * 3)
        return _digits([one * (1 - white - black) + white for one in _hsl(a, 1, 0.5)])
    light = a / 100 if share or name in ("lab", "lch") else a
    if name in ("oklch", "lch"):
        b, c = b * cos(radians(c)), b * sin(radians(c))
    if name in ("oklab", "oklch"):
        return _digits(_oklab(light, b, c))
    if name in ("lab", "lch") and abs(b) + abs(c) < 1 and (light >= 0.99 or light <= 0.01):
        return "ffffff" if light > 0.5 else "000000"  # of the others nobody makes hidden text
    return ""


def _hsl(angle: float, share: float, light: float) -> list[float]:
    def channel(n: int) -> float:
        k = (n + angle / 30) % 12
        return light - share * min(light, 1 - light) * max(-1.0, min(k - 3, 9 - k, 1.0))

    return [channel(0), channel(8), channel(4)]


def _oklab(light: float, a: float, b: float) -> list[float]:
    """https://bottosson.github.io/posts/oklab/"""
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return [12.92 * one if one <= _LINEAR else 1.055 * float(abs(one) ** (1 / 2.4)) - 0.055 for one in linear]


def _digits(channels: list[float]) -> str:
    return "".join(f"{round(max(0.0, min(one, 1.0)) * 255):02x}" for one in channels)
