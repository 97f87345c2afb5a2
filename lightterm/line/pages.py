"""The pages and tabs of line mode: loaded while one waits, shown, kept and gone back to."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, cast

from lightterm.commands.advice import advice
from lightterm.commands.report import absence, emptiness
from lightterm.commands.unshown import answer, is_answer_file, is_attached, main_problem
from lightterm.errors import Cancelled, LighttermError, Unconfirmed, UnsupportedType, ValidationFailed
from lightterm.fetch.model import Request
from lightterm.line.loading import load
from lightterm.line.reading import Reading
from lightterm.line.remedies import FETCHED, is_advised_after, is_asked_about, remedied
from lightterm.session.form_words import answer_gone
from lightterm.session.tab import Tabs, Visit
from lightterm.session.visited import is_kept, keep

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lightterm.commands.front import Front
    from lightterm.document.place import Place
    from lightterm.line.console import Console
    from lightterm.loading import Page
    from lightterm.session.load import Load
    from lightterm.session.session import Session
    from lightterm.session.tab import Tab
    from lightterm.settings import Settings

MESSAGES = 200
"""Messages that are kept for `messages`."""


class Pages(ABC):
    """What line mode does with pages and tabs; `LineMode` adds commands and questions."""

    manual = "line-mode"
    keyed = False

    def __init__(self, session: Session, console: Console) -> None:
        self.session = session
        self.console = console
        self.tabs = Tabs()
        self.marks: dict[tuple[str, str], Place] = {}
        self.view = Reading(console.size[0])
        self.view.aloud = console.shows
        self.said: list[str] = []
        self.main_part_told = 0
        """How often it was told where a main part is; no more once one went there."""
        self.failed = 0
        """The exit code of what went wrong first."""

    @property
    def chosen(self) -> Settings:
        """The settings that hold for the page one reads."""
        return self.session.settings_for(self.visit.url) if self.visit is not None else self.session.settings

    @property
    def shape(self) -> tuple[int, bool, bool]:
        """How the page is laid out: cells in a line, whether numbers are shown, and tables as records."""
        output = self.chosen.output
        return self.columns, output.numbers, output.tables != "grid"

    @property
    def columns(self) -> int:
        """Cells in a line: the setting's, else the terminal's, no more than tui.width."""
        chosen = self.chosen
        wide = chosen.output.width or self.console.size[0]
        return min(wide, chosen.tui.width) if chosen.tui.width else wide

    @property
    def portion(self) -> int:
        """Lines shown at once, 0 for all."""
        rows = self.console.size[1]
        # Two lines of what was read before stay in sight, one of them the prompt.
        return self.session.settings.line.lines or max(1, rows - 2) * bool(rows)

    def say(self, text: str, level: str = "info") -> None:
        self._note(text)
        self.console.tell(text, level != "info")

    def fail(self, error: LighttermError, advises: bool = True) -> None:
        self.failed = self.failed or error.exit_code
        self._note(error.message)
        self.console.tell("\n".join([f"error: {error.message}", *(_ways(error) if advises else ())]), True)

    def _note(self, text: str) -> None:
        self.said.append(text)
        del self.said[:-MESSAGES]

    @property
    def visit(self) -> Visit | None:
        """The page that is shown."""
        return self.tabs.visit

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
            self._offer_answer(visit)

    def _loaded(self, visit: Visit, again: bool = False) -> bool:
        """Load the page of a visit; whether there is something to be read. What went wrong is told.

        A page that is loaded `again` is no visit for the history.
        """
        if visit.unsent:
            self.fail(answer_gone())
            return False
        while True:
            loaded = load(self.session, visit.request, self.columns, self.console)
            page = loaded.page
            problems = _problems(loaded, visit.request)
            stays = bool(problems) and self._stays(visit, problems[0])
            asked = stays or (page is not None and is_answer_file(page, visit.request))
            for problem in problems[asked and self.console.asks :]:
                self._tell(visit.request, problem)
            onward = remedied(self, visit.request, problems[0]) if problems else None
            if onward is None:
                if problems and is_advised_after(self, visit.request, problems[0]):
                    self.console.tell("\n".join(_ways(problems[0])), True)
                break
            visit.request = onward
        if page is None or stays:
            return False
        if (absent := absence(page)) and self.visit is not None and self.visit.page is not None:
            self.say(absent, "warning")
            return False
        visit.show(page)
        if page.hint and not problems:
            self.say(f"probably not all of the page: {page.hint}", "warning")
        elif words := emptiness(page):
            self.say(words)
        self.remember(visit, page, again)
        return True

    def _tell(self, request: Request, problem: LighttermError) -> None:
        if isinstance(problem, Cancelled):
            self.say("stopped")
        else:
            later = is_asked_about(self, request, problem) or is_advised_after(self, request, problem)
            self.fail(problem, advises=not later)

    def remember(self, visit: Visit, page: Page, again: bool = False) -> None:
        """Keep a page that a person reads in the history; loaded `again` it is no visit."""
        if self.console.asks and is_kept(self.session, visit.url, page):
            keep(self.session, visit, page, again)

    def _stays(self, visit: Visit, problem: LighttermError) -> bool:
        """Whether one stays where one is: a person has to say yes first, or is asked what to do with a file."""
        file = isinstance(problem, UnsupportedType) and visit.request.method == "GET"
        return isinstance(problem, Unconfirmed) or (
            file and self.console.asks and visit.request.url.startswith(FETCHED)
        )

    def _offer_answer(self, visit: Visit) -> None:
        """Ask about a file that answered a form, once its page was said: from there it can be had later, too."""
        page = visit.page
        if page is None or visit.request.method == "GET" or not self.console.asks:
            return
        if is_answer_file(page, visit.request):
            self.offer_answer(page)
        elif page.error is None and is_attached(page):
            self.say(f"the server means this to be saved: download saves it as {answer(page).name}")

    @abstractmethod
    def offer_answer(self, page: Page) -> None:
        """Ask what to do with a file that is the answer to a form."""

    @abstractmethod
    def offer_file(self, request: Request, error: LighttermError) -> None:
        """Ask what to do with a file that cannot be shown."""

    def open_link(self, url: str, where: str = "here", framed: bool = True) -> None:
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
            return
        from lightterm.commands.elsewhere import is_ours

        if not is_ours(cast("Front", self), url, visit.url if visit is not None else ""):
            return
        if visit is not None and visit.page is not None:
            from lightterm.commands.frames import in_frame
            from lightterm.document.place import Place
            from lightterm.loading import onward

            found = in_frame(visit.page, url) if where == "here" and framed else None
            if found is not None:
                number = found[1]
                self.open(found[0], place=Place(self.view.flow.block_of_target(number)) if number else self.view.place)
                return
            self.open(onward(visit.page, url), where)
        else:
            self.open(Request(url=url, asker="link", initiator=visit.url if visit is not None else None), where)

    def _to_fragment(self, url: str) -> bool:
        """Go to the place that an address's fragment names; whether there is one."""
        from lightterm.document.place import named_block

        block = named_block(self.view.document, url)
        if block is not None:
            self.view.go_to_line(self.view.flow.line_of_block(block))
        return block is not None

    def _begin(self) -> None:
        """Read the page of the tab that is in front, from its place."""
        from lightterm.fetch.urls import display_url
        from lightterm.output.text import header_lines
        from lightterm.session.fillings import filled_blocks

        visit = self.visit
        assert visit is not None and visit.page is not None
        document = visit.page.document
        self.view.columns, self.view.numbers, self.view.stacked = self.shape
        self.view.show(document, filled_blocks(visit), visit.place)
        header = []
        if self.chosen.output.include_metadata:
            once = self.view.aloud and not self.view.at  # who hears the page hears its heading next
            header = header_lines(document, self.columns, display_url, once)
        self.console.lines(header)
        if "#" in visit.url and not visit.place.block and not visit.place.offset:
            self._to_fragment(visit.url)
        self.more(max(1, self.portion - len(header)) if self.portion else 0)
        if self.console.asks:
            from lightterm.line.beyond import tell_main_part

            tell_main_part(self)

    def more(self, lines: int = 0) -> None:
        """Show the next portion of the page."""
        self.console.lines(self.view.portion(lines or self.portion))

    def show_visit(self) -> None:
        visit = self.visit
        if visit is not None and (visit.page is not None or self._loaded(visit, again=True)):
            self._begin()

    def move(self, by: int) -> None:
        self.keep_place()
        tab = self.tabs.active
        before = tab.index
        visit = tab.move(by)
        if visit is not None and visit.page is None and not self._loaded(visit, again=True):
            tab.move(before - tab.index)
            return
        self._begin()

    def renew(self, address: str) -> None:
        if self.tabs.visit is not None and self.tabs.visit.url == address:
            self.reload(self.tabs.active)

    def reload(self, tab: Tab, fresh: bool = False) -> None:
        visit = tab.visit
        if visit is None:
            return
        if tab is self.tabs.active:
            self.keep_place()
        again = visit.again("fresh" if fresh else "any")
        if self._may_send(again.request) and self._loaded(again, again=True):
            tab.replace(again)
            if tab is self.tabs.active:
                self._begin()
                self._offer_answer(again)

    def _may_send(self, request: Request) -> bool:
        """Whether a request may be repeated; the person is asked before a form is sent once more."""
        if request.method != "POST":
            return True
        from lightterm.session.form_words import again

        answers: list[str] = []
        self.ask(again(request.url), ("send", "no"), "no", answers.append)
        return answers == ["send"]

    @abstractmethod
    def ask(self, question: str, choices: Sequence[str], default: str, done: Callable[[str], None]) -> None:
        """Ask for one of `choices`, or for text when there are none."""

    def stop(self, tab: Tab) -> bool:
        return False

    def coming(self, tab: Tab) -> Visit | None:
        return None

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
        self._show_tab()

    def _show_tab(self) -> None:
        """Read from the tab that is in front now; its page begins with its title where that is shown."""
        place = f"tab {self.tabs.index + 1} of {len(self.tabs)}"
        is_titled = self.tabs.visit is not None and self.chosen.output.include_metadata
        self.say(place if is_titled else f"{place}: {self.tabs.active.title}")
        self.show_visit()

    def close_tab(self, tab: Tab) -> None:
        shown = tab is self.tabs.active
        if self.tabs.close(tab) is None:
            self.open(self.session.settings.open.home, "tab")
            for stand_in in self.tabs:
                stand_in.stands_in = True
        elif shown:
            self._show_tab()

    def clone_tab(self, background: bool = False, move: int = 0) -> None:
        self.keep_place()
        self.tabs.clone(background, move)
        if not background:
            self.show_visit()


def _problems(loaded: Load, request: Request) -> tuple[LighttermError, ...]:
    """What went wrong with a load, the one that is asked about first."""
    if loaded.page is None:
        return (loaded.error,) if loaded.error is not None else ()
    first = main_problem(loaded.page, request)
    if first is None or first is loaded.page.error:
        return loaded.page.errors
    return (first,)


def _ways(error: LighttermError) -> list[str]:
    """What can be done about an error, but for what its message says: "did you mean set?", and then "Use set."."""
    more = map(advice, error.actions)
    return [f"  {way}" for way in more if way.removeprefix("Use ").rstrip(".") not in error.message]
