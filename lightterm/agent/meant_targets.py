"""What may be meant by words that nothing on a page is called by: on it, in its closed parts, elsewhere."""

from __future__ import annotations

import difflib
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from lightterm.agent.deed import PRESSING
from lightterm.agent.disabled import not_yet
from lightterm.agent.enlivening import enliven
from lightterm.agent.evidence import SURE, does_other, having, likely, sends, suits, supported
from lightterm.agent.field_names import taking
from lightterm.agent.grave_names import unopposed
from lightterm.agent.hidden_parts import in_closed_part, path_of
from lightterm.agent.live_names import bringing_more, called_in_markup, openings
from lightterm.agent.lookalikes import as_written
from lightterm.agent.naming import SHOWN, is_number, meant, numbered, suited, told
from lightterm.agent.near_words import firmly
from lightterm.agent.other_tabs import elsewhere
from lightterm.agent.places import places
from lightterm.agent.pointing import closed_parts, offering, pointed_at, with_choice
from lightterm.agent.surroundings import in_its_place, only_link
from lightterm.agent.unasked import asked_for
from lightterm.errors import RequiresScript, ValidationFailed
from lightterm.loading import has_script
from lightterm.session.controls import BUTTONS, CHECKED, name_of, plain_name
from lightterm.session.heard import may_run
from lightterm.session.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lightterm.agent.acting import Acting
    from lightterm.agent.places import Place
    from lightterm.document.model import Document
    from lightterm.loading import Page

TOLD, LOOKED_AT = 25, 500
"""Targets that are told to choose from, at most, and those that are looked at."""

FILLED = ("type", "select")
"""Actions whose value goes into a field."""


def named(doing: Acting, target: int | str, do: str = "", values: Sequence[str] = ()) -> int:
    """The number of a target by number or words (`meant`). Raises ValidationFailed.

    Where words that a page says are none as no script of it has run, it is begun where they run, and what is called
    so there is to be acted on by another call: who is asked whether that may be (`deeds`) was told of no target.
    """
    page = doing.desk.page(doing.tab)
    try:
        return _fit_for(page.document, meant(page.document, target), target, do)
    except ValidationFailed as error:
        if do in PRESSING and (asks := doing.desk.lately.answered(doing.tab, str(target))):
            error.context |= {"asks": asks, "candidates": []}
        if error.context.get("whole") or "asks" in error.context:
            raise
        around = places(page) if do in (*PRESSING, "submit") else {}
        _find_candidates(doing, page, error, str(target), do, values, around)
        near = _none_other(page.document, around, error, str(target), do)
        fitting = suited(page.document, near, do, values)
        if do == "select" and len(fitting) > 1 and (had := having(page.document, values)):
            found = _numbers(error)  # the likeliest first
            fitting.sort(key=lambda number: (number not in had, found.index(number) if number in had else 0))
        shut = do == "click" and fitting[:1] and fitting[0] in closed_parts(page)
        if shut and not _is_slip(str(target), name_of(page.document.targets[fitting[0]])):
            # It is not what was meant, but what that is in: read when it is open.
            error.context |= {"openers": fitting[:1], "candidates": []}
            raise
        error.context["candidates"] = fitting
        if values and do in FILLED and fitting:
            _fit(page.document, error, fitting, do, values)
        if not fitting and "off" not in error.context:
            error.message += _there(page, do)
            error.context |= elsewhere(doing.desk, doing.tab, str(target), do)
        if fitting or not _may_be_one(doing, page, str(target)):
            raise
        with suppress(RequiresScript):
            enliven(doing, None)
            meant(doing.desk.page(doing.tab).document, target)
            words = f"{target!r} is a target only where the scripts of the page run; they do now: do it again"
            raise ValidationFailed(words, actions=(), argument="target", candidates=[]) from None
        raise


def _none_other(
    document: Document, around: Mapping[int, Place], error: ValidationFailed, words: str, do: str
) -> list[int]:
    """The candidates of an error without those that do more or other things than words ask for."""
    near = unopposed(document, _numbers(error), words)
    if numbered(document, words):
        return near
    return asked_for(document, around, near, words, do, bool(error.context.get("pointed")))


