"""A front end for tests: it does what a person would see at once, on a real session, and keeps what it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lightterm.commands.about import OwnPages
from lightterm.commands.run import run_line
from lightterm.commands.vocabulary import vocabulary
from lightterm.document.place import Place
from lightterm.fetch.model import Request
from lightterm.keys.keymap import load_keymap
from lightterm.session.downloads import Downloads
from lightterm.session.session import Session
from lightterm.session.store.model import SavedSession, SavedTab, SavedVisit
from lightterm.session.tab import Tabs, Visit
from lightterm.settings import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from lightterm.commands.complete import Source
    from lightterm.commands.registry import Invocation
    from lightterm.errors import LighttermError


class Reading:
    """Where the reader is."""

    columns = 80

    def __init__(self) -> None:
        self.target: int | None = None
        self.selection = ""
        self.slow_selection: Callable[[], str] | None = None
        self.word = ""
        self.place = Place()

    def go_to(self, place: Place) -> None:
        self.place = place

    @property
    def spot(self) -> Place:
        return self.place

    def go_to_spot(self, place: Place, column: bool = True) -> None:
        self.place = place


class LineFront:
    """Pages are loaded at once; questions are answered from `answers`, programs and copies kept."""

    manual = "browsing"
    keyed = True

    def __init__(self, home: Path) -> None:
        self.config_file = str(home / "config" / "lightterm" / "config.yaml")
        self.session = Session(load())
        self.session.own_pages = OwnPages(self).answer
        self.tabs = Tabs()
        self.view = Reading()
        self.marks: dict[tuple[str, str], Place] = {}
        self.configured()
        self.said: list[str] = []
        self.downloads = Downloads(self.session, lambda _: None, lambda transfer: transfer.thread.join())
        self.shown_files: list[str] = []
        self.failed: list[LighttermError] = []
        self.asked: list[str] = []
        self.offered: list[str] = []
        self.answers: list[str] = []
        self.keys: list[str] = []
        self.clipboard = ""
        self.programs: list[tuple[tuple[str, ...], bytes, bool]] = []
        self.edited: list[tuple[str, str]] = []
        self.edits: list[str] = []
        self.acted: list[Invocation] = []
        self.ended: int | None = None

    def run(self, line: str, count: int | None = None) -> bool:
        return run_line(self, line, count)

    @property
    def visit(self) -> Visit:
        visit = self.tabs.active.visit
        assert visit is not None
        return visit

    @property
    def text(self) -> str:
        """The text of the page that is shown."""
        from lightterm.commands.files import page_text

        assert self.visit.page is not None
        return page_text(self.visit.page.document, 100)

    def act(self, call: Invocation) -> None:
        self.acted.append(call)

    def open(self, address: str | Request, where: str = "here", place: Place | None = None) -> None:
        request = address if isinstance(address, Request) else Request(url=address)
        here = where == "here" and len(self.tabs) > 0
        tab = self.tabs.active if here else self.tabs.open(background=where == "background")
        visit = Visit(request, place=place)
        visit.show(self.session.open(request, 80))
        tab.go(visit)
        self.view.place = place or Place()

    def say(self, text: str, level: str = "info") -> None:
        self.said.append(text)

    def fail(self, error: LighttermError) -> None:
        self.failed.append(error)

    def behind(self, work: Callable[[], str], done: Callable[[str], None] | None = None) -> None:
        (done or self.say)(work())

    def behind_writes(self, work: Callable[[], str]) -> None:
        self.behind(work)

    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        self.asked.append(question)
        done(self.answers.pop(0) if self.answers else default)

    def ask_text(self, question: str, default: str, done: Callable[[str], None], offers: Source) -> None:
        self.offered = [offer.text for offer in offers(default)]
        self.ask(question, (), default, done)

    def read_key(self, question: str, done: Callable[[str], None]) -> None:
        done(self.keys.pop(0))

    def edit(self, text: str, suffix: str, done: Callable[[str], None]) -> None:
        self.edited.append((text, suffix))
        if self.edits:
            done(self.edits.pop(0))

    def copy(self, text: str | Callable[[], str], told: Callable[[str], None] | None = None) -> None:
        self.clipboard = text if isinstance(text, str) else text()
        if told is not None:
            told(self.clipboard)

    def paste(self, done: Callable[[str], None]) -> None:
        done(self.clipboard)

    def spawn(self, words: Sequence[str], stdin: bytes = b"", terminal: bool = False, told: bool = False) -> None:
        self.programs.append((tuple(words), stdin, terminal))

    def show_file(self, path: str, content_type: str = "") -> None:
        self.shown_files.append(path)

    def renew(self, address: str) -> None:
        if self.visit.url == address:
            self.open(address)

    def forgotten(self) -> None:
        self.forgot = True

    def state(self) -> SavedSession:
        tabs = (SavedTab(str(t.key), tuple(SavedVisit(v.url, v.title) for v in t.visits), t.index) for t in self.tabs)
        return SavedSession(tuple(tabs), self.tabs.index)

    def restore(self, saved: SavedSession, clear: bool = False) -> None:
        if clear:
            self.tabs = Tabs()
        for tab in saved.tabs:
            self.open(tab.visits[tab.current].url, "tab")

    def configured(self, key: str = "") -> None:
        self.registry = vocabulary(self.session.settings)
        self.keymap = load_keymap(self.session.settings, self.registry)

    def quit(self, code: int = 0) -> None:
        self.ended = code
