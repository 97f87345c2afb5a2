"""One load in a tab: gone to, waited for, written down, with what was noticed on the way."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from lightterm.engines.base import FULL, Evidence
from lightterm.engines.driver import PageDied, page_errors
from lightterm.engines.full_ask import ScriptThrew, Stuck, answered
from lightterm.engines.full_signs import frameworks_of
from lightterm.engines.full_state import go_on, prepare
from lightterm.engines.full_tab import UNVEIL_SECONDS
from lightterm.engines.signs import challenge_of
from lightterm.errors import (
    AddressRefused,
    ConnectionFailed,
    DnsFailed,
    LighttermError,
    ReadTooLong,
    TimedOut,
    TlsFailed,
    TooLarge,
)
from lightterm.fetch.headers import header_text, is_secret, media_type
from lightterm.fetch.model import Redirect, Response, Snapshot, Timing
from lightterm.fetch.policy import REFUSAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.async_api import Request as Asked
    from playwright.async_api import Response as Reply
    from playwright.async_api import Route

    from lightterm.engines.base import State
    from lightterm.engines.full_tab import Tab
    from lightterm.engines.visible import Reading
    from lightterm.fetch.model import Headers, Request

READING = 0.25
"""The share of a load's time that is kept for writing the page down, at most READING_SECONDS."""

READING_SECONDS = 3.0
BODIES_SECONDS = 0.3
"""Seconds that downloads and the bodies that are kept may still take when the page has been read."""

HTML = ("text/html", "application/xhtml+xml", "")
LATE_SECONDS = 0.4
"""What scripts that ask for the scroll position every 50 to 250 ms are given once all of the page is in view."""
_FAULTS = (
    ("ERR_NAME_NOT_RESOLVED", DnsFailed, "the host name has no address"),
    ("ERR_CERT", TlsFailed, "the server's certificate is not trusted"),
    ("ERR_SSL", TlsFailed, "no encrypted connection could be made"),
    ("ERR_CONNECTION", ConnectionFailed, "the server refused or dropped the connection"),
    ("ERR_TUNNEL", ConnectionFailed, "the server cannot be reached through the proxy"),
    ("ERR_PROXY", ConnectionFailed, "the proxy cannot be reached"),
    ("ERR_ADDRESS_UNREACHABLE", ConnectionFailed, "the server cannot be reached"),
    ("ERR_TIMED_OUT", TimedOut, "the server did not answer in time"),
)


class Document:
    """The reply that became the page, as far as it is known."""

    def __init__(self, reply: Reply | None, headers: Headers, body: bytes) -> None:
        self.reply = reply
        self.headers = headers
        self.body = body

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name), "")

    @property
    def type(self) -> tuple[str, str]:
        """Media type and charset as they were stated, "" for none."""
        return media_type(self.header("content-type"))


async def load(tab: Tab, request: Request, until: float, most: int, state: State | None = None) -> Snapshot:
    """The page as it shows once settled, or at `until`, as far down as `state` says.

    Raises LighttermError when nothing came, PageDied when the process that draws the page ended meanwhile.
    """
    try:
        return await answered(tab.watch, _load(tab, request, until, most, state), 2 * (until - time.monotonic()) + 1)
    except (LighttermError, Stuck):
        if tab.watch.crashed:
            raise PageDied("the page's process ended: it may have asked for too much", url=request.url) from None
        raise


async def _load(tab: Tab, request: Request, until: float, most: int, state: State | None) -> Snapshot:
    began = time.monotonic()
    tab.asker, tab.user = request.asker, request.user or ""
    last = until - min((until - began) * READING, READING_SECONDS)
    prepared = await prepare(tab, state) if state is not None else ""
    reply = await _go(tab, request, last)
    arrived = time.monotonic()
    if reply is not None and not _is_page(reply):
        return await _file(reply, tab, request, until)
    settled = await tab.settle(last)
    if state is not None and settled:
        await go_on(tab, state, prepared, last)
    still = time.monotonic()
    reading = await _read(tab, until, most, request.url)
    document = await _document(tab, reply, until, most)
    phases = (
        ("arrived", (arrived - began) * 1e3),
        ("settled", (still - arrived) * 1e3),
        ("read", (time.monotonic() - still) * 1e3),
    )
    evidence = await _evidence(tab, reading, settled, document, phases)
    timing = Timing(first_byte_ms=phases[0][1], total_ms=(time.monotonic() - began) * 1e3)
    error = _error(document, request, settled, tab.stopped or still >= last)
    if (tab.cut or reading.late) and (error is None or isinstance(error, TimedOut)):
        error = ReadTooLong("too little time for all of the page: its beginning is shown", url=request.url)
    if error is None and reading.cut:
        error = TooLarge(f"the page is larger than {most} bytes; the rest was left out", url=request.url)
    return snapshot_of(tab, reading, document, evidence, error, timing)


