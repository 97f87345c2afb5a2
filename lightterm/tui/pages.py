"""The pages and tabs of the app: opened, shown, kept and gone back to."""

from __future__ import annotations

import os
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.app import App

from lightterm.errors import InternalError, LighttermError
from lightterm.fetch.model import Request
from lightterm.session.form_words import answer_gone
from lightterm.session.tab import Tabs, Visit
from lightterm.tui.background import Background
from lightterm.tui.caret import come_back
from lightterm.tui.crash import Crashes, is_ours
from lightterm.tui.dispatching import quicken
from lightterm.tui.error_page import error_document, shown_document
from lightterm.tui.page_view import PageView
from lightterm.tui.palette import plain
from lightterm.tui.panes import Panes
from lightterm.tui.reading import Reading
from lightterm.tui.status_line import StatusLine
from lightterm.tui.tab_bar import TabBar

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from textual.driver import Driver

    from lightterm.commands.front import Front
    from lightterm.document.fill import Filling
    from lightterm.document.model import Document
    from lightterm.document.place import Place
    from lightterm.fetch.clock import Cancel
    from lightterm.session.session import Session
    from lightterm.session.tab import Tab
    from lightterm.tui.downloading import Downloading
    from lightterm.tui.keeping import Keeping
    from lightterm.tui.loads import Loads


MESSAGES = 200
"""Messages that are kept for `messages`."""


