"""What the events of a page in lightpanda tell: how far it is, what it asked for, what its scripts said."""

from __future__ import annotations

import threading
from time import monotonic, time

from lightterm.engines import visible
from lightterm.engines.base import ConsoleLine, Exchange
from lightterm.engines.polling import Polls
from lightterm.engines.redact import redacted_headers, redacted_url
from lightterm.errors import ConnectionFailed, DnsFailed, LighttermError, TimedOut
from lightterm.fetch.model import Redirect
from lightterm.safe import clean, clean_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lightterm.engines.cdp import Message
    from lightterm.fetch.model import Headers

MOST_LINES = 200
MOST_EXCHANGES = 500
_LONGEST = 2000
_ENDLESS = ("EventSource", "WebSocket", "Ping")
"""Requests that a page may keep open for ever; it is not waited for them."""
BLOCKED = "BlockedByClient"
_FAULTS: dict[str, type[LighttermError]] = {"CouldntResolveHost": DnsFailed, "OperationTimedout": TimedOut}
"""What lightpanda calls some of the ways in which a page does not come; the others are failures of the connection."""

_GIVEN_UP = "Shutdown"
"""What lightpanda says of a request that it ends itself, as another begins or the page is over: no server failed."""
_DATA = ("Fetch", "XHR")
"""Requests that scripts make for what they show."""


