"""One load in lightpanda: a live page, or, where its scripts never end, what a process of its own can save."""

from __future__ import annotations

from time import monotonic

from lightterm.engines.light_page import LightPage
from lightterm.engines.light_settle import PATIENCE
from lightterm.engines.light_tab import Tab, words
from lightterm.errors import BrowserError, Cancelled, ReadTooLong, TimedOut
from lightterm.fetch.headers import secrets_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import EngineOptions, State
    from lightterm.engines.light_server import Server
    from lightterm.engines.local import LocalPage
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request, Snapshot

STUCK_SHARE = 0.4
"""The share of its time for which a page's scripts may hold everything up before they are ended."""
GIVEN_A_SECOND = 1_000_000
"""Bytes of a page that lightpanda shows and writes down in a second where the machine has more to do; alone thrice."""
_LANGUAGES = """{
  const told = Object.freeze(%s);
  Object.defineProperty(Navigator.prototype, "languages", { get: () => told, enumerable: true, configurable: true });
}"""
"""lightpanda takes one language, and tells English as another."""
_READ_SHARE = 0.15
_LEAST_READ = 0.3


class Load:
    """A document on its way through lightpanda until `until`, on the monotonic clock; used once."""

    def __init__(
        self,
        options: EngineOptions,
        command: tuple[str, ...],
        server: Server,
        static: Snapshot,
        request: Request,
        until: float,
    ) -> None:
        self._options = options
        self._command = command
        self._server = server
        self._request = request
        self._begun = monotonic()
        self._until = until
        self._static = self._fitting(static)
        self._patience = min(PATIENCE, STUCK_SHARE * self._left())

    def _left(self) -> float:
        return max(self._until - monotonic(), 0.05)

    def _fitting(self, static: Snapshot) -> Snapshot:
        """As much of a huge page as there is time for: what is left out is said in the error of its reply."""
        most, size = int(self._left() * GIVEN_A_SECOND), len(static.markup)
        if size <= most:
            return static
        kept = static.markup[: max(static.markup.rfind(b"<", 0, most), 0) or most]
        words = f"too little time for all of the page: the last {size - len(kept)} of its {size} bytes were left out"
        response = static.response.replace(error=ReadTooLong(words, url=static.response.url), truncated=True)
        return static.replace(markup=kept, response=response)

    def run(self, cancel: Cancel | None, state: State | None) -> Snapshot:
        """The page, live where it can be. Raises BrowserError, TimedOut, Cancelled."""
        try:
            return self._live(cancel, state)
        except (BrowserError, TimedOut) as fault:
            if cancel is not None and cancel.cancelled:
                raise Cancelled("the load was stopped") from None
            from lightterm.engines.light_once import once

            cookies = state.cookies if state is not None else ()
            snapshot = once(self._command, self._static, self._request, cookies, self._left(), cancel, fault)
            if snapshot is None:
                raise fault
            return snapshot

    def _live(self, cancel: Cancel | None, state: State | None) -> Snapshot:
        secrets = secrets_of(self._options.headers, self._request.headers)
        options, local = self._options, self._local()
        tab = Tab(self._server, options.viewport, self._left(), options.blocker, local, secrets, options.timer_seconds)
        if cancel is not None:
            cancel.add(tab.close)
        try:
            page = LightPage(tab, self._static.response, self._options.plain_css)
            if options.accept_language:
                tab.before_scripts(_LANGUAGES % words(list(options.languages)), self._left())
            page.phases.append(("start", (monotonic() - self._begun) * 1e3))
            if state is not None:
                page.begin(state, self._left())
            return self._read(page, tab, state)
        except BaseException:
            tab.close()
            raise
        finally:
            if cancel is not None:
                cancel.remove(tab.close)

    def _local(self) -> LocalPage | None:
        """What a page of this machine is given, None for one of the web."""
        static = self._static
        if not static.response.url.startswith("file:"):
            return None
        from lightterm.engines.local import LocalPage

        return LocalPage(static.response.url, static.markup)

    def _read(self, page: LightPage, tab: Tab, state: State | None) -> Snapshot:
        shown = monotonic()
        static = self._static
        page.given(tab.show(static.response, static.markup, min(self._left(), self._patience)))
        reserve = max(_READ_SHARE * self._left(), _LEAST_READ)
        settled = page.settle(self._left() - reserve, self._patience)
        if state is not None and settled:
            page.go_on(state, self._left() - reserve)
        page.phases.append(("settle", (monotonic() - shown) * 1e3))
        snapshot = page.snapshot(max(self._left(), _LEAST_READ))
        if settled or snapshot.response.error is not None:
            return snapshot
        error = TimedOut("the page went on changing until time was up", url=page.url)
        return snapshot.replace(response=snapshot.response.replace(error=error))
