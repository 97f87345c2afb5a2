"""A page that lives in Chromium, for threads that wait: each call has its deadline, and comes back."""

from __future__ import annotations

import json
import time
from contextlib import suppress

from lightterm.engines.base import Outcome, State
from lightterm.engines.driver import Ended
from lightterm.engines.full_act import act
from lightterm.engines.full_ask import ScriptThrew, Stuck
from lightterm.engines.full_load import later_snapshot
from lightterm.engines.full_pointer import seen_at
from lightterm.engines.full_state import at_work, databases, storage
from lightterm.engines.in_use import Use
from lightterm.engines.quiet import quiet
from lightterm.errors import BrowserError, LighttermError, ScriptFailed, TimedOut
from lightterm.fetch.clock import Cancel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any, TypeVar

    from lightterm.engines.base import Action
    from lightterm.engines.driver import Driver
    from lightterm.engines.full_place import Place
    from lightterm.engines.full_tab import Tab
    from lightterm.fetch.model import Snapshot

    T = TypeVar("T")

READ_SECONDS = 10.0
STATE_SECONDS = 5.0
GRACE = 1.5
LONGEST_VALUE = 1_000_000
LARGEST_DATABASES = 50_000_000
"""Characters of what is in IndexedDB that are told; who stores more has a copy of a site there."""


WATCHED = 30.0
"""Seconds since somebody last looked whether a page has changed, for which it is taken as watched."""


