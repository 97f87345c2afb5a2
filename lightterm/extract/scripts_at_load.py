"""What a page's inline scripts do by themselves: the code without what waits for a click, a key or a form.

No parser of JavaScript: brackets are matched, strings stepped over. What does not match stays, as if it ran.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_KINDS = (
    r"(?:click|dblclick|input|change|submit|reset|key\w+|mouse\w+|pointer\w+|touch\w+|focus\w*|blur|hover|toggle|drag\w*"
    r"|wheel|paste|copy|select)"
)
_CALLS = re.compile(
    rf"\.(?:addeventlistener|on|one|delegate|bind)\(\s*['\"`]{_KINDS}[\w. ]*['\"`]"
    r"|\((?:document(?:\.body)?|window|['\"]body['\"])\)\.on\(\s*['\"](?!load|ready|page|turbo|dom|ajax|init|alpine|device)"
    rf"|\.{_KINDS}\(\s*(?=function|async|\(|\w+\s*=>|\w+\s*\))"
)
_SET = re.compile(rf"\.on{_KINDS}=\s*(?=function|async|\(|\w+\s*=>)")
_DECLARED = re.compile(r"\bfunction\s+([\w$]+)\s*\(")
_STEPS = 8
"""How often it is looked for functions that nothing calls any more."""

_PAIRS = {"(": ")", "[": "]", "{": "}"}


def at_load(code: str) -> str:
    """Lower-case code without the handlers of what people do, and without functions that only those call."""
    code = _without(code, _CALLS, lambda text, found: _closed(text, text.rindex("(", found.start(), found.end())))
    code = _without(code, _SET, lambda text, found: _value_end(text, found.end()))
    for _ in range(_STEPS):
        shorter = _without(
            code, _DECLARED, lambda text, found: _body_end(text, found) if _is_idle(text, found[1]) else -1
        )
        if shorter == code:
            break
        code = shorter
    return code


def _is_idle(code: str, name: str) -> bool:
    """Whether nothing speaks of a function but its own declaration."""
    return len(re.findall(rf"(?<![\w$./'\"-]){re.escape(name)}(?![\w$/'\"-])", code)) == 1


def _without(code: str, pattern: re.Pattern[str], end_of: Callable[[str, re.Match[str]], int]) -> str:
    """The code without what begins at each match and ends where `end_of` says; -1 leaves it."""
    out, at = [], 0
    for found in pattern.finditer(code):
        if found.start() >= at and (end := end_of(code, found)) > 0:
            out.append(code[at : found.start()])
            at = end
    return "".join((*out, code[at:]))


def _body_end(code: str, found: re.Match[str]) -> int:
    """Where the body of a declared function ends."""
    words = _closed(code, found.end() - 1)
    return _closed(code, code.find("{", words)) if words > 0 and "{" in code[words:] else -1


def _value_end(code: str, at: int) -> int:
    """Where a function that stands there ends: behind its body, or the line of one without braces."""
    brace, line = code.find("{", at), code.find("\n", at)
    if brace < 0 or 0 <= line < brace:
        return line
    return _closed(code, brace)


def _closed(code: str, at: int) -> int:
    """Behind the bracket that closes the one that stands there, -1 where none does."""
    waiting: list[str] = []
    while 0 <= at < len(code):
        sign = code[at]
        if sign in "'\"`":
            at = _string_end(code, at)
        elif sign in _PAIRS:
            waiting.append(_PAIRS[sign])
        elif waiting and sign == waiting[-1]:
            waiting.pop()
            if not waiting:
                return at + 1
        at += 1
    return -1


def _string_end(code: str, at: int) -> int:
    """Where a string ends that begins there."""
    quote, at = code[at], at + 1
    while at < len(code) and code[at] != quote and (quote == "`" or code[at] != "\n"):
        at += 2 if code[at] == "\\" else 1
    return at
