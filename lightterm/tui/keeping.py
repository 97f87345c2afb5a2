"""What outlives the run: pages shown go into the history, tabs are saved as they change, and come back at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.left_texts import put_back
from lightterm.commands.restart import run_to_open
from lightterm.session.forget import forget_tabs, hear
from lightterm.session.visited import is_kept, keep
from lightterm.tui import pane_saving
from lightterm.tui.counting import HELD
from lightterm.tui.linked import Linked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

    from lightterm.document.model import Document
    from lightterm.loading import Page
    from lightterm.session.store.forgettings import Heard
    from lightterm.session.store.model import Restorable, SavedSession
    from lightterm.session.tab import Visit
    from lightterm.tui.app import Browser

DELAY = 0.4
"""Seconds from a change of the tabs until they are saved: what a kill may cost, and a write a moment at most."""

AGAIN, AGAIN_AT_MOST = 5.0, 300.0
"""Seconds until tabs that could not be saved are tried again, twice as long each time: a full disk has room again."""

UNSHOWN = 2.0
"""Seconds until the last run's tabs are asked for though no page has come."""


class Keeping:
    """Has the store keep what happens, in the background."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self._followed: set[str] = set()
        self._links = Linked()
        self._of: Document | None = None
        self._lost: list[object] = []
        self._timer: Timer | None = None
        self._saved: SavedSession | None = None
        self._began = False
        self._worth_keeping = False
        self._noted = 0
        self._again, self._tries_again = AGAIN, False
        self.reopened = run_to_open()
        app.session.on_forgotten = self._forgotten

    @property
    def private(self) -> bool:
        """Whether nothing is to be kept."""
        return self.app.session.settings.session.private

    # --- history

    def came(self, visit: Visit, page: Page, again: bool) -> None:
        """A page has come; unless it came `again`, for a reload or from a tab's own past, that is a visit."""
        if not is_kept(self.app.session, visit.url, page):
            return
        self._followed.update((visit.request.url, *(hop.url for hop in page.response.redirects)))
        self._mark({visit.url, visit.request.url})
        session = self.app.session
        self.app.background.do(lambda: keep(session, visit, page, again))

    # --- visited links

    def moved(self, document: Document) -> None:
        """Another place or document is shown now."""
        self.changed()
        if document is not self._of and document.url != "about:blank":
            before, self._of = self._of, document
            self._let_go([before, *self._lost])
            self._lost.clear()
            self.begin()
            self._look_up(document)

    def lose(self, visits: Sequence[Visit]) -> None:
        """Pages of these visits may be kept no longer, once another is shown: those are freed behind it, too."""
        self._lost += [*visits, *(visit.page for visit in visits)]

    def _let_go(self, pages: list[object]) -> None:
        """Free the page before, behind the keys: of 1 MB that takes 3 ms, half of what else its reload does here."""
        self.app.set_timer(max(self.app.view.counting.held, HELD), lambda: self.app.background.do(pages.clear))

    def _look_up(self, document: Document) -> None:
        """Find out which links of a page lead to pages visited before."""
        left, self._links = self._links, Linked()
        session = self.app.session

        def look() -> tuple[Linked, set[str]] | None:
            left.let_go()
            if self._of is not document:
                return None
            links = Linked()
            links.read(document.targets, document.url)
            return links, session.store.history.visited(links)

        def found(result: tuple[Linked, set[str]] | None) -> None:
            if result is None:
                return
            if self._of is document:
                self._links = result[0]
                self._mark(result[1] | self._followed)
            else:
                self.app.background.do(result[0].let_go)

        self.app.background.do(look, found)

    def _mark(self, urls: set[str]) -> None:
        """Show the links to these addresses as visited, where they are on the page that is shown."""
        view = self.app.view
        if view.document is not self._of:
            return
        numbers = {number for url in urls for number in self._links.numbers(url)}
        if not numbers <= view.visited:
            view.visited = view.visited | numbers
            view.repaint()

    # --- the tabs

    def changed(self) -> None:
        """Tabs or places in them are others now: they are saved in a moment."""
        if self._began and self._timer is None:
            self._timer = self.app.set_timer(DELAY, self.save)

    def save(self) -> None:
        """Save the tabs, if they are others than those that are saved."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.private:
            return
        if not self._worth_keeping and self._at_home():
            return  # it would be offered after the next kill, before what was open in the run before this one
        state = pane_saving.state(self.app)
        if state == self._saved:
            return
        self._saved, self._worth_keeping = state, True
        session = self.app.session

        def keep_tabs() -> bool:
            hear(session)  # else pages that another run was told to forget are saved once more
            return session.store.sessions.save(state)

        self.app.background.do(keep_tabs, self._was_kept)

    def _was_kept(self, kept: bool) -> None:
        self.tell_notes()
        if kept:
            self._again = AGAIN
        else:
            self._saved = None
            if not self._tries_again:
                self._tries_again = True
                self.app.set_timer(self._again, self._try_again)
                self._again = min(2 * self._again, AGAIN_AT_MOST)

    def _try_again(self) -> None:
        self._tries_again = False
        self.changed()

    def _forgotten(self, heard: Heard) -> None:
        """Another run was told to forget things."""

        def forget() -> None:
            if forget_tabs(self.app.tabs, heard.scope, heard.kinds):
                self.renew()

        self.app.in_loop(forget)

    def renew(self) -> None:
        """Find out anew which links were visited, and save the tabs as they are now."""
        self._followed.clear()
        self.app.view.visited = frozenset()
        self.app.view.repaint()
        if self._of is not None:
            self._look_up(self._of)
        self._saved = None
        self.save()

    def configured(self) -> None:
        """Settings changed; what was saved may lie in another store now."""
        if self._began:
            self._saved = None
            self.changed()

    # --- the beginning

    def begin(self) -> None:
        """The first page is there, or is long in coming: look for tabs that the last run left."""
        if self._began:
            return
        self._began = True
        session = self.app.session
        self.app.background.do(lambda: put_back(session.store.drafts), self._tell_texts)
        if self.reopened:
            self.app.background.do(lambda: session.store.sessions.of_run(self.reopened), self._reopen)
            return
        # It comes before the first save: what this run saved is not to be brought back.
        self.app.background.do(lambda: session.store.sessions.restorable(), self._offer)
        self.save()

    def _tell_texts(self, told: list[str]) -> None:
        for words in told:
            self.app.say(words, "warning")

    def _reopen(self, saved: SavedSession | None) -> None:
        """Open the tabs as they were before lightterm was started anew."""
        if saved is not None and saved.tabs:
            pane_saving.restore(self.app, saved, clear=True)
        self.changed()

    def _offer(self, found: Restorable | None) -> None:
        self.tell_notes()
        if found is None or not found.session.tabs:
            return
        if not found.ask:
            self._bring_back(found)
            return

        def next_one(found: Restorable | None) -> None:
            if found is not None and found.ask:
                self._offer(found)

        def answered(yes: bool) -> None:
            if yes:
                self._bring_back(found)
            else:
                self._settle(found.run)
            # Killed before that was answered, there is one run more: what it hides is asked about in its turn.
            sessions = self.app.session.store.sessions
            self.app.background.do(sessions.restorable, next_one)

        self.app.offer.put(found.question, answered, ":session restore opens them at any time")

    def _bring_back(self, found: Restorable) -> None:
        """Open the last run's tabs: in the place of the home page, behind a page that was asked for."""
        at_home = self._at_home()
        saved = found.session if at_home or found.ask else self._unopened(found.session)
        if saved.tabs:
            # The home page gives way: `tab undo` is for what the person closes.
            self.app.tabs.active.stands_in = at_home
            pane_saving.restore(self.app, saved, clear=at_home, select=at_home)
        if saved.tabs and not at_home:
            count = len(saved.tabs)
            self.app.say_unasked(f"{count} tabs are open again" if count > 1 else "one tab is open again")
        # Settled only once the tabs are saved as this run's: a kill in between would lose them.
        self.save()
        self._settle(found.run)

    def _unopened(self, saved: SavedSession) -> SavedSession:
        """What is brought back unasked, without tabs of a single page that is open already: who starts lightterm with
        the same address each day, and closes the window, is not to find it open once more each time."""
        here = [tab.visit or self.app.coming(tab) for tab in self.app.tabs]
        shown = {visit.url for visit in here if visit is not None}
        left = tuple(tab for tab in saved.tabs if len(tab.visits) != 1 or tab.visits[0].url not in shown)
        return saved if len(left) == len(saved.tabs) else saved.replace(tabs=left, active=0, panes="")

    def _at_home(self) -> bool:
        """Whether nothing was opened but what every run begins with."""
        tabs = self.app.tabs
        visit = tabs.active.visit or self.app.coming(tabs.active)
        return len(tabs) == 1 and len(tabs.active.visits) <= 1 and (visit is None or visit.url == self.app.home)

    def _settle(self, run: int) -> None:
        session = self.app.session
        if run:
            self.app.background.do(lambda: session.store.journal.settle(run))

    def tell_notes(self) -> None:
        """Tell what is wrong with the session's own files."""
        notes = self.app.session.notes
        new, self._noted = notes[self._noted :], len(notes)
        for note in new:
            self.app.say(note, "warning")

    # --- the end

    def hang_up(self) -> None:
        """The terminal is closed, on which nothing can be written any more: keep what there is, first of all."""
        session = self.app.session
        if self._began:
            self.save()
        self.app.background.do(lambda: session.store.hang_up())

    def end(self, well: bool) -> None:
        """Keep what there is; a run that ended `well` is not offered again at the next start."""
        session = self.app.session
        if self._began:
            self.save()
        if well:
            self.app.background.do(lambda: session.store.end())
        self.app.background.close()
