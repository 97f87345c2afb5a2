"""The error of a number that means nothing on the page as it is now, with what may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.naming import CANDIDATE, is_alike, leads_alike
from lightterm.errors import Action, StaleTarget, ValidationFailed
from lightterm.session.controls import BUTTONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.agent.shown import Shown
    from lightterm.document.model import Target, Targets

CANDIDATES = 5
"""Targets that are named in the place of one that is gone."""

LOOK_AGAIN = Action("look_again", "Take a snapshot and use its numbers.", 1, None, "snapshot", {})


def stale(number: int, revision: int, now: int, alike: Sequence[Target], was: Target | None = None) -> StaleTarget:
    """The error of a number of one revision where the page is at another: what is like its target has these numbers;
    `was`: that target, where it is known."""
    steps = [
        Action(CANDIDATE, f"[{t.number}] {t.text or (t.field.label if t.field else '')}".rstrip(), 1)
        for t in alike[:CANDIDATES]
    ]
    steps.append(LOOK_AGAIN.replace(priority=len(steps) + 1))
    words = f"[{number}] is a number of revision {revision}; the page is at revision {now}"
    numbers = [t.number for t in alike[:CANDIDATES]]
    behind = was is not None and was.field is not None and was.field.kind not in BUTTONS and not numbers
    led = was.url if was else ""
    return StaleTarget(words, actions=tuple(steps), candidates=numbers, revision=now, led=led, behind=behind)


def like(wanted: Target, targets: Targets) -> list[Target]:
    """The targets that do and say what one did; else those that lead to the same with another query."""
    return [one for one in targets if is_alike(one, wanted)] or [one for one in targets if leads_alike(one, wanted)]


def nowhere(number: int, now: int, targets: Targets, shown: Shown, other_tab: int) -> StaleTarget | ValidationFailed:
    """The error of a number that the page has not, with what it was on one before; `other_tab`: the one that has it."""
    if earlier := shown.last(number):
        return stale(number, earlier[0], now, [one for one in targets if is_alike(one, earlier[1])])
    if before := shown.before(number):
        return stale(number, before[0], now, like(before[1], targets), before[1])
    words = f"there is no target [{number}]; the page has {len(targets)}"
    return ValidationFailed(words, actions=(), other_tab=other_tab)
