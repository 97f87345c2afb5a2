"""Waiting for what a page is to show, by a call of its own or between the actions of one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from lightterm.agent.enlivening import awake
from lightterm.agent.live_names import more_of
from lightterm.agent.lookalikes import as_written
from lightterm.agent.near_words import lines_near
from lightterm.agent.reading import COLUMNS, lines_of
from lightterm.agent.selectors_near import near_selector
from lightterm.errors import RequiresScript, TimedOut

if TYPE_CHECKING:
    from lightterm.agent.acting import Acting

STEP = 0.1
"""Seconds that a page is given at least to come to rest."""

LONGEST = 30.0
"""Seconds that a wait for a time alone lasts at most."""

SAID = 80
"""Characters of a line that are waited for in the place of what is not there."""

THOUSANDS = 100
"""From which number on a time is one in milliseconds."""


def awaited(doing: Acting, text: str, selector: str = "") -> tuple[list[str], list[int]]:
    """The lines in which a text was waited for, or that a CSS selector finds, and which of them have it; without both,
    the page comes to rest.

    Raises RequiresScript for a page that nothing changes any more, TimedOut.
    """
    desk, tab = doing.desk, doing.tab
    wanted, until = text or selector, time.monotonic() + doing.seconds
    awake(doing, None)
    while True:
        live = desk.page(tab).snapshot.live
        if live is not None:
            live.settle(min(1.0, max(STEP, until - time.monotonic())))
        desk.renew(tab)
        lines = desk.lines(tab) if not selector else _selected(doing, selector)
        said = as_written(lines)
        found = [at for at, line in enumerate(said) if wanted and text.casefold() in line.casefold()]
        if found or not wanted:
            return lines, found
        if live is None:
            words = f"the page does not show {wanted!r}, and no script of it runs here that could change it"
            near = _nearest(doing, text, selector)
            raise RequiresScript(words, actions=(), url=desk.visit(tab).url, **near)
        if doing.cancel.cancelled or time.monotonic() >= until:
            raise TimedOut(f"the page does not show {wanted!r}", actions=(), **_nearest(doing, text, selector))


def _nearest(doing: Acting, text: str, selector: str) -> dict[str, Any]:
    """What an error tells of the line of a page that says nearly what was waited for, as the page says it, of the
    selector that was meant, or of what brings more of a list that may have it."""
    page, lines = doing.desk.page(doing.tab), doing.desk.lines(doing.tab)
    if selector:
        right = near_selector(page.snapshot.markup, selector)
        return {"argument": "selector", "candidates": [right]} if right else {}
    near = [lines[at].strip()[:SAID] for at in lines_near(text, lines)[:1]]
    return {"candidates": near} if near else {"openers": more_of(page, text)}


def _selected(doing: Acting, selector: str) -> list[str]:
    """The lines of what a CSS selector finds on the page of a tab."""
    desk = doing.desk
    found = desk.session.read_again(desk.page(doing.tab), COLUMNS, structure=True, selectors=(selector,))
    return lines_of(found.blocks, found) if found.blocks else []


def waited_for(doing: Acting, said: str) -> str:
    """Wait between two actions: for a text, for a number of seconds, or, of nothing said, for rest; what came of it.

    Raises what `awaited` raises.
    """
    seconds = _seconds(said)
    if seconds is None:
        awaited(doing, said)
        return f"the page shows {said!r}" if said else "the page is at rest"
    until = time.monotonic() + min(seconds, LONGEST, doing.seconds)
    awake(doing, None)
    while (left := until - time.monotonic()) > 0 and not doing.cancel.cancelled:
        live = doing.desk.page(doing.tab).snapshot.live
        if live is not None:
            live.settle(min(1.0, left))  # which a page that is at rest ends at once
        time.sleep(min(STEP, left))
    doing.desk.renew(doing.tab)
    return f"waited {seconds:g} s"


def _seconds(said: str) -> float | None:
    """The time that words say, as others say it: seconds, and milliseconds from a hundred on; None for no time."""
    bare = said.strip().lower()
    unit = 0.001 if bare.endswith("ms") else 1.0
    number = bare.removesuffix("ms").removesuffix("seconds").removesuffix("s").strip()
    try:
        found = float(number)
    except ValueError:
        return None
    if not 0 <= found < 1e6:
        return None
    return found * unit if unit != 1 or found < THOUSANDS else found / 1000
