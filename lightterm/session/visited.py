"""What the history keeps of a page that a person read."""

from __future__ import annotations

from lightterm.document.model import Table
from lightterm.document.within import paragraphs
from lightterm.session.feeds import opened
from lightterm.session.store.history import MAX_TEXT
from lightterm.session.store.model import KeptText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.document.model import Block, Document
    from lightterm.loading import Page
    from lightterm.session.session import Session
    from lightterm.session.tab import Visit

LONGEST_ROW = 400
"""Characters of a row of a table that are one text."""

_OWN = ("about:", "view-source:", "data:", "stdin:")


def text_of(document: Document, most: int = MAX_TEXT) -> str:
    """The words of a page, paragraph by paragraph, of tables row by row, up to so many characters."""
    pieces: list[str] = []
    length = 0
    for block in document.blocks:
        for text in _texts(block):
            pieces.append(text)
            length += len(text) + 1
        if length > most:
            break
    return "\n".join(pieces)[:most]


def _texts(block: Block) -> Iterator[str]:
    """The texts of a block; a row whose cells hold a line each is one, as its numbers say nothing without its name."""
    if not isinstance(block, Table):
        yield from (paragraph.text() for paragraph in paragraphs(block))
        return
    for inner in block.caption:
        yield from _texts(inner)
    for row in block.rows:
        cells = [[text for inner in cell.blocks for text in _texts(inner)] for cell in row]
        if all(len(cell) <= 1 for cell in cells) and sum(len(text) for cell in cells for text in cell) <= LONGEST_ROW:
            yield "\t".join(cell[0] for cell in cells if cell)
        else:
            yield from (text for cell in cells for text in cell)


def is_kept(session: Session, url: str, page: Page) -> bool:
    """Whether a page is one for the history: not private, not lightterm's own, no error's page, no password in it."""
    private = session.settings.session.private or page.request.secret
    return not (private or is_error(page) or url.startswith(_OWN))


def is_error(page: Page) -> bool:
    """Whether a server sent this in the place of what was asked for: by HTTP's statuses, below 100 by gemini's."""
    return page.response.status >= 400 or 0 < page.response.status < 100


def keep(session: Session, visit: Visit, page: Page, again: bool = False) -> None:
    """Put a page into the history; what is no text is none. What was loaded `again` is the same visit."""
    if any(error.code == "UNSUPPORTED_TYPE" for error in page.errors):
        return
    document = page.document
    if document.url in session.feeds:
        from lightterm.session import following

        following.visited(session, page)
    history = session.store.history
    visit.before = history.kept(visit.url) or KeptText("", 0.0)
    if again:
        history.renew(visit.url, document.title, text_of(document))
        return
    typed = visit.request.asker == "person" and visit.request.initiator is None
    opened(session, visit.request.url, visit.request.initiator)
    history.visit(visit.url, document.title, visit.at, text_of(document), typed)


def keep_dumped(session: Session, page: Page) -> None:
    """Put a page that was dumped into the history: its address, title and text."""
    url = page.document.url or page.response.url
    if is_kept(session, url, page):
        session.store.history.visit(url, page.document.title, 0.0, text_of(page.document))
