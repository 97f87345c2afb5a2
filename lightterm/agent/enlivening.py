"""How a page comes to live in an engine: from one without scripts, in a higher tier, and again after it was let go of.

What was filled in goes along, with what the page has stored; what its scripts alone held does not.
"""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from lightterm.agent.apart import check_typing
from lightterm.agent.deed import PRESSING
from lightterm.agent.disabled import not_yet
from lightterm.agent.evidence import SURE, does_other, having, likely, sends, suits, supported
from lightterm.agent.field_names import taking
from lightterm.agent.grave_names import unopposed
from lightterm.agent.hidden_parts import in_closed_part, path_of
from lightterm.agent.live_names import bringing_more, called_in_markup, openings
from lightterm.agent.naming import SHOWN, is_alike, is_number, meant, numbered, suited, told
from lightterm.agent.near_words import firmly
from lightterm.agent.other_tabs import tab_with_name
from lightterm.agent.pointing import closed_parts, offering, pointed_at, with_choice
from lightterm.agent.reading import lines_of
from lightterm.agent.renewing import renew
from lightterm.agent.stale import LOOK_AGAIN
from lightterm.agent.surroundings import in_its_place, only_link
from lightterm.engines.base import Action
from lightterm.errors import BrowserError, LighttermError, RequiresScript, StaleTarget, TimedOut, ValidationFailed
from lightterm.fetch.model import FULL, LIGHT, STATIC
from lightterm.loading import has_script
from lightterm.session.controls import BUTTONS, CHECKED, name_of
from lightterm.session.engines import bounds, runs_scripts
from lightterm.session.heard import may_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.agent.acting import Acting
    from lightterm.document.model import Document, Field, Target
    from lightterm.engines.base import LivePage
    from lightterm.loading import Page
    from lightterm.session.tab import Visit

AGAIN = "the page was gone (unused for a while, or its engine ended): it was loaded again"


TOLD, LOOKED_AT = 25, 500
"""Targets that are told to choose from, at most, and those that are looked at."""

FILLED = ("type", "select")
"""Actions whose value goes into a field."""

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


def named(doing: Acting, target: int | str, do: str = "", values: Sequence[str] = ()) -> int:
    """The number of a target by number or words (`meant`). Raises ValidationFailed.

    Where words that a page says are none as no script of it has run, it is begun where they run, and what is called
    so there is to be acted on by another call: who is asked whether that may be (`deeds`) was told of no target.
    """
    page = doing.desk.page(doing.tab)
    try:
        return meant(page.document, target)
    except ValidationFailed as error:
        _find_candidates(doing, page, error, str(target), do, values)
        near = unopposed(page.document, _numbers(error), str(target))
        fitting = suited(page.document, near, do, values)
        if do == "select" and len(fitting) > 1 and (had := having(page.document, values)):
            found = _numbers(error)  # the likeliest first
            fitting.sort(key=lambda number: (number not in had, found.index(number) if number in had else 0))
        if do == "click" and fitting[:1] and fitting[0] in closed_parts(page):
            # It is not what was meant, but what that is in: read when it is open.
            error.context |= {"openers": fitting[:1], "candidates": []}
            raise
        error.context["candidates"] = fitting
        if values and do in FILLED and fitting:
            _fit(page.document, error, fitting, do, values)
        if not fitting and "off" not in error.context:
            error.message += _there(page, do)
            error.context["other_tab"] = tab_with_name(doing.desk, doing.tab, str(target), do)
        if fitting or not _may_be_one(doing, page, str(target)):
            raise
        with suppress(RequiresScript):
            enliven(doing, None)
            meant(doing.desk.page(doing.tab).document, target)
            words = f"{target!r} is a target only where the scripts of the page run; they do now: do it again"
            raise ValidationFailed(words, actions=(), argument="target", candidates=[]) from None
        raise


def _find_candidates(
    doing: Acting, page: Page, error: ValidationFailed, words: str, do: str, values: Sequence[str]
) -> None:
    """Put what may be meant by words into the error that says that nothing is called so, else what may hold it."""
    context = error.context
    if do in PRESSING and (more := bringing_more(page, words)):
        context["candidates"] = more
        return
    if do in PRESSING and (path := path_of(words)):
        _along(page, context, path, do)
        return
    if not numbered(page.document, words) and (placed := in_its_place(page.document, words, do)):
        context["candidates"] = list(dict.fromkeys([*placed, *_numbers(error)]))
        return
    pointed = bool(context.get("pointed"))
    context["candidates"] = _not_sent_by_chance(page.document, words, do, _numbers(error), pointed)
    if (near := _numbers(error)) and _nearest(page, context, near, words, do, values):
        return
    off, boxes = not_yet(page, words) if do in PRESSING else ("", [])
    if off:
        context |= {"off": off, "boxes": boxes, "candidates": []}
        error.message = f"[{off}] cannot be pressed yet (disabled)"
        return
    _farther(doing, page, context, words, do, values)


