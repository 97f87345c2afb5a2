"""Tier 2: lightpanda, a browser without a screen that runs a page's scripts in 20 MB and a tenth of a second.

The document comes by tier 1's own way (its method, sign-in, cookies, cache, trust and guard) and is handed to
lightpanda; only what the page itself asks for goes out from there.
"""

from __future__ import annotations

from time import monotonic

from lightterm.engines.static import HTML, snapshot_of
from lightterm.fetch.model import LIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lightterm.engines.base import EngineOptions, Fetch, State
    from lightterm.engines.light_page import LightPage
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Request, Snapshot

SECONDS = 15.0
"""What a load without a deadline has."""
LEAST_IDLE = 1.0
"""Seconds that a page has at least until somebody uses it again."""


class LightEngine:
    """Loads pages in lightpanda. `fetch` gets the document; the program is that of the options, else it is found."""

    tier = LIGHT

    def __init__(self, options: EngineOptions, fetch: Fetch) -> None:
        self._options = options
        self._fetch = fetch
        self._pages: list[LightPage] = []

    def missing(self) -> str:
        """What is not there and how to install it, "" where the tier can run."""
        from lightterm.engines.light_binary import missing

        return missing(self._options.lightpanda)

    def load(self, request: Request, cancel: Cancel | None = None, state: State | None = None) -> Snapshot:
        """The page as it stands when its text has stopped changing, or when time is up.

        What is no HTML is returned as tier 1 has it. Raises LighttermError when nothing came back, BrowserError when
        lightpanda is not there or fails.
        """
        until = monotonic() + (SECONDS if request.deadline is None else request.deadline)
        static = snapshot_of(self._fetch(request, cancel), request)
        if static.content_type not in HTML or not static.response.url.startswith(("http", "file:")):
            return static
        from lightterm.engines.light_server import borrow, command

        program = command(self._options, self._way_out(request))
        server = borrow(program, self)
        server.warm()
        from lightterm.engines.light_load import Load
        from lightterm.engines.light_page import LightPage
        from lightterm.engines.light_rest import look_after

        snapshot = Load(self._options, program, server, static, request, until).run(cancel, state)
        if isinstance(page := snapshot.live, LightPage):
            self._pages = [*(one for one in self._pages if not one.gone), page]
            look_after(self)
        return snapshot

    def rest(self) -> float:
        """Let go of pages that nobody has used for `idle_seconds`, and of the process where none is left; these."""
        from lightterm.engines.light_server import rest

        seconds = max(self._options.idle_seconds, LEAST_IDLE)
        for page in self._pages:
            page.rest(seconds)
        self._pages = [page for page in self._pages if not page.gone]
        rest(self, seconds)
        return seconds

    def _way_out(self, request: Request) -> str:
        """The proxy that lightpanda goes out through: ours, where addresses are guarded or the user has one."""
        options = self._options
        if request.url.startswith("file:"):
            from lightterm.engines.local import NOWHERE

            return NOWHERE
        public = options.public and (request.public or request.asker == "program")
        if not options.proxy and not public:
            return ""
        from lightterm.engines.light_server import guard
        from lightterm.fetch.options import HttpOptions

        return guard(HttpOptions(proxy=options.proxy, no_proxy=options.no_proxy), public, self)

    def close(self) -> None:
        """Let go of the running lightpanda; its process ends with its last user."""
        import sys

        if "lightterm.engines.light_server" in sys.modules:
            from lightterm.engines.light_server import give_back

            give_back(self)
        if "lightterm.engines.light_rest" in sys.modules:
            from lightterm.engines.light_rest import leave

            leave(self)
