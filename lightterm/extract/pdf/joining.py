"""Lines as running text: words that a hyphen parts at the end of a line become one again."""

from __future__ import annotations

import re

from lightterm.extract.pdf.model import Block, Run, text_of
from lightterm.extract.pdf.words import GLUED, has_no_spaces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lightterm.extract.pdf.model import Line, PdfPage

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_PARTED = re.compile(r"([^\W\d_](?:[^\W_]|-)*)[-\u2010\u00ad]$")

_NUMBERED = re.compile(r"[^\W_][-\u2010]$|\d[\u2013\u2011]$")
"""What a number goes on: "2024-", "COVID-"; behind a dash only a number does."""

_JOINING = frozenset("and or und oder sowie bzw och eller og".split())
"""Words behind a hyphen that stands for what two words share: "pre- and post-war", "Vor- und Nachteile"."""

LEADERS = " … "
"""What stands for the dots between an entry and its page."""

_DOTS = re.compile(r"\s*(?:[.·…]\s*){4,}|(?:\s[.·…])+\s*(?=\d+$)")

HYPHENS = ("-", "\u2010", "\u00ad")


def without_leaders(text: str) -> str:
    """The text of a line without the rows of dots that lead the eye."""
    return _DOTS.sub(LEADERS, text) if "...." in text or " . " in text else text


class Joiner:
    """Joins lines, by the words that the whole text has."""

    def __init__(self, pages: Iterable[PdfPage]) -> None:
        self._known: set[str] = set()
        for page in pages:
            for block in page.blocks:
                if isinstance(block, Block):
                    for line in block.lines:
                        self._learn(line)

    def _learn(self, line: Line) -> None:
        """Note the words of a line, but the last one, of which some may be missing."""
        words = text_of(line).split()
        for word in words[:-1] if words and words[-1].endswith(HYPHENS) else words:
            found = _WORD.search(word)
            if found is not None:
                self._known.add(found[0].lower())

    def runs(self, lines: Sequence[Line]) -> list[Run]:
        """The lines as one, a space between two."""
        out: list[Run] = []
        for line in lines:
            self.append(out, line)
        return out

    def append(self, out: list[Run], line: Line) -> None:
        """Put a line behind what is there."""
        for run in line:
            if out and run is line[0]:
                kept, space = self._seam(out[-1].text, run.text)
                if run.link >= 0 and run.link == out[-1].link and "://" in kept.rsplit(" ", 1)[-1]:
                    kept, space = out[-1].text, ""  # an address that goes on in the next line
                out[-1] = out[-1].replace(text=kept)
            else:
                space = " " if out and not run.style & GLUED else ""
            style = run.style & ~GLUED
            if out and (out[-1].style, out[-1].link) == (style, run.link):
                out[-1] = out[-1].replace(text=f"{out[-1].text}{space}{run.text}")
            else:
                out.append(run.replace(text=space + run.text, style=style))

    def _seam(self, before: str, after: str) -> tuple[str, str]:
        """What stays of the text before the end of a line, and what comes between it and what follows."""
        # Asked of whole paragraphs, which grow with each line, the expression took two thirds of a long file's time.
        found = _PARTED.search(before.rsplit(None, 1)[-1]) if before.endswith(HYPHENS) else None
        if found is None or not after[:1].isalpha():
            goes_on = after[:1].isdigit() and _NUMBERED.search(before[-2:]) is not None
            return before, "" if goes_on or has_no_spaces(before, after) else " "
        parts = found[1].lower()
        rest = _WORD.match(after)
        following = rest[0].lower() if rest else ""
        if before.endswith("\u00ad"):
            return before[:-1], ""
        if following in _JOINING and parts + following not in self._known:
            return before, " "
        if parts + following in self._known or f"{parts}-{following}" not in self._known:
            joins = after[0].islower() and ("-" not in parts + following or parts + following in self._known)
            return (before[:-1], "") if joins else (before, "")
        return before, ""
