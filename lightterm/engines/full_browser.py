"""A running Chromium: started by us, or one that a person runs and lets us in."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from weakref import WeakSet

from lightterm.engines import chromium
from lightterm.engines.driver import Driver, page_errors
from lightterm.engines.pool import Pool, memory_of, processes_below, resident
from lightterm.errors import BrowserError, TimedOut
from lightterm.fetch.headers import is_secret
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from playwright.async_api import Browser as Connection
    from playwright.async_api import BrowserContext

    from lightterm.engines.base import EngineOptions
    from lightterm.fetch.guard_proxy import GuardProxy

    class Resting(Protocol):
        """Who uses a browser, and lets go of what it has not used for so many seconds."""

        def rest(self, seconds: float) -> None: ...
        def __hash__(self) -> int: ...


START_SECONDS = 30.0


class Start(Record):
    """What browsers differ in that sessions cannot share; with a `profile` also how its one context looks."""

    program: str
    headed: bool = False
    attach: str = ""
    profile: str = ""
    look: EngineOptions | None = None


class Browser:
    """A browser and the driver that speaks to it; what a pool keeps."""

    def __init__(self, start: Start, driver: Driver) -> None:
        """Start it or attach to it. Raises BrowserError, TimedOut."""
        self.start = start
        self.driver = driver
        self.connection: Connection | None = None
        self.kept: BrowserContext | None = None
        """The context of a profile, or the first of a browser that was there before: its pages are a person's."""
        self.guard = _guard_of(start)
        """The way out of a profile, whose one context persons and programs share."""
        self.pid = 0
        self._lost = False
        known = set(processes_below(os.getpid()))
        driver.run(self._start(), START_SECONDS)
        if not start.attach:
            self.pid = _group_leader(set(processes_below(os.getpid())) - known)

    async def _start(self) -> None:
        if self.start.attach:
            await self._attach()
            return
        types = self.driver.playwright.chromium
        options: dict[str, Any] = {
            "executable_path": self.start.program,
            "headless": not self.start.headed,
            "args": list(chromium.start_options()),
            "chromium_sandbox": chromium.may_sandbox(),
            **dict.fromkeys(("handle_sigint", "handle_sigterm", "handle_sighup"), False),
        }
        try:
            if self.start.profile:
                _check_profile(self.start.profile)
                if self.start.look is not None:
                    options |= look_of(self.start.look, self.guard.url if self.guard is not None else "")
                self.kept = await types.launch_persistent_context(self.start.profile, **options)
                self.connection = self.kept.browser
            else:
                self.connection = await types.launch(**options)
        except page_errors() as fault:
            raise _why_not_started(self.start, str(fault)) from None

    async def _attach(self) -> None:
        try:
            self.connection = await self.driver.playwright.chromium.connect_over_cdp(self.start.attach)
        except page_errors():
            where = self.start.attach
            raise BrowserError(
                f"no browser answers at {where}: start one with --remote-debugging-port and its own --user-data-dir"
            ) from None
        contexts = self.connection.contexts
        self.kept = contexts[0] if contexts else None

    def responds(self) -> bool:
        """Whether it answers now, within two seconds: the browser itself, not only a page of it."""
        try:
            self.driver.run(self._ask(), 2)
        except (BrowserError, TimedOut):
            return False
        return True

    async def _ask(self) -> None:
        if self.connection is not None:
            session = await self.connection.new_browser_cdp_session()
            await session.send("Browser.getVersion")
            await session.detach()

    def alive(self) -> bool:
        """Whether it still runs, as far as is known."""
        if self._lost:
            return False
        if self.kept is not None and self.connection is None:
            return self.pid == 0 or os.path.isdir(f"/proc/{self.pid}")
        return self.connection is not None and self.connection.is_connected()

    def memory(self) -> int:
        """Bytes that its processes hold; 0 for a browser that is not ours."""
        return memory_of((self.pid, *processes_below(self.pid))) if self.pid else 0

    def at_most(self) -> int:
        """The same at little cost, what its processes share counted in each."""
        return resident((self.pid, *processes_below(self.pid))) if self.pid else 0

    def close(self) -> None:
        """End it, by force when it does not end by itself; one that a person runs is only let go."""
        with suppress(Exception):
            self.driver.run(self._close(), 3)
        if self.pid:
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
            self.pid = 0
        if self.guard is not None:
            self.guard.close()

    def kill(self) -> None:
        """End it at once: it does not answer any more."""
        self._lost = True
        if self.pid:
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)

    async def _close(self) -> None:
        if self.kept is not None and not self.start.attach:
            await self.kept.close()
        if self.connection is not None:
            await self.connection.close()


