"""Numbers in the styles that a page defines: `@counter-style`. https://www.w3.org/TR/css-counter-styles-3/

What stands in for a style that cannot write a number is its fallback, in the end decimal. A text is bounded, as an
additive or symbolic style writes a sign for every unit.
"""

from __future__ import annotations

from lightterm.extract.counters import counter_text
from lightterm.extract.style.generated import tokens
from lightterm.numerals import is_whole
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from selectolax.lexbor import LexborNode

    CounterStyles = Mapping[str, "CounterStyle"]

LONGEST = 60
"""Characters of a number that is still written so."""

MOST_STEPS = 8
"""Styles that are followed from one that extends or falls back to another."""

_INFINITE = 10**9
_LEAST = {"alphabetic": 1, "symbolic": 1, "additive": 0}
_ALWAYS = ("cyclic", "numeric", "fixed", "extends")


class CounterStyle(Record):
    """A style by its descriptors; `first` is the number of a fixed style's first sign, `weights` are an additive one's.

    `ranges` are the numbers it writes, () for those that its system can write.
    """

    system: str
    symbols: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()
    first: int = 1
    base: str = "decimal"
    prefix: str = ""
    suffix: str = ". "
    negative: tuple[str, str] = ("-", "")
    ranges: tuple[tuple[int, int], ...] = ()
    pad: tuple[int, str] = (0, "")
    fallback: str = "decimal"


def counter_style(block: str, strings: list[str]) -> CounterStyle:
    """The style that the masked descriptors of an `@counter-style` make; one that makes none counts in decimal."""
    said: dict[str, list[str]] = {}
    for item in block.split(";"):
        name, _, value = item.partition(":")
        said[name.strip().lower()] = [_sign(word, strings) for word in tokens(value.replace(",", " , ").strip())]
    system, *more = said.get("system") or ["symbolic"]
    system = system.lower()
    symbols, weights = tuple(said.get("symbols", ())), tuple[int, ...]()
    if system == "additive":
        words = [word for word in said.get("additive-symbols", ()) if word != ","]
        pairs = [(int(a), b) for a, b in zip(words[::2], words[1::2], strict=False) if is_whole(a)]
        symbols, weights = tuple(sign for _, sign in pairs), tuple(weight for weight, _ in pairs)
    if system != "extends" and len(symbols) < (2 if system in ("alphabetic", "numeric") else 1):
        system, more = "extends", ["decimal"]
    negative = [*said.get("negative", ["-"]), ""]
    pad = said.get("pad", [])
    return CounterStyle(
        system,
        symbols,
        weights,
        _number(more[0]) or 0 if system == "fixed" and more else 1,
        more[0].lower() if system == "extends" and more else "decimal",
        "".join(said.get("prefix", [])[:1]),
        said.get("suffix", [". "])[0] if said.get("suffix", True) else "",
        (negative[0], negative[1]),
        tuple(_ranges(said.get("range", []))),
        (int(pad[0]), pad[1]) if len(pad) == 2 and pad[0].isdecimal() and len(pad[0]) < 3 else (0, ""),
        (said.get("fallback") or ["decimal"])[0].lower(),
    )


_SYSTEMS = ("cyclic", "numeric", "alphabetic", "symbolic", "fixed")


def style_of_symbols(value: str, strings: list[str]) -> CounterStyle:
    """The style without a name that a masked `symbols(...)` makes; one that makes none counts in decimal.

    https://www.w3.org/TR/css-counter-styles-3/#symbols-function
    """
    words = tokens(value[len("symbols(") :].removesuffix(")"))
    system = words.pop(0).lower() if words and words[0].lower() in _SYSTEMS else "symbolic"
    signs = tuple(_sign(word, strings) for word in words if word[:1] == '"')
    if len(signs) < (2 if system in ("alphabetic", "numeric") else 1) or len(signs) < len(words):
        return CounterStyle("extends")
    return CounterStyle(system, signs, suffix=" ")


