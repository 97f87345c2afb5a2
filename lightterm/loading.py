"""Request to Page: the one loop over tiers, with meta refresh followed, and what went wrong kept beside what came."""

from __future__ import annotations

from lightterm.engines.base import STATIC
from lightterm.fetch.model import Redirect, Request
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document
    from lightterm.engines.base import Engine
    from lightterm.errors import LighttermError
    from lightterm.extract.view import View
    from lightterm.fetch.model import Response, Snapshot

    FetchSheet = Callable[[str], str | None]

REFRESH_WITHIN = 5.0
"""Seconds up to which a meta refresh is a redirect rather than a page that reloads itself."""


class Step(Record):
    """One tier's try: how long its parts took in milliseconds, and why it was or was not the last."""

    tier: int
    load_ms: float
    extract_ms: float
    reason: str


class Page(Record):
    """What a load gave: the document, the reply it came from, how it was got, and every error met on the way."""

    request: Request
    response: Response
    snapshot: Snapshot
    document: Document
    tier: int = STATIC
    trace: tuple[Step, ...] = ()
    errors: tuple[LighttermError, ...] = ()

    @property
    def error(self) -> LighttermError | None:
        """The error that keeps this from being a page read whole, or None."""
        return self.errors[0] if self.errors else None


class Loader:
    """Loads pages with the engines it is given, lowest tier first."""

    def __init__(
        self,
        engines: tuple[Engine, ...],
        sheets: Callable[[Request], FetchSheet] | None = None,
        max_redirects: int = 10,
    ) -> None:
        self._engines = engines
        self._sheets = sheets
        self._max_redirects = max_redirects

    def load(self, request: Request, view: View) -> Page:
        """The page of `request`, meta refresh followed; raises LighttermError when nothing came back."""
        from lightterm.errors import TooManyRedirects

        hops: tuple[Redirect, ...] = ()
        while True:
            page = self._load_once(request, view)
            target = _refresh_target(page)
            if target is None or page.error is not None:
                break
            hops += (*page.response.redirects, Redirect(page.response.url, 0, target))
            if len(hops) > self._max_redirects:
                looped = TooManyRedirects(
                    f"more than {self._max_redirects} redirects", url=request.url, chain=tuple(h.location for h in hops)
                )
                return page.replace(errors=(*page.errors, looped))
            request = Request(
                url=target,
                asker="program" if request.asker == "program" else "link",
                initiator=page.response.url,
                referrer=page.response.url,
                freshness=request.freshness,
                deadline=request.deadline,
                max_bytes=request.max_bytes,
            )
        if hops:
            page = page.replace(response=page.response.replace(redirects=hops + page.response.redirects))
        return page

    def _load_once(self, request: Request, view: View) -> Page:
        from time import perf_counter

        from lightterm.extract import extract

        engine = self._engines[0]
        start = perf_counter()
        snapshot = engine.load(request)
        loaded = perf_counter()
        response = snapshot.response
        sheets = self._sheets(request) if self._sheets is not None else None
        document, problems = extract(snapshot, view, sheets)
        errors = ((response.error,) if response.error is not None else ()) + problems
        done = perf_counter()
        step = Step(engine.tier, (loaded - start) * 1e3, (done - loaded) * 1e3, "static page")
        return Page(request, response, snapshot, document, engine.tier, (step,), errors)


def _refresh_target(page: Page) -> str | None:
    refresh = page.document.metadata.refresh
    if refresh is None or refresh[0] > REFRESH_WITHIN:
        return None
    url = refresh[1]
    if url.partition("#")[0] == page.response.url.partition("#")[0]:
        return None
    return url if url.startswith(("http:", "https:")) or page.response.url.startswith("file:") else None
