"""The store: everything that lightterm keeps from one run to the next, in one SQLite file.

Each kind of thing has a face of its own, loaded when first used: `store.history.visit(...)`. Any thread may call any
of them. What nobody asked for just now (a visit, the session that saves itself) never raises: a full disk is told once
and reading goes on. What a person asked for raises WriteFailed or FileUnreadable. Needs SQLite 3.34 with FTS5.
"""

from __future__ import annotations

import os
import time
from functools import cached_property
from threading import Lock

from lightterm.session.store.database import Database
from lightterm.session.store.journal import Journal
from lightterm.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from lightterm.session.store.bookmarks import Bookmarks
    from lightterm.session.store.cookies import Cookies
    from lightterm.session.store.decisions import Decisions
    from lightterm.session.store.deeds import Deeds
    from lightterm.session.store.downloads import Downloads
    from lightterm.session.store.drafts import Drafts
    from lightterm.session.store.followed import Followed
    from lightterm.session.store.forgettings import Forgettings
    from lightterm.session.store.history import History
    from lightterm.session.store.inputs import Inputs
    from lightterm.session.store.lists import Feeds, Quickmarks, ReadLaterList
    from lightterm.session.store.marks import Marks
    from lightterm.session.store.model import Completion, Forgotten, Imported
    from lightterm.session.store.sessions import Sessions
    from lightterm.session.store.watched import WatchedTexts


def _to_nobody(_text: str) -> None:
    """Without somebody to tell, the store is quiet."""


