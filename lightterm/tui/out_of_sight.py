"""What pressing a button changed on its page where nobody is looking: a dialog at its end, a basket at its top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.within import paragraphs
from lightterm.safe import clean

if TYPE_CHECKING:
    from lightterm.document.model import Block, Document
    from lightterm.tui.page_view import PageView

LONGEST = 40
"""Characters that are told of a change: with them it can be searched for."""

MOST = 200
"""Changes that are looked at: a page with more is another one, which one sees."""


def changes(before: Document, now: Document) -> list[tuple[int, str]]:
    """The blocks of a page that say what none of it said before, and what; in another thread than keys are taken in."""
    if before.url.partition("#")[0] != now.url.partition("#")[0]:
        return []
    known = {_words(block) for block in before.blocks}
    found = [(at, words) for at, block in enumerate(now.blocks) if (words := _words(block)) and words not in known]
    return found if len(found) <= MOST else []


def told(view: PageView, found: list[tuple[int, str]]) -> str:
    """The first of the changes and which way it is, "" where one is in sight."""
    if not found or found[-1][0] >= len(view.document.blocks):
        return ""
    lines = [view.flow.line_of_block(at) for at, _ in found]
    if any(view.first <= line < view.first + view.height for line in lines):
        return ""
    words = clean(found[0][1])
    short = words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
    return f"new {'above' if lines[0] < view.first else 'below'}: {short}"


def _words(block: Block) -> str:
    return " ".join(" ".join(paragraph.text() for paragraph in paragraphs(block)).split())
