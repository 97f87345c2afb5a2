"""Request to Page: the one loop over tiers, with meta refresh followed, and what went wrong kept beside what came."""

from __future__ import annotations

from lightterm.fetch.model import STATIC, Redirect, Request
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.document.model import Document
    from lightterm.engines.base import Engine
    from lightterm.errors import LighttermError
    from lightterm.extract.sheets import FetchSheets
    from lightterm.extract.view import View
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Response, Snapshot

REFRESH_WITHIN = 5.0
"""Seconds up to which a meta refresh is a redirect rather than a page that reloads itself."""

BINARY_FROM = 0.05
"""Share of bytes no text has from which a page is binary data; stray control characters are fewer."""


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
    """Loads pages with the engines it is given, lowest tier first.

    `view` says how a page at an address is read, `sheets` makes the loader of a page's style sheets from its request
    and the seconds left. `max_redirects` bounds the refreshes followed; with None none is. `seen` is shown each
    snapshot before it is read; `cancel` stops a load from another thread.
    """

    def __init__(
        self,
        engines: tuple[Engine, ...],
        view: Callable[[str], View],
        sheets: Callable[[Request, float], FetchSheets] | None = None,
        max_redirects: int | None = 10,
        seen: Callable[[Snapshot], None] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        self._engines = engines
        self._view = view
        self._sheets = sheets
        self._max_redirects = max_redirects
        self._seen = seen
        self._cancel = cancel

    def load(self, request: Request, seconds: float) -> Page:
        """The page of `request`, meta refresh followed, style sheets and all within `seconds`.

        Raises LighttermError when nothing came back. A refresh that fails leaves the page that asked for it, with the
        error.
        """
        from time import monotonic

        from lightterm.error_base import LighttermError

        until = monotonic() + seconds
        page = self._load_once(request.replace(deadline=seconds), until)
        chain = page.response.redirects
        while (target := self._refresh_target(page)) is not None:
            chain += (Redirect(page.response.url, 0, target),)
            try:
                self._check_bounds(chain, seconds, until)
                page = self._load_once(onward(page, target).replace(deadline=until - monotonic()), until)
            except LighttermError as error:
                page = page.replace(errors=(error,))
                break
            chain += page.response.redirects
        return page.replace(response=page.response.replace(redirects=chain))

    def _check_bounds(self, chain: tuple[Redirect, ...], seconds: float, until: float) -> None:
        from time import monotonic

        from lightterm.errors import TimedOut, TooManyRedirects

        if self._max_redirects is not None and len(chain) > self._max_redirects:
            hops = [hop.url for hop in chain]
            raise TooManyRedirects(f"more than {self._max_redirects} redirects", url=hops[0], redirects=hops)
        if monotonic() >= until:
            raise TimedOut(f"the load took longer than {seconds:g} s", url=chain[-1].location)

    def _load_once(self, request: Request, until: float) -> Page:
        from time import monotonic

        from lightterm.extract import extract

        engine = self._engines[0]
        start = monotonic()
        snapshot = engine.load(request, self._cancel)
        loaded = monotonic()
        if self._seen is not None:
            self._seen(snapshot)
        response = snapshot.response
        sheets = None
        if self._sheets is not None:
            sheets = self._sheets(request.replace(url=response.url), until - loaded)
        document, problems = extract(snapshot, self._view(response.url), sheets)
        errors = ((response.error,) if response.error is not None else ()) + problems
        step = Step(engine.tier, (loaded - start) * 1e3, (monotonic() - loaded) * 1e3, "static page")
        page = Page(request, response, snapshot, document, engine.tier, (step,), errors)
        problem = _no_page(page)
        return page if problem is None else page.replace(errors=(*errors, problem))

    def _refresh_target(self, page: Page) -> str | None:
        """Where a page that came whole sends the reader on to.

        A page of this machine leads only to files: a mail with a refresh to its sender would tell when it is read.
        """
        refresh = page.document.metadata.refresh
        if self._max_redirects is None or page.error is not None or refresh is None or refresh[0] > REFRESH_WITHIN:
            return None
        here, target = page.response.url, refresh[1]
        reach = ("http:", "https:") if here.startswith("http") else ("file:",) if here.startswith("file:") else ()
        itself = target.partition("#")[0] == here.partition("#")[0]
        return target if target.startswith(reach) and not itself else None


def onward(page: Page, target: str) -> Request:
    """The request a page makes for another document, with what may go there of the headers that were asked for."""
    from lightterm.fetch.headers import headers_onward

    request, here = page.request, page.response.url
    return Request(
        url=target,
        headers=headers_onward(request.headers, here, target),
        asker="program" if request.asker == "program" else "link",
        initiator=here,
        referrer=here,
        freshness=request.freshness,
        max_bytes=request.max_bytes,
    )


def _no_page(page: Page) -> LighttermError | None:
    """What is wrong with a page from the web that came whole and is none: it is binary, or has no text.

    An empty file or mail is simply empty, and what a person calls HTML is read as that.
    """
    from lightterm.extract import HTML

    response, snapshot = page.response, page.snapshot
    asked = page.request.method == "GET" and response.status == 200 and response.url.startswith("http")
    if page.errors or not asked or snapshot.content_type not in HTML:
        return None
    from lightterm.document.model import Pictures
    from lightterm.errors import AS_BROWSER, ELSEWHERE, SOURCE, ContentEmpty, ParseFailed, RequiresScript

    actions = (SOURCE.replace(priority=1),)
    if page.document.blocks and page.document.blocks[0].__class__ is not Pictures:
        from lightterm.fetch.media_types import binary_share

        if snapshot.charset.startswith("utf-16") or binary_share(response.body) < BINARY_FROM:
            return None
        words = f"the server calls it {snapshot.content_type}, and it is binary data"
        return ParseFailed(words, actions=actions, url=response.url)
    if b"<script" in snapshot.markup.lower():
        words = "the page shows nothing until its scripts run"
        return RequiresScript(words, actions=(ELSEWHERE,), url=response.url)
    if not response.body.strip():
        return ContentEmpty("the server sent an empty page", actions=(AS_BROWSER,), url=response.url)
    return ContentEmpty("the page has no text", actions=actions, url=response.url)
