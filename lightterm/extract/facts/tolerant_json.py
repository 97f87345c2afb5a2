"""JSON as pages write it: in comments, with raw line feeds, trailing commas, single quotes, or cut off.

Read as RFC 8259 first; what that does not take is read by a parser that never fails: it takes what it can, and ends
what is open at the end.
"""

from __future__ import annotations

import html
import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.facts import Json

LARGEST = 4_000_000
"""Characters of one block that are read."""

DEEPEST = 100

MOST = 1.7976931348623157e308
"""The largest number."""

_WRAPPING = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[|﻿)+|(?:-->|//\s*\]\]>|\]\]>|;)+\s*$"
)
_SPACE = re.compile(r"(?:[\s﻿,;]+|//[^\n]*|/\*.*?(?:\*/|$)|<!--|-->)*", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_KEY = re.compile(r"[\"'][^\"']*[\"']\s*:")
_WORD = re.compile(r"[^\s,:;\[\]{}\"']+")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def read_json(text: str) -> list[Json]:
    """The values in a block of JSON, usually one; none when there is nothing in it that looks like JSON."""
    text = text[:LARGEST]
    for version in (text, _WRAPPING.sub("", text)):
        try:
            return [json.loads(version, strict=False, parse_constant=lambda name: None, parse_float=finite)]
        except (ValueError, RecursionError):
            continue
    if "&quot;" in text and '"' not in text:
        return read_json(html.unescape(text))
    return _Reader(_WRAPPING.sub("", text)).values()


def finite(digits: str) -> float:
    """A number of JSON: 1e999 is the largest there is, as nothing beyond could be written as JSON again."""
    return min(max(float(digits), -MOST), MOST)


class _Reader:
    """A recursive descent that steps over what it does not understand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def values(self) -> list[Json]:
        """All objects and lists, one after the other."""
        found: list[Json] = []
        while True:
            starts = [place for sign in "{[" if (place := self.text.find(sign, self.at)) >= 0]
            if not starts:
                return found
            self.at = min(starts)
            found.append(self.value())

    def value(self) -> Json:
        self._space()
        sign = self.text[self.at : self.at + 1]
        if sign in ("{", "["):
            return self._nested(self._object if sign == "{" else self._list)
        if sign in ('"', "'"):
            return self._string(sign)
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            digits = number[0][:300]
            return finite(digits) if any(c in digits for c in ".eE") else int(digits)
        word = _WORD.match(self.text, self.at)
        if word is None:
            self.at += 1
            return None
        self.at = word.end()
        return _WORDS.get(word[0], word[0])

    def _nested(self, read: Callable[[], Json]) -> Json:
        self.at += 1
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                self.at = len(self.text)
                return None
            return read()
        finally:
            self.depth -= 1

    def _space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _ends(self, sign: str) -> bool:
        self._space()
        if self.at >= len(self.text):
            return True
        if self.text[self.at] == sign:
            self.at += 1
            return True
        return self.text[self.at] in "]}"  # of another: what is open ends here, and that one takes the sign

    def _object(self) -> Json:
        found: dict[str, Json] = {}
        while not self._ends("}"):
            key = self.value()
            self._space()
            if self.text[self.at : self.at + 1] == ":":
                self.at += 1
                found[str(key)] = self.value()
        return found

    def _list(self) -> Json:
        found: list[Json] = []
        while not self._ends("]"):
            found.append(self.value())
        return found

    def _string(self, quote: str) -> str:
        """A string up to its quote; one that is followed by more text was meant to be in it."""
        out: list[str] = []
        self.at += 1
        while self.at < len(self.text):
            sign = self.text[self.at]
            self.at += 1
            if sign == "\\":
                out.append(self._escape())
            elif sign == quote and self._is_end():
                break
            else:
                out.append(sign)
        return "".join(out)

    def _is_end(self) -> bool:
        following = self.text[self.at : self.at + 80].lstrip()
        return not following or following[0] in ",:]}/" or _KEY.match(following) is not None

    def _escape(self) -> str:
        sign = self.text[self.at : self.at + 1]
        self.at += 1
        if sign == "u":
            digits = self.text[self.at : self.at + 4]
            try:
                made = chr(int(digits, 16))
            except ValueError:
                return "u"
            self.at += 4
            return made if not "\ud800" <= made <= "\udfff" else "�"
        return _ESCAPES.get(sign, sign)
