"""Request to Page: tier 1 first, a higher one with a reason; refreshes followed; what went wrong beside what came."""

from __future__ import annotations

from time import monotonic

from lightterm.fetch.model import STATIC, Redirect, Request
from lightterm.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.document.model import Document, Paragraph
    from lightterm.engines.base import Engine, Evidence
    from lightterm.errors import LighttermError
    from lightterm.extract.sheets import FetchSheets
    from lightterm.extract.view import View
    from lightterm.fetch.clock import Cancel
    from lightterm.fetch.model import Response, Snapshot

REFRESH_WITHIN = 5.0
"""Seconds up to which a meta refresh is a redirect rather than a page that reloads itself."""

BINARY_FROM = 0.05
"""Share of bytes no text has from which a page is binary data; stray control characters are fewer."""

READ_AT_ONCE = 250_000
"""Bytes of markup that are read whatever time is left, in a fiftieth of a second."""

PLENTY = 1500
"""Characters of main text from which a page is what its address promises, whatever scripts it has."""

ABOUT_THE_SITE = ("navigation", "banner", "contentinfo", "complementary", "search")
"""Landmarks whose text is about the site, not of the page."""


class Step(Record):
    """One tier's try: how long its parts took in milliseconds, and in words why it was or was not the last.

    `failure` says why nothing came of it, "" when something did; `reasons`, `score`, `main` (characters) and
    `incomplete` are the judge's, where it was asked; `evidence` the engine's. `chosen`: the page is this tier's.
    """

    tier: int
    load_ms: float = 0.0
    extract_ms: float = 0.0
    reason: str = ""
    failure: str = ""
    score: float = 0.0
    reasons: tuple[str, ...] = ()
    main: int | None = None
    incomplete: tuple[str, ...] = ()
    evidence: Evidence | None = None
    chosen: bool = True


class Plan(Record):
    """Which tiers may load a page, where to begin, and the seconds each may take (0: all that there are).

    `forced`: a person said so, and what the judge thinks of it is only told. `learnt`: `start` is what worked before,
    and is gone on to where the static page is not enough; where an agent said so, it is begun with.
    """

    start: int = STATIC
    lowest: int = STATIC
    highest: int = STATIC
    seconds: tuple[float, float, float] = (0.0, 0.0, 0.0)
    forced: bool = False
    learnt: bool = False


class Page(Record):
    """What a load gave: the document, the reply it came from, how it was got, and every error met on the way.

    `hint` says in words what is probably not there, and what would bring it; "" when all is.
    """

    _weakly = True

    request: Request
    response: Response
    snapshot: Snapshot
    document: Document
    tier: int = STATIC
    trace: tuple[Step, ...] = ()
    errors: tuple[LighttermError, ...] = ()
    hint: str = ""

    @property
    def error(self) -> LighttermError | None:
        """The error that keeps this from being a page read whole, or None."""
        return self.errors[0] if self.errors else None