async def later_snapshot(tab: Tab, first: Snapshot, until: float, most: int) -> Snapshot:
    """The page as it shows now, after it was acted on. Raises LighttermError."""
    began = time.monotonic()
    reading = await _read(tab, until, most, tab.url)
    document = await _document(tab, _later_reply(tab), until, most)
    phases = (("read", (time.monotonic() - began) * 1e3),)
    evidence = await _evidence(tab, reading, True, document, phases)
    error = _failed(reading.markup) if tab.failed else _status_error(document, tab.url, tab.asker, tab.user)
    made = snapshot_of(tab, reading, document, evidence, error, Timing(total_ms=phases[0][1]))
    if tab.documents != 1 or made.response.url.partition("#")[0] != first.response.url.partition("#")[0]:
        return made
    return made.replace(response=first.response.replace(url=made.response.url, truncated=reading.cut, error=None))


def _later_reply(tab: Tab) -> Reply | None:
    """What the document came with that a page went to by itself; None where a script has shown another place since."""
    reply = tab.reply if tab.documents != 1 and not tab.failed else None
    return reply if reply is not None and reply.url.partition("#")[0] == tab.url.partition("#")[0] else None


def snapshot_of(
    tab: Tab, reading: Reading, document: Document, evidence: Evidence, error: LighttermError | None, timing: Timing
) -> Snapshot:
    """What was written down, as a snapshot."""
    reply = document.reply
    stated, charset = document.type
    response = Response(
        url=tab.url,
        status=reply.status if reply is not None else 0 if tab.failed else 200,
        reason=reply.status_text if reply is not None else "",
        headers=document.headers,
        body=document.body,
        stated_type=stated,
        charset=charset,
        redirects=_redirects(reply.request, tab.watch.hops) if reply is not None else (),
        timing=timing,
        error=error,
        truncated=reading.cut,
        wire_bytes=len(document.body),
    )
    markup = reading.markup.encode("utf-8", "replace")
    markup = tab.local.put_back(markup) if tab.local is not None else markup
    numbers = tab.numbering.of(reading)
    return Snapshot(response, "text/html", markup, FULL, "utf-8", visible=True, evidence=evidence, numbers=numbers)


async def _go(tab: Tab, request: Request, until: float) -> Reply | None:
    """Ask for the page; the reply to its document, None where there is none (about:blank, a load that was cut)."""
    plain = request.method == "GET" and request.data is None and all(is_secret(name) for name, _ in request.headers)
    if not plain:
        await tab.page.route("**/*", lambda route: _first_as_asked(tab, route, request))
    left = max(until - time.monotonic(), 0.05) * 1e3
    try:
        return await tab.page.goto(request.url, wait_until="commit", timeout=left, referer=request.referrer or None)
    except page_errors() as fault:
        words = str(fault)
        if type(fault).__name__ == "TimeoutError":
            raise TimedOut("the page did not begin to come in time", url=request.url) from None
        if "Download is starting" in words or "ERR_ABORTED" in words:
            return None
        raise _fault(words, request.url) from None
    finally:
        if not plain:
            with suppress(*page_errors()):
                await tab.page.unroute("**/*")


async def _first_as_asked(tab: Tab, route: Route, request: Request) -> None:
    """Send the page's own request with its method, data and headers, and let all others go as they are."""
    asked = route.request
    if asked.frame == tab.page.main_frame and asked.is_navigation_request() and asked.redirected_from is None:
        own = {name.lower(): value for name, value in request.headers if not is_secret(name)}
        headers = {**asked.headers, **own}
        await route.fallback(method=request.method, headers=headers, post_data=request.data)
    else:
        await route.fallback()


def _failed(markup: str) -> LighttermError:
    """Why the page that was gone to did not come, of the words of the page that the browser shows instead."""
    at = markup.find("ERR_")
    words = markup[at : at + 60].partition("<")[0] if at >= 0 else "it was not there"
    kind, said = next(((kind, said) for sign, kind, said in _FAULTS if sign in words), (ConnectionFailed, words))
    return kind(f"the page did not come: {said}")


def _is_page(reply: Reply) -> bool:
    return media_type(reply.headers.get("content-type", ""))[0] in HTML


