"""Reader mode: the main text of a page alone, and the whole page again, without asking the net."""

from __future__ import annotations

from lightterm.document.place import Place
from lightterm.document.within import paragraphs
from lightterm.errors import Cancelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.document.model import Block, Document
    from lightterm.fetch.clock import Cancel
    from lightterm.loading import Page
    from lightterm.session.session import Session


def is_reader(document: Document) -> bool:
    """Whether a document is only the main text of its page."""
    return any(reason == "reader" for reason, _, _ in document.hidden.counts)


def why_whole(document: Document) -> str:
    """Why a document is all of its page, though its main text alone was asked for."""
    from lightterm.extract.reader.keep import UNJUDGED

    if any(reason == UNJUDGED for reason, _, _ in document.hidden.counts):
        return "the page is too large for its main text to be found"
    return "the page has no main text of its own"


def changed(session: Session, page: Page, columns: int, reader: bool, cancel: Cancel | None = None) -> Page:
    """A loaded page read again with its main text alone, or all of it; numbers of targets stay what they are.

    Raises Cancelled when it was stopped.
    """
    document = session.read_again(page, columns, reader=reader, cancel=cancel)
    if cancel is not None and cancel.cancelled:
        raise Cancelled("the reading was stopped")
    return page.replace(document=document)


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
