"""One page in lightpanda below the protocol of live pages: made, given its document, asked, closed."""

from __future__ import annotations

import json
import os
from base64 import b64encode
from shutil import rmtree
from time import monotonic

from lightterm.engines import visible
from lightterm.engines.cdp import CallFailed
from lightterm.engines.light_files import Files
from lightterm.engines.light_watch import BLOCKED, Watch
from lightterm.errors import BrowserError, PageError, ScriptFailed, TimedOut
from lightterm.fetch.urls import origin
from lightterm.safe import clean_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from lightterm.engines.cdp import Message
    from lightterm.engines.light_server import Server
    from lightterm.engines.local import LocalPage
    from lightterm.fetch.blocking import Blocker
    from lightterm.fetch.model import Headers, Response

ENDLESS = "a script of the page does not end"
TOOL = 'globalThis["lightterm visible"]'
_KEPT_BACK = ("content-length", "content-encoding", "content-type", "transfer-encoding", "connection", "set-cookie")
_WORLD = "lightterm"
_MOST_LIVES = 30
_ENDED = 0.9
"""The share of its time after which a script that failed was ended."""
_MOVING = 0.1
"""Seconds within which a page that lost its world says that it goes elsewhere."""
_EMPTY = [{"name": "Content-Type", "value": "text/html"}]
_DOMAINS = ("Page.enable", "Runtime.enable", "Network.enable")


CLICKS = frozenset(("click", "double_click", "check", "uncheck"))
"""Actions that click."""


class Stuck(BrowserError):
    """A script of the page does not let go."""


class Gone(BrowserError):
    """An element is not there any more."""


