"""Tabs: what is open, where each has been, and where one was reading; plain state without any input or output."""

from __future__ import annotations

import time
from secrets import randbits

from lightterm.document.place import Place
from lightterm.records import Record
from lightterm.session.closed_pages import thin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.document.chunks import Cuts
    from lightterm.document.model import Document
    from lightterm.document.points import Point
    from lightterm.errors import LighttermError
    from lightterm.fetch.model import Request
    from lightterm.loading import Page
    from lightterm.session.store.model import Draft, KeptText

PAGES_KEPT = 8
"""Pages a tab keeps in memory for going back; those further away are loaded again, mostly from the cache."""

HEAVY = 16_000_000
"""Bytes of markup that those pages have together: of 10 MB each took 90 MB of memory."""

CLOSED_KEPT = 50
"""Closed tabs that can be had back."""


class Visit:
    """One page in a tab's way: what was asked for, the page once it is there, and where one was reading.

    `drafts` holds what was put into the page's fields, by target number, `secrets` what of it are passwords: they are
    gone with the page and never written anywhere. `left` is to be put into the page's fields when it comes. `before` is
    what the page said at the visit before, at time 0 where there was none; None: the history knows. `at` is
    when the page was asked for, 0 for one from a saved session; one that is not `kept` is in no saved session: it was
    private, or is forgotten. One that `failed` gave no page, or an error's in its place: it was no visit yet; `problem`
    is why there is none.
    One that is `unsent` was the answer to a form in an earlier run: what was sent is not kept.
    `steps` is how many addresses the history of a page that lives held before something was done to it, 0: nothing was.
    `cursor` is where the caret was, None where none was shown. `exhausted` is the page, where scrolling that one to its
    end brought nothing more; `acted`: more than fields being filled in was done to it where it lives. `cuts` is how the
    page was cut to be laid out where it was shown last, `folds` what of which document was opened, closed and folded.
    `unfolded` are the targets of the closed disclosures that an agent opened on a page without its scripts.
    """

    __slots__ = (
        "acted",
        "at",
        "before",
        "cursor",
        "cuts",
        "drafts",
        "exhausted",
        "failed",
        "folds",
        "kept",
        "left",
        "page",
        "place",
        "problem",
        "request",
        "secrets",
        "steps",
        "target",
        "title",
        "unfolded",
        "unsent",
        "url",
    )

    def __init__(self, request: Request, title: str = "", place: Place | None = None) -> None:
        self.request = request
        self.url = request.url
        self.title = title
        self.page: Page | None = None
        self.place = place or Place()
        self.target = 0
        self.cursor: Point | None = None
        self.cuts: Cuts | None = None
        self.folds: tuple[Document, dict[int, bool], frozenset[int]] | None = None
        self.drafts: dict[int, tuple[str, ...]] = {}
        self.secrets: dict[int, tuple[str, ...]] = {}
        self.before: KeptText | None = None
        self.left: tuple[Draft, ...] = ()
        self.at = time.time()
        self.kept, self.failed = True, False
        self.problem: LighttermError | None = None
        self.steps = 0
        self.exhausted: Page | None = None
        self.acted = self.unsent = False
        self.unfolded: frozenset[int] = frozenset()

    @property
    def given(self) -> dict[int, tuple[str, ...]]:
        """What was put into the page's fields, passwords and all."""
        return {**self.drafts, **self.secrets}

    def show(self, page: Page) -> None:
        """Take the page that the load gave; where a POST was answered by a redirect to it, it is a GET from now on."""
        self.page, self.cuts, self.unfolded = page, None, frozenset()
        self.url = page.document.url or page.response.url
        self.title = page.document.title
        if self.request.method != "GET":
            self.request = _arrived(self.request, page)
        if self.left:
            from lightterm.session.drafts import restored

            self.drafts = {**restored(page.document, self.left), **self.drafts}
            self.left = ()

    def again(self, freshness: str) -> Visit:
        """The same page to be loaded once more: what was typed is put back into it."""
        request = self.request.replace(freshness=freshness)
        visit = Visit(request, self.title, self.place)
        visit.left = self.as_left()
        visit.target, visit.cursor, visit.folds = self.target, self.cursor, self.folds
        visit.at, visit.kept = self.at, self.kept
        return visit

    def beside(self, request: Request) -> Visit:
        """Another place of the same page."""
        visit = Visit(request, self.title, self.place)
        visit.page, visit.cuts, visit.folds, visit.url = self.page, self.cuts, self.folds, request.url
        visit.drafts, visit.secrets, visit.left = self.drafts, self.secrets, self.left
        visit.kept, visit.unsent = self.kept, self.unsent
        return visit

    def copy(self) -> Visit:
        """The same page for another tab."""
        visit = self.beside(self.request)
        visit.url, visit.at = self.url, self.at
        visit.target, visit.cursor = self.target, self.cursor
        visit.drafts, visit.secrets = dict(self.drafts), dict(self.secrets)
        return visit

    def release(self) -> None:
        """Let go of the page."""
        self.left = self.as_left()
        # What it said before is looked up when it comes back: kept, it took half a MB of each page of 1 MB for good.
        self.page = self.cuts = self.folds = self.before = None
        self.drafts, self.secrets = {}, {}

    def as_left(self) -> tuple[Draft, ...]:
        """What was typed, to be put into the page when it is loaded again."""
        if self.page is None or not self.drafts:
            return self.left
        from lightterm.session.drafts import kept

        return kept(self.page.document, self.drafts)


