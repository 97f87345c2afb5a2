"""Actions on a page that lives in an engine, and the page as it stands after them."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from lightterm.agent.apart import check_typing
from lightterm.agent.calling import loading
from lightterm.agent.deed import PRESSING
from lightterm.agent.enlivening import action_for, alike, awake, enliven, is_gone, put_drafts, rise
from lightterm.agent.folders import DOWNLOADS, needed
from lightterm.agent.lookalikes import unlike
from lightterm.agent.outcomes import check_outcome
from lightterm.agent.reach import check_address
from lightterm.agent.renewing import check_reach, renew, steps_of
from lightterm.agent.saved import kept
from lightterm.engines.base import ASKING, Action, Spot
from lightterm.errors import (
    LighttermError,
    RequiresScript,
    StaleTarget,
    ValidationFailed,
)
from lightterm.fetch.schemes import scheme_of
from lightterm.loading import onward
from lightterm.safe import clean
from lightterm.session import form_state
from lightterm.session.controls import BUTTONS, SUBMITS, Control, accepted, called, initial
from lightterm.session.form_state import stated
from lightterm.session.meant_values import likely
from lightterm.session.validation import problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.agent.acting import Acting
    from lightterm.agent.desk import Desk
    from lightterm.agent.points import Seen
    from lightterm.agent.spots import Place
    from lightterm.document.model import Field, Target
    from lightterm.engines.base import LivePage, Outcome
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

LOCAL = ("file", "about", "man", "stdin", "view-source")
"""Schemes of what is this machine's or the person's; no script makes anything of a link there."""

HARMLESS = ("type", "clear", "select", "check", "uncheck", "upload", "hover", "scroll", "focus", "mark", "dialog")
"""What can be done to a page again that is loaded anew, or need not be."""

EMPTIED = ("date", "month", "week", "time", "datetime-local", "color", "range")
"""Fields that hold what has their form, or nothing."""

SETTLE = 3.0
"""Seconds that a page has at most to come to rest after an action."""


@loading()
def act_live(
    doing: Acting,
    kind: str,
    target: Target | None,
    values: Sequence[str],
    places: Sequence[Place] = (),
    seen: Seen | None = None,
) -> str:
    """Do an action in the engine, or the next that can; what was done, in words; `seen`: at that point of what is in
    view, where the target is, if it is on one. Raises LighttermError."""
    until = time.monotonic() + doing.seconds
    visit, before = doing.desk.visit(doing.tab), doing.desk.page(doing.tab)
    if target is not None:
        _check_target(doing.desk, before, kind, target)
    if target is not None and target.field is not None and kind == "type":
        _check_typed(target.field, "\n".join(values))
    live, outcome = _acted(doing, kind, target, values, places, seen)
    if rises := outcome.beyond:
        target = rise(doing, target, until)
        live, outcome = _acted(doing, kind, target, values, places)
    if outcome.error and kind == "select" and target is not None:
        _check_choice(doing, target, values)
    check_outcome(before, outcome)
    if outcome.opened and not outcome.navigated:
        return _opened(doing, outcome, until)
    live.settle(min(SETTLE, max(0.1, until - time.monotonic())))
    renew(doing.desk, doing.tab)
    if target is not None and kind in PRESSING and not outcome.downloads and doing.desk.page(doing.tab) is before:
        check_address(target.url, before.document.url, doing.desk.asker)
    if kind == "dialog":
        return f"the next question of the page is answered: {values[0] if values else 'accept'}"
    same = doing.desk.visit(doing.tab) is visit
    words = [f"{kind} [{target.number}] {_as_it_is(doing, target, same)}".rstrip() if target else kind]
    words[0] += f" @{seen.x:g},{seen.y:g}" if seen is not None else ""
    words += ["the page was loaded again for it, in the full tier"] * rises
    words += [f"the page said: {text}" for text in _not_asked(doing, outcome)]
    if outcome.dialogs and target is not None:
        doing.desk.lately.acted(doing.tab, kind, target.number, True)
    words += _saved(doing, outcome)
    return "; ".join(words)


def _not_asked(doing: Acting, outcome: Outcome) -> Sequence[str]:
    """What the page said and nobody is asked about."""
    if doing.asked is None or outcome.navigated:
        return outcome.dialogs
    doing.asked(outcome.dialogs)
    return [text for text in outcome.dialogs if not text.startswith(ASKING)]


def _as_it_is(doing: Acting, target: Target, same: bool) -> str:
    """What to call a target that was acted on: of a field what stands in it now, not what was drawn before."""
    if target.field is None or target.field.kind in BUTTONS:
        return unlike(target.text)
    targets = doing.desk.page(doing.tab).document.targets
    fields = targets.fields() if same else ()
    now = next((field for number, field in fields if targets[number].handle == target.handle), None)
    if now is None or now.kind == "file":  # which files are chosen stays in the engine; the page shows their names
        return unlike(called(target.field))
    return unlike(stated(now, initial(now)))


def _check_typed(field: Field, text: str) -> None:
    """Raises ValidationFailed for what a field of a date or colour would take for nothing, with what is meant by it.

    An engine empties such a field without a word. What others take is left to the page and its scripts.
    """
    wrong = problem(Control(0, field.replace(required=False), accepted(field, [text]), True)) if text else ""
    known = likely(field, text) if wrong else {}
    if wrong and ("near" in known or field.kind in EMPTIED):
        raise ValidationFailed(f"{called(field)}: {wrong}", actions=(), **known)


def _check_choice(doing: Acting, target: Target, values: Sequence[str]) -> None:
    """Raises ValidationFailed with the choices that there are, where the values are none of them."""
    renew(doing.desk, doing.tab)
    document = doing.desk.page(doing.tab).document
    there = alike(document, target)
    if there is not None and there.field is not None and there.field.options:
        form_state.meant(document, there.number, values)


def _saved(doing: Acting, outcome: Outcome) -> list[str]:
    """What is told of the files that a page has saved."""
    if not outcome.downloads:
        return []
    why = "no folder was granted (agents.downloads)"
    try:
        folder = needed(DOWNLOADS, doing.downloads) if doing.downloads and doing.granted_ones else doing.downloads
    except LighttermError as error:  # what was done is done
        folder, why = "", error.message
    if not folder:
        names = [clean(os.path.basename(path)) for path in outcome.downloads]
        return [f"the page saved {name}, not kept: {why}" for name in names]
    listed = doing.desk.session.store.downloads
    return [f"downloaded {path}" for path in kept(outcome, folder, listed, fixed=doing.granted_ones)]


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
    doing: Acting,
    kind: str,
    target: Target | None,
    values: Sequence[str],
    places: Sequence[Place],
    seen: Seen | None = None,
) -> tuple[LivePage, Outcome]:
    live, document = _live(doing.desk, doing.tab), doing.desk.page(doing.tab).document
    spots = tuple(place.found(lambda wanted: alike(document, wanted)) for place in places)
    action = Action(kind, target.handle if target else 0, "\n".join(values), tuple(values), spots, doing.passwords)
    action = action.replace(answers=doing.answers) if doing.answers else action
    if seen is not None:
        spots = (Spot(x=seen.x, y=seen.y, share=False), *spots)
        action = Action(kind, spots=spots, passwords=doing.passwords, seen=seen.handles)
    if target is not None and kind == "type":
        check_typing(live, target.field)
    visit = doing.desk.visit(doing.tab)
    visit.steps, visit.acted = steps_of(live), visit.acted or kind not in HARMLESS
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


def press(doing: Acting, target: Target, kind: str = "click") -> str:
    """Press what only a script listens to, or send its form, with all that a person filled in; what was done, in words.

    Raises LighttermError.
    """
    woken = ""
    if doing.desk.page(doing.tab).snapshot.live is None:
        found = enliven(doing, target)
    else:
        put_drafts(doing)
        found, woken = awake(doing, target)
        found = alike(doing.desk.page(doing.tab).document, found) if found is not None else None
    if found is None:
        raise StaleTarget(f"[{target.number}] is not there any more", actions=())
    return _told(act_live(doing, kind, found, ()), woken)


def _told(words: str, woken: str) -> str:
    """What was done, and what had to be done before it."""
    return f"{words}; {woken}" if woken else words


def more(doing: Acting, times: int) -> str:
    """Scroll the page to its end where it lives, so many times, for what that adds; what came, in words.

    Raises LighttermError.
    """
    from lightterm.session.more import scrolled

    if doing.desk.page(doing.tab).snapshot.live is None:
        enliven(doing, None)
    awake(doing, None)
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
    if is_gone(live, doing.seconds):
        return awake(doing, page.document.targets[number])[1]
    check_typing(live, field)
    action = Action(action_for(field, list(values)), page.document.targets[number].handle, "\n".join(values), values)
    outcome = live.act(action, doing.seconds)
    if not outcome.error:
        visit.drafts.pop(number, None)
    live.settle(min(SETTLE, doing.seconds))
    renew(doing.desk, doing.tab)
    return "; ".join((*([outcome.error] if outcome.error else []), *outcome.dialogs))
