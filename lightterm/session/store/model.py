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


class KeptText(Record):
    """What a page said when it was read last, paragraph by paragraph, and when that was."""

    text: str
    at: float


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
    """A letter for a place in a page: a capital is one for all pages, each page has small ones of its own."""

    letter: str
    url: str
    title: str = ""
    place: ScrollPlace = ScrollPlace()
    made: float = 0.0


class DeedEntry(Record):
    """What an agent did: when (0: now), who, by which tool, in words, where, with which arguments and which outcome.

    An entry that was forgotten has no words left. `previous` is the hash of the entry before, `hash` its own, and by
    its `seal` it was written, or emptied, by us.
    """

    id: int = 0
    at: float = 0.0
    who: str = ""
    tool: str = ""
    words: str = ""
    url: str = ""
    arguments: str = ""
    outcome: str = ""
    previous: str = ""
    hash: str = ""
    seal: str = ""


class ChainState(Record):
    """How far a journal's chain holds: entries that do, those forgotten among them, and which one does not (0: none;
    -1: the end is missing), and why. `sealed`: whether all that holds was sealed, too.
    """

    count: int
    forgotten: int = 0
    broken: int = 0
    why: str = ""
    sealed: bool = False


UNKNOWN_HOST = "?"


class InputEntry(Record):
    """A line typed once: `kind` says where ("command", "search", "url", "field:email"), `host` on a page of which.

    The host is "" for lines that belong to none, and UNKNOWN_HOST for those that were kept before it was.
    """

    kind: str
    text: str
    at: float
    host: str = UNKNOWN_HOST


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
    """One page in a tab's own history; `posted`: the answer to a form, whose values are not kept."""

    url: str
    title: str = ""
    place: ScrollPlace = ScrollPlace()
    posted: bool = False


class SavedTab(Record):
    """A tab: its pages, oldest first, which of them is shown, and the forms begun in them.

    `key` names the tab for as long as it lives, in every process: drafts hang on it. `frame` names the frame that
    its pane stands for, `opener` the tab it was opened from, "" for none.
    """

    key: str
    visits: tuple[SavedVisit, ...]
    current: int = 0
    pinned: bool = False
    drafts: tuple[Draft, ...] = ()
    frame: str = ""
    opener: str = ""


class SavedSession(Record):
    """All tabs, in order, and which is active. The name "" is that of the session saved by itself.

    `panes` says how panes stand, by the keys of their tabs, as the app writes it; "" where there is only one.
    """

    tabs: tuple[SavedTab, ...]
    active: int = 0
    name: str = ""
    saved: float = 0.0
    panes: str = ""


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

    @property
    def question(self) -> str:
        """What a person is asked before the tabs come back."""
        count = len(self.session.tabs)
        what = f"{count} tabs" if count > 1 else "one tab"
        return f"lightterm ended unexpectedly with {what} open. Open {'them' if count > 1 else 'it'} again?"


class Run(Record):
    """A run of lightterm that did not come to its end, and the tabs it left."""

    id: int
    started: float
    session: SavedSession


class Bookmark(Record):
    """A page worth coming back to. A bookmark's folders in other browsers are tags here."""

    url: str
    title: str = ""
    tags: tuple[str, ...] = ()
    notes: str = ""
    added: float = 0.0


class Tag(Record):
    """A tag and how many bookmarks have it."""

    name: str
    count: int


class Quickmark(Record):
    """A short name for an address."""

    name: str
    url: str
    added: float = 0.0


class ReadLater(Record):
    """A page to be read; `read` is when that was done, None for not yet."""

    url: str
    title: str = ""
    added: float = 0.0
    read: float | None = None


class Download(Record):
    """A file being fetched or fetched. `size` is None when the server did not say it.

    `state` is "waiting", "running", "paused", "failed" or "done". `etag` and `modified` are the server's words that
    tell whether the rest of a broken download still belongs to what is there.
    """

    url: str
    path: str
    state: str = "waiting"
    received: int = 0
    size: int | None = None
    etag: str = ""
    modified: str = ""
    error: str = ""
    started: float = 0.0
    changed: float = 0.0
    id: int = 0


class FeedItem(Record):
    """An item of a feed that was seen, and when; 0: it is unread, because that was said."""

    feed: str
    item: str
    seen: float


class FollowedFeed(Record):
    """A feed that a person follows. `asked` is when it answered last, `visited` when its page was read (0: never).

    `at` is the address that answered, where that is another one; `wait` is when it may be asked again, `error` what
    went wrong when it was asked last ("": nothing). `folder` is as in OPML, names with / between them.
    """

    url: str
    title: str = ""
    site: str = ""
    folder: str = ""
    added: float = 0.0
    asked: float = 0.0
    visited: float = 0.0
    wait: float = 0.0
    error: str = ""
    at: str = ""

    @property
    def key(self) -> str:
        """The address under which its entries are remembered: the one its page has."""
        return self.at or self.url


class FeedEntry(Record):
    """An entry that a followed feed had when it was asked last."""

    id: str
    url: str
    title: str


class Decision(Record):
    """What was decided for a host: a certificate's fingerprint that is trusted, a permission, a tier; until when."""

    host: str
    key: str
    value: str
    until: float | None = None
    made: float = 0.0


class Visit(Record):
    """One visit as it is exported; the page's text goes with its last."""

    url: str
    title: str
    at: float
    typed: bool = False
    text: str = ""


class Forgotten(Record):
    """How many things of a kind were forgotten."""

    kind: str
    count: int


class Imported(Record):
    """How many things were taken in, and what was wrong with the rest ("line 3: ...")."""

    count: int
    problems: tuple[str, ...] = ()
