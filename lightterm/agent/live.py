"""Actions on a page that lives in an engine, and the page as it stands after them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from lightterm.agent.reading import COLUMNS
from lightterm.engines.base import Action
from lightterm.errors import ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.agent.acting import Acting
    from lightterm.agent.desk import Desk
    from lightterm.document.model import Target
    from lightterm.engines.base import LivePage, Outcome
    from lightterm.session.tab import Tab

SETTLE = 3.0
"""Seconds that a page has at most to come to rest after an action."""


def act_live(doing: Acting, kind: str, target: Target | None, values: Sequence[str]) -> str:
    """Do an action in the engine; what was done, in words. Raises LighttermError."""
    until = time.monotonic() + doing.seconds
    live = _live(doing.desk, doing.tab)
    action = Action(kind, target.handle if target else 0, "\n".join(values), tuple(values))
    outcome = live.act(action, doing.seconds)
    if outcome.error:
        raise ValidationFailed(outcome.error, actions=())
    if outcome.opened and not outcome.navigated:
        return _opened(doing, outcome, until)
    live.settle(min(SETTLE, max(0.1, until - time.monotonic())))
    renew(doing.desk, doing.tab)
    words = [f"{kind} [{target.number}] {target.text}".rstrip() if target else kind]
    words += [f"the page said: {text}" for text in outcome.dialogs]
    words += [f"downloaded {path}" for path in outcome.downloads]
    return "; ".join(words)


def _live(desk: Desk, tab: Tab) -> LivePage:
    live = desk.page(tab).snapshot.live
    if live is None:
        raise ValidationFailed("the page is not live", actions=())
    return live


def _opened(doing: Acting, outcome: Outcome, until: float) -> str:
    """Open the windows that the page wanted, as tabs."""
    from lightterm.loading import onward

    page = doing.desk.page(doing.tab)
    for url in outcome.opened:
        doing.desk.go(doing.desk.new_tab(), onward(page, url), max(0.1, until - time.monotonic()), doing.cancel)
    return f"opened {len(outcome.opened)} tab"


def renew(desk: Desk, tab: Tab) -> None:
    """Read a live page anew, where it has changed."""
    from lightterm.extract import extract

    visit = desk.visit(tab)
    page = visit.page
    assert page is not None
    live = page.snapshot.live
    if live is None:
        return
    snapshot = live.snapshot()
    if snapshot.markup == page.snapshot.markup and live.url == visit.url:
        return
    document, problems = extract(snapshot, desk.session.view(COLUMNS, live.url), None)
    visit.page = page.replace(response=snapshot.response, snapshot=snapshot, document=document, errors=problems)
    visit.url, visit.title = live.url, document.title
