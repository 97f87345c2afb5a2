"""The tabs as data to be saved, and saved tabs open again."""

from __future__ import annotations

from lightterm.document.place import Place
from lightterm.fetch.model import Request
from lightterm.session.store.addresses import kept_url
from lightterm.session.store.model import SavedSession, SavedTab, SavedVisit, ScrollPlace
from lightterm.session.tab import Visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.session.tab import Tab


def state(front: Front) -> SavedSession:
    """All tabs as they are, without what is not to be kept."""
    front.keep_place()
    forgets = front.session.settings.session.private  # then the store does, too, and what is saved by name ends with it
    saved = [(tab, _saved(tab, front.coming(tab), forgets)) for tab in front.tabs]
    kept = [(tab, one) for tab, one in saved if one.visits]
    before = list(front.tabs)[: front.tabs.index]
    active = sum(1 for tab, _ in kept if tab in before)
    return SavedSession(tuple(one for _, one in kept), min(active, max(0, len(kept) - 1)))


def _saved(tab: Tab, coming: Visit | None, forgets: bool) -> SavedTab:
    """A tab as it is; a page that is coming to it counts as there, so that none is lost that was asked for."""
    way, index = tab.visits, tab.index
    if coming is not None and not _is_answer(coming):
        way = [*way[: index + 1], coming]
        index = len(way) - 1
    kept = {id(v) for v in way if v.kept or (forgets and not v.request.secret)}
    visits = tuple(
        SavedVisit(v.url, v.title, ScrollPlace(v.place.block, v.place.offset, v.place.row), _is_answer(v))
        for v in way
        if id(v) in kept
    )
    left_out = sum(1 for v in way[: index + 1] if id(v) not in kept)
    current, opener = max(0, min(index - left_out, len(visits) - 1)), str(tab.opener or "")
    return SavedTab(str(tab.key), visits, current, tab.pinned, opener=opener)


def _is_answer(visit: Visit) -> bool:
    return visit.unsent or visit.request.method != "GET"


def restore(front: Front, saved: SavedSession, clear: bool, select: bool = True) -> dict[str, Tab]:
    """Open saved tabs, behind those that are open or in their place.

    Only the one in front is loaded at once; which is in front does not change unless it is to be one of them. The
    tabs by the keys they were saved with.
    """
    before = list(front.tabs) if clear else []
    opened = []
    for at, one in enumerate(saved.tabs):
        visits = [_visit(visit, one) for visit in one.visits if visit.url]
        if not visits:
            continue
        tab = front.tabs.open(background=True, at_end=True, key=int(one.key) if one.key.isdecimal() else 0)
        tab.visits += visits
        tab.index = min(one.current, len(visits) - 1)
        opened.append((tab, one, at))
    now = {one.key: tab.key for tab, one, _ in opened}
    for tab, one, _ in opened:
        tab.opener = now.get(one.opener, 0)
    for tab in before:
        front.stop(tab)
        front.tabs.close(tab)
    for tab, one, _ in opened:
        if one.pinned:
            front.tabs.pin(tab, True)
    if opened and (select or clear):
        shown = next((tab for tab, _, at in opened if at >= saved.active), opened[-1][0])
        front.select_tab(list(front.tabs).index(shown))
    front.tabs_changed()
    return {one.key: tab for tab, one, _ in opened}


def _visit(saved: SavedVisit, of: SavedTab) -> Visit:
    visit = Visit(Request(url=saved.url), saved.title, Place(saved.place.block, saved.place.offset, saved.place.row))
    visit.left = tuple(draft for draft in of.drafts if draft.url == kept_url(saved.url))
    visit.at, visit.unsent = 0.0, saved.posted
    return visit
