"""Right-to-left text on a terminal: logical order is kept, the terminal reorders (UAX #9).

Terminals take every line as left-to-right or guess from its first letter. So a line of a right-to-left paragraph says
what it is by an isolate around it, as does one of other text that begins with right-to-left words, and a right-to-left
piece in other text is fenced off from numbers beside it (a link's `[12]`, say), which would else be drawn on its wrong
side.
"""

from __future__ import annotations

_LRI, _RLI, _PDI = "\u2066", "\u2067", "\u2069"
_ISOLATES = "\u2066\u2067\u2068"
_RIGHT = ("R", "AL")
_NUMBERS = ("EN", "AN")
_WORDS = frozenset(("R", "AL", "NSM", "WS"))
"""What is right-to-left words and nothing else looks the same in either direction."""

_LETTERS = frozenset(map(chr, (0x20, *range(0x5D0, 0x5EB), *range(0x620, 0x64B), *range(0x671, 0x6D4))))
"""The commonest characters of such words, of Hebrew and Arabic; asking for the kind of each takes ten times as long."""


def base_direction(text: str) -> str:
    """ "rtl" if the first strong character outside isolates is right-to-left, else "ltr" (UAX #9, P2 and P3)."""
    if text.isascii():
        return "ltr"
    from unicodedata import bidirectional

    depth = 0
    for char in text:
        kind = bidirectional(char)
        if kind in ("LRI", "RLI", "FSI"):
            depth += 1
        elif kind == "PDI":
            depth = max(depth - 1, 0)
        elif not depth and kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return "ltr"


def isolate(text: str, direction: str) -> str:
    """One output line of a paragraph of that direction ("ltr" or "rtl") with the isolates it needs, if any."""
    if text.isascii() and (direction == "ltr" or not any(map(str.isalnum, text))):
        return text
    if direction == "rtl" and _LETTERS.issuperset(text):
        return text
    from unicodedata import bidirectional

    kinds = [bidirectional(c) for c in text]
    if direction == "rtl":
        return _isolate_line(text, kinds)
    if any(c in text for c in _ISOLATES):
        return text
    return _kept_left(_isolate_runs(text, kinds), kinds)


def _kept_left(text: str, kinds: list[str]) -> str:
    """A left-to-right line whose first letter would have a terminal that guesses take it for right-to-left."""
    if _WORDS.issuperset(kinds) or base_direction(text) == "ltr":
        return text
    lead = len(text) - len(text.lstrip(" "))
    return text[:lead] + _LRI + text[lead:] + _PDI


def _isolate_line(text: str, kinds: list[str]) -> str:
    """All of a right-to-left line, unless it is right-to-left words and nothing else."""
    lead = len(text) - len(text.lstrip(" "))
    inner = set(kinds[lead:])
    if inner <= _WORDS or inner.isdisjoint(("L", "R", "AL", "EN", "AN")):
        return text
    return text[:lead] + _RLI + text[lead:] + _PDI


def _isolate_runs(text: str, kinds: list[str]) -> str:
    """Each run of right-to-left words that has a number beside it."""
    out: list[str] = []
    done = 0
    number = False  # the last thing but neutrals before this place is a number
    at = 0
    length = len(kinds)
    while at < length:
        kind = kinds[at]
        if kind not in _RIGHT:
            if kind in _NUMBERS or kind == "L":
                number = kind != "L"
            at += 1
            continue
        end = after = at + 1
        while after < length and kinds[after] != "L" and kinds[after] not in _NUMBERS:
            after += 1
            if kinds[after - 1] in _RIGHT or (kinds[after - 1] == "NSM" and end == after - 1):
                end = after
        beside = after < length and kinds[after] in _NUMBERS
        if number or beside:
            out += (text[done:at], _RLI, text[at:end], _PDI)
            done = end
        number = False
        at = after
    out.append(text[done:])
    return "".join(out)


def balanced(piece: str, inside: str) -> tuple[str, str]:
    """A line with the isolates that began on those before it, all of them ended; which go on in the next one."""
    still = inside
    out = [inside]
    for char in piece:
        if char in _ISOLATES:
            still += char
        elif char == _PDI:
            if not still:
                continue
            still = still[:-1]
        out.append(char)
    whole = "".join(out) + _PDI * len(still)
    size = 0
    while size != len(whole):
        size = len(whole)
        for opening in _ISOLATES:
            whole = whole.replace(opening + _PDI, "")  # around nothing
    return whole.rstrip(" "), still
