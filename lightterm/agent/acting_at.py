"""An action at a point that a screenshot showed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.agent.points import KINDS, point_of, seen_at
from lightterm.agent.spots import Place, places
from lightterm.engines.base import Spot
from lightterm.errors import StaleTarget, ValidationFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.agent.acting import Acting


def act_at(doing: Acting, kind: str, words: str, values: Sequence[str], expected: int) -> str:
    """Do an action at the point that words say; what was done, in words. `expected` is the number of the target there
    of which whoever allows it was told, 0 for none.

    Raises LighttermError: StaleTarget where something else is there, or was when it was allowed.
    """
    from lightterm.agent.live import act_live

    doing.check()
    doing.desk.hold()
    point = point_of(words)
    assert point is not None
    if kind not in KINDS:
        said = f"{kind} takes a target, not a point: click there, then {kind} what has a number"
        raise ValidationFailed(said, actions=(), argument="do", candidates=[])
    way = _way(doing, kind, values)
    beside = [(one.spot.x, one.spot.y) for one in way if one.target is None and not one.spot.by]
    seen = seen_at(doing.desk, doing.tab, [point, *beside])
    if (seen.target.number if seen.target is not None else 0) != expected:
        raise StaleTarget(
            "another target is at that point than when the call began; nothing was done", actions=(), picture=True
        )
    if seen.target is not None:
        doing.desk.pointed(doing.tab, seen.target.number)
    return act_live(doing, kind, seen.target, values, way, seen)


def _way(doing: Acting, kind: str, values: Sequence[str]) -> tuple[Place, ...]:
    """Where a drag goes on from its point: by points of the picture, targets, or so far. Raises ValidationFailed."""
    given = [value for value in values if value.strip()]
    if kind != "drag" and given:
        raise ValidationFailed(f"{kind} at a point takes no value", actions=(), spare="value")
    if kind != "drag":
        return ()
    found: list[Place] = []
    for value in given or ("",):
        if point := point_of(value if "@" in value else f"@{value}"):
            found.append(Place(Spot(x=point[0], y=point[1], share=False)))
        else:
            document = doing.desk.page(doing.tab).document
            found += places(kind, (value,), document, lambda one: doing.desk.target(doing.tab, one))
    return tuple(found)
