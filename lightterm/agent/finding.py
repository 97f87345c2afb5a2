"""Lines of a page by a text or a pattern, as agents write them."""

from __future__ import annotations

import re
import time
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from lightterm.document.alike import alike
from lightterm.document.find import pattern
from lightterm.errors import ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.find import Sought

_SLASHED = re.compile(r"/(.+)/[dgimsuvy]{0,8}", re.DOTALL)
"""A regular expression as JavaScript writes it."""

_SIGNS = re.compile(r"\\[bBdDsSwW]|[\\^$.|?*+()\[\]{}]+")


def lines_with(text: str, lines: Sequence[str], seconds: float) -> list[int]:
    """The numbers of the lines with a text or regular expression, none where it is not there, in so many seconds.

    Raises ValidationFailed for what is no regular expression and stands on no line as it is either: "nothing" would be
    said of what was not looked for; and for a regular expression that takes too long.
    """
    until = time.monotonic() + seconds
    found = _found(text, lines, until)
    if not found and (inner := _SLASHED.fullmatch(text.strip())):
        return _found(inner[1], lines, until)
    if not found:  # "a[16]" is an expression, too, and mostly none
        found = [at for at, line in enumerate(lines) if text.casefold() in line.casefold()]
    if not found and (fault := _fault(text)):
        words = f"{text[:100]!r} is no regular expression ({fault}), and no line has it as it stands"
        raise ValidationFailed(words, actions=(), argument="text", candidates=_bare(text))
    return found


def _found(text: str, lines: Sequence[str], until: float) -> list[int]:
    wanted = pattern(text)
    if _SIGNS.search(text):
        return _matched(text, wanted, lines, until)
    return [at for at, line in enumerate(lines) if wanted.found_in(line)]


def _matched(text: str, wanted: Sought, lines: Sequence[str], until: float) -> list[int]:
    """The numbers of the lines that a regular expression matches, by a library that can stop.

    One that tries every way of matching, `(a+)+b`, would hold all calls of all clients up: `re` lets no thread run.
    """
    import regex

    flags = regex.IGNORECASE if wanted.pattern.flags & re.IGNORECASE else 0
    try:
        compiled = regex.compile(wanted.pattern.pattern, flags)
    except regex.error:  # one that only `re` takes
        compiled = regex.compile(regex.escape(text), flags)
    found = []
    try:
        for at, line in enumerate(lines):
            left = max(0.001, until - time.monotonic())
            if compiled.search(alike(line) if wanted.loose else line, timeout=left, concurrent=True):
                found.append(at)
    except TimeoutError:
        words = f"the regular expression {text[:100]!r} takes too long on this page"
        raise ValidationFailed(words, actions=(), argument="text", candidates=_bare(text)) from None
    return found


def _bare(text: str) -> list[str]:
    """What may be meant by a regular expression: its words, where it has some beside its signs."""
    bare = " ".join(_SIGNS.sub(" ", text).split())
    return [bare] if bare and bare != text else []


def _fault(text: str) -> str:
    """What is wrong with a regular expression, "" for nothing."""
    import warnings

    try:
        with warnings.catch_warnings(action="ignore"):
            re.compile(text.removeprefix("\\v"))
    except (re.error, OverflowError, RecursionError) as problem:
        return str(problem)[:100]
    return ""


def links_with(match: str, lines: Sequence[str]) -> list[str]:
    """The lines with a text, in which `*` may stand for any."""
    wanted = match.casefold()
    found = [line for line in lines if wanted in line.casefold()]
    if not found and "*" in wanted:
        found = [line for line in lines if fnmatchcase(line.casefold(), f"*{wanted.strip('*')}*")]
    return found