def _sign(word: str, strings: list[str]) -> str:
    number = word.strip('"')
    return strings[int(number)] if word[:1] == '"' and number.isdigit() else word


def _number(word: str) -> int | None:
    digits = word.removeprefix("-")
    return int(word) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else None


def _ranges(words: list[str]) -> Iterator[tuple[int, int]]:
    for pair in " ".join(words).split(","):
        ends = pair.split()
        if len(ends) == 2:
            low = -_INFINITE if ends[0] == "infinite" else _number(ends[0])
            high = _INFINITE if ends[1] == "infinite" else _number(ends[1])
            if low is not None and high is not None:
                yield low, high


def number_text(number: int, name: str, styles: CounterStyles) -> str:
    """`number` in the style of that name, without prefix and suffix."""
    for _ in range(MOST_STEPS):
        style = styles.get(name)
        if style is None:
            return counter_text(number, name)
        text = _text(number, style, styles, MOST_STEPS)
        if text is not None:
            return text
        name = style.fallback
    return str(number)


def marker_text(number: int, style: CounterStyle, name: str, styles: CounterStyles) -> str:
    """What stands before a list's item of that number."""
    return f"{style.prefix}{number_text(number, name, styles)}{style.suffix}"


def _text(number: int, style: CounterStyle, styles: CounterStyles, steps: int) -> str | None:
    """`number` as the style itself writes it, None where it cannot."""
    least = _LEAST.get(style.system, -_INFINITE)
    if not any(low <= number <= high for low, high in style.ranges or ((least, _INFINITE),)):
        return None
    is_signed = number < 0 and style.system not in ("cyclic", "fixed")
    text = _bare(abs(number) if is_signed else number, style, styles, steps)
    if text is None or len(text) > LONGEST:
        return None
    size, filler = style.pad
    before, after = style.negative if is_signed else ("", "")
    text = filler * min(LONGEST, size - len(text) - len(before) - len(after)) + text
    return f"{before}{text}{after}"


def _bare(number: int, style: CounterStyle, styles: CounterStyles, steps: int) -> str | None:
    symbols = style.symbols
    if style.system == "extends":
        base = styles.get(style.base)
        if base is None or not steps:
            return counter_text(number, style.base)
        return _bare(number, base, styles, steps - 1)
    if style.system == "cyclic":
        return symbols[(number - 1) % len(symbols)]
    if style.system == "fixed":
        at = number - style.first
        return symbols[at] if 0 <= at < len(symbols) else None
    if style.system == "additive":
        return _sum(number, style)
    if style.system in ("alphabetic", "numeric"):
        return _places(number, symbols, style.system == "alphabetic")
    times, at = divmod(number - 1, len(symbols))
    return symbols[at] * (times + 1) if times < LONGEST else None


def _places(number: int, symbols: tuple[str, ...], is_alphabetic: bool) -> str:
    """`number` by places, without a zero where it is alphabetic."""
    out: list[str] = []
    while number or not out:
        number, at = divmod(number - is_alphabetic, len(symbols))
        out.append(symbols[at])
    return "".join(reversed(out))


def _sum(number: int, style: CounterStyle) -> str | None:
    out: list[str] = []
    for weight, sign in zip(style.weights, style.symbols, strict=True):
        times = number // weight if weight else int(number == 0 and not out)
        if times > LONGEST:
            return None
        out += [sign] * times
        number -= weight * times
    return "".join(out) if not number and out else None


def numbered_items(list_: LexborNode) -> Iterator[tuple[LexborNode, int]]:
    """The items of a list with their numbers, as `start`, `reversed` and `value` have them."""
    items = [node for node in list_.iter() if node.tag == "li"]
    has = list_.attrs
    step = -1 if "reversed" in has else 1
    begin = _number((has.get("start") or "").strip()) if list_.tag == "ol" else None
    number = begin if begin is not None else len(items) if step < 0 else 1
    for item in items:
        given = _number((item.attrs.get("value") or "").strip())
        number = number if given is None else given
        yield item, number
        number += step
