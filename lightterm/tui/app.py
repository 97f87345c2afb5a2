"""The Textual app: tabs, the page, a status line and a command line over one session."""

from __future__ import annotations

import asyncio
import sys
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual import events

from lightterm.commands.about import OwnPages
from lightterm.commands.run import run_line
from lightterm.commands.settings_verbs import AT_LOADS
from lightterm.commands.vocabulary import vocabulary
from lightterm.errors import ConfigError, LighttermError
from lightterm.graphics.probe import Terminal, told_later
from lightterm.keys.keymap import load_keymap
from lightterm.session.fillings import fillings
from lightterm.tui import clicks, look, pane_saving, pasting, problems, verbs
from lightterm.tui.agents import Agents
from lightterm.tui.choices import Choices
from lightterm.tui.clipboard import Clipboard
from lightterm.tui.command_line import CommandLine
from lightterm.tui.downloading import Downloading
from lightterm.tui.driver import TerminalDriver, typed_ahead
from lightterm.tui.feed_clock import FeedClock
from lightterm.tui.fields import Fields
from lightterm.tui.hints import Hints
from lightterm.tui.keeping import UNSHOWN, Keeping
from lightterm.tui.keyboard import NOT_REPEATED, Keyboard
from lightterm.tui.loads import Loads
from lightterm.tui.menu import Menu
from lightterm.tui.offer import Offer
from lightterm.tui.pages import Pages
from lightterm.tui.question import Question
from lightterm.tui.reading import Reading
from lightterm.tui.signals import Ending
from lightterm.tui.terminal_title import TerminalTitle
from lightterm.tui.themes import chosen_theme
from lightterm.tui.which_key import WhichKey

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Sequence

    from textual.driver import Driver
    from textual.screen import Screen

    from lightterm.commands.complete import Source
    from lightterm.commands.registry import Invocation
    from lightterm.document.fill import Filling
    from lightterm.document.model import Document
    from lightterm.session.load import Load
    from lightterm.session.session import Session
    from lightterm.session.store.model import SavedSession
    from lightterm.session.tab import Tab, Visit
    from lightterm.tui.early import Early
    from lightterm.tui.entry import Entry
    from lightterm.tui.forms import Forms
    from lightterm.tui.pointing import Clicked

TURN = 0.0005
"""Seconds after which a thread that computes lets others in. With Python's 5 ms a key that met the threads of 16 agents
waited .3 to .8 s for the interpreter, now .02 to .04; it costs 1 % of what two threads compute, 7 % of 16."""

SIGNALLED, HANG_UP, TERMINATE = 128, 1, 15
"""Exit codes from 128 on: a signal ended it. The tabs are offered again, or come back after SIGHUP and SIGTERM."""