async def _file(reply: Reply, tab: Tab, request: Request, until: float) -> Snapshot:
    """A reply that is no page: its body, read as tier 1 reads such."""
    from lightterm.engines.static import snapshot_of as read_static

    document = await _document(tab, reply, until, 1 << 30)
    stated, charset = document.type
    response = Response(
        url=reply.url,
        status=reply.status,
        reason=reply.status_text,
        headers=document.headers,
        body=document.body,
        stated_type=stated,
        charset=charset,
        redirects=_redirects(reply.request, tab.watch.hops),
        error=_status_error(document, request.url, request.asker, request.user or ""),
    )
    return read_static(response, request).replace(tier=FULL)


async def _read(tab: Tab, until: float, most: int, url: str) -> Reading:
    """The page written down; what kept it from that is told as an error of ours."""
    try:
        reading = await tab.read(max(until - time.monotonic(), 0.3), most)
        more = (reading.veiled or reading.waiting) and not reading.late
        if more and not tab.stopped and until - time.monotonic() > UNVEIL_SECONDS:
            size = tab.page.viewport_size
            await tab.unveil(reading.height, until - READING * (until - time.monotonic()))
            veiled, hidden = reading.veiled, reading.hidden
            reading = await tab.read(max(until - time.monotonic(), 0.3), most)
            if veiled and reading.hidden == hidden and until - time.monotonic() > UNVEIL_SECONDS:
                await asyncio.sleep(LATE_SECONDS)  # nothing came in: what looks every so often has not looked yet
                reading = await tab.read(max(until - time.monotonic(), 0.3), most)
            await tab.view(size)
        return reading
    except (Stuck, ScriptThrew):
        raise TimedOut("the page's scripts did not come to an end", url=url) from None
    except page_errors() as fault:
        raise _fault(str(fault), url) from None


async def _document(tab: Tab, reply: Reply | None, until: float, most: int) -> Document:
    """The reply's headers and body, as far as there is time for them."""
    headers: Headers = ()
    body = b""
    left = min(until - time.monotonic(), 1.0)
    if reply is not None and left > 0:
        with suppress(*page_errors(), TimeoutError):
            async with asyncio.timeout(left):
                told = await reply.headers_array()
                headers = tuple((one["name"], header_text(one["value"].encode("utf-8", "replace"))) for one in told)
                body = (await reply.body())[:most]
    return Document(reply, headers, body)


async def _evidence(
    tab: Tab, reading: Reading, settled: bool, document: Document, phases: tuple[tuple[str, float], ...]
) -> Evidence:
    watch = tab.watch
    if not tab.stopped:
        await watch.finish(BODIES_SECONDS)
    missing: tuple[str, ...] = ("its scripts were stopped: they did not come to an end",) if tab.stopped else ()
    if reading.cut:
        missing += ("more markup than is read: the rest was left out",)
    status = document.reply.status if document.reply is not None else 200
    return Evidence(
        settled=settled,
        missing=missing,
        failed_scripts=tuple(watch.failed_scripts),
        canvas=reading.canvas,
        hidden=reading.hidden,
        challenge=challenge_of(status, reading, [frame.url for frame in tab.page.frames]),
        frameworks=() if tab.stopped or not settled else await frameworks_of(tab),
        console=tuple(watch.console),
        network=tuple(watch.exchanges),
        phases=phases,
        dropped=watch.dropped,
    )


def _error(document: Document, request: Request, settled: bool, late: bool) -> LighttermError | None:
    """What keeps this from being a page read whole."""
    if late and not settled:
        return TimedOut("the page went on changing until its time was over; this is what there was", url=request.url)
    return _status_error(document, request.url, request.asker, request.user or "")


def _status_error(document: Document, url: str, asker: str, user: str) -> LighttermError | None:
    from lightterm.fetch.statuses import status_error
    from lightterm.fetch.urls import host_of

    reply = document.reply
    if reply is None or reply.status < 400:
        return None
    host = host_of(url)
    if reply.status == 403 and asker == "program" and document.body.startswith(REFUSAL.encode()):
        # Our own proxy said so, of where a redirect led; a server that says it, too, does not choose the words.
        return AddressRefused(f"{REFUSAL} where {host} leads: not a public address", url=url)
    later, challenge = document.header("retry-after"), document.header("www-authenticate")
    return status_error(reply.status, reply.status_text, later, bool(user), host, challenge)


def _redirects(last: Asked, statuses: Mapping[str, int]) -> tuple[Redirect, ...]:
    hops: list[Redirect] = []
    at: Asked | None = last
    while at is not None and at.redirected_from is not None:
        before = at.redirected_from
        hops.append(Redirect(before.url, statuses.get(before.url, 302), at.url))
        at = before
    return tuple(reversed(hops))


def _fault(words: str, url: str) -> LighttermError:
    for sign, kind, said in _FAULTS:
        if sign in words:
            return kind(said, url=url)
    from lightterm.engines.driver import failure

    return failure(Exception(words))
