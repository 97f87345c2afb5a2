"""Reader mode: the main text of a page alone, and the whole page again, without asking the net."""

from __future__ import annotations

from lightterm.document.place import Place
from lightterm.document.within import paragraphs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Document
    from lightterm.loading import Page
    from lightterm.session.session import Session


def is_reader(document: Document) -> bool:
    """Whether a document is only the main text of its page."""
    return any(reason == "reader" for reason, _, _ in document.hidden.counts)


def changed(session: Session, page: Page, columns: int, reader: bool) -> Page:
    """A loaded page read again with its main text alone, or all of it; numbers of targets stay what they are."""
    return page.replace(document=session.read_again(page, columns, reader=reader))


def same_place(before: Document, after: Document, place: Place) -> Place:
    """Where in `after` the words stand that stood at a place of `before`; the nearest before it that is still there."""
    known: dict[str, int] = {}
    for at, block in enumerate(after.blocks):
        known.setdefault(_text(block), at)
    for at in range(min(place.block, len(before.blocks) - 1), -1, -1):
        text = _text(before.blocks[at])
        if text and text in known:
            return Place(known[text], place.offset if at == place.block else 0, place.row)
    return Place()


def _text(block: Block) -> str:
    return "\n".join(paragraph.text() for paragraph in paragraphs(block))
