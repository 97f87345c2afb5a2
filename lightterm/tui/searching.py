"""Searching a long page, a slice of time after another, while nobody presses keys."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from lightterm.tui.counting import REST, SLICE

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.find import Search
    from lightterm.tui.page_view import PageView

FIRST = 0.001
"""Seconds of searching before the repaint of a key that asks for it: with what it costs to paint it is below 6 ms."""

REACH = 400
"""Blocks of a page that are searched in that time at most. Where one reads further down nothing would be seen of it."""

waiting: WeakKeyDictionary[PageView, int] = WeakKeyDictionary()
"""Views that are to go so many matches on, once it is known where those are."""

_tasks: WeakKeyDictionary[PageView, asyncio.Task[None]] = WeakKeyDictionary()


def go_on(view: PageView, found: Search, more: Callable[[], bool], rests: bool = True) -> None:
    """Search on behind the keys, as long as the view shows this search; without rests where somebody waits for it.

    `more` is called when there is more to show, until it returns whether that was what is waited for, and at the end.
    """
    before = _tasks.pop(view, None)
    if before is not None:
        before.cancel()
    if not found.complete:
        _tasks[view] = asyncio.create_task(_search(view, found, more, REST if rests else 0.0))


def begin(view: PageView, found: Search) -> bool:
    """Search as far as can be seen at once; whether all that is in sight was searched."""
    flow = view.flow
    if len(flow.blocks) <= REACH or flow.block_at(view.first) < REACH:
        found.run(FIRST)
    return in_sight(view, found)


def in_sight(view: PageView, found: Search) -> bool:
    """Whether all that is in sight was searched: lines keep the marks of the search before until then."""
    return found.complete or found.searched > view.flow.block_at(view.first + view.height)


def look_for(view: PageView, found: Search | None) -> None:
    """Mark what a search finds in lines laid out from now on; no match of it is the current one yet."""
    view.search, view.match, view.marked = found, None, None


def show_match(view: PageView) -> None:
    """Have the current match marked as such, and no other; lines that show it so already are left alone."""
    before, view.marked = view.marked, view.match
    if before != view.match:
        view.reshow([match.block for match in (before, view.match) if match is not None])


async def _search(view: PageView, found: Search, more: Callable[[], bool], rest: float) -> None:
    shown, marked = False, in_sight(view, found)
    while view.search is found and not found.complete:
        await asyncio.sleep(max(rest, view.counting.held))
        if view.search is not found or not view.is_attached:
            return
        if view.counting.held > 0:
            continue
        found.run(SLICE)
        if not marked and in_sight(view, found):
            marked = True
            view.reshow()
        if not shown and not found.complete:
            shown = more()
    if view.search is found:
        view.reshow()  # matches found by now are marked in lines that were laid out before
        more()
