"""The tabs as data to be saved, and saved tabs open again."""

from __future__ import annotations

from lightterm.document.flow import Place
from lightterm.fetch.model import Request
from lightterm.session.store.addresses import kept_url
from lightterm.session.store.model import SavedSession, SavedTab, SavedVisit, ScrollPlace
from lightterm.session.tab import Visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.commands.front import Front
    from lightterm.session.tab import Tab


def state(front: Front) -> SavedSession:
    """All tabs as they are."""
    front.keep_place()
    return SavedSession(tuple(_saved(tab) for tab in front.tabs if tab.visits), front.tabs.index)


def _saved(tab: Tab) -> SavedTab:
    visits = tuple(
        SavedVisit(v.url, v.title, ScrollPlace(v.place.block, v.place.offset, v.place.row)) for v in tab.visits
    )
    return SavedTab(str(tab.key), visits, tab.index, tab.pinned)


def restore(front: Front, saved: SavedSession, clear: bool) -> None:
    """Open saved tabs, behind those that are open or in their place; only the one in front is loaded at once."""
    before = list(front.tabs) if clear else []
    opened = []
    for one in saved.tabs:
        tab = front.tabs.open(background=True, at_end=True, key=int(one.key) if one.key.isdecimal() else 0)
        for visit in one.visits:
            place = Place(visit.place.block, visit.place.offset, visit.place.row)
            tab.visits.append(Visit(Request(url=visit.url), visit.title, place))
            tab.visits[-1].left = tuple(draft for draft in one.drafts if draft.url == kept_url(visit.url))
        tab.index = min(one.current, len(tab.visits) - 1)
        opened.append((tab, one.pinned))
    for tab in before:
        front.stop(tab)
        front.tabs.close(tab)
    for tab, pinned in opened:
        if pinned:
            front.tabs.pin(tab, True)
    if opened:
        shown = opened[min(saved.active, len(opened) - 1)][0]
        front.select_tab(list(front.tabs).index(shown))
    front.tabs_changed()