def _arrived(request: Request, page: Page) -> Request:
    """The request that leads to a page again after the redirects on the way to it."""
    from lightterm.fetch.redirects import next_method

    method = request.method
    for hop in page.response.redirects:
        method = next_method(hop.status, method)
    if method == request.method:
        return request
    return request.replace(url=page.response.url, method=method, data=None, headers=())


class Tab:
    """One tab: the pages visited in it, oldest first, and which of them is shown.

    No other run has a tab of the same `key`.
    """

    def __init__(self, key: int) -> None:
        self.key = key
        self.visits: list[Visit] = []
        self.index = -1
        self.pinned = False
        self.stands_in = False
        """Whether it was opened for home in the place of the last tab, and nothing else was asked for in it."""
        self.twins = 0
        """What it has in common with the tab that a split made of it, or it of which; 0 for none."""
        self.opener = 0
        """The key of the tab that was shown when it was opened; 0 where none was, or it is one of an earlier run."""

    def repeats(self, other: Tab) -> bool:
        """Whether a split made one of the two of the other, and nothing was done since then but reading."""
        if self is other or not self.twins or self.twins != other.twins or self.pinned or self.index != other.index:
            return False
        if len(self.visits) != len(other.visits):
            return False
        pairs = zip(self.visits, other.visits, strict=True)
        return all((one.request, one.given, one.left) == (two.request, two.given, two.left) for one, two in pairs)

    @property
    def unused(self) -> bool:
        """Whether it stands in for the last tab that was closed, and nothing was done in it."""
        visit = self.visit
        return self.stands_in and len(self.visits) <= 1 and not self.pinned and not (visit and visit.given)

    @property
    def visit(self) -> Visit | None:
        """The page that is shown, None in a tab that has been nowhere."""
        return self.visits[self.index] if self.visits else None

    @property
    def title(self) -> str:
        """What to call the tab: its page's title, else the address."""
        visit = self.visit
        return (visit.title or visit.url) if visit is not None else ""

    def go(self, visit: Visit) -> None:
        """Show a new page; what lay ahead is forgotten."""
        del self.visits[self.index + 1 :]
        self.visits.append(visit)
        self.index = len(self.visits) - 1
        self._thin()

    def replace(self, visit: Visit) -> None:
        """Show a page in the place of the one that is shown, as a reload does."""
        if self.visits:
            self.visits[self.index] = visit
        else:
            self.go(visit)

    def move(self, by: int) -> Visit | None:
        """Go `by` pages back (negative) or forward, as far as there are; None when there is nowhere to go."""
        to = min(max(self.index + by, 0), len(self.visits) - 1)
        if to == self.index or not self.visits:
            return None
        self.index = to
        self._thin()
        return self.visits[to]

    def _thin(self) -> None:
        """Let go of pages too far from the one that is shown, or too large to be kept beside those nearer to it."""
        room = HEAVY
        for at in sorted(range(len(self.visits)), key=lambda at: abs(at - self.index)):
            visit = self.visits[at]
            size = len(visit.page.snapshot.markup) if visit.page is not None and at != self.index else 0
            if size > room or abs(at - self.index) > PAGES_KEPT // 2:
                visit.release()
            else:
                room -= size


