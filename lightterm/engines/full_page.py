"""A page that lives in Chromium, for threads that wait: each call has its deadline, and comes back."""

from __future__ import annotations

import json
import time
from contextlib import suppress

from lightterm.engines.base import Outcome, State
from lightterm.engines.full_act import act
from lightterm.engines.full_ask import ScriptThrew, Stuck
from lightterm.engines.full_load import later_snapshot
from lightterm.engines.full_state import databases, storage
from lightterm.errors import BrowserError, LighttermError, ScriptFailed, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.engines.base import Action
    from lightterm.engines.driver import Driver
    from lightterm.engines.full_cookies import CookieBridge
    from lightterm.engines.full_tab import Tab
    from lightterm.fetch.model import Snapshot

READ_SECONDS = 10.0
STATE_SECONDS = 5.0
GRACE = 1.5
LONGEST_VALUE = 1_000_000
LARGEST_DATABASES = 50_000_000
"""Characters of what is in IndexedDB that are told; who stores more has a copy of a site there."""


class FullPage:
    """What a person or program does to a page of tier 3. Calls raise LighttermError; after `close` BrowserError."""

    def __init__(self, tab: Tab, driver: Driver, bridge: CookieBridge, snapshot: Snapshot, most: int) -> None:
        self._tab = tab
        self._driver = driver
        self._bridge = bridge
        self._first = snapshot
        self._most = most
        self._told: Callable[[str, State], None] | None = None

    @property
    def url(self) -> str:
        """Where the page is now."""
        return self._tab.url

    def snapshot(self) -> Snapshot:
        """The page as it shows now, within 10 s."""
        until = time.monotonic() + READ_SECONDS
        made = later_snapshot(self._tab, self._first, until, self._most)
        snapshot = self._driver.run(made, READ_SECONDS + GRACE).replace(live=self)
        self._tell()
        return snapshot

    def settle(self, seconds: float) -> bool:
        """Wait until the text stops changing, at most so long; whether it did."""
        return self._driver.run(self._tab.settle(time.monotonic() + seconds), seconds + GRACE)

    def still(self, seconds: float) -> float:
        """Seconds since the page last changed."""
        try:
            return float(self._driver.run(self._tab.ask("quiet()", seconds), seconds + GRACE)[0]) / 1e3
        except (Stuck, ScriptThrew):
            raise BrowserError("the page does not answer", url=self.url) from None

    def act(self, action: Action, seconds: float) -> Outcome:
        """Do something to the page. What could not be done is told in `Outcome.error`."""
        until = time.monotonic() + seconds

        async def work() -> Outcome:
            outcome = await act(self._tab, action, until)
            with suppress(Exception):  # what it may have changed of the cookies is asked for again later
                await self._bridge.out_of(self._tab.page.context)
            return outcome

        try:
            return self._driver.run(work(), seconds + GRACE)
        except (TimedOut, Stuck):
            with suppress(LighttermError):
                self._driver.run(self._tab.free(), GRACE * 2)
            return Outcome(self.url, error="the page's scripts did not come to an end, and were stopped")

    def evaluate(self, script: str, seconds: float) -> str:
        """The value of an expression in the page, promises awaited, as JSON text; null for what has no value.

        Raises ScriptFailed when it throws, TimedOut when it does not end: its scripts are stopped then.
        """
        try:
            value = self._driver.run(self._tab.main_world(script, seconds), seconds + GRACE)
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

    def state(self, seconds: float = STATE_SECONDS) -> State:
        """What goes with the page into another tier."""

        async def work() -> State:
            cookies = await self._bridge.out_of(self._tab.page.context)
            return (await storage(self._tab)).replace(cookies=cookies)

        try:
            return self._driver.run(work(), seconds)
        except (Stuck, ScriptThrew):
            raise BrowserError("the page does not answer", url=self.url) from None

    def databases(self, seconds: float) -> str:
        """What the pages of its context have in IndexedDB, for `State.databases`; "" for nothing, and for too much."""
        text = self._driver.run(databases(self._tab), seconds)
        return text if len(text) <= LARGEST_DATABASES else ""

    def follow(self, told: Callable[[str, State], None], seconds: float) -> None:
        """Have the page's address and state told, now where that takes at most so long, and whenever it is read."""
        self._told = told
        self._tell(min(seconds, STATE_SECONDS))

    def _tell(self, seconds: float = STATE_SECONDS) -> None:
        if self._told is not None:
            with suppress(LighttermError):  # what is read counts, whether or not the page still answers
                self._told(self.url, self.state(seconds))

    def screenshot(self, full_page: bool, seconds: float, handle: int = 0) -> bytes:
        """A picture of what is in view, of the whole page or of one element, as PNG."""
        return self._driver.run(self._tab.picture(full_page, seconds, handle), seconds + GRACE)

    def close(self) -> None:
        """End the page; nobody waits until it has ended."""
        self._driver.post(self._tab.close())
