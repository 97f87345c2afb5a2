"""Lines of a page by a text or a pattern, as agents write them."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from lightterm.document.find import pattern
from lightterm.errors import ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

_SLASHED = re.compile(r"/(.+)/[dgimsuvy]{0,8}", re.DOTALL)
"""A regular expression as JavaScript writes it."""

_SIGNS = re.compile(r"\\[bBdDsSwW]|[\\^$.|?*+()\[\]{}]+")


def lines_with(text: str, lines: Sequence[str]) -> list[int]:
    """The numbers of the lines with a text or regular expression, none where it is not there.

    Raises ValidationFailed for what is no regular expression and stands on no line as it is either: "nothing" would be
    said of what was not looked for.
    """
    found = _found(text, lines)
    if not found and (inner := _SLASHED.fullmatch(text.strip())):
        return _found(inner[1], lines)
    if not found and (fault := _fault(text)):
        bare = " ".join(_SIGNS.sub(" ", text).split())
        near = [bare] if bare and bare != text else []
        words = f"{text[:100]!r} is no regular expression ({fault}), and no line has it as it stands"
        raise ValidationFailed(words, actions=(), argument="text", candidates=near)
    return found


def _found(text: str, lines: Sequence[str]) -> list[int]:
    wanted = pattern(text)
    return [at for at, line in enumerate(lines) if wanted.found_in(line)]


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
