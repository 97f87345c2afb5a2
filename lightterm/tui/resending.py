"""Answers to forms that are to be loaded once more: what is shown in their place, and what is asked before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import DnsFailed, TlsFailed
from lightterm.session.form_words import again, answer_not_kept
from lightterm.tui.error_page import error_document

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.app import Browser


def load_again(app: Browser, tab: Tab, visit: Visit, load: Callable[[], None]) -> None:
    """Have `load` send a form again if the person says so; nobody is asked where it never reached its server.

    What one came back to is shown as what it is meanwhile, and where the answer is no: the page that one came from must
    not stand under its address.
    """
    arrived = tab.visit is visit
    view = app.panes.view_of(tab)
    if arrived and view is not None:
        view.show(error_document(visit.problem or answer_not_kept(), visit.request))
    if arrived and visit.problem is not None:
        return
    if tab.visit is not None and not arrived and not _reached(tab.visit):
        load()
        return

    def answered(answer: str) -> None:
        if answer == "send":
            load()

    app.ask(again(visit.request.url), ("send", "no"), "no", answered)


def _reached(visit: Visit) -> bool:
    """Whether what was sent may have done something: it came to a server that it was for, and that took it."""
    if visit.page is not None:
        return visit.page.response.status != 401
    error = visit.problem
    before = isinstance(error, TlsFailed | DnsFailed) or (error is not None and "check" in error.context)
    return error is None or not before or error.context.get("url", visit.request.url) != visit.request.url