class Loader:
    """Loads pages with the engines it is given, lowest tier first.

    `engines` gives the engine of a tier, `plan` says which tiers there are for a request, `view` how a page at an
    address is read; `sheets` makes the loader of a page's style sheets from its request and the seconds left.
    `max_redirects` bounds the refreshes followed; with None none is. `seen` is shown each snapshot before it is read,
    `shown` each page that is there while a higher tier is tried, and that tier; `cancel` stops a load from another
    thread.
    """

    def __init__(
        self,
        engines: Callable[[int], Engine],
        view: Callable[[str], View],
        sheets: Callable[[Request, float], FetchSheets] | None = None,
        max_redirects: int | None = 10,
        seen: Callable[[Snapshot], None] | None = None,
        cancel: Cancel | None = None,
        plan: Callable[[Request], Plan] | None = None,
        shown: Callable[[Page, int], None] | None = None,
    ) -> None:
        self.engines = engines
        self.shown = shown
        self._plan = plan
        self._view = view
        self._sheets = sheets
        self._max_redirects = max_redirects
        self._seen = seen
        self.cancel = cancel

    def load(self, request: Request, seconds: float) -> Page:
        """The page of `request`, meta refresh followed, style sheets and all within `seconds`.

        Raises LighttermError when nothing came back. A refresh that fails leaves the page that asked for it, with the
        error.
        """
        from lightterm.error_base import LighttermError

        until, given = monotonic() + seconds, self._given
        page = self._load_once(request.replace(deadline=seconds), until)
        chain = page.response.redirects
        while (target := self._refresh_target(page)) is not None:
            until, given = until + self._given - given, self._given
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
        from lightterm.errors import TimedOut, TooManyRedirects

        if self._max_redirects is not None and len(chain) > self._max_redirects:
            hops = [hop.url for hop in chain]
            raise TooManyRedirects(f"more than {self._max_redirects} redirects", url=hops[0], redirects=hops)
        if monotonic() >= until:
            raise TimedOut(f"the load took longer than {seconds:g} s", url=chain[-1].location)

    def _load_once(self, request: Request, until: float) -> Page:
        from lightterm.error_base import LighttermError

        plan = self._plan(request) if self._plan is not None else Plan()
        if plan.start != STATIC and not (plan.learnt and plan.lowest == STATIC and request.asker != "program"):
            from lightterm.climbing import Climb

            page = Climb(self, plan, until).begin(request)
            return page if self._refresh_target(page) is not None else _checked(page)
        given = self._given
        try:
            page = self.attempt(self.engines(STATIC), request, until, plan.seconds[0])
        except LighttermError as error:
            if plan.highest == STATIC or not plan.seconds[0]:
                raise
            from lightterm.climbing import Climb

            return Climb(self, plan, until + self._given - given).after(error, request)
        if self._refresh_target(page) is not None:
            return page
        if plainly_enough(page.snapshot, page.document) or not _may_climb(page.response.url, page.snapshot):
            page = page.replace(trace=(page.trace[0].replace(reason=_why_enough(page)),))
            return _checked(page)
        from lightterm.climbing import Climb

        return _checked(Climb(self, plan, until + self._given - given).go_on(page))

    @property
    def _given(self) -> float:
        """Seconds that did not count so far."""
        return self.cancel.given if self.cancel is not None else 0.0

    def attempt(
        self, engine: Engine, request: Request, until: float, most: float = 0.0, cancel: Cancel | None = None
    ) -> Page:
        """One engine's try, in what is left until then and at most so many seconds (0: no bound of its own).

        Raises LighttermError when nothing came back.
        """
        from lightterm.extract import extract

        start, given = monotonic(), self._given
        bounded = request
        if most or engine.tier != STATIC:
            left = until - start
            bounded = request.replace(deadline=min(left, most) if most else left)
        snapshot = engine.load(bounded, cancel or self.cancel)
        loaded = monotonic()
        until += self._given - given
        if self._seen is not None and engine.tier == STATIC:
            self._seen(snapshot)
        response = snapshot.response
        sheets = None
        if self._sheets is not None and not snapshot.visible:
            sheets = self._sheets(request.replace(url=response.url), until - loaded)
        view = self._view(response.url)
        if (few := request.asker == "program") or len(snapshot.markup) > READ_AT_ONCE:
            from lightterm.extract.in_time import extract_in_time

            document, problems = extract_in_time(snapshot, view, sheets, until - loaded, few)
        else:
            document, problems = extract(snapshot, view, sheets)
        errors = ((response.error,) if response.error is not None else ()) + problems
        spent = (loaded - start) * 1e3, (monotonic() - loaded) * 1e3
        step = Step(engine.tier, *spent, "loaded", evidence=snapshot.evidence)
        return Page(request, response, snapshot, document, engine.tier, (step,), errors)

    def with_markup(self, page: Page, markup: bytes) -> Page:
        """The page with a document of other markup; its own style sheets are left out."""
        from lightterm.extract import extract

        snapshot = page.snapshot.replace(markup=markup)
        return page.replace(document=extract(snapshot, self._view(page.response.url), None)[0])

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
        robots=request.robots,
        initiator=here,
        referrer=here,
        freshness=request.freshness,
        max_bytes=request.max_bytes,
    )


