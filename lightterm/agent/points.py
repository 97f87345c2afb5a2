"""Points of what a screenshot showed: things without a number are acted on there, and what has one is that target.

A point counts only while what was seen round it is what is seen now: a page moves on by itself, and a press where a
button has come meanwhile is a wrong one.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from lightterm.errors import StaleTarget, ValidationFailed
from lightterm.fetch.model import FULL
from lightterm.records import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lightterm.agent.desk import Desk
    from lightterm.document.model import Target
    from lightterm.engines.base import LivePage
    from lightterm.session.tab import Tab

KINDS = ("click", "double_click", "right_click", "hover", "drag")
"""Actions that can be done at a point."""

ROUND = 12
"""Pixels on each side of a point that have to be as they were."""

SECONDS = 5.0
"""Seconds that looking at a page again may take."""

_POINT = re.compile(r"\s*@\s*(\d{1,5}(?:\.\d{1,3})?)\s*,\s*(\d{1,5}(?:\.\d{1,3})?)\s*")


class Taken(Record):
    """A picture of what was in view of a page that lives."""

    live: LivePage
    url: str
    png: bytes


class Seen(Record):
    """A point in view, what the engine has there (handles, the innermost first), and the target that it is on."""

    x: float
    y: float
    handles: tuple[int, ...] = ()
    target: Target | None = None


def point_of(words: object) -> tuple[float, float] | None:
    """The point that a target is said by, "@x,y"; None for any other."""
    found = _POINT.fullmatch(words) if isinstance(words, str) else None
    return (float(found[1]), float(found[2])) if found else None


def seen_at(desk: Desk, tab: Tab, points: Sequence[tuple[float, float]]) -> Seen:
    """What is at the first of some points of the last screenshot of a tab.

    Raises StaleTarget where there is none, or what it shows round one of them is not there any more.
    """
    live = _as_it_was(desk, tab, points)
    x, y = points[0]
    handles = live.at(x, y, SECONDS)
    if not handles:
        words = "that point is in a frame, or outside of what is in view: a target there has a number in the snapshot"
        raise ValidationFailed(words, actions=(), argument="target", candidates=[])
    known = {target.handle: target for target in desk.page(tab).document.targets if target.handle}
    return Seen(x, y, handles, next((known[one] for one in handles if one in known), None))


def _as_it_was(desk: Desk, tab: Tab, points: Sequence[tuple[float, float]]) -> LivePage:
    """The page that lives, which looks round the points as its last screenshot did. Raises StaleTarget."""
    desk.renew(tab)
    page, taken = desk.page(tab), desk.shown(tab).picture
    live = page.snapshot.live
    if live is None or taken is None or page.tier != FULL or taken.live is not live or taken.url != live.url:
        raise StaleTarget(
            "no screenshot was taken of the page that is open: points are of its picture", actions=(), picture=True
        )
    if _differs(taken.png, live.screenshot(False, SECONDS), points):
        words = "what was at that point when the screenshot was taken is not there any more; nothing was done"
        raise StaleTarget(words, actions=(), picture=True)
    return live


def _differs(before: bytes, now: bytes, points: Sequence[tuple[float, float]]) -> bool:
    """Whether two pictures are not the same round one of the points."""
    if before == now:
        return False
    from PIL import Image

    with Image.open(io.BytesIO(before)) as old, Image.open(io.BytesIO(now)) as new:
        boxes = [(int(x) - ROUND, int(y) - ROUND, int(x) + ROUND + 1, int(y) + ROUND + 1) for x, y in points]
        return old.size != new.size or any(
            old.convert("RGB").crop(box).tobytes() != new.convert("RGB").crop(box).tobytes() for box in boxes
        )