class Browsers:
    """The browsers of this process and the one driver they share, made anew when it has died."""

    def __init__(self) -> None:
        self.pool: Pool[Browser] = Pool(before=self.rest, emptied=self._no_driver)
        self._driver: Driver | None = None
        self._lock = threading.Lock()
        self._users: WeakSet[Resting] = WeakSet()

    def take(self, options: EngineOptions, user: Resting) -> Browser:
        """A warm browser for a session, to be given back; `user` may rest it. Raises BrowserError."""
        with self._lock:
            self._users.add(user)
        start = Start("", options.headed, options.attach, options.profile)
        self.pool.bound(options.memory, options.idle_seconds)
        if options.profile:
            start = start.replace(look=options.replace(memory=0, idle_seconds=0))
        words = chromium.missing(options.chromium, options.attach)
        if words:
            raise BrowserError(words)
        if not options.attach:
            start = start.replace(program=chromium.find(options.chromium))
        return self.pool.take(start, lambda: self._started(start))

    def give_back(self, browser: Browser, since: float = 0.0) -> None:
        """Say that a session is done with it, and was for so many seconds."""
        self.pool.give_back(browser, since)

    def rest(self, seconds: float) -> None:
        """Have sessions let go of what they have not used for so long."""
        with self._lock:
            users = tuple(self._users)
        for user in users:
            with suppress(Exception):  # whatever becomes of one session's pages, the others are looked after
                user.rest(seconds)

    def _no_driver(self) -> Callable[[], None]:
        """What ends the driver, which the next browser does without."""
        with self._lock:
            driver, self._driver = self._driver, None
        return driver.close if driver is not None else lambda: None

    def close(self) -> None:
        """End all browsers and the driver."""
        self.pool.close()
        with self._lock:
            driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    def _started(self, start: Start) -> Browser:
        for warm in self.pool.workers():
            if start.profile and warm.start.profile == start.profile:
                self.pool.retire(warm)  # it looked otherwise, and a profile is used by one browser at a time
        with self._lock:
            if self._driver is not None and not self._driver.answers():
                self._driver.close()
                self._driver = None
            if self._driver is None:
                self._driver = Driver()
            return Browser(start, self._driver)


def _guard_of(start: Start) -> GuardProxy | None:
    look = start.look
    if look is None or not (look.public or look.proxy):
        return None
    from lightterm.fetch.guard_proxy import GuardProxy
    from lightterm.fetch.options import HttpOptions

    return GuardProxy(HttpOptions(proxy=look.proxy, no_proxy=look.no_proxy), False)


def look_of(options: EngineOptions, proxy: str = "") -> dict[str, Any]:
    """How a context looks to the pages it loads, in Playwright's words: what is the same in every tier."""
    language = options.accept_language.partition(",")[0].partition(";")[0].strip()
    headers = {name: value for name, value in options.headers if not is_secret(name)}
    if options.accept_language:
        headers.setdefault("Accept-Language", options.accept_language)
    said = {
        "viewport": {"width": options.viewport[0], "height": options.viewport[1]},
        "color_scheme": options.scheme,
        "user_agent": options.user_agent,
        "locale": language,
        "timezone_id": options.timezone,
        "extra_http_headers": headers,
        "proxy": {"server": proxy} if proxy else None,
    }
    return {name: value for name, value in said.items() if value}


_browsers: Browsers | None = None
_lock = threading.Lock()


def browsers() -> Browsers:
    """Those of this process; they end with it."""
    global _browsers
    with _lock:
        if _browsers is None:
            import atexit

            _browsers = Browsers()
            atexit.register(_browsers.close)
        return _browsers


def _group_leader(started: set[int]) -> int:
    """Of the processes that were started the one that leads a group of its own: Chromium, which Playwright detaches."""
    for pid in sorted(started):
        with suppress(OSError, AttributeError):
            if os.getpgid(pid) == pid:
                return pid
    return 0


def _check_profile(path: str) -> None:
    """Chromium itself keeps nothing in a profile that it cannot write, and says nothing of it. Raises BrowserError."""
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except OSError as fault:
        why = "it is no directory" if os.path.exists(path) else str(fault.strerror)
        raise BrowserError(f"the profile {path} cannot be used: {why}") from None
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        raise BrowserError(f"the profile {path} cannot be used: it may not be written")


def _why_not_started(start: Start, said: str) -> BrowserError:
    if "ProcessSingleton" in said or "profile appears to be in use" in said or "SingletonLock" in said:
        return BrowserError(f"the profile {start.profile} is in use by another browser: close that, or name another")
    if "No usable sandbox" in said or "setuid sandbox" in said.lower() or "zygote_host" in said:
        return BrowserError(
            f"{start.program} has no sandbox here: allow user namespaces, or install its sandbox helper"
        )
    if "Missing X server" in said or "DISPLAY" in said:
        return BrowserError("there is no display to show a window on: leave out --headed")
    if "Opening in existing browser session" in said:
        return BrowserError(f"the profile {start.profile} is in use by another browser: close that, or name another")
    first = next((line.strip() for line in said.splitlines() if line.strip()), "no reason given")
    return BrowserError(f"{start.program} does not start: {first[:300]}")
