"""Tier 3: Chromium by Playwright. A session has one context in a browser that all sessions share."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

from lightterm.engines import chromium
from lightterm.engines.base import FULL
from lightterm.engines.driver import PageDied
from lightterm.engines.full_browser import browsers, look_of
from lightterm.engines.full_cookies import CookieBridge
from lightterm.engines.full_load import load
from lightterm.engines.full_page import LARGEST_DATABASES, FullPage
from lightterm.engines.full_place import Place
from lightterm.engines.full_secrets import keep_to_origin
from lightterm.engines.full_state import databases as stored_in
from lightterm.engines.full_state import with_databases, without
from lightterm.engines.in_use import Use
from lightterm.errors import BrowserError, LighttermError, TimedOut
from lightterm.fetch.headers import secrets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from playwright.async_api import BrowserContext, Route

    from lightterm.engines.base import EngineOptions, State
    from lightterm.engines.full_browser import Browser
    from lightterm.engines.full_tab import Tab
    from lightterm.engines.local import LocalPage
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import CookieJar
    from lightterm.fetch.guard_proxy import GuardProxy
    from lightterm.fetch.model import Request, Snapshot

    Key = tuple[str, bool]

SECONDS = 30.0
ATTEMPTS = 3
AGAIN = 2.0
"""Seconds that must be left to begin anew, with another browser if need be, when one died in a load."""

LEAST_IDLE = 1.0
"""Seconds that a page is kept at least: who loads one goes on to ask it something."""

STORED_SECONDS = 5.0
"""What telling all that a context has stored may take."""

GRACE = 1.08
"""What a load may take of its deadline before its page is given up, whatever it does."""


class FullEngine:
    """Loads pages in Chromium for one session; made cheaply, nothing is started before the first load."""

    tier = FULL

    def __init__(self, options: EngineOptions, cookies: CookieJar) -> None:
        self._options = options
        self._jar = cookies
        self._browser: Browser | None = None
        self._places: dict[Key, Place] = {}
        self._left: list[Place] = []
        """Contexts that no new page is opened in."""
        self._guards: dict[bool, GuardProxy] = {}
        self._lock = threading.Lock()
        self._ended = False
        self._use = Use()
        self._pages: list[FullPage] = []
        self._stored: dict[Key, str] = {}
        """What contexts that were let go of had stored, for those that take their places."""

    def missing(self) -> str:
        """What is not there, "" where the engine can run."""
        return chromium.missing(self._options.chromium, self._options.attach)

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """The page of `request` once it has settled, or as it is at the deadline. Raises LighttermError."""
        check(request, self._is_public(request))
        seconds = SECONDS if request.deadline is None else request.deadline
        until = time.monotonic() + seconds
        if state is not None:
            self._jar.add(state.cookies)
        with self._use.call():
            return self._loaded(request, until, cancel, state)

    def _loaded(self, request: Request, until: float, cancel: Cancel | None, state: State | None) -> Snapshot:
        for attempt in range(1, ATTEMPTS + 1):
            browser = self._take()
            try:
                return self._load(browser, request, until, cancel, state)
            except (BrowserError, TimedOut) as fault:
                again = attempt < ATTEMPTS and not isinstance(fault, TimedOut) and time.monotonic() < until - AGAIN
                if again and isinstance(fault, PageDied) and request.method == "GET":
                    continue
                if browser.responds():
                    raise
                browser.kill()
                self._drop()
                if not again:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        """End the session's contexts and let the browser go."""
        with self._lock:
            self._ended = True
            if self._browser is not None:
                self._end_places(self._browser)
        self._drop()
        with self._lock:
            guards = tuple(self._guards.values())
            self._guards.clear()
        for guard in guards:
            guard.close()

    def rest(self, seconds: float) -> None:
        """Let go of pages that nobody has used for so long, and where none is left of the browser.

        A window, and a browser that is a person's, are theirs to close.
        """
        if self._options.headed or self._options.attach:
            return
        seconds = max(seconds, LEAST_IDLE)
        for page in self._pages:
            page.rest(seconds)
        with self._lock:
            self._pages = [page for page in self._pages if not page.gone]
            since = self._use.since()
            if self._browser is None or self._pages or since < seconds:
                return
            browser, self._browser = self._browser, None
            for key, place in tuple(self._places.items()):
                if place.context is not browser.kept and key[0] != "file:":
                    self._keep(browser, key, place)
            self._end_places(browser)
        browsers().give_back(browser, since)

    def _keep(self, browser: Browser, key: Key, place: Place) -> None:
        """Keep what a context has stored for the one after it."""
        with suppress(LighttermError):
            text = browser.driver.run(stored_in(place.context, local=True), STORED_SECONDS)
            self._stored[key] = text if len(text) <= LARGEST_DATABASES else ""

    def _end_places(self, browser: Browser) -> None:
        for place in (*self._places.values(), *self._left):
            with suppress(LighttermError):
                browser.driver.run(place.end(place.context is browser.kept), 3)
        self._places.clear()
        self._left.clear()

    def forget(self, has_place: Callable[[str], bool]) -> None:
        """Have no new context find what sites that are meant have stored."""
        with self._lock:
            self._stored = {key: without(text, has_place) for key, text in self._stored.items()}

    def _take(self) -> Browser:
        with self._lock:
            if self._ended:
                raise BrowserError(
                    "the engine was closed", actions=()
                )  # a browser that is taken now is given back by nobody
            if self._browser is not None and not self._browser.alive():
                browsers().give_back(self._browser)
                self._browser = None
            if self._browser is None:
                self._places.clear()
                self._browser = browsers().take(self._options, self)
            return self._browser

    def _drop(self) -> None:
        with self._lock:
            browser, self._browser = self._browser, None
            self._places.clear()
            self._left.clear()
        if browser is not None:
            browsers().give_back(browser)

    def _load(
        self, browser: Browser, request: Request, until: float, cancel: Cancel | None, state: State | None
    ) -> Snapshot:
        left = max(until - time.monotonic(), 0.1)
        opened: list[Tab] = []
        local, markup = local_page(request, self._options.max_bytes)
        if browser.guard is not None:
            browser.guard.let(request.url, self._is_public(request))

        async def work() -> tuple[Snapshot, Place]:
            place = await self._place_for(browser, request, state.databases if state is not None else "")
            await place.bridge.into(place.context)
            tab = await place.tab(browser.driver.place, self._options)
            opened.append(tab)
            if local is not None:
                await tab.give(local, markup)
            own = () if self._options.attach else self._options.headers  # a person's own browser stays as it is
            await keep_to_origin(tab, request.url, secrets_of(own, request.headers))
            asked = request if local is None else request.replace(url=local.address)
            begun = place.begin(state, request.url) if place.context is not browser.kept else state
            snapshot = await load(tab, asked, until, self._options.max_bytes, begun)
            await place.bridge.out_of(place.context)
            if place.context is not browser.kept:
                place.open_spare(browser.driver.place, self._options)
            return snapshot, place

        try:
            snapshot, place = browser.driver.run(work(), left * GRACE, cancel)
        except LighttermError:
            browser.driver.post(_close(opened))
            raise
        page = FullPage(opened[0], browser.driver, place, snapshot, self._options.max_bytes)
        with self._lock:
            self._pages = [*(one for one in self._pages if not one.gone), page]
        return snapshot.replace(live=page)

    async def _place_for(self, browser: Browser, request: Request, databases: str) -> Place:
        """The context that a request belongs to: one for all but those that sign in or are held to public addresses.

        IndexedDB is filled only in a context that is new: pages of the one before stay as they are.
        """
        public = self._is_public(request)
        key = (request.user or "", public)
        # What goes out of a browser that a person started passes no guard: programs have a context of their own there.
        kept = browser.kept if browser.guard is not None or not public else None
        if request.url.startswith("file:"):
            key = ("file:", False)
            if browser.kept is not None:
                raise BrowserError("pages of this machine are not opened in a browser with a profile")
        elif kept is not None:
            key = ("", False)
        place = self._places.get(key)
        if place is not None and databases and place.context is not browser.kept:
            self._left.append(place)
            place = None
        if place is None:
            context = kept
            if context is None:
                had = self._stored.pop(key, "")
                context = await self._own_context(browser, request, databases or had)
            if self._options.blocker is not None:
                await context.route("**/*", self._let_through)
            place = self._places[key] = Place(context, CookieBridge(self._jar))
        return place

    async def _own_context(self, browser: Browser, request: Request, databases: str) -> BrowserContext:
        """A context for this session's pages; in a browser that a person runs it is signed in as they are."""
        if browser.connection is None:
            raise BrowserError("the browser has ended")
        if browser.kept is not None:
            await CookieBridge(self._jar).out_of(browser.kept)
        return await browser.connection.new_context(**self._context_options(request), **with_databases(databases))

    async def _let_through(self, route: Route) -> None:
        """Refuse what the session's lists block."""
        asked, blocker = route.request, self._options.blocker
        page = asked.frame.page.url
        main = asked.is_navigation_request() and asked.frame.parent_frame is None
        kind = "frame" if asked.resource_type == "document" else asked.resource_type
        if blocker is not None and not main and blocker.blocks(asked.url, kind, page):
            await route.abort("blockedbyclient")
        else:
            await route.fallback()

    def _is_public(self, request: Request) -> bool:
        """Whether the addresses that a load reaches must be public."""
        return self._options.public and (request.public or request.asker == "program")

    def _way_out(self, public: bool) -> str:
        """The proxy that pages go out through: ours, where addresses are guarded or the user has one; "" for none."""
        if not public and not self._options.proxy:
            return ""
        with self._lock:
            if public not in self._guards:
                from lightterm.fetch.guard_proxy import GuardProxy
                from lightterm.fetch.options import HttpOptions

                chosen = HttpOptions(proxy=self._options.proxy, no_proxy=self._options.no_proxy)
                self._guards[public] = GuardProxy(chosen, public)
            return self._guards[public].url

    def _context_options(self, request: Request) -> dict[str, Any]:
        from lightterm.fetch.options import is_excepted
        from lightterm.fetch.urls import origin, parts

        public = self._is_public(request)
        made = look_of(self._options, self._way_out(public))
        place, excepted = parts(request.url), self._options.insecure_hosts
        made["ignore_https_errors"] = is_excepted(excepted, place.host or "", int(place.port or 443))
        made["offline"] = request.url.startswith("file:")
        if public:
            # What they ask for passes by no page's rules; an agent's page is read without them.
            made["service_workers"] = "block"
        if request.user:
            name, _, password = request.user.partition(":")
            made["http_credentials"] = {"username": name, "password": password, "origin": origin(request.url)}
        return made


