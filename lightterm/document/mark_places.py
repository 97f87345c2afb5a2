"""Where the characters of a paragraph's text stand in its string with marks."""

from __future__ import annotations

from itertools import accumulate

from lightterm.document.marks import MEDIA, only


def before_marks(raw: str) -> list[int]:
    """How many characters of the text stand before each mark: how many of these there are up to a character's place in
    the text is what its place in `raw` is further on."""
    for mark in set(only(raw)):
        raw = raw.replace(mark, MEDIA)
    return list(accumulate(map(len, raw.split(MEDIA))))[:-1]
