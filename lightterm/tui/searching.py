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

_tasks: WeakKeyDictionary[PageView, asyncio.Task[None]] = WeakKeyDictionary()


def go_on(view: PageView, found: Search, more: Callable[[], bool]) -> None:
    """Search on behind the keys, as long as the view shows this search.

    `more` is called when there is more to show, until it returns whether that was what is waited for, and at the end.
    """
    before = _tasks.pop(view, None)
    if before is not None:
        before.cancel()
    if not found.complete:
        _tasks[view] = asyncio.create_task(_search(view, found, more))


async def _search(view: PageView, found: Search, more: Callable[[], bool]) -> None:
    shown = False
    while view.search is found and not found.complete:
        await asyncio.sleep(max(REST, view.counting.held))
        if view.search is not found or not view.is_attached:
            return
        if view.counting.held > 0:
            continue
        found.run(SLICE)
        if not shown and not found.complete:
            shown = more()
    if view.search is found:
        view.reshow()  # matches found by now are marked in lines that were laid out before
        more()
