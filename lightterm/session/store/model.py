"""The records that go into the store and come out of it. Times are seconds since 1970."""

from __future__ import annotations

from lightterm.records import Record

Span = tuple[int, int]
"""Start and end of a range of characters."""


class ScrollPlace(Record):
    """Where a page was being read: the block, the character in it, and the rows between it and the window's top."""

    block: int = 0
    offset: int = 0
    row: int = 0


class HistoryEntry(Record):
    """One URL of the history: how often it was visited, and when last."""

    url: str
    title: str
    last: float
    count: int


class HistoryMatch(Record):
    """A page found in the history: a piece of its text, and the ranges of the words found in that piece."""

    url: str
    title: str
    last: float
    count: int
    snippet: str
    found: tuple[Span, ...]


class Completion(Record):
    """A URL to offer for what was typed; `kind` is "history" or "bookmark"."""

    url: str
    title: str
    kind: str
    last: float
    count: int


class Mark(Record):
    """A global mark: a letter for a place in a page."""

    letter: str
    url: str
    title: str = ""
    place: ScrollPlace = ScrollPlace()
    made: float = 0.0


class InputEntry(Record):
    """A line typed once: `kind` says where ("command", "search", "url", "field:email")."""

    kind: str
    text: str
    at: float


class Draft(Record):
    """What stands in a form field that was not sent yet. `form` counts a page's forms from 0; `kind` is the field's."""

    tab: str
    url: str
    form: int
    field: str
    value: str
    kind: str = "text"
    at: float = 0.0


class SavedVisit(Record):
    """One page in a tab's own history."""

    url: str
    title: str = ""
    place: ScrollPlace = ScrollPlace()


class SavedTab(Record):
    """A tab: its pages, oldest first, which of them is shown, and the forms begun in them.

    `key` names the tab for as long as it lives, in every process: drafts hang on it.
    """

    key: str
    visits: tuple[SavedVisit, ...]
    current: int = 0
    pinned: bool = False
    drafts: tuple[Draft, ...] = ()


class SavedSession(Record):
    """All tabs, in order, and which is active. The name "" is that of the session saved by itself."""

    tabs: tuple[SavedTab, ...]
    active: int = 0
    name: str = ""
    saved: float = 0.0


class SessionSummary(Record):
    """A saved session as a list shows it."""

    name: str
    tabs: int
    saved: float


class Restorable(Record):
    """Tabs to bring back at the start: `ask` first, when their run (its number) broke off, or else unasked."""

    session: SavedSession
    ask: bool
    run: int = 0


class Run(Record):
    """A run of lightterm that did not come to its end, and the tabs it left."""

    id: int
    started: float
    session: SavedSession
