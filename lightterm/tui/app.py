"""The Textual app: tabs, the page, a status line and a command line over one session."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, ComposeResult
from textual.screen import Screen

from lightterm.commands.run import run_line
from lightterm.commands.vocabulary import COMMANDS
from lightterm.errors import LighttermError
from lightterm.fetch.model import Request
from lightterm.keys.keymap import load_keymap
from lightterm.keys.trie import Pending, Run
from lightterm.session.tab import Tabs, Visit
from lightterm.tui import saving, verbs
from lightterm.tui.command_line import CommandLine
from lightterm.tui.loads import Loads
from lightterm.tui.page_view import PageView
from lightterm.tui.status_line import StatusLine
from lightterm.tui.tab_bar import TabBar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events

    from lightterm.commands.registry import Invocation
    from lightterm.document.flow import Place
    from lightterm.document.model import Target
    from lightterm.keys.trie import Dispatcher
    from lightterm.session.session import Session
    from lightterm.session.store.model import SavedSession
    from lightterm.session.tab import Tab


class Reading(Screen[None]):
    """The one screen: a page between its tabs and its status."""

    BINDINGS: ClassVar = []
    CSS = """
    Reading { layout: vertical; }
    """

    def __init__(self, app: Browser) -> None:
        super().__init__()
        self._browser = app

    def compose(self) -> ComposeResult:
        app = self._browser
        yield app.tab_bar
        yield app.view
        yield app.status
        yield app.command_line

    def on_mount(self) -> None:
        self._browser.begin()


class Browser(App[int], inherit_bindings=False):
    """The browser in a terminal. It implements `lightterm.commands.front.Front`."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = []
    TITLE = "lightterm"

    def __init__(self, session: Session, addresses: Sequence[str] = (), config_file: str = "") -> None:
        super().__init__()
        self.session = session
        self.registry = COMMANDS.copy()
        self.config_file = config_file
        self.tab_bar = TabBar()
        self.view = PageView()
        self.status = StatusLine()
        self.command_line = CommandLine()
        self.tabs = Tabs()
        self.loads = Loads(self)
        self.mode = "normal"
        self.typed = ""
        self.searched = ""
        self.search_backward = False
        self.marks: dict[tuple[str, str], Place] = {}
        self._addresses = tuple(addresses)
        self._keys: Dispatcher | None = None
        self._key_wanted: Callable[[str], None] | None = None
        self.keymap = load_keymap(session.settings, self.registry)

    def get_default_screen(self) -> Screen[None]:
        return Reading(self)

    @property
    def home(self) -> str:
        """The address of the home page."""
        return self.session.settings.open.home

    def begin(self) -> None:
        """Open what was asked for; the widgets are there now."""
        self.view.focus()
        for at, address in enumerate(self._addresses or (self.home,)):
            self.open(address, "here" if at == 0 else "background")

    # --- keys

    @property
    def keys(self) -> Dispatcher:
        """What turns the keys of the mode into command lines."""
        if self._keys is None:
            self._keys = self.keymap.dispatcher(self.mode)
        return self._keys

    def enter(self, mode: str) -> None:
        """Change what keys do."""
        self.mode = mode
        self._keys = None
        self.typed = ""
        self.status_changed()

    def press(self, event: events.Key) -> bool:
        """Take a key of the mode; whether it is bound, or may become so."""
        self.status.forget()
        if self._key_wanted is not None:
            self._answer_key(event)
            return True
        outcome = self.keys.feed(event.key, event.character)
        if isinstance(outcome, Pending):
            self.typed = outcome.typed
        else:
            self.typed = ""
        self.status_changed()
        if isinstance(outcome, Run):
            self.run_line(outcome.line, outcome.count)
        return isinstance(outcome, (Pending, Run))

    def _answer_key(self, event: events.Key) -> None:
        done, self._key_wanted = self._key_wanted, None
        self.status_changed()
        if done is None or event.key == "escape" or not event.character:
            return
        try:
            done(event.character)
        except LighttermError as error:
            self.fail(error)

    def on_key(self, event: events.Key) -> None:
        if self.mode in ("command", "prompt", "insert"):
            return
        event.stop()
        event.prevent_default()
        self.press(event)

    # --- the front end's faces (lightterm.commands.front.Front)

    def run_line(self, line: str, count: int | None = None) -> bool:
        """Run a command line; whether all went well."""
        return run_line(self, line, count)

    def act(self, call: Invocation) -> None:
        verbs.act(self, call)

    def open(self, address: str | Request, where: str = "here", place: Place | None = None) -> None:
        """Load and show an absolute URL or request `here`, in a new `tab`, or in the `background`, at a place of it."""
        from lightterm.fetch.urls import typed_to_url

        try:
            request = address if isinstance(address, Request) else Request(url=typed_to_url(address, os.getcwd()))
        except LighttermError as error:
            self.fail(error)
            return
        self.keep_place()
        here = where == "here" and len(self.tabs) > 0
        tab = self.tabs.active if here else self.tabs.open(background=where == "background")
        if where == "tab":
            self.show_visit()
        self.loads.begin(tab, Visit(request, place=place))
        self.tabs_changed()

    def say(self, text: str, level: str = "info") -> None:
        """Tell the person something in a line."""
        self.status.say(text, level)

    def fail(self, error: LighttermError) -> None:
        """Tell what went wrong, and what can be done."""
        self.say(error.message, "error")

    def copy(self, text: str) -> None:
        """Put `text` on the clipboard."""
        self.copy_to_clipboard(text)

    def paste(self) -> str:
        """What is on the clipboard, "" when it cannot be read."""
        return self.clipboard

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        """Ask for one of `choices`, or for text when there are none; `done` gets the answer, unless it is refused."""
        self.command_line.ask(question, choices, default, done)

    def read_key(self, question: str, done: Callable[[str], None]) -> None:
        """Take the next key press; `done` gets its character, and may raise LighttermError, which is told."""
        self.say(question)
        self._key_wanted = done

    def state(self) -> SavedSession:
        """All tabs as they are, to be saved."""
        return saving.state(self)

    def restore(self, saved: SavedSession, clear: bool = False) -> None:
        """Open saved tabs, behind those that are open or in their place."""
        saving.restore(self, saved, clear)

    def edit(self, text: str, suffix: str, done: Callable[[str], None]) -> None:
        """Let the person edit `text` in their editor; `done` gets what they saved."""
        from lightterm.tui.programs import edit

        edit(self, text, suffix, done)

    def spawn(self, words: Sequence[str], stdin: bytes = b"", terminal: bool = False) -> None:
        """Run a program without a shell: in the background, or with the `terminal` until it ends."""
        from lightterm.tui.programs import spawn

        spawn(self, words, stdin, terminal)

    def configured(self) -> None:
        """Settings, keys or aliases changed: show it."""
        self.keymap = load_keymap(self.session.settings, self.registry)
        self.enter(self.mode)
        self.view.relayout()

    def prompt(self, text: str) -> None:
        """Open the command line with the beginning of a command."""
        self.command_line.begin(text)

    def quit(self, code: int = 0) -> None:
        """End, everything kept."""
        self.exit(code)

    # --- pages

    def open_link(self, url: str, where: str = "here") -> None:
        """Open the address of a link on the page that is shown; a place in this page is gone to."""
        visit = self.tabs.active.visit
        here = visit.url if visit is not None else ""
        if where == "here" and visit is not None and url.partition("#")[0] == here.partition("#")[0] and "#" in url:
            self.keep_place()
            onward = Visit(visit.request.replace(url=url), visit.title)
            onward.page, onward.url = visit.page, url
            self.tabs.active.go(onward)
            self.show_fragment(url)
            self.status_changed()
            return
        if visit is not None and visit.page is not None:
            from lightterm.loading import onward as request_onward

            self.open(request_onward(visit.page, url), where)
        else:
            self.open(Request(url=url, asker="link", initiator=here or None), where)

    def show_fragment(self, url: str) -> bool:
        """Go to the place that an address's fragment names; whether there is one."""
        from urllib.parse import unquote

        name = url.partition("#")[2]
        anchors = dict(self.view.document.anchors)
        block = anchors.get(name, anchors.get(unquote(name)))
        if block is None:
            return False
        self.view.scroll_to_line(self.view.flow.line_of_block(block))
        return True

    def show_visit(self) -> None:
        """Show the page of the tab that is in front, loading it where it is not in memory."""
        tab = self.tabs.active
        visit = tab.visit
        if visit is None:
            from lightterm.document.model import Document

            self.view.show(Document(url="about:blank"))
        elif visit.page is not None:
            self.view.show(visit.page.document, visit.place)
            self.view.target = visit.target
        elif self.loads.of(tab) is None:
            self.loads.begin(tab, visit, again=True)
        self.tabs_changed()

    def reload(self, tab: Tab, fresh: bool = False) -> None:
        """Load a tab's page again, keeping the place."""
        visit = tab.visit
        if visit is None:
            return
        if tab is self.tabs.active:
            self.keep_place()
        again = Visit(visit.request.replace(freshness="fresh" if fresh else "any"), visit.title, visit.place)
        self.loads.begin(tab, again, again=True)

    def stop(self, tab: Tab) -> bool:
        """Stop a tab's load; whether there was one."""
        return self.loads.stop(tab)

    def keep_place(self) -> None:
        """Note where one is reading in the page that is shown."""
        visit = self.tabs.active.visit if len(self.tabs) else None
        if visit is not None and visit.page is not None and visit.page.document is self.view.document:
            visit.place = self.view.place
            visit.target = self.view.target

    def remember_place(self) -> None:
        """Note where one is before a jump, to be able to jump back."""
        visit = self.tabs.active.visit if len(self.tabs) else None
        if visit is not None:
            self.marks[visit.url, "'"] = self.view.place

    def cursor_place(self) -> tuple[int, int]:
        """(line, cell) of the cursor: the target it is on, else the top of the screen."""
        view = self.view
        line = view.flow.line_of_target(view.target) if view.target else None
        if line is None:
            return view.first, view.left
        return line, next((s.start for s in view.flow.spans(line) if s.target == view.target), 0)

    def describe(self, target: Target) -> str:
        """A target in a line: where a link leads, what a field is."""
        from lightterm.fetch.url_display import display_url

        if target.url:
            return display_url(target.url)
        field = target.field
        if field is None:
            return target.text or target.kind
        kind = f"({field.kind}, required)" if field.required else f"({field.kind})"
        return " ".join(word for word in (field.label or field.name or field.placeholder, kind) if word)

    # --- tabs

    def select_tab(self, index: int) -> None:
        """Show another tab."""
        self.keep_place()
        self.tabs.select(index)
        self.show_visit()

    def close_tab(self, tab: Tab) -> None:
        """Close a tab; in the place of the last one the home page is opened."""
        shown = tab is self.tabs.active
        if shown:
            self.keep_place()
        self.loads.stop(tab)
        if self.tabs.close(tab) is None:
            self.open(self.home, "tab")
        elif shown:
            self.show_visit()
        self.tabs_changed()

    def clone_tab(self, background: bool = False, move: int = 0) -> None:
        """A second tab with this one's pages, shown from `move` pages further."""
        self.keep_place()
        here = self.tabs.active
        tab = self.tabs.open(background=background)
        for visit in here.visits:
            copy = Visit(visit.request, visit.title, visit.place)
            copy.page, copy.url = visit.page, visit.url
            tab.visits.append(copy)
        tab.index = here.index
        tab.move(move)
        self.show_visit()

    # --- what changed

    def tabs_changed(self) -> None:
        """Tabs were opened, closed, moved or renamed."""
        self.tab_bar.refresh_tabs(self.tabs)
        self.status_changed()

    def status_changed(self) -> None:
        """What the status line tells may be another thing now."""
        self.status.refresh()

    def on_page_view_moved(self) -> None:
        self.status_changed()

    def on_page_view_chosen(self) -> None:
        self.status_changed()

    def on_page_view_clicked(self, message: PageView.Clicked) -> None:
        from lightterm.tui.verbs_links import follow_target, target_numbered

        where = "background" if message.button == 2 or message.ctrl else "here"
        try:
            follow_target(self, target_numbered(self, message.target), where)
        except LighttermError as error:
            self.fail(error)
