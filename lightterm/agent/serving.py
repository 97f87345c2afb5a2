"""How a call is served: in its turn on a tab, with a person's leave, on a thread, within its time."""

from __future__ import annotations

import asyncio
import math
from _thread import allocate_lock
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from anyio import CapacityLimiter

from lightterm.agent.calling import caller
from lightterm.agent.deed import Deed
from lightterm.errors import Action, LighttermError, ReadTooLong, SessionNotFound, TimedOut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lightterm.agent.clients import Caller, Clients
    from lightterm.agent.desk import Desk
    from lightterm.fetch.clock import Cancel

LATE = 1.08
"""How much later than its deadline a call may end: what runs on another thread has that long to stop."""

OWN = -1
"""The tab that pages are opened in, where there is one already."""

ENDING = 2.0
"""Seconds that closing a tab waits for the threads of the calls it ended; the tab goes in any case."""

THREADS = 200
"""Jobs at work at a time."""


class Turn:
    """A turn on a tab, held by the call and by the threads that work for it; it ends with the last of them."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end
        self._held = 1

    def hold(self) -> None:
        """One more holds it."""
        self._held += 1

    def leave(self) -> None:
        """One holds it no more."""
        self._held -= 1
        if not self._held:
            self._end()


class Serving:
    """Serves calls on the desks of clients, one after the other on each tab, in the order they came."""

    def __init__(self, clients: Clients) -> None:
        self.clients = clients
        self._threads = CapacityLimiter(THREADS)

    @property
    def desk(self) -> Desk:
        """The desk of whose call is at work."""
        return self.clients.desk

    async def served(
        self,
        work: Callable[[Cancel], Any],
        seconds: float,
        tab: int | None,
        wanted: Deed | Callable[[], Deed | None] | None,
        cancel: Cancel,
        after: Callable[[Deed, Any], Any],
        ends: bool = False,
    ) -> Any:
        """What work gives, done in its turn with a person's leave; `after`, awaited, has the last word on it.

        One that `ends` its tab has leave before its turn, and ends all other calls there. The time that a person takes
        is not the call's. Raises LighttermError.
        """
        turn, until = Turn(lambda: None), anyio.current_time() + seconds * LATE
        if tab is not None and not ends:
            with _until(until, seconds, cancel):
                turn = await self._turn(tab, cancel)
        desk, deed = self.desk, None
        try:
            with _until(until, seconds, cancel):
                deed = caller().deed = await self._deed(wanted, turn)
            since = anyio.current_time()
            if deed is not None:
                await desk.begins(deed)
            if tab is not None and ends:
                turn = await self._last_turn(tab, cancel)
            with _until(until + anyio.current_time() - since, seconds, cancel):
                done = await self.threaded(lambda: work(cancel), turn)
            if deed is not None:
                done = await after(deed, done)
                desk.ended(deed, None)
        except LighttermError as error:
            if deed is not None:
                desk.ended(deed, error)
            raise
        finally:
            turn.leave()
        return done

    async def _deed(self, wanted: Deed | Callable[[], Deed | None] | None, turn: Turn) -> Deed | None:
        """What a call does; words that say on what are looked for among all targets of a page, which may take long."""
        return await self.threaded(wanted, turn) if callable(wanted) else wanted

    async def threaded(self, job: Callable[[], Any], turn: Turn) -> Any:
        """Do a job on a thread, which holds the turn until it ends, also when nobody waits for it any more."""
        loop = asyncio.get_running_loop()
        begun = allocate_lock()
        turn.hold()

        def held() -> Any:
            if not begun.acquire(False):
                return None
            try:
                return job()
            finally:
                with suppress(RuntimeError):  # the loop is over: nobody waits for a turn any more
                    loop.call_soon_threadsafe(turn.leave)

        try:
            return await anyio.to_thread.run_sync(held, abandon_on_cancel=True, limiter=self._threads)
        finally:
            if begun.acquire(False):
                turn.leave()

    async def _last_turn(self, tab: int, cancel: Cancel) -> Turn:
        """The turn on a tab after which there is none: what others do there is ended."""
        self.clients.turns.end(self.desk.turn_of(tab))
        with anyio.move_on_after(ENDING):
            return await self._turn(tab, cancel)
        return Turn(lambda: None)

    async def _turn(self, tab: int, cancel: Cancel) -> Turn:
        """Wait for the turn on a tab; which tab that is may change meanwhile."""
        turns, own, end = self.clients.turns, tab == OWN, partial(_end, caller(), cancel)
        key = self.desk.turn_of(tab, own)
        while True:
            ticket = await turns.take(key, self._tell_waiting, end)
            try:
                now = self.desk.turn_of(tab, own)
            except LighttermError:
                turns.give(key, ticket)
                raise
            if now == key:
                return Turn(partial(turns.give, key, ticket))
            turns.give(key, ticket)
            key = now

    async def _tell_waiting(self, before: int) -> None:
        await caller().tell(f"waiting: {before} call{'s' * (before > 1)} before this one on the tab")


def _end(call: Caller, cancel: Cancel) -> None:
    """End a call whose tab is about to be closed."""
    cancel.cancel()
    if call.within is not None:
        call.within.deadline = -math.inf


@contextmanager
def _until(until: float, seconds: float, cancel: Cancel) -> Iterator[None]:
    """End a block at a time of the loop's clock, the deadline of so many seconds, and stop what it began.

    Raises TimedOut, and SessionNotFound after an `_end`.
    """
    try:
        with anyio.fail_after(math.inf) as scope:
            scope.deadline = -math.inf if cancel.cancelled else until
            caller().within = scope
            yield
    except TimeoutError:
        if cancel.cancelled:
            step = Action("list_tabs", "See which tabs there are, or open a page.", 1, None, "tabs", {})
            raise SessionNotFound("its tab was closed meanwhile", actions=(step,)) from None
        cancel.cancel()
        late = TimedOut if caller().loading else ReadTooLong
        raise late(f"the call took longer than {seconds:g} s") from None
    finally:
        caller().within = None
