"""Whether a media query, a @supports condition or a container query holds for a terminal.

Source: Media Queries 5 (https://www.w3.org/TR/mediaqueries-5/), CSS Conditional 3. A terminal has colour, no pointer
that hovers, no wish for motion, and no script by the time a static page is styled; a feature that is not known does
not hold, and neither does its negation ("unknown" there).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.extract.style.model import View

DEEPEST = 16
LONGEST = 100
"""Characters of a length that is looked at, as sums are taken apart sign by sign."""
UNITS = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "in": 96.0, "pc": 16.0}
UNITS |= {"ex": 8.0, "ch": 8.0, "q": 2.4 / 2.54}
_COMPARISONS = ("<=", ">=", "<", ">", "=")
_FLIPPED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "="}
_KEYWORDS = {
    "hover": "none",
    "any-hover": "none",
    "pointer": "none",
    "any-pointer": "none",
    "prefers-reduced-motion": "reduce",
    "prefers-contrast": "no-preference",
    "prefers-reduced-transparency": "no-preference",
    "prefers-reduced-data": "no-preference",
    "forced-colors": "none",
    "inverted-colors": "none",
    "scripting": "none",
    "update": "slow",
    "overflow-block": "scroll",
    "overflow-inline": "scroll",
    "display-mode": "browser",
    "color-gamut": "srgb",
    "dynamic-range": "standard",
}
_NOT_TRUE_ALONE = ("none", "no-preference")


def closing(text: str, at: int) -> int:
    """The index of the parenthesis that closes the one at `at`, or the last index of `text`."""
    depth = 1
    find = text.find
    close = find(")", at)
    opening = find("(", at + 1)
    while close >= 0:
        if 0 <= opening < close:
            depth += 1
            opening = find("(", opening + 1)
            continue
        depth -= 1
        if depth == 0:
            return close
        close = find(")", close + 1)
    return len(text) - 1


def matches(query: str, view: View) -> bool:
    """Whether a media query list holds; an empty one does."""
    query = query.strip().lower()
    if not query or query in ("all", "screen"):
        return not (view.print and query == "screen")
    return any(_one(part.strip(), view) for part in query.split(","))


def _one(query: str, view: View) -> bool:
    head, _, rest = query.partition(" ")
    negated = False
    if head in ("not", "only") and not rest.lstrip().startswith("("):
        negated = head == "not"
        head, _, rest = rest.strip().partition(" ")
    if head.startswith(("(", "not")) or "(" in head:
        return _condition(query, lambda test: _feature(test, view)) is True
    kind = head == "all" or head == ("print" if view.print else "screen")
    rest = rest.strip()
    if not rest:
        return kind != negated
    if not rest.startswith("and"):
        return False
    if not kind:
        return negated
    held = _condition(rest[3:].strip(), lambda test: _feature(test, view))
    return held is not None and held != negated


def holds(condition: str, view: View) -> bool:
    """Whether a media condition holds: what a query may be without the name of a medium."""
    return _condition(condition.strip().lower(), lambda test: _feature(test, view)) is True


def width_in(length: str, view: View) -> float | None:
    """CSS pixels of a length, whose percentages count for nothing; None for what is none, or takes more arithmetic."""
    length = length.strip().lower()
    if len(length) > LONGEST:
        return None
    if length.startswith("calc(") and (at := max(length.rfind(" + "), length.rfind(" - "))) > 0:
        left, right = width_in(f"{length[:at]})", view), width_in(f"calc({length[at + 3 :]}", view)
        if left is None or right is None:
            return None
        return left + right if length[at + 1] == "+" else left - right
    if length.endswith("%") or not any(map(str.isalpha, length.removeprefix("calc"))):
        return 0.0 if length == "0" else None
    return _number(length, view)


def supports(condition: str) -> bool:
    """Whether a @supports condition holds: whatever a current browser knows, as far as names tell."""
    return _condition(condition.strip().lower(), _supported) is True


def container(query: str, view: View) -> bool:
    """Whether a container query holds, its container taken to be as wide as the screen; style queries do not."""
    query = query.strip().lower()
    head = query.partition("(")[0].strip()
    if head and head != "not" and not head.endswith(" not"):
        query = query[query.find("(") :] if "(" in query else ""
    return _condition(query, lambda test: _feature(test, view)) is True


def _supported(test: str) -> bool | None:
    name, colon, value = test.partition(":")
    name, value = name.strip(), value.strip()
    if not colon or not value:
        return None
    return not (name.startswith(("-moz-", "-ms-", "-o-")) or value.startswith(("-moz-", "-ms-", "-o-")))


def _condition(text: str, test: Callable[[str], bool | None], depth: int = 0) -> bool | None:
    """`not`, `and` and `or` over parenthesised tests, with unknown as None (Kleene's logic)."""
    if depth > DEEPEST:
        return None
    text = text.strip()
    result: bool | None = None
    joint = ""
    at = 0
    while at < len(text):
        negated = False
        word, start = _word(text, at)
        if word == "not":
            negated = True
            word, start = _word(text, start)
        if start >= len(text) or text[start] != "(":
            return None
        end = closing(text, start)
        held = _group(word, text[start + 1 : end if text[end] == ")" else end + 1], test, depth)
        if negated and held is not None:
            held = not held
        result = held if not joint else _join(joint, result, held)
        joint, at = _word(text, end + 1)
        if joint not in ("and", "or", ""):
            return None
    return result


def _word(text: str, at: int) -> tuple[str, int]:
    while at < len(text) and text[at].isspace():
        at += 1
    start = at
    while at < len(text) and (text[at].isalnum() or text[at] in "-_"):
        at += 1
    word = text[start:at]
    while at < len(text) and text[at].isspace():
        at += 1
    return word, at


def _group(name: str, inner: str, test: Callable[[str], bool | None], depth: int) -> bool | None:
    if name == "selector":
        return not ("-moz-" in inner or "-ms-" in inner)
    if name:
        return None if name not in ("font-tech", "font-format") else False
    inner = inner.strip()
    if inner.startswith(("(", "selector(")) or _word(inner, 0)[0] == "not":
        return _condition(inner, test, depth + 1)
    return test(inner)


def _join(joint: str, left: bool | None, right: bool | None) -> bool | None:
    decides = joint == "or"
    if left is decides or right is decides:
        return decides
    return None if left is None or right is None else not decides


def _feature(test: str, view: View) -> bool | None:
    test = test.strip()
    name, colon, value = test.partition(":")
    if colon:
        name, value = name.strip(), value.strip()
        if name.startswith("-webkit-m"):
            name = name[8:]
        if name[:4] in ("min-", "max-"):
            return _compare(name[4:], ">=" if name[1] == "i" else "<=", value, view)
        return _equals(name, value, view)
    for sign in _COMPARISONS:
        if sign in test:
            return _range(test, view)
    return _alone(test, view)


def _alone(name: str, view: View) -> bool | None:
    known = _KEYWORDS.get(name)
    if known is not None:
        return known not in _NOT_TRUE_ALONE
    if name in ("orientation", "prefers-color-scheme"):
        return True
    number = _measure(name, view)
    return None if number is None else number != 0


def _equals(name: str, value: str, view: View) -> bool | None:
    if name == "orientation":
        return value == ("portrait" if view.height_px >= view.width_px else "landscape")
    if name == "prefers-color-scheme":
        return value == view.scheme
    known = _KEYWORDS.get(name)
    if known is not None:
        return value == known
    return _compare(name, "=", value, view)


def _range(test: str, view: View) -> bool | None:
    """`width >= 40em`, `40em <= width`, `20em < width <= 40em`."""
    parts: list[str] = []
    signs: list[str] = []
    rest = test
    while len(signs) < 3:
        found = [(at, -len(sign), sign) for sign in _COMPARISONS if (at := rest.find(sign)) >= 0]
        if not found:
            break
        at, _, sign = min(found)
        parts.append(rest[:at].strip())
        signs.append(sign)
        rest = rest[at + len(sign) :]
    parts.append(rest.strip())
    if len(parts) == 2:
        if _measure(parts[0], view) is not None:
            return _compare(parts[0], signs[0], parts[1], view)
        return _compare(parts[1], _FLIPPED[signs[0]], parts[0], view)
    if len(parts) != 3:
        return None
    low = _compare(parts[1], _FLIPPED[signs[0]], parts[0], view)
    return _join("and", low, _compare(parts[1], signs[1], parts[2], view))


def _compare(name: str, sign: str, value: str, view: View) -> bool | None:
    have = _measure(name, view)
    want = _number(value, view)
    if have is None or want is None:
        return None
    if sign == "=":
        return abs(have - want) < 1e-6
    if sign[0] == ">":
        return have > want or (len(sign) == 2 and have == want)
    return have < want or (len(sign) == 2 and have == want)


def _measure(name: str, view: View) -> float | None:
    if name in ("width", "device-width", "inline-size"):
        return float(view.width_px)
    if name in ("height", "device-height", "block-size"):
        return float(view.height_px)
    if name in ("aspect-ratio", "device-aspect-ratio"):
        return view.width_px / max(1, view.height_px)
    if name in ("resolution", "device-pixel-ratio"):
        return 1.0
    return {"color": 8.0, "monochrome": 0.0, "color-index": 0.0, "grid": 1.0}.get(name)


def _number(text: str, view: View) -> float | None:
    """A length in px, a ratio, a resolution in dots per px, or a plain number."""
    if "/" in text:
        left, _, right = text.partition("/")
        above, below = _plain(left), _plain(right)
        return None if above is None or not below else above / below
    if text.startswith("calc(") and text.endswith(")"):
        text = text[5:-1].strip()
    end = len(text)
    while end and (text[end - 1].isalpha() or text[end - 1] == "%"):
        end -= 1
    number = _plain(text[:end])
    if number is None:
        return None
    unit = text[end:]
    if unit in ("vw", "vh"):
        return number * (view.width_px if unit == "vw" else view.height_px) / 100
    if unit in ("dppx", "x", "dpi", "dpcm"):
        return number / {"dpi": 96, "dpcm": 96 / 2.54}.get(unit, 1)
    scale = UNITS.get(unit, None if unit else 1.0)
    return None if scale is None else number * scale


def _plain(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < 1e9 else None
