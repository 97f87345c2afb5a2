"""What the keys never wait for: one thread for what the disk is asked, in order, and others for what takes long."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

from lightterm.errors import InternalError, LighttermError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from lightterm.tui.pages import Pages

    T = TypeVar("T")

PATIENCE = 10.0
"""Seconds that the end of the app waits for what is still to be written: twice what a write waits for another's."""

SETTLES = 2.0
"""Seconds that a page made of what is kept waits for what is still to be written."""


class Background:
    """Does work away from the loop, one after the other or, where it takes seconds, beside that."""

    def __init__(self, app: Pages) -> None:
        self.app = app
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    def do(self, work: Callable[[], T], done: Callable[[T], None] | None = None) -> None:
        """Have `work` done; `done` gets what it gives, in the app's loop. Errors of both are told."""
        if self._closed:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="background", daemon=True)
            self._thread.start()
        self._work.put(self._told(work, done))

    def beside(self, work: Callable[[], T], done: Callable[[T], None] | None = None) -> None:
        """As `do`, in a thread of its own, for what takes seconds of thought: no write, nor the end, waits for it."""
        if not self._closed:
            threading.Thread(target=self._told(work, done), name="beside", daemon=True).start()

    def _told(self, work: Callable[[], T], done: Callable[[T], None] | None) -> Callable[[], None]:
        def run() -> None:
            try:
                result = work()
            except LighttermError as error:
                self.app.in_loop(self.app.fail, error)
            except Exception as problem:
                self.app.crashes.note(problem)
                self.app.in_loop(self.app.fail, InternalError(f"internal error: {type(problem).__name__}: {problem}"))
            else:
                if done is not None:
                    self.app.in_loop(self._finish, done, result)

        return run

    def _finish(self, done: Callable[[T], None], result: T) -> None:
        try:
            done(result)
        except LighttermError as error:
            self.app.fail(error)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()
            del work  # else it holds what it was about until there is more to do: a page, say

    def settle(self) -> None:
        """Wait, not for long, until what was to be done so far is done; for threads other than the loop's."""
        if self._thread is not None and not self._closed and threading.current_thread() is not self._thread:
            done = threading.Event()
            self._work.put(done.set)
            done.wait(SETTLES)

    def close(self) -> None:
        """Take no more work, and wait until what was taken is done."""
        self._closed = True
        if self._thread is not None:
            self._work.put(None)
            self._thread.join(PATIENCE)
