"""How a call is served: in its turn, on a thread, within its time; and the answer about a tab's page."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread

from lightterm.agent.answer import Answer, as_data, failed, untrusted
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
    from lightterm.agent.desk import Desk
    from lightterm.agent.grants import Grants
    from lightterm.agent.reading import Part
    from lightterm.loading import Page
    from lightterm.session.tab import Tab

    Call = Context[Any, Any]

LATE = 1.08
"""How much later than its deadline a call may end: what runs on another thread has that long to stop."""

READING = 30.0
"""Seconds that a call which loads nothing may take."""


class Calls:
    """Serves calls on a desk, one after the other where they change something."""

    def __init__(self, desk: Desk, grants: Grants) -> None:
        self.desk = desk
        self.grants = grants
        self._turn = anyio.Lock()
        """Whose turn it is on the desk: calls are served in the order they came."""

    async def _do(
        self,
        work: Callable[[Cancel], Answer | tuple[Answer, Sequence[Picture]]],
        seconds: float = READING,
        alone: bool = True,
        deed: Deed | Callable[[], Deed] | None = None,
    ) -> CallToolResult:
        """Do work on a thread; what goes wrong is an answer. A call that is cancelled stops its load."""
        start = time.monotonic()
        cancel = Cancel()
        pictures: Sequence[Picture] = ()
        try:
            with anyio.fail_after(seconds * LATE):
                if alone:
                    async with self._turn:
                        done = await self._threaded(work, cancel, deed)
                else:
                    done = await self._threaded(work, cancel, deed)
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

    async def _threaded(
        self, work: Callable[[Cancel], Any], cancel: Cancel, wanted: Deed | Callable[[], Deed] | None
    ) -> Any:
        def watched() -> Any:
            if wanted is None:
                return work(cancel)
            deed = wanted() if callable(wanted) else wanted
            self.desk.begins(deed, cancel)
            try:
                done = work(cancel)
            except LighttermError as error:
                self.desk.ended(deed, error)
                raise
            self.desk.ended(deed, None)
            return done

        return await anyio.to_thread.run_sync(watched, abandon_on_cancel=True)

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
            raise ValidationFailed(f"{cursor!r} is no cursor", actions=())
        self.desk.check_revision(tab, int(revision))
        return int(line)


def going_on(answer: Answer, part: Part) -> Answer:
    """The answer with the cursor to what its budget left out."""
    if not part.after:
        return answer
    return answer.model_copy(update={"cursor": f"{answer.revision}:{part.after}", "truncated": True})
