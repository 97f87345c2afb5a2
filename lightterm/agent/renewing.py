"""A page that lives in an engine, read anew: in its place, or as the tab's next visit where it went on."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.agent.reach import check_live, kept_out
from lightterm.agent.reading import COLUMNS
from lightterm.climbing import close
from lightterm.errors import LighttermError, RefusedError, SchemeRefused
from lightterm.loading import onward
from lightterm.session.tab import Visit

if TYPE_CHECKING:
    from lightterm.agent.desk import Desk
    from lightterm.engines.base import LivePage
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

_STEPS_SECONDS = 0.5


def renew(desk: Desk, tab: Tab) -> None:
    """Read a live page anew, where it has changed."""
    from lightterm.extract import extract

    visit = desk.visit(tab)
    page = desk.page(tab)
    live = page.snapshot.live
    if live is None or live.gone:
        return  # it stays as it was read last
    try:
        check_reach(desk, page, live.url)
        snapshot = live.snapshot()
        if isinstance(snapshot.response.error, SchemeRefused):
            raise snapshot.response.error
    except RefusedError:
        # The tab shows what it did before; the page that went there is let go.
        desk.run(lambda: setattr(visit, "page", page.replace(snapshot=page.snapshot.replace(live=None))))
        close(page)
        raise
    if snapshot.markup == page.snapshot.markup and live.url == visit.url:
        return
    document, problems = extract(snapshot, desk.session.view(COLUMNS, live.url), None)
    came = snapshot.response.error
    if came is not None and came is not page.response.error:
        problems = (came, *problems)  # what it went to did not come: the engine shows a page of its own
    new = page.replace(response=snapshot.response, snapshot=snapshot, document=document, errors=problems)
    if snapshot.numbers is not None and snapshot.numbers is not page.snapshot.numbers:
        _moved(desk, tab, visit, new, new.response.url)
        return
    if live.url != visit.url and 0 < visit.steps < (steps := steps_of(live)):
        _moved(desk, tab, visit, new, live.url).steps = steps
        return

    def take() -> None:
        visit.page, visit.url, visit.title = new, live.url, document.title

    desk.run(take)
    desk.renewed(tab)


def check_reach(desk: Desk, page: Page, url: str) -> None:
    check_live(url, page.response.url, page.request.asker, desk.asker, desk.session.settings)


def _moved(desk: Desk, tab: Tab, old: Visit, new: Page, url: str) -> Visit:
    """What came where a page lives, another document or the page at another address of its own, is the next visit.

    The old one lives no more, and is read as it was last.
    """
    assert old.page is not None
    was = old.page
    visit = Visit(onward(was, url))
    visit.show(new.replace(request=visit.request, errors=(*kept_out(new, desk.asker), *new.errors)))
    visit.url = url

    def take() -> None:
        old.page = was.replace(snapshot=was.snapshot.replace(live=None))
        tab.go(visit)

    desk.run(take)
    if desk.allowance is not None:
        desk.allowance.came(url, len(new.snapshot.markup))
    desk.arrived(visit, new)
    desk.changed(tab)
    return visit


def steps_of(live: LivePage) -> int:
    """How many addresses a page's own history holds, which grows as its scripts go from one to the next; 0: unknown."""
    with suppress(LighttermError, ValueError):
        return int(live.evaluate("history.length", _STEPS_SECONDS))
    return 0