class Browser(Pages, inherit_bindings=False):
    """The browser in a terminal. It implements `lightterm.commands.front.Front`."""

    BINDINGS: ClassVar = []
    _early: Early | None = None

    def __init__(
        self,
        session: Session,
        addresses: Sequence[str] = (),
        config_file: str = "",
        first: Load | None = None,
        terminal: Terminal | None = None,
        driver: type[Driver] | None = None,
    ) -> None:
        super().__init__(session, driver)
        self.loads = Loads(self)
        self.terminal = terminal or Terminal()
        self._first = first
        self._held: list[events.Key] | None = []
        """Keys that came before the page had its size; None from then on."""
        self._signals: tuple[signal.Signals, ...] = ()
        self.ending: Ending | None = None
        self.session.own_pages = OwnPages(self, self.background.settle).answer
        self.session.tells_unread = True
        self.registry = vocabulary(session.settings)
        self.config_file = config_file
        self.command_line, self.choices, self.question = CommandLine(), Choices(), Question()
        self.menu, self.which_key = Menu(), WhichKey()
        self.keyboard, self.hints, self.clip = Keyboard(self), Hints(self), Clipboard(self)
        self.fields: Fields = Fields(self)
        self.last: tuple[str, int | None] = ("", None)
        self.searched, self.search_backward = "", False
        self.restart = 0
        """The run whose tabs are to be open when lightterm has started anew; 0: it just ends."""
        self.offer, self.agents, self.problems = Offer(), Agents(self), problems.Problems(self)
        self.keeping, self.feed_clock, self.title_of_window = Keeping(self), FeedClock(self), TerminalTitle(self)
        self.downloading = Downloading(self)
        self.downloads = self.downloading.list
        self._addresses = tuple(addresses)
        self.keymap = load_keymap(session.settings, self.registry)

    def get_default_screen(self) -> Screen[None]:
        return Reading(self)

    def ends_with(self, signals: Sequence[signal.Signals], early: Early) -> None:
        """Have these signals end the app as `quit` does: everything kept, the terminal as it was found."""
        self._signals, self._early = tuple(signals), early

    def on_load(self) -> None:
        """Before the terminal is changed."""
        sys.setswitchinterval(TURN)
        self.crashes.watch()
        asyncio.get_running_loop().set_exception_handler(self._in_loop)
        if self._signals:
            self.ending = Ending(self, self._signals)
            if self._early is not None and self._early.code:
                self.ending.begin(self._early.code)

    def begin(self) -> None:
        """Open what was asked for; the widgets are there now."""
        self.enter(self.mode)
        self._look_as_set()
        self.view.focus()
        for at, address in enumerate(self._addresses or (self.home,)):
            if at == 0 and self._first is not None:
                self.loads.adopt(self.tabs.open(), self._first)
            else:
                self.open(address, "here" if at == 0 else "background")
        for problem in (*self.registry.problems, *self.keymap.problems):
            self.say(problem, "warning")
        if not self.terminal.answered and isinstance(self._driver, TerminalDriver):
            self._driver.tell_answers(self._answered)
        # The page must have its size first: keys look at what is in sight.
        self.call_after_refresh(self._release_keys)
        if self.keeping.reopened:
            self.call_after_refresh(self.keeping.begin)
        self.set_timer(UNSHOWN, self.keeping.begin)

    def _answered(self, answers: bytes) -> bool:
        """A terminal that is slow, or far away, says what it is: it is shown pictures and colours as others are."""
        told = told_later(self.terminal, answers)
        if told is not None:
            self.in_loop(self._show_on, told)
        return told is not None

    def _show_on(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._look_as_set()

    async def _release_keys(self) -> None:
        """Take the keys typed while the app started, before those that were read since: these are queued already."""
        held, self._held = (*typed_ahead(self.terminal.typed), *(self._held or ())), None
        for event in held:
            await self.on_event(event)

    def finish(self) -> None:
        """The app is over: stop what is under way and keep what is to be kept."""
        self.loads.stop_all()
        self.downloads.stop_all()
        self.agents.finish()
        self.crashes.unwatch()
        code = self.return_code or 0
        self.keeping.end(well=self.crashes.fatal is None and code < SIGNALLED)

    # --- keys

    @property
    def mode(self) -> str:
        """What keys do."""
        return self.keyboard.mode

    @property
    def typed(self) -> str:
        """The keys that are half a command."""
        return self.keyboard.typed

    def enter(self, mode: str) -> None:
        """Change what keys do."""
        self.keyboard.enter(mode)
        if mode in ("normal", "caret", "visual"):
            self.view.caret.obey(self.keymap, moving=mode != "normal")

    def press(self, event: events.Key) -> bool:
        """Take a key of the mode; whether it is bound, or may become so."""
        return self.keyboard.press(event)

    async def on_event(self, event: events.Event) -> None:
        # Keys are taken here, one after the other: handed to the widget with the focus they would wait in its queue,
        # and what is typed fast after `:` would reach the page.
        if isinstance(event, events.Key) and not event.is_forwarded:
            if self._exit:
                return  # typed behind what ended it
            if self._held is not None:
                self._held.append(event)
                return
            if self.keyboard.take(event):
                return
        elif clicks.withheld(self, event) or pasting.taken(self, event):
            return
        await super().on_event(event)

    def take_key(self, event: events.Key) -> bool:
        """Take a key: a command of the mode, or text for the line that is being typed; whether it was taken."""
        if len(self.screen_stack) > 1:
            return False
        if self.offer.take(event):
            return True
        entry = self.entry
        if not self.press(event) and entry is not None:
            entry.take(event)
        return True

    @property
    def asked(self) -> Menu | Question:
        """What is waiting for an answer: the menu while it is open, else the question."""
        return self.menu if self.menu.display else self.question

    @property
    def entry(self) -> Entry | None:
        """What is being typed on, None while a page is read."""
        if self.mode == "prompt":
            return self.asked
        return self.command_line if self.mode == "command" else self.fields.entry

    @cached_property
    def forms(self) -> Forms:
        """What can be done with forms; loaded when first needed, with what text is edited on."""
        from lightterm.tui.forms import Forms

        return Forms(self)

    def remember_input(self, kind: str, text: str, host: str = "") -> None:
        """Keep a line that was typed, to be had again, and the host of the page it was typed into."""
        session = self.session
        self.background.do(lambda: session.store.inputs.add(kind, text, host))

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        self.command_line.choose(message.index)

    # --- the front end's faces (lightterm.commands.front.Front)

    def run_line(self, line: str, count: int | None = None) -> bool:
        """Run a command line; whether all went well."""
        if not line.lstrip(": ").startswith(NOT_REPEATED):
            self.last = (line, count)
        return run_line(self, line, count)

    def act(self, call: Invocation) -> None:
        verbs.act(self, call)

    def copy(self, text: str | Callable[[], str], told: Callable[[str], None] | None = None) -> None:
        """Put a text on the clipboard, or what makes one; `told` gets it then."""
        self.clip.take(text, told)

    def paste(self, done: Callable[[str], None]) -> None:
        """`done` gets what is on the clipboard, "" when it cannot be read."""
        self.clip.paste(done)

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        """Ask for one of `choices`, or for text when there are none; `done` gets the answer, unless it is refused."""
        if choices:
            self.question.ask(question, choices, default, done)
        else:
            self.command_line.ask(question, default, done)

    def ask_text(self, question: str, default: str, done: Callable[[str], None], offers: Source) -> None:
        """Ask for a text that Tab completes."""
        from lightterm.tui.answers import ask

        ask(self.command_line, question, default, done, offers)

    def read_key(self, question: str, done: Callable[[str], None]) -> None:
        """Take the next key press; `done` gets its character, and may raise LighttermError, which is told."""
        self.keyboard.ask(question, done)

    def state(self) -> SavedSession:
        """All tabs as they are, to be saved."""
        return pane_saving.state(self)

    def forgotten(self) -> None:
        """Things were forgotten: links visited, and the tabs as saved, are others now."""
        self.in_loop(self.keeping.renew)

    def restore(self, saved: SavedSession, clear: bool = False) -> None:
        """Open saved tabs, behind those that are open or in their place."""
        pane_saving.restore(self, saved, clear)

    def edit(self, text: str, suffix: str, done: Callable[[str], None]) -> None:
        """Let the person edit `text` in their editor; `done` gets what they saved."""
        from lightterm.tui.programs import edit

        edit(self, text, suffix, done)

    def spawn(self, words: Sequence[str], stdin: bytes = b"", terminal: bool = False, told: bool = False) -> None:
        """Run a program without a shell: in the background, or with the `terminal` until it ends."""
        from lightterm.tui.programs import spawn

        spawn(self, words, stdin, terminal, told)

    def look_on(self) -> None:
        from lightterm.tui.living import watch

        watch(self)

    def fillings(self, visit: Visit | None, document: Document) -> dict[int, Filling]:
        """How the fields of a page look that were filled in."""
        if visit is None or visit in self.tabs.active.visits:
            self.fields.make_way(visit)
        return fillings(document, visit.given if visit is not None else {})

    def load_again(self, tab: Tab, visit: Visit) -> None:
        """Load a page of a tab once more; what sent a form asks first."""
        if visit.request.method != "POST":
            super().load_again(tab, visit)
            return
        from lightterm.tui.resending import load_again

        load_again(self, tab, visit, lambda: super(Browser, self).load_again(tab, visit))

    def show_file(self, path: str, content_type: str = "") -> None:
        """Open a file of this machine in its program; what goes wrong is told."""
        self.downloading.show_file(path, content_type)

    def failed(self, tab: Tab, visit: Visit, error: LighttermError) -> None:
        """Ask what to do about a load that went wrong, where something can be done."""
        self.problems.met(tab, visit, error)

    def configured(self, key: str = "") -> None:
        """The setting of that key changed, or with "" settings, keys or aliases: show it."""
        chosen = self.session.settings
        if not key or key.startswith(("keys.", "commands.")):  # reading the keys anew is 12 ms
            self.registry = vocabulary(chosen)
            self.keymap = load_keymap(chosen, self.registry)
            self.enter(self.mode)
        self._look_as_set(key)

    def _look_as_set(self, key: str = "") -> None:
        chosen = self.session.settings
        if key in ("", "tui.theme"):  # reading one and noting it for the next start is 4 ms
            put_on = look.put_on if key else Browser.dress  # one that was just chosen and cannot be read is not kept
            put_on(self, chosen_theme(chosen.tui.theme, self.terminal.dark))
        for pane in self.panes:
            look.set_up(self, pane.view)
            if key.partition(".")[0] not in AT_LOADS:
                pane.view.relayout()
        self.keeping.configured()
        self.feed_clock.configured()
        self.title_of_window.show()

    def dress(self, theme: str) -> None:
        """Have everything look as a theme says; a theme that cannot be read is told of, and nothing changes."""
        try:
            look.put_on(self, theme)
        except ConfigError as error:
            self.fail(error)

    def prompt(self, text: str) -> None:
        """Open the command line with the beginning of a command."""
        self.command_line.begin(text)

    def quit(self, code: int = 0) -> None:
        """End, everything kept."""
        self.fields.end()
        if code in (SIGNALLED + HANG_UP, SIGNALLED + TERMINATE):
            self.keeping.hang_up()
        self.exit(code, return_code=code)

    def on_resize(self) -> None:
        for pane in self.panes if not self.is_headless else ():
            pane.view.pictures.measure(self)

    def on_page_view_moved(self) -> None:
        for pane in self.panes:
            pane.view.pictures.look()
        self.panes.moved()
        self.status_changed()
        self.fields.follow()
        self.keeping.moved(self.view.document)
        if self.mode == "hint":
            self.hints.again()

    def on_page_view_clicked(self, message: Clicked) -> None:
        if message.view is self.view:
            clicks.clicked(self, message)

    def on_page_view_selected(self) -> None:
        clicks.selected(self)