class Tabs:
    """The open tabs in order, the one that is shown, and those that were closed."""

    def __init__(self) -> None:
        self._tabs: list[Tab] = []
        self._active = 0
        self._last = randbits(40)
        self._closed: list[tuple[int, Tab]] = []
        self._previous: Tab | None = None
        self._behind: Tab | None = None
        """The tab opened last in the background of the active one: the next goes behind it."""

    def __len__(self) -> int:
        return len(self._tabs)

    def __iter__(self) -> Iterator[Tab]:
        return iter(self._tabs)

    def __getitem__(self, index: int) -> Tab:
        return self._tabs[index]

    @property
    def active(self) -> Tab:
        """The tab that is shown."""
        return self._tabs[self._active]

    @property
    def visit(self) -> Visit | None:
        """The visit that is shown, None where there is no tab yet, or nothing in it."""
        return self.active.visit if self._tabs else None

    @property
    def page(self) -> Page | None:
        """The page that is shown, None where none is."""
        return self.visit.page if self.visit is not None else None

    @property
    def index(self) -> int:
        """Its place, from 0."""
        return self._active

    @property
    def previous(self) -> Tab | None:
        """The tab that was shown before, where it is still open."""
        return self._previous if self._previous in self._tabs else None

    @property
    def closed(self) -> int:
        """How many closed tabs can be had back."""
        return len(self._closed)

    def open(self, *, background: bool = False, at_end: bool = False, key: int = 0) -> Tab:
        """A new tab beside the active one, or behind those opened from it in the background.

        It has the `key` of an earlier run where no other tab has it.
        """
        if not key or any(tab.key == key for tab in (*self._tabs, *(closed for _, closed in self._closed))):
            self._last += 1
            key = self._last
        tab = Tab(key)
        beside = self._tabs.index(self._behind) if background and self._behind in self._tabs else self._active
        place = len(self._tabs) if at_end or not self._tabs else beside + 1
        while place < len(self._tabs) and self._tabs[place].pinned:
            place += 1
        active = self.active if self._tabs else tab
        tab.opener = 0 if active is tab else active.key
        self._tabs.insert(place, tab)
        self._active = self._tabs.index(active)
        if background:
            self._behind = tab
        else:
            self.select(place)
        return tab

    def clone(self, background: bool = False, move: int = 0) -> Tab:
        """A second tab with the active one's pages, `move` pages further."""
        here = self.active
        tab = self.open(background=background)
        tab.visits += [visit.copy() for visit in here.visits]
        tab.index = here.index
        tab.move(move)
        return tab

    def select(self, index: int) -> Tab:
        """Show the tab at a place; beyond either end it goes on at the other."""
        before = self.active
        self._active = index % len(self._tabs)
        if self.active is not before:
            self._previous = before
            self._behind = None
        return self.active

    def find(self, key: int) -> Tab | None:
        """The tab with that key, None when it is closed."""
        return next((tab for tab in self._tabs if tab.key == key), None)

    def close(self, tab: Tab) -> Tab | None:
        """Close a tab; the one that is shown now, None when there is none left."""
        at = self._tabs.index(tab)
        del self._tabs[at]
        if not tab.unused and not any(tab.repeats(other) for other in self._tabs):
            self._closed.append((at, tab))
        del self._closed[:-CLOSED_KEPT]
        thin([closed for _, closed in self._closed])
        if at < self._active or self._active >= len(self._tabs):
            self._active = max(0, self._active - 1)
        return self._tabs[self._active] if self._tabs else None

    def undo_close(self) -> Tab | None:
        """The tab closed last, open and shown again; None when there is none."""
        if not self._closed:
            return None
        at, tab = self._closed.pop()
        active = self.active if self._tabs else tab
        self._tabs.insert(at, tab)
        self._tabs.sort(key=lambda one: not one.pinned)
        self._active = self._tabs.index(active)
        self.select(self._tabs.index(tab))
        return tab

    def forget_closed(self, meant: Callable[[Visit], bool]) -> int:
        """Take pages out of closed tabs, and tabs that have no others; how many pages."""
        gone = 0
        for _, tab in self._closed:
            kept = [visit for visit in tab.visits if not meant(visit)]
            before = sum(1 for visit in kept if visit in tab.visits[: tab.index + 1])
            gone += len(tab.visits) - len(kept)
            tab.visits, tab.index = kept, max(0, before - 1)
        self._closed = [(at, tab) for at, tab in self._closed if tab.visits]
        return gone

    def move(self, tab: Tab, to: int) -> None:
        """Put a tab at another place, counted from 0; pinned ones stay before the others."""
        active = self.active
        self._tabs.remove(tab)
        self._tabs.insert(min(max(to, 0), len(self._tabs)), tab)
        self._tabs.sort(key=lambda t: not t.pinned)
        self._active = self._tabs.index(active)

    def pin(self, tab: Tab, pinned: bool) -> None:
        """Pin a tab or let it go; pinned ones stand before the others."""
        tab.pinned = pinned
        self.move(tab, self._tabs.index(tab))


class Progress(Record):
    """How far a load is: what it does now ("connecting", "receiving", "reading"), bytes so far and in all (0 when not
    known), and the tier at work."""

    stage: str
    received: int = 0
    total: int = 0
    tier: int = 1
