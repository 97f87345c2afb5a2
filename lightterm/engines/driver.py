"""Playwright in a thread of its own: the one place that loads it, and the way from our threads to its loop and back.

The asynchronous API on a loop of its own lets several sessions wait on one browser at once, and any call be given up;
the synchronous one would hold its thread until the call ends by itself, if ever.

Playwright's driver (node) and Chromium end with us by themselves, even if we are killed: both read a pipe of ours.
What they would leave are their files, so those lie in one directory of ours, which goes with us; see `places`.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import sys
import threading
import time
from concurrent.futures import CancelledError as GivenUp
from concurrent.futures import TimeoutError as Late
from contextlib import suppress

from lightterm.engines.places import let_go, removed_after_us, temporary_place
from lightterm.engines.pool import processes_below
from lightterm.errors import BrowserError, Cancelled, LighttermError, TimedOut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Coroutine
    from concurrent.futures import Future
    from typing import Any, TypeVar

    from playwright.async_api import Playwright

    from lightterm.fetch.clock import Cancel

    T = TypeVar("T")

LOOK_SECONDS = 0.5
"""Seconds between two looks at whether the driver still lives."""

START_SECONDS = 20.0
"""The driver takes 0.3 s to start, several when the machine is busy."""

_WRAPPER = """#!/bin/sh
TMPDIR={place} NODE_NO_WARNINGS=1
export TMPDIR NODE_NO_WARNINGS
unset PLAYWRIGHT_NODEJS_PATH
exec {tied}{node} "$@" 2>{place}/driver.log
"""


class Driver:
    """A running Playwright. Its `run` may be called from any thread but its own. Raises BrowserError."""

    def __init__(self) -> None:
        _check_loads()
        self.place = temporary_place()
        self._keeper = removed_after_us(self.place)
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(_say_nothing)
        self._thread = threading.Thread(target=self._serve, name="playwright", daemon=True)
        self._thread.start()
        self._playwright: Playwright | None = None
        self._pids: frozenset[int] = frozenset()
        before = processes_below(os.getpid())
        try:
            self._playwright = self.run(self._start(), START_SECONDS)
            self._pids = frozenset(processes_below(os.getpid())).difference(before)
        except BaseException as fault:
            self.close()
            if isinstance(fault, LighttermError) or not isinstance(fault, Exception):
                raise
            raise _unusable("its driver does not start", fault) from None

    @property
    def playwright(self) -> Playwright:
        """Playwright's own object, to be used on the loop only."""
        if self._playwright is None:
            raise BrowserError("Playwright has ended")
        return self._playwright

    def run(self, work: Coroutine[Any, Any, T], seconds: float, cancel: Cancel | None = None) -> T:
        """The result of `work`, awaited on the loop for so long, or until `cancel`.

        Raises TimedOut, Cancelled, BrowserError and what `work` raises.
        """
        if not self._thread.is_alive():
            work.close()
            raise BrowserError("Playwright has ended")
        done = asyncio.run_coroutine_threadsafe(work, self.loop)
        if cancel is not None:
            cancel.add(done.cancel)
        try:
            return self._result(done, seconds)
        except GivenUp:
            if cancel is not None and cancel.cancelled:
                raise Cancelled("the load was stopped") from None
            raise BrowserError("Playwright has ended") from None
        except page_errors() as fault:
            raise failure(fault) from None
        finally:
            if cancel is not None:
                cancel.remove(done.cancel)

    def _result(self, done: Future[T], seconds: float) -> T:
        """What comes of work on the loop; of what waits for a driver that was killed nothing ever may."""
        until = time.monotonic() + seconds
        while True:
            left = until - time.monotonic()
            try:
                return done.result(min(max(left, 0.0), LOOK_SECONDS))
            except Late:
                if left > LOOK_SECONDS and not self._is_killed():
                    continue
                done.cancel()
                if left > LOOK_SECONDS:
                    raise Ended("Playwright has ended") from None
                raise TimedOut(f"the browser did not answer within {seconds:g} s") from None

    def _is_killed(self) -> bool:
        """Whether the driver's process, which has no other end than ours, is gone."""
        return bool(self._pids) and self._pids.isdisjoint(processes_below(os.getpid()))

    def post(self, work: Coroutine[Any, Any, object]) -> None:
        """Have `work` done on the loop some time; nobody waits for it."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(work, self.loop)
        else:
            work.close()

    def alive(self) -> bool:
        """Whether it has not been closed."""
        return self._thread.is_alive()

    def answers(self) -> bool:
        """Whether the driver's process still lives."""
        try:
            self.run(self._ask(), 3)
        except (BrowserError, TimedOut):
            return False
        return True

    async def _ask(self) -> None:
        request = await self.playwright.request.new_context()
        await request.dispose()

    def close(self) -> None:
        """End the driver and all its browsers; harmless when that is done."""
        if self._thread.is_alive():
            if self._playwright is not None:
                with suppress(Exception):
                    asyncio.run_coroutine_threadsafe(self._playwright.stop(), self.loop).result(5)
            self._playwright = None
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join(5)
        shutil.rmtree(self.place, ignore_errors=True)
        let_go(self._keeper)

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        with suppress(Exception):
            self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()

    async def _start(self) -> Playwright:
        from playwright.async_api import async_playwright

        before = os.environ.get("PLAYWRIGHT_NODEJS_PATH")
        wrapper = self._wrapper(before)
        if not wrapper:
            return await async_playwright().start()
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = wrapper
        try:
            return await async_playwright().start()
        finally:
            if before is None:
                os.environ.pop("PLAYWRIGHT_NODEJS_PATH", None)
            else:
                os.environ["PLAYWRIGHT_NODEJS_PATH"] = before

    def _wrapper(self, chosen: str | None) -> str:
        """A script that starts node with its files in our place, quiet, and ended by the kernel with our thread."""
        if os.name != "posix":
            return ""
        import playwright

        node = chosen or os.path.join(os.path.dirname(playwright.__file__), "driver", "node")
        setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
        tied = f"{setpriv} --pdeathsig KILL -- " if setpriv else ""
        path = os.path.join(self.place, "node")
        with open(path, "w", encoding="utf-8") as file:
            file.write(_WRAPPER.format(place=_quoted(self.place), tied=tied, node=_quoted(node)))
        os.chmod(path, stat.S_IRWXU)
        return path


