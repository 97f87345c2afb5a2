"""The tabs of the app as the desk of agents."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from lightterm.agent.calling import HERE, hold_from_thread
from lightterm.agent.deed import Deed
from lightterm.agent.desk import Desk
from lightterm.agent.folders import chosen_for
from lightterm.agent.modes import WATCH
from lightterm.agent.walls import wall_of
from lightterm.errors import Action
from lightterm.fetch.urls import host_of
from lightterm.tui.reediting import lost

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.agent.walls import Wall
    from lightterm.errors import LighttermError, SessionError
    from lightterm.fetch.model import Request
    from lightterm.loading import Page
    from lightterm.session.session import Session
    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.agents import Agents

T = TypeVar("T")

IN_TAB = ("open", "go", "act", "fill_form")
"""Tools that load into a tab, which the person may close meanwhile."""


class Aside(Desk):
    """Tabs of a session that an agent made for itself: not on the screen, but asked about and noted like all else."""

    asks_for_folders = True

    def __init__(self, agents: Agents, session: Session) -> None:
        super().__init__(session)
        self.agents = agents

    @property
    def allowed(self) -> set[str]:
        return self.agents.allowed.setdefault(self.owner, set())

    async def begins(self, deed: Deed) -> None:
        await self.agents.ready(self.owner, deed)
        await super().begins(deed)
        if deed.folder:
            await self.agents.asking.folder(self.owner, deed.folder, lambda: self.folder(deed.folder, deed.url))
        self.agents.note(self.owner, deed.tool, deed.words)
        await self.show_deed(deed)
        # There was time to take control meanwhile.
        await self.agents.ready(self.owner, deed)

    async def goes_on(self, deed: Deed, told: Deed) -> None:
        await self.agents.ready(self.owner, deed)
        await super().goes_on(deed, told)
        self.agents.note(self.owner, deed.tool, deed.words)
        await self.show_deed(deed)
        await self.agents.ready(self.owner, deed)

    def hold(self) -> None:
        if self.agents.control.held:
            hold_from_thread(partial(self.agents.ready, self.owner))

    async def show_deed(self, deed: Deed) -> None:
        """Show the person what is about to be done, for as long as they want to see it before."""

    def ended(self, deed: Deed, problem: LighttermError | None) -> None:
        if problem is not None:
            self.agents.note(self.owner, deed.tool, f"{deed.words}: {problem.message}")

    async def ask(self, words: str, answers: Sequence[str]) -> str | None:
        return await self.agents.asking.choice(self.owner, words, answers)

    def folder(self, kind: str, url: str) -> str:
        # What the person grants holds for sessions that were made before, too.
        return chosen_for(kind, self.agents.app.session.settings_for(url))

    async def ask_secret(self, deed: Deed) -> str:
        host = host_of(deed.url) if "://" in deed.url else "this page"
        words = f"{self.owner} needs {deed.asks} for {host}, and does not get to see it:"
        return await self.agents.asking.secret(self.owner, words)


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
        self.agents.left.update({tab.key: tab.visit for tab in self.tabs if tab.key in self._mine})
        self._own = None
        self._mine.clear()

    def count(self) -> int:
        return sum(1 for tab in self.tabs if tab.key in self._mine)

    def is_own(self, tab: Tab) -> bool:
        return tab.key in self._mine

    def beside(self, session: Session) -> Aside:
        return Aside(self.agents, session)

    def run(self, change: Callable[[], T]) -> T:
        self.hold()
        return self.agents.in_app(change)

    async def show_deed(self, deed: Deed) -> None:
        tab = next((tab for tab in self.tabs if tab.key == deed.tab), None) or self.own_tab()
        if tab is not None and self.agents.control.mode == WATCH:
            self.app.select_tab(list(self.tabs).index(tab))
        if deed.acts and tab is not None:
            if deed.target and tab is self.tabs.active:
                self.app.view.choose(deed.target)
            await asyncio.sleep(self.app.session.settings.agents.delay)

    async def hand_over(self, tab: Tab, wall: Wall) -> bool:
        before = tab.visit

        def passed() -> bool:
            visit = tab.visit
            page = visit.page if visit is not None else None
            return page is not None and (visit is not before or page is not was) and wall_of(page) is None

        was = before.page if before is not None else None
        solved = await self.agents.hand_over(self.owner, tab, wall, passed)
        if tab not in list(self.tabs):
            raise self._closed(tab)
        return solved

    def own_tab(self) -> Tab | None:
        return self._own if self._own in list(self.tabs) else None

    def number_of(self, tab: Tab) -> int:
        """The number by which the agent knows a tab: the one it has on the screen when the agent first asks for any.

        It stays with the tab: whoever opens a page first does not make it tab 1 beside the one the person calls that.
        """
        if tab.key not in self._numbers:
            for shown in list(self.tabs):
                super().number_of(shown)
        return super().number_of(tab)

    def tab(self, number: int = 0) -> Tab:
        if not number and (own := self.own_tab()) is not None:
            return own
        if not number and self._own is not None:
            # Its numbers were those of a page that is gone: they are none of the tab that is in front now.
            raise self._closed(self._own)
        return super().tab(number)

    def _closed(self, tab: Tab) -> SessionError:
        words = f"the person closed tab {self.number_of(tab)}, which was yours"
        return self.missing(
            words, Action("list_tabs", "See which tabs there are, or open a page.", 1, None, "tabs", {})
        )

    def awaiting(self) -> Callable[[], None]:
        here, tab = HERE.get(None), None
        number = here.arguments.get("tab", 0) if here is not None else 0
        if (
            here is not None
            and here.deed is not None
            and here.deed.tool in IN_TAB
            and not here.arguments.get("new_tab")
        ):
            number = number if isinstance(number, int) else 0
            tab = self.own_tab() if here.deed.tool == "open" and not number else self.tab(number)

        def check() -> None:
            if tab is not None and tab not in list(self.tabs):
                raise self._closed(tab)

        return check

    def take(self, tab: Tab, request: Request, page: Page) -> Visit:
        if tab not in list(self.tabs):
            raise self._closed(tab)
        return super().take(tab, request, page)

    def new_tab(self) -> Tab:
        background = self.agents.control.mode != WATCH and len(self.tabs) > 0
        self.check_room()
        self.run(self.agents.clear_left)
        self._own = self.run(lambda: self.tabs.open(background=background))
        self._mine.add(self._own.key)
        return self._own

    def select(self, tab: Tab) -> None:
        super().select(tab)
        self._own = tab

    def close(self, tab: Tab) -> None:
        if tab is self._own:
            self._own = None
        self.run(lambda: self.app.close_tab(tab))

    def arrived(self, visit: Visit, page: Page) -> None:
        def keep() -> None:
            visit.kept = not (self.app.keeping.private or visit.request.secret)
            self.app.keeping.came(visit, page, False)

        self.run(keep)

    def changed(self, tab: Tab) -> None:
        def show() -> None:
            self.app.show_tab(tab)

        self.run(show)

    def renewed(self, tab: Tab) -> None:
        def show() -> None:
            visit = tab.visit
            view = self.app.panes.view_of(tab)
            if view is not None and visit is not None and visit.page is not None:
                document = visit.page.document
                edited = lost(self.app, view, document)
                view.update(document, self.app.fillings(visit, document))
                if edited is not None:
                    edited.resume(self.app)
            self.app.tabs_changed()

        self.run(show)

    def pointed(self, tab: Tab, number: int) -> None:
        def choose() -> None:
            view = self.app.panes.view_of(tab)
            if view is not None:
                view.choose(number)

        self.run(choose)

    def filled(self, tab: Tab, numbers: Sequence[int]) -> None:
        def show() -> None:
            if tab is self.tabs.active:
                self.app.fields.show(numbers)
                self.app.fields.keep_soon()

        self.run(show)
