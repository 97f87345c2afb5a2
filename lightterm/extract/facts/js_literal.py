"""Values that a script states, as minifiers write them: `{on:!0,price:.5,u:void 0}`, and what a call hands to names.

Nuxt 2 keeps its state so: `(function(a,b){return {title:a,views:b}}("Tides",12))`. What is computed is not guessed: a
script with anything else in its value says nothing.
"""

from __future__ import annotations

import re

from lightterm.extract.facts.tolerant_json import DEEPEST, LARGEST, finite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.facts import Json

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<number>-?(?:0x[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<sign>[{}\[\](),:!;])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_CALL = re.compile(r"\(?\s*function\s*\(([\w$,\s]*)\)\s*\{\s*return\s*(?=[{\[])")
_NAMES: dict[str, Json] = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None, "Infinity": None}


class _Other(Exception):
    """What stands here is no value that is stated."""


def stated(text: str) -> list[Json]:
    """The value that a script's text begins with, in a list; an empty one where it is computed."""
    text = text[:LARGEST]
    try:
        call = _CALL.match(text)
        if call is None:
            return [_Reader(text, 0, {}).value(0)]
        names = [name.strip() for name in call[1].split(",") if name.strip()]
        # What is handed over stands behind the function, whose end only reading it tells.
        first = _Reader(text, call.end(), dict.fromkeys(names, (None, 0)))
        first.value(0)
        values = _handed(first)
        handed = {name: (value, len(repr(value))) for name, value in zip(names, values, strict=False)}
        known = dict.fromkeys(names, (None, 1)) | handed
        return [_Reader(text, call.end(), known).value(0)]
    except _Other:
        return []


def _handed(reader: _Reader) -> list[Json]:
    """The values between the brackets behind a function: `}("Tides",12)` or `})("Tides",12)`."""
    sign = reader.sign()
    while sign in (";", "}", ")"):
        sign = reader.sign()
    if sign != "(":
        raise _Other
    return reader.parts(")", 0)


class _Reader:
    """Reads values from a place on; `known` are the names that stand for some, and how long each is written out."""

    def __init__(self, text: str, at: int, known: dict[str, tuple[Json, int]]) -> None:
        self._text = text
        self._at = at
        self._known = known
        self._left = LARGEST

    def _next(self) -> re.Match[str]:
        found = _TOKEN.match(self._text, self._at)
        if found is None:
            raise _Other
        self._at = found.end()
        return found

    def sign(self) -> str:
        """The sign that comes next."""
        return self._next()["sign"] or ""

    def _takes(self, sign: str) -> bool:
        """Step over a sign, if it is next."""
        found = _TOKEN.match(self._text, self._at)
        if found is None or found["sign"] != sign:
            return False
        self._at = found.end()
        return True

    def value(self, depth: int) -> Json:
        """The value that begins here."""
        token = self._next()
        if depth > DEEPEST:
            raise _Other
        if token["string"]:
            return _unescaped(token["string"][1:-1])
        if token["number"]:
            return _number(token["number"])
        if token["name"]:
            return self._named(token["name"], depth)
        if token["sign"] == "{":
            return self._object(depth + 1)
        if token["sign"] == "[":
            return self.parts("]", depth + 1)
        if token["sign"] == "!":
            return not self.value(depth + 1)
        raise _Other

    def _named(self, name: str, depth: int) -> Json:
        if name in self._known:
            value, size = self._known[name]
            self._left -= size
            if self._left < 0:
                raise _Other  # a long text a million times over
            return value
        if name in _NAMES:
            return _NAMES[name]
        if name == "void":
            self.value(depth + 1)
            return None
        if name == "new" and self._next()["name"] == "Date" and self._takes("("):
            parts = self.parts(")", depth + 1)
            return parts[0] if len(parts) == 1 else None
        raise _Other

    def _object(self, depth: int) -> Json:
        found: dict[str, Json] = {}
        while not self._takes("}"):
            key = self._next()
            if key["sign"] or not self._takes(":"):
                raise _Other
            name = _unescaped(key["string"][1:-1]) if key["string"] else key["number"] or key["name"]
            found[name] = self.value(depth)
            if not self._takes(","):
                if not self._takes("}"):
                    raise _Other
                break
        return found

    def parts(self, end: str, depth: int) -> list[Json]:
        """Values up to a sign, commas between them."""
        found: list[Json] = []
        while not self._takes(end):
            found.append(self.value(depth))
            if not self._takes(","):
                if not self._takes(end):
                    raise _Other
                break
        return found


def _number(text: str) -> int | float:
    if text.lstrip("-").isdigit():
        return int(text[:300])
    return int(text, 16) if "x" in text else finite(text)


def _unescaped(text: str) -> str:
    """A string without its escapes. https://262.ecma-international.org/#sec-literals-string-literals"""
    if "\\" not in text:
        return text
    made = _ESCAPE.sub(_meant, text)
    # Halves of a character, each escaped, are one.
    return made.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _meant(found: re.Match[str]) -> str:
    said = found[1]
    if len(said) > 1 and said[0] in "ux":
        code = int(said[1:].strip("{}"), 16)
        return chr(code) if code <= 0x10FFFF else "\N{REPLACEMENT CHARACTER}"
    return _PLAIN.get(said, said)