class Tab:
    """A connection with its one page. Times are seconds; every call has its own limit."""

    def __init__(
        self,
        server: Server,
        viewport: tuple[int, int],
        seconds: float,
        blocker: Blocker | None = None,
        local: LocalPage | None = None,
        secrets: Headers = (),
        timer_seconds: float = 0.0,
    ) -> None:
        """Make an empty page, which may not load what `blocker` blocks; a `local` one is given all it has.

        `secrets` are headers that go to the page's own origin alone; `timer_seconds`: see EngineOptions.

        Raises BrowserError, TimedOut.
        """
        self.local = local
        self.timer_seconds = timer_seconds
        self.watch = Watch()
        self.files = Files(self)
        until = monotonic() + seconds
        self._session = ""
        self._world = 0
        self._life = -1
        self._document: Message = {}
        self._blocker = blocker
        self._secrets = secrets
        self._site = ""
        self._stuck = False
        self._server: Server | None = server
        self._lent: list[str] = []
        self._connection = server.connect(self._listen, seconds)
        try:
            self._prepare(viewport, blocker is not None or local is not None or bool(secrets), until)
        except BaseException:
            self.close()
            raise

    def _prepare(self, viewport: tuple[int, int], asks: bool, until: float) -> None:
        """Make the page, which asks us before it loads anything, or its document only."""
        target = self.call("Target.createTarget", until - monotonic(), url="about:blank")["targetId"]
        self.watch.main = target
        attached = self.call("Target.attachToTarget", until - monotonic(), targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in _DOMAINS:
            self.call(domain, until - monotonic())
        document = {"urlPattern": "*", "resourceType": "Document"}
        asked = [{"urlPattern": "*"} if asks else document, {**document, "requestStage": "Response"}]
        self.call("Fetch.enable", until - monotonic(), patterns=asked)
        width, height = viewport
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", until - monotonic(), **metrics)

    def call(self, method: str, seconds: float, **parameters: object) -> Message:
        """One call of the protocol. Raises CallFailed, TimedOut, Closed."""
        try:
            answer = self._connection.call(method, seconds, self._session, **parameters)
        except TimedOut:
            self._stuck = True
            raise
        self._stuck = False
        return answer

    def show(self, response: Response, markup: bytes, seconds: float) -> str:
        """Give the page its document as `response` brought it, at its address; the document's name for the browser.

        Raises BrowserError, TimedOut.
        """
        until = monotonic() + seconds
        self.before_scripts(
            visible.before_scripts(self.timer_seconds)
            + visible.script("reseen.js")
            + visible.script("lacks.js")
            + visible.script("indexed.js")
            + visible.script("pixels.js"),
            seconds,
        )
        headers = [{"name": n, "value": v} for n, v in response.headers if n.lower() not in _KEPT_BACK]
        headers.append({"name": "Content-Type", "value": "text/html; charset=utf-8"})
        body = b64encode(markup).decode("ascii")
        self._document = {"responseCode": response.status or 200, "responseHeaders": headers, "body": body}
        self._site = origin(response.url)
        address = self.local.address if self.local is not None else response.url
        begun = self._connection.begin("Page.navigate", self._session, url=address)
        answer = self._connection.answer(begun, until - monotonic(), "Page.navigate")
        if answer.get("errorText"):
            raise BrowserError(f"lightpanda does not show the page: {answer['errorText']}")
        return str(answer["loaderId"])

    def _listen(self, method: str, parameters: Message) -> None:
        """Every event; the first document that is asked for is the one that was given, later ones come as they may."""
        if method == "Fetch.requestPaused":
            if "responseStatusCode" in parameters:
                if not self.files.take(parameters):
                    self._connection.tell("Fetch.continueRequest", self._session, requestId=parameters["requestId"])
                return
            number, document = parameters["requestId"], self._document
            self._document = {}
            if document:
                self._connection.tell("Fetch.fulfillRequest", self._session, requestId=number, **document)
            elif self.local is not None:
                self._give(self.local, str(parameters["request"]["url"]), number)
            elif self._is_blocked(parameters) and parameters.get("resourceType") == "Document":
                # a frame that failed would show lightpanda's own page of errors
                self._connection.tell(
                    "Fetch.fulfillRequest", self._session, requestId=number, responseCode=200, responseHeaders=_EMPTY
                )
                self.watch.blocked(str(parameters.get("networkId", "")))
            elif self._is_blocked(parameters):
                self._connection.tell("Fetch.failRequest", self._session, requestId=number, errorReason=BLOCKED)
            else:
                own = self._with_secrets(parameters["request"])
                self._connection.tell("Fetch.continueRequest", self._session, requestId=number, **own)
        else:
            self.watch.take(method, parameters)

    def let_go(self, number: str) -> None:
        """Have a document not come: the page stays where it is. Raises Closed."""
        self._connection.tell("Fetch.failRequest", self._session, requestId=number, errorReason="Aborted")

    def _with_secrets(self, request: Message) -> Message:
        """The headers of a request to the page's own origin with those that only that is told; nothing for others."""
        if not self._secrets or origin(request["url"]) != self._site:
            return {}
        # lightpanda tells cookies without their values, and adds those itself where none are named
        told = {name: value for name, value in request.get("headers", {}).items() if name.lower() != "cookie"}
        headers = {**told, **dict(self._secrets)}
        return {"headers": [{"name": name, "value": value} for name, value in headers.items()]}

    def _give(self, local: LocalPage, url: str, number: str) -> None:
        """Answer what a page of this machine asks for: with a file that it is given, or not at all."""
        given = local.given(url)
        if given is None:
            self._connection.tell("Fetch.failRequest", self._session, requestId=number, errorReason="AccessDenied")
            return
        headers = [{"name": "Content-Type", "value": given.media_type}]
        body = b64encode(given.body).decode("ascii")
        answer = {"responseCode": 200, "responseHeaders": headers, "body": body}
        self._connection.tell("Fetch.fulfillRequest", self._session, requestId=number, **answer)

    def _is_blocked(self, parameters: Message) -> bool:
        kind, frame = str(parameters.get("resourceType", "other")).lower(), parameters.get("frameId")
        if self._blocker is None or (kind == "document" and frame == self.watch.main):
            return False
        page = self.watch.url or str(parameters["request"].get("headers", {}).get("Referer", ""))
        return self._blocker.blocks(parameters["request"]["url"], "frame" if kind == "document" else kind, page)

    @property
    def ended(self) -> bool:
        """Whether the connection is no more, which those who waited for an answer learn before it is told."""
        return self._connection.closed.is_set()

    def ask(self, expression: str, seconds: float) -> Any:
        """The value of an expression of the tool, which is put in the world beside the page when it is not there.

        `expression` follows TOOL, as ".quiet()". Raises Stuck, CallFailed, Closed.
        """
        until, first = monotonic() + seconds, self.watch.life
        while True:
            try:
                if self._life != self.watch.life or not self._world:
                    self._make_world(until - monotonic())
                return self.run(TOOL + expression, until - monotonic(), self._world)
            except CallFailed:
                # The page went elsewhere meanwhile, and the world with it.
                if not self.watch.wait(lambda: self._life != self.watch.life, _MOVING):
                    raise
                if self.watch.life - first > _MOST_LIVES:
                    raise Stuck("the page goes from one address to the next without end") from None
            except TimedOut:
                raise Stuck(ENDLESS) from None

    def _make_world(self, seconds: float) -> None:
        until = monotonic() + seconds
        self._world, self._life = 0, self.watch.life
        self._world = self.world(self.watch.main, seconds)
        self.run(f"void {visible.call('quiet()')}", until - monotonic(), self._world)

    def world(self, frame: str, seconds: float) -> int:
        """A world beside the page's own in a frame: the same elements, other names."""
        made = self.call("Page.createIsolatedWorld", seconds, frameId=frame, worldName=_WORLD)
        return int(made["executionContextId"])

    def led_to(self, said: Mapping[str, Any], seconds: float) -> tuple[tuple[str, ...], bool]:
        """What `light_act.js` met: the addresses that were to be opened, and whether a higher tier is wanted.

        Files to be saved are asked for, or written down where the page made them.
        """
        for name, kind, body in said.get("made", ()):
            self.files.keep(str(name or ""), str(kind), str(body))
        for url, name in said.get("files", ()):
            self.files.fetch(str(url), str(name), seconds)
        return tuple(map(str, said.get("opened", ()))), bool(said.get("beyond"))

    def led_to_later(self, seconds: float) -> tuple[tuple[str, ...], bool]:
        """The same of links that the page's scripts clicked since a click of ours was over."""
        try:
            said = self.run("HTMLElement.prototype.click.later?.()", max(seconds, 0.05))
        except (BrowserError, PageError):
            return (), False
        return self.led_to(said, seconds) if isinstance(said, dict) else ((), False)

    def run(self, expression: str, seconds: float, world: int = 0) -> Any:
        """The value of an expression in the page's own world or another; promises are awaited.

        Raises Stuck where it took too long, CallFailed, ScriptFailed with the exception's words, Closed.
        """
        named: dict[str, object] = {"contextId": world} if world else {}
        milliseconds = max(int(seconds * 1e3), 1)
        until = monotonic() + _ENDED * seconds
        try:
            answer = self.call(
                "Runtime.evaluate",
                seconds + 0.2,
                expression=expression,
                returnByValue=True,
                awaitPromise=True,
                timeout=milliseconds,
                **named,
            )
        except TimedOut:
            raise Stuck(ENDLESS) from None
        except CallFailed as fault:
            # What is ended within one of lightpanda's own functions, as on huge pages, fails without a word of why.
            if "terminated" in fault.message or ("Internal error" in fault.message and monotonic() >= until):
                raise Stuck(ENDLESS) from None
            raise
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            said = details.get("exception", {}).get("description") or details.get("text", "")
            if "Execution is terminating" in str(said):
                raise Stuck(ENDLESS)
            raise ScriptFailed(clean_text(str(said)[:2000]))
        return answer["result"].get("value")

    def _object(self, handle: int, world: int, seconds: float) -> str:
        """The protocol's name of the element with a handle. Raises Gone."""
        expression = f"{TOOL}.element({handle})"
        found = self.call("Runtime.evaluate", seconds, expression=expression, contextId=world or self._world)["result"]
        if "objectId" not in found:
            raise Gone("the element is not in the page any more")
        return str(found["objectId"])

    def _node(self, handle: int, world: int, seconds: float) -> Message:
        node: Message = self.call("DOM.describeNode", seconds, objectId=self._object(handle, world, seconds))["node"]
        return node

    def frame_of(self, handle: int, seconds: float) -> str:
        """The frame that an element with a handle holds, "" for none. Raises Gone, CallFailed, TimedOut, Closed."""
        return str(self._node(handle, 0, seconds).get("frameId", ""))

    def hold(self, handle: int, world: int, seconds: float) -> tuple[str, int]:
        """Give the world of the page's own scripts an element in a global: its name, and that world.

        Handlers in attributes are compiled in whichever world first sets them off, and know nothing of the page's
        functions in ours; so what is done to an element has to be done from there. Raises as `frame_of`.
        """
        number = self._node(handle, world, seconds)["backendNodeId"]
        own = self.call("DOM.resolveNode", seconds, backendNodeId=number)["object"]["objectId"]
        name = "_" + os.urandom(8).hex()
        put = "function (name) { globalThis[name] = this }"
        self.call("Runtime.callFunctionOn", seconds, objectId=own, functionDeclaration=put, arguments=[{"value": name}])
        worlds = list(self.watch.worlds)
        for one in worlds[:-1]:
            if self.run(f"{words(name)} in globalThis", seconds, one):
                return name, one
        return name, worlds[-1] if worlds else 0

    def upload(self, handle: int, world: int, paths: Sequence[str], seconds: float) -> None:
        """Put files into a field. Raises as `frame_of`."""
        target = self._object(handle, world, seconds)
        if self._server is not None and paths:
            place, paths = self._server.lend(paths)
            self._lent.append(place)
        self.call("DOM.setFileInputFiles", seconds, objectId=target, files=list(paths))

    def before_scripts(self, script: str, seconds: float) -> str:
        """Have a script run in every document before the page's own; the name that it has now."""
        return str(self.call("Page.addScriptToEvaluateOnNewDocument", seconds, source=script).get("identifier", ""))

    def close(self) -> None:
        """End the page and its browser; harmless when they have ended."""
        self._connection.close()
        for place in self._lent:
            rmtree(place, ignore_errors=True)
        server, self._server = self._server, None
        if server is not None:
            server.left(self._stuck)


def words(value: object) -> str:
    """A value as JavaScript: JSON is that since ECMAScript 2019, but not inside a script element."""
    return json.dumps(value).replace("<", "\\u003c")