def check(request: Request, public: bool) -> None:
    """Raise SchemeRefused or AddressRefused for what its asker may not have.

    Names are looked up where the connection is made; this is what can be said before.
    """
    from lightterm.fetch.hosts import is_ip
    from lightterm.fetch.policy import check_addresses, check_name
    from lightterm.fetch.schemes import check_allowed
    from lightterm.fetch.urls import host_of

    check_allowed(request.url, request.asker, request.initiator, request.destination)
    host = host_of(request.url)
    if public and host:
        if is_ip(host):
            check_addresses(host, (host.strip("[]"),))
        else:
            check_name(host)


def local_page(request: Request, most: int) -> tuple[LocalPage | None, bytes]:
    """What the page of a file: URL is given, and its markup; (None, b"") for one of the web. Raises LighttermError."""
    if not request.url.startswith("file:"):
        return None, b""
    from lightterm.engines.local import LocalPage
    from lightterm.engines.static import snapshot_of
    from lightterm.fetch.schemes import Context
    from lightterm.fetch.schemes import load as read

    markup = snapshot_of(read(request, Context(max_bytes=most)), request).markup
    return LocalPage(request.url, markup), markup


async def _close(tabs: list[Tab]) -> None:
    for tab in tuple(tabs):
        await tab.close()
