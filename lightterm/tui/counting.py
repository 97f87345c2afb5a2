"""Counting the lines of a long page, a slice of time after another, while nobody presses keys."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.tui.page_view import PageView

SLICE = 0.004
"""Seconds of counting lines at a time: less than a key's own cost, so that it is not felt."""

REST = 0.004
"""Seconds between two slices."""

HELD = 0.1
"""Seconds that a key holds it up: in those that follow one another, as when it is held down, nothing else is done."""

NEAR = 10
"""Screens by which one scrolls up no further than their lines are counted; for what is farther off a guess does."""


class Counting:
    """Counts the lines of a view's page; the lines in sight stay where they are while those above get their number.

    A key holds it up in every view: of a page split in two by one, both are counted anew.
    """

    _until: ClassVar[float] = 0.0

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Count the lines of another flow."""
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._count()) if not self._view.flow.complete else None

    def stop(self) -> None:
        """The view is gone."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    @staticmethod
    def hold() -> None:
        """A key was pressed, or the mouse used: it goes first."""
        Counting._until = monotonic() + HELD

    @staticmethod
    def acted() -> float:
        """What is another once a key was pressed, or the mouse used."""
        return Counting._until

    @property
    def held(self) -> float:
        """Seconds for which a key still goes first; 0 or less when none does."""
        return self._until - monotonic()

    def holding(self) -> Callable[[], None]:
        """Lines are about to be counted: what is to be called after it, so that the same ones stay in sight."""
        view, flow = self._view, self._view.flow
        # The caret's lines are counted; those at the top may be guessed, and finding them numbers all below anew.
        caret = view.caret.find(flow) if view.caret.used else None
        at = flow.find(view.first)
        return lambda: view.recounted(flow.line_at(*at), caret)

    async def then(self, go: Callable[[], None]) -> None:
        """Go somewhere once every line has been counted, unless the person does something before that."""
        acted = self.acted()
        await self.ended()
        if self.acted() == acted:
            go()

    async def ended(self) -> None:
        """Wait until every line has been counted."""
        while (task := self._task) is not None:
            await asyncio.wait((task,))

    async def _count(self) -> None:
        view = self._view
        flow = view.flow
        while not flow.complete:
            await asyncio.sleep(max(REST, self.held))
            if self.held > 0:
                continue
            held = self.holding()
            flow.measure(SLICE)
            held()
        self._task = None
        view.scroll_to_line(view.first)  # below the end where it was gone to while lines were guessed
        view.refresh()
        view.post_message(view.Moved())
