"""Text that runs down the page, as Chinese and Japanese may: its columns are lines of a page that is turned."""

from __future__ import annotations

from lightterm.extract.pdf.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    Box = tuple[float, float, float, float]

DOWN = 3
"""Quarters of a turn at which such text stands, as words of other scripts within it do."""

FIRST = "\u2e80"

TALL = 1.5
"""Times as high as wide that a word of more than one character is which runs down."""


def is_ideographic(text: str) -> bool:
    """Whether a word is one character of a script that may be written downwards."""
    return len(text) == 1 and text >= FIRST


def runs_down(text: str, bounds: Box) -> bool:
    """Whether a word, by the box around all its characters as PDF has it, runs down."""
    left, bottom, right, top = bounds
    return len(text) > 1 and text[0] >= FIRST and top - bottom > TALL * (right - left)


def upended(text: str, bounds: Box, look: tuple[float, int, int, int, int]) -> Word:
    """The word whose column is as wide as its font is large."""
    size, style, mark, _, _ = look
    middle = (bounds[0] + bounds[2]) / 2
    return Word(text, (middle - size / 2, bounds[1], middle + size / 2, bounds[3]), size, style, mark)
