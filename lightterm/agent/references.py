"""What a page refers to, each with the words it stands among: links, pictures and other media, feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lightterm.agent.addresses import address_told
from lightterm.document.marks import FIELD, LINK, MEDIA
from lightterm.document.subset import paragraphs
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Document, Paragraph
    from lightterm.loading import Page

AROUND = 160
"""Characters of the words round a reference."""


def references(page: Page) -> Iterator[dict[str, Any]]:
    """Every reference in reading order: kind, url, text, context, and its number where it has one."""
    document = page.document
    heading = document.title
    for paragraph in paragraphs(document.blocks):
        words = " ".join(paragraph.text().split())
        if paragraph.level:
            heading = words
        yield from _links(document, paragraph, words, heading)
        for at in range(paragraph.media, paragraph.media + paragraph.raw.count(MEDIA)):
            medium = document.media[at]
            yield _told(medium.kind, medium.url, medium.alt, _context(words, medium.alt, heading))


def _links(document: Document, paragraph: Paragraph, words: str, heading: str) -> Iterator[dict[str, Any]]:
    count = paragraph.raw.count(LINK) + paragraph.raw.count(FIELD)
    numbers = [number for _, number in zip(range(count + 1), paragraph.numbers(), strict=False)][1:]
    for number in numbers:
        target = document.targets[number]
        if target.url:
            kind = target.link_class or "link"
            yield _told(kind, target.url, target.text, _context(words, target.text, heading)) | {"number": number}


def _context(words: str, own: str, heading: str) -> str:
    """The words beside its own; where there are none, the heading it stands under."""
    if words == own or not words:
        return heading[:AROUND]
    at = max(0, words.find(own) - AROUND // 2)
    return words[at : at + AROUND]


def _told(kind: str, url: str, text: str, context: str) -> dict[str, Any]:
    return {"kind": kind, "url": address_told(url), "text": clean(text), "context": clean(context)}
