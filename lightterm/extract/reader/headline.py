"""The headline of a page in reader view: it often stands outside of what the main text is taken from."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from lightterm.document.marks import LINK
from lightterm.document.model import ROOT, Paragraph
from lightterm.document.subset import paragraphs, targets_of
from lightterm.extract.reader.linear import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Document

ALIKE, LINKED = 0.5, 0.65
"""The share of a title's words from which a text says the same, and from which a link does: the site's name is one."""

_ANSWERS = re.compile(r"\s*(re|aw|sv|vs|antw|odp|ref|res|rif|ynt|回复|回覆|答复|返信) ?[:\uff1a]", re.IGNORECASE)
"""How mail programs and forums begin the subject of an answer, by language."""

NEAR = 4
"""Blocks at the beginning among which the headline may be."""


def with_headline(document: Document, kept: list[bool]) -> tuple[Document, list[bool]]:
    """The document and which of its blocks are kept, a headline among them: the page's own, or else its title."""
    blocks = document.blocks
    title = frozenset(words_of(document.title))
    first = kept.index(True)
    shown = [i for i, keep in enumerate(kept) if keep]
    if any(_alike(blocks[i], title) for i in shown[:NEAR]) or any(_is_top(document, blocks[i]) for i in shown):
        return document, kept
    at = _own(document, first, title)
    if at is not None:
        return document, [keep or i == at for i, keep in enumerate(kept)]
    return (_titled(document), [True, *kept]) if title else (document, kept)


def _own(document: Document, first: int, title: frozenset[str]) -> int | None:
    """The heading before the text that says what the title says, or else the nearest h1 that is no link to the site.

    A link that does may be the site's name, which titles have as well: an h1 between it and the text goes before.
    """
    blocks = document.blocks
    before = [i for i in range(first) if _level(blocks[i])]
    same = [i for i in before if _alike(blocks[i], title)]
    other = [i for i in before if _is_top(document, blocks[i])]
    at = max(same or other, default=None)
    return max([i for i in other if at is not None and _links(blocks[at]) and i > at], default=at)


def _level(block: Block) -> int:
    return block.level if isinstance(block, Paragraph) and block.text().strip() else 0


def _is_top(document: Document, block: Block) -> bool:
    return _level(block) == 1 and not (_links(block) and _leads_up(document, block))


def _leads_up(document: Document, block: Block) -> bool:
    """Whether a heading that is a link is one to a site or a part of it that the page is in, and so may be its name."""
    numbers = targets_of((block,))
    url = document.targets[numbers[0]].url if numbers else ""
    if not url:
        return True
    linked, own = urlsplit(url), urlsplit(document.url)
    return linked.path in ("", "/") or (
        linked.netloc == own.netloc and linked.path != own.path and own.path.startswith(linked.path.rstrip("/") + "/")
    )


def _links(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.raw.startswith(LINK)


def _alike(block: Block, title: frozenset[str]) -> bool:
    """Whether a block says most of what the title says, and little else; an answer's subject is not its thread's."""
    text = " ".join(part.text() for part in paragraphs((block,)))[:400]
    words = words_of(text)
    begun = _ANSWERS.match(text)
    if begun is not None and begun[1].casefold() not in title:
        return False
    shared = sum(word in title for word in set(words))
    least = LINKED if _links(block) else ALIKE
    return bool(shared) and shared >= least * len(title) and shared >= least * len(set(words))


def headline_at(document: Document) -> int:
    """Where a reader's document has its headline, -1 for nowhere."""
    title = frozenset(words_of(document.title))
    near = document.blocks[:NEAR]
    same = next((i for i, block in enumerate(near) if _level(block) and _alike(block, title)), -1)
    return same if same >= 0 else next((i for i, block in enumerate(near) if _is_top(document, block)), -1)


def inserted(document: Document, at: int, block: Block) -> Document:
    """The document with one more block, a blank line behind it at least."""
    before, after = document.blocks[:at], document.blocks[at:]
    if after and isinstance(after[0], Paragraph) and not after[0].gap:
        after[0] = after[0].with_raw(after[0].raw)
        after[0].gap = 1
    return document.replace(
        blocks=[*before, block, *after],
        anchors=tuple([(name, place + (place >= at)) for name, place in document.anchors]),
        landmarks=tuple(
            [
                mark.replace(start=mark.start + (mark.start >= at), end=mark.end + (mark.end > at))
                for mark in document.landmarks
            ]
        ),
    )


def _titled(document: Document) -> Document:
    """The document with its title as the first block."""
    return inserted(document, 0, Paragraph(document.title, ROOT, 0, 0, 1, 1))
