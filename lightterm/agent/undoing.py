"""Undoing what agents did: pages gone to, tabs opened, fields filled in. What was sent stays sent."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from lightterm.agent.enlivening import action_for
from lightterm.agent.passwords import is_password
from lightterm.agent.steps import Before, Step
from lightterm.engines.base import Action
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.session.controls import BUTTONS, initial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lightterm.agent.desk import Desk
    from lightterm.fetch.clock import Cancel
    from lightterm.session.tab import Tab, Visit

SECONDS = 5.0
"""Seconds for an action that puts a field back."""


@contextmanager
def undoable(desk: Desk, tab: Tab | None, words: str) -> Iterator[list[Tab]]:
    """Make what the block does to a tab a step that can be undone; the block puts the tab that it opens in the list."""
    before = _state(tab)
    used = [tab] if tab is not None else []
    yield used
    after = used[-1] if used else None
    visit = after.visit if after is not None else None
    if after is not None and visit is not None and (tab is None or _changed(before, after, visit)):
        desk.undos.keep(Step(desk.owner, words, before, after, visit))


def _state(tab: Tab | None) -> Before:
    visit = tab.visit if tab is not None else None
    if tab is None or visit is None:
        return Before(tab)
    drafts, secrets = tuple(visit.drafts.items()), tuple(visit.secrets.items())
    return Before(tab, tuple(tab.visits), tab.index, visit.page, visit.url, drafts, secrets)


def _changed(before: Before, tab: Tab, visit: Visit) -> bool:
    if tab.index != before.index or tuple(tab.visits) != before.visits:
        return True
    now = tuple(visit.drafts.items()), tuple(visit.secrets.items())
    return visit.page is not before.page or now != (before.drafts, before.secrets)


def undo(desk: Desk, owner: str | None, wanted: Tab | None, seconds: float, cancel: Cancel) -> tuple[Tab | None, str]:
    """Undo the latest step of an agent in a tab, of any in any for None; the tab, None where it was closed, and what.

    Raises ValidationFailed where there is none, or its tab has gone on since.
    """
    step = desk.undos.take(owner, wanted)
    tab, before = step.tab, step.before
    if tab not in list(desk.tabs):
        raise ValidationFailed(f"the tab is closed: {step.words}", actions=())
    if tab.visit is not step.visit:
        raise ValidationFailed(f"the tab has gone on since: {step.words}", actions=())
    if before.tab is None:
        desk.close(tab)
        return None, step.words
    old = before.visits[before.index]
    if old is not step.visit:
        _go_back(desk, tab, before, seconds, cancel)
    elif step.visit.url != before.url:
        request = old.request.replace(url=before.url, freshness="any")
        again = old.again("any")
        again.request = request
        again.show(desk.load(request, seconds, cancel))
        desk.run(lambda: tab.replace(again))
    else:
        _put_back(desk, tab, before)
    desk.changed(tab)
    return tab, step.words


def _go_back(desk: Desk, tab: Tab, before: Before, seconds: float, cancel: Cancel) -> None:
    old = before.visits[before.index]
    if old.page is None:
        old.show(desk.load(old.request, seconds, cancel))

    def put() -> None:
        tab.visits, tab.index = list(before.visits), before.index
        old.drafts, old.secrets = dict(before.drafts), dict(before.secrets)

    desk.run(put)


def _put_back(desk: Desk, tab: Tab, before: Before) -> None:
    """Put the fields of a page back to what stood in them."""
    visit = desk.visit(tab)
    changed = sorted({*visit.given, *dict(before.drafts), *dict(before.secrets)})
    visit.drafts, visit.secrets = dict(before.drafts), dict(before.secrets)
    desk.filled(tab, changed)
    page = desk.page(tab)
    live = page.snapshot.live
    if live is None or before.page is None or before.page.snapshot.live is not live:
        return
    was = {t.handle: t.field for t in before.page.document.targets if t.handle and t.field is not None}
    for target in page.document.targets:
        old = was.get(target.handle)
        if old is None or target.field is None or old.kind in BUTTONS or initial(old) == initial(target.field):
            continue
        words = list(initial(old))
        if is_password(target.field) and words:
            continue  # what stood there is not known, only that something did
        kind = action_for(target.field, words) if words or target.field.kind in ("checkbox", "radio") else "clear"
        try:
            live.act(Action(kind, target.handle, "\n".join(words), tuple(words)), SECONDS)
        except LighttermError as error:
            raise ValidationFailed(f"not all could be put back: {error.message}", actions=()) from None
    desk.renew(tab)
