"""Where in a target the mouse is to be, and the way of a drag: as words of a call, and as the engine is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lightterm.agent.naming import meant
from lightterm.engines.base import Spot
from lightterm.errors import ValidationFailed
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.document.model import Document, Target

POINTED = ("click", "double_click", "right_click", "hover")
"""Actions whose value is a point in the target."""

FORMS = 'a point "x,y" in pixels or "x%,y%", another target "12" or "12@x,y", or a way "+x,-y"'

_NUMBER = r"\d+(?:\.\d+)?"
_POINT = re.compile(rf"\s*({_NUMBER})(%?)\s*,\s*({_NUMBER})(%?)\s*")
_BY = re.compile(rf"\s*([+-]?{_NUMBER})\s*,\s*([+-]?{_NUMBER})\s*")
_THERE = re.compile(r"\s*(?:\[?(\d+)\]?|(.*\S))\s*@(.*)", re.DOTALL)


class Place(Record):
    """A spot, and the target that it is of; None for the one that is acted on."""

    spot: Spot
    target: Target | None = None

    def found(self, alike: Callable[[Target], Target | None]) -> Spot:
        """The spot as the engine knows it, its target looked for. Raises ValidationFailed."""
        if self.target is None:
            return self.spot
        there = alike(self.target)
        if there is None:
            raise ValidationFailed(f"[{self.target.number}] is not there any more", actions=(), argument="value")
        return self.spot.replace(handle=there.handle)


def places(kind: str, values: Sequence[str], document: Document, known: Callable[[int], Target]) -> tuple[Place, ...]:
    """The places that the values of an action name, none for an action that has none; `known` gives a number's target.

    Raises ValidationFailed.
    """
    if kind == "drag":
        if not any(value.strip() for value in values):
            raise ValidationFailed(f"to drag needs where to: {FORMS}", actions=(), argument="value")
        way = tuple(_place(value, document, known) for value in values)
        if len(way) > 1 and (way[0].target is not None or way[0].spot.by):
            words = 'a way begins at a point "x,y" in the target that is dragged'
            raise ValidationFailed(words, actions=(), argument="value")
        return way
    if kind not in POINTED or not values:
        return ()
    spot = _point(values[0])
    if spot is None or len(values) > 1:
        words = f'{kind} takes a point in the target, "x,y" in pixels or "x%,y%", not {values[0]!r}'
        raise ValidationFailed(words, actions=(), spare="value")
    return (Place(spot),)


def _place(value: str, document: Document, known: Callable[[int], Target]) -> Place:
    if spot := _point(value):
        return Place(spot)
    if by := _BY.fullmatch(value):
        return Place(Spot(x=float(by[1]), y=float(by[2]), share=False, by=True))
    there = _THERE.fullmatch(value)
    spot = _point(there[3]) if there else None
    if there and spot:
        return Place(spot, known(meant(document, there[1] or there[2])))
    return Place(Spot(), known(meant(document, value)))


def _point(text: str) -> Spot | None:
    """A point of a box in pixels or hundredths, None for what is none."""
    found = _POINT.fullmatch(text)
    if found is None or found[2] != found[4]:
        return None
    return Spot(x=float(found[1]), y=float(found[3]), share=bool(found[2]))