def main_length(document: Document, most: int = 1 << 30) -> int:
    """Characters of text outside the landmarks that are about the site; counting ends at `most`."""
    spans = [(mark.start, mark.end) for mark in document.landmarks if mark.role in ABOUT_THE_SITE]
    count = 0
    for at, block in enumerate(document.blocks):
        if spans and any(start <= at < end for start, end in spans):
            continue
        count += sum([len(paragraph.raw) for paragraph in paragraphs(block)])
        if count >= most:
            break
    return count


def paragraphs(block: object) -> Iterator[Paragraph]:
    """The paragraphs of a block, those in the cells of a table too."""
    from lightterm.document.model import Paragraph, Table

    if isinstance(block, Paragraph):
        yield block
    elif isinstance(block, Table):
        for row in block.rows:
            for cell in row:
                for inner in cell.blocks:
                    yield from paragraphs(inner)


def has_template(paragraph: Paragraph) -> bool:
    """Whether a paragraph shows `{{ a template }}`, and not as code."""
    from lightterm.document.marks import CODE

    raw = paragraph.raw
    start = raw.find("{{")
    return start >= 0 and not paragraph.pre and CODE not in raw and 0 < raw.find("}}", start) - start < 200


def plainly_enough(snapshot: Snapshot, document: Document) -> bool:
    """Whether a page of tier 1 needs no judge: no HTML, no script, or text enough and no template left open."""
    from lightterm.extract import HTML

    markup = snapshot.markup
    if snapshot.content_type not in HTML or not any(map(has_script, own_markup(snapshot))):
        return True
    if main_length(document, PLENTY) < PLENTY:
        return False
    return b"{{" not in markup or not any(has_template(p) for block in document.blocks for p in paragraphs(block))


def own_markup(snapshot: Snapshot) -> tuple[bytes, ...]:
    """The markup of a page and of those frames of it that its own site made."""
    if not snapshot.frames:
        return (snapshot.markup,)
    from lightterm.fetch.urls import origin

    site = origin(snapshot.response.url)
    return (snapshot.markup, *[frame.markup for frame in snapshot.frames if origin(frame.url) == site])


def _may_climb(url: str, snapshot: Snapshot) -> bool:
    """Whether scripts of a page may run: one of this machine is given its own, and nothing from elsewhere."""
    if url.startswith("http"):
        return True
    if not url.startswith("file:"):
        return False
    from lightterm.engines.local import runs_alone

    return runs_alone(url, snapshot.markup)


def has_script(markup: bytes) -> bool:
    """Whether there is a script in it."""
    from lightterm.extract.dom import SMALL, count_tags

    if len(markup) > SMALL and b"scr" not in count_tags(markup).begun:
        return False
    return b"<script" in markup or b"<SCRIPT" in markup or b"<script" in markup.lower()


def _why_enough(page: Page) -> str:
    from lightterm.extract import HTML

    if page.snapshot.content_type not in HTML:
        return "static page"
    return "static page: enough text" if has_script(page.snapshot.markup) else "static page: it has no scripts"


def _checked(page: Page) -> Page:
    """The page, with an error where it came whole and is none."""
    problem = _no_page(page)
    if problem is not None:
        return page.replace(errors=(*page.errors, problem))
    if page.response.url.startswith("http") and main_length(page.document, PLENTY) < PLENTY:
        from lightterm.limited import rate_limited

        limited = rate_limited(page)
        return page if limited is None else page.replace(errors=(limited, *page.errors))
    return page


def check_length(page: Page, least: int) -> None:
    """Raises ContentTooShort where a page's main text has fewer characters than `least`."""
    if least and (size := main_length(page.document, least)) < least:
        from lightterm.errors import ContentTooShort

        words = f"the page has {size} characters of text, and {least} were asked for"
        raise ContentTooShort(words, url=page.response.url, least_length=least, length=size)


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
    if page.tier == STATIC and has_script(snapshot.markup):
        words = "the page shows nothing until its scripts run"
        return RequiresScript(words, actions=(ELSEWHERE,), url=response.url)
    if snapshot.evidence is not None and snapshot.evidence.canvas:
        words = "the page is drawn on a canvas and has no text"
        return ContentEmpty(words, actions=actions, url=response.url, drawn=True)
    if not response.body.strip():
        return ContentEmpty("the server sent an empty page", actions=(AS_BROWSER,), url=response.url)
    return ContentEmpty("the page has no text", actions=actions, url=response.url)
