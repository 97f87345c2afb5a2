"""What an agent's calls act on: tabs over a session, revisions of their pages, and the numbers it was shown."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from lightterm.agent.addresses import address_told
from lightterm.agent.allowance import Allowance, too_many_tabs
from lightterm.agent.cursors import Cursors
from lightterm.agent.folders import chosen_for, remember
from lightterm.agent.lately import Lately
from lightterm.agent.learning import teach
from lightterm.agent.other_tabs import tab_with_number
from lightterm.agent.patience import waited
from lightterm.agent.reach import HeldLoad, held, with_refusal
from lightterm.agent.reading import COLUMNS
from lightterm.agent.shown import Shown
from lightterm.agent.signed import SignedIn
from lightterm.agent.stale import LOOK_AGAIN, like, nowhere, stale
from lightterm.agent.steps import Undos
from lightterm.errors import (
    Action,
    LighttermError,
    PersonNeeded,
    SessionError,
    SessionExpired,
    SessionNotFound,
    StaleTarget,
    TimedOut,
    ValidationFailed,
)
from lightterm.fetch.model import Request
from lightterm.session.load import Load
from lightterm.session.tab import Tabs, Visit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.agent.deed import Deed
    from lightterm.agent.walls import Wall
    from lightterm.document.model import Target
    from lightterm.fetch.clock import Cancel
    from lightterm.loading import Page
    from lightterm.session.session import Session
    from lightterm.session.tab import Tab

T = TypeVar("T")


class Desk:
    """Tabs of an agent's own over a session; nothing else acts on them.

    `owner` is what its client calls itself; `allowance` bounds what it loads, None where nothing does.
    """

    asks_for_folders = False
    """Whether a person is asked for a folder that was not granted."""

    def __init__(self, session: Session) -> None:
        self.session = session
        remember(session.settings)
        self.tabs = Tabs()
        self.owner = ""
        self.allowance: Allowance | None = None
        self.asker = "person"
        """Who asks for what it loads: "program" is held to what agents may reach."""
        self.on_change: Callable[[int], None] | None = None
        """Who is told the key of a tab that shows another page, on whatever thread that happens."""
        self.elsewhere: Callable[[], int] = int
        """How many tabs its client has in other sessions."""
        self.signed = SignedIn()
        self.undos = Undos()
        self.cursors = Cursors()
        self.lately = Lately()
        self.lapsed = ""
        """Why all that its client had here was closed while it was away, until it opens something again."""
        self._allowed: set[str] = set()
        self._walled: dict[int, str] = {}
        self._numbers: dict[int, int] = {}
        self._shown: dict[int, Shown] = {}
        self._seen: dict[int, int] = {}

    @property
    def allowed(self) -> set[str]:
        """Hosts on which its client may act without being asked about."""
        return self._allowed

    def another(self) -> Desk:
        """A desk like this one, for another client."""
        return Desk(self.session)

    def beside(self, session: Session) -> Desk:
        """A desk of the same client over another session."""
        return Desk(session)

    def leave(self) -> None:
        """The client has gone: its tabs go with it."""
        for tab in list(self.tabs):
            self.close(tab)
        self.tabs = Tabs()

    # --- whoever else is there

    async def begins(self, deed: Deed) -> None:
        """A call begins: a person may hold it up, give what only they know, or refuse it with a LighttermError."""
        from lightterm.agent.approving import approve
        from lightterm.agent.calling import caller

        caller().heard = await approve(self, deed)
        if deed.asks:
            caller().secret = await self.ask_secret(deed)

    async def goes_on(self, deed: Deed, told: Deed) -> None:
        """The next part of a call begins, of which something was told before it (`approving.check_next`)."""
        from lightterm.agent.approving import check_next
        from lightterm.agent.calling import caller

        check_next(self, deed, told, caller().heard)
        caller().secret = await self.ask_secret(deed) if deed.asks else ""

    def hold(self) -> None:
        """A call goes on to its next step, or to what the tabs show: a person may have taken control meanwhile."""

    async def ask(self, words: str, answers: Sequence[str]) -> str | None:
        """What whoever can be asked answers: the client's user here; None where nobody can be."""
        from lightterm.agent.calling import caller

        return await caller().ask(words, answers)

    async def ask_secret(self, deed: Deed) -> str:
        """What a person types for nobody else to see. Raises PersonNeeded: passwords go through no client."""
        raise PersonNeeded(f"{deed.asks} is for a person to type, and none is here")

    def wall(self, tab: Tab) -> Wall | None:
        """What a person has to get past on the page that came, told once for each page."""
        from lightterm.agent.walls import wall_of

        page = self.page(tab)
        if self._walled.get(tab.key) == page.document.url:
            return None
        wall = wall_of(page)
        self._walled.pop(tab.key, None)
        if wall is not None:
            self._walled[tab.key] = page.document.url
        return wall

    async def hand_over(self, tab: Tab, wall: Wall) -> bool:
        """Have a person get past a wall, in the browser's window where there is one; whether one did."""
        if not self.session.settings.browser.headed or self.page(tab).snapshot.live is None:
            return False
        from lightterm.agent.windows import past_in_window

        return await past_in_window(self, tab, wall)

    def folder(self, kind: str, url: str) -> str:
        """The folder that was granted to send files of a page from, or to save them in (`folders`), "" for none."""
        return chosen_for(kind, self.session.settings_for(url))

    def ended(self, deed: Deed, problem: LighttermError | None) -> None:
        """A call has ended."""

    def pointed(self, tab: Tab, number: int) -> None:
        """A target of a tab's page is about to be acted on."""

    def filled(self, tab: Tab, numbers: Sequence[int]) -> None:
        """Something else stands in these fields of a tab's page."""

    def changed(self, tab: Tab) -> None:
        """A tab shows another page, or is new or in front."""
        if self.on_change is not None:
            self.on_change(tab.key)

    def renewed(self, tab: Tab) -> None:
        """The page of a tab has changed where it lives, and was read anew."""
        self.changed(tab)

    def run(self, change: Callable[[], T]) -> T:
        """Change tabs and pages where that may be done."""
        return change()

    # --- tabs

    def number_of(self, tab: Tab) -> int:
        """The small number by which the agent knows a tab."""
        return self._numbers.setdefault(tab.key, len(self._numbers) + 1)

    def tab(self, number: int = 0) -> Tab:
        """The tab of that number, or the one in front (0). Raises SessionNotFound, SessionExpired."""
        if not number and len(self.tabs):
            return self.tabs.active
        for tab in self.tabs:
            if self.number_of(tab) == number:
                return tab
        raise self.lately.no_tab(self, number)

    def missing(self, words: str, step: Action) -> SessionError:
        """The error of a tab or session that is not there: it never was, or its client was idle for too long."""
        if not self.lapsed:
            return SessionNotFound(words, actions=(step,))
        return SessionExpired(f"{words}: all was closed {self.lapsed}", actions=(step,))

    def new_tab(self) -> Tab:
        """A new tab, in front. Raises LimitReached."""
        self.check_room()
        self.lapsed = ""
        return self.run(self.tabs.open)

    def check_room(self) -> None:
        """Raises LimitReached where the client has as many tabs as one may."""
        most, elsewhere = self.session.settings.agents.max_tabs, self.elsewhere()
        if self.count() + elsewhere >= most:
            raise too_many_tabs(most, elsewhere)

    def count(self) -> int:
        """How many tabs are the client's own."""
        return len(self.tabs)

    def is_own(self, _tab: Tab) -> bool:
        """Whether nobody else works in a tab."""
        return True

    def turn_of(self, number: int, own: bool = False) -> int:
        """What calls on a tab (`own`: the one that pages are opened in) take turns for. Raises SessionNotFound."""
        tab = self.own_tab() if own else self.tab(number)
        return tab.key if tab is not None else -id(self)

    def close(self, tab: Tab) -> None:
        """Close a tab, with all that was kept to have it back."""
        self.lately.closed(self.number_of(tab), tab)
        lives = [page.snapshot.live for visit in tab.visits if (page := visit.page) and page.snapshot.live]
        self.run(lambda: (self.tabs.close(tab), self.tabs.forget_closed(lambda _visit: True)))
        self.session.engines.end(lives)
        self.undos.forget(tab)

    def select(self, tab: Tab) -> None:
        """Put a tab in front."""
        self.run(lambda: self.tabs.select(list(self.tabs).index(tab)))
        self.changed(tab)

    def own_tab(self) -> Tab | None:
        """The tab that a page is opened in when no other is asked for; None for a new one."""
        return self.tabs.active if len(self.tabs) else None

    # --- pages

    def visit(self, tab: Tab) -> Visit:
        """The page of a tab, loaded. Raises SessionNotFound."""
        visit = tab.visit
        if visit is None or visit.page is None:
            words = "no page is open in this tab" if visit is None else f"{address_told(visit.url)} is not loaded"
            raise SessionNotFound(words, actions=(Action("open_page", "Open a page.", 1, None, "open"),))
        return visit

    def go(self, tab: Tab, request: Request, seconds: float, cancel: Cancel) -> Visit:
        """Load a request into a tab. Raises LighttermError when nothing came."""
        return self.take(tab, request, self.load(request, seconds, cancel))

    def take(self, tab: Tab, request: Request, page: Page) -> Visit:
        """Show a page that was loaded in a tab."""
        visit = Visit(request)
        visit.show(page)
        self.run(lambda: tab.go(visit))
        if tab.key not in self._numbers:
            self._numbers |= self.lately.number_for(tab, visit)
        self.arrived(visit, page)
        self.changed(tab)
        return visit

    def arrived(self, visit: Visit, page: Page) -> None:
        """A page was loaded for the first time: a history may want to know."""

    def renew(self, tab: Tab) -> None:
        """Read a live page anew where it has changed by itself."""
        if self.page(tab).snapshot.live is not None:
            from lightterm.agent.renewing import renew

            renew(self, tab)

    def awaiting(self) -> Callable[[], None]:
        """What raises a LighttermError as soon as nobody wants what is loaded."""
        return lambda: None

    def load(self, request: Request, seconds: float, cancel: Cancel) -> Page:
        """The page of a request, or as much of it as there is after so many seconds. Raises LighttermError."""
        request = held(request, self.asker)
        if self.allowance is not None:
            self.allowance.check(request.url)
        ended = threading.Event()
        kind = Load if self.asker != "program" or request.asker == "program" else HeldLoad
        load = kind(self.session, request.replace(deadline=seconds), COLUMNS, lambda _load: ended.set())
        cancel.add(load.cancel)
        try:
            load.start()
            late = not waited(load, ended, seconds * 1.05, self.awaiting())
            if late:
                load.cancel()
                ended.wait(seconds * 0.05 + 0.2)
        except LighttermError:
            load.cancel()
            raise
        finally:
            cancel.remove(load.cancel)
        if self.allowance is not None and (load.page is None or not load.page.response.from_cache):
            self.allowance.asked(request.url)
        too_long = TimedOut(f"the load took longer than {seconds:g} s", url=request.url)
        if load.page is None:
            raise load.error if load.error is not None and not late else too_long
        if self.allowance is not None and not load.page.response.from_cache:
            self.allowance.loaded(len(load.page.response.body))
        page = load.page.replace(errors=(too_long,)) if late and load.page.error is not None else load.page
        teach(self.session, page)
        return with_refusal(self.signed.checked(request, page), self.asker)

    def move(self, tab: Tab, by: int, seconds: float, cancel: Cancel) -> Visit:
        """Go back or forward in a tab. Raises ValidationFailed where there is nowhere to go."""
        before = tab.index
        visit = self.run(lambda: tab.move(by))
        if visit is None:
            raise ValidationFailed(f"there is no page to go {'back' if by < 0 else 'forward'} to", actions=())
        if visit.page is None:
            try:
                visit.show(self.load(visit.request, seconds, cancel))
            except LighttermError:
                self.run(lambda: tab.move(before - tab.index))
                raise
        self.changed(tab)
        return visit

    def reload(self, tab: Tab, seconds: float, cancel: Cancel) -> Visit:
        """Load the page of a tab again, asking its server. Raises LighttermError."""
        old = self.visit(tab)
        if old.request.method != "GET":
            raise ValidationFailed("the page came of a form, which would be sent twice", actions=())
        visit = old.again("fresh")
        visit.show(self.load(visit.request, seconds, cancel))
        self.run(lambda: tab.replace(visit))
        self.changed(tab)
        return visit

    # --- numbers

    def show(self, tab: Tab) -> int:
        """The revision of a tab's page, now known to the agent."""
        for key in self._shown.keys() - {tab.key for tab in self.tabs}:
            del self._shown[key]  # with its pages: whoever closed the tab
        revision = self._shown.setdefault(tab.key, Shown()).revision(self.page(tab))
        self._seen[tab.key] = revision
        return revision

    def now(self, tab: Tab) -> int:
        """The revision of a tab's page, in which words are read; what numbers mean stays as it was."""
        return self._shown.setdefault(tab.key, Shown()).revision(self.page(tab))

    def show_again(self, tab: Tab, page: Page, revision: int) -> None:
        """More of a page is about to be told: its numbers are meant. Raises StaleTarget where it is there no more."""
        now = self.page(tab)
        if now is not page and (now.snapshot.live is None or now.snapshot.live is not page.snapshot.live):
            words = f"that was revision {revision} of another page than the tab has now"
            raise StaleTarget(words, actions=(LOOK_AGAIN,))
        self._seen[tab.key] = revision

    def page(self, tab: Tab) -> Page:
        """The page of a tab. Raises SessionNotFound."""
        page = self.visit(tab).page
        assert page is not None
        return page

    def shown(self, tab: Tab) -> Shown:
        """What a tab has shown to the agent."""
        return self._shown.setdefault(tab.key, Shown())

    def lines(self, tab: Tab) -> list[str]:
        """The lines of a tab's page as it is being filled in. Raises SessionNotFound."""
        return self.shown(tab).lines(self.visit(tab))

    def target(self, tab: Tab, number: int, revision: int | None = None) -> Target:
        """The target that the agent means by a number, as the page of the tab has it now.

        The number is read in the page of `revision`, or the one that the agent saw last. Raises StaleTarget, with what
        may be meant, where that page is no longer there, and ValidationFailed for a number that never was.
        """
        page = self.page(tab)
        shown = self._shown.setdefault(tab.key, Shown())
        now = shown.revision(page)
        meant = revision if revision is not None else self._seen.setdefault(tab.key, now)
        known = shown.pages.get(meant)
        targets = page.document.targets
        if known is page:
            if number in targets:
                return targets[number]
            raise nowhere(number, now, targets, shown, tab_with_number(self, tab, number))
        wanted = known.document.targets[number] if known and number in known.document.targets else None
        alike = like(wanted, targets) if wanted is not None else []
        same_page = known is not None and known.snapshot.live is not None and known.snapshot.live is page.snapshot.live
        if same_page and wanted is not None and wanted.handle:
            still = [t for t in alike if t.handle == wanted.handle]
            if still:
                return still[0]
        raise stale(number, meant, now, alike, wanted)
