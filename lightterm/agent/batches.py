"""Many pages in one call: begun at once, asked about while they load, told in order when they are there."""

from __future__ import annotations

import json
import secrets
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from lightterm.agent.addresses import address_told
from lightterm.agent.answer import Answer, as_data, untrusted
from lightterm.agent.calling import caller, tell_from_thread
from lightterm.agent.calls import Calls
from lightterm.agent.deed import Deed
from lightterm.agent.reading import fitting, lines_of
from lightterm.agent.telling import header
from lightterm.engines.base import tier_name
from lightterm.errors import Action, LighttermError, LimitReached, SessionNotFound, ValidationFailed
from lightterm.fetch.clock import Cancel
from lightterm.output.tokens import tokens
from lightterm.safe import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcp.server.mcpserver import Context
    from mcp_types import CallToolResult

    from lightterm.agent.clients import Client
    from lightterm.agent.desk import Desk
    from lightterm.fetch.model import Request
    from lightterm.loading import Page

    Call = Context[Any, Any]

AT_ONCE, KEPT = 4, 8
"""Pages that load at a time, and batches of a client that are kept."""

EACH = 120
"""Tokens that a page has at least in results."""


class Batch:
    """Pages on their way."""

    def __init__(self, desk: Desk, requests: Sequence[Request], seconds: float) -> None:
        self.requests = list(requests)
        self.cancel = Cancel()
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="batch")
        self.pages: list[Future[Page]] = [
            self._pool.submit(desk.load, request, seconds, self.cancel) for request in self.requests
        ]
        self._pool.shutdown(wait=False)

    def stop(self) -> None:
        """Load no more of it."""
        for page in self.pages:
            page.cancel()
        self.cancel.cancel()

    def count(self) -> dict[str, int]:
        """How many pages came, failed, and are on their way."""
        done = [page for page in self.pages if page.done()]
        failed = sum(1 for page in done if page.cancelled() or page.exception() is not None)
        return {"total": len(self.pages), "done": len(done) - failed, "failed": failed, "left": self._left()}

    def _left(self) -> int:
        return sum(1 for page in self.pages if not page.done())

    def awaited(self, seconds: float, cancel: Cancel, told: Callable[[str], None]) -> None:
        """Wait until all are there, or for so long, telling of each that came."""
        until = monotonic() + seconds
        left = {page for page in self.pages if not page.done()}
        while left and monotonic() < until and not cancel.cancelled:
            _, left = wait(left, min(0.2, max(0.0, until - monotonic())), FIRST_COMPLETED)
            told(f"{len(self.pages) - len(left)} of {len(self.pages)} pages")

    def told(self, at: int, max_tokens: int) -> dict[str, Any]:
        """What came of one page: its words in a budget, or its error."""
        page, url = self.pages[at], address_told(self.requests[at].url)
        if not page.done():
            return {"url": url, "status": "loading"}
        if page.cancelled():
            return {"url": url, "status": "cancelled"}
        problem = page.exception()
        if isinstance(problem, LighttermError):
            return {"url": url, "status": "failed", "error": as_data(problem)}
        shown = page.result()
        part = fitting([*header(shown), *lines_of(shown.document.blocks, shown.document)], max_tokens)
        told: dict[str, Any] = {"url": url, "status": "done", "title": clean(shown.document.title)}
        told |= {"tier": tier_name(shown.tier), "text": untrusted("\n".join(part.lines)), "truncated": bool(part.left)}
        return told | ({"error": as_data(shown.error)} if shown.error is not None else {})


_batches: WeakKeyDictionary[Client, dict[str, Batch]] = WeakKeyDictionary()


class BatchWorks(Calls):
    """The work of `batch`."""

    async def batch(
        self, _context: Call, do: str, urls: Sequence[str], batch: str, start: int, max_tokens: int, deadline: float
    ) -> CallToolResult:
        mine = _batches.setdefault(caller().client, {})

        def work(cancel: Cancel) -> Answer:
            if do == "start":
                return self._started(mine, urls, deadline)
            found = mine.get(batch or next(reversed(mine), ""))
            if found is None:
                raise _no_batch(batch, do, next(reversed(mine), ""))
            if do == "cancel":
                found.stop()
            if do != "results":
                return Answer(text=_words(found.count()), data=found.count())
            found.awaited(deadline * 0.9, cancel, tell_from_thread)
            return _results(found, start, max_tokens)

        words = f"{do} {len(urls)} pages" if urls else do
        return await self._do(work, deadline, None, Deed("batch", words))

    def _started(self, mine: dict[str, Batch], urls: Sequence[str], seconds: float) -> Answer:
        if not urls:
            raise ValidationFailed("start needs urls", actions=(), argument="urls")
        if len(mine) >= KEPT:
            ended = next((name for name, one in mine.items() if not one.count()["left"]), None)
            if ended is None:
                step = Action("cancel_batch", "Cancel one.", 1, None, "batch", {"do": "cancel"})
                raise LimitReached(f"{KEPT} batches are under way", actions=(step,))
            del mine[ended]
        made = Batch(self.desk, [self._request(url) for url in urls], seconds)
        name = secrets.token_hex(3)
        mine[name] = made
        return Answer(text=f"batch {name}: {len(urls)} pages are loading", data={"batch": name, **made.count()})


def _no_batch(name: str, do: str, last: str) -> SessionNotFound:
    """The error of a batch that is not there, with the one that was begun last."""
    step = Action("start_batch", "Start one, with its urls.", 2)
    words = f"there is no batch {name!r}" if name else "no batch was started"
    if not last or do == "cancel":
        return SessionNotFound(words, actions=(step,))
    latest = Action("use_batch", "Ask about the one that was begun last.", 1, None, "batch", {"do": do, "batch": last})
    return SessionNotFound(words, actions=(latest, step))


def _results(found: Batch, start: int, max_tokens: int) -> Answer:
    """What came of the pages from `start` on, as many as the budget holds."""
    share = max(EACH, max_tokens // max(1, len(found.pages) - start))
    told, room, at = list[dict[str, Any]](), max_tokens, start
    while at < len(found.pages):
        one = found.told(at, min(share, room))
        cost = tokens(json.dumps(one, ensure_ascii=False))
        if told and cost > room:
            break
        told.append(one)
        room -= cost
        at += 1
    after = {"next": at} if at < len(found.pages) else {}
    return Answer(text=_words(found.count()), truncated=bool(after), data={**found.count(), "results": told, **after})


def _words(count: dict[str, int]) -> str:
    return f"{count['done']} of {count['total']} pages are there, {count['failed']} failed, {count['left']} are loading"
