"""A page that lives in lightpanda: read, acted on, asked; its state goes in and comes out."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from threading import Timer
from time import monotonic

from lightterm.engines import light_keys, signs, visible
from lightterm.engines.base import DRAWING, PIXELS, Answer, Evidence, Outcome, State
from lightterm.engines.light_answers import Answers
from lightterm.engines.light_rest import Turn
from lightterm.engines.light_settle import PATIENCE, Calm
from lightterm.engines.light_sheets import Sheets
from lightterm.engines.light_state import LOOK_SECONDS, READ_SECONDS, Ending, filling, given_cookie
from lightterm.engines.light_tab import CLICKS, Stuck, words
from lightterm.engines.quiet import quiet
from lightterm.engines.static import HTML
from lightterm.engines.written_keys import WITHHELD, writes
from lightterm.errors import BrowserError, LighttermError, PageError, SchemeRefused
from lightterm.fetch.model import LIGHT, Response, Snapshot
from lightterm.fetch.schemes import check_allowed
from lightterm.safe import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from lightterm.engines.base import Action
    from lightterm.engines.light_sheets import Plain
    from lightterm.engines.light_tab import Tab
    from lightterm.fetch.cookies import Cookie

    Done = tuple[str, tuple[str, ...], bool]  # what was wrong, windows that were wanted, whether it takes a higher tier

_READ_SHARE = 0.6
_WAIT_FOR_MOVE = 0.05
_STOP_SECONDS = 1.0
"""Seconds that what is stopped may take to end by itself."""

KINDS = frozenset(
    "click double_click right_click drag mark type clear select check uncheck upload hover scroll press submit focus "
    "dialog".split()
)


class LightPage(Ending):
    """A live page of tier 2. Calls from several threads come one after the other."""

    def __init__(self, tab: Tab, response: Response, plain_css: Plain | None = None) -> None:
        self._tab = tab
        self._sheets = Sheets(tab, plain_css)
        self._watch = tab.watch
        self._response = response
        self._given = ""
        self._lock = Turn()
        self._frames: dict[int, int] = {}
        self._numbering = visible.Numbering()
        self.phases: list[tuple[str, float]] = []
        self.settled = False
        self._answers = Answers(tab)
        self._filling = ""
        self._told: Callable[[str, State], None] | None = None
        self._scrolled: tuple[tuple[int, int], tuple[int, int]] = (0, 0), (0, 0)
        """Where it came scrolled to, and where it stood then: lightpanda lays nothing out and takes it for shorter."""
        self._cookies: dict[tuple[str, str, str], Cookie] = {}
        self._works, self._at_work = 0, False

    def given(self, document: str) -> None:
        """The browser's name for the document that came with the response; any other came later."""
        self._given = document

    # --- reading

    def settle(self, seconds: float, patience: float = PATIENCE, acted: bool = False) -> bool:
        """Wait until its text stops changing; whether it did.

        `patience`: seconds for which its scripts may hold everything up; `acted`: it was acted on.
        Raises Stuck, TimedOut, Closed.
        """
        with self._lock:
            self.settled = Calm(self._tab, patience, acted).wait(seconds)
        return self.settled

    def still(self, seconds: float) -> float:
        """Seconds since the page last changed. Raises Stuck, Closed."""
        with self._lock.look(True):
            return quiet(self._tab.ask(".quiet()", seconds)).still

    def snapshot(self, seconds: float = READ_SECONDS) -> Snapshot:
        """The page as it stands now, hidden parts left out, frames and shadow trees in their places.

        Raises Stuck where a script keeps it from being read, Closed where the page is gone.
        """
        until = monotonic() + seconds
        with self._lock.look():
            try:
                patience = min(_READ_SHARE * seconds, PATIENCE)
                flat = words(self._sheets.flat(patience))
                reading = visible.reading(self._tab.ask(f".read({{adopt: true, flat: {flat}}})", patience))
            except Stuck:
                reading = visible.Reading(self._plain(until), text=-1)
            markup = reading.markup
            for handle, piece in reading.frames:
                markup = markup.replace(piece, self._inside(handle, until) or piece, 1)
            evidence = self._evidence(reading, until)
            response = self._reply(self._back(reading.url))
        refused = isinstance(response.error, SchemeRefused)
        data, is_visible = b"" if refused else markup.encode("utf-8", "replace"), reading.text >= 0
        data = self._tab.local.put_back(data) if self._tab.local is not None else data
        numbers = self._numbering.of(reading) if is_visible else None
        if is_visible:
            self._tell()
        self._lock.seen(markup)
        made = Snapshot(response, "text/html", data, LIGHT, evidence=evidence, visible=is_visible, numbers=numbers)
        return made.replace(live=self)

    def _plain(self, until: float) -> str:
        """The page's elements as they are, without asking of each how it shows: what a page of a million can give."""
        return str(self._tab.ask(" && document.documentElement.outerHTML", until - monotonic()))

    def _inside(self, handle: int, until: float) -> str:
        """The markup of a frame of another site, "" where it cannot be had."""
        try:
            frame = self._tab.frame_of(handle, until - monotonic())
            if not frame:
                return ""
            world = self._tab.world(frame, until - monotonic())
            inner = visible.reading(
                self._tab.run(visible.call("read({inner: true, adopt: true})"), until - monotonic(), world)
            )
        except (BrowserError, PageError):
            return ""
        self._frames[inner.tool] = world
        return f"<div><div>frame</div><div>{inner.markup}</div></div>"

    def _reply(self, address: str) -> Response:
        """The reply that brought the document that is there now."""
        first, watch = self._response, self._watch
        if watch.loader == self._given:
            return first.replace(url=address or first.url)
        return Response(
            url=address or watch.url,
            status=watch.status,
            headers=watch.headers,
            stated_type=watch.mime,
            redirects=tuple(watch.redirects),
            error=self._fault(address or watch.url),
        )

    def _fault(self, address: str) -> LighttermError | None:
        """Why the document that is there now is none to show: it did not come, or no page may lead to its address.

        lightpanda follows links, scripts and refreshes to data:, which https://html.spec.whatwg.org/#navigate forbids.
        """
        try:
            if address != "about:blank":
                check_allowed(address, "link", self._response.url)
        except SchemeRefused as refused:
            return refused
        return self._watch.fault()

    def _evidence(self, reading: visible.Reading, until: float) -> Evidence:
        watch = self._watch
        status = self._status(until)
        unsupported = status.get("unsupported", {})
        missing = [clean(str(name))[:100] for name in status.get("missingGlobals", ())]
        missing += ["WebGL"] if unsupported.get("webgl") else []
        missing += [DRAWING] if unsupported.get("canvas2d") else []
        missing += [PIXELS] if watch.pixels else []
        found = status.get("botChallenge") or status.get("resourceChallenge")
        frames = [one.url for one in watch.exchanges() if one.kind == "document"][1:]
        challenge = (
            clean(str(found))[:200] if found else signs.challenge_of(self._reply(reading.url).status, reading, frames)
        )
        return Evidence(
            settled=self.settled,
            missing=tuple(missing),
            failed_scripts=tuple(watch.failures),
            hidden=reading.hidden,
            canvas=reading.canvas or bool(unsupported.get("canvas2d")),
            webgl=bool(unsupported.get("webgl")),
            challenge=challenge,
            frameworks=self._frameworks(until),
            console=tuple(watch.console),
            network=watch.exchanges(),
            phases=tuple(self.phases),
            dropped=watch.dropped,
        )

    def _status(self, until: float) -> dict[str, Any]:
        try:
            return self._tab.call("LP.getPageStatus", until - monotonic())
        except LighttermError:
            return {}

    def _frameworks(self, until: float) -> tuple[str, ...]:
        try:
            return signs.frameworks(self._tab.run(signs.question(), min(until - monotonic(), LOOK_SECONDS)))
        except LighttermError:
            return ()

    # --- acting

    def act(self, action: Action, seconds: float) -> Outcome:
        """Do something to an element or the page, and wait for what it leads to.

        A refusal is told in the outcome. Raises Stuck, Closed.
        """
        until = monotonic() + seconds
        with self._lock, self._work():
            watch, files = self._watch, self._tab.files
            if action.kind in CLICKS:
                self._tab.led_to_later(LOOK_SECONDS)  # what an earlier click led to meanwhile
            moves, dialogs, windows = watch.moves, len(watch.dialogs), len(watch.windows)
            files.begin()
            try:
                self._answers.give(action.answers, until)
                error, opened, beyond = self._done(action, until)
            except (BrowserError, PageError) as fault:
                if isinstance(fault, Stuck) or watch.ended:
                    raise
                error, opened, beyond = fault.message, (), False
            if not error:
                watch.wait(lambda: watch.moves > moves, _WAIT_FOR_MOVE)
                self.settle(max(until - monotonic(), 0.01), acted=True)
                later, above = self._tab.led_to_later(until - monotonic()) if action.kind in CLICKS else ((), False)
                opened, beyond = (*opened, *later), beyond or above
            asked = (*self._answers.met(bool(action.answers)), *watch.dialogs[dialogs:])
            met = files.met(until - monotonic())
            if watch.moves > moves and watch.mime and watch.mime not in HTML:
                opened = (*opened, self.url)  # a file: lightpanda can only have spelled it out
            return Outcome(
                self.url,
                watch.moves > moves,
                asked,
                downloads=tuple(path for path, _ in met.saved),
                sources=tuple(source for _, source in met.saved),
                opened=(*opened, *met.readable, *watch.windows[windows:]),
                error=error or "; ".join(met.failed),
                beyond=beyond,
            )

    def _done(self, action: Action, until: float) -> Done:
        if action.kind not in KINDS:
            return f"there is no action {action.kind!r}", (), False
        if not all(spot.is_middle for spot in action.spots) or len(action.spots) > 2:
            return "where things stand is not known here", (), True  # lightpanda lays nothing out
        if action.kind == "dialog":
            self._answers.give((Answer("", action.value),), until)
            return "", (), False
        if action.kind == "upload":
            paths = [os.path.abspath(path) for path in action.values or (action.value,)]
            self._tab.upload(*self._place(action.handle), paths, until - monotonic())
            return "", (), False
        if action.kind == "press":
            return self._press(action, until), (), False
        return self._in_page(action.kind, action, until)

    def _place(self, handle: int) -> tuple[int, int]:
        """A handle as the world that gave it knows it, and that world; 0 is the one beside the page itself."""
        return handle % visible.FRAME_HANDLES, self._frames.get(handle // visible.FRAME_HANDLES, 0)

    def _in_page(self, kind: str, action: Action, until: float) -> Done:
        """Do something from among the page's own scripts."""
        name, world, goal = "", 0, ""
        if action.handle:
            self._tab.ask("", until - monotonic())  # makes the world that knows the handle, should it be gone
            name, world = self._tab.hold(*self._place(action.handle), until - monotonic())
        if action.spots and action.spots[-1].handle:
            goal, other = self._tab.hold(*self._place(action.spots[-1].handle), until - monotonic())
            goal = goal if other == world else ""
        given = ", ".join(words(part) for part in (name, kind, action.value, list(action.values), goal))
        script = f"({_source('light_act.js')})({given}, {_source('marking.js')})"
        said = self._tab.run(script, until - monotonic(), world)
        return str(said["error"]), *self._tab.led_to(said, until - monotonic())

    def _press(self, action: Action, until: float) -> str:
        """Press keys in turn on an element or on what has the focus; what was wrong."""
        if action.handle and (error := self._in_page("focus", action, until)[0]):
            return error
        keys = action.values or (action.value,)
        return next(filter(None, (self._pressed(key, action.passwords, until) for key in keys)), "")

    def _pressed(self, chord: str, passwords: bool, until: float) -> str:
        """Press a key with its modifiers ("Enter", "a", "Control+a"); what was wrong."""
        if not passwords and writes(chord) and self._tab.ask(".secret()", until - monotonic()):
            return WITHHELD
        key = light_keys.of(chord)
        if key is None:
            return f"there is no key {chord}"
        text, common = key
        self._tab.call("Input.dispatchKeyEvent", until - monotonic(), type="keyDown", text=text, **common)
        self._tab.call("Input.dispatchKeyEvent", until - monotonic(), type="keyUp", **common)
        return ""

    def evaluate(self, script: str, seconds: float) -> str:
        """The value of an expression as JSON text; promises are awaited. Raises ScriptFailed, Stuck, Closed."""
        with self._lock, self._work():
            return json.dumps(self._tab.run(script, seconds))

    # --- state

    def begin(self, state: State, seconds: float) -> None:
        """Give the page cookies and what its scripts find in storage, before it has a document."""
        until = monotonic() + seconds
        if state.cookies:
            given = [given_cookie(one) for one in state.cookies]
            self._tab.call("Storage.setCookies", until - monotonic(), cookies=given)
            self._cookies = self._has(until - monotonic())
        if state.local or state.session:
            self._filling = self._tab.before_scripts(filling(state), until - monotonic())

    def go_on(self, state: State, seconds: float) -> None:
        """Scroll to where the page was; what it stores from now on is its own matter."""
        if self._filling:
            self._tab.call("Page.removeScriptToEvaluateOnNewDocument", seconds, identifier=self._filling)
        if any(state.scroll):
            x, y = state.scroll
            self._tab.ask(f".scroll({x}, {y})", seconds)
            self.settle(seconds)
            x, y = self._tab.ask(".storage()", seconds)[3:]
            self._scrolled = state.scroll, (int(x), int(y))

    def screenshot(self, full_page: bool, seconds: float) -> bytes:
        """Raises BrowserError: lightpanda draws nothing."""
        raise BrowserError("only tier 3 can make a picture of a page")

    def at(self, x: float, y: float, seconds: float) -> tuple[int, ...]:
        """Raises BrowserError, as `screenshot`."""
        raise BrowserError("only tier 3 can act at a point")

    @contextmanager
    def _work(self) -> Iterator[None]:
        """While this lasts something is being done to the page."""
        self._works += 1
        self._at_work = True
        try:
            yield
        finally:
            self._at_work = False

    def stop(self) -> None:
        """End what is being done to the page: where that takes more than a moment, the page, as nothing else ends it.

        Who wants it then has it loaded again.
        """
        if self._at_work:
            timer = Timer(_STOP_SECONDS, self._end, (self._works,))
            timer.daemon = True
            timer.start()

    def _end(self, work: int) -> None:
        if self._at_work and self._works == work:
            self.close()

    def close(self) -> None:
        """End the page."""
        self._lock.use.end()
        self._tab.close()


def _source(name: str) -> str:
    """A function of ours, without what its head says."""
    return visible.script(name).partition("*/")[2].strip()
