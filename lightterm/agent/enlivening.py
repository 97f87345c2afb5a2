"""How a page comes to live in an engine: from one without scripts, in a higher tier, and again after it was let go of.

What was filled in goes along, with what the page has stored; what its scripts alone held does not.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.agent.apart import check_typing
from lightterm.agent.naming import is_alike
from lightterm.agent.reading import lines_of
from lightterm.agent.renewing import renew
from lightterm.agent.stale import LOOK_AGAIN
from lightterm.engines.base import Action
from lightterm.errors import BrowserError, LighttermError, RequiresScript, StaleTarget, TimedOut
from lightterm.fetch.model import FULL, LIGHT, STATIC
from lightterm.session.controls import BUTTONS, CHECKED
from lightterm.session.engines import bounds, runs_scripts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lightterm.agent.acting import Acting
    from lightterm.document.model import Document, Field, Target
    from lightterm.engines.base import LivePage
    from lightterm.loading import Page
    from lightterm.session.tab import Visit

AGAIN = "the page was gone (unused for a while, or its engine ended): it was loaded again"

PROBE = 0.5
"""Seconds in which a page that lives tells so, unless a script of it holds everything up."""


def enliven(doing: Acting, target: Target | None) -> Target | None:
    """Load the page where its scripts run, with what was filled in, and find the target there.

    Raises RequiresScript where no engine is there, StaleTarget where the target is not.
    """
    visit = doing.desk.visit(doing.tab)
    assert visit.page is not None
    page, live = _load_live(doing)
    return _taken_over(doing, visit, dict(visit.given), page, live, target)


def rise(doing: Acting, target: Target | None, until: float) -> Target | None:
    """Load a page that lives in tier 2 in tier 3, with cookies, storage and what is filled in; the target there.

    Raises RequiresScript where that tier is not there, StaleTarget where the target is not.
    """
    visit = doing.desk.visit(doing.tab)
    page = doing.desk.page(doing.tab)
    seconds = until - time.monotonic()
    if visit.request.method != "GET":
        raise RequiresScript("only the full tier can do that, and the page came of a form", actions=())
    if bounds(doing.desk.session.settings_for(visit.url).tiers)[0] < FULL or seconds <= 0:
        raise RequiresScript("only the full tier can do that, and it is not allowed (tiers.max)", actions=())
    above = doing.desk.load(visit.request.replace(url=visit.url, tier=FULL), seconds, doing.cancel)
    if above.snapshot.live is None:
        why = above.error.message if above.error is not None else "it gave no page that lives"
        raise RequiresScript(f"only the full tier can do that: {why}", url=visit.url)
    return _taken_over(doing, visit, _filled_in(page.document, above.document), above, above.snapshot.live, target)


def awake(doing: Acting, target: Target | None) -> tuple[Target | None, str]:
    """Bring the page back that lives no more: loaded again in its tier, with what it stored and what was filled in.

    The target there and what is to be told of it; of a page that lives the target as it is, and "". Raises StaleTarget
    where the target is not there, or other text is on a page that was acted on: nothing is then done. Raises
    RequiresScript where the page came of a form.
    """
    page, visit = doing.desk.page(doing.tab), doing.desk.visit(doing.tab)
    if page.snapshot.live is None or not is_gone(page.snapshot.live, doing.seconds):
        return target, ""
    if visit.request.method != "GET" or page.snapshot.live.sent:
        words = "the page is gone (unused for a while, or its engine ended), and its form would be sent twice"
        raise RequiresScript(words, actions=(), url=visit.url)
    above = doing.desk.load(visit.request.replace(url=visit.url, tier=page.tier), doing.seconds, doing.cancel)
    live = above.snapshot.live
    if live is None:
        raise above.error or RequiresScript(f"{AGAIN}, and does not run", url=visit.url)
    if above.error is not None and above.response.status >= 400 > page.response.status:
        raise above.error
    given = {**_filled_in(page.document, above.document), **visit.given}
    found = _taken_over(doing, visit, given, above, live, target)
    now = doing.desk.page(doing.tab).document
    if visit.acted and lines_of(now.blocks, now) != lines_of(page.document.blocks, page.document):
        words = f"{AGAIN}, and is not as it was: what its scripts held is lost; nothing was done"
        raise StaleTarget(words, actions=(LOOK_AGAIN,))
    return found, AGAIN


def is_gone(live: LivePage, seconds: float) -> bool:
    """Whether a page lives no more, asked of itself: that its engine has just ended may be known to nobody yet.

    Once something was asked to be done, nobody can tell whether it was.
    """
    if not live.gone:
        with suppress(LighttermError):  # one that is busy lives
            live.still(min(PROBE, seconds))
    return live.gone


def _filled_in(document: Document, new: Document) -> dict[int, tuple[str, ...]]:
    """What stands in the fields of a page and not in those of a new one; secrets and files are never taken along."""
    given: dict[int, tuple[str, ...]] = {}
    for target in document.targets:
        field = target.field
        if field is None or field.disabled or field.readonly or field.kind in (*BUTTONS, "password", "file"):
            continue
        there = alike(new, target)
        values = _values(field)
        if there is not None and there.field is not None and values != _values(there.field):
            given[target.number] = values
    return {number: values for number, values in given.items() if values != ("off",) or not _is_radio(document, number)}


def _values(field: Field) -> tuple[str, ...]:
    """What the page has in a field."""
    if field.kind in CHECKED:
        return ("on" if field.checked else "off",)
    return tuple(one.value for one in field.options if one.selected) if field.kind == "select" else (field.value,)


def _is_radio(document: Document, number: int) -> bool:
    field = document.targets[number].field
    return field is not None and field.kind == "radio"


def _taken_over(
    doing: Acting,
    visit: Visit,
    given: Mapping[int, tuple[str, ...]],
    page: Page,
    live: LivePage,
    target: Target | None,
) -> Target | None:
    """Show a page that lives instead of the visit's, with what was filled in there; the target there."""
    assert visit.page is not None
    before = visit.page.document
    again = visit.again("any")
    again.left = ()
    again.show(page)
    doing.desk.run(lambda: doing.tab.replace(again))
    _put_in(doing, before, given, page.document, live)
    doing.desk.changed(doing.tab)
    if target is None:
        return None
    found = alike(doing.desk.page(doing.tab).document, target)
    if found is None:
        raise StaleTarget(f"[{target.number}] is not there any more once the scripts run", actions=(LOOK_AGAIN,))
    return found


