"""What a reader view says under the headline: who wrote the text, when, for which site, how long it takes to read."""

from __future__ import annotations

from lightterm.document.marks import NOTE, NOTE_END
from lightterm.document.model import ROOT, Paragraph
from lightterm.document.subset import plain
from lightterm.extract.facts.credits import Credits, credits_of
from lightterm.extract.facts.dates import iso_date
from lightterm.extract.reader.headline import headline_at, inserted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Document

NEAR, SHORT = 8, 300
"""Blocks at the beginning that may be the page's own byline, and characters that one has at most."""

NAME = 60
"""Characters of a site's name at most: some pages give their whole title for it."""

SPEED, EAST_ASIAN_SPEED = 987, 300
"""Characters read in a minute: of English, and of ideographs and kana, between Chinese (255) and Japanese (357).
International Reading Speed Texts, https://doi.org/10.1167/iovs.11-8284
"""


def credited(document: Document, markup: bytes) -> Document:
    """A reader's document with its credits; what its first blocks say themselves is not said again."""
    from lightterm.errors import ParseFailed

    if not any(reason == "reader" for reason, _, _ in document.hidden.counts):
        return document
    try:
        found = credits_of(markup, document.url)
    except ParseFailed:
        found = Credits()
    at = headline_at(document) + 1
    said = _said(document, at, found)
    line = " · ".join([*said, f"{_minutes(document.blocks)} min to read"])
    over = document.blocks[at - 1] if at else None
    align, direction = (over.align, over.direction) if isinstance(over, Paragraph) else ("", "")
    return inserted(document, at, Paragraph(f"{NOTE}{line}{NOTE_END}", ROOT, 0, 0, 1, 0, align, direction))


def _said(document: Document, at: int, found: Credits) -> list[str]:
    """The credits that neither the headline, which ends at a block, nor the blocks behind it hold."""
    headline = "".join(map(plain, document.blocks[:at])).casefold()
    texts = [text for text in map(plain, document.blocks[at : at + NEAR]) if len(text) <= SHORT]
    words = "\n".join(texts).casefold()
    dates = {iso_date(text, document.language)[:10] for text in texts}
    said = [found.byline] if found.byline.casefold() not in words else []
    if found.date and found.date not in dates:
        said.append(found.date)
    if 0 < len(found.site) <= NAME and found.site.casefold() not in headline + found.byline.casefold():
        said.append(found.site)
    return said


def _minutes(blocks: list[Block]) -> int:
    """How long the text of blocks takes to read, a minute at least."""
    text = "\n".join(map(plain, blocks))
    east = 0 if text.isascii() else sum("\u3040" <= char <= "\u9fff" for char in text)
    return max(1, round((len(text) - east) / SPEED + east / EAST_ASIAN_SPEED))
