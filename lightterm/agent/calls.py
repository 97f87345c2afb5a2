"""How a call is served: in its turn, on a thread, within its time; and the answer about a tab's page."""

from __future__ import annotations

import asyncio
import time
from _thread import allocate_lock
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread
from anyio import CapacityLimiter

from lightterm.agent.answer import Answer, as_data, failed, untrusted
from lightterm.agent.clients import caller
from lightterm.agent.confidences import as_told, confidences
from lightterm.agent.desk import Deed
from lightterm.agent.reading import blocks_of, fitting, lines_of, room
from lightterm.agent.telling import header
from lightterm.commands.page_json import timing
from lightterm.engines.base import tier_name
from lightterm.errors import InternalError, LighttermError, TimedOut, ValidationFailed
from lightterm.fetch.clock import Cancel
from lightterm.fetch.model import Request
from lightterm.fetch.url_display import display_url
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.agent.answer import Picture
    from lightterm.agent.clients import Clients
    from lightterm.agent.desk import Desk
    from lightterm.agent.grants import Grants
    from lightterm.agent.reading import Part
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

    Call = Context[Any, Any]

LATE = 1.08
"""How much later than its deadline a call may end: what runs on another thread has that long to stop."""

OWN = -1
"""The tab that pages are opened in, where there is one already."""

THREADS = 200
"""Calls at work at a time; those that wait for a person are among them."""

READING = 30.0
"""Seconds that a call which loads nothing may take."""


class Calls:
    """Serves calls on the desks of clients, one after the other on each tab, in the order they came."""

    def __init__(self, clients: Clients, grants: Grants) -> None:
        self.clients = clients
        self.grants = grants
        self._threads = CapacityLimiter(THREADS)

    @property
    def desk(self) -> Desk:
        """The desk of whose call is at work."""
        return self.clients.desk

    async def _do(
        self,
        work: Callable[[Cancel], Answer | tuple[Answer, Sequence[Picture]]],
        seconds: float = READING,
        tab: int | None = 0,
        deed: Deed | Callable[[], Deed] | None = None,
    ) -> CallToolResult:
        """Do work on a thread; what goes wrong is an answer. A call that is cancelled stops its load.

        It has its turn on a `tab`: of that number, the one in front (0), the one that pages are opened in (OWN), none.
        """
        start = time.monotonic()
        cancel = Cancel()
        pictures: Sequence[Picture] = ()
        try:
            with anyio.fail_after(seconds * LATE):
                done = await self._in_turn(tab, self._watched(work, cancel, deed))
            answer, pictures = done if isinstance(done, tuple) else (done, ())
        except LighttermError as error:
            answer = failed(error)
        except TimeoutError:
            cancel.cancel()
            answer = failed(TimedOut(f"the call took longer than {seconds:g} s"))
        except anyio.get_cancelled_exc_class():
            cancel.cancel()
            raise
        except Exception as problem:
            answer = failed(InternalError(f"internal error: {type(problem).__name__}: {problem}"))
        took = round((time.monotonic() - start) * 1000)
        result: CallToolResult = answer.model_copy(update={"tookMs": took}).result(pictures)
        return result

    def _watched(
        self, work: Callable[[Cancel], Any], cancel: Cancel, wanted: Deed | Callable[[], Deed] | None
    ) -> Callable[[], Any]:
        def watched() -> Any:
            if wanted is None:
                return work(cancel)
            deed = caller().deed = wanted() if callable(wanted) else wanted
            self.desk.begins(deed, cancel)
            try:
                done = work(cancel)
            except LighttermError as error:
                self.desk.ended(deed, error)
                raise
            self.desk.ended(deed, None)
            return done

        return watched

    async def _in_turn(self, tab: int | None, job: Callable[[], Any]) -> Any:
        """Do a job on a thread when it is its turn.

        The turn ends when the thread does, not when nobody waits for it any more: no two jobs are ever at one tab.
        """
        if tab is None:
            return await anyio.to_thread.run_sync(job, abandon_on_cancel=True, limiter=self._threads)
        key, ticket = await self._turn(tab)
        loop = asyncio.get_running_loop()
        begun = allocate_lock()

        def held() -> Any:
            if not begun.acquire(False):
                return None
            try:
                return job()
            finally:
                with suppress(RuntimeError):  # the loop is over: nobody waits for a turn any more
                    loop.call_soon_threadsafe(self.clients.turns.give, key, ticket)

        try:
            return await anyio.to_thread.run_sync(held, abandon_on_cancel=True, limiter=self._threads)
        finally:
            if begun.acquire(False):
                self.clients.turns.give(key, ticket)

    async def _turn(self, tab: int) -> tuple[int, anyio.Event]:
        """Wait for the turn on a tab; which tab that is may change meanwhile."""
        turns, own = self.clients.turns, tab == OWN
        key = self.desk.turn_of(tab, own)
        while True:
            ticket = await turns.take(key, self._tell_waiting)
            try:
                now = self.desk.turn_of(tab, own)
            except LighttermError:
                turns.give(key, ticket)
                raise
            if now == key:
                return key, ticket
            turns.give(key, ticket)
            key = now

    async def _tell_waiting(self, before: int) -> None:
        await caller().tell(f"waiting: {before} call{'s' * (before > 1)} before this one on the tab")

    def _about(self, tab: Tab, **more: Any) -> Answer:
        """An answer about the page of a tab."""
        visit = self.desk.visit(tab)
        page = self.desk.page(tab)
        return Answer(
            tab=self.desk.number_of(tab),
            revision=self.desk.show(tab),
            url=display_url(visit.url),
            title=clean(page.document.title),
            tier=tier_name(page.tier),
            error=as_data(page.error) if page.error is not None else None,
            **self.measured(page),
            **more,
        )

    def measured(self, page: Page) -> dict[str, Any]:
        """How sure lightterm is of a page, and how long it took."""
        return {"confidence": as_told(confidences(page)), "timing": timing(page)}

    def _whole(self, tab: Tab, max_tokens: int, start: int = 0, lines: Sequence[str] | None = None) -> Answer:
        """The page of a tab as far as the budget goes; of one that does not fit, the outline of what is left."""
        visit = self.desk.visit(tab)
        if lines is None:
            lines = [*header(visit.page), *lines_of(blocks_of(visit))] if not start else lines_of(blocks_of(visit))
        part = fitting(lines, room(max_tokens), start)
        answer = self._about(tab, text=untrusted("\n".join(part.lines)))
        return going_on(answer, part)

    def _request(self, url: str, **more: Any) -> Request:
        from lightterm.fetch.urls import typed_to_url

        return Request(url=typed_to_url(url, "/"), asker=self.grants.asker, **more)

    def _after(self, tab: Tab, cursor: str) -> int:
        """The line that a cursor goes on from. Raises ValidationFailed, StaleTarget."""
        if not cursor:
            return 0
        revision, _, line = cursor.partition(":")
        if not (revision.isdecimal() and line.isdecimal() and len(cursor) < 30):
            raise ValidationFailed(f"{cursor!r} is no cursor", actions=(), argument="cursor")
        self.desk.check_revision(tab, int(revision))
        return int(line)


def going_on(answer: Answer, part: Part) -> Answer:
    """The answer with the cursor to what its budget left out."""
    if not part.after:
        return answer
    return answer.model_copy(update={"cursor": f"{answer.revision}:{part.after}", "truncated": True})
