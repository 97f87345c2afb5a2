"""The error of a number that means nothing on the page as it is now, with what may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.naming import CANDIDATE
from lightterm.errors import Action, StaleTarget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.document.model import Target

CANDIDATES = 5
"""Targets that are named in the place of one that is gone."""

LOOK_AGAIN = Action("look_again", "Take a snapshot and use its numbers.", 1, None, "snapshot", {})


def stale(number: int, revision: int, now: int, alike: Sequence[Target]) -> StaleTarget:
    """The error of a number of one revision where the page is at another: what is like its target has these numbers."""
    steps = [
        Action(CANDIDATE, f"[{t.number}] {t.text or (t.field.label if t.field else '')}".rstrip(), 1)
        for t in alike[:CANDIDATES]
    ]
    steps.append(LOOK_AGAIN.replace(priority=len(steps) + 1))
    words = f"[{number}] is a number of revision {revision}; the page is at revision {now}"
    numbers = [t.number for t in alike[:CANDIDATES]]
    return StaleTarget(words, actions=tuple(steps), candidates=numbers, revision=now)