def _put_in(
    doing: Acting, before: Document, given: Mapping[int, tuple[str, ...]], document: Document, live: LivePage
) -> None:
    """Put what was filled in on one document of a page into its fields where it lives, and read it anew."""
    for number, values in given.items():
        wanted = before.targets[number] if number > 0 else None
        there = alike(document, wanted) if wanted is not None else None
        if there is not None and there.field is not None:
            check_typing(live, there.field)
            kind = action_for(there.field, list(values))
            live.act(Action(kind, there.handle, "\n".join(values), values), doing.seconds)
    if given:
        renew(doing.desk, doing.tab)


def put_drafts(doing: Acting) -> None:
    """Put what a person filled in on a page that lives into its fields; `awake` does for one that was let go of.

    Raises LighttermError.
    """
    page, visit = doing.desk.page(doing.tab), doing.desk.visit(doing.tab)
    if page.snapshot.live is not None and not page.snapshot.live.gone:
        _put_in(doing, page.document, visit.given, page.document, page.snapshot.live)
        visit.drafts, visit.secrets = {}, {}


def _load_live(doing: Acting) -> tuple[Page, LivePage]:
    visit = doing.desk.visit(doing.tab)
    if visit.request.method != "GET":
        raise RequiresScript("the page came of a form, which would be sent twice to run its scripts", actions=())
    until = time.monotonic() + doing.seconds
    why = ""
    settings = doing.desk.session.settings_for(visit.url)
    highest = bounds(settings.tiers)[0] if runs_scripts(settings) else STATIC
    if highest < LIGHT:
        why = "no tier with scripts is allowed (tiers.max)"
    for tier in range(LIGHT, highest + 1):
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise TimedOut("no time was left to run the page's scripts", actions=())
        request = visit.request.replace(url=visit.url, tier=tier)
        try:
            page = doing.desk.load(request, seconds, doing.cancel)
        except BrowserError as error:
            why = why or error.message
            continue
        if page.snapshot.live is not None:
            return page, page.snapshot.live
        why = why or (page.error.message if page.error is not None else f"tier {tier} gave no page that lives")
    raise RequiresScript(f"only the page's scripts can do that, and they cannot run here: {why}", url=visit.url)


def alike(document: Document, wanted: Target) -> Target | None:
    """The target of another document of the page that is the same, the one nearest in number where there are more."""
    found = [target for target in document.targets if is_alike(target, wanted)]
    return min(found, key=lambda target: abs(target.number - wanted.number), default=None)


def action_for(field: Field, words: list[str]) -> str:
    """The action that fills in a field."""
    if field.kind in ("checkbox", "radio"):
        off = not words or words[0].lower() in ("off", "false", "no", "")
        return "uncheck" if off else "check"
    return {"select": "select", "file": "upload"}.get(field.kind, "type")