class Watch:
    """The state of one page, kept by its events. Safe to read from any thread; `take` is the listener."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.main = ""
        self.url = ""
        self.loader = ""
        """The browser's name for the document that is there."""
        self.loaded = False
        self.moves = 0
        """How often the main frame began to go elsewhere."""
        self.life = 0
        """How often the document gave way to another."""
        self.ended = False
        self.mime = ""
        self.status = 0
        self.headers: Headers = ()
        self.redirects: list[Redirect] = []
        self.sent = False
        """Whether the document that was asked for last was asked for by sending something."""
        self.failure = ""
        """Why the document that was asked for last did not come."""
        self.console: list[ConsoleLine] = []
        self.failures: list[str] = []
        self.dialogs: list[str] = []
        self.windows: list[str] = []
        self.pixels = False
        """Whether a script asked for what it had drawn."""
        self._pixels = visible.event("pixels")
        self.dropped = 0
        self.sheets: dict[str, str] = {}
        """The numbers of the requests for style sheets, by address."""
        self.worlds: dict[int, str] = {}
        """The worlds that the page's own scripts run in, and their frames."""
        self.network_at = monotonic()
        self._open: dict[str, float] = {}
        self._polls = Polls()
        self._addresses: dict[str, tuple[str, str]] = {}
        self._document = ""
        self._exchanges: dict[str, Exchange] = {}
        self._frames: set[str] = set()
        self._stayed: set[str] = set()

    def take(self, method: str, parameters: Message) -> None:
        """One event."""
        taker = _TAKERS.get(method)
        if taker is None:
            return
        with self.changed:
            taker(self, parameters)
            self.changed.notify_all()

    def wait(self, there: Callable[[], bool], seconds: float) -> bool:
        """Wait for something to be true of this; whether it became so."""
        with self.changed:
            return self.changed.wait_for(lambda: there() or self.ended, max(seconds, 0.0)) and there()

    def idle(self) -> float:
        """Seconds for which nothing went over the network, 0 while something is awaited."""
        with self.changed:
            return 0.0 if self._open else monotonic() - self.network_at

    def exchanges(self) -> tuple[Exchange, ...]:
        """What went over the network, in order."""
        with self.changed:
            return tuple(self._exchanges.values())

    def fault(self) -> LighttermError | None:
        """Why the document that was gone to last is none to show, None where it is."""
        if self.failure:
            return _FAULTS.get(self.failure, ConnectionFailed)(f"the page did not come: {self.failure}")
        if self.status < 400:
            return None
        from lightterm.fetch.statuses import status_error
        from lightterm.fetch.urls import host_of

        said = {name.lower(): value for name, value in self.headers}
        later, challenge = said.get("retry-after", ""), said.get("www-authenticate", "")
        return status_error(self.status, "", later, False, host_of(self.url), challenge)

    def _ended(self, _parameters: Message) -> None:
        self.ended = True

    # --- frames

    def _attached(self, parameters: Message) -> None:
        self._frames.add(parameters["frameId"])

    def _starts(self, parameters: Message) -> None:
        frame = parameters["frameId"]
        if frame == self.main:
            self.loaded = False
            self.moves += 1
            self._open.clear()
            self._polls = Polls()
            self._addresses.clear()
        elif frame not in self._frames:
            self._frames.add(frame)
            self.windows.append(parameters.get("url", ""))

    def _navigated(self, parameters: Message) -> None:
        frame = parameters["frame"]
        if frame["id"] == self.main:
            self.url, self.loader = frame["url"], frame["loaderId"]

    def _within(self, parameters: Message) -> None:
        if parameters["frameId"] == self.main:
            self.url = parameters["url"]

    def _stopped(self, parameters: Message) -> None:
        if parameters["frameId"] == self.main:
            self.loaded = True

    def _world(self, parameters: Message) -> None:
        context = parameters["context"]
        if context.get("auxData", {}).get("isDefault"):
            self.worlds[context["id"]] = context["auxData"].get("frameId", "")

    def _world_gone(self, parameters: Message) -> None:
        self.worlds.pop(parameters["executionContextId"], None)

    def _worlds_gone(self, _parameters: Message) -> None:
        self.worlds.clear()
        self.life += 1

    # --- network

    def _requests(self, parameters: Message) -> None:
        request, number = parameters["request"], parameters["requestId"]
        kind = parameters.get("type", "")
        before = parameters.get("redirectResponse")
        if kind == "Document" and parameters.get("frameId") == self.main:
            self._document, self.failure, self.status = number, "", 0
            self.sent = request["method"] != "GET"
            if before is None:
                self.redirects.clear()
            else:
                self.redirects.append(Redirect(before.get("url", ""), before.get("status", 0), request["url"]))
        now = monotonic()
        polling = self._polls.begins(request["method"], request["url"], now, kind in _DATA)
        if len(self._addresses) < MOST_EXCHANGES:
            self._addresses[number] = request["method"], request["url"]
        if kind not in _ENDLESS and not polling:
            self._open[number] = self.network_at = now
        if kind == "Stylesheet":
            self.sheets[request["url"]] = number
        if len(self._exchanges) < MOST_EXCHANGES:
            self._exchanges[number] = Exchange(
                redacted_url(request["url"]),
                request["method"],
                kind=kind.lower(),
                started=time(),
                request_headers=_headers(request),
            )
        else:
            self.dropped += 1

    def _answered(self, parameters: Message) -> None:
        response, number = parameters["response"], parameters["requestId"]
        if parameters.get("type") == "Document" and parameters.get("frameId") == self.main:
            self.status = response["status"]
            self.headers = tuple((str(name), str(value)) for name, value in response.get("headers", {}).items())
            stated = next((value for name, value in self.headers if name.lower() == "content-type"), "")
            self.mime = stated.partition(";")[0].strip().lower()  # lightpanda itself says it of HTML only
        known = self._exchanges.get(number)
        if known is not None:
            self._exchanges[number] = known.replace(
                status=response["status"],
                reason=clean(str(response.get("statusText", "")))[:100],
                headers=_headers(response),
                ms=self._since(number),
            )
            if response["status"] >= 400 and known.kind == "script":
                self._failed_script(f"{known.url} ({response['status']})")

    def _finished(self, parameters: Message) -> None:
        number = parameters["requestId"]
        known = self._exchanges.get(number)
        if known is not None:
            size = int(parameters.get("encodedDataLength", 0))
            self._exchanges[number] = known.replace(bytes=size, ms=self._since(number))
        self._answers(number, int(parameters.get("encodedDataLength", 0)))
        self._close(number)

    def _failed(self, parameters: Message) -> None:
        number, why = parameters["requestId"], str(clean(parameters.get("errorText", "") or "failed"))
        if number in self._stayed:
            self._close(number)
            return
        if number == self._document and why != _GIVEN_UP:
            self.failure = why
        if "BLOCKED_BY_CLIENT" in why or BLOCKED in why:
            why = "blocked by the lists"
        known = self._exchanges.get(number)
        if known is not None and known.status < 400:
            self._exchanges[number] = known.replace(error=why, ms=self._since(number))
            if known.kind == "script" and "lists" not in why:
                self._failed_script(f"{known.url} ({why})")
        self._answers(number, None)
        self._close(number)

    def _answers(self, number: str, size: int | None) -> None:
        asked = self._addresses.pop(number, None)
        if asked is not None:
            self._polls.answered(*asked, monotonic())
            if size is not None:
                self._polls.came(*asked, size)

    def news(self) -> None:
        """Take note that the page's text has changed."""
        with self.changed:
            self._polls.news()

    def _close(self, number: str) -> None:
        if self._open.pop(number, None) is not None:
            self.network_at = monotonic()

    def _since(self, number: str) -> float:
        begun = self._open.get(number)
        known = self._exchanges[number].ms
        return known if begun is None else (monotonic() - begun) * 1e3

    def stayed(self, number: str) -> None:
        """The document that was asked for is none to show, and the page stays."""
        with self.changed:
            self._stayed.add(number)
            self.moves -= 1
            self.loaded = True
            known = self._exchanges.get(number)
            if known is not None:
                self._exchanges[number] = known.replace(error="a file: the page stays")

    def blocked(self, number: str) -> None:
        """A document of a frame was not loaded; an empty one stands in its place."""
        with self.changed:
            known = self._exchanges.get(number)
            if known is not None:
                self._exchanges[number] = known.replace(error="blocked by the lists")

    # --- scripts

    def _said(self, parameters: Message) -> None:
        words = [str(part.get("value", part.get("description", ""))) for part in parameters.get("args", ())]
        level = parameters.get("type", "log")
        if words == [self._pixels]:
            self.pixels = True
            return
        self._line(
            ConsoleLine(
                level if level in ("info", "warning", "error") else "log", clean_text(" ".join(words)[:_LONGEST])
            )
        )

    def _threw(self, parameters: Message) -> None:
        details = parameters["exceptionDetails"]
        text = clean_text(str(details.get("exception", {}).get("description") or details.get("text", ""))[:_LONGEST])
        url = redacted_url(details.get("url", ""))
        self._line(ConsoleLine("exception", text, url, details.get("lineNumber", -1) + 1))
        self._failed_script(text.partition("\n")[0])

    def _line(self, line: ConsoleLine) -> None:
        if len(self.console) < MOST_LINES:
            self.console.append(line)
        else:
            self.dropped += 1

    def _failed_script(self, words: str) -> None:
        if len(self.failures) < MOST_LINES and words not in self.failures:
            self.failures.append(words)

    def _dialog(self, parameters: Message) -> None:
        if len(self.dialogs) < MOST_LINES:
            said = clean(str(parameters.get("message", ""))[:_LONGEST])
            self.dialogs.append(f"{parameters.get('type', 'alert')}: {said}")


_TAKERS: dict[str, Callable[[Watch, Message], None]] = {
    "closed": Watch._ended,
    "Page.frameAttached": Watch._attached,
    "Page.frameStartedNavigating": Watch._starts,
    "Page.frameNavigated": Watch._navigated,
    "Page.navigatedWithinDocument": Watch._within,
    "Page.frameStoppedLoading": Watch._stopped,
    "Page.javascriptDialogOpening": Watch._dialog,
    "Network.requestWillBeSent": Watch._requests,
    "Network.responseReceived": Watch._answered,
    "Network.loadingFinished": Watch._finished,
    "Network.loadingFailed": Watch._failed,
    "Runtime.executionContextCreated": Watch._world,
    "Runtime.executionContextDestroyed": Watch._world_gone,
    "Runtime.executionContextsCleared": Watch._worlds_gone,
    "Runtime.consoleAPICalled": Watch._said,
    "Runtime.exceptionThrown": Watch._threw,
}


def _headers(told: Message) -> Headers:
    return redacted_headers((str(name), str(value)) for name, value in told.get("headers", {}).items())
