"""Line mode's front end: commands in, lines out, one thing after the other."""

from __future__ import annotations

import os
import subprocess
import threading
from typing import TYPE_CHECKING

from lightterm.commands.about import OwnPages
from lightterm.commands.run import run_line
from lightterm.errors import Cancelled, LighttermError, ValidationFailed
from lightterm.fetch.model import Request
from lightterm.keys.keymap import load_keymap
from lightterm.line.loading import load
from lightterm.line.reading import Reading
from lightterm.line.verbs import act, vocabulary
from lightterm.session.store.model import SavedSession
from lightterm.session.tab import Tabs, Visit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.commands.registry import Invocation
    from lightterm.document.find import Match
    from lightterm.document.flow import Place
    from lightterm.line.console import Console
    from lightterm.session.session import Session
    from lightterm.session.tab import Tab

MESSAGES = 200
"""Messages that are kept for `messages`."""


class LineMode:
    """Line mode over a session; implements `lightterm.commands.front.Front`."""

    def __init__(self, session: Session, console: Console, config_file: str = "") -> None:
        self.session = session
        self.console = console
        self.config_file = config_file
        self.tabs = Tabs()
        self.marks: dict[tuple[str, str], Place] = {}
        self.view = Reading(console.size[0])
        self.said: list[str] = []
        self.searched = ""
        self.search_backward = self.search_plain = False
        self.match: Match | None = None
        """The match that was shown last."""
        self.clipboard = ""
        self.code: int | None = None
        """The exit code once it is to end."""
        self.failed = 0
        """The exit code of what went wrong first."""
        session.own_pages = OwnPages(self).answer
        self.configured()

    # --- commands

    def run(self, line: str) -> bool:
        """Run a line that was typed; whether all went well."""
        return run_line(self, line.lstrip(": "))

    def act(self, call: Invocation) -> None:
        act(self, call)

    def configured(self) -> None:
        chosen = self.session.settings
        self.registry = vocabulary(chosen)
        self.keymap = load_keymap(chosen, self.registry)
        self.view.relayout(self.columns, chosen.output.numbers)

    @property
    def columns(self) -> int:
        """Cells in a line: the setting's, else the terminal's, no more than tui.width."""
        chosen = self.session.settings
        wide = chosen.output.width or self.console.size[0]
        return min(wide, chosen.tui.width) if chosen.tui.width else wide

    def change(self, key: str, value: object) -> None:
        """Change a setting until the end, and show the page in its new look."""
        self.session.configure(self.session.settings.with_session([(key, value)]))
        self.configured()
        if self.visit is not None:
            self.view.at = self.view.shown
            self.more()

    @property
    def prompt(self) -> str:
        """What stands before a command that is typed: how much of the page was read."""
        if self.visit is None:
            return "> "
        return "end > " if self.view.is_over else f"{self.view.percent}% > "

    @property
    def portion(self) -> int:
        """Lines shown at once, 0 for all."""
        rows = self.console.size[1]
        # Two lines of what was read before stay in sight, one of them the prompt.
        return self.session.settings.line.lines or max(1, rows - 2) * bool(rows)

    def quit(self, code: int = 0) -> None:
        self.code = code

    def is_secret(self, line: str) -> bool:
        """Whether a command line fills in a password, and is not to be kept."""
        from lightterm.commands.parse import parse

        try:
            calls = parse(line.lstrip(": "), self.registry)
        except LighttermError:
            return False
        targets = self.view.document.targets
        numbers = [call.number("target") or 0 for call in calls if call.name == "field set"]
        fields = [targets[n].field for n in numbers if 1 <= n <= len(targets)]
        return any(field is not None and field.kind == "password" for field in fields)

    # --- telling and asking

    def say(self, text: str, level: str = "info") -> None:
        self._note(text)
        self.console.tell(text, level != "info")

    def fail(self, error: LighttermError) -> None:
        self.failed = self.failed or error.exit_code
        told = [f"error: {error.message}", *(f"  {action.description}" for action in error.actions)]
        self._note(error.message)
        self.console.tell("\n".join(told), True)

    def _note(self, text: str) -> None:
        self.said.append(text)
        del self.said[:-MESSAGES]

    def tell_notes(self) -> None:
        """Tell what the session noted of its own files."""
        notes, self.session.notes[:] = list(self.session.notes), []
        for note in notes:
            self.say(note, "warning")

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        if not choices:
            answer = self.console.read(f"{question} ", default)
        elif (at := self.choose(question, choices, default)) is not None:
            answer = choices[at]
        else:
            answer = None
        if answer is not None:
            self._do(done, answer)

    def choose(self, question: str, choices: Sequence[str], default: str = "") -> int | None:
        """Ask for one of some things by its number, its text or the beginning of it; its index, None for none."""
        told = [question]
        told += [f"{i} {choice}{' (default)' * (choice == default)}" for i, choice in enumerate(choices, 1)]
        self.console.tell("\n".join(told))
        while True:
            answer = self.console.read("number: ")
            if answer is None:
                return None
            answer = answer.strip() or default
            if not answer:
                return None
            found = _chosen(answer, choices)
            if found is not None:
                return found
            self.console.tell(f"{answer} is none of them; give a number from 1 to {len(choices)}", True)
            if not self.console.asks:
                return None

    def read_key(self, question: str, done: Callable[[str], None]) -> None:
        answer = self.console.read(f"{question} ")
        if answer:
            self._do(done, answer[0])

    def _do(self, done: Callable[[str], None], answer: str) -> None:
        try:
            done(answer)
        except LighttermError as error:
            self.fail(error)

    # --- other programs

    def edit(self, text: str, suffix: str, done: Callable[[str], None]) -> None:
        from lightterm.commands.editor import edited, editor, how_it_ended, run_program

        if not self.console.asks:
            raise ValidationFailed("there is no terminal for an editor", actions=())
        saved, code = edited(text, suffix, run_program)
        if saved is None:
            self.say(how_it_ended(editor(), code), "warning")
        else:
            self._do(done, saved)

    def copy(self, text: str) -> None:
        from lightterm.commands.clipboard import found_program, give

        self.clipboard = text
        program = found_program()
        if program is not None:
            try:
                give(program.copy, text)
            except (OSError, subprocess.SubprocessError) as problem:
                raise ValidationFailed(f"{program.copy[0]} did not take the text: {problem}", actions=()) from None

    def paste(self, done: Callable[[str], None]) -> None:
        from lightterm.commands.clipboard import found_program, given

        program = found_program()
        text = given(program.paste) if program is not None else None
        self._do(done, self.clipboard if text is None else text)

    def spawn(self, words: Sequence[str], stdin: bytes = b"", terminal: bool = False) -> None:
        from lightterm.commands.editor import how_it_ended, run_program

        if terminal:
            code = run_program(words, stdin)
            if code:
                self.say(how_it_ended(words, code), "warning")
            return
        try:
            child = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as problem:
            raise ValidationFailed(f"{words[0]}: {problem.strerror}", actions=()) from None
        threading.Thread(target=child.communicate, args=(stdin,), name=f"wait {words[0]}", daemon=True).start()

    # --- pages

    @property
    def visit(self) -> Visit | None:
        """The page that is shown."""
        return self.tabs.active.visit if len(self.tabs) else None

    def open(self, address: str | Request, where: str = "here", place: Place | None = None) -> None:
        from lightterm.fetch.urls import typed_to_url

        request = address if isinstance(address, Request) else Request(url=typed_to_url(address, os.getcwd()))
        if where == "background":
            tab = self.tabs.open(background=True)
            tab.go(Visit(request, place=place))
            self.say(f"tab {list(self.tabs).index(tab) + 1}: {request.url}")
            return
        self.keep_place()
        visit = Visit(request, place=place)
        if self._loaded(visit):
            tab = self.tabs.active if where == "here" and len(self.tabs) else self.tabs.open()
            tab.go(visit)
            self._begin()

    def _loaded(self, visit: Visit) -> bool:
        """Load the page of a visit; whether there is something to be read. What went wrong is told."""
        loaded = load(self.session, visit.request, self.columns, self.console)
        if loaded.page is None:
            error = loaded.error
            if isinstance(error, Cancelled):
                self.say("stopped")
            elif error is not None:
                self.fail(error)
            return False
        visit.show(loaded.page)
        for problem in loaded.page.errors:
            self.fail(problem)
        return True

    def open_link(self, url: str, where: str = "here") -> None:
        visit = self.visit
        if (
            visit is not None
            and where == "here"
            and "#" in url
            and url.partition("#")[0] == visit.url.partition("#")[0]
        ):
            self.keep_place()
            self.tabs.active.go(visit.beside(visit.request.replace(url=url)))
            if not self._to_fragment(url):
                raise ValidationFailed(f"the page has no place {url.partition('#')[2]}", actions=())
            self.more()
        elif visit is not None and visit.page is not None:
            from lightterm.loading import onward

            self.open(onward(visit.page, url), where)
        else:
            self.open(Request(url=url, asker="link", initiator=visit.url if visit is not None else None), where)

    def _to_fragment(self, url: str) -> bool:
        """Go to the place that an address's fragment names; whether there is one."""
        from urllib.parse import unquote

        name = url.partition("#")[2]
        anchors = dict(self.view.document.anchors)
        block = anchors.get(name, anchors.get(unquote(name)))
        if block is not None:
            self.view.go_to_line(self.view.flow.line_of_block(block))
        return block is not None

    def _begin(self) -> None:
        """Read the page of the tab that is in front, from its place."""
        from lightterm.fetch.urls import display_url
        from lightterm.line.forms import filled_blocks
        from lightterm.output.text import header_lines

        visit = self.visit
        assert visit is not None and visit.page is not None
        document = visit.page.document
        self.view.show(document, filled_blocks(visit), visit.place)
        header = []
        if self.session.settings.output.include_metadata:
            header = header_lines(document, self.columns, display_url)
        self.console.lines(header)
        if "#" in visit.url and not visit.place.block and not visit.place.offset:
            self._to_fragment(visit.url)
        self.more(max(1, self.portion - len(header)) if self.portion else 0)

    def more(self, lines: int = 0) -> None:
        """Show the next portion of the page."""
        self.console.lines(self.view.portion(lines or self.portion))

    def show_visit(self) -> None:
        visit = self.visit
        if visit is not None and (visit.page is not None or self._loaded(visit)):
            self._begin()

    def move(self, by: int) -> None:
        self.keep_place()
        tab = self.tabs.active
        before = tab.index
        visit = tab.move(by)
        if visit is not None and visit.page is None and not self._loaded(visit):
            tab.move(before - tab.index)
            return
        self._begin()

    def reload(self, tab: Tab, fresh: bool = False) -> None:
        visit = tab.visit
        if visit is None:
            return
        if tab is self.tabs.active:
            self.keep_place()
        again = visit.again("fresh" if fresh else "any")
        if self._loaded(again):
            tab.replace(again)
            if tab is self.tabs.active:
                self._begin()

    def stop(self, tab: Tab) -> bool:
        return False

    def keep_place(self) -> None:
        visit = self.visit
        if visit is not None and visit.page is not None and visit.page.document is self.view.document:
            visit.place = self.view.place

    def remember_place(self) -> None:
        """Note where one is before a jump, to be able to jump back."""
        if self.visit is not None:
            self.marks[self.visit.url, "'"] = self.view.place

    # --- tabs

    def tabs_changed(self) -> None:
        self.say(f"tab {self.tabs.index + 1} of {len(self.tabs)}: {self.tabs.active.title}")

    def select_tab(self, index: int) -> None:
        self.keep_place()
        self.tabs.select(index)
        self.tabs_changed()
        self.show_visit()

    def close_tab(self, tab: Tab) -> None:
        shown = tab is self.tabs.active
        if self.tabs.close(tab) is None:
            self.open(self.session.settings.open.home, "tab")
        elif shown:
            self.tabs_changed()
            self.show_visit()

    def clone_tab(self, background: bool = False, move: int = 0) -> None:
        self.keep_place()
        here = self.tabs.active
        tab = self.tabs.open(background=background)
        tab.visits += [visit.copy() for visit in here.visits]
        tab.index = here.index
        tab.move(move)
        if not background:
            self.show_visit()

    def state(self) -> SavedSession:
        from lightterm.commands.saving import state

        return state(self)

    def restore(self, saved: SavedSession, clear: bool = False) -> None:
        from lightterm.commands.saving import restore

        restore(self, saved, clear)


def _chosen(answer: str, choices: Sequence[str]) -> int | None:
    """The choice that an answer means: its number, its text, or the only one that begins so."""
    if answer.isdecimal() and 1 <= int(answer) <= len(choices):
        return int(answer) - 1
    folded = answer.casefold()
    exact = [i for i, choice in enumerate(choices) if choice.casefold() == folded]
    found = exact or [i for i, choice in enumerate(choices) if choice.casefold().startswith(folded)]
    return found[0] if len(found) == 1 or exact else None
