"""Line mode's front end: commands in, lines out, one thing after the other."""

from __future__ import annotations

import os
import subprocess
import threading
from typing import TYPE_CHECKING

from lightterm.commands.about import OwnPages
from lightterm.commands.detached import start_detached
from lightterm.commands.run import run_line
from lightterm.commands.unshown import (
    CHOICES,
    OF_ANSWER,
    OPEN,
    SAVE,
    SOURCE,
    answer,
    saved_for_viewing,
    unshown,
    viewing_folder,
)
from lightterm.errors import LighttermError, ValidationFailed
from lightterm.extract.build import size_in_words
from lightterm.fetch.url_display import display_url
from lightterm.keys.keymap import load_keymap
from lightterm.line.interrupts import Interrupts
from lightterm.line.keeping import Keeping
from lightterm.line.pages import Pages
from lightterm.line.verbs import act, vocabulary
from lightterm.session.downloads import Downloads
from lightterm.session.store.model import Download, SavedSession

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.commands.complete import Source
    from lightterm.commands.registry import Invocation
    from lightterm.document.matches import Match
    from lightterm.fetch.model import Request
    from lightterm.line.console import Console
    from lightterm.loading import Page
    from lightterm.session.download import Transfer
    from lightterm.session.session import Session

MESSAGES = 200
"""Messages that are kept for `messages`."""
COMMANDED = ":/?"
"""What no answer to a question for a number begins with, but a command that is typed there does."""
LONG = 1.5
"""Seconds after which a person is told that a download goes on."""
TOLD_EVERY = 15.0
"""Seconds between two lines that say how far it is: each is read aloud."""


