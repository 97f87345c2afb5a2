"""What a page of Chromium does, noted as it happens: requests, console, faults, dialogs, downloads, new windows."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import suppress

from lightterm.engines.base import ASKING, Answer, ConsoleLine, Exchange
from lightterm.engines.polling import Polls
from lightterm.engines.redact import redacted_headers, redacted_url, redacted_words
from lightterm.numerals import is_whole
from lightterm.safe import clean, clean_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from playwright.async_api import ConsoleMessage, Dialog, Download, Page, Request, Response, WebError, WebSocket

MOST_EXCHANGES = 500
MOST_LINES = 200
LONGEST_LINE = 1000
MOST_NOTED = 50
"""Dialogs, downloads and windows that are told of; those beyond are answered, ended and closed all the same."""

STORM = 20
"""Dialogs from which on a page is not let ask any more."""

BRINGING = ("document", "script", "xhr", "fetch", "stylesheet")
"""Kinds of requests that bring text; pictures, fonts, streams and pings are not waited for."""

DATA = ("xhr", "fetch")
"""Those of them that scripts make for what they show."""

BLOCKED = "ERR_BLOCKED_BY_CLIENT"
_LEVELS = {"warning": "warning", "error": "error", "info": "info", "debug": "log", "assert": "error"}


class Watch:
    """One page's doings since `clear`. All of it runs on the loop of the driver."""

    def __init__(self, page: Page, downloads: str, bodies: int = 0) -> None:
        self.page = page
        self.exchanges: list[Exchange] = []
        self.console: list[ConsoleLine] = []
        self.failed_scripts: list[str] = []
        self.dropped = 0
        self.dialogs: list[str] = []
        self.downloads: list[tuple[str, str]] = []
        """Files that came: (path, where from)."""
        self.opened: list[str] = []
        self.answers: list[Answer] = []
        self._met = 0
        self.hops: dict[str, int] = {}
        """The statuses of documents that led elsewhere, by address."""
        self.death = asyncio.Event()
        self.quiet_since = time.monotonic()
        self.sends = False
        """Whether the document that was asked for last was asked for by sending something."""
        self.asked_for = ""
        self.reply: Response | None = None
        """The address of that document, and what came of it."""
        self.dialog_met = asyncio.Event()
        self._place = downloads
        self._bodies = bodies
        self._open: dict[Request, float] = {}
        self.polls = Polls()
        self._replies: dict[Request, Response] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking: set[asyncio.Task[None]] = set()
        self._sockets: set[WebSocket] = set()
        self._listen(page)

    def _listen(self, page: Page) -> None:
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("requestfinished", lambda request: self._over(request, ""))
        page.on("requestfailed", lambda request: self._over(request, request.failure or "failed"))
        page.on("console", self._said)
        page.on("pageerror", self._threw)
        page.on("crash", self._crash)
        page.on("dialog", lambda dialog: self._later(self._answer(dialog)))
        page.on("download", lambda download: self._later(self._keep(download)))
        page.on("popup", lambda popup: self._later(self._refuse(popup)))
        page.on("websocket", self._connects)

    def _connects(self, socket: WebSocket) -> None:
        self._sockets.add(socket)
        socket.on("close", lambda _socket: self._sockets.discard(socket))

    @property
    def listens(self) -> bool:
        """Whether the page is told news over a connection that stays open."""
        return bool(self._sockets) or any(request.resource_type == "eventsource" for request in tuple(self._open))

    @property
    def is_busy(self) -> bool:
        """Whether a file, a dialog or a window is under way."""
        return bool(self._tasks)

    def waiting(self, now: float) -> tuple[float, ...]:
        """For how many seconds each request that may bring text is under way, polling left out."""
        return tuple(
            now - began
            for request, began in self._open.items()
            if request.resource_type in BRINGING and not self.polls.is_polling(*_asked(request))
        )

    def is_navigating(self) -> bool:
        """Whether the main frame has asked for another document that is not there yet."""
        return any(
            request.is_navigation_request() and request.frame == self.page.main_frame for request in tuple(self._open)
        )

    def clear(self) -> None:
        """Forget what an earlier action led to, but for files that nobody was told of."""
        self.dialogs, self.opened = [], []
        self.dialog_met.clear()

    def came(self) -> tuple[tuple[str, str], ...]:
        """Files that came since this was asked last."""
        files, self.downloads = tuple(self.downloads), []
        return files

    async def finish(self, seconds: float) -> None:
        """Wait for downloads and windows that are under way."""
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=seconds)

    @property
    def crashed(self) -> bool:
        """Whether the page's process has ended."""
        return self.death.is_set()

    def _crash(self, _page: object) -> None:
        self.death.set()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _request(self, request: Request) -> None:
        if request.is_navigation_request() and request.frame == self.page.main_frame:
            self.sends, self.asked_for, self.reply = request.method != "GET", request.url, None
        now = self._open[request] = time.monotonic()
        method, url, is_data = _asked(request)
        if not self.polls.begins(method, url, now, is_data) and request.resource_type in BRINGING:
            self.quiet_since = now

    def _response(self, response: Response) -> None:
        self._replies[response.request] = response
        request = response.request
        self.polls.answered(request.method, request.url, time.monotonic())  # its end is told when the next begins
        if request.is_navigation_request() and request.frame == self.page.main_frame:
            self.reply = response
        if 300 <= response.status < 400 and len(self.hops) < MOST_NOTED and response.request.is_navigation_request():
            self.hops[response.url] = response.status

    def _over(self, request: Request, error: str) -> None:
        began = self._open.pop(request, None)
        reply = self._replies.pop(request, None)
        kind = request.resource_type
        if kind in BRINGING and not self.polls.is_polling(*_asked(request)):
            self.quiet_since = time.monotonic()
        if reply is None:
            self.polls.answered(request.method, request.url, time.monotonic())
        elif kind in DATA and self.polls.repeats(request.method, request.url):
            self._measure(request, reply)
        status = reply.status if reply is not None else 0
        blocked = BLOCKED in error
        if kind == "script" and not blocked and (error or status >= 400) and len(self.failed_scripts) < MOST_NOTED:
            self.failed_scripts.append(redacted_url(request.url))
        if len(self.exchanges) >= MOST_EXCHANGES:
            self.dropped += 1
            return
        if reply is not None and kind in ("xhr", "fetch") and self._bodies > 0 and not error:
            self._later(self._keep_body(reply, len(self.exchanges)))
        headers = tuple(reply.headers.items()) if reply is not None else ()
        self.exchanges.append(
            Exchange(
                redacted_url(request.url),
                request.method,
                status,
                kind,
                _length(reply) or 0,
                (time.monotonic() - began) * 1e3 if began is not None else 0.0,
                "blocked by the lists" if blocked else clean(error)[:LONGEST_LINE],
                clean(reply.status_text)[:100] if reply is not None else "",
                request.timing["startTime"] / 1e3,
                redacted_headers(request.headers.items()),
                redacted_headers(headers),
            )
        )

    def _measure(self, request: Request, reply: Response) -> None:
        """Note how large an answer was; that a reply does not say it is known to the browser."""
        size = _length(reply)
        if size is not None:
            self.polls.came(request.method, request.url, size)
            return

        async def ask() -> None:
            with suppress(Exception):
                self.polls.came(request.method, request.url, (await request.sizes())["responseBodySize"])

        task = asyncio.ensure_future(ask())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _keep_body(self, reply: Response, place: int) -> None:
        """Keep what a script fetched, as far as it is text and there is room for it."""
        with suppress(Exception):
            text = await reply.text()
            if len(text) <= self._bodies:
                self._bodies -= len(text)
                self.exchanges[place] = self.exchanges[place].replace(body=clean_text(text))

    def _said(self, message: ConsoleMessage) -> None:
        where = message.location
        level = _LEVELS.get(message.type, "log")
        self._line(level, message.text, where.get("url", ""), where.get("lineNumber", 0))

    def _threw(self, fault: WebError | Exception) -> None:
        words = str(fault)
        self._line("exception", words, "", 0)
        if len(self.failed_scripts) < MOST_NOTED:
            self.failed_scripts.append(redacted_words(clean(words.partition("\n")[0]))[:200])

    def _line(self, level: str, text: str, url: str, line: int) -> None:
        if len(self.console) >= MOST_LINES:
            self.dropped += 1
            return
        said = redacted_words(clean(text[:LONGEST_LINE]))
        self.console.append(ConsoleLine(level, said, redacted_url(url), line))

    async def _answer(self, dialog: Dialog) -> None:
        """Answer a dialog as was said before, else as if nobody was there: alerts are read, questions declined."""
        self._met += 1
        if self._met == STORM:
            self._later(self._quieten())
        said = f"{dialog.type}: {clean(dialog.message[:LONGEST_LINE])}"
        if len(self.dialogs) < MOST_NOTED:
            self.dialogs.append(said)
        answer = self._given(said) if self.answers and said.startswith(ASKING) else "dismiss"
        with suppress(Exception):
            if dialog.type in ("alert", "beforeunload"):
                await dialog.accept()
            elif answer == "dismiss":
                await dialog.dismiss()
            elif dialog.type == "prompt":
                await dialog.accept(dialog.default_value if answer in ("", "accept") else answer)
            else:
                await dialog.accept()
        self.dialog_met.set()

    def _given(self, said: str) -> str:
        """The next answer, where it is one to what was said."""
        answer = self.answers.pop(0)
        return answer.value if answer.question in ("", said) else "dismiss"

    async def _quieten(self) -> None:
        """Have the page's further dialogs say nothing; those of a loop that runs are answered one by one."""
        with suppress(Exception):
            async with asyncio.timeout(5):
                await self.page.evaluate("() => { alert = () => {}; confirm = () => false; prompt = () => null }")

    async def _keep(self, download: Download) -> None:
        from urllib.parse import quote

        from lightterm.fetch.filename import safe_filename

        with suppress(Exception):
            if len(self.downloads) >= MOST_NOTED:
                await download.cancel()
                return
            folder = os.path.join(self._place, f"{time.monotonic_ns():x}")
            suggested = quote(download.suggested_filename, safe="")
            path = os.path.join(folder, safe_filename(f"attachment; filename*=UTF-8''{suggested}", download.url, ""))
            await download.save_as(path)
            self.downloads.append((path, download.url))

    def window_opens(self, event: dict[str, Any]) -> None:
        """A script or link asks for a window; the protocol tells that before there is one."""
        if len(self.opened) < MOST_NOTED:
            self.opened.append(str(event.get("url") or "about:blank"))

    async def _refuse(self, popup: Page) -> None:
        """Close a new window: it becomes a tab, loaded as any page. A blank one may yet be sent somewhere."""
        with suppress(Exception):
            for _ in range(20 if "about:blank" in self.opened else 0):
                if popup.url not in ("", "about:blank"):
                    self.opened[self.opened.index("about:blank")] = popup.url
                    break
                await asyncio.sleep(0.02)
        with suppress(Exception):
            await popup.close()


def _asked(request: Request) -> tuple[str, str, bool]:
    """What a request is known by among those that are polling."""
    return request.method, request.url, request.resource_type in DATA


def _length(reply: Response | None) -> int | None:
    """The bytes that a reply says to have, None where it does not."""
    said = reply.headers.get("content-length", "") if reply is not None else ""
    return int(said) if is_whole(said) else None
