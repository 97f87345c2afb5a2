"""A context of a session in Chromium: its pages share cookies and storage, and nobody else's."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from lightterm.engines.driver import PageDied
from lightterm.engines.full_tab import Tab
from lightterm.fetch.urls import origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

    from lightterm.engines.base import EngineOptions, State
    from lightterm.engines.full_cookies import CookieBridge

SPARE_SECONDS = 1.0
"""Seconds that the page which was opened meanwhile is waited for; another takes a fifth of one."""

OPEN_SECONDS = 5.0


class Place:
    """A context of the session, and the way of cookies into it and out."""

    def __init__(self, context: BrowserContext, bridge: CookieBridge) -> None:
        self.context = context
        self.bridge = bridge
        self.loads = 0
        self._sites: set[str] = set()
        self._spare: asyncio.Task[Tab] | None = None
        self._opened: list[Tab] = []
        self._closed = asyncio.Event()
        context.once("close", lambda _context: self._closed.set())

    def begin(self, state: State | None, url: str) -> State | None:
        """What a load begins with: a site that has had no page here finds what it left in the context before."""
        site = origin(url)
        known = site in self._sites
        self._sites.add(site)
        return state.replace(local=state.latest) if state is not None and state.latest and not known else state

    def knows(self, state: State) -> None:
        """Sites that have stored something here have it from here."""
        self._sites.update(site for site, _ in state.local)

    async def end(self, kept: bool) -> None:
        """Close the context; of one that is `kept`, which may be a person's own, the pages that were opened in it."""
        if not kept:
            await self.context.close()
            return
        for tab in self._opened:
            await tab.close()

    async def tab(self, downloads: str, options: EngineOptions) -> Tab:
        """A blank page: the one that was opened meanwhile, if there is one."""
        tab = await self._blank(downloads, options)
        self._opened = [*(one for one in self._opened if not one.page.is_closed()), tab]
        return tab

    async def _blank(self, downloads: str, options: EngineOptions) -> Tab:
        spare, self._spare = self._spare, None
        if spare is not None:
            with suppress(Exception):
                tab = await self._of(spare)
                if not tab.page.is_closed() and not tab.watch.crashed:
                    return tab
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                return await Tab.open(self.context, downloads, options)
        except TimeoutError:
            raise PageDied("the browser opens no page") from None

    async def _of(self, spare: asyncio.Task[Tab]) -> Tab:
        """The page opened meanwhile; one whose process or browser was killed never answers. Raises TimeoutError."""
        closed = asyncio.ensure_future(self._closed.wait())
        try:
            await asyncio.wait((spare, closed), timeout=SPARE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            closed.cancel()
        if spare.done():
            return spare.result()
        spare.cancel()
        raise TimeoutError

    def open_spare(self, downloads: str, options: EngineOptions) -> None:
        """Open the next page while this one is read, which takes 0.2 s; a session of one page needs none."""
        self.loads += 1
        if self.loads > 1 and self._spare is None:
            self._spare = asyncio.ensure_future(Tab.open(self.context, downloads, options))