def _nearest(page: Page, context: dict[str, Any], near: list[int], words: str, do: str, values: Sequence[str]) -> bool:
    """Put the targets that are nearly called so into the context of an error, behind one for which more speaks; whether
    that is all, and what is meant is in no part that is closed."""
    targets = page.document.targets
    unsuited = all(not suits(targets[number], do) for number in near)
    loose = do in PRESSING and not context.get("pointed") and not any(firmly(words, name_of(targets[n])) for n in near)
    first = _likeliest(page, words, do, values, sure=not unsuited and not loose)
    context["candidates"] = list(dict.fromkeys([*(first if unsuited else first[:1]), *near]))
    return bool(first) or not unsuited or do in PRESSING or not closed_parts(page)


def _farther(doing: Acting, page: Page, context: dict[str, Any], words: str, do: str, values: Sequence[str]) -> None:
    """Put what may be meant where nothing is nearly called so into the context of an error."""
    context["candidates"] = pointed_at(doing.desk.session, page, words)
    none = not context["candidates"]
    context["options"] = with_choice(page.document, words) if none else []
    if none and not context["options"]:
        likely_ones = _likeliest(page, words, do, values, sure=bool(closed_parts(page)))
        context["candidates"] = likely_ones or (only_link(page.document, words) if do in PRESSING else [])
        none = not context["candidates"]
    if none and do in (*PRESSING, "select") and (near := called_in_markup(page, words)):
        if do == "select" and values:
            context |= {"offering": near[:1], "choice": values[0], "opens": True}
            return
        none, context["candidates"] = False, near
    context["held"] = in_closed_part(page, {words: values[0] if values else None}, do) if none else []
    context["openers"] = openings(page, words, do) if none else []
    context["offering"] = offering(page) if none and do == "click" else []
    context["lives"] = none and not is_number(words) and page.snapshot.live is not None


def _along(page: Page, context: dict[str, Any], path: Sequence[str], do: str) -> None:
    """Put what is pressed one after the other into the context of an error; what is there already is all there is to
    press."""
    try:
        context["candidates"] = [meant(page.document, path[-1])]
    except ValidationFailed:
        context["candidates"] = []
        with suppress(ValidationFailed):
            first = {"do": "click", "target": meant(page.document, path[0])}
            context["held"] = [first, *({"do": "click", "target": one} for one in path[1:-1])]
            context["held"].append({"do": do, "target": path[-1]})


def _fit(document: Document, error: ValidationFailed, fitting: list[int], do: str, values: Sequence[str]) -> None:
    """Put the candidate that takes the values first, and what it takes into the error."""
    first = document.targets[fitting[0]].field
    if do == "select" and first is not None and first.kind in CHECKED and fitting[0] in having(document, values):
        error.context["fitting"] = first.label
        return
    found = taking(document, fitting, list(values) if len(values) > 1 else values[0])
    if found is not None and found[0] in fitting:
        fitting.remove(found[0])
        fitting.insert(0, found[0])
        error.context["fitting"] = found[1]


def _there(page: Page, do: str) -> str:
    """What there is that an action can be done to, to choose from where it is not too much to be told."""
    found = [one for one in islice(page.document.targets, LOOKED_AT) if suits(one, do)][: TOLD + 1]
    return f"; there are: {', '.join(map(told, found))}" if 0 < len(found) <= TOLD else ""


def _numbers(error: ValidationFailed) -> list[int]:
    near = error.context["candidates"]
    return near if isinstance(near, list) else []


def _not_sent_by_chance(document: Document, words: str, do: str, near: list[int], pointed: bool) -> list[int]:
    """Targets that are nearly called so, without fields that are no better for a click, and buttons that would send a
    form and for which little else speaks."""
    if do in PRESSING and not numbered(document, words):
        focused = {number for number, score in supported(document, words, "hover") if score >= SURE}
        near = [number for number in near if number in focused or suits(document.targets[number], do)]
    if not pointed:
        near = [number for number in near if not does_other(document, document.targets[number], words, do)]
    if not any(sends(document.targets[number], do) for number in near) or numbered(document, words):
        return near
    enough = {number for number, _ in supported(document, words, do)}
    return [number for number in near if number in enough or not sends(document.targets[number], do)]


def _likeliest(page: Page, words: str, do: str, values: Sequence[str], sure: bool = False) -> list[int]:
    """The targets for which most speaks; `sure`: so much that what is not shown yet would hardly be likelier."""
    found = [] if is_number(words) else likely(page.document, words, do, list(values))
    return [number for number, score in found if score >= (SURE if sure else 0)][:SHOWN]


def _may_be_one(doing: Acting, page: Page, words: str) -> bool:
    """Whether a page read without its scripts says the words, so that one of them may listen there."""
    if page.snapshot.live is not None or not has_script(page.snapshot.markup):
        return False
    wanted, lines = " ".join(words.split()).casefold(), doing.desk.lines(doing.tab)
    return bool(wanted) and any(wanted in line.casefold() for line in lines) and may_run(doing.desk.session, page)


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