class Ended(BrowserError):
    """The browser, or the driver that speaks to it, is no more, and no page of it."""


class PageDied(BrowserError):
    """The process that draws a page ended: it asked for too much, or something else ended it."""


def _check_loads() -> None:
    """Whatever is wrong with an install of Playwright that is there shows when it is imported. Raises BrowserError."""
    try:
        import playwright.async_api  # noqa: F401
    except Exception as fault:  # what a broken package raises may be anything
        raise _unusable("cannot be loaded", fault) from None


def _unusable(words: str, fault: Exception) -> BrowserError:
    from lightterm.safe import clean

    said = clean(f"{type(fault).__name__}: {fault}")[:200]
    return BrowserError(f"Playwright is installed but {words} ({said}): pip install --force-reinstall playwright")


def page_errors(*more: type[Exception]) -> tuple[type[Exception], ...]:
    """What Playwright raises of a page that went away, a browser that died, a wait that was too long; and `more`."""
    from playwright.async_api import Error

    return (Error, *more)


def failure(fault: BaseException) -> BrowserError | TimedOut:
    """What Playwright said, in one line, as an error of ours."""
    from lightterm.safe import clean

    words = clean(str(fault).partition("\nCall log:")[0].strip().partition("\n")[0])[:300]
    if "crashed" in words:
        return PageDied(words)
    if "has been closed" in words:
        return Ended("the browser ended meanwhile: whether what was asked of the page was done is not known")
    late = type(fault).__name__ == "TimeoutError"
    return (
        TimedOut(words or "the browser did not answer in time") if late else BrowserError(words or "the browser failed")
    )


def _quoted(path: str) -> str:
    import shlex

    return shlex.quote(path)


def _say_nothing(_loop: asyncio.AbstractEventLoop, _context: dict[str, Any]) -> None:
    """What is left over when a browser dies concerns nobody, and must not be written over the screen."""