class Instead(Exception):
    """A command was given where an answer was asked for: the question is left, and `line` done."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


class LineMode(Pages):
    """Line mode over a session; implements `lightterm.commands.front.Front`."""

    def __init__(self, session: Session, console: Console, config_file: str = "") -> None:
        super().__init__(session, console)
        self.config_file = config_file
        self.searched = ""
        self.search_backward = self.search_plain = False
        self.match: Match | None = None
        """The match that was shown last."""
        self.clipboard = ""
        self.restart = 0
        """The run whose tabs are to be open when line mode has started anew; 0: it just ends."""
        self.code: int | None = None
        """The exit code once it is to end."""
        self.keeping = Keeping(self)
        self.interrupts = Interrupts()
        self._ended = threading.Semaphore(0)
        self.downloads = Downloads(session, self._downloaded, self._wait_for)
        session.own_pages = OwnPages(self).answer
        session.tells_unread = True
        self.configured()

    # --- commands

    def run(self, line: str) -> bool:
        """Run a line that was typed; whether all went well."""
        return run_line(self, line.lstrip(": "))

    def act(self, call: Invocation) -> None:
        act(self, call)

    def configured(self, key: str = "") -> None:
        chosen = self.session.settings
        self.registry = vocabulary(chosen)
        self.keymap = load_keymap(chosen, self.registry)
        self.view.relayout(*self.shape)

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
        fields = [targets[n].field for n in numbers if n in targets]
        return any(field is not None and field.kind == "password" for field in fields)

    # --- telling and asking

    def tell_notes(self) -> None:
        """Tell what the session noted of its own files."""
        notes, self.session.notes[:] = list(self.session.notes), []
        for note in notes:
            self.say(note, "warning")

    def behind(self, work: Callable[[], str], done: Callable[[str], None] | None = None) -> None:
        (done or self.say)(work())

    def behind_writes(self, work: Callable[[], str]) -> None:
        self.behind(work)  # here nothing is written later than it is said

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        if not choices:
            answer = self.console.read(f"{question} ", default)
        elif (at := self.choose(question, choices, default)) is not None:
            answer = choices[at]
        else:
            answer = None
        if answer is not None:
            self._do(done, answer)

    def ask_text(self, question: str, default: str, done: Callable[[str], None], offers: Source) -> None:
        answer = self.console.read(f"{question} ", default, offers=offers)
        if answer is not None:
            self._do(done, answer)

    def choose(self, question: str, choices: Sequence[str], default: str = "") -> int | None:
        """Ask for one of some things by its number, its text or the beginning of it; its index, None for none."""
        return next(iter(self._chosen(question, choices, default, several=False)), None)

    def choose_several(self, question: str, choices: Sequence[str]) -> tuple[int, ...]:
        """Ask for some of several things, as in `1,3`; their indices, none for none."""
        return self._chosen(question, choices, "", several=True)

    def _chosen(self, question: str, choices: Sequence[str], default: str, several: bool) -> tuple[int, ...]:
        told = [question]
        told += [f"{i} {choice}{' (default)' * (choice == default)}" for i, choice in enumerate(choices, 1)]
        self.console.tell("\n".join(told))
        while True:
            answer = self.console.read("number: ")
            if answer is None:
                return ()
            answer = answer.strip() or default
            if not answer:
                return ()
            one = _chosen(answer, choices)
            words = answer.replace(",", " ").split() if one is None and several else ()
            found = [one, *(_chosen(word, choices) for word in words)]
            chosen = tuple(at for at in found if at is not None)
            if len(chosen) == max(1, len(words)):
                return chosen
            if answer[0] in COMMANDED:
                raise Instead(answer)
            out = f", or {default}" if default else "; Enter leaves it"
            out += f", :{answer} for the command" * self._is_command(answer)
            self.console.tell(f"{answer} is none of them; give a number from 1 to {len(choices)}{out}", True)
            if not self.console.asks:
                return ()

    def _is_command(self, line: str) -> bool:
        """Whether a line that was typed would be done as a command; a number alone is meant as an answer."""
        from lightterm.commands.parse import parse

        try:
            return not line.isdecimal() and bool(parse(line, self.registry))
        except LighttermError:
            return False

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
        from lightterm.commands.editor import edited, run_program, take

        if not self.console.asks:
            raise ValidationFailed("there is no terminal for an editor", actions=())
        take(self, *edited(text, suffix, run_program), lambda saved: self._do(done, saved))

    def copy(self, text: str | Callable[[], str], told: Callable[[str], None] | None = None) -> None:
        from lightterm.commands.clipboard import found_program, give

        self.clipboard = text if isinstance(text, str) else text()
        program = found_program()
        if program is not None:
            try:
                give(program.copy, self.clipboard)
            except (OSError, subprocess.SubprocessError) as problem:
                raise ValidationFailed(f"{program.copy[0]} did not take the text: {problem}", actions=()) from None
        if told is not None:
            told(self.clipboard)

    def paste(self, done: Callable[[str], None]) -> None:
        from lightterm.commands.clipboard import found_program, given

        program = found_program()
        text = given(program.paste) if program is not None else None
        self._do(done, self.clipboard if text is None else text)

    def spawn(self, words: Sequence[str], stdin: bytes = b"", terminal: bool = False, told: bool = False) -> None:
        from lightterm.commands.editor import how_it_ended, run_program

        if terminal:
            code = run_program(words, stdin)
            if code:
                self.say(how_it_ended(words, code), "warning")
            return
        child = start_detached(words, stdin)
        if told:
            self.say(f"{words[0]} runs")
        threading.Thread(target=child.wait, name=f"wait {words[0]}", daemon=True).start()

    def show_file(self, path: str, content_type: str = "") -> None:
        from lightterm.session.handlers import handler

        chosen = handler(self.session.settings, content_type, path)
        self.spawn(chosen.words, terminal=chosen.terminal)

    def offer_file(self, request: Request, error: LighttermError) -> None:
        file = unshown(request, error)

        def answered(answer: str) -> None:
            if answer == SAVE:
                self.downloads.begin(request)
            elif answer == OPEN:
                transfer = self.downloads.begin(request, viewing_folder(), file.name, kept=False)
                if transfer.download.state == "done":
                    self.show_file(transfer.download.path, transfer.content_type)
            elif answer == SOURCE:
                self.open(f"view-source:{file.url}")

        self.ask(file.question, CHOICES, SAVE, answered)

    def offer_answer(self, page: Page) -> None:
        file = answer(page)

        def answered(chosen: str) -> None:
            if chosen == SAVE:
                self.run("download")
            elif chosen == OPEN:
                self.show_file(saved_for_viewing(page, file.name), page.document.content_type)

        self.ask(file.question, OF_ANSWER, SAVE, answered)

    def _downloaded(self, transfer: Transfer) -> None:
        download = transfer.download
        if download.state == "done":
            self.say(f"saved {download.path} ({size_in_words(download.received)})")
        else:
            why = download.error or "stopped; download resume goes on with it"
            self.say(f"{download.url} was not downloaded: {why}", "error")
        self._ended.release()

    def _wait_for(self, transfer: Transfer) -> None:
        """One thing after the other: a download is waited for, and Ctrl-C stops it."""
        # Not by joining its thread: an interrupted join counts the thread as ended in Python 3.11.
        patience = LONG
        try:
            while not self._ended.acquire(timeout=patience):
                patience = TOLD_EVERY
                if self.console.asks:
                    self.console.tell(f"downloading {_so_far(transfer.download)}, Ctrl-C stops it")
        except KeyboardInterrupt:
            self.console.tell("")  # off the line with ^C
            transfer.cancel()
            self._ended.acquire()

    def state(self) -> SavedSession:
        from lightterm.commands.saving import state

        return state(self)

    def forgotten(self) -> None:
        self.keeping.renew()

    def restore(self, saved: SavedSession, clear: bool = False) -> None:
        from lightterm.commands.saving import restore

        restore(self, saved, clear)


def _so_far(download: Download) -> str:
    """How far a download is, in words."""
    name = os.path.basename(download.path).removesuffix(".part") or display_url(download.url)
    of = f" of {size_in_words(download.size)}" if download.size else ""
    return f"{name}, {size_in_words(download.received)}{of}"


def _chosen(answer: str, choices: Sequence[str]) -> int | None:
    """The choice that an answer means: its number, its text, the only one that begins so, or what y and n stand for."""
    if answer.isdecimal() and 1 <= int(answer) <= len(choices):
        return int(answer) - 1
    folded = answer.casefold()
    exact = [i for i, choice in enumerate(choices) if choice.casefold() == folded]
    found = exact or [i for i, choice in enumerate(choices) if choice.casefold().startswith(folded)]
    if len(found) == 1 or exact:
        return found[0]
    from lightterm.commands.answers import agreeing, refusing

    meant = {"y": agreeing, "yes": agreeing, "n": refusing, "no": refusing}.get(folded)
    stands_for = meant(choices) if meant is not None else ""
    return choices.index(stands_for) if stands_for else None
