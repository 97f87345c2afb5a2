"""The TUI driven in a test: `async with browsing(address) as b:` then keys, lines of the screen, and what it waits for.

    async def test(): ...
        async with browsing(server.url("/")) as b:
            await b.press("j", "j")
            await b.type(":open about:start\\n")
            assert "lightterm" in b.screen

Tests are plain functions that call `asyncio.run`; `@in_a_loop` does that.
"""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import textual._wait
from textual.driver import Driver
from textual.pilot import Pilot

from lightterm import settings
from lightterm.graphics.probe import Terminal
from lightterm.session.session import Session
from lightterm.settings import Settings
from lightterm.tui.app import Browser
from lightterm.tui.reading import Reading
from lightterm.tui.searching import waiting

PATIENCE = 30.0
"""Seconds until waiting counts as failed."""

# Textual's pilot waits twice after each key until the process has done next to nothing for 20 ms: four fifths of the
# time of these tests. What takes longer than a key is waited for by name, here and in the tests.
textual._wait.SLEEP_GRANULARITY = 1 / 500
textual._wait.SLEEP_IDLE = textual._wait.SLEEP_GRANULARITY / 20

KEYS = {"\n": "enter", "\t": "tab", " ": "space", "\x1b": "escape"}


def in_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a coroutine function as a test."""

    @functools.wraps(test)
    def run(*args: object, **named: object) -> None:
        asyncio.run(test(*args, **named))  # type: ignore[arg-type]

    return run


class Browsing:
    """A running app and the hands on its keys."""

    def __init__(self, app: Browser, pilot: Pilot[int], sent: list[str] | None = None) -> None:
        self.app = app
        self.pilot = pilot
        self._sent = [] if sent is None else sent

    async def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Wait until something is so."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not condition():
            assert loop.time() < end, f"waited for {what or condition} in vain; the screen:\n{self.screen}"
            await self.pilot.pause(0.01)

    async def settled(self) -> None:
        """Wait until nothing is loaded, every line is counted, a match asked for is gone to, and all is painted."""
        await self.until(lambda: not self.app.loads.busy, "the loads")
        await self.until(lambda: self.app.view not in waiting, "the match")
        await self.app.view.counting.ended()
        await self.pilot.pause()
        screen = self.app.screen
        if isinstance(screen, Reading):
            await self.until(lambda: not screen.repainting.pending, "the painting")

    async def kept(self) -> None:
        """Wait until the store has done all that was asked of it so far, what is beside it too, and the app knows."""
        await self.until(lambda: all(thread.name != "beside" for thread in threading.enumerate()), "what is beside it")
        done: list[None] = []
        self.app.background.do(lambda: None, done.append)
        await self.until(lambda: done, "the store")

    async def resize(self, columns: int, rows: int) -> None:
        """Have the terminal another size, then wait until all is laid out for it and settled."""
        await self.pilot.resize_terminal(columns, rows)
        area = self.app.status
        await self.until(lambda: (area.region.width, area.region.bottom) == (columns, rows), "the size")
        await self.settled()

    async def press(self, *keys: str) -> None:
        """Press keys by Textual's names, then wait until all is settled."""
        await self.pilot.press(*keys)
        await self.settled()

    async def type(self, text: str) -> None:
        """Press the keys of a text; a line end is Enter."""
        await self.press(*(KEYS.get(c, c) for c in text))

    @property
    def lines(self) -> list[str]:
        """The screen's lines as they are painted."""
        return ["".join(segment.text for segment in strip).rstrip() for strip in _strips(self.app)]

    @property
    def sent(self) -> str:
        """What was sent to the terminal beside the painting, which a test's driver does not do."""
        return "".join(self._sent)

    @property
    def cells(self) -> list[str]:
        """The screen's lines with a space after each wide character: an index is a cell."""
        from lightterm.document.cells import clusters, width

        return ["".join(c + " " * (width(c) - 1) for c in clusters(line)) for line in self.lines]

    @property
    def screen(self) -> str:
        """The screen as text."""
        return "\n".join(self.lines)

    @property
    def page(self) -> list[str]:
        """The lines of the page in sight."""
        return list(self.app.view.texts())

    @property
    def status(self) -> str:
        """The status line."""
        return self.app.status.render().plain


def sent_by(app: Browser) -> list[str]:
    """What an app that is to be run will write to its terminal, which the headless driver would throw away.

    From its first moment on: a picture may be there before a slow start is over.
    """
    sent: list[str] = []
    build = app._build_driver

    def built(*arguments: Any, **named: Any) -> Driver:
        driver = build(*arguments, **named)
        driver.write = sent.append  # type: ignore[method-assign]
        return driver

    app._build_driver = built  # type: ignore[method-assign]
    return sent


def _strips(app: Browser) -> list[list]:  # type: ignore[type-arg]
    return [list(strip) for strip in app.screen._compositor.render_strips()]


@asynccontextmanager
async def browsing(
    *addresses: str,
    size: tuple[int, int] = (80, 24),
    chosen: Settings | None = None,
    terminal: Terminal | None = None,
) -> AsyncIterator[Browsing]:
    """The app with these addresses open, loaded and counted; without a `terminal` it shows no pictures."""
    with Session(chosen or settings.load()) as session:
        app = Browser(session, addresses, terminal=terminal)
        sent = sent_by(app)
        async with app.run_test(size=size) as pilot:
            browser = Browsing(app, pilot, sent)
            await browser.settled()
            yield browser
        app.finish()
