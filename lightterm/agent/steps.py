"""The steps of agents that can be undone, and what was before each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.errors import ValidationFailed
from lightterm.records import Record

if TYPE_CHECKING:
    from lightterm.loading import Page
    from lightterm.session.tab import Tab, Visit

KEPT = 50
"""Steps that can be undone."""

Values = tuple[tuple[int, tuple[str, ...]], ...]
"""Target numbers and what stood there."""


class Before(Record):
    """A tab as it was before a step; `tab` is None for one that the step opens."""

    tab: Tab | None
    visits: tuple[Visit, ...] = ()
    index: int = -1
    page: Page | None = None
    url: str = ""
    drafts: Values = ()
    secrets: Values = ()


class Step(Record):
    """One step that can be undone: whose it was, what it did, the tab before it, and the tab and page it led to."""

    owner: str
    words: str
    before: Before
    tab: Tab
    visit: Visit


class Undos:
    """The steps of a desk, or of all that share tabs, latest last."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    @property
    def empty(self) -> bool:
        """Whether no step is left."""
        return not self._steps

    def keep(self, step: Step) -> None:
        """Remember a step."""
        self._steps.append(step)
        del self._steps[:-KEPT]

    def forget(self, tab: Tab) -> None:
        """Let go of the steps in a tab that is closed for good, with the pages they would bring back."""
        self._steps = [step for step in self._steps if step.tab is not tab]

    def take(self, owner: str | None, tab: Tab | None) -> Step:
        """The latest step of an agent in a tab, of any in any for None; it is forgotten. Raises ValidationFailed."""
        for at in range(len(self._steps) - 1, -1, -1):
            step = self._steps[at]
            if owner in (None, step.owner) and tab in (None, step.tab):
                return self._steps.pop(at)
        raise ValidationFailed("there is nothing to undo", actions=())
