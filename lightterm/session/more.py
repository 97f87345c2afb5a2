"""What a page that lives adds once it is scrolled to its end: lazy parts, and lists without an end, step by step."""

from __future__ import annotations

from time import monotonic

from lightterm.engines.base import Action
from lightterm.errors import BrowserError, RequiresScript, ValidationFailed
from lightterm.fetch.model import LIGHT
from lightterm.loading import has_script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import LivePage
    from lightterm.fetch.model import Snapshot
    from lightterm.loading import Page
    from lightterm.session.session import Session

STEP = 4.0
"""Seconds that one scrolling may take to bring something."""


def scrolled(live: LivePage, first: Snapshot, times: int, seconds: float) -> tuple[Snapshot, int]:
    """The page after it was scrolled to its end so many times, and how often that brought something.

    It ends where one brings nothing, and when the time is over. Raises LighttermError where nothing can be scrolled.
    """
    until = monotonic() + seconds
    there, count = first, 0
    while count < times and monotonic() < until:
        left = min(STEP, until - monotonic())
        outcome = live.act(Action("scroll", 0, "bottom"), left)
        if outcome.error:
            raise BrowserError(outcome.error, url=live.url)
        live.settle(max(0.1, min(STEP, until - monotonic())))
        now = live.snapshot()
        if len(now.markup) <= len(there.markup):
            break
        there, count = now, count + 1
    return there, count


def with_more(session: Session, page: Page, columns: int, times: int, seconds: float) -> Page:
    """A loaded page with what scrolling to its end so many times adds, where its scripts can run.

    The page as it was where it has none, and with the reason as an error where they cannot.
    """
    from lightterm.error_base import LighttermError
    from lightterm.extract import extract

    live = page.snapshot.live
    try:
        if times < 1:
            raise ValidationFailed(f"a page is scrolled once at least, not {times} times", actions=())
        if live is None and not has_script(page.snapshot.markup):
            return page
        if live is None:
            if page.request.method != "GET":
                raise RequiresScript(
                    "the page came of a form, which would be sent twice to run its scripts", actions=()
                )
            page = session.open(page.request.replace(tier=LIGHT), columns)
            live = page.snapshot.live
        if live is None:
            raise page.error or RequiresScript("no scripts run on the page: nothing more can come of it", actions=())
        snapshot, count = scrolled(live, page.snapshot, times, seconds)
    except LighttermError as error:
        return page.replace(errors=(*page.errors, error))
    if not count:
        return page
    document, problems = extract(snapshot, session.view(columns, live.url), None)
    return page.replace(snapshot=snapshot, document=document, errors=(*page.errors, *problems))
