"""Right-to-left words in code and data: each string and each run of them stands by itself, in its own order.

As plain text (UAX #9) signs between two such words turn round with them: of `"שם": "ערך",` the value is seen before its
name. Code is kept left-to-right, and what its signs hold is isolated (UTS #55, section 3).
"""

from __future__ import annotations

from lightterm.document.bidi import base_direction
from lightterm.document.layout import has_isolates, has_rtl

_LRI, _RLI, _PDI = "\u2066", "\u2067", "\u2069"
_SIGNS = frozenset("<>{}[]=|\\+*#@$^~&")
"""What parts code, and words of a language mostly not: commas, colons and brackets are in both."""

_QUOTES = frozenset("\"'`")
_OUTSIDE = " \t.!?-,:;()/%"
_LONGEST = 10_000
"""Characters of a line that are told apart; of what a machine wrote in one line nobody reads more."""


def apart(line: str) -> str:
    """A line of code with isolates around the right-to-left strings and words in it, if it has any and none yet."""
    if line.isascii() or len(line) > _LONGEST or not has_rtl(line) or has_isolates(line):
        return line
    out: list[str] = []
    start = at = 0
    quote = ""
    while at < len(line):
        char = line[at]
        if char == "\\" and quote:
            at += 1
        elif (char == quote) if quote else (char in _SIGNS or _opens(line, at)):
            out += (_isolated(line[start:at], bool(quote)), char)
            start = at + 1
            quote = char if char in _QUOTES and not quote else ""
        at += 1
    out.append(_isolated(line[start:], bool(quote)))
    return "".join(out)


def _opens(line: str, at: int) -> bool:
    """Whether a string begins there: no mark between two letters does (צה"ל, צ'יפס), nor one that none follows."""
    return line[at] in _QUOTES and not line[at - 1 : at].isalnum() and line.find(line[at], at + 1) > 0


def _isolated(piece: str, quoted: bool) -> str:
    """A piece between signs; what code has around words stands outside, but for what quotation marks hold."""
    if not has_rtl(piece):
        return piece
    left = piece.lstrip(" \t" if quoted else _OUTSIDE)
    words = left.rstrip(" \t" if quoted else " \t,:;(/")
    lead, rest = piece[: len(piece) - len(left)], left[len(words) :]
    opening = _RLI if base_direction(words) == "rtl" else _LRI
    return f"{lead}{opening}{words}{_PDI}{rest}"
