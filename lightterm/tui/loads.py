"""The loads under way, one a tab: begun, glimpsed while they come, shown when they are there."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from lightterm.commands.unshown import answer, is_attached, main_problem
from lightterm.document.ready import ready
from lightterm.errors import Cancelled
from lightterm.extract.memory import LARGE, give_back
from lightterm.session.load import Load
from lightterm.session.tab import Visit
from lightterm.session.visited import is_error
from lightterm.tui import warming
from lightterm.tui.caret import come_back
from lightterm.tui.error_page import error_document, shown_document
from lightterm.tui.staying import leave, stays, unshown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual.timer import Timer

    from lightterm.document.chunks import Cuts
    from lightterm.document.fill import Filling
    from lightterm.document.model import Document
    from lightterm.document.place import Place
    from lightterm.errors import LighttermError
    from lightterm.session.tab import Tab
    from lightterm.tui.app import Browser
    from lightterm.tui.page_view import PageView
    from lightterm.tui.reediting import Edited

TICK = 0.15
"""Seconds between two looks at how far the loads are."""

TOLD_AT_MOST = 3
"""How often one is told in a run of a main part far down: who has read it thrice knows the key, or wants none."""

QUESTIONS = ("gemini-input", "gopher-search")
"""Names of the field of a page that is a question of a gemini or gopher server."""


def _to_nobody(_load: Load) -> None:
    """Who is told is said when the load is watched."""


class Going:
    """A load, the tab and visit it is for, and whether its visit is shown already."""

    def __init__(self, load: Load, tab: Tab, visit: Visit, again: bool) -> None:
        self.load = load
        self.tab = tab
        self.visit = visit
        self.again = again
        self.visited = again and (tab.visit is None or not tab.visit.failed)
        """Whether the history knows of this visit already."""
        self.shown = False
        self.end: tuple[float, Callable[[], None]] | None = None
        """When what lies beyond what had come was gone to, and the way on: who did nothing since is led on."""
        self.waits = False
        """Whether what came waits for the end of what is typed."""
        self.cuts: Cuts | None = None


class Loads:
    """What is being loaded, by tab."""

    def __init__(self, app: Browser) -> None:
        self.app = app
        self._going: dict[int, Going] = {}
        self._timer: Timer | None = None
        self._warm = False
        self._telling: asyncio.Task[None] | None = None
        self._leading: asyncio.Task[None] | None = None
        self.main_part_told = 0
        """How often a main part far down was told of; no more from `TOLD_AT_MOST` on."""

    def of(self, tab: Tab) -> Load | None:
        """A tab's load, None when it has none."""
        going = self._going.get(tab.key)
        return going.load if going is not None else None

    def coming(self, tab: Tab) -> Visit | None:
        """What is being loaded into a tab and not on its way yet; None where it is there already."""
        going = self._going.get(tab.key)
        return None if going is None or going.again or going.shown else going.visit

    def shows_part(self, tab: Tab) -> bool:
        """Whether what is shown in a tab is the beginning of a page that is not all there yet."""
        going = self._going.get(tab.key)
        return going is not None and going.shown and going.load.part

    def follow_end(self, tab: Tab, go: Callable[[], None]) -> None:
        """What lies beyond what has come was asked for: `go` leads on as more comes, until the person acts."""
        view = self.app.panes.view_of(tab)
        if view is not None and self.shows_part(tab):
            self._going[tab.key].end = view.counting.acted(), go

    @property
    def busy(self) -> bool:
        """Whether anything is being loaded."""
        return bool(self._going)

    def begin(self, tab: Tab, visit: Visit, again: bool = False) -> None:
        """Load a page into a tab: onto its way, or `again` in the place of what is shown."""
        self.stop(tab)
        if not again:
            visit.kept = not (self.app.keeping.private or visit.request.secret)
            tab.stands_in = False
        view = self.app.panes.view_of(tab) or self.app.view
        load = Load(self.app.session, visit.request, view.columns, _to_nobody)
        load.watched = load.asks = True
        self._watch(Going(load, tab, visit, again))
        load.start()
        self.app.await_page()
        self.app.keeping.changed()

    def adopt(self, tab: Tab, load: Load) -> None:
        """Take over a load that was begun before the app was there."""
        visit = Visit(load.request)
        visit.kept = not self.app.keeping.private
        self._watch(Going(load, tab, visit, False))
        if load.page is None and (document := load.glimpsed) is not None:
            self._glimpsed(self._going[tab.key], document)

    def _watch(self, going: Going) -> None:
        def ended(load: Load) -> None:
            if load.page is not None and load.error is None:
                going.cuts = self._cut(load.page.document, going.visit.place)
            self.app.in_loop(self._ended, going)

        def came(load: Load) -> None:
            document = load.glimpse()
            if document is not None:
                self.app.in_loop(self._glimpsed, going, document, self._cut(document, going.visit.place))

        self._going[going.tab.key] = going
        if self._timer is None:
            self._timer = self.app.set_interval(TICK, self._tick)
        going.load.hand_over(ended, came)

    def _cut(self, document: Document, place: Place) -> Cuts:
        """How a page is cut for the screen, and what is seen at a place of it laid out, perhaps in another thread."""
        view = self.app.view
        numbers, stacked = view.shape(document.url)
        pictured = view.pictures.way != "none" and bool(document.media)  # it is laid out anew as they come
        sight = None if pictured else (place, view.height)
        return ready(document.blocks, view.columns, numbers, stacked, None, view.folds.wrap, sight)

    def _prepare(self, document: Document, cuts: Cuts) -> None:
        """Find the headings of a page, and fit the columns of its tables as they would be, were its numbers shown that
        are not, or the other way round."""
        cuts.structure(document).prepare()
        if not cuts.parts:
            return
        view = self.app.view
        numbers, stacked = view.shape(document.url)
        ready(document.blocks, view.columns, not numbers, stacked, cuts)

    def _prepared(self, document: Document, _: None) -> None:
        if self.main_part_told < TOLD_AT_MOST:
            from lightterm.tui.beyond import tell_main_part

            self._telling = asyncio.create_task(tell_main_part(self.app, document))

    def cut_short(self, tab: Tab) -> bool:
        """Stop a tab's load and show what came of the page; whether there was one."""
        going = self._going.get(tab.key)
        if going is not None:
            going.load.cancel()
        return going is not None

    def stop(self, tab: Tab) -> bool:
        """Stop a tab's load, of which nothing more is wanted; whether there was one."""
        going = self._going.pop(tab.key, None)
        if going is not None:
            going.load.cancel()
        return going is not None

    def stop_all(self) -> None:
        """Stop every load."""
        for going in self._going.values():
            going.load.cancel()
        self._going.clear()

    def _tick(self) -> None:
        if self._timer is not None and all(going.waits for going in self._going.values()):
            self._timer.stop()
            self._timer = None
            return
        for going in list(self._going.values()):
            document = going.load.glimpse() if self.app.panes.view_of(going.tab) is not None else None
            if document is not None:
                self._glimpsed(going, document)
        self.app.status_changed()

    def _take(self, going: Going) -> Edited | None:
        """Put the visit onto its tab's way, once; what was being edited in the page whose place it takes."""
        if going.shown:
            return None
        going.shown = True
        edited = None
        if going.tab is self.app.tabs.active:
            self.app.keep_place()
            edited = self._lifted() if going.again else None
            self.app.keeping.lose(going.tab.visits)
        if going.again:
            new, old = going.visit, going.tab.visit
            if old is not None:  # one may have read on, and typed more, since the load began
                new.left, new.folds = old.as_left(), old.folds
                new.place, new.target, new.cursor = old.place, old.target, old.cursor
            going.tab.replace(new)
        else:
            going.tab.go(going.visit)
        return edited

    def _lifted(self) -> Edited | None:
        if self.app.fields.entry is None:
            return None
        from lightterm.tui.reediting import lift

        return lift(self.app)

    def _is_typed_over(self, going: Going, document: Document | None) -> bool:
        """Whether a field is edited that what came does not have, so that the next letters would be commands there."""
        if going.shown or going.tab is not self.app.tabs.active or self.app.fields.entry is None:
            return False
        if not going.again or document is None:
            return True
        from lightterm.tui.reediting import is_in

        return not is_in(self.app, document)

    def _is_read_below(self, going: Going, document: Document) -> bool:
        """Whether the page stands there still, read further down than it has come anew: one would be led away."""
        old = going.tab.visit if going.again else None
        if old is None or old.page is None:
            return False
        self.app.keep_place()
        return old.place.block >= len(document.blocks)

    def let_in(self) -> None:
        """No field is edited any more: what came meanwhile is shown."""
        for going in list(self._going.values()):
            if going.waits:
                self.app.in_loop(self._ended, going)

    def _glimpsed(self, going: Going, document: Document, cuts: Cuts | None = None) -> None:
        if self._going.get(going.tab.key) is not going:
            return
        first = not going.shown
        if first and (self._is_typed_over(going, document) or self._is_read_below(going, document)):
            return
        edited = self._take(going)
        going.visit.title = document.title
        view = self.app.panes.view_of(going.tab)
        if view is not None:
            fillings = self.app.fillings(going.visit, document)
            view.cuts = cuts or view.cuts
            if first:
                view.folds.left = going.visit.folds
                view.show(document, going.visit.place, fillings)
                come_back(view, going.visit)
            else:
                self._go_on(view, going, document, fillings)
            if edited is not None:
                edited.resume(self.app)
            self.app.await_page(False)
        self.app.tabs_changed()

    def _ended(self, going: Going) -> None:
        load, tab, visit = going.load, going.tab, going.visit
        if self._going.get(tab.key) is not going:
            return
        if not isinstance(load.error, Cancelled) and self._is_typed_over(
            going, load.page.document if load.page is not None else None
        ):
            if not going.waits:
                going.waits = True
                self.app.say("another page is here: it is shown when you leave the field")
            return
        del self._going[tab.key]
        self.app.await_page(False)
        if not self._warm:
            self._warm = True
            warming.begin(self.app)
        if isinstance(load.error, Cancelled):
            self.app.tabs_changed()
            self._tell(tab, load.error)
            return
        problem = load.error or (main_problem(load.page, visit.request) if load.page is not None else None)
        absent = unshown(self.app, going)
        if not absent and not stays(going, problem):
            self._arrived(going)
        if problem is not None:
            self._tell(tab, problem)
        elif absent:
            leave(self.app, tab, absent) if not tab.visits else self._say(tab, absent, "warning")
        elif load.page is not None and load.page.hint and tab is self.app.tabs.active:
            self.app.say(f"probably not all of the page: {load.page.hint}", "warning")
        elif load.page is not None and visit.request.method != "GET" and is_attached(load.page):
            self.app.say(f"the server means this to be saved: download saves it as {answer(load.page).name}")
        self.app.tabs_changed()
        if problem is not None and tab is self.app.tabs.active:
            self.app.failed(tab, visit, problem)

    def _tell(self, tab: Tab, problem: LighttermError) -> None:
        """Say what went wrong, and in which tab where that is another."""
        if tab is self.app.tabs.active:
            self.app.fail(problem)
        else:
            self._say(tab, problem.message, "error")

    def _say(self, tab: Tab, words: str, level: str) -> None:
        if tab is self.app.tabs.active:
            self.app.say(words, level)
        elif tab in tuple(self.app.tabs):
            self.app.say(f"tab {tuple(self.app.tabs).index(tab) + 1}: {words}", level)

    def _arrived(self, going: Going) -> None:
        """Show what came, or what kept it from coming."""
        load, tab, visit = going.load, going.tab, going.visit
        seen = going.shown
        edited = self._take(going)
        visit.failed, visit.problem = load.page is None or is_error(load.page), load.error
        if load.page is not None:
            visit.show(load.page)
            visit.cuts = going.cuts
            if going.cuts is not None:
                document = load.page.document
                told = partial(self._prepared, document)
                self.app.background.do(partial(self._prepare, document, going.cuts), told)
            self.app.keeping.came(visit, load.page, going.visited)
            if len(load.page.snapshot.markup) >= LARGE:
                self.app.background.do(give_back)
        page, request = load.page, visit.request
        document = shown_document(page, request) if page is not None else error_document(load.error, request)
        view = self.app.panes.view_of(going.tab)
        if view is not None:
            self._show(view, document, going, seen)
            if edited is not None:
                edited.resume(self.app)
            elif not going.again and tab is self.app.tabs.active:
                self._be_asked(document)

    def _be_asked(self, document: Document) -> None:
        """A page that is a server's question alone is answered at once: its field is edited."""
        app = self.app
        field = next((number for number, field in document.targets.fields() if field.name in QUESTIONS), 0)
        if field and app.mode == "normal" and not app.typed and app.view.document is document:
            app.forms.edit(field)

    def _show(self, view: PageView, document: Document, going: Going, seen: bool) -> None:
        visit, fillings = going.visit, self.app.fillings(going.visit, document)
        view.cuts = visit.cuts or view.cuts
        left, visit.folds = visit.folds, None  # it holds the page that was there before a reload
        if seen and (_is_read(view) or visit.given or going.end):
            self._go_on(view, going, document, fillings)
            return
        view.folds.left = left
        view.show(document, visit.place, fillings)
        come_back(view, visit)
        if "#" in visit.request.url and not visit.place.block and not visit.place.offset:
            self.app.show_fragment(visit.request.url, view)

    def _go_on(self, view: PageView, going: Going, document: Document, fillings: Mapping[int, Filling]) -> None:
        """Show more of a page where one is reading, or further on for who went beyond the end of what was there."""
        end = going.end if going.end is not None and going.end[0] == view.counting.acted() else None
        view.update(document, fillings)
        if end is not None:
            end[1]()
            if not view.flow.complete:  # the lines before that one are guessed as yet
                self._leading = asyncio.create_task(view.counting.then(end[1]))


def _is_read(view: PageView) -> bool:
    """Whether somebody went on from the top of what came first of a page, which may be one long block, or to a link."""
    place, caret = view.place, view.caret
    moved = caret.used and caret.at != caret.motions.bounded(0, 0)
    return bool(moved or view.target or place.block or place.offset or place.row > 0)