class Store:
    """The store in the file at `path`; "" keeps everything in memory and leaves no trace.

    `warn` is told once of each thing that is wrong with the file; `now` gives the time in seconds since 1970.
    """

    def __init__(
        self,
        path: str = "",
        settings: Settings | None = None,
        warn: Callable[[str], None] = _to_nobody,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._settings = settings or Settings()
        self._database = Database(path, warn, now)
        self.journal = Journal(self._database)
        """Which runs came to their end."""
        self._cookies: Cookies | None = None
        self._forgettings: Forgettings | None = None
        self._lock = Lock()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    @property
    def private(self) -> bool:
        """Whether nothing of this store outlives it."""
        return self._database.in_memory

    def configure(self, settings: Settings) -> None:
        """Go on with other settings."""
        self._settings = settings
        for face in ("history", "inputs", "sessions", "deeds", "watched"):
            self.__dict__.pop(face, None)

    @cached_property
    def history(self) -> History:
        """The pages visited, and their texts."""
        from lightterm.session.store.history import History

        chosen = self._settings.history
        return History(self._database, chosen.enabled, chosen.keep_text)

    @cached_property
    def watched(self) -> WatchedTexts:
        """What pages said when they were compared last."""
        from lightterm.session.store.watched import WatchedTexts

        chosen = self._settings.history
        return WatchedTexts(self._database, chosen.enabled and chosen.keep_text, chosen.max_text_bytes)

    @cached_property
    def inputs(self) -> Inputs:
        """What was typed before, by kind."""
        from lightterm.session.store.inputs import Inputs

        return Inputs(self._database, self._settings.history.enabled)

    @cached_property
    def marks(self) -> Marks:
        """Marks across pages, and those of each."""
        from lightterm.session.store.marks import Marks

        return Marks(self._database)

    @cached_property
    def deeds(self) -> Deeds:
        """The journal of what agents did."""
        from lightterm.session.store.deeds import Deeds

        chosen = self._settings.agents
        return Deeds(self._database, chosen.journal_days, chosen.journal_rows)

    @cached_property
    def bookmarks(self) -> Bookmarks:
        """Bookmarks."""
        from lightterm.session.store.bookmarks import Bookmarks

        return Bookmarks(self._database)

    @cached_property
    def quickmarks(self) -> Quickmarks:
        """Short names for addresses."""
        from lightterm.session.store.lists import Quickmarks

        return Quickmarks(self._database)

    @cached_property
    def read_later(self) -> ReadLaterList:
        """Pages to be read."""
        from lightterm.session.store.lists import ReadLaterList

        return ReadLaterList(self._database)

    @cached_property
    def feeds(self) -> Feeds:
        """Which items of feeds were seen."""
        from lightterm.session.store.lists import Feeds

        return Feeds(self._database)

    @cached_property
    def followed(self) -> Followed:
        """The feeds that are followed."""
        from lightterm.session.store.followed import Followed

        return Followed(self._database)

    @cached_property
    def downloads(self) -> Downloads:
        """Downloads."""
        from lightterm.session.store.downloads import Downloads

        return Downloads(self._database)

    @cached_property
    def decisions(self) -> Decisions:
        """What was decided for hosts."""
        from lightterm.session.store.decisions import Decisions

        return Decisions(self._database)

    @property
    def cookies(self) -> Cookies:
        """The cookies of all runs."""
        # It knows how far it has read: there may be only one, whichever threads ask for it at once.
        with self._lock:
            if self._cookies is None:
                from lightterm.session.store.cookies import Cookies

                self._cookies = Cookies(self._database)
            return self._cookies

    @property
    def forgettings(self) -> Forgettings:
        """What other runs forgot."""
        # As with cookies: it knows how far it has read.
        with self._lock:
            if self._forgettings is None:
                from lightterm.session.store.forgettings import Forgettings

                self._forgettings = Forgettings(self._database)
            return self._forgettings

    @cached_property
    def sessions(self) -> Sessions:
        """Saved sessions."""
        from lightterm.session.store.sessions import Sessions

        return Sessions(self._database, self.journal, self._settings.session.restore)

    @cached_property
    def drafts(self) -> Drafts:
        """Form drafts."""
        from lightterm.session.store.drafts import Drafts

        return Drafts(self._database)

    def complete(self, words: str, limit: int = 20) -> tuple[Completion, ...]:
        """The pages to offer for a half-typed address, best first; see `lightterm.session.store.completion`."""
        from lightterm.session.store.completion import complete

        return complete(self._database, words, limit)

    def forget(
        self,
        host: str | None = None,
        since: float | None = None,
        until: float | None = None,
        kinds: tuple[str, ...] | None = None,
    ) -> tuple[Forgotten, ...]:
        """Forget what belongs to a host and those below it, to a span of time, or to both; all of it without either.

        `kinds` are of `forget.TRACES` (all of them by default) and `forget.KEPT`. The live cookies, the HTTP cache and
        the hosts met over TLS only are for `Session.forget`, which calls this. Raises WriteFailed, ValueError.
        """
        from lightterm.session.store.forget import TRACES, Scope, forget

        scope = Scope(host or "", since, until)
        return forget(self._database, scope, TRACES if kinds is None else kinds, self.forgettings)

    def export(self, out: TextIO) -> int:
        """Write everything as JSON lines; how many. Raises FileUnreadable, OSError."""
        from lightterm.session.store.transfer import export

        return export(self, self._database, out)

    def import_(self, lines: Iterable[str]) -> Imported:
        """Take in what `export` wrote, beside what is there. Raises WriteFailed, with what came before kept."""
        from lightterm.session.store.transfer import import_lines

        return import_lines(self._database, lines)

    def end(self) -> None:
        """Say that this run came to its end, as a front end does that began one; what is too old is forgotten then."""
        self.expire()
        self.journal.end()

    def hang_up(self) -> None:
        """Say that this run ends because it was told to, or its terminal was closed: its tabs come back unasked."""
        self.journal.hang_up()

    def expire(self) -> None:
        """Forget what the settings say is too old or too much, and overwrite what was forgotten and is there yet."""
        from lightterm.session.store.forget import scrub_owed
        from lightterm.session.store.whole_copy import sweep

        chosen = self._settings.history
        self.history.expire(chosen.max_age_days, chosen.max_text_bytes)
        self.drafts.expire()
        self.decisions.expire()
        self.cookies.expire()
        self.forgettings.expire()
        self.journal.prune()
        scrub_owed(self._database)
        if not self.private:
            sweep(os.path.dirname(self._database.path), self._database.now())

    def close(self) -> None:
        """Let go of the file. Whether the run ended well is for `end` to say, before."""
        self.journal.close()
        self._database.close()
