"""Tier 3: Chromium by Playwright. A session has one context in a browser that all sessions share."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

from lightterm.engines import chromium
from lightterm.engines.base import FULL
from lightterm.engines.full_browser import browsers
from lightterm.engines.full_cookies import CookieBridge
from lightterm.engines.full_load import load
from lightterm.engines.full_page import FullPage
from lightterm.engines.full_tab import Tab
from lightterm.errors import BrowserError, LighttermError, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from playwright.async_api import BrowserContext

    from lightterm.engines.base import EngineOptions, State
    from lightterm.engines.full_browser import Browser
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.cookies import CookieJar
    from lightterm.fetch.model import Request, Snapshot

SECONDS = 30.0
GRACE = 1.08
"""What a load may take of its deadline before its page is given up, whatever it does."""


class FullEngine:
    """Loads pages in Chromium for one session; made cheaply, nothing is started before the first load."""

    tier = FULL

    def __init__(self, options: EngineOptions, cookies: CookieJar) -> None:
        self._options = options
        self._bridge = CookieBridge(cookies)
        self._jar = cookies
        self._browser: Browser | None = None
        self._context: BrowserContext | None = None
        self._credentials = ""
        self._lock = threading.Lock()

    def missing(self) -> str:
        """What is not there, "" where the engine can run."""
        return "" if self._options.attach else chromium.missing(self._options.chromium)

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """The page of `request` once it has settled, or as it is at the deadline. Raises LighttermError."""
        seconds = SECONDS if request.deadline is None else request.deadline
        until = time.monotonic() + seconds
        if state is not None:
            self._jar.add(state.cookies)
        for attempt in (1, 2):
            browser = self._take()
            try:
                return self._load(browser, request, until, cancel, state)
            except (BrowserError, TimedOut) as fault:
                if browser.responds():
                    raise
                browser.kill()
                self._drop()
                if attempt == 2 or isinstance(fault, TimedOut) or time.monotonic() > until - 1:
                    raise
        raise AssertionError("two attempts return or raise")

    def close(self) -> None:
        """End the session's context and let the browser go."""
        browser, context = self._browser, self._context
        if browser is not None and context is not None and context is not browser.kept:
            with suppress(LighttermError):
                browser.driver.run(context.close(), 3)
        self._drop()

    def _take(self) -> Browser:
        with self._lock:
            if self._browser is not None and not self._browser.alive():
                browsers().give_back(self._browser)
                self._browser, self._context = None, None
            if self._browser is None:
                self._browser = browsers().take(self._options)
                self._context = None
                self._bridge = CookieBridge(self._jar)
            return self._browser

    def _drop(self) -> None:
        with self._lock:
            browser, self._browser, self._context = self._browser, None, None
        if browser is not None:
            browsers().give_back(browser)

    def _load(
        self, browser: Browser, request: Request, until: float, cancel: Cancel | None, state: State | None
    ) -> Snapshot:
        left = max(until - time.monotonic(), 0.1)
        opened: list[Tab] = []

        async def work() -> Snapshot:
            context = await self._context_for(browser, request)
            await self._bridge.into(context)
            tab = await Tab.open(context, browser.driver.place, self._options)
            opened.append(tab)
            if state is not None:
                await tab.prepare(state)
            snapshot = await load(tab, request, until, self._options.max_bytes)
            await self._bridge.out_of(context)
            return snapshot

        try:
            snapshot = browser.driver.run(work(), left * GRACE, cancel)
        except LighttermError:
            browser.driver.post(_close(opened))
            raise
        return snapshot.replace(
            live=FullPage(opened[0], browser.driver, self._bridge, snapshot, self._options.max_bytes)
        )

    async def _context_for(self, browser: Browser, request: Request) -> BrowserContext:
        """The session's context; a request with a name and password of its own needs another one."""
        if browser.kept is not None:
            self._context = browser.kept
        wanted = request.user or ""
        if self._context is not None and (wanted in ("", self._credentials) or self._context is browser.kept):
            return self._context
        if browser.connection is None:
            raise BrowserError("the browser has ended")
        self._credentials = wanted
        self._bridge = CookieBridge(self._jar)
        self._context = await browser.connection.new_context(**self._context_options(request))
        return self._context

    def _context_options(self, request: Request) -> dict[str, Any]:
        from lightterm.fetch.urls import host_of, origin

        chosen = self._options
        made: dict[str, Any] = {
            "viewport": {"width": chosen.viewport[0], "height": chosen.viewport[1]},
            "color_scheme": chosen.scheme,
            "accept_downloads": True,
            "ignore_https_errors": host_of(request.url) in chosen.insecure_hosts,
        }
        language = chosen.accept_language.partition(",")[0].partition(";")[0].strip()
        headers = dict(chosen.headers)
        if chosen.accept_language:
            headers.setdefault("Accept-Language", chosen.accept_language)
        said = {
            "user_agent": chosen.user_agent,
            "locale": language,
            "timezone_id": chosen.timezone,
            "extra_http_headers": headers,
        }
        made.update({name: value for name, value in said.items() if value})
        if chosen.proxy:
            made["proxy"] = _proxy(chosen.proxy, chosen.no_proxy)
        if request.user:
            name, _, password = request.user.partition(":")
            made["http_credentials"] = {"username": name, "password": password, "origin": origin(request.url)}
        return made


def _proxy(address: str, exceptions: str) -> dict[str, str]:
    from lightterm.fetch.urls import strip_credentials

    server, given = strip_credentials(address)
    made = {"server": server}
    if exceptions:
        made["bypass"] = exceptions
    if given:
        made["username"], _, made["password"] = given.partition(":")
    return made


async def _close(tabs: list[Tab]) -> None:
    for tab in tuple(tabs):
        await tab.close()
