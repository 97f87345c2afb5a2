"""What is held together as lines are broken: signs with a space before them, and the names in code.

The text that is broken differs from the one that is shown in single characters, each for another, so that places in the
one are places in the other.
"""

# ruff: noqa: RUF001

from __future__ import annotations

from lightterm.document.marks import CODE, CODE_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.marks import Mark
    from lightterm.document.model import Paragraph

HELD = "\u2011"
"""For a hyphen or slash in code: a hyphen that no line ends at."""

_SIGNS = (" !", " ?", " :", " ;")
_OTHERS = (" »", " ›", " 。", " 、", " ，", " ．", " ！", " ？", " ：", " ；", " 」", " 』")
_OPENING = ("« ", "‹ ")
_IN_CODE = str.maketrans("-/", HELD * 2)


def signs_held(text: str) -> str:
    """Text whose spaces before a sign that stands alone, as French has them (`Oui !`), are none that a line ends at."""
    for pair in _SIGNS:
        if pair in text:
            text = _glued(text, pair)
    if not text.isascii():
        for pair in _OTHERS:
            if pair in text:
                text = _glued(text, pair)
        for pair in _OPENING:
            if pair in text:
                text = _glued_behind(text, pair)
    return text


def _glued(text: str, pair: str) -> str:
    """Not where a letter or digit follows, as in `:set`, `?x=1`, `:-)` and »Wort«."""
    first, *rest = text.split(pair)
    out = [first]
    for piece in rest:
        out += ("\xa0" if pair[1] > "\u2fff" or piece[:1] in _AFTER else " ", pair[1], piece)
    return "".join(out)


_AFTER = ("", " ", "\n", "\xa0", "!", "?", ".", ",", ")", "»", "…", "[")


def _glued_behind(text: str, pair: str) -> str:
    """Not where a word ends before it, as in »Wort« und."""
    first, *rest = text.split(pair)
    out, before = [first], first
    for piece in rest:
        out += (pair[0], "\xa0" if before[-1:] in ("", " ", "\n", "\xa0", "(") else " ", piece)
        before = piece
    return "".join(out)


def code_held(block: Paragraph, text: str, numbers: bool) -> str:
    """The text of a paragraph, in whose code no line ends at a hyphen or slash: half a name reads as another one."""
    if "-" not in text and "/" not in text:
        return text
    first, *rest = block.raw.split(CODE)
    parts = [first]
    for piece in rest:
        code, end, after = piece.partition(CODE_END)
        parts.append(code.translate(_IN_CODE) + end + after)
    return block.with_raw(CODE.join(parts)).text(numbers)


def marked_held(text: str, marks: Sequence[Mark]) -> str:
    """The same of a text with marks."""
    if "-" not in text and "/" not in text:
        return text
    parts, done = list[str](), 0
    for mark in marks:
        if mark.kind == "code" and mark.start >= done:
            parts += (text[done : mark.start], text[mark.start : mark.end].translate(_IN_CODE))
            done = mark.end
    return "".join((*parts, text[done:])) if parts else text