def _is_slip(said: str, name: str) -> bool:
    """Whether a name is what was said but for a letter or two."""
    like = difflib.SequenceMatcher(None, said.casefold(), name.casefold()).ratio()
    return len(said.split()) == len(name.split()) and like >= SURE_LIKE


SURE_LIKE = 0.9
"""How like a name has to be (difflib's ratio)."""


def _fit_for(document: Document, number: int, said: int | str, do: str) -> int:
    """The number of a target that is called so, unless it is one by a part of its name that takes nothing of what is
    to go in: the field "Message" is not the button "Messages". Raises ValidationFailed."""
    if do != "type" or is_number(str(said)) or number not in document.targets:
        return number
    target = document.targets[number]
    whole = plain_name(target) == spelled(str(said))
    if whole or suits(target, do) or (target.field is not None and target.field.kind not in BUTTONS):
        return number
    words = f"no target is called {str(said)!r} to which one can {do}"
    raise ValidationFailed(words, actions=(), argument="target", candidates=[])


def _find_candidates(
    doing: Acting,
    page: Page,
    error: ValidationFailed,
    words: str,
    do: str,
    values: Sequence[str],
    around: Mapping[int, Place],
) -> None:
    """Put what may be meant by words into the error that says that nothing is called so, else what may hold it."""
    context = error.context
    if do in PRESSING and (more := bringing_more(page, words)):
        context["candidates"] = more
        return
    if do in PRESSING and (path := path_of(words)):
        _along(page, context, path, do)
        return
    if not context.get("pointed") and (placed := in_its_place(page.document, around, words, do)):
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
    _farther(doing, page, context, words, do, values, around)


def _nearest(page: Page, context: dict[str, Any], near: list[int], words: str, do: str, values: Sequence[str]) -> bool:
    """Put the targets that are nearly called so into the context of an error, behind one for which more speaks; whether
    that is all, and what is meant is in no part that is closed."""
    targets = page.document.targets
    unsuited = all(not suits(targets[number], do) for number in near)
    loose = do in PRESSING and not context.get("pointed") and not any(firmly(words, name_of(targets[n])) for n in near)
    if context.get("pointed") and not unsuited:
        return True
    first = _likeliest(page, words, do, values, sure=not unsuited and not loose)
    context["candidates"] = list(dict.fromkeys([*(first if unsuited else first[:1]), *near]))
    return bool(first) or not unsuited or do in PRESSING or not closed_parts(page)


def _farther(
    doing: Acting,
    page: Page,
    context: dict[str, Any],
    words: str,
    do: str,
    values: Sequence[str],
    around: Mapping[int, Place],
) -> None:
    """Put what may be meant where nothing is nearly called so into the context of an error."""
    context["candidates"] = pointed_at(doing.desk.session, page, words)
    none = not context["candidates"]
    context["options"] = with_choice(page.document, words) if none else []
    if none and not context["options"]:
        likely_ones = _likeliest(page, words, do, values, sure=bool(closed_parts(page)))
        context["candidates"] = likely_ones or (only_link(page.document, around, words) if do in PRESSING else [])
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
    if not any(_sends(document, number, do, pointed) for number in near) or numbered(document, words):
        return near
    enough = {number for number, _ in supported(document, words, do)}
    return [number for number in near if number in enough or not _sends(document, number, do, pointed)]


def _sends(document: Document, number: int, do: str, pointed: bool) -> bool:
    """Whether a button may send a form: of one that is pointed at, and stands in none, a script alone could."""
    field = document.targets[number].field
    return sends(document.targets[number], do) and not (pointed and field is not None and field.form < 0)


def _likeliest(page: Page, words: str, do: str, values: Sequence[str], sure: bool = False) -> list[int]:
    """The targets for which most speaks; `sure`: so much that what is not shown yet would hardly be likelier."""
    found = [] if is_number(words) else likely(page.document, words, do, list(values))
    return [number for number, score in found if score >= (SURE if sure else 0)][:SHOWN]


def _may_be_one(doing: Acting, page: Page, words: str) -> bool:
    """Whether a page read without its scripts says the words, so that one of them may listen there."""
    if page.snapshot.live is not None or not has_script(page.snapshot.markup):
        return False
    wanted, lines = " ".join(words.split()).casefold(), as_written(doing.desk.lines(doing.tab))
    return bool(wanted) and any(wanted in line.casefold() for line in lines) and may_run(doing.desk.session, page)
