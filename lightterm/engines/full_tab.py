"""One page of Chromium, on the driver's loop: waited for, written down, asked, and freed of scripts that do not end.

Nothing here trusts the page's own world: it is read in an isolated one, and Chromium takes two commands even while a
script runs for ever (Runtime.terminateExecution, Emulation.setScriptExecutionDisabled), after which it can be read.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from lightterm.engines import visible
from lightterm.engines.driver import page_errors
from lightterm.engines.full_ask import Place, ScriptThrew, Stuck, evaluate, world_in
from lightterm.engines.full_watch import Watch
from lightterm.engines.quiet import BARE, Awaited, Quiet, quiet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from playwright.async_api import BrowserContext, CDPSession, Page, Response, Route, ViewportSize

    from lightterm.engines.base import EngineOptions
    from lightterm.engines.local import LocalPage

WORLD = "lightterm"
TOOL = 'globalThis["lightterm visible"]'
STILL = 0.25
"""Seconds without a change of the page after which its text stands, once nothing that brings text is under way."""

IDLE = 0.5
"""Seconds without such requests: timers of half a second that show the text are so waited for."""

STILL_WAITING = 1.5
"""Seconds without a change after which requests that are under way are taken for long polling."""

STILL_BARE = 4.0
"""The same where hardly anything is there: a slow answer brings the page."""

BLANK = 2.0
"""Seconds without a change for pages that show nothing yet, or say that more comes."""

FEW = 40
TICKING = 3.0
"""Seconds after which a page that goes on changing by a few characters (a clock) is taken as it is."""

LOAD_PATIENCE = 4.0
"""Seconds after which the load event is waited for no more: pictures can be slow."""

STUCK_SECONDS, STUCK = 2.0, 0.4
"""Seconds, and share of the time there is, that a script may run without a pause before the page is read as it is."""

UNVEIL_SECONDS = 1.5
HIGHEST = 16_000
"""CSS pixels of a page that are looked at together."""

_DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
"""Has the page been drawn once more? Only then are scripts told of what has come into view."""

SHOWN_A_SECOND = 500_000
"""Characters of a huge page that are laid out and read in a second of the time left; alone it is thrice that."""

READ = 0.4
"""The share of the time there is in which a page is read, from when that is asked for: it may be laid out first."""

POLL = 0.05
ASK_SECONDS = 1.0
MOST_FRAMES = 20


class Tab:
    """A page, its debugging session and what it does."""

    def __init__(self, page: Page, session: CDPSession, downloads: str, bodies: int) -> None:
        self.page = page
        self.watch = Watch(page, downloads, bodies)
        self.stopped = False
        """Whether scripts had to be stopped."""
        self.cut = False
        """Whether the page was too large for the time there was, and the rest of it is not loaded."""
        self.acted = False
        """Whether something was done to the page: whatever its length, its timers may then be the answer to that."""
        self.timer_seconds = 0.0
        self.asker, self.user = "", ""
        """Who asked for the page, and as whom: what an error says of its status."""
        self.reply: Response | None = None
        """What the document that is shown came with."""
        self.sent = False
        """Whether the document that is shown came of a form that was sent, or the like."""
        self.documents = 0
        """How many documents the main frame has shown, the first blank one left out."""
        self._session = session
        self._stuck = False
        self._top = Place(session, "")
        self._frames: dict[int, Place] = {}
        self.numbering = visible.Numbering()
        self.local: LocalPage | None = None
        page.on("domcontentloaded", self._arrived)
        session.on("Page.windowOpen", self.watch.window_opens)

    @classmethod
    async def open(cls, context: BrowserContext, downloads: str, options: EngineOptions) -> Tab:
        """A new page, blank, that watches itself from its first document on."""
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        tab = cls(page, session, downloads, options.bodies)
        tab.timer_seconds = options.timer_seconds
        before = visible.before_scripts(options.timer_seconds) + visible.script("observed.js")
        asked = [
            session.send("Page.enable"),
            session.send("Page.addScriptToEvaluateOnNewDocument", {"source": visible.source(), "worldName": WORLD}),
            session.send("Page.addScriptToEvaluateOnNewDocument", {"source": before}),
        ]
        if options.accept_language and not options.attach:  # a person's own browser stays as it is
            # Playwright's locale sends one language only. Chromium weighs the list itself, in steps of a tenth.
            agent = options.user_agent or await page.evaluate("navigator.userAgent")
            said = {"userAgent": agent, "acceptLanguage": ",".join(options.languages)}
            asked.append(session.send("Emulation.setUserAgentOverride", said))
        await asyncio.gather(*asked)
        return tab

    def _arrived(self, _page: object) -> None:
        self.documents += 1
        self.sent, self.reply = self.watch.sends, self.watch.reply
        self._frames.clear()

    @property
    def url(self) -> str:
        """Where the page is: one of this machine has another address in its engine."""
        at = self.watch.asked_for if self.failed else self.page.url
        return self.local.back(at) if self.local is not None else at

    @property
    def failed(self) -> bool:
        """Whether the document did not come, and Chromium shows a page of its own in its place."""
        return self.page.url.startswith("chrome-error:")

    async def give(self, local: LocalPage, markup: bytes) -> None:
        """Have a page of this machine get itself and the files that it is given, and nothing else."""
        self.local = local

        async def answer(route: Route) -> None:
            url = route.request.url
            given = local.given(url)
            if local.is_page(url):
                await route.fulfill(body=markup, content_type="text/html; charset=utf-8")
            elif given is not None:
                await route.fulfill(body=given.body, content_type=given.media_type)
            else:
                await route.abort("accessdenied")

        await self.page.route("**/*", answer)

    async def ask(self, expression: str, seconds: float = ASK_SECONDS, place: Place | None = None) -> Any:
        """What the tool answers, in the isolated world. Raises Stuck, ScriptThrew and Playwright's errors."""
        return (await self._tool(expression, seconds, place or self._top)).get("value")

    async def asks_secret(self) -> bool:
        """Whether what is typed now goes into a password, here or in a frame. Raises as `ask`."""
        for place in (self._top, *self._frames.values()):
            if await self.ask("secret()", place=place):
                return True
        return False

    async def _tool(self, expression: str, seconds: float, place: Place, **asked: Any) -> dict[str, Any]:
        """Ask the tool of a frame; its source goes along only into a document where it is not known to be."""
        until = time.monotonic() + seconds
        if place.world:
            with suppress(*page_errors(ScriptThrew)):
                return await self._evaluate(f"{TOOL}.{expression}", seconds, place.session, place.world, **asked)
        place.world = 0
        world = await self._world(place, seconds)
        left = max(until - time.monotonic(), 0.05)
        answer = await self._evaluate(visible.call(expression), left, place.session, world, **asked)
        place.world = world
        return answer

    async def _evaluate(
        self, script: str, seconds: float, session: CDPSession, world: int, **asked: Any
    ) -> dict[str, Any]:
        """The remote object that a script gives; see `full_ask.evaluate`."""
        return await evaluate(self.watch, session, script, seconds, world, **asked)

    async def _world(self, place: Place, seconds: float) -> int:
        return await world_in(self.watch, place, WORLD, seconds)

    async def main_world(self, script: str, seconds: float) -> object:
        """The value of an expression in the page's own world, which may be anything that the page likes."""
        value: object = (await self._evaluate(script, seconds, self._session, 0, userGesture=True)).get("value")
        return value

    async def run(self, script: str) -> None:
        """Run a script of ours in the isolated world."""
        world = self._top.world or await self._world(self._top, ASK_SECONDS)
        await self._evaluate(f"({script}, null)", ASK_SECONDS, self._session, world)

    async def picture(self, full_page: bool, seconds: float, handle: int) -> bytes:
        """PNG of what is in view, of the whole page, or of one element."""
        if not handle:
            return await self.page.screenshot(full_page=full_page, timeout=seconds * 1e3, scale="css")
        from lightterm.engines.full_act import take_hold

        return await (await take_hold(self, handle)).screenshot(timeout=seconds * 1e3)

    async def settle(self, until: float) -> bool:
        """Wait until the text stops changing, at most until then (`time.monotonic`); whether it did."""
        began = answered = time.monotonic()
        sizes: list[tuple[float, int]] = []
        while (now := time.monotonic()) < until and not self.watch.crashed:
            try:
                seconds = min(ASK_SECONDS, max(until - now, 0.05))
                told = quiet(await self.ask("quiet()", seconds))
                self._stuck, answered = False, time.monotonic()
            except Stuck:
                self._stuck = True
                if time.monotonic() - answered > max(STUCK_SECONDS, STUCK * (until - began)):
                    return False
                continue
            except page_errors(ScriptThrew):
                await asyncio.sleep(POLL)  # between two documents
                continue
            now = time.monotonic()
            characters = told.characters
            if told.state == "loading" and characters > max(SHOWN_A_SECOND, SHOWN_A_SECOND * (until - now)):
                self.cut = True
                await self._tell("Page.stopLoading", ASK_SECONDS)
            if sizes and abs(characters - sizes[-1][1]) > max(2, characters // 50):
                self.watch.polls.news()
            sizes.append((now, characters))
            loaded = told.state == "complete" or (told.state == "interactive" and now - began > LOAD_PATIENCE)
            timed = min(told.still, now - began) < told.timed(self.acted)
            late = told.awaited and now - began < self.timer_seconds
            if loaded and not timed and self._stands(told.still, characters, now, sizes):
                with suppress(Stuck, *page_errors(ScriptThrew)):
                    there = characters > BARE or told.still >= BLANK or not await self.ask("unfinished()")
                    if there and not (late and await self._announces(told)):
                        return True
            await asyncio.sleep(min(POLL, max(until - now, 0)))
        return False

    async def _announces(self, told: Quiet) -> bool:
        """Whether the page's timers bring more of it: it says so, or has little text and only a late timer."""
        if told.awaited is Awaited.LATE and told.characters < BARE and not self.acted:
            return True
        return bool(await self.ask("announces()"))

    def _stands(self, still: float, characters: int, now: float, sizes: list[tuple[float, int]]) -> bool:
        lately = [size for at, size in sizes if now - at <= TICKING]
        ticks = now - sizes[0][0] >= TICKING and max(lately) - min(lately) <= FEW + characters // 50
        waiting = self.watch.waiting(now)
        if waiting and not self.cut:
            patience = STILL_WAITING if characters > BARE else STILL_BARE
            return (ticks or still >= patience) and min(waiting) >= patience and characters > FEW
        if now - self.watch.quiet_since < IDLE:
            return False
        return ticks or still >= STILL

    async def free(self, seconds: float = ASK_SECONDS) -> None:
        """End scripts that do not end by themselves, and let none begin again."""
        self.stopped = True
        await self._tell("Emulation.setScriptExecutionDisabled", seconds / 2, value=True)
        await self._tell("Runtime.terminateExecution", seconds / 2)

    async def stop(self) -> None:
        """Stop what loads, and a script that keeps the page from answering; others may begin again."""
        await self._tell("Page.stopLoading", ASK_SECONDS / 2)
        with suppress(*page_errors(ScriptThrew)):
            try:
                await self.ask("quiet()", ASK_SECONDS / 2)
            except Stuck:
                await self._tell("Runtime.terminateExecution", ASK_SECONDS / 2)

    async def _tell(self, method: str, seconds: float, **options: Any) -> None:
        with suppress(Exception):
            async with asyncio.timeout(seconds):
                await self._session.send(method, options)

    async def read(self, seconds: float, most: int) -> visible.Reading:
        """The page as it shows, frames of other sites in their places; scripts that keep it from that are ended."""
        until = time.monotonic() + seconds
        if self._stuck:
            await self.free(seconds / 3)
            self._stuck = False
        try:
            left = until - time.monotonic()
            value = await self.ask(_reading(most, left), left * (0.9 if self.stopped else 0.5))
        except Stuck:
            await self.free((until - time.monotonic()) / 2)
            left = max(until - time.monotonic(), 0.1)
            value = await self.ask(_reading(most, left), left)
        page = visible.reading(value)
        if not page.frames:
            return page
        markup = page.markup
        for handle, place in page.frames[:MOST_FRAMES]:
            left = until - time.monotonic()
            inner = await self._read_frame(handle, left, most) if left > 0 else None
            if inner is not None:
                markup = markup.replace(place, f"<div><div></div><div>{inner.markup}</div></div>", 1)
                page = page.replace(text=page.text + inner.text, canvas=page.canvas or inner.canvas)
        return page.replace(markup=markup)

    async def unveil(self, height: int, until: float) -> None:
        """Let the page show what it would once it is scrolled to: all of it is in view for a moment.

        Scrolling through it would take a settling a screen.
        """
        size = self.page.viewport_size
        if size is None:
            return
        with suppress(*page_errors()):
            await self.page.set_viewport_size({"width": size["width"], "height": min(height, HIGHEST)})
            with suppress(Stuck, ScriptThrew):
                await self._evaluate(_DRAWN, ASK_SECONDS, self._session, self._top.world)
            await self.settle(min(until, time.monotonic() + UNVEIL_SECONDS))

    async def view(self, size: ViewportSize | None) -> None:
        """Show so much of the page again."""
        if size is not None:
            with suppress(*page_errors()):
                await self.page.set_viewport_size(size)

    async def _read_frame(self, handle: int, seconds: float, most: int) -> visible.Reading | None:
        """What a frame of another origin shows; None where it does not answer."""
        with suppress(Stuck, TimeoutError, *page_errors(ScriptThrew, KeyError)):
            async with asyncio.timeout(max(seconds, 0.05)):
                place = await self._place_of(handle)
                if place is None:
                    return None
                reading = visible.reading(await self.ask(f"read({{most: {most}, inner: true}})", ASK_SECONDS, place))
                self._frames[reading.tool] = place
                return reading
        return None

    async def _place_of(self, handle: int) -> Place | None:
        """Where the frame of an element is asked: in this page's process, or in one of its own."""
        found = await self._tool(f"element({handle})", ASK_SECONDS, self._top, returnByValue=False)
        node = await self._session.send("DOM.describeNode", {"objectId": found["objectId"]})
        wanted = node["node"]["frameId"]
        tree = await self._session.send("Page.getFrameTree")
        if wanted in _frame_ids(tree["frameTree"]):
            return Place(self._session, wanted)
        for frame in self.page.frames[1:]:
            with suppress(*page_errors()):
                session = await self.page.context.new_cdp_session(frame)
                inner = await session.send("Page.getFrameTree")
                if inner["frameTree"]["frame"]["id"] == wanted:
                    await session.send("Page.enable")
                    return Place(session, wanted)
                await session.detach()
        return None

    def place_of(self, handle: int) -> Place:
        """Where the element of a handle is asked for."""
        return self._frames.get(handle // visible.FRAME_HANDLES, self._top)

    def listen(self, event: str, listener: Callable[[dict[str, Any]], None]) -> None:
        """Have an event of the protocol told on the driver's loop."""
        self._session.on(event, listener)

    async def send(self, method: str, **parameters: object) -> Any:
        """One call of the page's debugging protocol."""
        return await self._session.send(method, parameters)

    async def close(self) -> None:
        """Close the page, whatever its scripts do."""
        with suppress(Exception):
            async with asyncio.timeout(ASK_SECONDS * 2):
                await self.page.close()


def _reading(most: int, seconds: float) -> str:
    """How a page is asked for when there are so many seconds for it."""
    milliseconds = READ * seconds * 1e3
    return f"read({{most: {most}, ms: {milliseconds:.0f}, by: {time.time() * 1e3 + milliseconds:.0f}}})"


def _frame_ids(tree: dict[str, Any]) -> set[str]:
    found = {str(tree["frame"]["id"])}
    for child in tree.get("childFrames", ()):
        found |= _frame_ids(child)
    return found
