"""What is not in the tab of a call, but in another one of the client's own: who has many forgets which is which."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from lightterm.agent.evidence import LOOKED_AT, sends, suits
from lightterm.session.controls import plain_name
from lightterm.session.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.agent.desk import Desk
    from lightterm.document.model import Document
    from lightterm.loading import Page
    from lightterm.session.tab import Tab


def tab_with_number(desk: Desk, tab: Tab, number: int) -> int:
    """The one other tab that has a target of this number, unless it sends a form; 0 for none, or several."""

    def has(document: Document) -> bool:
        return number in document.targets and not sends(document.targets[number], "click")

    return _only(desk, tab, has)


def tab_with_name(desk: Desk, tab: Tab, words: str, do: str) -> int:
    """The one other tab with a target that is called just so, and to which an action can be done that sends no form;
    0 for none, or several."""
    wanted = spelled(words)

    def has(document: Document) -> bool:
        there = (one for one in islice(document.targets, LOOKED_AT) if plain_name(one) == wanted)
        return any(suits(one, do) and not sends(one, do) for one in there)

    return _only(desk, tab, has) if wanted else 0


def elsewhere(desk: Desk, tab: Tab, words: str, do: str) -> dict[str, Any]:
    """Where else there is what is called just so: in another tab, or as a field of the page before in this one."""
    if number := tab_with_name(desk, tab, words, do):
        return {"other_tab": number}
    wanted, page = spelled(words), page_before(tab)
    there = (one for one in islice(page.document.targets, LOOKED_AT)) if page is not None and wanted else iter(())
    named = [one for one in there if plain_name(one) == wanted and one.field is not None]
    return {"behind": any(suits(one, do) and not sends(one, do) for one in named)}


def page_before(tab: Tab) -> Page | None:
    """The page that a tab goes back to, as far as it is still known; one that came of a form is not loaded again."""
    visit = tab.visits[tab.index - 1] if 0 < tab.index <= len(tab.visits) - 1 else None
    return visit.page if visit is not None and visit.request.method == "GET" else None


def _only(desk: Desk, tab: Tab, has: Callable[[Document], bool]) -> int:
    others = [one for one in desk.tabs if one is not tab and desk.is_own(one)]
    shown = [(one, one.visit.page) for one in others if one.visit is not None]
    found = [one for one, page in shown if page is not None and has(page.document)]
    return desk.number_of(found[0]) if len(found) == 1 else 0