class FullPage:
    """What a person or program does to a page of tier 3. Calls raise LighttermError; after `close` BrowserError."""

    def __init__(self, tab: Tab, driver: Driver, place: Place, snapshot: Snapshot, most: int) -> None:
        self._tab = tab
        self._driver = driver
        self._place = place
        self._first = snapshot
        self._seen = snapshot.markup
        self._use = Use()
        self._most = most
        self._over = False
        """Whether the browser was found to have ended; Playwright may tell of it later."""
        self._told: Callable[[str, State], None] | None = None
        self._stop = Cancel()

    @property
    def url(self) -> str:
        """Where the page is now."""
        return self._tab.url

    @property
    def gone(self) -> bool:
        """Whether it lives no more."""
        if self._use.ended or self._over:
            return True
        return self._tab.page.is_closed() or self._tab.watch.crashed or not self._driver.alive()

    @property
    def sent(self) -> bool:
        """Whether its document came of something sent, which would be sent again for it."""
        return self._tab.sent

    def _run(
        self, work: Coroutine[Any, Any, T], seconds: float, counts: bool = True, cancel: Cancel | None = None
    ) -> T:
        """What comes of work on the driver's loop, which is use of the page where it `counts`."""
        with self._use.call(counts) as may:
            if not may:
                work.close()
                raise BrowserError("the page was let go of: nobody had used it for a while", url=self.url)
            try:
                return self._driver.run(work, seconds, cancel)
            except Ended:
                self._over = True
                raise

    def rest(self, seconds: float) -> None:
        """Let go of the page where nobody has used it for so long, what it stored told; not while it is at work."""
        if self.gone or self._use.since() < seconds:
            return
        with suppress(LighttermError):  # one that does not answer is of no use to anybody
            if self._driver.run(at_work(self._tab, self._use.is_watched(WATCHED)), STATE_SECONDS):
                return
        self._tell(counts=False)
        if self._use.since() >= seconds and self._use.end():
            with suppress(LighttermError):
                self._driver.run(self._tab.close(), STATE_SECONDS)

    def snapshot(self) -> Snapshot:
        """The page as it shows now, within 10 s. It is of use to who asks where it shows something new."""
        until = time.monotonic() + READ_SECONDS
        made = later_snapshot(self._tab, self._first, until, self._most)
        snapshot = self._run(made, READ_SECONDS + GRACE, counts=False).replace(live=self)
        self._tell(counts=False)
        if snapshot.markup != self._seen:
            self._seen = snapshot.markup
            self._use.now()
        return snapshot

    def settle(self, seconds: float) -> bool:
        """Wait until the text stops changing, at most so long; whether it did."""
        return self._run(self._tab.settle(time.monotonic() + seconds), seconds + GRACE, cancel=self._stop)

    def still(self, seconds: float) -> float:
        """Seconds since the page last changed."""
        self._use.look()
        try:
            return quiet(self._run(self._tab.ask("quiet()", seconds), seconds + GRACE, counts=False)).still
        except (Stuck, ScriptThrew):
            raise BrowserError("the page does not answer", url=self.url) from None

    def act(self, action: Action, seconds: float) -> Outcome:
        """Do something to the page. What could not be done is told in `Outcome.error`."""
        until = time.monotonic() + seconds

        async def work() -> Outcome:
            outcome = await act(self._tab, action, until)
            with suppress(Exception):  # what it may have changed of the cookies is asked for again later
                await self._place.bridge.out_of(self._tab.page.context)
            return outcome

        try:
            return self._run(work(), seconds + GRACE, cancel=self._stop)
        except (TimedOut, Stuck):
            with suppress(LighttermError):
                self._driver.run(self._tab.free(), GRACE * 2)
            return Outcome(self.url, error="the page's scripts did not come to an end, and were stopped")

    def came(self) -> Outcome:
        """The files that the page has saved since it was last acted on."""
        files = self._tab.watch.came()
        return Outcome(self.url, downloads=tuple(path for path, _ in files), sources=tuple(one for _, one in files))

    def evaluate(self, script: str, seconds: float) -> str:
        """The value of an expression in the page, promises awaited, as JSON text; null for what has no value.

        Raises ScriptFailed when it throws, TimedOut when it does not end: its scripts are stopped then.
        """
        try:
            value = self._run(self._tab.main_world(script, seconds), seconds + GRACE, cancel=self._stop)
        except ScriptThrew as thrown:
            from lightterm.safe import clean

            raise ScriptFailed(clean(str(thrown)[:500]), url=self.url) from None
        except (Stuck, TimedOut):
            with suppress(LighttermError):
                self._driver.run(self._tab.free(), GRACE * 2)
            raise TimedOut(f"the script did not end within {seconds:g} s", url=self.url) from None
        text = json.dumps(value, ensure_ascii=False)
        if len(text) > LONGEST_VALUE:
            raise ScriptFailed(f"the value is longer than {LONGEST_VALUE} characters", url=self.url)
        return text

    def state(self, seconds: float = STATE_SECONDS, counts: bool = True) -> State:
        """What goes with the page into another tier."""

        async def work() -> State:
            cookies = await self._place.bridge.out_of(self._tab.page.context)
            state = await storage(self._tab)
            self._place.knows(state)
            return state.replace(cookies=cookies)

        try:
            return self._run(work(), seconds, counts)
        except (Stuck, ScriptThrew):
            raise BrowserError("the page does not answer", url=self.url) from None

    def databases(self, seconds: float) -> str:
        """What the pages of its context have in IndexedDB, for `State.databases`; "" for nothing, and for too much."""
        text = self._run(databases(self._tab.page.context), seconds)
        return text if len(text) <= LARGEST_DATABASES else ""

    def follow(self, told: Callable[[str, State], None], seconds: float) -> None:
        """Have the page's address and state told, now where that takes at most so long, and whenever it is read."""
        self._told = told
        self._tell(min(seconds, STATE_SECONDS))

    def _tell(self, seconds: float = STATE_SECONDS, counts: bool = True) -> None:
        if self._told is not None:
            with suppress(LighttermError):  # what is read counts, whether or not the page still answers
                self._told(self.url, self.state(seconds, counts))

    def screenshot(self, full_page: bool, seconds: float, handle: int = 0) -> bytes:
        """A picture of what is in view, of the whole page or of one element, as PNG."""
        return self._run(self._tab.picture(full_page, seconds, handle), seconds + GRACE, cancel=self._stop)

    def at(self, x: float, y: float, seconds: float) -> tuple[int, ...]:
        """The handles of what is seen at a point in view, the innermost first; none of a frame."""
        try:
            return self._run(seen_at(self._tab, x, y), seconds + GRACE, cancel=self._stop)
        except (Stuck, ScriptThrew):
            raise BrowserError("the page does not answer", url=self.url) from None

    def stop(self) -> None:
        """End what is being done to the page, and a script that does not end; nobody waits for it."""
        stop, self._stop = self._stop, Cancel()
        stop.cancel()
        self._driver.post(self._tab.stop())

    def close(self) -> None:
        """End the page; nobody waits until it has ended."""
        self._use.end()
        self._driver.post(self._tab.close())
