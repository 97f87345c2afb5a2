"""Actions on a page that lives in an engine, and the page as it stands after them."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.agent.deed import PRESSING
from lightterm.agent.desk import LOOK_AGAIN
from lightterm.agent.naming import is_alike
from lightterm.agent.outcomes import check_outcome
from lightterm.agent.reach import check_address
from lightterm.agent.renewing import check_reach, renew, steps_of
from lightterm.agent.saved import kept
from lightterm.engines.base import Action
from lightterm.errors import (
    BrowserError,
    LighttermError,
    RequiresScript,
    StaleTarget,
    TimedOut,
    ValidationFailed,
)
from lightterm.fetch.model import FULL, LIGHT, STATIC
from lightterm.fetch.schemes import scheme_of
from lightterm.loading import onward
from lightterm.session.controls import BUTTONS, CHECKED, SUBMITS
from lightterm.session.engines import bounds, runs_scripts
from lightterm.session.tab import Visit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.agent.acting import Acting
    from lightterm.agent.desk import Desk
    from lightterm.agent.spots import Place
    from lightterm.document.model import Document, Field, Target
    from lightterm.engines.base import LivePage, Outcome
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

LOCAL = ("file", "about", "man", "stdin", "view-source")
"""Schemes of what is this machine's or the person's; no script makes anything of a link there."""

SETTLE = 3.0
"""Seconds that a page has at most to come to rest after an action."""


def act_live(
    doing: Acting, kind: str, target: Target | None, values: Sequence[str], places: Sequence[Place] = ()
) -> str:
    """Do an action in the engine, or the next that can; what was done, in words. Raises LighttermError."""
    until = time.monotonic() + doing.seconds
    before = doing.desk.page(doing.tab)
    if target is not None:
        _check_target(doing.desk, before, kind, target)
    live, outcome = _acted(doing, kind, target, values, places)
    if rises := outcome.beyond:
        target = rise(doing, target, until)
        live, outcome = _acted(doing, kind, target, values, places)
    check_outcome(before, outcome)
    if outcome.opened and not outcome.navigated:
        return _opened(doing, outcome, until)
    live.settle(min(SETTLE, max(0.1, until - time.monotonic())))
    renew(doing.desk, doing.tab)
    if target is not None and kind in PRESSING and not outcome.downloads and doing.desk.page(doing.tab) is before:
        check_address(target.url, before.document.url, doing.desk.asker)
    if kind == "dialog":
        return f"the next question of the page is answered: {values[0] if values else 'accept'}"
    words = [f"{kind} [{target.number}] {target.text}".rstrip() if target else kind]
    words += ["the page was loaded again for it, in the full tier"] * rises
    words += [f"the page said: {text}" for text in outcome.dialogs]
    words += [f"downloaded {path}" for path in kept(outcome, doing.downloads, doing.desk.session.store.downloads)]
    return "; ".join(words)


def _check_target(desk: Desk, page: Page, kind: str, target: Target) -> None:
    """Raises RefusedError for a link or form that leads where agents may not go, or not yet.

    Addresses that a script may make something of (mailto:, data: to be saved, its own) are looked at when it did not.
    """
    if target.url.startswith(("http:", "https:")) and kind in (*PRESSING, "press"):
        check_reach(desk, page, target.url)
    elif scheme_of(target.url) in LOCAL and kind in (*PRESSING, "press"):
        check_address(target.url, page.document.url, desk.asker)
    field, leads = target.field, target.url if kind in PRESSING else ""
    if field is not None and field.form >= 0 and (kind in ("submit", "press") or field.kind in SUBMITS):
        leads = page.document.forms[field.form].action
        check_address(leads, page.document.url, desk.asker)
    if desk.allowance is not None and leads.partition("#")[0] not in ("", page.document.url.partition("#")[0]):
        desk.allowance.check(leads)


def _acted(
    doing: Acting, kind: str, target: Target | None, values: Sequence[str], places: Sequence[Place]
) -> tuple[LivePage, Outcome]:
    live, document = _live(doing.desk, doing.tab), doing.desk.page(doing.tab).document
    spots = tuple(place.found(lambda wanted: alike(document, wanted)) for place in places)
    action = Action(kind, target.handle if target else 0, "\n".join(values), tuple(values), spots, doing.passwords)
    doing.desk.visit(doing.tab).steps = steps_of(live)
    return live, live.act(action, doing.seconds)


def _live(desk: Desk, tab: Tab) -> LivePage:
    live = desk.page(tab).snapshot.live
    if live is None:
        raise ValidationFailed("the page is not live", actions=())
    return live


def _opened(doing: Acting, outcome: Outcome, until: float) -> str:
    """Open the windows that the page wanted, as tabs."""
    page = doing.desk.page(doing.tab)
    for url in outcome.opened:
        check_address(url, page.document.url, doing.desk.asker)
        request, tab = onward(page, url), doing.desk.new_tab()
        try:
            doing.desk.go(tab, request, max(0.1, until - time.monotonic()), doing.cancel)
        except LighttermError:
            doing.desk.close(tab)
            raise
    return f"opened {len(outcome.opened)} tab"


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
            kind = action_for(there.field, list(values))
            live.act(Action(kind, there.handle, "\n".join(values), values), doing.seconds)
    if given:
        renew(doing.desk, doing.tab)


def put_drafts(doing: Acting) -> None:
    """Put what a person filled in on a page that lives into its fields. Raises LighttermError."""
    page, visit = doing.desk.page(doing.tab), doing.desk.visit(doing.tab)
    if page.snapshot.live is not None:
        _put_in(doing, page.document, visit.given, page.document, page.snapshot.live)
        visit.drafts, visit.secrets = {}, {}


def press(doing: Acting, target: Target, kind: str = "click") -> str:
    """Press what only a script listens to, or send its form, with all that a person filled in; what was done, in words.

    Raises LighttermError.
    """
    if doing.desk.page(doing.tab).snapshot.live is None:
        found = enliven(doing, target)
    else:
        put_drafts(doing)
        found = alike(doing.desk.page(doing.tab).document, target)
    if found is None:
        raise StaleTarget(f"[{target.number}] is not there any more", actions=())
    return act_live(doing, kind, found, ())


def more(doing: Acting, times: int) -> str:
    """Scroll the page to its end where it lives, so many times, for what that adds; what came, in words.

    Raises LighttermError.
    """
    from lightterm.session.more import scrolled

    if doing.desk.page(doing.tab).snapshot.live is None:
        enliven(doing, None)
    live, before = _live(doing.desk, doing.tab), doing.desk.page(doing.tab)
    _, count = scrolled(live, before.snapshot, times, doing.seconds)
    if not count:
        doing.desk.visit(doing.tab).exhausted = before
        return "nothing more came"
    renew(doing.desk, doing.tab)
    added = len(doing.desk.page(doing.tab).document.targets) - len(before.document.targets)
    links = f", {added} more links and fields" if added > 0 else ""
    return f"scrolled to the end {count} time{'s' if count > 1 else ''}{links}"


def fill_live(doing: Acting, number: int, values: tuple[str, ...]) -> str:
    """Put what a person filled in into the field where its page lives, for its scripts to see; what they said.

    The page is begun where it lives if it does not yet. Nothing where something else stands in the field by now.
    Raises LighttermError.
    """
    visit, page = doing.desk.visit(doing.tab), doing.desk.page(doing.tab)
    live = page.snapshot.live
    field = page.document.targets[number].field if number in page.document.targets else None
    if field is None or visit.given.get(number) != values:
        return ""
    if live is None:
        with suppress(RequiresScript):
            enliven(doing, page.document.targets[number])
        return ""
    action = Action(action_for(field, list(values)), page.document.targets[number].handle, "\n".join(values), values)
    outcome = live.act(action, doing.seconds)
    if not outcome.error:
        visit.drafts.pop(number, None)
    live.settle(min(SETTLE, doing.seconds))
    renew(doing.desk, doing.tab)
    return "; ".join((*([outcome.error] if outcome.error else []), *outcome.dialogs))


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