class Pages(App[int], inherit_bindings=False):
    """What the app does with pages and tabs; `Browser` adds keys and commands."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = []
    TITLE = "lightterm"
    manual = "browsing"
    keyed = True
    loads: Loads
    keeping: Keeping
    downloading: Downloading

    def __init__(self, session: Session, driver: type[Driver] | None = None) -> None:
        quicken()
        super().__init__(driver_class=driver)
        self.session = session
        session.base_view = session.base_view.replace(styled=True)
        self.tabs = Tabs()
        self.background = Background(self)
        self.crashes = Crashes(self)
        self.marks: dict[tuple[str, str], Place] = {}
        self.tab_bar = TabBar()
        self.view = PageView()
        self.panes = Panes(self, self.view)
        self.status = StatusLine()
        self.palette = plain()
        self.said: list[str] = []
        self._unasked = ""
        self.making: tuple[Cancel, str] | None = None
        """What is made of the page that is shown, which can be stopped, and its words."""
        self.on_tabs: list[Callable[[], None]] = []
        """Who hears of it when tabs change."""

    def _in_loop(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something went wrong in the loop outside of any message: nothing of ours may die unseen.

        What no code of ours took part in is noted and told, and the app lives on: anyio's Unix sockets raise
        InvalidStateError when one is readable in the turn of the loop in which its reader is cancelled.
        """
        problem = context.get("exception")
        if isinstance(problem, Exception) and is_ours(problem):
            self._handle_exception(problem)
        elif isinstance(problem, Exception):
            self.crashes.met(problem)
        else:
            loop.default_exception_handler(context)

    def _handle_exception(self, error: Exception) -> None:
        self.crashes.take(error)
        super()._handle_exception(error)
        self._return_code = InternalError.exit_code

    def _fatal_error(self) -> None:
        # Textual would print a traceback with every local variable, passwords among them.
        self._close_messages_no_wait()

    def in_loop(self, function: Callable[..., None], *arguments: object) -> None:
        """Call a function in the app's loop, from any thread, without waiting for it."""
        self.post_message(events.Callback(callback=partial(function, *arguments)))

    def behind(self, work: Callable[[], str], done: Callable[[str], None] | None = None) -> None:
        """Do what takes time in a thread; what it gives goes to `done`, or is told as the error it raises is."""

        def do() -> None:
            try:
                told = work()
            except LighttermError as error:
                self.in_loop(self.fail, error)
            else:
                if done is not None or told:
                    self.in_loop(done or self.say, told)

        threading.Thread(target=do, name="behind", daemon=True).start()

    def behind_writes(self, work: Callable[[], str]) -> None:
        """Do `work` after what the disk is still asked for; what it gives is told, or the error it raises."""
        self.background.do(work, lambda told: self.say(told) if told else None)

    @property
    def home(self) -> str:
        """The address of the home page."""
        return self.session.settings.open.home

    def write_to_terminal(self, sequence: str) -> None:
        """Send a control sequence of our own to the terminal."""
        if self._driver is not None:
            self._driver.write(sequence)

    def say(self, text: str, level: str = "info") -> None:
        """Tell the person something in a line."""
        self.said.append(text)
        del self.said[:-MESSAGES]
        self.status.say(text, level)

    @property
    def tells_unasked(self) -> bool:
        """Whether what stands there was told unasked."""
        return self.status.told and self.said[-1:] == [self._unasked]

    def say_unasked(self, text: str) -> None:
        """Tell what no key led to, behind what was told so and stands there still: one would hide the other."""
        self._unasked = f"{self._unasked}; {text}" if self.tells_unasked else text
        self.say(self._unasked)

    def fail(self, error: LighttermError) -> None:
        """Tell what went wrong, and what can be done."""
        self.say(error.message, "error")

    def open(self, address: str | Request, where: str = "here", place: Place | None = None) -> None:
        """Load and show an absolute URL or request, at a place of it.

        It comes `here`, in a new `tab`, one in the `background`, or the other `pane`, for which there must be room.
        """
        from lightterm.fetch.urls import typed_to_url

        try:
            request = address if isinstance(address, Request) else Request(url=typed_to_url(address, os.getcwd()))
        except LighttermError as error:
            self.fail(error)
            return
        self.keep_place()
        if where == "pane":
            tab = self.panes.tab_beside()
        else:
            here = where == "here" and len(self.tabs) > 0
            tab = self.tabs.active if here else self.tabs.open(background=where == "background")
        if where == "tab":
            self.show_visit()
        self.loads.begin(tab, Visit(request, place=place))
        self.tabs_changed()

    def failed(self, tab: Tab, visit: Visit, error: LighttermError) -> None:
        """A load in the tab that is shown went wrong: `Browser` asks what to do where something can be done."""

    # --- pages

    def open_link(self, url: str, where: str = "here", framed: bool = True) -> None:
        """Open the address of a link on the page that is shown, in the frame it names; a place of it is gone to."""
        visit = self.tabs.active.visit
        here = visit.url if visit is not None else ""
        if where == "here" and visit is not None and url.partition("#")[0] == here.partition("#")[0] and "#" in url:
            self.keep_place()
            self.tabs.active.go(visit.beside(visit.request.replace(url=url)))
            if not self.show_fragment(url):
                self.say(f"the page has no place {url.partition('#')[2][:80]!r}", "warning")
            self.status_changed()
            return
        from lightterm.commands.elsewhere import is_ours

        if not is_ours(cast("Front", self), url, here):
            return
        inside = visit is not None and visit.page is not None and visit.page.snapshot.frames
        if where == "here" and framed and (self.panes.framed or inside):
            from lightterm.tui.frame_panes import opened, within

            if opened(self, url) if self.panes.framed else within(self, url):
                return
        if visit is not None and visit.page is not None:
            from lightterm.loading import onward as request_onward

            self.open(request_onward(visit.page, url), where)
        else:
            self.open(Request(url=url, asker="link", initiator=here or None), where)

    def show_fragment(self, url: str, view: PageView | None = None) -> bool:
        """Go to the place that an address's fragment names; whether there is one."""
        from lightterm.document.place import named_block

        view = view or self.view
        block = named_block(view.document, url)
        if block is None:
            name = url.partition("#")[2]
            if name.lower() in ("", "top"):  # https://html.spec.whatwg.org/#select-the-indicated-part
                view.scroll_to_line(0)
            return name.lower() in ("", "top")
        view.folds.unfold(block)
        view.scroll_to_line(view.flow.line_of_block(block))
        return True

    def show_visit(self) -> None:
        """Show the page of the tab that is in front, loading it where it is not in memory."""
        if not self.panes.enter_tab(self.tabs.active):
            self.show_tab(self.tabs.active)

    def show_tab(self, tab: Tab) -> None:
        """Show the page of a tab where the tab is shown, loading it where it is not in memory."""
        view, visit = self.panes.view_of(tab), tab.visit
        if view is not None and visit is None:
            from lightterm.document import model

            blank = model.Document(url="about:blank")
            view.show(blank, None, self.fillings(visit, blank))
        elif view is not None and visit is not None and visit.page is not None:
            document = shown_document(visit.page, visit.request)
            view.cuts, view.folds.left = visit.cuts or view.cuts, visit.folds
            view.show(document, visit.place, self.fillings(visit, document))
            come_back(view, visit)
            if document.url in self.session.feeds:
                from lightterm.tui.feed_marks import follow

                follow(self, tab, visit, visit.page)
        elif view is not None and visit is not None and self.loads.of(tab) is None:
            self.load_again(tab, visit)
        self.tabs_changed()

    def move(self, by: int) -> None:
        """Go so many pages back (negative) or forward in the tab; what is being loaded into it is not wanted then."""
        self.keep_place()
        self.loads.stop(self.tabs.active)
        self.tabs.active.move(by)
        self.show_visit()

    def reload(self, tab: Tab, fresh: bool = False) -> None:
        """Load a tab's page again, keeping the place."""
        visit = tab.visit
        if visit is None:
            return
        view = self.panes.view_of(tab)
        if view is not None:
            self.keep_place()
            view.pictures.reload(fresh)
        self.load_again(tab, visit.again("fresh" if fresh else "any"))

    def renew(self, address: str) -> None:
        """Load again what shows this address, perhaps called from another thread: what it tells has changed."""

        def again() -> None:
            for tab in self.tabs:
                if tab.visit is not None and tab.visit.url == address:
                    self.reload(tab)

        self.in_loop(again)

    def load_again(self, tab: Tab, visit: Visit) -> None:
        """Load a page of a tab once more; the answer to a form of an earlier run is not to be had."""
        if not visit.unsent:
            self.loads.begin(tab, visit, again=True)
        elif (view := self.panes.view_of(tab)) is not None:
            view.show(error_document(answer_gone(), visit.request))

    def fillings(self, visit: Visit | None, document: Document) -> dict[int, Filling]:
        """How the fields of a page look that were filled in: `Browser` fills them in."""
        return {}

    def stop(self, tab: Tab) -> bool:
        """Stop a tab's load and that of its pictures; what came of it stays. Whether there was one."""
        view = self.panes.view_of(tab)
        shown = view is not None and view.pictures.stop()
        return self.loads.cut_short(tab) or self.stop_making() or shown

    def stop_making(self) -> bool:
        """Stop what is made of the page that is shown; whether there was anything."""
        making = self.making
        if making is None or making[0].cancelled:
            return False
        making[0].cancel()
        self.say("stopped: the page is shown as it was")
        return True

    def coming(self, tab: Tab) -> Visit | None:
        """What is being loaded into a tab and not on its way yet."""
        return self.loads.coming(tab)

    def keep_place(self) -> None:
        """Note where one is reading in the pages that are shown."""
        self.panes.keep_places()

    def remember_place(self) -> None:
        """Note where one is before a jump, to be able to jump back."""
        visit = self.tabs.visit
        self.view.passed = self.view.match
        if visit is not None:
            self.marks[visit.url, "'"] = self.view.spot

    def cursor_place(self) -> tuple[int, int]:
        """(line, cell) of the cursor: the caret, or the target it is on, else the top of the screen."""
        view = self.view
        if view.caret.shown:
            return view.caret.at[0], view.caret.cell
        line = view.flow.line_of_target(view.target) if view.target else None
        if line is None:
            return view.first, view.left
        return line, next((s.start for s in view.flow.spans(line) if s.target == view.target), 0)

    # --- tabs

    def select_tab(self, index: int) -> None:
        """Show another tab."""
        self.keep_place()
        self.tabs.select(index)
        self.show_visit()

    def close_tab(self, tab: Tab) -> None:
        """Close a tab and its pane; in the place of the last one the home page is opened."""
        pane = self.panes.of(tab)
        if pane is not None and self.panes.several:
            self.panes.close(pane)
        shown = tab is self.tabs.active
        if shown:
            self.keep_place()
        self.loads.stop(tab)
        if self.tabs.close(tab) is None:
            self.open(self.home, "tab")
            for stand_in in self.tabs:
                stand_in.stands_in = True
        elif shown:
            self.show_visit()
        self.tabs_changed()

    def clone_tab(self, background: bool = False, move: int = 0) -> None:
        """A second tab with this one's pages, shown from `move` pages further."""
        self.keep_place()
        self.tabs.clone(background, move)
        self.show_visit()

    # --- what changed

    def tabs_changed(self) -> None:
        """Tabs were opened, closed, moved or renamed, or show other pages."""
        if self.lives():
            self.look_on()
        self.panes.settle()
        self.tab_bar.refresh_tabs(self.tabs, self.palette)
        self.keeping.changed()
        self.status_changed()
        for tell in self.on_tabs:
            tell()

    def look_on(self) -> None:
        """Follow a page that changes by itself where it lives: `Browser` does."""

    def lives(self) -> bool:
        """Whether the page in front lives in an engine."""
        page = self.tabs.page
        return page is not None and page.snapshot.live is not None

    def await_page(self, awaited: bool = True) -> None:
        """A page is asked for, or there: where it comes at once, what stands there meanwhile is not painted."""
        screen = self.screen
        if isinstance(screen, Reading):
            (screen.repainting.hold if awaited else screen.repainting.release)()

    def status_changed(self) -> None:
        """What the status line tells may be another thing now."""
        self.status.refresh()

    def on_page_view_chosen(self) -> None:
        self.status_changed()
