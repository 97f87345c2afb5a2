"""The `pattern` attribute: JavaScript regular expressions with the flag v, matched whole and in bounded time.

https://html.spec.whatwg.org/#the-pattern-attribute, https://tc39.es/ecma262/#sec-patterns. A pattern that is none
asks for nothing, as in every browser; so does one that takes too long.
"""

from __future__ import annotations

import re
from functools import lru_cache

import regex

SECONDS = 0.1
MAX_PATTERN = 5_000
MAX_TEXT = 100_000

_CLASSES = {
    "d": "[0-9]",
    "D": "[^0-9]",
    "w": "[A-Za-z0-9_]",
    "W": "[^A-Za-z0-9_]",
    "s": r"[\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]",
    "S": r"[^\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]",
}
_WORD = "[A-Za-z0-9_]"
_EDGE = f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))"
_NO_EDGE = f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))"
_CONTROLS = {"t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "0": "\0"}
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_IN_CLASS = _SYNTAX | frozenset("-&!#%,:;<=>@`~")
_RESERVED = frozenset("(){}/|-")
"""What stands in a class of the flag v only with a backslash."""

_CODE = re.compile(r"x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})")
_LOW = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_GROUP = re.compile(r"\((?!\?)|\(\?(?::|<?[=!]|<([A-Za-z_$][\w$]*)>)")
_TIMES = re.compile(r"\{\d{1,9}(?:,\d{0,9})?\}")
_REFERENCE = re.compile(r"k<([A-Za-z_$][\w$]*)>|([1-9]\d?)(?!\d)")
_PROPERTY = re.compile(r"[pP]\{[\w=]+\}")


class _NotOne(Exception):
    """No regular expression."""


def matches(source: str, text: str) -> bool:
    """Whether the whole text matches, or the pattern asks for nothing."""
    pattern = _compiled(source)
    if pattern is None or len(text) > MAX_TEXT:
        return True
    try:
        return pattern.fullmatch(text, timeout=SECONDS) is not None
    except TimeoutError:
        return True


@lru_cache(64)
def _compiled(source: str) -> regex.Pattern[str] | None:
    if len(source) > MAX_PATTERN:
        return None
    try:
        return regex.compile(_Translator(source).whole(), regex.VERSION1)
    except (_NotOne, regex.error, OverflowError, RecursionError, ValueError):
        return None


class _Translator:
    """Rewrites one expression in the syntax of the regex library."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def whole(self) -> str:
        out = []
        repeated = True  # nothing to repeat yet
        while self.at < len(self.source):
            c = self.source[self.at]
            if c in "*+?{":
                if repeated:
                    raise _NotOne
                out.append(self.times(c))
                repeated = True
                continue
            piece = self.atom(c)
            repeated = piece in ("|",) or (piece.startswith("(") and piece[-1] in "(:=!>")
            out.append(piece)
        return "".join(out)

    def times(self, c: str) -> str:
        size = 1
        if c == "{":
            found = _TIMES.match(self.source, self.at)
            if found is None:
                raise _NotOne
            size = found.end() - self.at
        if self.source[self.at + size : self.at + size + 1] == "?":
            size += 1
        text = self.source[self.at : self.at + size]
        self.at += size
        return text

    def atom(self, c: str) -> str:
        if c == "[":
            return self.charset()
        if c == "\\":
            return self.escape(False)
        if c in "]}":
            raise _NotOne
        if c == "(":
            found = _GROUP.match(self.source, self.at)
            if found is None:
                raise _NotOne
            self.at = found.end()
            return found[0] if found[1] is None else f"(?P<{found[1]}>"
        self.at += 1
        return {"^": r"\A", "$": r"\Z", ".": r"[^\n\r\u2028\u2029]"}.get(c) or (
            c if c in "|)" else regex.escape(c, special_only=True)
        )

    def escape(self, inside: bool) -> str:
        """What a backslash begins."""
        self.at += 1
        c = self.source[self.at : self.at + 1]
        if c in _CLASSES and c:
            self.at += 1
            return _CLASSES[c]
        found = _PROPERTY.match(self.source, self.at)
        if found is None and not inside:
            if c in ("b", "B"):
                self.at += 1
                return _EDGE if c == "b" else _NO_EDGE
            found = _REFERENCE.match(self.source, self.at)
            if found is not None:
                self.at = found.end()
                return f"(?P={found[1]})" if found[1] else f"(?:\\{found[2]})"
        if found is not None:
            self.at = found.end()
            return "\\" + found[0]
        return regex.escape(self.character(inside), special_only=False)

    def character(self, inside: bool) -> str:
        """The one character that an escape stands for; `at` is behind the backslash."""
        c = self.source[self.at : self.at + 1]
        found = _CODE.match(self.source, self.at)
        if found is not None:
            self.at = found.end()
            code = int(found[1] or found[2] or found[3], 16)
            low = _LOW.match(self.source, self.at) if 0xD800 <= code < 0xDC00 else None
            if low is not None:
                self.at = low.end()
                code = 0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00
            if code > 0x10FFFF:
                raise _NotOne
            return chr(code)
        letter = self.source[self.at + 1 : self.at + 2]
        if c == "c" and letter.isascii() and letter.isalpha():
            self.at += 2
            return chr(ord(letter) % 32)
        self.at += 1
        if c in _CONTROLS and not (c == "0" and letter.isdigit()):
            return _CONTROLS[c]
        if inside and c == "b":
            return "\b"
        if c and c in (_IN_CLASS if inside else _SYNTAX):
            return c
        raise _NotOne

    def charset(self) -> str:
        """A class, classes in it and all."""
        self.at += 1
        negated = self.source[self.at : self.at + 1] == "^"
        self.at += negated
        out = ["[^" if negated else "["]
        while (c := self.source[self.at : self.at + 1]) != "]":
            two = self.source[self.at : self.at + 2]
            if not c:
                raise _NotOne
            if c == "[":
                out.append(self.charset())
            elif two in ("&&", "--"):
                self.at += 2
                out.append(two)
            elif c == "\\":
                out.append(self.ranged(self.escape(True)))
            elif c in _RESERVED or (len(two) == 2 and two[0] == two[1] and c in "!#$%*+,.:;<=>?@^`~"):
                raise _NotOne
            else:
                self.at += 1
                out.append(self.ranged(regex.escape(c, special_only=False)))
        self.at += 1
        if len(out) == 1:
            return r"[\s\S]" if negated else r"(?!)"
        return "".join([*out, "]"])

    def ranged(self, first: str) -> str:
        """A character of a class, with the range that begins with it."""
        if self.source[self.at : self.at + 1] != "-" or self.source[self.at : self.at + 2] == "--":
            return first
        self.at += 1
        c = self.source[self.at : self.at + 1]
        if first.startswith("[") or first[:2] in (r"\p", r"\P") or not c or c == "[" or c in _RESERVED or c == "]":
            raise _NotOne
        if c == "\\":
            last = self.escape(True)
            if last.startswith("[") or last[:2] in (r"\p", r"\P"):
                raise _NotOne
        else:
            self.at += 1
            last = regex.escape(c, special_only=False)
        return f"{first}-{last}"
