"""The tabs of the app as the desk of agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lightterm.agent.desk import Deed, Desk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.errors import LighttermError
    from lightterm.fetch.clock import Cancel
    from lightterm.loading import Page
    from lightterm.session.session import Session
    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.agents import Agents

T = TypeVar("T")


class Aside(Desk):
    """Tabs of a session that an agent made for itself: not on the screen, but asked about and noted like all else."""

    def __init__(self, agents: Agents, session: Session) -> None:
        super().__init__(session)
        self.agents = agents

    def begins(self, deed: Deed, cancel: Cancel) -> None:
        self.agents.begins(deed, cancel)

    def ended(self, deed: Deed, problem: LighttermError | None) -> None:
        self.agents.ended(deed, problem)


class AppDesk(Aside):
    """The tabs of the app: an agent's pages come in a tab of its own, the person's are acted on by their number."""

    def __init__(self, agents: Agents) -> None:
        super().__init__(agents, agents.app.session)
        self.app = agents.app
        self.tabs = self.app.tabs
        self._own: Tab | None = None
        self._mine: set[int] = set()
        self.undos = agents.undos

    def another(self) -> AppDesk:
        return AppDesk(self.agents)

    def leave(self) -> None:
        """Its tabs are the person's now."""
        self._own = None
        self._mine.clear()

    def count(self) -> int:
        return sum(1 for tab in self.tabs if tab.key in self._mine)

    def beside(self, session: Session) -> Aside:
        return Aside(self.agents, session)

    def run(self, change: Callable[[], T]) -> T:
        return self.agents.in_app(change)

    def own_tab(self) -> Tab | None:
        return self._own if self._own in list(self.tabs) else None

    def tab(self, number: int = 0) -> Tab:
        if not number and (own := self.own_tab()) is not None:
            return own
        return super().tab(number)

    def new_tab(self) -> Tab:
        self._own = super().new_tab()
        self._mine.add(self._own.key)
        return self._own

    def select(self, tab: Tab) -> None:
        super().select(tab)
        self._own = tab

    def close(self, tab: Tab) -> None:
        self.run(lambda: self.app.close_tab(tab))

    def arrived(self, visit: Visit, page: Page) -> None:
        def keep() -> None:
            visit.kept = not self.app.keeping.private
            self.app.keeping.came(visit, page, False)

        self.run(keep)

    def changed(self, tab: Tab) -> None:
        def show() -> None:
            if tab is self.tabs.active:
                self.app.show_visit()
            self.app.tabs_changed()

        self.run(show)

    def renewed(self, tab: Tab) -> None:
        def show() -> None:
            visit = tab.visit
            if tab is self.tabs.active and visit is not None and visit.page is not None:
                document = visit.page.document
                self.app.view.update(document, self.app.fillings(visit, document))
            self.app.tabs_changed()

        self.run(show)

    def pointed(self, tab: Tab, number: int) -> None:
        def choose() -> None:
            if tab is self.tabs.active:
                self.app.view.choose(number)

        self.run(choose)

    def filled(self, tab: Tab, numbers: Sequence[int]) -> None:
        def show() -> None:
            if tab is self.tabs.active:
                self.app.fields.show(numbers)
                self.app.fields.keep_soon()

        self.run(show)
