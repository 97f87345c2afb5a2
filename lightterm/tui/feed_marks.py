"""The marks of a feed's page that is come back to: what was read meanwhile is no longer unread on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.document.within import paragraphs
from lightterm.session.reader import changed, is_reader

if TYPE_CHECKING:
    from lightterm.document.model import Document
    from lightterm.loading import Page
    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.pages import Pages


def follow(app: Pages, tab: Tab, visit: Visit, page: Page) -> None:
    """Read a feed's page again in the background; it is shown where one is reading if it says anything else."""
    columns, reader = app.view.columns, is_reader(page.document)
    app.background.do(lambda: changed(app.session, page, columns, reader), lambda found: _show(app, tab, visit, found))


def _show(app: Pages, tab: Tab, visit: Visit, found: Page) -> None:
    if visit.page is None or visit.page.snapshot is not found.snapshot:
        return  # it was loaded again meanwhile
    if _texts(visit.page.document) == _texts(found.document):
        return
    visit.page = found
    view = app.panes.view_of(tab)
    if view is not None and tab.visit is visit:
        view.update(found.document, app.fillings(visit, found.document))


def _texts(document: Document) -> list[str]:
    return [paragraph.raw for block in document.blocks for paragraph in paragraphs(block)]
